"""Which instances a relation has: for all integers for which its subscripts exist."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.prove.checker.matrices import Matrix, Missing
from perturb.prove.checker.polynomials import Rejected
from perturb.prove.checker.statements import SUBSCRIPTS, Comparison, Node, Shapes, below


def exists(part: Node, at: dict[str, int], shapes: Shapes) -> bool:
    try:
        shapes.read(part, at)
    except Missing:
        return False
    return True


def instances(relation: Comparison, shapes: Shapes) -> Iterator[tuple[dict[str, int], int]]:
    """Assignments of the indices, and the component where a side is a vector (0 where none is)."""
    parts = [part for side in relation[1:] for part in below(side)]
    if not all(exists(part, {}, shapes) for part in parts if not part.free):
        return
    names = sorted({name for part in parts for name in part.free})
    indexed = [part for part in parts if part.free]
    for at in sorted(assignments(names, {}, indexed, shapes), key=lambda at: [at[name] for name in names]):
        sides = [shapes.read(side, at) for side in relation[1:]]
        lengths = {len(side) for side in sides if type(side) is list}
        if len(lengths) > 1 or any(isinstance(side, Matrix) for side in sides):
            raise Rejected("a relation between these shapes")
        yield from ((at, k) for k in range(1, lengths.pop() + 1)) if lengths else [(at, 0)]


def assignments(
    names: list[str], at: dict[str, int], parts: list[Node], shapes: Shapes
) -> Iterator[dict[str, int]]:
    """Every assignment for which all parts exist: one index after the other, each within bounds."""
    if any(not exists(part, at, shapes) for part in parts if set(part.free) <= set(at)):
        return
    if len(at) == len(names):
        yield at
        return
    spans = bounds(names, at, parts, shapes)
    name = next((name for name in names if name not in at and name in spans), None)
    if name is None:
        raise Rejected("unsupported: an index without bounds")
    low, high = spans[name]
    for k in range(low, high + 1):
        yield from assignments(names, {**at, name: k}, parts, shapes)


def bounds(
    names: list[str], at: dict[str, int], parts: list[Node], shapes: Shapes
) -> dict[str, tuple[int, int]]:
    """Intervals that hold all admissible values, from subscripts c i + (indices with bounds) + number."""
    spans = {name: (k, k) for name, k in at.items()}
    for _ in names:
        for low, high, form in limits(at, parts, shapes):
            loose = [name for name in form if name and name not in spans]
            if len(loose) == 1 and abs(form[loose[0]]) == 1:
                rest = [
                    (c, *(spans[name] if name else (1, 1))) for name, c in form.items() if name != loose[0]
                ]
                least = sum(min(c * a, c * b) for c, a, b in rest)
                most = sum(max(c * a, c * b) for c, a, b in rest)
                ends = (low - most, high - least) if form[loose[0]] == 1 else (least - high, most - low)
                spans[loose[0]] = ends
    return spans


def limits(
    at: dict[str, int], parts: list[Node], shapes: Shapes
) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Low <= affine form <= high for subscripts of containers that are known, and for declared ranges."""
    for part in parts:
        if part.ranged:
            low, high = (shapes.read(end, {}) for end in part.args)
            yield low, high, {part.word: 1}
        elif part.word in SUBSCRIPTS and set(part.args[0].free) <= set(at):
            box = shapes.read(part.args[0], at)
            longest = max(box.m, box.n) if isinstance(box, Matrix) else len(box)
            for subscript in part.args[1:]:
                form = affine(subscript, at, shapes)
                if form is not None:
                    yield 0, longest, form


def affine(part: Node, at: dict[str, int], shapes: Shapes) -> dict[str, int] | None:
    """Coefficients of the indices and, under "", the constant."""
    if not part.free:
        value = shapes.read(part, at)
        return {"": value} if type(value) is int else None
    if not part.args or part.ranged:
        return {part.word: 1}
    forms = [affine(arg, at, shapes) for arg in part.args]
    if part.word not in ("add", "sub", "neg") or None in forms:
        return None
    signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[part.word]
    out: dict[str, int] = {}
    for form, sign in zip(forms, signs, strict=True):
        for name, c in (form or {}).items():
            out[name] = out.get(name, 0) + sign * c
    return {name: c for name, c in out.items() if c or not name}
