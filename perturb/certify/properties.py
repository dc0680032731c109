"""Hypothesis at work on a claim: it draws exact points, every one is certified, and a violation is shrunk.

The draws depend on the domain alone, and drawing takes as long as certifying: they are made once for all
claims over inputs of the same shapes and ranges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.strategies import SearchStrategy

from perturb.certify.point import PointVerdict, certify
from perturb.domains.domain import Domain
from perturb.domains.space import Point
from perturb.domains.strategies import Draw, Shapes, alike, raw_points
from perturb.enclosure import Verdict
from perturb.statements.claim import Claim

PROFILES = {"ci": 30, "quick": 200, "deep": 2_000}
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
# Of every run: with another one the points are others.
SEED = 0xB88853C012BA2E8926308CB65989B7C981E71E830A1D1EF1D0BF7BAD29643927C79163BD920428680DB8DB2D3ACA5EBF
T = TypeVar("T")


@dataclass
class PropertyRun:
    """What a run saw; `violation` is the shrunk point and its certified verdict."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    missed: Counter[int] = field(default_factory=Counter)
    violation: tuple[Point, PointVerdict] | None = None

    @property
    def drawn(self) -> int:
        return sum(self.verdicts.values())

    @property
    def inside(self) -> int:
        """Points that met every hypothesis: nothing is filtered, so this over `drawn` is the assume-rate."""
        return self.verdicts[Verdict.HOLDS] + self.verdicts[Verdict.VIOLATED]

    def add(self, found: PointVerdict) -> None:
        self.verdicts[found.verdict] += 1
        if found.verdict is Verdict.VACUOUS and found.failed is not None:
            self.missed[found.failed] += 1


class ViolationFound(AssertionError):
    """Raised inside a run so that Hypothesis shrinks the point."""


def run_property(claim: Claim, examples: int, domain: Domain | None = None) -> PropertyRun:
    """Certify `examples` points, the same each time; stop at a violation and shrink it."""
    over = domain or claim.domain
    run = PropertyRun()
    for sizes, arrays in draws(alike(over), examples):
        found = certify(claim, over.construct(dict(sizes), dict(zip(over.params, arrays, strict=True))))
        if found.verdict is Verdict.VIOLATED:
            return _shrunk(claim, examples, over)
        run.add(found)
    return run


def _shrunk(claim: Claim, examples: int, domain: Domain) -> PropertyRun:
    """The same points once more, and then those that Hypothesis tries in order to simplify the violation."""
    run = PropertyRun()

    def certified(point: Point) -> None:
        found = certify(claim, point)
        run.add(found)
        if found.verdict is Verdict.VIOLATED:
            run.violation = (point, found)
            raise ViolationFound(claim.id)

    with suppress(ViolationFound):
        _driven(examples, domain.strategy(), certified)
    return run


@cache
def draws(shapes: Shapes, examples: int) -> tuple[Draw, ...]:
    """The points that `run_property` certifies, by the arrays that they are constructed from."""
    drawn: list[Draw] = []
    _driven(examples, raw_points(shapes), drawn.append)
    return tuple(drawn)


def _driven(examples: int, strategy: SearchStrategy[T], look: Callable[[T], None]) -> None:
    """Hypothesis, from one seed for all statements."""

    @seed(SEED)
    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=CHECKS,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
    )
    @given(strategy)
    def looked_at(one: T) -> None:
        look(one)

    looked_at()
