"""A space of inputs, with its parameters and sizes, and the exact points and batches that it holds.

Exact values from what people write: integers, floats, Fractions, "p/q", in nested lists.

A float of a sample is the dyadic number that it is; a bound of a domain is part of the statement, where a
float means the decimal that Python prints for it (`declared`). Points are exact, and so are batches of them.

One input space: its parameters, the map from them to the element, and its sizes.

Parameters are real arrays, numbers in [0, 1], signs, bits. The map is written in the vocabulary: it builds
float64 batches and exact rational points.

n = (a, b) with a < b is the statement for every n >= a, searched up to b; n = (a, a), or n = a, is the
statement for that size alone. An end may name another size: m = (1, "n") is m from 1 to n, for nothing is
searched "up to n". An integer input runs over its range and no further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.numbers.algebraic import Algebraic
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.numerals import literal, meant, readable
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.relations.order import Given


def rational(x: Any) -> fmpq:
    """One exact rational number. Raises ValueError for NaN, infinities and what is not a number."""
    if isinstance(x, fmpq):
        return x
    if type(x) is int:  # no Fraction first, which costs ten times as much: corners have thousands
        return fmpq(x)
    try:
        if isinstance(x, float):  # by far the most: an entry of a batch
            return fmpq(*x.as_integer_ratio())
        exact = Fraction(x.item() if isinstance(x, np.generic) else x)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        raise ValueError(f"entry {x!r} is not a finite number") from None
    return fmpq(exact.numerator, exact.denominator)


def declared(x: Any) -> fmpq:
    """A number of a statement, such as the bound of a domain: 0.1 is 1/10. ValueError as of `rational`."""
    try:
        return rational(meant(x))
    except ValueError:
        raise ValueError(f"entry {x!r} is not a finite number") from None


def as_typed(x: fmpq) -> str:
    """How a page shows a bound: 0.1 where that is what a float means, else the fraction."""
    return literal(Fraction(int(x.p), int(x.q))) or str(x)


def number(x: Any) -> Any:
    """One exact number, rational or algebraic. Raises ValueError as `rational` does."""
    return x if isinstance(x, Algebraic) else rational(x)


def exact_value(data: Any, kind: Kind) -> Any:
    """A matrix (fmpq_mat), vector (tuple of fmpq), scalar (fmpq) or integer from nested lists or an array.

    Algebraic numbers may stand for rational ones; a matrix that has some is an ExactMatrix. Raises ValueError
    for anything else.
    """
    try:
        return _exact_value(data, kind)
    except (TypeError, OverflowError):
        raise ValueError(f"{data!r} is not a {kind.value}") from None


def _exact_value(data: Any, kind: Kind) -> Any:
    if isinstance(data, fmpq_mat | ExactMatrix) and kind is Kind.MATRIX:
        return data
    if kind is Kind.MATRIX:
        rows = [_parts(row) for row in _parts(data)]
        if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
            raise ValueError(f"matrix {data!r} is empty or ragged")
        entries = [number(x) for row in rows for x in row]
        irrational = any(isinstance(x, Algebraic) for x in entries)
        return (ExactMatrix if irrational else fmpq_mat)(len(rows), len(rows[0]), entries)
    if kind is Kind.VECTOR:
        return tuple(number(x) for x in _parts(data))
    if kind is Kind.INTEGER:
        exact = rational(data)
        if exact.q != 1:
            raise ValueError(f"integer {data!r} has a fractional part")
        return int(exact.p)
    return number(data)


def _parts(data: Any) -> list[Any]:
    """Of a list or an array; TypeError for a text, whose letters are no entries, and for a table by names."""
    if isinstance(data, str | bytes | Mapping):
        raise TypeError
    return list(data)


def written(value: Any) -> Any:
    """The exact value as nested lists of strings, for JSON; `exact_value` reads rational ones back."""
    if isinstance(value, fmpq_mat | ExactMatrix):
        return [[readable(x) for x in row] for row in value.tolist()]
    if isinstance(value, tuple):
        return [readable(x) for x in value]
    return value if isinstance(value, int) else readable(value)


def written_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The exact values of a point by name, for JSON."""
    return {name: written(value) for name, value in values.items()}


def numbers(value: Any) -> list[Any]:
    """All numbers of an exact value, row by row."""
    if isinstance(value, fmpq_mat | ExactMatrix):
        return list(value.entries())
    return list(value) if isinstance(value, tuple) else [value]


def floats(data: Any) -> Any:
    """Nearest float64 of an exact value; numbers beyond its range become infinite."""
    if isinstance(data, fmpq_mat | ExactMatrix):
        return np.array([[to_float(x) for x in row] for row in data.tolist()])
    if isinstance(data, tuple):
        return np.array([to_float(x) for x in data])
    return data if isinstance(data, int) else to_float(data)


def to_float(x: fmpq | Algebraic) -> float:
    if isinstance(x, Algebraic):
        return float(x)
    try:
        return float(Fraction(int(x.p), int(x.q)))
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


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


