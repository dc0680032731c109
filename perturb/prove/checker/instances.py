"""Which instances a relation has: for all integers for which its subscripts exist."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.prove.checker.matrices import Matrix, Missing
from perturb.prove.checker.polynomials import Rejected
from perturb.prove.checker.statements import SUBSCRIPTS, Comparison, Node, Shapes, below

WIDEST = 2_000  # values of one index that are tried
SIGNS = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}


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
    found = next(bounds(at, parts, shapes), None)
    if found is None or found[2] - found[1] > WIDEST:
        raise Rejected("unsupported: an index without bounds")
    name, low, high = found
    for k in range(low, high + 1):
        yield from assignments(names, {**at, name: k}, parts, shapes)


def bounds(at: dict[str, int], parts: list[Node], shapes: Shapes) -> Iterator[tuple[str, int, int]]:
    """Intervals that hold all admissible values of an index, from what is known of the others.

    A subscript c i + d with an integer c that is not 0 lies in [0, L], L the longest side: |i| <= |d| + L.
    """
    for part in parts:
        if part.ranged and part.word not in at:
            low, high = (shapes.read(end, {}) for end in part.args)
            yield part.word, low, high
    for part in parts:
        if part.word not in SUBSCRIPTS or not set(part.args[0].free) <= set(at):
            continue
        box = shapes.read(part.args[0], at)
        longest = max(box.m, box.n) if isinstance(box, Matrix) else len(box)
        for subscript in part.args[1:]:
            loose = [name for name in subscript.free if name not in at]
            if len(loose) == 1 and slope(subscript, loose[0]):
                most = longest + abs(shapes.read(subscript, {**at, loose[0]: 0}))
                yield loose[0], -most, most


def slope(part: Node, name: str) -> int:
    """The c where the part is c i + d with d free of i; 0 where it is not seen to be."""
    if name not in part.free or not part.args or part.ranged:
        return int(part.word == name)
    inside = [slope(arg, name) for arg in part.args]
    blind = any(name in arg.free and not c for arg, c in zip(part.args, inside, strict=True))
    if blind or part.word not in SIGNS:
        return 0
    return sum(c * sign for c, sign in zip(inside, SIGNS[part.word], strict=True))
