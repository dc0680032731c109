"""Laws, tails and means, examined: drawn until decided within one alpha; the evidence as a value."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from threadpoolctl import threadpool_limits

from perturb.enclosure import Verdict, compare
from perturb.laws.stats.account import SHARE, TOTAL, Ledger
from perturb.laws.stats.compare import distance
from perturb.laws.stats.enclose import threshold
from perturb.laws.stats.sequential import Check, Looks, until_decided
from perturb.montecarlo.chunk import Prefixes
from perturb.montecarlo.plan import first_of_case, first_of_law
from perturb.process.signals import keeping
from perturb.results.explain import explain
from perturb.results.ladder import exponents, usable
from perturb.statements.chance import Bound, Case, ChanceStatement, Law, written
from perturb.statements.no_way_out import no_way_out
from perturb.statements.outcome import Outcome
from perturb.statements.recorded import Recorded

# Events cost less than eigenvalues, and a small probability needs more of them.
PER_EVENT = 16
QUICK = Looks(1_000, 32_000)
PROFILES = {"ci": Looks(500, 8_000), "brief": QUICK, "quick": QUICK, "deep": Looks(1_000, 256_000, True)}


@dataclass(frozen=True)
class ChanceEvidence:
    """Consistent (certified at every size or case), refuted (violated at one), or unresolved; never "true".

    `alpha` bounds the probability that a verdict of any check is wrong. `usable` maps a tolerance to the
    first size from which on all are certified within it. `exponent` holds the p for which the bands allow a
    distance c n^-p, None where none is allowed or fewer than two sizes say anything.
    """

    statement: ChanceStatement
    checks: tuple[Check, ...] = ()
    alpha: float = 0.0
    usable: dict[float, int | None] = field(default_factory=dict)
    exponent: tuple[float, float] | None = None
    explanation: str = ""
    seconds: float = field(default=0.0, compare=False)
    interrupted: bool = False

    @property
    def outcome(self) -> Outcome:
        verdicts = {check.verdict for check in self.checks}
        if Verdict.VIOLATED in verdicts:
            return Outcome.REFUTED
        complete = not self.interrupted and verdicts == {Verdict.HOLDS}
        return Outcome.CONSISTENT if complete else Outcome.UNRESOLVED

    @property
    def agrees(self) -> bool:
        """Do what people assert and what was found fit? Without a status a statement is asserted true.

        Nothing is asserted of recorded runs.
        """
        if isinstance(self.statement, Recorded):
            return True
        status = self.statement.status
        false = status is not None and status.expects is Outcome.REFUTED
        return self.outcome is (Outcome.REFUTED if false else Outcome.CONSISTENT)


def share(count: int, total: float = TOTAL) -> float:
    """The alpha of one of `count` statements: the same in every run of up to 100, so verdicts do not vary."""
    return min(SHARE, total / max(count, 1))


def of_account(statements: Iterable[object]) -> int:
    """How many of them share the account of what is drawn: laws, tails and means, but not recorded runs."""
    return sum(isinstance(s, Law | Bound) and not isinstance(s, Recorded) for s in statements)


def examine_law(
    statement: ChanceStatement,
    ledger: Ledger,
    looks: Looks = PROFILES["quick"],
    seed: int = 0,
    alpha: float = SHARE,
    seconds: float = math.inf,
) -> ChanceEvidence:
    """Book `alpha`, divide it evenly over the sizes or cases, draw each until decided, then judge.

    The values of tails and means are taken as drawn: the rounding of a statistic, far below any band, is not
    added; those of laws carry an error, which matters at atoms. The generator is trusted. After `seconds` no
    further look is taken. Ctrl-C keeps the checks that are done, marked `interrupted`. Recorded runs are
    judged as they are, at their own alpha, of which nothing is booked.
    ValueError (Overdrawn) when the ledger holds less than alpha, or for a sampler that gives a wrong shape
    or a value that is not finite.
    """
    start = time.monotonic()
    if isinstance(statement, Recorded):
        alpha = statement.alpha
    else:
        ledger.spend(statement.id, alpha)
    checks: list[Check] = []

    def expired() -> bool:
        return time.monotonic() - start >= seconds

    # More BLAS threads would change the last bits of eigenvalues.
    with threadpool_limits(1, user_api="blas"), no_way_out():
        with keeping() as kept:
            for check in _checks(statement, looks, seed, alpha, expired):
                checks.append(check)
        found = ChanceEvidence(statement, tuple(checks), alpha, interrupted=kept.interrupted)
        if isinstance(statement, Law):
            ladder = {check.n: check.measured for check in checks}
            why = "" if kept.interrupted else _why(found, statement, looks, seed, expired)
            found = replace(found, usable=usable(ladder), exponent=exponents(ladder), explanation=why)
    return replace(found, seconds=time.monotonic() - start)


def _why(found: ChanceEvidence, law: Law, looks: Looks, seed: int, expired: Callable[[], bool]) -> str:
    """What a refuted law looks like; the last violated size is drawn on first, by looks already paid for."""
    violated = [check for check in found.checks if check.verdict is Verdict.VIOLATED]
    if not violated:
        return ""
    last, sizes = violated[-1], list(looks.sizes())
    enough = replace(looks, limit=sizes[max(0, len(sizes) - 2)], thorough=True)
    if len(last.sample) < enough.limit:
        more = _check_size(law, last.n, enough, seed, found.alpha / len(law.sizes), expired)
        last = more if len(more.sample) > len(last.sample) else last
    return explain(law, found.checks, last)


def _checks(
    statement: ChanceStatement, looks: Looks, seed: int, alpha: float, expired: Callable[[], bool]
) -> Iterator[Check]:
    if isinstance(statement, Recorded):
        for case in statement.cases:
            yield _check_runs(statement, case, alpha / len(statement.cases))
    elif isinstance(statement, Law):
        for n in statement.sizes:
            yield _check_size(statement, n, looks, seed, alpha / len(statement.sizes), expired)
    else:
        more = replace(looks, limit=looks.limit * PER_EVENT)
        for case in statement.cases:
            yield _check_case(statement, case, more, seed, alpha / len(statement.cases), expired)


def _check_runs(statement: Recorded, case: Case, alpha: float) -> Check:
    """All runs at once: there is one look."""
    answers, bound = statement.answers(case), statement.bound(*case)
    measured = statement.enclose(answers, alpha)
    verdict = compare(measured, statement.op, threshold(bound))
    return Check(statement.label_of(case), 0, statement.op, bound, measured, verdict, alpha, answers)


def _check_size(
    law: Law, n: int, looks: Looks, seed: int, alpha: float, expired: Callable[[], bool]
) -> Check:
    """sup |F_n - F| <= rate(n), from a sample that doubles."""
    return until_decided(
        Prefixes(first_of_law(law, n, seed)).first,
        lambda sample, part: distance(sample, law.reference, part, value_error=law.value_error),
        "<=",
        None if law.rate is None else law.rate(n),
        alpha,
        looks,
        expired,
        label=f"n = {n}",
        n=n,
    )


def _check_case(
    statement: Bound, case: Case, looks: Looks, seed: int, alpha: float, expired: Callable[[], bool]
) -> Check:
    return until_decided(
        Prefixes(first_of_case(statement, case, seed)).first,
        statement.enclose,
        statement.op,
        statement.bound(*case),
        alpha,
        looks,
        expired,
        at_any_time=statement.at_any_time,
        label=written(case),
    )