Size = int | str
Sizes = Mapping[str, int]
Range = tuple[Size, Size]
D = TypeVar("D")
COMMON = "in common"  # no name of an input has a space
LARGEST = 2_000


@dataclass(frozen=True)
class Param:
    """One parameter array: shape in sizes; range real, nonneg, positive, signed, unit, sign or bit."""

    shape: tuple[Size, ...]
    range: str = "real"

    def kind(self) -> Kind:
        return (Kind.SCALAR, Kind.VECTOR, Kind.MATRIX)[len(self.shape)]

    def allows(self, x: fmpq) -> bool:
        """Is x a value that an entry of this parameter may take?"""
        if self.range in ("sign", "bit"):
            return bool(x in ((1, -1) if self.range == "sign" else (0, 1)))
        least = {"unit": 0, "signed": -1, "nonneg": 0}.get(self.range)
        if self.range == "positive":
            return bool(x > 0)
        return least is None or bool(x >= least and (self.range == "nonneg" or x <= 1))

    def extent(self, sizes: Sizes) -> tuple[int, ...]:
        return tuple(sizes[d] if isinstance(d, str) else d for d in self.shape)


@dataclass(frozen=True)
class Space:
    """One input: parameters, the map `build` from them to the element, and the exact membership test.

    `member(element)` says in the vocabulary what makes an element one: hypotheses that every kernel can
    check; `shape` names the sizes of the element; `text` is LaTeX with {0} for the name; `wider` is the same
    space with its constraint relaxed (the rim lies there); `shown` is the text of a page, where it says more.
    """

    kind: Kind
    shape: tuple[Size, ...]
    params: Mapping[str, Param]
    build: Callable[..., Expr]
    member: Callable[[Expr], Sequence[Given]]
    text: str
    wider: Space | None = None
    low: Size | None = None
    high: Size | None = None
    shown: str = ""
    # What proofs call it, with its parameters (prove/FORMAT.md); empty: a proof calls it a wider space, whose
    # elements have to fulfil what `member` says beyond that.
    form: tuple[str, ...] = ()
    # Parameters that the inputs of one domain have in common, which the map takes after its own; what these
    # inputs must fulfil together, in the order of `place`.
    common: Mapping[str, Param] = field(default_factory=dict)
    joint: Callable[..., Sequence[Given]] | None = None
    place: int = 0
    # Most elements have irrational entries, as on a sphere; rational parameters give rational ones only.
    # `further` are elements of these sizes that no rational parameters give.
    rational_only: bool = False
    further: Callable[[tuple[int, ...]], Sequence[fmpq_mat]] | None = None

    # Of a complex input X + iY the part "re" or "im" that this is; what the two have in common is their own.
    part: str = ""

    def head(self, name: str) -> str:
        """The input that it is or is a part of: A of A, A of A_re."""
        return name.removesuffix(f"_{self.part}") if self.part else name

    def named_params(self, name: str) -> dict[str, Param]:
        """Its parameters, keyed `name.param`, then those in common."""
        own = {f"{name}.{key}": p for key, p in self.params.items()}
        shared = self.head(name) if self.part else COMMON
        return {**own, **{f"{shared}.{key}": p for key, p in self.common.items()}}

    def further_elements(self, sizes: Sizes) -> Sequence[fmpq_mat]:
        """Elements that no rational parameters give, at these sizes."""
        sides = tuple(sizes[d] if isinstance(d, str) else d for d in self.shape)
        return self.further(sides) if self.further is not None else ()

    def element(self, name: str) -> Expr:
        """The element as a tree over its parameters."""
        return self.build(*[variable(key, p.kind()) for key, p in self.named_params(name).items()])


# The complex inputs behind `field="complex"`, by the names of the real ones; `complexes` puts them here.
FIELDS: dict[str, Callable[..., Any]] = {}


def with_field(real: Callable[..., D]) -> Callable[..., D]:
    """A maker of inputs with `field="complex"` for complex ones. ValueError for another field."""

    @wraps(real)
    def made(*args: Any, field: str = "real", **more: Any) -> D:
        if field not in ("real", "complex"):
            raise ValueError(f"{real.__name__}: field = {field!r} is neither 'real' nor 'complex'")
        maker: Callable[..., D] = real if field == "real" else FIELDS[real.__name__]
        return maker(*args, **more)

    own = signature(real)
    shown = Parameter("field", Parameter.KEYWORD_ONLY, default="real", annotation="str")
    *first, last = own.parameters.values()
    ranges = [last] if last.kind is Parameter.VAR_KEYWORD else []
    made.__signature__ = own.replace(parameters=[*(first if ranges else [*first, last]), shown, *ranges])  # type: ignore[attr-defined]
    return made


def members(spaces: Mapping[str, Space]) -> list[Given]:
    """What makes the inputs of a domain elements of their spaces, each by itself and together."""
    alone = [part for n, space in spaces.items() for part in space.member(variable(n, space.kind))]
    return alone + together_members(spaces)


