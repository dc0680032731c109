"""What scipy.stats offers beyond cdf and quantiles: stats, interval, expect, entropy, fit, to_scipy.

`fit` finds parameters from independent draws by maximum likelihood. The limits of spectra have hard edges, so
that the likelihood keeps every draw inside the support. Eigenvalues of one matrix are no independent draws,
and their edges fluctuate: there the parameters are an estimate only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.moments import expected
from perturb.laws.distributions.protocol import WholeDistribution
from perturb.types import FloatArray

STATS = {"m": "mean", "v": "var", "s": "skewness", "k": "kurtosis"}


class Ends(tuple[float, float]):
    """The ends of a support; calling it, as scipy does, gives them too."""

    __slots__ = ()

    def __call__(self) -> tuple[float, float]:
        return self


class ScipyLike:
    """The further methods of scipy.stats, from the few that a distribution has of its own.

    `rvs(size, rng)` also is `rvs(size=None, random_state=None)`: without a size one number, and a seed or a
    generator as `numpy.random.default_rng` takes it. `support` also is `support()`.
    """

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "rvs" in vars(cls):
            setattr(cls, "rvs", _either(vars(cls)["rvs"]))  # noqa: B010 (mypy refuses to assign a method)
        if (support := _called(vars(cls).get("support"))) is not None:
            setattr(cls, "support", support)  # noqa: B010
            if isinstance(support, cached_property):
                support.__set_name__(cls, "support")

    def stats(self: WholeDistribution, moments: str = "mv") -> tuple[float, ...]:
        """Mean, variance, skewness, excess kurtosis, by the letters of "mvsk". ValueError for another one."""
        if unknown := sorted(set(moments) - set(STATS)):
            raise ValueError(f"moments = {moments!r}: {unknown[0]!r} is not one of m, v, s, k")
        return tuple(float(getattr(self, STATS[letter])()) for letter in moments)

    def interval(self: WholeDistribution, confidence: float = 0.95) -> tuple[float, float]:
        """Ends with equal probability outside on either side. ValueError unless 0 <= confidence <= 1."""
        if not 0 <= confidence <= 1:
            raise ValueError(f"confidence = {confidence} is not in [0, 1]")
        rest = (1 - confidence) / 2
        return float(self.ppf(rest)), float(self.isf(rest))

    def expect(
        self: WholeDistribution,
        func: Callable[[Any], Any] | None = None,
        lb: float | None = None,
        ub: float | None = None,
    ) -> float:
        """E f(X) by quadrature, of f(X) on [lb, ub] and 0 elsewhere where they are given, atoms included.

        `func` takes float64 arrays; without one it is X itself.
        """
        f = func or (lambda x: x)
        low, high = lb if lb is not None else -np.inf, ub if ub is not None else np.inf
        found = sum(mass * float(f(np.float64(x))) for x, mass in self.atoms if low <= x <= high)
        return float(found + expected(self, f, low, high))

    def entropy(self: WholeDistribution) -> float:
        """-E log p(X) for the density p; -inf with atoms, which have none."""
        if self.atoms:
            return -np.inf
        return expected(self, lambda x: -self.logpdf(x), -np.inf, np.inf)

    def fit(self: WholeDistribution, data: ArrayLike) -> Any:
        """This kind of distribution with the parameters that independent draws make likeliest.

        Here location and scale, of a distribution on the whole line; those that have parameters of their own
        (variance, ratio) give these. ValueError for a distribution without any, and for data that are not
        finite or all equal.
        """
        if self.support != (-np.inf, np.inf):
            raise ValueError(f"{self.name}: it has no parameters that draws could tell, so nothing to fit")
        loc, scale = moved(self, draws(data))
        return self(loc, scale)

    def to_scipy(self: WholeDistribution) -> Any:
        """A frozen distribution of scipy.stats with this one's cdf, pdf, tails and quantiles.

        ValueError where it has atoms, for which scipy's continuous distributions have no place.
        """
        if self.atoms:
            raise ValueError(f"{self.name} has atoms, which no continuous distribution of scipy.stats has")
        return _scipy_class()(self)()


def _either(rvs: Callable[..., Any]) -> Callable[..., Any]:
    """The draws of a class, by a generator as its second argument or by scipy's `random_state`."""

    @wraps(rvs)
    def both(self: Any, size: Any = None, rng: Any = None, random_state: Any = None) -> Any:
        if rng is not None and random_state is not None:
            raise TypeError("rng and random_state are the same thing: give one")
        generator = np.random.default_rng(rng if rng is not None else random_state)
        found = rvs(self, 1 if size is None else size, generator)
        return found[0] if size is None else found

    return both


def _called(support: Any) -> Any:
    """What a class has as its support, as a value or computed, giving ends that can be called; else None."""
    if isinstance(support, tuple):
        return Ends(support)
    if isinstance(support, cached_property):
        return cached_property(_callable(support.func))
    if isinstance(support, property) and not getattr(support.fget, "__isabstractmethod__", False):
        return property(_callable(support.fget))  # type: ignore[arg-type]
    return None


def _callable(support: Callable[[Any], tuple[float, float]]) -> Callable[[Any], Ends]:
    return wraps(support)(lambda self: Ends(support(self)))


