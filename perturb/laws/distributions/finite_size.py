"""The distribution at size n behind a named limit, exact where it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.gaussian_largest import LARGEST, GaussianLargest
from perturb.laws.distributions.names import BadName, NamedDistribution
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.distributions.tracy_widom import tracy_widom

# Beyond the exact distributions: sup |F_n - shifted limit| is 0.04591 (beta = 1) and 0.08800 (beta = 2) times
# n^(-2/3) at n = 400, 0.04761 and 0.08812 at n = 200, 0.04979 and 0.08830 at n = 100, about x = -2.3 in all;
# it falls, and these constants leave room.
ERROR = {1: 0.06, 2: 0.09}


@dataclass(frozen=True)
class Near(ScaledDistribution):
    """A limit moved to where it is at finite n, with the distance `error` that is left."""

    error: float = 0.0

    @property
    def assumes(self) -> str:
        return f"a rate n^(-2/3) extrapolated beyond n = {LARGEST}"

    @property
    def cdf_error(self) -> float:
        return super().cdf_error + self.error

    @property
    def tail_error(self) -> float:
        """A distance says nothing of tails."""
        return inf


def largest(beta: int, n: int) -> ContinuousDistribution:
    """n^(1/6) (largest - 2 sqrt(n)) of the GOE or GUE: exact up to n = 400, then TW_beta with an error.

    For larger n the distribution is TW_1 - n^(-1/3)/2 or TW_2 within ERROR n^(-2/3), a rate that is
    extrapolated from the exact distributions and not proved (rung: asymptotic). ValueError for n < 1.
    """
    if n <= LARGEST:
        return GaussianLargest(beta, n)
    shift = -(n ** (-1 / 3)) / 2 if beta == 1 else 0.0
    plain = tracy_widom(beta)
    word = rf"\mathrm{{TW}}_{beta}" + (r" - n^{-1/3}/2" if beta == 1 else "")
    name = f"TW_{beta}{' - n^(-1/3)/2' if beta == 1 else ''} at n = {n}"
    return Near(plain, 1.0, name, word, shift, ERROR[beta] * n ** (-2 / 3))


# Each ensemble: the limit that its statistic has, the distribution at n, what the statistic is.
ENSEMBLES: dict[str, tuple[str, Callable[[int], ContinuousDistribution], str]] = {
    "goe": ("tracy-widom-1", partial(largest, 1), "n^(1/6) (largest - 2 sqrt(n)), off-diagonal variance 1"),
    "gue": ("tracy-widom-2", partial(largest, 2), "n^(1/6) (largest - 2 sqrt(n)), E |entry|^2 = 1"),
    "ginibre-sn": ("smallest-singular", ginibre_smallest, "n s_n^2, entries of variance 1"),
}


def implied(named: NamedDistribution) -> str | None:
    """The ensemble whose limit the distribution is, if it is one whose distribution at n is known."""
    if any(parameter != "real" for parameter in named.parameters):
        return None
    return next((name for name, (limit, _, _) in ENSEMBLES.items() if limit == named.base), None)


def at_size(named: NamedDistribution, n: int, ensemble: str | None = None) -> ContinuousDistribution | None:
    """The distribution at size n behind a named limit, with its factor; None where it is not known.

    `ensemble` is implied by the limit. ValueError (BadName) for one that has another limit, or an n outside
    the range of the distribution.
    """
    expected = implied(named)
    if ensemble is not None and ensemble != expected:
        raise BadName(f"ensemble {ensemble!r} does not go with {named.text!r}")
    if expected is None:
        return None
    try:
        return named.times(ENSEMBLES[expected][1](n))
    except ValueError as error:
        raise BadName(f"n = {n}: {error}") from None
