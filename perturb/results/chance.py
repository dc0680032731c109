"""Laws, tails and means, examined: drawn until decided within one alpha; the evidence as a value.

Below the examination: what a ladder of sizes says (from which n a limit is usable, how fast the distance
falls), and a hint at why a law was refuted (another scale, another centre, or another distribution).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from threadpoolctl import threadpool_limits

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.account import SHARE, TOTAL, Check, Ledger, Looks, until_decided
from perturb.laws.stats.compare import distance
from perturb.laws.stats.means import threshold
from perturb.laws.stats.slips import SIMPLE, fit, scaled
from perturb.montecarlo.chunk import Prefixes, first_of_case, first_of_law
from perturb.process.signals import keeping
from perturb.results import say
from perturb.statements.catalogue import no_way_out
from perturb.statements.chance import Bound, Case, ChanceStatement, Law, written
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded

# Events cost less than eigenvalues, and a small probability needs more of them.
PER_EVENT = 16
QUICK = Looks(1_000, 32_000)
PROFILES = {"ci": Looks(500, 8_000), "brief": QUICK, "quick": QUICK, "deep": Looks(1_000, 256_000, True)}
TOLERANCES = (0.05, 0.01)
WRONG = {"shift": "centre", "scale": "scale", "both": "centre and scale"}


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


def usable(ladder: Mapping[int, Enclosure]) -> dict[float, int | None]:
    """For each tolerance the first n from which on every drawn size is certified within it, or None."""
    found: dict[float, int | None] = {}
    for tolerance in TOLERANCES:
        first = None
        for n in sorted(ladder, reverse=True):
            if not _upper(ladder[n]) <= tolerance:
                break
            first = n
        found[tolerance] = first
    return found


def exponents(ladder: Mapping[int, Enclosure]) -> tuple[float, float] | None:
    """The least and largest p for which some c n^-p lies in all bands; None where the bands say nothing.

    The p are those of the lines log c - p log n through the bands; that the distance is such a power is an
    assumption (rigour "asymptotic"). Least > largest: no power of n fits at these sizes.
    """
    points = [(math.log(n), _log(_lower(e)), _log(_upper(e))) for n, e in sorted(ladder.items())]
    pairs = list(combinations(points, 2))
    # A line meets all bands when it meets each pair: slope * (y - x) between these two differences.
    steepest = max(((low - high) / (y - x) for (x, _, high), (y, low, _) in pairs), default=-math.inf)
    flattest = min(((high - low) / (y - x) for (x, low, _), (y, _, high) in pairs), default=math.inf)
    if math.isinf(steepest) and math.isinf(flattest):
        return None
    return -flattest, -steepest


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


def _lower(e: Enclosure) -> float:
    return 0.0 if e.lo is None else float(e.lo)


def _upper(e: Enclosure) -> float:
    return math.inf if e.hi is None else float(e.hi)


def explain(law: Law, checks: Sequence[Check], last: Check) -> str:
    """A clause on a refuted law; `last` is the check to look closest at, violated and well measured.

    It says what would fit, not what went wrong: another centre fits where the slip was one on the diagonal.

    Simple constants as scales come first (no size may exclude them), then a fitted shift, scale, and both.
    Of these the first that is certified within the rate at the last size is named, otherwise the first that
    is not excluded. No alpha is spent: the bands hold for every law at once.
    """
    if not isinstance(law.reference, ContinuousDistribution):
        return ""
    open_ones: list[str] = []
    for wrong, other in _candidates(law.reference, checks, last):
        measured = distance(last.sample, other, last.alpha)
        found = _verdict(measured, last)
        near = f"{other.name}, not of {law.reference.name} (at {last.label}: distance in {_band(measured)})"
        if found is Verdict.HOLDS:
            return f"another {wrong} fits: within the rate of {near}"
        if found is Verdict.UNDECIDED:
            open_ones.append(f"another {wrong}, perhaps: not excluded is {near}")
    none = f"another distribution: no shift and scale of {law.reference.name} found fits"
    return open_ones[0] if open_ones else none


def _candidates(
    reference: ContinuousDistribution, checks: Sequence[Check], last: Check
) -> Iterator[tuple[str, ContinuousDistribution]]:
    simple = [scaled(reference, 0.0, factor, word) for word, factor in SIMPLE.items()]
    allowed = [one for one in simple if all(_allows(check, one) for check in checks)]
    yield from (("scale", one) for one in sorted(allowed, key=lambda one: _far(last, one)))
    for move, wrong in WRONG.items():
        try:
            near = fit(last.sample, reference, move)
        except ValueError:  # a sample without a spread
            return
        yield wrong, scaled(reference, near.shift, near.scale)


def _allows(check: Check, other: ContinuousDistribution) -> bool:
    return _verdict(distance(check.sample, other, check.alpha), check) is not Verdict.VIOLATED


def _far(check: Check, other: ContinuousDistribution) -> float:
    hi = distance(check.sample, other, check.alpha).hi
    return 1.0 if hi is None else float(hi)


def _verdict(measured: Enclosure, check: Check) -> Verdict:
    assert check.bound is not None
    return compare(measured, "<=", threshold(check.bound))


def _band(measured: Enclosure) -> str:
    return say.interval(measured.lo, measured.hi, 3)
