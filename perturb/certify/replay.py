"""A witness decided anew, from its file alone, by both kernels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext

from perturb.certify.point import LADDER, SECOND_KERNEL, PointVerdict, certify_links
from perturb.certify.witness import CorruptWitness, Witness
from perturb.enclosure import Verdict
from perturb.vocab.relations.decide import holds
from perturb.vocab.systems.certified import Exact

NUMBER = r"-?\d+(?:/\d+|(?:\.\d+)?(?:e[+-]?\d+)?)"


@dataclass(frozen=True)
class Replay:
    """What deciding a witness anew found: membership in the domain, and a verdict from each kernel.

    `as_saved`: the violation is where the file says it is (relation, indices, sides).
    """

    member: bool
    verdicts: tuple[PointVerdict, ...]
    as_saved: bool = True

    @property
    def violation(self) -> PointVerdict | None:
        """What decides that it fails there: exact arithmetic where it can, else the first kernel."""
        seen = [v for v in self.verdicts if v.verdict is Verdict.VIOLATED]
        return min(seen, key=lambda v: v.kernel != "exact", default=None)

    @property
    def refutes(self) -> bool:
        """The point is in the domain, some kernel decides, and every one that does finds the violation
        that was saved.
        """
        kinds = {v.verdict for v in self.verdicts} - {Verdict.UNDECIDED}
        return self.member and self.as_saved and kinds == {Verdict.VIOLATED}


def _matches(witness: Witness, verdict: PointVerdict) -> bool:
    """Same relation, same indices, sides that agree to six digits with what was saved."""
    data = witness.data
    if verdict.failed != data["failed"] or dict(verdict.at) != data["at"]:
        return False
    return _close(data["lhs"], str(verdict.lhs)) and _close(data["rhs"], str(verdict.rhs))


def _close(saved: str, now: str) -> bool:
    """Do the numbers in both texts agree to six digits? Decimals, for they may be beyond the floats."""
    with localcontext(prec=30, Emin=MIN_EMIN, Emax=MAX_EMAX):
        old, new = ([_decimal(x) for x in re.findall(NUMBER, text)] for text in (saved, now))
        if not old or not new:
            return False
        ends = (min(old), max(old), min(new), max(new))
        return max(ends) - min(ends) <= Decimal("1e-6") * max(Decimal(1), *map(abs, ends))


def _decimal(text: str) -> Decimal:
    over, _, under = text.partition("/")
    return Decimal(over) / Decimal(under) if under else Decimal(over)


def replay(witness: Witness) -> Replay:
    """Decide the statement at the witness again, by both kernels, from the file alone.

    Raises CorruptWitness where the statement has no meaning at these inputs (shapes that do not fit).
    """
    try:
        return _decided(witness)
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError) as error:
        raise CorruptWitness(f"{witness.claim}: {error}") from None


def _decided(witness: Witness) -> Replay:
    values = witness.values
    parts = witness.links("hypotheses"), witness.links("conclusions")
    ladders = (LADDER[:1], SECOND_KERNEL, ((Exact, 64),))
    barred = frozenset(witness.data["presupposes"])
    verdicts = tuple(certify_links(*parts, values, ladder, barred) for ladder in ladders)
    violations = [v for v in verdicts if v.verdict is Verdict.VIOLATED]
    as_saved = not violations or any(_matches(witness, v) for v in violations)
    return Replay(holds(witness.links("membership"), values), verdicts, as_saved)
