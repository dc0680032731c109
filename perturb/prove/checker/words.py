"""The words and their values at 1 x 1 and 2 x 2 (AUDIT.md has the proofs)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import accumulate
from typing import Any

from perturb.prove.checker import doubles, matrices
from perturb.prove.checker.formulas import FORMULAS, OF_SQUARES, WITH_SUBSCRIPTS
from perturb.prove.checker.matrices import (
    HALF,
    HIGHEST,
    Matrix,
    Vector,
    cut,
    det,
    diag,
    each,
    flat,
    gram,
    matmul,
    plane,
    plus,
    scattered,
    times,
    turned,
    within,
)
from perturb.prove.checker.numbers import NOTHING, UNIT, Ratio, number, require, squares
from perturb.prove.checker.paths import NEG, POS, ZERO, Trail


class Words(Trail):
    """A path on which words have values."""

    nothing, unit, half = NOTHING, UNIT, HALF

    def pow(self, x: Ratio, e: Ratio) -> Ratio:
        p = e.n.leading_coefficient()
        fine = e.n.is_constant() and not e.d and 0 <= p <= HIGHEST and p.q in (1, 2)
        require(fine, "unsupported: this power")
        return reduce(times, [self.sqrt(x) if p.q == 2 else x] * int(p.p) or [UNIT])

    def slopes(self, t: Ratio, eta: Ratio) -> Ratio:
        sign = self.sign(t)
        return UNIT if sign == POS else eta if sign == NEG else self.undefined()

    # spectra

    def values(self, A: Matrix, first: bool = False) -> Vector:
        """The singular values, without some that are 0; of a 2 x 2 matrix perhaps only the first one."""
        if 1 in (len(A), len(A[0])):
            return [self.norm(flat(A))]
        if len(A) == len(A[0]) == 2:
            p, q = map(self.norm, plane(A))
            return [p + q, *([] if first else [self.abs(p - q)])]
        alone = scattered(A)
        if alone is not None:
            return [self.abs(x) for x in alone]
        if len(A) == len(A[0]) == 4:
            return [x for x in doubles.complex_s(self, A) for _ in range(1 if first else 2)]
        (u, _), v = plane(gram(A))
        q = self.norm(v)
        return [self.root(u + q), *([] if first else [self.root(u - q)])]

    def descending(self, xs: Vector) -> Vector:
        """Sorted by the path's answers."""
        found: Vector = []
        for x in xs:
            k = 0
            while k < len(found) and not self.negative(found[k] - x):
                k += 1
            found.insert(k, x)
        return found

    def s(self, A: Matrix) -> Vector:
        found = self.descending(self.values(A))
        return found + [NOTHING] * (min(len(A), len(A[0])) - len(found))

    def s1(self, A: Matrix) -> Ratio:
        """Without the question which of the two is larger, where there are two."""
        return reduce(self.larger, self.values(A, first=True) or [NOTHING])

    def s_star(self, A: Matrix) -> Ratio:
        if len(A) == len(A[0]) == 2:
            p, q = map(self.norm, plane(A))
            sign = self.sign(p - q)
            every = [p - q if sign == POS else q - p if sign == NEG else p + q]
        else:
            every = self.values(A)
        kept = [x for x in every if self.sign(x) != ZERO]
        return reduce(self.smaller, kept) if kept else self.undefined()

    def lam(self, A: Matrix) -> Vector:
        if len(A) == 1:
            return A[0]
        if len(A) == 4:
            return [x for x in doubles.complex_lam(self, A) for _ in range(2)]
        if self.sign(A[0][1] - A[1][0]) != ZERO:
            self.undefined()
        (u, _), v = plane(A)
        q = self.norm(v)
        return [u + q, u - q]

    def moduli(self, A: Matrix) -> Vector:
        """u1 +- sqrt(w), w = |v|^2 - u2^2, a complex pair of modulus sqrt(u1^2 - w) where w < 0."""
        if len(A) == 1:
            return [self.norm(*A)]
        if len(A) == 4:
            return [x for x in doubles.complex_moduli(self, A) for _ in range(2)]
        (u1, u2), v = plane(A)
        w = squares(v) - u2 * u2
        if self.negative(w):
            return [self.root(u1 * u1 - w)] * 2
        e, a = self.root(w), self.abs(u1)
        return [a + e, self.abs(a - e)]

    def numerical_radius(self, A: Matrix) -> Ratio:
        """The numerical range is an ellipse about u1 with half-axes |v| along the real line, |u2| across."""
        if len(A) == 1:
            return self.norm(*A)
        (u1, u2), v = plane(A)
        a, b = self.abs(u1), self.norm(v)
        gap = u2 * u2 - b * b
        if self.ask(gap - a * b, POS, NEG | ZERO) != POS:
            return a + b
        return self.sqrt(self.div(u2 * u2 * (u1 * u1 + gap), gap))

    def mat_abs(self, A: Matrix) -> Matrix:
        """m + (v conj(u) / m) conj with m = max(|u|, |v|)."""
        if len(A) == 1:
            return [[self.norm(*A)]]
        (u1, u2), (v1, v2) = plane(A)
        m = self.larger(self.norm([u1, u2]), self.norm([v1, v2]))
        if self.sign(m) == ZERO:
            return [[NOTHING] * 2] * 2
        s, t = self.div(u1 * v1 + u2 * v2, m), self.div(u1 * v2 - u2 * v1, m)
        return [[m + s, t], [t, m - s]]

    def mat_sqrt(self, A: Matrix) -> Matrix:
        """(A + ab) / (a + b), a and b the roots of the eigenvalues."""
        roots = [self.sqrt(x) for x in self.lam(A)]
        if len(A) == 1:
            return [roots]
        a, b = roots[0], roots[-1]
        if self.sign(a + b) == ZERO:
            return diag([NOTHING] * len(A))
        shifted = each(plus, A, diag([a * b] * len(A)))
        return each(lambda x: self.div(x, a + b), shifted)  # type: ignore[no-any-return]

    def rank(self, A: Matrix) -> Ratio:
        if 1 not in (len(A), len(A[0])):
            if not len(A) == len(A[0]) == 2:
                alone = scattered(A)
                if alone is not None:
                    return reduce(plus, [self.rank([[x]]) for x in alone], NOTHING)
                if len(A) == len(A[0]) == 4:
                    return doubles.complex_rank(self, A) * (UNIT + UNIT)  # type: ignore[no-any-return]
            if self.sign(det(A if len(A) == len(A[0]) else gram(A))) != ZERO:
                return UNIT + UNIT
        return NOTHING if self.sign(squares(flat(A))) == ZERO else UNIT


