"""What distributions are to the rest of the program: two protocols, the least and the whole.

An implementation is a value: frozen, equal to another of the same parameters, named by them to the last
digit (`exactly`). It must state a bound of the error of its `cdf` that holds everywhere, and must
not draw but from the generator that it is given. `base.ContinuousDistribution` gives everything here for
`_cdf`, `_pdf`, a support, names and that error; all that there are stand in `ALL` of the package, and in
`names` under the names that people write.

`identity` tells distributions apart, by type and exact parameters; a name is for people.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from perturb.process import public
from perturb.types import FloatArray

Real = Any  # an array or a scalar, of the floating type that came in


class Distribution(Protocol):
    """The least that a comparison with samples needs.

    `name` is plain text and `latex` is mathematics without dollar signs; `cdf_error` bounds the absolute
    error of `cdf` everywhere. `cdf` is right-continuous, `cdf_left` gives P(X < x): of one that has none, the
    cdf one float to the left is taken.
    """

    @property
    def name(self) -> str: ...
    @property
    def latex(self) -> str: ...
    @property
    def cdf_error(self) -> float: ...

    def cdf(self, x: ArrayLike) -> Real: ...
    def pdf(self, x: ArrayLike) -> Real: ...


class WholeDistribution(Distribution, Protocol):
    """A distribution with a support, quantiles and draws: what quadrature and fits are made from.

    `atoms` are pairs (point, mass), `kinks` points inside the support where the density is not smooth. `ppf`
    is the generalised inverse of `cdf`, `isf` that of its complement.
    """

    @property
    def support(self) -> tuple[float, float]: ...
    @property
    def atoms(self) -> tuple[tuple[float, float], ...]: ...
    @property
    def kinks(self) -> tuple[float, ...]: ...

    def sf(self, x: ArrayLike) -> Real: ...
    def logcdf(self, x: ArrayLike) -> Real: ...
    def logsf(self, x: ArrayLike) -> Real: ...
    def logpdf(self, x: ArrayLike) -> Real: ...
    def ppf(self, q: ArrayLike) -> Real: ...
    def isf(self, q: ArrayLike) -> Real: ...
    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray: ...
    def mean(self) -> float: ...
    def std(self) -> float: ...
    def stats(self, moments: str = "mv") -> tuple[float, ...]: ...
    def __hash__(self) -> int: ...
    def __call__(self, loc: float = 0.0, scale: float = 1.0) -> Any: ...


FEW = 4  # atoms that a name can hold
# Stored runs may hold an identity: a class keeps the place where it was when they were drawn.
ONCE = {"Kappa2x2": "kappa_2x2", "ScaledDistribution": "scaled"}


def identity(distribution: Any) -> str:
    """Its type with its parameters, digit by digit; equal where two are one distribution.

    Of a class of somebody else's, which is no dataclass, its attributes are the parameters.
    """
    kind = type(distribution)
    if is_dataclass(distribution):
        given = {field.name: getattr(distribution, field.name) for field in fields(distribution)}
    else:
        given = getattr(distribution, "__dict__", {"": id(distribution)})
    inner = ", ".join(f"{name}={_parameter(value)}" for name, value in sorted(given.items()))
    return f"{_place(kind)}.{kind.__qualname__}({inner})"


def _place(kind: type) -> str:
    """Its module, one of ours by its public name."""
    room, _, file = kind.__module__.rpartition(".")
    known = public.known_as(room)
    return kind.__module__ if known == room else f"{known}.{ONCE.get(kind.__name__, file)}"


def keyed_by_name(distributions: Sequence[Any]) -> dict[str, Any]:
    """Each once, by its name; by its identity too where several that differ share a name."""
    different = {identity(one): one for one in distributions}
    shared = Counter(one.name for one in different.values())
    return {
        one.name if shared[one.name] == 1 else f"{one.name}: {key}": one for key, one in different.items()
    }


def exactly(x: float, digits: int = 6) -> str:
    """A parameter as short as it reads back: 0.2, 1, 0.17677669529663687."""
    short = f"{x:.{digits}g}"
    return short if float(short) == x else repr(float(x))


def atoms(points: Sequence[float], weights: Sequence[float]) -> str:
    """A discrete distribution in words: few atoms with their weights, many by eight digits of a digest."""
    if len(points) > FEW:
        return f"{len(points)} atoms {hashlib.sha256(repr((points, weights)).encode()).hexdigest()[:8]}"
    pairs = zip(points, weights, strict=True)
    return f"atoms {', '.join(f'{exactly(a)} ({exactly(p)})' for a, p in pairs)}"


def _parameter(value: Any) -> str:
    return identity(value) if hasattr(value, "cdf") else repr(value)
