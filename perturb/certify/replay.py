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


Ends = tuple[Decimal, Decimal]
DIGITS = Decimal("1e-6")  # relative: what two texts of one number may differ by


def _matches(witness: Witness, verdict: PointVerdict) -> bool:
    """Same relation, same indices, and sides that may be the same numbers as those that were saved.

    What was saved are enclosures: they meet those that are found now, to six digits, and are as narrow as
    that or show the violation themselves, so that a wide one does not stand for anything.
    """
    data = witness.data
    if verdict.failed is None or verdict.failed != data["failed"] or dict(verdict.at) != data["at"]:
        return False
    with localcontext(prec=30, Emin=MIN_EMIN, Emax=MAX_EMAX):  # ends may be beyond the floats
        saved = [_ends(data[side]) for side in ("lhs", "rhs")]
        now = [_ends(str(side)) for side in (verdict.lhs, verdict.rhs)]
        pairs = [(x, y) for x, y in zip(saved, now, strict=True) if x is not None and y is not None]
        if len(pairs) < 2 or not all(_meet(x, y) for x, y in pairs):
            return False
        (lhs, _), (rhs, _) = pairs
        return all(_narrow(x) for x, _ in pairs) or _fails(
            witness.links("conclusions")[verdict.failed].op, lhs, rhs
        )


def _ends(text: str) -> Ends | None:
    found = [_decimal(x) for x in re.findall(NUMBER, text)]
    return (min(found), max(found)) if found else None


def _meet(x: Ends, y: Ends) -> bool:
    return max(x[0], y[0]) - min(x[1], y[1]) <= DIGITS * max(Decimal(1), *map(abs, (*x, *y)))


def _narrow(x: Ends) -> bool:
    return x[1] - x[0] <= DIGITS * max(Decimal(1), *map(abs, x))


def _fails(op: str, lhs: Ends, rhs: Ends) -> bool:
    """Is it false whatever the numbers in the two intervals are?"""
    above, below = lhs[0] > rhs[1], lhs[1] < rhs[0]
    return {"<=": above, "<": above, ">=": below, ">": below, "==": above or below}.get(op, False)


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
