"""Unconstrained inputs: square and rectangular matrices, vectors, scalars, integers; and `together`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from perturb.domains.base import Domain
from perturb.domains.exact import as_typed, declared
from perturb.domains.sized import fixed
from perturb.domains.space import Param, Range, Size, Space
from perturb.vocab.order import Given, given
from perturb.vocab.tree import Expr, const
from perturb.vocab.word import Kind

DEFAULT_RANGE = (1, 5)


def unconstrained(element: Expr) -> list[Given]:
    return []


LARGEST = 2_000


def as_range(name: str, given: Any) -> Range:
    """One size, which the statement is about, or (least, greatest searched) for all sizes from the least on.

    Integers, of numpy too, or an end that is the name of another size. Raises ValueError for anything else,
    and for an empty or non-positive range.
    """
    pair = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else (given, given)
    if len(pair) != 2 or isinstance(given, str):
        raise ValueError(f"{name} = {given!r} is not a size or a range of sizes (least, greatest)")
    low, high = (_end(name, given, end) for end in pair)
    if isinstance(low, int) and (low < 1 or (isinstance(high, int) and high < low)):
        raise ValueError(f"{name} = {given!r} is not a range of sizes (least, greatest)")
    if any(isinstance(end, int) and end > LARGEST for end in (low, high)):
        raise ValueError(f"{name} = {given!r}: sizes above {LARGEST:,} cannot be searched")
    return low, high


def _end(name: str, given: Any, end: Any) -> Size:
    """An integer as one of Python; True is none."""
    if isinstance(end, str):
        return end
    if isinstance(end, int | np.integer) and not isinstance(end, bool):
        return int(end)
    raise ValueError(f"{name} = {given!r}: {end!r} is not an integer")


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
    ranges
    of the inputs have in common. Raises TypeError for anything else, and for a size that no input has.
    """
    spaces: dict[str, Space] = {}
    ranges: dict[str, Range] = {}
    for name, part in parts.items():
        if isinstance(part, Domain):
            if len(part.spaces) != 1:
                raise TypeError(f"{name}: one input expected, {len(part.spaces)} found; leave out count")
            spaces[name] = next(iter(part.spaces.values()))
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


def rectangular(rows: str = "m", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real m x n matrices; rows and cols name their sizes."""
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols))},
        lambda X: X,
        unconstrained,
        rf"{{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}}",
    )
    return domain_of(space, count, ranges)


def square(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real n x n matrices: `square(n=(1, 6))`, `square(count=2, n=(2, 4))`, `square(n=2)` of size 2 alone."""
    return rectangular(size, size, count, **ranges)


def vector(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real vectors of n components."""
    space = Space(
        Kind.VECTOR,
        (size,),
        {"x": Param((size,))},
        lambda x: x,
        unconstrained,
        rf"{{0}} \in \mathbb{{R}}^{{{size}}}",
    )
    return domain_of(space, count, ranges)


def scalar(low: Any = None, high: Any = None, count: int = 1) -> Domain:
    """A real number, at least `low` and at most `high` where they are given (both ends included)."""
    ends = [None if end is None else declared(end) for end in (low, high)]
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise ValueError(f"scalar: low = {low} exceeds high = {high}")
    text, shown = (
        _scalar_text(*[None if end is None else write(end) for end in ends]) for write in (str, as_typed)
    )
    space = Space(Kind.SCALAR, (), *_scalar_map(*ends), text, shown=shown)
    if low is not None or high is not None:
        free = Space(Kind.SCALAR, (), {"t": Param(())}, lambda t: t, unconstrained, r"{0} \in \mathbb{R}")
        space = replace(space, wider=free)
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
    low, high = (_end("integer", (low, high), end) for end in (low, high))
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
    )
    return Domain({"_0": space}, {})
