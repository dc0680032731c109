"""The words of statements: those that mean others, and the rest with what they take and their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.prove.checker.matrices import HIGHEST, Matrix, diag, each, unit, within
from perturb.prove.checker.paths import number
from perturb.prove.checker.words import Words

MEANS = """
(neg x) = (mul -1 x)
(sub x y) = (add x (mul -1 y))
(sq x) = (mul x x)
(op A) = (s1 A)
(s_min A) = (component (s A) (length (s A)))
(kappa A) = (div (s1 A) (s_star A))
(cond A) = (div (s1 A) (s_min A))
(nuclear A) = (sum (s A))
(ky_fan A k) = (sum (head (s A) k))
(schatten A p) = (pow (sum (pow (s A) p)) (div 1 p))
(fro A) = (norm (entries A))
(max_entry A) = (max (abs (entries A)))
(lam_max A) = (component (lam A) 1)
(lam_min A) = (component (lam A) (length (lam A)))
(spectral_radius A) = (component (moduli A) 1)
(sym A) = (mul 1/2 (add A (T A)))
(commutator A B) = (sub (matmul A B) (matmul B A))
(inv A) = (div (adjugate A) (det A))
(eye_rows A) = (eye (T A))
(vec_rows A) = (entries A)
(vec_columns A) = (entries (T A))
(schur A k) = (sub (trailing A k) (matmul (matmul (lower_left A k) (inv (leading A k))) (upper_right A k)))
"""


def part(A: Matrix, k: int, low: int, high: int, rows: slice, columns: slice) -> Matrix:
    within(k, low, high)
    return Matrix(row[columns] for row in A[rows])


def matpow(F: Words, A: Matrix, k: int) -> Matrix:
    return F.fold(F.matmul, [A] * within(k, 0, HIGHEST), unit(A.m))[-1]  # type: ignore[no-any-return]


# S number, V vector, N either, I integer, M matrix, Q square
ENTRYWISE = {"add": "NN MM", "mul": "NN SM MS", "div": "NN MS", "larger": "NN", "smaller": "NN"}
ENTRYWISE |= {"abs": "N", "sqrt": "N", "pow": "NS", "slopes": "VS"}
METHODS = {"norm": "V", "matmul": "MM MV", "kron": "MM MV VM VV", "adjugate": "Q", "moduli": "Q", "lam": "Q"}
METHODS |= {
    "rank": "M",
    "s": "M",
    "s1": "M",
    "s_star": "M",
    "numerical_radius": "Q",
    "mat_abs": "Q",
    "mat_sqrt": "Q",
}
WORDS: dict[str, tuple[str, Callable[..., Any]]] = {
    "sum": ("V", lambda F, v: F.fold(F.add, v, number(0))[-1]),
    "prod": ("V", lambda F, v: F.fold(F.mul, v, number(1))[-1]),
    "partial_sums": ("V", lambda F, v: F.fold(F.add, v, number(0))[1:]),
    "partial_products": ("V", lambda F, v: F.fold(F.mul, v, number(1))[1:]),
    "max": ("V", lambda F, v: F.fold(F.larger, v)[-1]),
    "min": ("V", lambda F, v: F.fold(F.smaller, v)[-1]),
    "length": ("V", lambda F, v: number(len(v))),
    "rows": ("M", lambda F, A: number(A.m)),
    "cols": ("M", lambda F, A: number(A.n)),
    "index": ("III", lambda F, k, low, high: number(within(k, low, high))),
    "component": ("VI", lambda F, v, i: v[within(i, 1, len(v)) - 1]),
    "head": ("VI", lambda F, v, k: v[: within(k, 0, len(v))]),
    "entry": ("MII", lambda F, A, i, j: A[within(i, 1, A.m) - 1][within(j, 1, A.n) - 1]),
    "leading": ("MI", lambda F, A, k: part(A, k, 1, min(A.m, A.n), slice(k), slice(k))),
    "trailing": ("MI", lambda F, A, k: part(A, k, 0, min(A.m, A.n) - 1, slice(k, None), slice(k, None))),
    "upper_right": ("MI", lambda F, A, k: part(A, k, 1, min(A.m, A.n - 1), slice(k), slice(k, None))),
    "lower_left": ("MI", lambda F, A, k: part(A, k, 1, min(A.m - 1, A.n), slice(k, None), slice(k))),
    "without_columns": ("MI", lambda F, A, k: part(A, k, 0, A.n - 1, slice(None), slice(A.n - k))),
    "without_rows": ("MI", lambda F, A, k: part(A, k, 0, A.m - 1, slice(A.m - k), slice(None))),
    "T": ("M", lambda F, A: A.mirrored),
    "matpow": ("QI", matpow),
    "eye": ("M", lambda F, A: unit(A.n)),
    "diag": ("V", lambda F, v: diag(v)),
    "diagonal": ("M", lambda F, A: [row[i] for i, row in enumerate(A[: A.n])]),
    "entries": ("M", lambda F, A: A.all),
    "column_matrix": ("V", lambda F, v: Matrix([x] for x in v)),
    "circulant": ("V", lambda F, v: Matrix([v[i - j] for j in range(len(v))] for i in range(len(v)))),
    "hadamard": ("MM", lambda F, A, B: each(F.mul, A, B)),
    "upper": ("M", lambda F, A: picked(A, 0)),
    "strict_upper": ("M", lambda F, A: picked(A, 1)),
    "block": ("MMMM", lambda F, A, B, C, D: Matrix([*beside(A, B), *beside(C, D)])),
    "trace": ("Q", lambda F, A: F.fold(F.add, [row[i] for i, row in enumerate(A)])[-1]),
    "det": ("Q", lambda F, A: F.det(A, F.sub)),
    "permanent": ("Q", lambda F, A: F.det(A, F.add)),
}
WORDS |= {word: (kinds, lambda F, *xs, f=word: each(getattr(F, f), *xs)) for word, kinds in ENTRYWISE.items()}
WORDS |= {word: (kinds, lambda F, *xs, f=word: getattr(F, f)(*xs)) for word, kinds in METHODS.items()}
SMALL: dict[str, Callable[..., Any]] = {  # at 1 x 1
    "lam": lambda F, a: [a],
    "moduli": lambda F, a: [F.abs(a)],
    "numerical_radius": lambda F, a: F.abs(a),
    "mat_abs": lambda F, a: Matrix([[F.abs(a)]]),
    "mat_sqrt": lambda F, a: Matrix([[F.sqrt(a)]]),
}


def picked(A: Matrix, above: int) -> Matrix:
    return Matrix([x if j - i >= above else number(0) for j, x in enumerate(row)] for i, row in enumerate(A))


def beside(A: Matrix, B: Matrix) -> Matrix:
    return Matrix(r + s for r, s in zip(A, B, strict=True))
