"""Domains: named spaces with common sizes, from which points are constructed and never filtered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq_mat

from perturb.domains import sized
from perturb.domains.exact import exact_value, rational
from perturb.domains.space import Param, Range, Sizes, Space, members
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.certified import CharPoly
from perturb.vocab.decide import holds
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.floats import Floats
from perturb.vocab.order import Link
from perturb.vocab.symbols import symbol
from perturb.vocab.tree import Expr
from perturb.vocab.word import Kind

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Point:
    """One exact input: sizes, values by name and, where it was constructed, the parameters behind it."""

    sizes: Sizes
    values: Mapping[str, Any]
    params: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Batch:
    """Points of equal sizes as float64 parameter arrays (B, ...), which are exact dyadic numbers."""

    sizes: Sizes
    params: Mapping[str, Any]
    count: int

    def params_of(self, k: int) -> dict[str, Any]:
        return {key: exact_array(array[k]) for key, array in self.params.items()}


def exact_array(array: Any) -> Any:
    """An object array of exact rationals with the shape of `array`."""
    array = np.asarray(array)
    out = np.empty(array.size, dtype=object)
    out[:] = [rational(x) for x in array.ravel().tolist()]
    return out.reshape(array.shape)


@dataclass(frozen=True)
class Domain:
    """Named spaces over common sizes; what the `ranges` of sizes mean stands in `perturb.domains.sized`.

    `letters` say what inputs are called in print, in LaTeX, and `reading` why a parametrisation serves for
    what is printed; nothing else depends on them.
    """

    spaces: Mapping[str, Space]
    ranges: Mapping[str, Range]
    letters: Mapping[str, str] = field(default_factory=dict, compare=False)
    reading: str = field(default="", compare=False)
    _trees: dict[str, Expr] = field(default_factory=dict, compare=False, repr=False)

    def named(self, names: list[str]) -> Domain:
        """The same domain with its spaces called `names`, or put in that order where they have names already.

        Raises TypeError when the numbers differ, or when an integer ends at a size that no input has.
        """
        self._check_ends()
        if set(names) == set(self.spaces):
            return replace(self, spaces={name: self.spaces[name] for name in names}, _trees={})
        if len(names) != len(self.spaces) or not all(key.startswith("_") for key in self.spaces):
            raise TypeError(
                f"the statement takes ({', '.join(names)}) but its domain has {', '.join(self.spaces)}"
            )
        return replace(self, spaces=dict(zip(names, self.spaces.values(), strict=True)), _trees={})

    def lettered(self, **letters: str) -> Domain:
        """The same domain, its inputs called so in print (LaTeX)."""
        return replace(self, letters=letters, _trees={})

    def reads(self, reading: str) -> Domain:
        """The same domain, with a sentence why its inputs serve for what is printed."""
        return replace(self, reading=reading, _trees={})

    def _check_ends(self) -> None:
        ranges = self.all_ranges()
        for name, ends in ranges.items():
            for end in ends:
                if isinstance(end, str) and end not in ranges:
                    raise TypeError(
                        f"{name}: its range ends at {end!r}, which is not a size; sizes: {sorted(ranges)}"
                    )

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return {name: space.kind for name, space in self.spaces.items()}

    @cached_property
    def params(self) -> Mapping[str, Param]:
        """Every parameter of every space, keyed `name.param`."""
        return {key: p for n, space in self.spaces.items() for key, p in space.named_params(n).items()}

    def tree(self, name: str) -> Expr:
        if name not in self._trees:
            self._trees[name] = self.spaces[name].element(name)
        return self._trees[name]

    def sizes(self) -> Iterator[dict[str, int]]:
        """Every admissible assignment of sizes, small ones first."""
        found = list(sized.assignments(self.all_ranges(), {}))
        yield from sorted(found, key=lambda sizes: (sum(sizes.values()), tuple(sizes.values())))

    def all_ranges(self) -> dict[str, Range]:
        """Sizes first, then integer inputs, whose ends may be sizes."""
        integers = {n: (s.low, s.high) for n, s in self.spaces.items() if s.kind is Kind.INTEGER}
        return {**self.ranges, **integers}  # type: ignore[dict-item]

    def inputs(self, batch: Batch) -> dict[str, Any]:
        """Float64 inputs of a batch: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers."""
        columns = {k: _as_columns(a, len(self.params[k].shape)) for k, a in batch.params.items()}
        read = Evaluation(Floats(columns))
        with np.errstate(all="ignore"):
            return {
                n: batch.sizes[n] if k is Kind.INTEGER else read(self.tree(n)) for n, k in self.kinds.items()
            }

    def construct(self, sizes: Sizes, params: Mapping[str, Any]) -> Point:
        """The exact point with these parameters (object arrays of rationals)."""
        read = Evaluation(CharPoly({key: _exact_input(array) for key, array in params.items()}))
        values = {n: sizes[n] if k is Kind.INTEGER else read(self.tree(n)) for n, k in self.kinds.items()}
        return Point(sizes, values, params)

    def point(self, values: Mapping[str, Any]) -> Point:
        """A point from plain data (nested lists, arrays). ValueError where shapes or names do not fit."""
        if set(values) != set(self.spaces):
            raise ValueError(f"inputs {sorted(values)} given, {sorted(self.spaces)} expected")
        exact = {name: exact_value(values[name], space.kind) for name, space in self.spaces.items()}
        return Point(self._measure(exact), exact)

    def contains(self, point: Point) -> bool:
        """Certified membership; of a range (a, b) of sizes, a < b, the end b bounds the search alone."""
        for name, ends in self.all_ranges().items():
            if not sized.spoken_of(ends, point.sizes[name], point.sizes, name in self.spaces):
                return False
        return holds(self._members, point.values)

    def searches(self, point: Point) -> bool:
        """Is it of sizes that are searched?"""
        return sized.searched(self.all_ranges(), point.sizes)

    @property
    def sizes_said(self) -> str:
        """every n >= 1, searched up to 5; m = 2"""
        return sized.said(self.ranges)

    def beyond(self, point: Point) -> str:
        """That its sizes lie beyond those that are searched, in words; empty where they do not."""
        return sized.beyond(self.ranges, point.sizes)

    @cached_property
    def _members(self) -> tuple[Link, ...]:
        return self.membership()

    def membership(self) -> tuple[Link, ...]:
        """What makes a point one of the domain, as relations between its inputs."""
        return tuple(link for part in members(self.spaces) for link in part.links)

    def draw(self, rng: np.random.Generator, size: int, sizes: Sizes | None = None) -> Batch:
        """`size` random points of equal sizes (random ones where none are given), as a batch."""
        from perturb.domains.families import draw

        every = list(self.sizes())
        return draw(self, rng, size, sizes or every[rng.integers(len(every))])

    def strategy(self) -> SearchStrategy[Point]:
        """Exact points for Hypothesis; they shrink to small sizes, zeros and small numbers."""
        from perturb.domains.strategies import points

        return points(self)

    def corners(self, limit: int = 300) -> Iterator[Point]:
        """Structured extreme points, at most `limit` a combination of sizes."""
        from perturb.domains.corners import corners

        return corners(self, limit)

    def rim(self) -> Domain:
        """The same inputs with every constraint relaxed: a good share of its points lies outside."""
        wider = {name: space.wider or space for name, space in self.spaces.items()}
        return replace(self, spaces=wider, _trees={})

    def describe(self) -> str:
        """LaTeX of the inputs and their sizes."""
        spaces = [space.text.replace("{0}", symbol(name)) for name, space in self.spaces.items()]
        return r",\quad ".join(spaces)

    def shown(self, letters: Mapping[str, str]) -> list[str]:
        """The same for a page, by the `letters` of the inputs, those of one space together."""
        alike: dict[tuple[str, str], list[str]] = {}
        for name, space in self.spaces.items():
            text = space.shown or space.text
            apart = name if text.count("{0}") > 1 else ""  # A = A' is said of each by itself
            alike.setdefault((text, apart), []).append(letters[name])
        return [text.replace("{0}", ", ".join(names)) for (text, _), names in alike.items()]

    def _measure(self, values: Mapping[str, Any]) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for name, space in self.spaces.items():
            for wanted, found in zip(space.shape, _extent(values[name]), strict=True):
                expected = sizes.setdefault(wanted, found) if isinstance(wanted, str) else wanted
                if expected != found:
                    raise ValueError(f"{name}: size {wanted} is {expected} elsewhere, {found} here")
            if space.kind is Kind.INTEGER:
                sizes[name] = values[name]
        hidden = {key: low for key, (low, _) in self.ranges.items() if key not in sizes}
        return {**{key: sized.end(low, sizes) for key, low in hidden.items()}, **sizes}


def _as_columns(array: Any, dimensions: int) -> Any:
    return array.reshape(*array.shape, *([1] * (2 - dimensions)))


def _exact_input(array: Any) -> Any:
    if array.ndim == 2:
        return fmpq_mat(array.shape[0], array.shape[1], list(array.ravel()))
    return tuple(array) if array.ndim == 1 else array[()]


def _extent(value: Any) -> tuple[int, ...]:
    if isinstance(value, fmpq_mat | ExactMatrix):
        return (value.nrows(), value.ncols())
    return (len(value),) if isinstance(value, tuple) else ()
