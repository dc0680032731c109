"""Killing mutants: a mutant that no driver refutes is a gap in the engine, or a discovery about the claim."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from statistics import median

from perturb.certify.point import certify
from perturb.domains.draws import corners
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES
from perturb.sharpen.mutants import Mutant
from perturb.statements.claim import Claim

EXAMPLES, PROPERTY_SECONDS = 60, 2.0
CROSS_CHECK_SECONDS = 2.0
UNLIMITED = 10**9
CORNERS = 400


@dataclass(frozen=True)
class Trial:
    """One driver against one mutant: points drawn and seconds until the first violation, or in all."""

    killed: bool
    evaluations: int
    seconds: float


@dataclass(frozen=True)
class Kill:
    """What became of a mutant: `by` names the driver that killed it first, None for a survivor.

    `evaluations` and `seconds` are those of the drivers up to the kill, tried in the order of `trials`.
    """

    by: str | None
    evaluations: int
    seconds: float
    trials: dict[str, Trial]


def kill(mutant: Claim, seconds: float = 20.0) -> Kill:
    """Try every driver on a mutant, each for itself, so that their scores can be compared."""
    trials = {name: driver(mutant, seconds) for name, driver in DRIVERS.items()}
    spent: list[Trial] = []
    for name, trial in trials.items():
        spent.append(trial)
        if trial.killed:
            return _kill(name, spent, trials)
    return _kill(None, spent, trials)


def _kill(by: str | None, spent: list[Trial], trials: dict[str, Trial]) -> Kill:
    return Kill(by, sum(t.evaluations for t in spent), sum(t.seconds for t in spent), trials)


class _ViolationFound(Exception):
    """Leaves a driver at the first violation."""


def by_property(mutant: Claim, seconds: float) -> Trial:
    """A fixed number of Hypothesis examples, the same each time, without the shrinking of `run_property`:
    a kill asks for a violation, not for a simple one.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings

    start, drawn = time.monotonic(), 0
    limit = start + min(seconds, PROPERTY_SECONDS)
    violations: list[Point] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(mutant.domain.strategy())
    def certified(point: Point) -> None:
        nonlocal drawn
        if not violations and time.monotonic() < limit:
            drawn += 1
            if certify(mutant, point).verdict is Verdict.VIOLATED:
                violations.append(point)
        if violations:
            raise _ViolationFound

    with suppress(_ViolationFound):
        certified()
    return Trial(bool(violations), drawn, time.monotonic() - start)


def by_attack(mutant: Claim, seconds: float) -> Trial:
    """The search with all its own stages, left at the first violation; no stored witness helps it."""
    start, seen = time.monotonic(), SearchResult()

    def stop(found: SearchResult) -> None:
        if found.violations:
            raise _ViolationFound

    effort = replace(PROFILES["quick"], rounds=UNLIMITED, seconds=seconds, related=False)
    with suppress(_ViolationFound):
        search(mutant, effort, progress=stop, found=seen)
    return Trial(bool(seen.violations), seen.drawn, time.monotonic() - start)


DRIVERS: dict[str, Callable[[Claim, float], Trial]] = {"property": by_property, "attack": by_attack}


def only_defines(mutant: Mutant, original: Claim) -> bool:
    """Does the dropped or relaxed assumption do nothing but keep terms defined?

    At corners that only the mutant admits, the conclusions are then undefined, all of them: the mutant says
    nothing more than the claim.
    """
    found = [certify(mutant.claim, point) for point in _newly_admitted(mutant, original)]
    undefined = [v.undefined for v in found if v.undefined or v.verdict is not Verdict.VACUOUS]
    return bool(undefined) and all(undefined)


def _newly_admitted(mutant: Mutant, original: Claim) -> Iterator[Point]:
    """Corners that the original excludes by the hypothesis, or by the domain, that the mutant relaxes."""
    space, relaxed = mutant.claim.domain, mutant.claim.domain is not original.domain
    for point in islice(corners(space, 60), CORNERS):
        if relaxed and not original.domain.contains(point):
            yield point
        elif mutant.dropped is not None:
            found = certify(original, point)
            if found.verdict is Verdict.VACUOUS and found.failed == mutant.dropped:
                yield point


@dataclass(frozen=True)
class MutantRow:
    """One row of the kill matrix. `definedness`: what the mutant admits is undefined, so it says no more.

    `by` is the driver that killed it first, None for none; `drivers` has what each did by itself, `proof` why
    the mutant is true. Seconds have two digits.
    """

    mutant: str
    proved_true: bool
    definedness: bool
    killed: bool
    by: str | None
    evaluations: int
    seconds: float
    drivers: dict[str, Trial]
    proof: str | None

    @property
    def counts(self) -> bool:
        """Does the mutant enter the score? Those proved true or about definedness only do not."""
        return not self.proved_true and not self.definedness

    @property
    def survives(self) -> bool:
        """A gap in the engine, or a discovery about the claim."""
        return self.counts and not self.killed


def outcome(mutant: Mutant, original: Claim, seconds: float) -> MutantRow:
    """One row of the kill matrix. A mutant proved true is only cross-checked: nothing may kill it."""
    proved = mutant.proof is not None
    found = kill(mutant.claim, min(seconds, CROSS_CHECK_SECONDS) if proved else seconds)
    return MutantRow(
        mutant=mutant.name,
        proved_true=proved,
        definedness=not proved and found.by is None and only_defines(mutant, original),
        killed=found.by is not None,
        by=found.by,
        evaluations=found.evaluations,
        seconds=round(found.seconds, 2),
        drivers={name: replace(t, seconds=round(t.seconds, 2)) for name, t in found.trials.items()},
        proof=mutant.proof,
    )


@dataclass(frozen=True)
class Score:
    """The power of the engine over mutants that are not known to be true."""

    counted: int
    killed: int
    by_driver: dict[str, int]
    median_seconds: float | None
    proved_true: int
    definedness: int

    @property
    def share(self) -> float:
        return self.killed / self.counted if self.counted else 1.0


def score(rows: Sequence[MutantRow]) -> Score:
    """Mutants proved true and hypotheses that only keep terms defined leave the score."""
    counted = [row for row in rows if row.counts]
    killed = [row for row in counted if row.killed]
    return Score(
        len(counted),
        len(killed),
        {name: sum(name in row.drivers and row.drivers[name].killed for row in counted) for name in DRIVERS},
        median(row.seconds for row in killed) if killed else None,
        sum(row.proved_true for row in rows),
        sum(row.definedness for row in rows),
    )
