"""What each word of the vocabulary means, from its one-line definition; derived words are not expanded.

A number is a Fraction or an Approx, a vector a list of them, a matrix a list of rows. A value that does not
exist is UNDEFINED, one of which that cannot be told UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.fuzz import matrices as mx
from tests.fuzz import tower
from tests.fuzz.matrices import mat_abs, mat_exp, mat_sqrt, numerical_radius
from tests.fuzz.tower import ONE, UNDEFINED, UNKNOWN, ZERO, Approx, Special, ctx, rounded, sign

HALF = Fraction(1, 2)


def settled(parts: Any) -> Any:
    """A vector or matrix is undefined if one part is, else unknown if one part is."""
    flat = [x for part in parts for x in (part if isinstance(part, list) else [part])]
    for special in (UNDEFINED, UNKNOWN):
        if special in [x for x in flat if isinstance(x, Special)]:
            return special
    return parts


def each(f: Callable[..., Any]) -> Callable[..., Any]:
    """Component by component, a number repeated beside a vector."""

    def word(*xs: Any) -> Any:
        lengths = [len(x) for x in xs if isinstance(x, list)]
        if not lengths:
            return f(*xs)
        columns = [x if isinstance(x, list) else [x] * lengths[0] for x in xs]
        return settled([f(*parts) for parts in zip(*columns, strict=True)])

    return word


def entrywise(f: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *Ms: [[f(*xs) for xs in zip(*rows, strict=True)] for rows in zip(*Ms, strict=True)]


def flat(A: mx.Matrix) -> list[Any]:
    return [x for row in A for x in row]


def euclid(v: list[Any]) -> Any:
    """A sum of squares is not negative, also where its digits do not tell."""
    squares = mx.total(tower.mul(x, x) for x in v)
    if isinstance(squares, Approx) and sign(squares) is None:
        edge = ctx.sqrt(abs(squares.v) + squares.e)
        return Approx(edge / 2, edge / 2)
    return tower.sqrt(squares)


def first(v: list[Any], f: Callable[..., Any]) -> Any:
    if not v:
        return UNDEFINED
    result = v[0]
    for x in v[1:]:
        result = f(result, x)
    return result


def running(f: Callable[..., Any], start: Fraction) -> Callable[..., Any]:
    def word(v: list[Any]) -> list[Any]:
        found, last = [], start
        for x in v:
            last = f(last, x)
            found.append(last)
        return found

    return word


def over(f: Callable[..., Any], start: Fraction) -> Callable[..., Any]:
    return lambda v: [start, *running(f, start)(v)][-1]


def times(A: mx.Matrix, B: Any) -> Any:
    return mx.multiply(A, B) if isinstance(B[0], list) else flat(mx.multiply(A, [[x] for x in B]))


def kron(A: Any, B: Any) -> Any:
    A, B = as_matrix(A), as_matrix(B)
    return [[tower.mul(a, b) for a in p for b in q] for p in A for q in B]


def as_matrix(x: Any) -> mx.Matrix:
    if not isinstance(x, list):
        return [[x]]
    return x if isinstance(x[0], list) else [[c] for c in x]


def kappa(A: mx.Matrix, rank_counts: bool = True) -> Any:
    values = mx.singular_values(A)
    least = s_star(A) if rank_counts else values[-1]
    return least if isinstance(least, Special) else tower.div(values[0], least)


def s_star(A: mx.Matrix) -> Any:
    """The smallest singular value that is not zero."""
    values = mx.singular_values(A)
    if all(sign(x) == 0 for x in values):
        return UNDEFINED
    known = [x for x in values if sign(x) == 1]
    return UNKNOWN if any(sign(x) is None for x in values) else known[-1]


def schatten(A: mx.Matrix, p: Any) -> Any:
    parts = settled([tower.power(x, p) for x in mx.singular_values(A)])
    return parts if isinstance(parts, Special) else tower.power(mx.total(parts), tower.div(ONE, p))


def slope(x: Any, eta: Any) -> Any:
    return {1: ONE, -1: eta, 0: UNDEFINED, None: UNKNOWN}[sign(x)]


def schur(A: mx.Matrix, k: int) -> Any:
    inverse = mx.inv([row[:k] for row in A[:k]])
    if isinstance(inverse, Special):
        return inverse
    left, right = [row[:k] for row in A[k:]], [row[k:] for row in A[:k]]
    away = mx.multiply(mx.multiply(left, inverse), right)
    return entrywise(tower.sub)([row[k:] for row in A[k:]], away)


def block(A: mx.Matrix, B: mx.Matrix, C: mx.Matrix, D: mx.Matrix) -> mx.Matrix:
    return [[*p, *q] for p, q in zip(A, B, strict=True)] + [[*p, *q] for p, q in zip(C, D, strict=True)]


def diag(v: list[Any]) -> mx.Matrix:
    return [[x if i == j else ZERO for j in range(len(v))] for i, x in enumerate(v)]


def above(shift: int) -> Callable[..., Any]:
    return lambda A: [[x if j >= i + shift else ZERO for j, x in enumerate(row)] for i, row in enumerate(A)]


def commutator(A: mx.Matrix, B: mx.Matrix) -> mx.Matrix:
    return entrywise(tower.sub)(mx.multiply(A, B), mx.multiply(B, A))


def diagonal(A: mx.Matrix) -> list[Any]:
    return [A[i][i] for i in range(min(len(A), len(A[0])))]


NUMBERS: dict[str, Callable[..., Any]] = {
    "add": each(tower.add),
    "sub": each(tower.sub),
    "neg": each(tower.neg),
    "mul": each(tower.mul),
    "div": each(tower.div),
    "pow": each(tower.power),
    "sqrt": each(tower.sqrt),
    "sq": each(lambda x: tower.mul(x, x)),
    "abs": each(tower.absolute),
    "exp": each(tower.exp),
    "log": each(tower.log),
    "larger": each(tower.larger),
    "smaller": each(tower.smaller),
    "pi": lambda: rounded(+ctx.pi),
    "sum": over(tower.add, ZERO),
    "prod": over(tower.mul, ONE),
    "max": lambda v: first(v, tower.larger),
    "min": lambda v: first(v, tower.smaller),
    "partial_sums": running(tower.add, ZERO),
    "partial_products": running(tower.mul, ONE),
    "norm": euclid,
    "slopes": lambda v, eta: settled([slope(x, eta) for x in v]),
}
MATRICES: dict[str, Callable[..., Any]] = {
    "add": entrywise(tower.add),
    "sub": entrywise(tower.sub),
    "neg": entrywise(tower.neg),
    "div": lambda A, x: settled([[tower.div(a, x) for a in row] for row in A]),
    "mul": lambda x, y: mx.scale(x, y) if isinstance(x, list) else mx.scale(y, x),
    "hadamard": entrywise(tower.mul),
    "T": mx.transpose,
    "matmul": times,
    "inv": mx.inv,
    "matpow": lambda A, k: mx.matpow(A, int(k)),
    "kron": kron,
    "commutator": commutator,
    "sym": lambda A: mx.scale(mx.plus(A, mx.transpose(A)), HALF),
    "block": block,
    "schur": lambda A, k: schur(A, int(k)),
    "diag": diag,
    "column_matrix": lambda v: [[x] for x in v],
    "upper": above(0),
    "strict_upper": above(1),
    "circulant": lambda v: [[v[(i - j) % len(v)] for j in range(len(v))] for i in range(len(v))],
    "mat_exp": mat_exp,
    "mat_sqrt": mat_sqrt,
    "mat_abs": mat_abs,
}
OF_A_MATRIX: dict[str, Callable[..., Any]] = {
    "trace": lambda A: mx.total(diagonal(A)),
    "det": mx.det,
    "permanent": mx.permanent,
    "rank": mx.rank,
    "diagonal": diagonal,
    "entries": flat,
    "vec_rows": flat,
    "vec_columns": lambda A: flat(mx.transpose(A)),
    "s": mx.singular_values,
    "s1": lambda A: mx.singular_values(A)[0],
    "op": lambda A: mx.singular_values(A)[0],
    "s_min": lambda A: mx.singular_values(A)[-1],
    "s_star": s_star,
    "kappa": kappa,
    "cond": lambda A: kappa(A, rank_counts=False),
    "lam": mx.eigenvalues,
    "lam_max": lambda A: mx.eigenvalues(A)[0],
    "lam_min": lambda A: mx.eigenvalues(A)[-1],
    "moduli": mx.moduli,
    "spectral_radius": lambda A: mx.moduli(A)[0],
    "numerical_radius": numerical_radius,
    "fro": lambda A: euclid(flat(A)),
    "nuclear": lambda A: mx.total(mx.singular_values(A)),
    "schatten": schatten,
    "ky_fan": lambda A, k: mx.total(mx.singular_values(A)[: int(k)]),
    "max_entry": lambda A: first([tower.absolute(x) for x in flat(A)], tower.larger),
}
SUBSCRIPTED: dict[str, Callable[..., Any]] = {
    "component": lambda v, i: v[i - 1],
    "head": lambda v, k: v[:k],
    "entry": lambda A, i, j: A[i - 1][j - 1],
    "leading": lambda A, k: [row[:k] for row in A[:k]],
    "trailing": lambda A, k: [row[k:] for row in A[k:]],
    "upper_right": lambda A, k: [row[k:] for row in A[:k]],
    "lower_left": lambda A, k: [row[:k] for row in A[k:]],
    "without_columns": lambda A, k: [row[: len(row) - k] for row in A],
    "without_rows": lambda A, k: A[: len(A) - k],
}
