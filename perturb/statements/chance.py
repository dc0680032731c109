"""The nouns of chance: Law (a distribution near its limit), Tail and Mean (bounds at finite sizes).

`limit_law`, `tail` and `mean` declare them by a body that draws.
"""

from __future__ import annotations

import hashlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.laws.distributions.protocol import Distribution
from perturb.statements.paper import Paper, Status
from perturb.types import AnyArray, FloatArray

Statistic = Callable[[int, int, np.random.Generator], FloatArray]
Rate = Callable[[int], float]
Case = tuple[float, ...]
Sampler = Callable[..., AnyArray]
OURS = "ours: declared here, no source prints it"


# Where a limit is looked at to tell it from another.
POINTS = np.array([-3.0, -1.5, -0.5, 0.25, 0.5, 1.0, 1.5, 3.0, 8.0])


def keyed(*parts: object) -> str:
    """16 hexadecimal digits of a tuple."""
    return hashlib.sha256("#".join(map(str, parts)).encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """What every statement that is decided by draws declares.

    `covers` lists ids of printed items. `version` is to be raised when what is drawn changes. `printed` is
    the formula of the source, in LaTeX, or the items that print it, where it is not that of the item.
    """

    name: str
    title: str
    source: str
    covers: tuple[str, ...] = ()
    status: Status | None = None
    paper: Paper | None = None
    doc: str = ""
    file: Path | None = None
    version: int = 1
    printed: str | tuple[str, ...] = ""

    kind = "drawn"

    @property
    def id(self) -> str:
        return self.name

    @property
    def stream_key(self) -> str:
        """What the random streams are keyed by: not sizes or draws, so that adding one changes no other."""
        return keyed(self.name, self.version)


@dataclass(frozen=True, kw_only=True)
class Law(Drawn):
    """A statement about a distribution: what is drawn, at which sizes n, the limit it is held against.

    `statistic(n, draws, rng)` gives shape (draws,); `reference` the limit, its cdf and the cdf's error.
    The limit itself is a theorem of the source; a status "conjectured" speaks of the rate.
    A limit alone says nothing at a finite n: with a `rate` the law states that the sup distance at each n is
    at most rate(n), printed in `rate_source` or declared by us; without one it is shown and never decided.
    `value_error` bounds how far a value of the statistic may be from the exact one; without it that is
    computed where it matters, which is at atoms.
    """

    statistic: Statistic
    sizes: tuple[int, ...]
    reference: Distribution
    rate: Rate | None = None
    rate_source: str = OURS
    value_error: float | None = None

    kind = "law"

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of what is stated: sizes, rates to 9 digits, values of the limit to 6."""
        rates = [f"{n} {'' if self.rate is None else f'{self.rate(n):.9g}'}" for n in self.sizes]
        values = np.round(np.asarray(self.reference.cdf(POINTS)), 6) + 0.0
        return keyed(self.kind, self.stream_key, *rates, self.reference.name, *values.tolist())


@dataclass(frozen=True, kw_only=True)
class Bound(Drawn, ABC):
    """For each case: the quantity of the values that `sampler(*case, draws, rng)` draws, `op` bound(*case).

    The values are independent, shape (draws,); `bound` gives a float good to 1e-12 of itself.
    """

    sampler: Sampler
    bound: Callable[..., float]
    op: str
    cases: tuple[Case, ...]

    kind = "bound"

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of what is stated: cases, and bounds to 9 digits."""
        bounds = [f"{written(case)} {self.bound(*case):.9g}" for case in self.cases]
        return keyed(self.kind, self.stream_key, self.op, *bounds)

    def stream_key_of(self, case: Case) -> str:
        return keyed(self.name, self.version, *case)

    @property
    def at_any_time(self) -> bool:
        """Do the enclosures of all sample sizes hold together at one alpha?"""
        return False

    @abstractmethod
    def enclose(self, values: AnyArray, alpha: float) -> Enclosure:
        """The bounded quantity, from the draws."""


class Tail(Bound):
    """A bound on a probability; the sampler draws booleans, decided by Clopper-Pearson."""

    kind = "tail"

    def enclose(self, values: AnyArray, alpha: float) -> Enclosure:
        from perturb.laws.stats.means import probability

        return probability(values, alpha)


@dataclass(frozen=True, kw_only=True)
class Mean(Bound):
    """A bound on an expectation, of values in `values_in` (by betting) or of a Lipschitz function.

    `lipschitz` is the constant of the value as a function of independent N(0, 1) variables, Euclidean norm.
    Exactly one of the two is given (ValueError otherwise).
    """

    lipschitz: float | None = None
    values_in: tuple[float, float] | None = None

    kind = "mean"

    def __post_init__(self) -> None:
        if (self.lipschitz is None) == (self.values_in is None):
            raise ValueError(f"mean {self.name}: give lipschitz or values_in, one of the two")

    @property
    def at_any_time(self) -> bool:
        return self.values_in is not None

    def enclose(self, values: AnyArray, alpha: float) -> Enclosure:
        from perturb.laws.stats.means import bounded_mean_at_any_time, lipschitz_mean

        if self.values_in is not None:
            return bounded_mean_at_any_time(values, *self.values_in, alpha)
        assert self.lipschitz is not None
        return lipschitz_mean(values, self.lipschitz, alpha)


ChanceStatement = Law | Bound


def written(case: Case) -> str:
    """(10, 5, 0.5)"""
    return f"({', '.join(f'{x:g}' for x in case)})"


def limit_law(
    paper: Paper,
    label: str,
    *,
    limit: Distribution,
    sizes: Sequence[int],
    rate: Rate | None = None,
    rate_source: str = OURS,
    value_error: float | None = None,
    **options: Any,
) -> Callable[[Statistic], Law]:
    """Declare a limit law; the body is its statistic (n, draws, rng) -> (draws,).

    Options: id (default the function's name), title, source, status, covers, version, printed. ValueError for
    sizes that are not distinct and positive, a rate that is not, or a value_error that is negative.
    """
    if not sizes or min(sizes) < 1 or len(set(sizes)) < len(sizes):
        raise ValueError(f"law {label!r}: sizes must be distinct positive integers, got {sizes}")
    if rate is not None and not all(rate(n) > 0 for n in sizes):
        raise ValueError(f"law {label!r}: the rate must be positive at each size")
    if value_error is not None and not 0 <= value_error < inf:
        raise ValueError(f"law {label!r}: value_error must be finite and not negative, got {value_error}")

    def declare(body: Statistic) -> Law:
        shared = common(paper, label, body, options)
        return Law(
            **shared,
            statistic=body,
            sizes=tuple(sizes),
            reference=limit,
            rate=rate,
            rate_source=rate_source,
            value_error=value_error,
        )

    return declare


def tail(
    paper: Paper,
    label: str,
    *,
    bound: Callable[..., float],
    cases: Sequence[Case],
    direction: str = "<=",
    **options: Any,
) -> Callable[[Sampler], Tail]:
    """Declare a bound on P(event), direction "<=" or ">="; the body (*case, draws, rng) draws the event."""
    op = _direction(label, direction, cases)

    def declare(body: Sampler) -> Tail:
        shared = common(paper, label, body, options)
        return Tail(**shared, sampler=body, bound=bound, op=op, cases=_tuples(cases))

    return declare


def mean(
    paper: Paper,
    label: str,
    *,
    bound: Callable[..., float],
    cases: Sequence[Case],
    direction: str = "<=",
    lipschitz: float | None = None,
    values_in: tuple[float, float] | None = None,
    **options: Any,
) -> Callable[[Sampler], Mean]:
    """Declare a bound on an expectation; the body (*case, draws, rng) draws the values."""
    op = _direction(label, direction, cases)

    def declare(body: Sampler) -> Mean:
        shared = common(paper, label, body, options)
        how: dict[str, Any] = {"lipschitz": lipschitz, "values_in": values_in}
        return Mean(**shared, **how, sampler=body, bound=bound, op=op, cases=_tuples(cases))

    return declare


def _tuples(cases: Sequence[Case]) -> tuple[Case, ...]:
    return tuple(tuple(case) for case in cases)


def _direction(label: str, direction: str, cases: Sequence[Case]) -> str:
    if direction not in ("<=", ">="):
        raise ValueError(f"{label!r}: direction = {direction!r} is not <= or >=")
    if not cases or len(set(_tuples(cases))) < len(cases):
        raise ValueError(f"{label!r}: cases must be distinct tuples, at least one, got {cases}")
    return direction


def common(paper: Paper, label: str, body: Callable[..., Any], options: dict[str, Any]) -> dict[str, Any]:
    """What all of them share; TypeError for an unknown option."""
    known = {"id", "title", "source", "status", "covers", "version", "printed"}
    if unknown := sorted(set(options) - known):
        raise TypeError(f"{label!r}: unknown option {unknown[0]!r}; known are {', '.join(sorted(known))}")
    status = options.get("status")
    name = options.get("id") or getattr(body, "__name__", "")
    return {
        "name": f"{paper.key}/{name}",
        "title": options.get("title", label),
        "source": options.get("source", label),
        "covers": tuple(map(paper.full, options.get("covers", ()))),
        "status": None if status is None else Status(status),
        "paper": paper,
        "doc": inspect.getdoc(body) or "",
        "file": Path(inspect.getfile(body)),
        "version": options.get("version", 1),
        "printed": paper.says(options.get("printed", "")),
    }
