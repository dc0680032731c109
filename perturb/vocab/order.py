"""Relations: `given` and `then` join trees by <=, <, >=, >, ==, != or the Loewner order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb.enclosure import OPERATORS
from perturb.vocab.identity import Identity
from perturb.vocab.spectral import lam_min
from perturb.vocab.symbols import canonical, latex
from perturb.vocab.tree import INDEX, Expr, Kind, as_expr, const

LOEWNER = ("≼", "loewner")
SIGNS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne"}


@dataclass(frozen=True)
class Link:
    """One relation lhs op rhs between scalars or, component by component, vectors.

    For the Loewner order A <= B the sides are 0 and lambda_min(B - A), and `shown` keeps the matrices.
    """

    lhs: Expr
    op: str
    rhs: Expr
    shown: tuple[Expr, Expr] | None = None

    @property
    def parts(self) -> tuple[Expr, Expr]:
        return self.lhs, self.rhs

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(sorted(self.lhs.free | self.rhs.free))

    def latex(self) -> str:
        if self.shown is not None:
            return rf"{latex(self.shown[0])} \preceq {latex(self.shown[1])}"
        index = "i" if Kind.VECTOR in (self.lhs.kind, self.rhs.kind) else None
        return f"{latex(self.lhs, index)} {SIGNS[self.op]} {latex(self.rhs, index)}"

    def canonical(self) -> str:
        return f"({self.op} {canonical(self.lhs)} {canonical(self.rhs)})"


@dataclass(frozen=True)
class Given:
    """A hypothesis; a point where it fails is outside the statement."""

    links: tuple[Link, ...]


@dataclass(frozen=True)
class Then:
    """A conclusion: a chain of relations, named a, b, c, ... from left to right."""

    links: tuple[Link, ...]


def given(*chain: Any) -> Given:
    """`yield given(a, "<", b)`. Raises TypeError or ValueError for a malformed chain."""
    return Given(_links("given", chain))


def then(*chain: Any) -> Then:
    """`yield then(a, "<=", b, "<=", c)`. Raises TypeError or ValueError for a malformed chain."""
    return Then(_links("then", chain))


def _links(name: str, chain: tuple[Any, ...]) -> tuple[Link, ...]:
    if len(chain) < 3 or len(chain) % 2 == 0:
        raise TypeError(
            f"{name}(a, op, b, ...) takes sides joined by operators, {len(chain)} arguments given"
        )
    sides = _sides(chain[0::2])
    return tuple(_link(name, sides[k], chain[2 * k + 1], sides[k + 1]) for k in range(len(sides) - 1))


def _sides(values: tuple[Any, ...]) -> list[Expr]:
    """A bare multiple of the identity takes the size of the first matrix in the chain."""
    matrix = next((v for v in values if isinstance(v, Expr) and v.kind is Kind.MATRIX), None)
    if matrix is None:
        return [as_expr(v) for v in values]
    return [v.beside(matrix) if isinstance(v, Identity) else as_expr(v) for v in values]


def _link(name: str, lhs: Expr, op: Any, rhs: Expr) -> Link:
    if op in LOEWNER:
        if lhs.kind is not Kind.MATRIX and repr(lhs) == "0":
            return Link(const(0), "<=", lam_min(rhs), (lhs, rhs))
        if Kind.MATRIX not in (lhs.kind, rhs.kind) or lhs.kind is not rhs.kind:
            raise TypeError(f"{name}: the Loewner order joins two matrices")
        return Link(const(0), "<=", lam_min(rhs - lhs), (lhs, rhs))
    if op not in OPERATORS:
        raise ValueError(f"{name}: operator {op!r} is not one of {', '.join(OPERATORS)} or 'loewner'")
    if Kind.MATRIX in (lhs.kind, rhs.kind):
        raise TypeError(
            f"{name}: {op} does not join matrices; use 'loewner', or entries(A) for an entrywise relation"
        )
    return _ranged(name, Link(lhs, op, rhs))


BLOCKS = ("leading", "trailing", "upper_right", "lower_left", "without_columns", "without_rows")
SUBSCRIPTED = ("component", "entry", "head", *BLOCKS)


def _ranged(name: str, link: Link) -> Link:
    """Every index must have a range: that of a subscript, or a declared one. Raises TypeError otherwise."""
    nodes = {node for side in link.parts for node in side.walk()}
    declared = {node.payload[0] for node in nodes if node.word is INDEX and node.args}
    plain = {node.payload[0] for node in nodes if node.word is INDEX and not node.args}
    subscripts = {
        free for node in nodes if node.word.name in SUBSCRIPTED for arg in node.args[1:] for free in arg.free
    }
    if declared & plain:
        raise TypeError(f"{name}: {min(declared & plain)} stands for two different indices")
    if plain - subscripts:
        lost = min(plain - subscripts)
        raise TypeError(f"{name}: index {lost} has no range; use it as a subscript or index({lost!r}, 1, n)")
    return link