def _scipy_class() -> Any:
    """Made when it is asked for: scipy.stats is slow to load."""
    from scipy.stats import rv_continuous

    class Continuous(rv_continuous):  # type: ignore[misc]
        def __init__(self, one: WholeDistribution) -> None:
            self.one = one
            super().__init__(a=one.support[0], b=one.support[1], name=one.name)

        def _updated_ctor_param(self) -> dict[str, Any]:
            return {"one": self.one}

        def _cdf(self, x: Any) -> Any:
            return self.one.cdf(x)

        def _pdf(self, x: Any) -> Any:
            return self.one.pdf(x)

        def _sf(self, x: Any) -> Any:
            return self.one.sf(x)

        def _logcdf(self, x: Any) -> Any:
            return self.one.logcdf(x)

        def _logsf(self, x: Any) -> Any:
            return self.one.logsf(x)

        def _logpdf(self, x: Any) -> Any:
            return self.one.logpdf(x)

        def _ppf(self, q: Any) -> Any:
            return self.one.ppf(q)

        def _isf(self, q: Any) -> Any:
            return self.one.isf(q)

        def _stats(self) -> Any:
            return self.one.stats("mvsk")

        def _rvs(self, size: Any = None, random_state: Any = None) -> Any:
            return np.asarray(self.one.ppf(random_state.uniform(size=size)))

    return Continuous


WORST = 1e300  # of minus the log-likelihood: no infinity, of which there are no differences
TIGHT = {"xatol": 1e-9, "fatol": 1e-9, "maxiter": 2_000}


def draws(data: ArrayLike, low: float = -np.inf) -> FloatArray:
    """`data` as float64, shape (k,). ValueError where all are equal, one is not finite or below `low`."""
    values = np.asarray(data, dtype=np.float64).ravel()
    if not np.isfinite(values).all():
        raise ValueError("data: there are entries that are not finite")
    if values.size < 2 or values.min() == values.max():
        raise ValueError("data: a fit needs two draws that differ")
    if values.min() < low:
        raise ValueError(f"data: {values.min():g} lies below {low:g}, where the distribution has nothing")
    return values


def circle(values: FloatArray) -> float:
    """The variance v of a semicircle, or a quarter circle.

    The derivative of the likelihood vanishes where the mean of 2 / (4 - x^2 / v) is 1; it falls from infinity
    at 4 v = max x^2 to 1/2, so that there is one such v.
    """
    from scipy.optimize import brentq

    squares = (values / np.abs(values).max()) ** 2  # of at most 1: v in these units is above 1/4
    # The largest of k draws gives k, and every other one 1/2 or more, where 4 - 1/v is 2/k.
    at = brentq(lambda w: float(np.mean(2 / (4 - squares * w))) - 1, 0.0, 4 - 2 / values.size, xtol=1e-14)
    return float(np.abs(values).max() ** 2 / at)


def fit_marchenko_pastur(values: FloatArray) -> tuple[float, float]:
    """Ratio c and variance v; zeros are draws of the atom, which only c > 1 has, and without any c <= 1.

    With edges a <= min and max <= b of what is not zero, sqrt(b) +- sqrt(a) are 2 sqrt(v) and 2 sqrt(c v),
    the larger one sqrt(v) for c < 1. For c > 1 the draws that are not zero have ratio 1/c and variance c v.
    """
    rest = draws(values[values > 0])
    zeros = values.size - rest.size
    least, most = float(rest.min()), float(rest.max())

    def edges(p: FloatArray) -> tuple[float, float]:
        a, b = least * _share(p[0]), most / _share(p[1])
        return ((b**0.5 + a**0.5) / 2) ** 2, ((b**0.5 - a**0.5) / 2) ** 2  # v, c v of the rest

    def badness(p: FloatArray) -> float:
        v, cv = edges(p)
        a, b = least * _share(p[0]), most / _share(p[1])
        with np.errstate(divide="ignore", invalid="ignore"):
            value = rest.size * np.log(cv) - 0.5 * float(np.sum(np.log(b - rest) + np.log(rest - a)))
            value -= (zeros * np.log(1 - cv / v) + rest.size * np.log(cv / v)) if zeros else 0.0
        return float(value) if np.isfinite(value) else WORST

    v, cv = edges(_least(badness, np.array([2.0, 2.0])))
    return (v / cv, cv) if zeros else (cv / v, v)


def moved(one: WholeDistribution, values: FloatArray) -> tuple[float, float]:
    """Location and scale of a distribution on the whole line, started from mean and standard deviation."""
    scale, spread = values.std() / one.std(), values.std()
    middle = values.mean() - scale * one.mean()

    def at(p: FloatArray) -> tuple[float, float]:
        return float(middle + spread * p[0]), float(scale * np.exp(np.clip(p[1], -20, 20)))

    def badness(p: FloatArray) -> float:
        loc, factor = at(p)
        value = values.size * np.log(factor) - float(np.sum(one.logpdf((values - loc) / factor)))
        return float(value) if np.isfinite(value) else WORST

    return at(_least(badness, np.zeros(2)))


def _share(p: Any) -> float:
    """A number between 0 and 1 for one on the line."""
    return float(1 / (1 + np.exp(-np.clip(p, -700, 700))))


def _least(badness: Any, start: FloatArray) -> FloatArray:
    from scipy.optimize import minimize

    simplex = start + np.array([[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]])
    found = minimize(badness, start, method="Nelder-Mead", options={**TIGHT, "initial_simplex": simplex})
    best: FloatArray = found.x
    return best
