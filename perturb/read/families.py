"""What a text defines that has an argument, f(x) = ..., and the blocks of a matrix that it partitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from perturb.read import signs
from perturb.read.errors import NotUnderstood
from perturb.read.syntax import (
    Bracketed,
    FactorList,
    Grid,
    Letter,
    Node,
    Raised,
    Related,
    bare,
    inside,
    written,
)

if TYPE_CHECKING:
    from perturb.read.scope import Scope, Value
    from perturb.read.story import Story


@dataclass(frozen=True)
class Function:
    """f(x, y) = body."""

    params: tuple[str, ...]
    body: Node
    pos: int


@dataclass(frozen=True)
class Partition:
    """A matrix with the names of its four blocks, "" for one that is told by another."""

    matrix: Node
    names: tuple[str, ...]
    pos: int


def function_of(left: Node) -> tuple[str, tuple[str, ...]] | None:
    """The name and the arguments of f(x), small letters each; None for anything else."""
    one = bare(left)
    if not isinstance(one, FactorList) or len(one.parts) != 2 or one.parts[1][0]:
        return None
    name, args = bare(one.parts[0][1]), bare(one.parts[1][1])
    if not isinstance(args, Bracketed) or args.opening != "(":
        return None
    params = tuple(written(part) for part in args.parts)
    named = written(name)
    known = isinstance(name, Letter) and name.upright and signs.named_word(named)
    if not named or known or not all(param and param[0].islower() for param in params):
        return None
    return named, params


def called(function: Function, args: Bracketed, scope: Scope) -> Value:
    """Its value; the letters of its arguments mean these alone."""
    if len(args.parts) != len(function.params):
        raise NotUnderstood("another number of arguments than in its definition", args.pos)
    values = [scope.expr(part) for part in args.parts]
    before, made = dict(scope.bound), dict(scope.made)
    scope.bound |= dict(zip(function.params, values, strict=True))
    try:
        return scope.value(function.body)
    finally:
        scope.bound = before
        scope.made = made


def partition_of(part: Related) -> Partition | None:
    """A = [A_11, A_12; A_21, A_22], the blocks being letters or transposes of them."""
    grid = inside(part.links[0][1])
    if part.first is None or not written(part.first) or not isinstance(grid, Grid):
        return None
    if [len(row) for row in grid.rows] != [2, 2]:
        return None
    names = tuple(_block(cell) for row in grid.rows for cell in row)
    return Partition(part.first, names, part.pos) if names[0] and names[3] else None


def _block(cell: Node) -> str:
    cell = bare(cell)
    return "" if isinstance(cell, Raised) else written(cell)


def settle(story: Story) -> None:
    """The blocks of a partition become words of its matrix, the first of the size that is said of it."""
    from perturb.read.submatrices import InWords

    words = ("leading", "upper_right", "lower_left", "trailing")
    for one in story.partitions:
        first = story.letters.get(one.names[0])
        sides = [said.sides for said in first.described if said.sides] if first is not None else []
        if not sides:
            cure = f"say: where ${one.names[0]}$ is $k \\times k$"
            raise NotUnderstood("of which size the first block is, is not said", one.pos, cure=cure)
        for name, word in zip(one.names, words, strict=True):
            story.letters.pop(name, None)
            if name:
                story.defined[name] = (InWords(one.pos, word, one.matrix, sides[0][0]), one.pos)
                story.optional.add(name)
