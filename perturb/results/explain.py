"""A hint at why a law was refuted: another scale, another centre, or another distribution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perturb.enclosure import Enclosure, Verdict, compare
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.compare import distance
from perturb.laws.stats.enclose import threshold
from perturb.laws.stats.fit import SIMPLE, fit, scaled
from perturb.laws.stats.sequential import Check
from perturb.results import say
from perturb.statements.chance import Law

WRONG = {"shift": "centre", "scale": "scale", "both": "centre and scale"}


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
