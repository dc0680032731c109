"""Distributions by name: `tracy-widom-1`, `sqrt(2)*tracy-widom-1`, `marchenko-pastur:0.5`.

The distribution at size n behind a named limit, exact where it is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from math import inf, sqrt

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.bulk import circular_law_radius, quarter_circle, semicircle
from perturb.laws.distributions.condition import edelman_kappa, kappa_2x2, smallest_singular_limit
from perturb.laws.distributions.gaussian_largest import (
    LARGEST,
    GaussianLargest,
    goe_largest_distribution,
    gue_largest_distribution,
)
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.marchenko_pastur_product import marchenko_pastur_product
from perturb.laws.distributions.masked_law import masked_singular_values
from perturb.laws.distributions.shifted import shifted_singular_values
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.distributions.spectral_radius import ginibre_spectral_radius
from perturb.laws.distributions.tracy_widom import CONVENTIONS, tracy_widom


class BadName(ValueError):
    """No distribution goes by this name, or its parameters make no sense."""


@dataclass(frozen=True)
class Recipe:
    """`make` takes the parameters after the colon, at least `needed` of them, read by `kinds`."""

    make: Callable[..., ContinuousDistribution]
    kinds: tuple[Callable[[str], object], ...]
    needed: int
    usage: str
    meaning: str


def _tracy_widom_4(convention: str = "stochastic-airy") -> ContinuousDistribution:
    """The one convention in the scale of beta = 1 and 2 is the default; the printed name says which."""
    return tracy_widom(4, convention=convention)


DISTRIBUTIONS: dict[str, Recipe] = {
    "tracy-widom-1": Recipe(lambda: tracy_widom(1), (), 0, "", "largest eigenvalue, real symmetric"),
    "tracy-widom-2": Recipe(lambda: tracy_widom(2), (), 0, "", "largest eigenvalue, complex Hermitian"),
    "tracy-widom-4": Recipe(
        _tracy_widom_4, (str,), 0, f"[:{'|'.join(CONVENTIONS)}]", "largest eigenvalue, quaternion self-dual"
    ),
    "edelman": Recipe(edelman_kappa, (str,), 0, "[:real|complex]", "kappa/n of Gaussian matrices"),
    "smallest-singular": Recipe(smallest_singular_limit, (str,), 0, "[:real|complex]", "n s_n^2, its limit"),
    "kappa-2x2": Recipe(kappa_2x2, (str,), 0, "[:real|complex]", "kappa of 2 x 2 Gaussian matrices"),
    "semicircle": Recipe(semicircle, (float,), 0, "[:VARIANCE]", "eigenvalues of symmetric matrices"),
    "quarter-circle": Recipe(quarter_circle, (float,), 0, "[:SCALE]", "singular values of square matrices"),
    "marchenko-pastur": Recipe(
        marchenko_pastur, (float, float), 1, ":RATIO[,VARIANCE]", "eigenvalues of covariances"
    ),
    "marchenko-pastur-product": Recipe(
        marchenko_pastur_product, (float, float), 2, ":A,B", "squares of singular values of WM"
    ),
    "circular-radius": Recipe(circular_law_radius, (), 0, "", "|eigenvalue| under the circular law"),
    "shifted-singular": Recipe(
        shifted_singular_values, (float,), 1, ":SIGMA", "singular values of I + sigma G"
    ),
    "masked-singular": Recipe(
        masked_singular_values,
        (float,) * 5,
        3,
        ":R,KEPT_IN,KEPT_OUT[,OVERLAP[,SLOPE]]",
        "singular values behind ReLU masks",
    ),
    "goe-largest": Recipe(
        goe_largest_distribution, (int,), 1, ":N", "n^(1/6) (largest - 2 sqrt(n)) of the GOE, exact"
    ),
    "gue-largest": Recipe(gue_largest_distribution, (int,), 1, ":N", "the same of the GUE, exact"),
    "ginibre-smallest": Recipe(ginibre_smallest, (int,), 1, ":N", "n s_n^2 of real Gaussian matrices, exact"),
    "ginibre-radius": Recipe(
        ginibre_spectral_radius, (int,), 1, ":N", "spectral radius/sqrt(n), complex Ginibre, exact"
    ),
}
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_ROOT = rf"sqrt\({_NUMBER}\)|sqrt{_NUMBER}|{_NUMBER}"
_FACTOR = re.compile(rf"({_ROOT})(?:/({_ROOT}))?")


@dataclass(frozen=True)
class NamedDistribution:
    """A distribution as it was named: `factor` times the distribution `base` with `parameters`."""

    text: str
    base: str
    parameters: tuple[object, ...]
    word: str
    factor: float

    def distribution(self) -> ContinuousDistribution:
        """ValueError (BadName) for parameters outside their range."""
        try:
            plain = DISTRIBUTIONS[self.base].make(*self.parameters)
        except ValueError as error:
            raise BadName(f"distribution {self.text!r}: {error}") from None
        return self.times(plain)

    def times(self, distribution: ContinuousDistribution) -> ContinuousDistribution:
        """factor X for X of `distribution`."""
        if self.factor == 1:
            return distribution
        return ScaledDistribution(
            distribution,
            self.factor,
            f"{self.word} {distribution.name}",
            rf"{_latex(self.word)}\,{distribution.latex}",
        )


def parse(text: str) -> NamedDistribution:
    """[FACTOR*]NAME[:PARAMETER[,PARAMETER]]; ValueError (BadName), with the closest names, otherwise."""
    word, star, rest = text.strip().lower().replace(" ", "").rpartition("*")
    factor = _factor(word, text) if star else 1.0
    base, colon, tail = rest.partition(":")
    if base not in DISTRIBUTIONS:
        where = f" (in {text!r})" if star else ""
        raise BadName(f"no distribution is named {base!r}{where}{_hint(base)}")
    given = tail.split(",") if colon else []
    entry = DISTRIBUTIONS[base]
    if not entry.needed <= len(given) <= len(entry.kinds):
        raise BadName(f"distribution {text!r}: write {base}{entry.usage}")
    read = tuple(_read(k, g, text) for k, g in zip(entry.kinds, given, strict=False))
    return NamedDistribution(text, base, read, word, factor)


def named_distribution(text: str) -> ContinuousDistribution:
    """The distribution of a name; ValueError (BadName) otherwise."""
    return parse(text).distribution()


def listing() -> list[tuple[str, str]]:
    """All names with their parameters, and what each distribution is of."""
    return [(f"{name}{entry.usage}", entry.meaning) for name, entry in DISTRIBUTIONS.items()]


def _hint(base: str) -> str:
    near = get_close_matches(base, DISTRIBUTIONS, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; known are {', '.join(DISTRIBUTIONS)}"


def _read(kind: Callable[[str], object], given: str, text: str) -> object:
    try:
        return kind(given)
    except ValueError:
        word = "an integer" if kind is int else "a number"
        raise BadName(f"distribution {text!r}: parameter {given!r} is not {word}") from None


def _factor(word: str, text: str) -> float:
    """sqrt(2), sqrt2, 1/2, 1/sqrt(2), 0.7: positive and finite."""
    match = _FACTOR.fullmatch(word)
    if match is None:
        raise BadName(
            f"distribution {text!r}: factor {word!r} is not a number like 2, 1/2, sqrt(2) or 1/sqrt(2)"
        )
    above, below = (_positive(part) for part in (match[1], match[2] or "1"))
    value = above / below if below else inf
    if not 0 < value < inf:
        raise BadName(f"distribution {text!r}: factor {word!r} must be positive and finite")
    return value


def _positive(part: str) -> float:
    return sqrt(float(part[4:].strip("()"))) if part.startswith("sqrt") else float(part)


def _latex(word: str) -> str:
    return re.sub(r"sqrt\(?([\d.]+)\)?", r"\\sqrt{\1}", word)


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
