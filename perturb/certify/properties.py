"""Hypothesis at work on a claim: it draws exact points, every one is certified, and a violation is shrunk."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, Verbosity, given, settings

from perturb.certify.point import PointVerdict, certify
from perturb.domains.base import Domain, Point
from perturb.enclosure import Verdict
from perturb.statements.claim import Claim

PROFILES = {"ci": 30, "quick": 200, "deep": 2_000}
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


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


class ViolationFound(AssertionError):
    """Raised inside a run so that Hypothesis shrinks the point."""


def run_property(claim: Claim, examples: int, domain: Domain | None = None) -> PropertyRun:
    """Certify `examples` points, the same each time; stop at a violation and shrink it."""
    run = PropertyRun()

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
    @given((domain or claim.domain).strategy())
    def certified(point: Point) -> None:
        found = certify(claim, point)
        run.verdicts[found.verdict] += 1
        if found.verdict is Verdict.VACUOUS and found.failed is not None:
            run.missed[found.failed] += 1
        if found.verdict is Verdict.VIOLATED:
            run.violation = (point, found)
            raise ViolationFound(claim.id)

    with suppress(ViolationFound):
        certified()
    return run
