"""The words: what they take (M matrix, V vector, I integer, N number or vector, * any) and their values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from perturb.prove.checker.matrices import HIGHEST, Matrix, as_scalar, each, square, within
from perturb.prove.checker.paths import number
from perturb.prove.checker.polynomials import Rejected
from perturb.prove.checker.words import Words, diagonal, exponent_of

Rule = tuple[str, Callable[..., Any]]
INTEGERS: dict[str, Callable[..., int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "neg": lambda x: -x,
    "sq": lambda x: x * x,
    "abs": abs,
    "larger": max,
    "smaller": min,
}


def scaled(f: Callable[..., Any], x: Any, y: Any) -> Any:
    """f of two numbers or vectors, or of a matrix and a number."""
    if isinstance(x, Matrix) and not isinstance(y, Matrix):
        return Matrix([f(a, as_scalar(y)) for a in row] for row in x)
    if isinstance(y, Matrix):
        raise Rejected("the product of two matrices is matmul")
    return each(f, x, y)


def picked(A: Matrix, keep: Callable[[int, int], bool]) -> Matrix:
    return Matrix([x if keep(i, j) else number(0) for j, x in enumerate(row)] for i, row in enumerate(A))


BLOCKS: dict[str, Callable[[int, int, int], tuple[int, int, slice, slice]]] = {
    # for k and the sides m, n: the least and the largest k, the rows, the columns
    "leading": lambda k, m, n: (1, min(m, n), slice(k), slice(k)),
    "trailing": lambda k, m, n: (0, min(m, n) - 1, slice(k, None), slice(k, None)),
    "upper_right": lambda k, m, n: (1, min(m, n - 1), slice(k), slice(k, None)),
    "lower_left": lambda k, m, n: (1, min(m - 1, n), slice(k, None), slice(k)),
    "without_columns": lambda k, m, n: (0, n - 1, slice(None), slice(n - k)),
    "without_rows": lambda k, m, n: (0, m - 1, slice(m - k), slice(None)),
}


def part(word: str, A: Matrix, k: int) -> Matrix:
    low, high, rows, columns = BLOCKS[word](k, A.m, A.n)
    within(k, low, high)
    return Matrix(row[columns] for row in A[rows])


def schur(F: Words, A: Matrix, k: int) -> Matrix:
    a, b, c, d = (part(word, A, k) for word in ("leading", "upper_right", "lower_left", "trailing"))
    return each(F.sub, d, F.matmul(F.matmul(c, F.inverse(a)), b))  # type: ignore[no-any-return]


def block(F: Words, A: Matrix, B: Matrix, C: Matrix, D: Matrix) -> Matrix:
    return Matrix([r + s for X, Y in ((A, B), (C, D)) for r, s in zip(X, Y, strict=True)])


def unit(n: int) -> Matrix:
    return Matrix([number(int(i == j)) for j in range(n)] for i in range(n))


def matpow(F: Words, A: Matrix, k: int) -> Matrix:
    if not 0 <= k <= HIGHEST:
        raise Rejected("unsupported: this power of a matrix")
    return list(accumulate([square(A)] * k, F.matmul, initial=unit(A.m)))[-1]


def schatten(F: Words, A: Matrix, p: Any) -> Any:
    e = exponent_of(p)
    return F.power(F.sum([F.power(x, e) for x in F.singular(A)]), Fraction(1) / e)


def fold(f: Callable[..., Any], v: list[Any]) -> Any:
    if not v:
        raise Rejected("the largest of no components")
    return list(accumulate(v, f))[-1]


WORDS: dict[str, Rule] = {
    "add": ("**", lambda F, x, y: each(F.add, x, y)),
    "sub": ("**", lambda F, x, y: each(F.sub, x, y)),
    "neg": ("*", lambda F, x: scaled(F.mul, x, -1)),
    "mul": ("**", lambda F, x, y: scaled(F.mul, *((y, x) if isinstance(y, Matrix) else (x, y)))),
    "div": ("*N", lambda F, x, y: scaled(F.div, x, y)),
    "sq": ("N", lambda F, x: each(lambda y: F.mul(y, y), x)),
    "abs": ("N", lambda F, x: each(F.absolute, x)),
    "larger": ("NN", lambda F, x, y: each(F.larger, x, y)),
    "smaller": ("NN", lambda F, x, y: each(F.smaller, x, y)),
    "sqrt": ("N", lambda F, x: each(F.sqrt, x)),
    "pow": ("NN", lambda F, x, p: each(lambda y: F.power(y, exponent_of(p)), x)),
    "slopes": ("VN", lambda F, t, eta: [F.slope(x, as_scalar(eta)) for x in t]),
    "sum": ("V", lambda F, v: F.sum(v)),
    "prod": ("V", lambda F, v: list(accumulate(v, F.mul, initial=number(1)))[-1]),
    "partial_sums": ("V", lambda F, v: list(accumulate(v, F.add, initial=number(0)))[1:]),
    "partial_products": ("V", lambda F, v: list(accumulate(v, F.mul, initial=number(1)))[1:]),
    "max": ("V", lambda F, v: fold(F.larger, v)),
    "min": ("V", lambda F, v: fold(F.smaller, v)),
    "norm": ("V", lambda F, v: F.norm(v)),
    "length": ("V", lambda F, v: len(v)),
    "component": ("VI", lambda F, v, i: v[within(i, 1, len(v)) - 1]),
    "head": ("VI", lambda F, v, k: v[: within(k, 0, len(v))]),
    "entry": ("MII", lambda F, A, i, j: A[within(i, 1, A.m) - 1][within(j, 1, A.n) - 1]),
    "rows": ("M", lambda F, A: A.m),
    "cols": ("M", lambda F, A: A.n),
    "T": ("M", lambda F, A: A.mirrored),
    "matmul": ("M*", lambda F, A, B: F.matmul(A, B)),
    "eye": ("M", lambda F, A: unit(A.n)),
    "eye_rows": ("M", lambda F, A: unit(A.m)),
    "diag": ("V", lambda F, v: diagonal(v)),
    "diagonal": ("M", lambda F, A: [A[i][i] for i in range(min(A.m, A.n))]),
    "entries": ("M", lambda F, A: A.all),
    "vec_rows": ("M", lambda F, A: A.all),
    "vec_columns": ("M", lambda F, A: A.mirrored.all),
    "column_matrix": ("V", lambda F, v: Matrix([x] for x in v)),
    "circulant": ("V", lambda F, v: Matrix([v[i - j] for j in range(len(v))] for i in range(len(v)))),
    "hadamard": ("MM", lambda F, A, B: each(F.mul, A, B)),
    "kron": ("**", lambda F, A, B: F.kron(A, B)),
    "upper": ("M", lambda F, A: picked(A, lambda i, j: i <= j)),
    "strict_upper": ("M", lambda F, A: picked(A, lambda i, j: i < j)),
    "block": ("MMMM", block),
    "schur": ("MI", schur),
    "commutator": ("MM", lambda F, A, B: each(F.sub, F.matmul(A, B), F.matmul(B, A))),
    "sym": ("M", lambda F, A: scaled(F.mul, each(F.add, square(A), A.mirrored), number(Fraction(1, 2)))),
    "matpow": ("MI", matpow),
    "inv": ("M", lambda F, A: F.inverse(A)),
    "trace": ("M", lambda F, A: fold(F.add, [square(A)[i][i] for i in range(A.m)])),
    "det": ("M", lambda F, A: F.det(A)),
    "permanent": ("M", lambda F, A: F.det(A, 1)),
    "rank": ("M", lambda F, A: F.rank(A)),
    "s": ("M", lambda F, A: F.singular(A)),
    "s1": ("M", lambda F, A: F.s1(A)),
    "op": ("M", lambda F, A: F.s1(A)),
    "s_min": ("M", lambda F, A: F.singular(A)[-1]),
    "s_star": ("M", lambda F, A: F.s_star(A)),
    "kappa": ("M", lambda F, A: F.div(F.s1(A), F.s_star(A))),
    "cond": ("M", lambda F, A: F.div(F.s1(A), F.singular(A)[-1])),
    "nuclear": ("M", lambda F, A: F.sum(F.singular(A))),
    "ky_fan": ("MI", lambda F, A, k: F.sum(F.singular(A)[: within(k, 0, min(A.m, A.n))])),
    "fro": ("M", lambda F, A: F.norm(A.all)),
    "schatten": ("MN", schatten),
    "max_entry": ("M", lambda F, A: fold(F.larger, [F.absolute(x) for x in A.all])),
    "lam": ("M", lambda F, A: F.eigenvalues(A)),
    "lam_max": ("M", lambda F, A: F.eigenvalues(A)[0]),
    "lam_min": ("M", lambda F, A: F.eigenvalues(A)[-1]),
    "moduli": ("M", lambda F, A: F.moduli(A)),
    "spectral_radius": ("M", lambda F, A: F.moduli(A)[0]),
    "numerical_radius": ("M", lambda F, A: F.numerical_radius(A)),
    "mat_abs": ("M", lambda F, A: F.matrix_abs(A)),
    "mat_sqrt": ("M", lambda F, A: F.matrix_root(A)),
}
WORDS |= {word: ("MI", lambda F, A, k, word=word: part(word, A, k)) for word in BLOCKS}
