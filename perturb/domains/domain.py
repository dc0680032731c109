"""Domains: named spaces with common sizes, from which points are constructed and never filtered.

Beside the noun the plain ones: square and rectangular matrices, vectors, scalars, integers; and `together`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.domains.draws import as_columns, corners, draw, exact_input
from perturb.domains.pairs import called, heads, separated
from perturb.domains.space import (
    Batch,
    Param,
    Point,
    Range,
    Size,
    Sizes,
    Space,
    as_end,
    as_range,
    as_typed,
    assignments,
    beyond,
    declared,
    end_of,
    exact_value,
    fixed,
    members,
    said,
    searched,
    spoken_of,
    with_field,
)
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.complexes.values import Complex
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const, variable
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.relations.decide import holds
from perturb.vocab.relations.order import Given, Link, given
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, Floats

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


DEFAULT_RANGE = (1, 5)


@dataclass(frozen=True)
class Domain:
    """Named spaces over common sizes; what the `ranges` of sizes mean stands in `perturb.domains.space`.

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
        own = self.heads
        if set(names) == set(own):
            return replace(
                self, spaces={part: self.spaces[part] for n in names for part in own[n]}, _trees={}
            )
        if len(names) != len(own) or not all(key.startswith("_") for key in self.spaces):
            raise TypeError(f"the statement takes ({', '.join(names)}) but its domain has {', '.join(own)}")
        paired = len(own) < len(self.spaces)
        now = called(self.spaces, names) if paired else dict(zip(names, self.spaces.values(), strict=True))
        return replace(self, spaces=now, _trees={})

    @cached_property
    def arguments(self) -> list[Any]:
        """What the body of a statement gets: a variable for each input, a pair of them for a complex one."""
        read = {head: [variable(n, self.kinds[n]) for n in parts] for head, parts in self.heads.items()}
        return [Complex.of(*two, called=head) if two[1:] else two[0] for head, two in read.items()]

    @cached_property
    def heads(self) -> Mapping[str, tuple[str, ...]]:
        """The inputs, and the spaces of each: (A,) of a real one, (A_re, A_im) of a complex one."""
        paired = any(s.part for s in self.spaces.values())
        return heads(self.spaces) if paired else {n: (n,) for n in self.spaces}

    @property
    def complex_inputs(self) -> list[str]:
        """Those that are pairs, A of A_re and A_im."""
        return [head for head, parts in self.heads.items() if len(parts) == 2]

    def lettered(self, **letters: str) -> Domain:
        """The same domain, its inputs called so in print (LaTeX)."""
        return replace(self, letters=letters, _trees={})

    def reads(self, reading: str) -> Domain:
        """The same domain, with a sentence why its inputs serve for what is printed."""
        return replace(self, reading=reading, _trees={})

    def _check_ends(self) -> None:
        ranges = self.all_ranges()
        for name, end in ((name, end) for name, ends in ranges.items() for end in ends):
            if isinstance(end, str) and end not in ranges:
                every = sorted(ranges)
                raise TypeError(f"{name}: its range ends at {end!r}, which is not a size; sizes: {every}")

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
        found = list(assignments(self.all_ranges(), {}))
        yield from sorted(found, key=lambda sizes: (sum(sizes.values()), tuple(sizes.values())))

    def all_ranges(self) -> dict[str, Range]:
        """Sizes first, then integer inputs, whose ends may be sizes."""
        integers = {n: (s.low, s.high) for n, s in self.spaces.items() if s.kind is Kind.INTEGER}
        return {**self.ranges, **integers}  # type: ignore[dict-item]

    def inputs(self, batch: Batch) -> dict[str, Any]:
        """Float64 inputs of a batch: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers."""
        columns = {k: as_columns(a, len(self.params[k].shape)) for k, a in batch.params.items()}
        read = Evaluation(Floats(columns))
        with np.errstate(all="ignore"):
            return {
                n: batch.sizes[n] if k is Kind.INTEGER else read(self.tree(n)) for n, k in self.kinds.items()
            }

    def construct(self, sizes: Sizes, params: Mapping[str, Any]) -> Point:
        """The exact point with these parameters (object arrays of rationals)."""
        read = Evaluation(CharPoly({key: exact_input(array) for key, array in params.items()}))
        values = {n: sizes[n] if k is Kind.INTEGER else read(self.tree(n)) for n, k in self.kinds.items()}
        return Point(sizes, values, params)

    def point(self, values: Mapping[str, Any]) -> Point:
        """A point from plain data (nested lists, arrays). ValueError where shapes or names do not fit."""
        values = separated(values, self.heads) if self.complex_inputs else values
        if set(values) != set(self.spaces):
            raise ValueError(f"inputs {sorted(values)} given, {sorted(self.spaces)} expected")
        exact = {name: exact_value(values[name], space.kind) for name, space in self.spaces.items()}
        return Point(self._measure(exact), exact)

    def contains(self, point: Point) -> bool:
        """Certified membership; of a range (a, b) of sizes, a < b, the end b bounds the search alone."""
        for name, ends in self.all_ranges().items():
            if not spoken_of(ends, point.sizes[name], point.sizes, name in self.spaces):
                return False
        return holds(self._members, point.values)

    def searches(self, point: Point) -> bool:
        """Is it of sizes that are searched?"""
        return searched(self.all_ranges(), point.sizes)

    @property
    def sizes_said(self) -> str:
        """every n >= 1, searched up to 5; m = 2"""
        return said(self.ranges)

    def beyond(self, point: Point) -> str:
        """That its sizes lie beyond those that are searched, in words; empty where they do not."""
        return beyond(self.ranges, point.sizes)

    @cached_property
    def _members(self) -> tuple[Link, ...]:
        return self.membership()

    def membership(self) -> tuple[Link, ...]:
        """What makes a point one of the domain, as relations between its inputs."""
        return tuple(link for part in members(self.spaces) for link in part.links)

    def draw(self, rng: np.random.Generator, size: int, sizes: Sizes | None = None) -> Batch:
        """`size` random points of equal sizes (random ones where none are given), as a batch."""
        every = list(self.sizes())
        return draw(self, rng, size, sizes or every[rng.integers(len(every))])

    def strategy(self) -> SearchStrategy[Point]:
        """Exact points for Hypothesis; they shrink to small sizes, zeros and small numbers."""
        from perturb.domains.strategies import points

        return points(self)

    def corners(self, limit: int = 300) -> Iterator[Point]:
        """Structured extreme points, at most `limit` a combination of sizes."""
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
        spoken = {name: space for name, space in self.spaces.items() if space.part != "im"}
        for name, space in spoken.items():
            text = space.shown or space.text
            apart = name if text.count("{0}") > 1 else ""  # A = A' is said of each by itself
            alike.setdefault((text, apart), []).append(letters[space.head(name)])
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
        return {**{key: end_of(low, sizes) for key, low in hidden.items()}, **sizes}


