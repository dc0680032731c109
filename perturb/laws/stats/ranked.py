"""Which distributions of random matrices samples may come from, without one being named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur, marchenko_pastur
from perturb.laws.distributions.names import at_size, named_distribution, parse
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.diagnose import FEW, MOVES, OTHERS, SEED, other_ratios
from perturb.laws.stats.goodness import DISTANCE, GoodnessOfFit, goodness_of_fit
from perturb.laws.stats.samples import vector
from perturb.laws.stats.slips import fit, likelihood, refit, scaled
from perturb.types import FloatArray

# Up to shift and scale the others of `OTHERS` are among these.
FAMILIES = (
    "tracy-widom-1", "tracy-widom-2", "tracy-widom-4", "edelman", "edelman:complex", "smallest-singular",
    "smallest-singular:complex", "semicircle", "quarter-circle", "circular-radius", "marchenko-pastur:1",
)  # fmt: skip
# How many parameters of the values went into a distribution; 1 where a kind is not named.
FITTED = {"as it is": 0, "ratio and variance": 2, MOVES["both"]: 2}


@dataclass(frozen=True)
class Ranked:
    """A distribution that the samples do not refute; `kind` says whether as it stands or fitted itself.

    `likelihood` is the mean logarithm of the density at the draws, by which is ranked, less what fitted
    parameters cost.
    """

    distribution: ContinuousDistribution
    kind: str
    judged: GoodnessOfFit
    likelihood: float


def ranked(sample: Any, alpha: float, n: int | None = None) -> list[Ranked]:
    """The known distributions that `sample`, shape (m,), does not refute at `alpha`, the likeliest first.

    At n where they are known there, if it is given. A shift and a scale, of Marchenko and Pastur ratio and
    variance, are fitted only when none fits as it stands. All draws judge, fit and rank: the right
    distribution, if it is among those that are tried as they stand, is missing with probability at most
    alpha. ValueError for a bad sample or alpha.
    """
    values = np.random.default_rng(SEED).permutation(vector(sample))
    for tried in (_plain(values, n), _fitted(values)):
        if found := list(_unrefuted(tried, values, alpha)):
            return sorted(found, key=lambda one: -round(one.likelihood, 6))
    return []


def too_few(draws: int, alpha: float) -> bool:
    """Do so few draws allow every distribution?"""
    return dkw_radius(draws, DISTANCE * alpha / 2) >= 1


Tried = Iterator[tuple[str, ContinuousDistribution]]


def _plain(values: FloatArray, n: int | None) -> Tried:
    seen: set[str] = set()
    for text in OTHERS:
        at_n = at_size(parse(text), n) if n is not None and ":" not in text else None
        distribution = at_n or named_distribution(text)
        if distribution.name not in seen:
            seen.add(distribution.name)
            yield "as it is", distribution
    for _, _, _, distribution in other_ratios(values, parse("marchenko-pastur:1")):
        if distribution.name not in seen:
            seen.add(distribution.name)
            yield "ratio", distribution


def _fitted(values: FloatArray) -> Tried:
    for _, _, _, found in refit(values, marchenko_pastur(1)):
        ratio, variance = f"{found.ratio:.4g}", f"{found.variance:.4g}"
        name, tex = (
            f"Marchenko-Pastur at ratio {ratio}, variance {variance}",
            rf"\mathrm{{MP}}({ratio}, {variance})",
        )
        yield (
            "ratio and variance",
            ScaledDistribution(MarchenkoPastur(found.ratio), found.variance, name, tex),
        )
    for text in FAMILIES:
        distribution = named_distribution(text)
        for move, word in MOVES.items():
            try:
                found = fit(values, distribution, move)
            except ValueError:  # no spread
                return
            yield word, scaled(distribution, found.shift, found.scale)


def _unrefuted(tried: Tried, values: FloatArray, alpha: float) -> Iterator[Ranked]:
    for kind, distribution in tried:
        # What a few draws refute need not be held against all of them.
        if goodness_of_fit(values[:FEW], distribution, alpha / 2).verdict == "refuted":
            continue
        judged = goodness_of_fit(values, distribution, alpha / 2)
        if judged.verdict == "not refuted":
            likely = likelihood(values, distribution, None, FITTED.get(kind, 1))
            yield Ranked(distribution, kind, judged, likely)
