"""What scipy.stats offers beyond cdf and quantiles: stats, interval, expect, entropy, fit, to_scipy."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.fitted import draws, moved
from perturb.laws.distributions.moments import expected
from perturb.laws.distributions.protocol import WholeDistribution

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