def _extent(value: Any) -> tuple[int, ...]:
    if isinstance(value, fmpq_mat | ExactMatrix):
        return (value.nrows(), value.ncols())
    return (len(value),) if isinstance(value, tuple) else ()


def unconstrained(element: Expr) -> list[Given]:
    return []


def domain_of(space: Space, count: int, ranges: dict[str, Any]) -> Domain:
    """`count` copies of a space; sizes that are not given range over 1..5."""
    if count < 1:
        raise ValueError(f"count = {count} must be at least 1")
    wanted = {d for d in (*space.shape, *_param_sizes(space)) if isinstance(d, str)}
    unknown = set(ranges) - wanted
    if unknown:
        raise TypeError(f"unknown size {sorted(unknown)}; this space has {sorted(wanted)}")
    sizes = {name: as_range(name, ranges.get(name, DEFAULT_RANGE)) for name in sorted(wanted)}
    return Domain({f"_{k}": space for k in range(count)}, sizes)


def _param_sizes(space: Space) -> list[Size]:
    return [d for p in space.params.values() for d in p.shape]


def together(**parts: Any) -> Domain:
    """Several inputs over common sizes: `together(M=square(), z=vector(), n=(1, 4))`.

    Domains are inputs by name; integers and pairs set the ranges of sizes, which are otherwise what the
    ranges of the inputs have in common. Raises TypeError for anything else, and for a size that no input has.
    """
    spaces: dict[str, Space] = {}
    ranges: dict[str, Range] = {}
    for name, part in parts.items():
        if isinstance(part, Domain):
            if len(own := part.heads) != 1:
                raise TypeError(f"{name}: one input expected, {len(own)} found; leave out count")
            spaces |= called(part.spaces, [name], [*spaces, *parts])
            ranges.update(
                {size: _common(size, end, ranges.get(size, end)) for size, end in part.ranges.items()}
            )
    for name, part in parts.items():
        if not isinstance(part, Domain):
            if name not in ranges:
                raise TypeError(f"{name} = {part!r} is neither an input nor a size of one")
            ranges[name] = as_range(name, part)
    return Domain(spaces, ranges)


