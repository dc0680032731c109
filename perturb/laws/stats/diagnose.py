"""Hints why a sample is not from a distribution: slips of normalisation, another one, a shift and scale."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.names import NamedDistribution, at_size, implied, named_distribution, parse
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.samples import vector
from perturb.laws.stats.slips import (
    EDGE,
    Explanation,
    affine,
    diagonal,
    fit,
    likelihood,
    refit,
    scaled,
    slips,
)
from perturb.types import FloatArray, Function

# What so few draws refute need not be held against all; they are shuffled, as a file may be sorted.
FEW, SEED = 300, 1990
OTHERS = (
    "tracy-widom-1", "tracy-widom-2", "tracy-widom-4", "tracy-widom-4:tracy-widom", "tracy-widom-4:goe",
    "edelman", "edelman:complex", "smallest-singular", "smallest-singular:complex", "kappa-2x2",
    "kappa-2x2:complex", "semicircle", "quarter-circle", "circular-radius", "marchenko-pastur:1",
)  # fmt: skip
SIZES = (5, 10, 20, 50, 100, 200)
GOOD = 0.01
MIN_RATIO = 1e-3  # of Marchenko-Pastur, with its inverse: beyond, it is all but a point
VARIANCES = {"1": 1.0, "2": sqrt(2), "1/2": sqrt(0.5)}  # off the diagonal, and the factor of the values
FITTED = {"ratio": 1, "ratio and scale": 2}  # parameters of a hint that were fitted, beside the moves
MOVES = {"shift": "centring", "scale": "scale", "both": "centring and scale"}


def diagnose(
    sample: Any,
    named: NamedDistribution,
    distribution: ContinuousDistribution,
    alpha: float,
    n: int | None = None,
) -> list[Explanation]:
    """Hints at a sample that `distribution` (named so, or its distribution at n) does not fit; likeliest
    first, or none.

    None of them is refuted by the same judgement at `alpha` that refutes the sample as it is; an empty list
    for a sample that is not refuted. Those that fit at 1% too push the others aside. A fitted shift and scale
    is tried only when no simple slip and no other named distribution fits so well. All draws judge, fit and
    rank. ValueError for a bad sample or alpha.
    """
    values = vector(sample)
    if goodness_of_fit(values, distribution, alpha).verdict != "refuted":
        return []
    values = np.random.default_rng(SEED).permutation(values)
    tried = [
        *_changed(values, named, distribution, n),
        *_others(named, distribution, n),
        *other_ratios(values, named),
        *_guessed(values, named, distribution, n),
    ]
    plain = [*_left(values, tried, alpha), *diagonal(values, named, alpha, n)]
    found = _good(plain)
    if not found:
        moved = _left(values, list(_fitted(values, distribution)), alpha)
        found = _good(moved) or _good(_left(values, refit(values, distribution), alpha))
        found = found or [*plain, *moved]
    finite = _finite(values, named, alpha) if n is None else []
    return finite + sorted(found, key=lambda e: (e.kind == MOVES["both"], -round(e.likelihood, 6)))


def _good(found: list[Explanation]) -> list[Explanation]:
    return [e for e in found if e.p >= GOOD]


Candidate = tuple[str, str, Function | None, ContinuousDistribution]


def _left(values: FloatArray, tried: list[Candidate], alpha: float) -> list[Explanation]:
    """The candidates that are not refuted."""
    found: list[Explanation] = []
    for kind, text, change, distribution in tried:
        sample = values if change is None else _apply(change, values)
        if sample is None or goodness_of_fit(sample[:FEW], distribution, alpha).verdict == "refuted":
            continue
        judged = goodness_of_fit(sample, distribution, alpha)
        if judged.verdict == "not refuted":
            likely = likelihood(values, distribution, change, FITTED.get(kind, 0))
            found.append(Explanation(kind, text, judged.observed, judged.p, likely))
    return found


def _changed(
    values: FloatArray, named: NamedDistribution, distribution: ContinuousDistribution, n: int | None
) -> Iterator[Candidate]:
    for slip in slips(named, distribution, n):
        yield slip.kind, slip.text, slip.change, distribution


def _apply(change: Function, values: FloatArray) -> FloatArray | None:
    """The changed sample; None where a value cannot be changed so."""
    with np.errstate(all="ignore"):
        changed = change(values)
    return changed if np.isfinite(changed).all() else None


def _others(
    named: NamedDistribution, distribution: ContinuousDistribution, n: int | None
) -> Iterator[Candidate]:
    """The others, at n where they are known there, with and without the factor of the one named."""
    ratio = named.parameters[0] if named.base == "marchenko-pastur" else 1.0
    for text in (*OTHERS, f"marchenko-pastur:{1 / float(str(ratio)):.17g}"):
        other = parse(text)
        plain = (at_size(other, n) if n is not None else None) or named_distribution(text)
        for candidate in dict.fromkeys((named.times(plain), plain)):
            if candidate.name != distribution.name:
                kind = "beta" if "tracy" in text and "tracy" in named.base else "distribution"
                yield kind, f"fits {candidate.name}", None, candidate
    if n is not None and named.base == "tracy-widom-1":
        second = scaled(named_distribution("tracy-widom-4:goe"), -(n ** (-1 / 3)) / 2, 1.0)
        text = "the second largest eigenvalue (TW_4 of Forrester and Rains)"
        yield "k-th eigenvalue", text, None, named.times(second)


def other_ratios(values: FloatArray, named: NamedDistribution) -> Iterator[Candidate]:
    """Other ratios of Marchenko-Pastur; the largest draw is just below (1 + sqrt(ratio))^2."""
    if named.base != "marchenko-pastur":
        return
    edge = (sqrt(max(1.0, float(values.max()) / named.factor)) - 1) ** 2
    for ratio in (float(np.var(values / named.factor)), 1.002 * edge, 1.01 * edge, 1.03 * edge):
        if MIN_RATIO < ratio < 1 / MIN_RATIO:
            other = named.times(named_distribution(f"marchenko-pastur:{ratio:.3g}"))
            yield "ratio", f"fits the ratio {ratio:.3g}", None, other


def _finite(values: FloatArray, named: NamedDistribution, alpha: float) -> list[Explanation]:
    """Nothing may be wrong but a limit that is not yet reached: the sizes at which the sample is right."""
    if implied(named) is None:
        return []
    judged = {n: goodness_of_fit(values, _known(named, n), alpha) for n in SIZES}
    fitting = [n for n, found in judged.items() if found.verdict == "not refuted"]
    if not fitting:
        return []
    ends = f"{fitting[0]}" if len(fitting) == 1 else f"{fitting[0]} to {fitting[-1]}"
    text = f"fits right samples at sizes like n = {ends} (give --n)"
    best = max((judged[n] for n in fitting), key=lambda found: found.p)
    likely = likelihood(values, best.distribution, None)
    return [Explanation("finite n", text, best.observed, best.p, likely)]


def _known(named: NamedDistribution, n: int) -> ContinuousDistribution:
    distribution = at_size(named, n)
    assert distribution is not None
    return distribution


def _guessed(
    values: FloatArray, named: NamedDistribution, distribution: ContinuousDistribution, n: int | None
) -> Iterator[Candidate]:
    """Raw eigenvalues betray n: they are centred at 2 s sqrt(n) with scale s n^(-1/6), s^2 the variance."""
    if n is not None or named.base not in EDGE:
        return
    for sign, word in ((1, "largest"), (-1, "smallest")):
        for variance, s in VARIANCES.items():
            size = _size(sign * values / s, distribution, named.factor)
            if size is not None:
                exact = _known(named, size)
                a = named.factor * size ** (1 / 6)
                change = affine(sign * a / s, -2 * a * size**0.5)
                text = f"raw {word} eigenvalues at n = {size}, off-diagonal variance {variance}"
                yield "raw", text, change, exact


def _size(values: FloatArray, distribution: ContinuousDistribution, c: float) -> int | None:
    """The n of raw largest eigenvalues, if median and quartiles tell the same n (the spread up to 15%)."""
    lower, median, upper = np.quantile(values, (0.25, 0.5, 0.75))
    y = np.asarray(distribution.ppf(np.array([0.25, 0.5, 0.75]))) / c
    if not 0 < median < 1e4:
        return None
    n = np.arange(max(1, int(0.2 * median**2)), int(0.4 * median**2) + 8)
    late = np.sqrt(n - 0.5) if distribution.name.endswith("TW_1") else np.sqrt(n)
    best = int(n[np.argmin(np.abs(2 * late + y[1] * n ** (-1 / 6) - median))])
    spread = (upper - lower) / (y[2] - y[0]) * best ** (1 / 6)
    return best if abs(spread - 1) < 0.15 else None


def _fitted(values: FloatArray, distribution: ContinuousDistribution) -> Iterator[Candidate]:
    for move, wrong in MOVES.items():
        try:
            found = fit(values, distribution, move)
        except ValueError:  # no spread
            return
        near = scaled(distribution, found.shift, found.scale)
        yield wrong, f"fits {near.name}, fitted itself", None, near
