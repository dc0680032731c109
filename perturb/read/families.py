"""What a text defines that has an argument, f(x) = ..., and the blocks of a matrix that it partitions."""

from __future__ import annotations

from dataclasses import dataclass

from perturb.read import signs
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
    FactorList,
    Grid,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    inside,
    written,
)

MAPS = ("f", "g", "h", "phi", "psi", "Phi", "Psi", "F", "G")  # what a function of a matrix is called


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
    known = isinstance(name, Letter) and name.upright and signs.named_word(named) not in ("", "relu")
    small = all(param and param[0].islower() for param in params)
    if not named or known or not all(params) or not (small or named in MAPS):
        return None
    return named, params


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


def defined_name(node: Node) -> str:
    """The name that is defined: H, tau, x'; "" for anything else."""
    node = bare(node)
    if isinstance(node, Raised) and isinstance(bare(node.to), Letter) and written(bare(node.to)) == "prime":
        return f"{written(node.base)}'" if written(node.base) else ""
    name = written(node)
    return "" if name[:1].isdigit() or name.startswith("@") else name


def all_ones(node: Node) -> bool:
    """(1, ..., 1)"""
    return {one.text for one in node.walk() if isinstance(one, Digits)} == {"1"}


def explains(part: Related, where: bool) -> bool:
    """Is a notation explained by a formula of its argument: kappa(A), |A|, a norm, the vector of ones?

    After "let" only |A| is; there ||A|| = 1 is a hypothesis.
    """
    left = bare(part.first) if part.first is not None else part
    if isinstance(left, Letter):
        return written(left) == "@1"
    if isinstance(left, Bracketed):  # [A, B] = AB - BA
        return left.opening in ("[", "<") and len(left.parts) == 2 and all(map(written, left.parts))
    if isinstance(left, FactorList) and [sign for sign, _ in left.parts] == ["", "/"]:
        return all(written(one) for _, one in left.parts)  # A/A_11 is a Schur complement
    if isinstance(left, FactorList) and len(left.parts) == 2 and isinstance(bare(left.parts[0][1]), Letter):
        where = where or isinstance(bare(left.parts[1][1]), Bracketed)
    plain = isinstance(left, Barred) and left.bar == "|" and bool(written(left.inner))
    if not plain and not (where and isinstance(left, FactorList | Barred | Subscripted | Raised)):
        return False
    letters = {one.name for one in left.walk() if isinstance(one, Letter) and one.name[0].isupper()}
    return bool(letters & {one.name for one in part.links[0][1].walk() if isinstance(one, Letter)})