def _common(size: str, one: Range, other: Range) -> Range:
    """What two ranges of a size have in common; ends that name another size are left as in the second.

    Of two that speak of all larger sizes, too, the common part does so: it is searched at two sizes at least.
    """
    if any(isinstance(end, str) for end in (*one, *other)):
        return other
    least, most = int(max(one[0], other[0])), int(min(one[1], other[1]))
    open_ended = not (fixed(one) or fixed(other))
    return as_range(size, (least, most + 1 if open_ended and least == most else most))


@with_field
def rectangular(rows: Size = "m", cols: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real m x n matrices, with field="complex" complex ones; rows and cols name their sizes."""
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols))},
        lambda X: X,
        unconstrained,
        rf"{{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}}",
        form=("general", str(rows), str(cols)),
    )
    return domain_of(space, count, ranges)


@with_field
def square(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real n x n matrices: `square(n=(1, 6))`, `square(count=2, n=(2, 4))`, `square(n=2)` of size 2 alone."""
    return rectangular(size, size, count, **ranges)


@with_field
def vector(size: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real vectors of n components."""
    space = Space(
        Kind.VECTOR,
        (size,),
        {"x": Param((size,))},
        lambda x: x,
        unconstrained,
        rf"{{0}} \in \mathbb{{R}}^{{{size}}}",
        form=("vector", str(size)),
    )
    return domain_of(space, count, ranges)


@with_field
def scalar(low: Any = None, high: Any = None, count: int = 1) -> Domain:
    """A real number, at least `low` and at most `high` where they are given (both ends included)."""
    ends = [None if end is None else declared(end) for end in (low, high)]
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise ValueError(f"scalar: low = {low} exceeds high = {high}")
    text, shown = (
        _scalar_text(*[None if end is None else write(end) for end in ends]) for write in (str, as_typed)
    )
    bounds = ["" if end is None else str(end) for end in ends]
    form = ("scalar", *(bounds if any(bounds) else ()))
    space = Space(Kind.SCALAR, (), *_scalar_map(*ends), text, shown=shown, form=form)
    if low is not None or high is not None:
        space = replace(space, wider=scalar().spaces["_0"])
    return domain_of(space, count, {})


def _scalar_map(low: fmpq | None, high: fmpq | None) -> tuple[dict[str, Param], Callable[..., Any], Any]:
    if low is not None and high is not None:
        inside = lambda x: [given(low, "<=", x, "<=", high)]  # noqa: E731
        return {"t": Param((), "unit")}, lambda t: const(low) + const(high - low) * t, inside
    if low is not None:
        return {"t": Param((), "nonneg")}, lambda t: const(low) + t, lambda x: [given(low, "<=", x)]
    if high is not None:
        return {"t": Param((), "nonneg")}, lambda t: const(high) - t, lambda x: [given(x, "<=", high)]
    return {"t": Param(())}, lambda t: t, unconstrained


def _scalar_text(low: str | None, high: str | None) -> str:
    if low is not None and high is not None:
        return rf"{{0}} \in [{low}, {high}]"
    if low is not None:
        return rf"{{0}} \ge {low}"
    return r"{0} \in \mathbb{R}" if high is None else rf"{{0}} \le {high}"


def integer(low: Size, high: Size) -> Domain:
    """An integer from low to high; an end may be the name of a size: `integer(1, "n")`.

    Raises ValueError for an empty range, and for ends that are no integers.
    """
    low, high = (as_end("integer", (low, high), end) for end in (low, high))
    if isinstance(low, int) and isinstance(high, int) and low > high:
        raise ValueError(f"integer: low = {low} exceeds high = {high}")
    space = Space(
        Kind.INTEGER,
        (),
        {},
        lambda: const(0),
        unconstrained,
        rf"{{0}} \in \{{{low}, \dots, {high}\}}",
        None,
        low,
        high,
        form=("integer", str(low), str(high)),
    )
    return Domain({"_0": space}, {})
