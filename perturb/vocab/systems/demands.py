"""What words ask of the shapes of their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr

SQUARE = {"inv", "matpow", "det", "permanent", "trace", "moduli", "numerical_radius", "lam", "lam_min"}
SQUARE |= {"mat_exp", "mat_power", "mat_sqrt", "mat_log", "adjugate", "eig_re", "eig_im", "matching_distance"}
SQUARE |= {"eigenvector", "eigenprojection", "complex_s", "complex_lam", "complex_moduli"}
ANY_SHAPES = {"matmul", "kron", "block"}  # those of their matrices need not be one
Sides = tuple[int, ...]


class Demands(NamedTuple):
    """What a word asks of its arguments: places of those that have one shape, or one length."""

    matrices: tuple[int, ...]
    vectors: tuple[int, ...]
    first: int
    square: bool
    anything: bool


@lru_cache(maxsize=4096)
def demands(expr: Expr) -> Demands:
    name = expr.word.name
    places = [
        [k for k, arg in enumerate(expr.args) if arg.kind is kind] for kind in (Kind.MATRIX, Kind.VECTOR)
    ]
    matrices, vectors = (tuple(p) if len(p) > 1 and name not in ANY_SHAPES else () for p in places)
    square = name in SQUARE
    anything = bool(matrices or vectors or square or name in ("block", "matmul"))
    return Demands(matrices, vectors, min(places[0], default=0), square, anything)


CALLED = {"add": "sum", "sub": "sum", "hadamard": "Hadamard product"}  # as evaluation calls them


def fit(expr: Expr, shapes: Sequence[Sides]) -> None:
    """ValueError where the shapes of the arguments are not those that the word asks for."""
    has = demands(expr)
    if not has.anything:
        return
    name, first = CALLED.get(expr.word.name, expr.word.name), shapes[has.first]
    alike(name, [shapes[k] for k in has.matrices])
    alike(name, [shapes[k] for k in has.vectors])
    if has.square and first[0] != first[1]:
        raise ValueError(f"{name}: a square matrix is needed, not {_sides(first)}")
    if expr.word.name == "matmul" and first[1] != shapes[1][0]:
        raise _misfit("product", [(*shape, 1)[:2] for shape in shapes])
    if expr.word.name == "block":
        _blocks(shapes)


def alike(name: str, shapes: Sequence[Sides]) -> None:
    if len(set(shapes)) > 1:
        raise _misfit(name, shapes)


def _blocks(shapes: Sequence[Sides]) -> None:
    (a, b, c, d) = shapes
    if (a[0], c[0], a[1], b[1]) != (b[0], d[0], c[1], d[1]):
        raise _misfit("block", shapes)


def _misfit(name: str, shapes: Sequence[Sides]) -> ValueError:
    return ValueError(f"{name}: shapes {' and '.join(map(_sides, shapes))} do not fit")


def _sides(shape: Sides) -> str:
    return " x ".join(map(str, shape))