def together_members(spaces: Mapping[str, Space]) -> list[Given]:
    """What inputs of one domain fulfil together."""
    parts: list[Given] = []
    groups: dict[Any, list[tuple[int, str]]] = {}
    for name, space in spaces.items():
        whole = space.head(name) if space.part else ""
        groups.setdefault((space.joint, whole), []).append((space.place, name))
    for (joint, _), those in groups.items():
        if joint is not None:
            parts += joint(*[variable(n, spaces[n].kind) for _, n in sorted(those)])
    return parts


def sides_of(spaces: Mapping[str, Space], sizes: Iterable[str], letters: Mapping[str, str]) -> Sides:
    """What the sides of the inputs are called; `letters` are those of the inputs."""
    shapes = {name: None if s.kind is Kind.INTEGER else s.shape for name, s in spaces.items()}
    return Sides(tuple(sizes), shapes, {name: letters[name] for name, s in shapes.items() if s is None})


def fixed(ends: Range) -> bool:
    """Is this the size itself, and not where a search begins and ends?"""
    return ends[0] == ends[1]


def spoken_of(ends: Range, value: int, sizes: Sizes, whole: bool = False) -> bool:
    """Is it a value that the statement speaks of? `whole`: both ends belong to the statement."""
    closed = whole or fixed(ends) or isinstance(ends[1], str)
    top = end_of(ends[1], sizes) if closed else value
    return end_of(ends[0], sizes) <= value <= top


def searched(ranges: Mapping[str, Range], sizes: Sizes) -> bool:
    """Do these sizes lie where the statement is searched?"""
    return all(spoken_of(ends, sizes[name], sizes, whole=True) for name, ends in ranges.items())


def beyond(ranges: Mapping[str, Range], sizes: Sizes) -> str:
    """n = 5 is beyond the sizes searched (n <= 3); empty for sizes that are."""
    far = {name: end_of(high, sizes) for name, (_, high) in ranges.items()}
    far = {name: high for name, high in far.items() if sizes[name] > high}
    here = ", ".join(f"{name} = {sizes[name]}" for name in far)
    most = ", ".join(f"{name} <= {high}" for name, high in far.items())
    return f"{here} {'is' if len(far) == 1 else 'are'} beyond the sizes searched ({most})" if far else ""


def said(ranges: Mapping[str, Range]) -> str:
    """every k, n >= 1, searched up to 5; m = 2; every j from 1 to n"""
    alike: dict[Range, list[str]] = {}
    for name, ends in ranges.items():
        alike.setdefault(ends, []).append(name)
    return "; ".join(_said(names, ends) for ends, names in alike.items())


def _said(names: list[str], ends: Range) -> str:
    low, high = ends
    if fixed(ends):
        return f"{' = '.join(names)} = {low}"
    every = f"every {', '.join(names)}"
    return (
        f"{every} from {low} to {high}"
        if isinstance(high, str)
        else f"{every} >= {low}, searched up to {high}"
    )


def assignments(ranges: Mapping[str, Range], chosen: dict[str, int]) -> Iterator[dict[str, int]]:
    """Sizes one after the other; one whose ends name another size waits for that one."""
    rest = [name for name in ranges if name not in chosen]
    if not rest:
        yield {name: chosen[name] for name in ranges}
        return
    ready = [n for n in rest if all(not isinstance(end, str) or end in chosen for end in ranges[n])]
    if not ready:
        raise ValueError(f"the ranges of {', '.join(rest)} wait for each other")
    low, high = ranges[ready[0]]
    for value in range(end_of(low, chosen), end_of(high, chosen) + 1):
        yield from assignments(ranges, {**chosen, ready[0]: value})


def end_of(given: Size, sizes: Sizes) -> int:
    return sizes[given] if isinstance(given, str) else given


def as_range(name: str, given: Any) -> Range:
    """One size, which the statement is about, or (least, greatest searched) for all sizes from the least on.

    Integers, of numpy too, or an end that is the name of another size. Raises ValueError for anything else,
    and for an empty or non-positive range.
    """
    pair = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else (given, given)
    if len(pair) != 2 or isinstance(given, str):
        raise ValueError(f"{name} = {given!r} is not a size or a range of sizes (least, greatest)")
    low, high = (as_end(name, given, end) for end in pair)
    if isinstance(low, int) and (low < 1 or (isinstance(high, int) and high < low)):
        raise ValueError(f"{name} = {given!r} is not a range of sizes (least, greatest)")
    if any(isinstance(end, int) and end > LARGEST for end in (low, high)):
        raise ValueError(f"{name} = {given!r}: sizes above {LARGEST:,} cannot be searched")
    return low, high


def as_end(name: str, given: Any, end: Any) -> Size:
    """An integer as one of Python; True is none."""
    if isinstance(end, str):
        return end
    if isinstance(end, int | np.integer) and not isinstance(end, bool):
        return int(end)
    raise ValueError(f"{name} = {given!r}: {end!r} is not an integer")