# From the path and the values of the arguments; subscripts are integers.
WORDS: dict[str, Callable[..., Any]] = {
    "add": lambda F, x, y: each(plus, x, y),
    "mul": lambda F, x, y: each(times, x, y),
    "hadamard": lambda F, A, B: each(times, A, B),
    "sum": lambda F, v: reduce(plus, v, NOTHING),
    "prod": lambda F, v: reduce(times, v, UNIT),
    "partial_sums": lambda F, v: list(accumulate(v, plus)),
    "partial_products": lambda F, v: list(accumulate(v, times)),
    "max": lambda F, v: reduce(F.larger, v),
    "min": lambda F, v: reduce(F.smaller, v),
    "length": lambda F, v: number(len(v)),
    "rows": lambda F, A: number(len(A)),
    "cols": lambda F, A: number(len(A[0])),
    "index": lambda F, k, low, high: number(within(k, low, high)),
    "component": lambda F, v, k: v[within(k, 1, len(v)) - 1],
    "head": lambda F, v, k: v[: within(k, 0, len(v))],
    "entry": lambda F, A, i, j: A[within(i, 1, len(A)) - 1][within(j, 1, len(A[0])) - 1],
    "leading": lambda F, A, k: cut(A, k, "first", "first"),
    "trailing": lambda F, A, k: cut(A, k, "after", "after"),
    "upper_right": lambda F, A, k: cut(A, k, "first", "after"),
    "lower_left": lambda F, A, k: cut(A, k, "after", "first"),
    "without_columns": lambda F, A, k: cut(A, k, "all", "but last"),
    "without_rows": lambda F, A, k: cut(A, k, "but last", "all"),
    "row": lambda F, A, k: A[within(k, 1, len(A)) - 1],
    "banded": lambda F, A, k: matrices.banded(A, k),
    "ones": lambda F, k: matrices.ones(k),
    "list": lambda F, *xs: list(xs),
    "reshape": lambda F, x, m, n: matrices.reshaped(x, m, n),
    "T": lambda F, A: turned(A),
    "matmul": lambda F, A, B: matmul(A, B),
    "matpow": lambda F, A, k: matrices.matpow(A, k),
    "kron": lambda F, A, B: matrices.kron(A, B),
    "eye": lambda F, A: diag([UNIT] * len(A[0])),
    "diag": lambda F, v: diag(v),
    "diagonal": lambda F, A: [row[i] for i, row in enumerate(A[: len(A[0])])],
    "entries": lambda F, A: flat(A),
    "column_matrix": lambda F, v: [[x] for x in v],
    "circulant": lambda F, v: [[v[i - j] for j in range(len(v))] for i in range(len(v))],
    "upper": lambda F, A: [[NOTHING if j < i else x for j, x in enumerate(row)] for i, row in enumerate(A)],
    "block": lambda F, A, B, C, D: matrices.block((A, B), (C, D)),
    "trace": lambda F, A: reduce(plus, [row[i] for i, row in enumerate(A)]),
    "det": lambda F, A: doubles.determinant(F, A) if len(A) == 4 else det(A),
    "permanent": lambda F, A: det(A, plus),
    "adjugate": lambda F, A: doubles.adjugate(F, A) if len(A) == 4 else matrices.adjugate(A),
}
ENTRYWISE = "div larger smaller abs sqrt pow slopes"
WORDS |= {word: lambda F, *xs, f=word: each(getattr(F, f), *xs) for word in ENTRYWISE.split()}
OWN = "norm descending s s1 s_star lam moduli numerical_radius mat_abs mat_sqrt rank"
WORDS |= {word: lambda F, A, *, f=word: getattr(F, f)(A) for word in OWN.split()}
WORDS |= FORMULAS
# Numbers (0), vectors (1) and matrices (2) that words take whose formulas would do for others too.
TAKES = {"add": "00 01 10 11 22", "mul": "00 01 10 11 02 20", "div": "00 01 10 11 20", "hadamard": "22"}
TAKES |= {"pow": "00 10", "slopes": "10", "abs": "0 1", "sqrt": "0 1", "rows": "2"}
TAKES |= dict.fromkeys(("larger", "smaller"), "00 01 10 11")
TAKES |= {"row": "20", "banded": "20", "reshape": "100 200", "list": " ".join("0" * k for k in range(1, 65))}
TAKES |= {word: "20 200" if word in WITH_SUBSCRIPTS else "2" for word in FORMULAS}
# What the first argument must be.
VECTOR = {"sum", "prod", "partial_sums", "partial_products", "max", "min", "length", "component", "head"}
VECTOR |= {"norm", "descending", "diag", "column_matrix", "circulant"}
SQUARE = {"trace", "det", "permanent", "adjugate", "matpow", "lam", "moduli", "numerical_radius"}
SQUARE |= {"mat_abs", "mat_sqrt", *OF_SQUARES}
