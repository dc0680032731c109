"""What to hold samples of size-n matrices against: the exact law at n behind a named limit, where it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perturb.laws.base import ContinuousLaw
from perturb.laws.scaled import Scaled
from perturb.laws.evaluate import FloatArray
from perturb.laws.gaussian_largest import LARGEST, GaussianLargest
from perturb.laws.names import BadName, Named
from perturb.laws.smallest import ginibre_smallest
from perturb.laws.spectral_radius import ginibre_spectral_radius
from perturb.laws.tracy_widom import tracy_widom

# Beyond the exact laws: |F_n - shifted limit| is 0.0454 (beta = 1) and 0.0855 (beta = 2) times n^(-2/3) at
# n = 400, falling slowly and constant to three digits; these constants leave room.
ERROR = {1: 0.06, 2: 0.09}


@dataclass(frozen=True)
class Ensemble:
    """A random matrix and its statistic: the limit that it has, and its law at n."""

    limit: tuple[str, tuple[object, ...]]
    at: Callable[[int], ContinuousLaw]
    meaning: str


@dataclass(frozen=True)
class Near(Scaled):
    """A limit moved to where it is at finite n, with the distance `error` that is left."""

    error: float = 0.0

    @property
    def cdf_error(self) -> float:
        return super().cdf_error + self.error

    def _cdf(self, x: FloatArray) -> FloatArray:
        return super()._cdf(x)


def largest(beta: int, n: int) -> ContinuousLaw:
    """n^(1/6) (largest - 2 sqrt(n)) of the GOE or GUE: exact up to n = 400, then TW_beta with an error.

    For larger n the law is TW_1 - n^(-1/3)/2 or TW_2 within ERROR n^(-2/3), a rate that is extrapolated from
    the exact laws and not proved (rung: asymptotic). ValueError for n < 1.
    """
    if n <= LARGEST:
        return GaussianLargest(beta, n)
    shift = -(n ** (-1 / 3)) / 2 if beta == 1 else 0.0
    plain = tracy_widom(beta)
    word = rf"\mathrm{{TW}}_{beta}" + (r" - n^{-1/3}/2" if beta == 1 else "")
    name = f"TW_{beta}{' - n^(-1/3)/2' if beta == 1 else ''} at n = {n}"
    return Near(plain, 1.0, name, word, shift, ERROR[beta] * n ** (-2 / 3))


ENSEMBLES: dict[str, Ensemble] = {
    "goe": Ensemble(("tracy-widom-1", ()), lambda n: largest(1, n), "largest eigenvalue, off-diagonal variance 1"),
    "gue": Ensemble(("tracy-widom-2", ()), lambda n: largest(2, n), "largest eigenvalue, E |entry|^2 = 1"),
    "ginibre-sn": Ensemble(("smallest-singular", ()), ginibre_smallest, "n s_n^2, real Gaussian entries"),
    "ginibre-radius": Ensemble(
        ("circular-radius", ()), ginibre_spectral_radius, "spectral radius / sqrt(n), complex Gaussian entries"
    ),
}
IMPLIED = {"tracy-widom-1": "goe", "tracy-widom-2": "gue", "smallest-singular": "ginibre-sn"}


def implied(named: Named) -> str | None:
    """The ensemble whose limit the law is, if it is one whose law at n is known."""
    if any(parameter != "real" for parameter in named.parameters):
        return None
    return IMPLIED.get(named.base)


def at_size(named: Named, n: int, ensemble: str | None = None) -> ContinuousLaw:
    """The law at size n behind a named limit, with its factor; the ensemble is implied by the limit if it can be.

    ValueError (BadName) where no law at n is known, for an unknown ensemble or an n outside its range.
    """
    chosen = ensemble or implied(named)
    if chosen is None:
        known = ", ".join(IMPLIED)
        raise BadName(f"law {named.text!r}: its law at a finite n is not known here; it is for {known}")
    if chosen not in ENSEMBLES:
        raise BadName(f"ensemble {chosen!r} is not one of {', '.join(ENSEMBLES)}")
    try:
        return named.times(ENSEMBLES[chosen].at(n))
    except ValueError as error:
        raise BadName(f"n = {n}: {error}") from None
