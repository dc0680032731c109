"""The second route for what the board of problems calls refuted: `python tools/open_second.py`.

Reads the numbers of theorems/open/witnesses.jsonl and decides each statement again, by code that shares
nothing with the engine: fractions where the statement is rational, else 60 digits of mpmath. A violation has
to be of at least 1e-25 of the larger side. Exit code 1 where one is not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, permutations
from math import prod
from pathlib import Path
from typing import Any

from mpmath import mp

LINES = Path(__file__).resolve().parents[1] / "theorems" / "open" / "witnesses.jsonl"
LEAST = 1e-25
Sides = tuple[Any, Any]  # the statement says that the first is at most the second
mp.dps = 60


def number(x: Fraction) -> Any:
    return mp.mpf(x.numerator) / x.denominator


def matrix(a: Any) -> Any:
    """Nested fractions, or a pair of them for a complex matrix, for mpmath."""
    if isinstance(a, tuple):
        return matrix(a[0]) + mp.mpc(0, 1) * matrix(a[1])
    return mp.matrix([[number(x) for x in row] for row in a])


def singular(X: Any) -> list[Any]:
    """The singular values, descending."""
    return sorted(mp.svd(X, compute_uv=False), reverse=True)


def eigen(H: Any) -> tuple[list[Any], Any]:
    """Eigenvalues of a Hermitian matrix, ascending, and eigenvectors."""
    return mp.eighe((H + H.H) / 2)


def function(f: Callable[[Any], Any], H: Any) -> Any:
    """f of a Hermitian matrix."""
    values, Q = eigen(H)
    return Q * mp.diag([f(x) for x in values]) * Q.H


def real_power(H: Any, t: Any) -> Any:
    return function(lambda x: mp.power(max(x, mp.mpf(0)), t) if t else mp.mpf(1), H)


def root(H: Any) -> Any:
    return function(lambda x: mp.sqrt(max(x, mp.mpf(0))), H)


def modulus(X: Any) -> Any:
    return root(X.H * X)


def weighted_mean(A: Any, B: Any, t: Any) -> Any:
    a = root(A)
    inverse = a**-1
    return a * real_power(inverse * B * inverse, t) * a


# Exact matrices: lists of rows of fractions.


def dot(x: Any, y: Any) -> Any:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def times(A: Any, B: Any) -> Any:
    columns = turned(B)
    return [[dot(row, column) for column in columns] for row in A]


def plus(A: Any, B: Any, factor: Any = 1) -> Any:
    return [[x + factor * y for x, y in zip(r, q, strict=True)] for r, q in zip(A, B, strict=True)]


def to_the(A: Any, k: int) -> Any:
    out = identity(len(A))
    for _ in range(k):
        out = times(out, A)
    return out


def identity(n: int) -> Any:
    return [[Fraction(i == j) for j in range(n)] for i in range(n)]


def turned(A: Any) -> Any:
    return [list(column) for column in zip(*A, strict=True)]


def trace(A: Any) -> Any:
    return sum((A[i][i] for i in range(len(A))), Fraction(0))


def solved(A: Any, B: Any) -> Any:
    """A^-1 B by elimination with fractions."""
    n = len(A)
    rows = [[*A[i], *B[i]] for i in range(n)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        rows = [
            r if i == k else [x - r[k] * y for x, y in zip(r, rows[k], strict=True)]
            for i, r in enumerate(rows)
        ]
    return [r[n:] for r in rows]


def determinant(A: Any) -> Any:
    """By expansion over permutations: the q-permanent at -1."""
    return q_permanent(A, -1, frozenset())


def along(A: Any, p: tuple[int, ...]) -> Any:
    return prod(A[i][j] for i, j in enumerate(p))


def permanent(A: Any) -> Any:
    return sum(along(A, p) for p in permutations(range(len(A))))


# One function a problem, below what several use.
def crossed(A: Any, B: Any, t: Any) -> Any:
    return real_power(A, t) * real_power(B, 1 - t) + real_power(B, t) * real_power(A, 1 - t)


def worst(pairs: list[Sides]) -> Sides:
    """The pair in which the first side exceeds the second by most."""
    return max(pairs, key=lambda pair: pair[0] - pair[1])


def crossed_heinz_each(A: Any, B: Any, t: Any) -> Sides:
    A, B, t = matrix(A), matrix(B), number(t)
    return worst(list(zip(singular(crossed(A, B, t)), singular(A + B), strict=True)))


def hayajneh_kittaneh(A: Any, B: Any, t: Any) -> Sides:
    A, B, t = matrix(A), matrix(B), number(t)
    other = real_power(A, t) * real_power(B, 1 - t) + real_power(A, 1 - t) * real_power(B, t)
    return singular(crossed(A, B, t))[0], singular(other)[0]


def ando_hiai_okubo(A: Any, B: Any) -> Sides:
    left = times(times(to_the(A, 4), B), times(A, to_the(B, 4)))
    return trace(left), trace(times(to_the(A, 5), to_the(B, 5)))


def freewan_hayajneh(A: Any, B: Any, C: Any, D: Any) -> Sides:
    A, B, C, D = map(matrix, (A, B, C, D))
    G, H = (weighted_mean(root(X), root(Y), mp.mpf(1) / 2) for X, Y in ((A, B), (C, D)))
    half = root(A + C)
    return singular(G * G + H * H)[0], singular(root(half * (B + D) * half))[0]


def lemos_soares(A: Any, B: Any, t: Any) -> Sides:
    A, B, t = matrix(A), matrix(B), number(t)
    left = singular(real_power(A, t) * weighted_mean(A, B, t) * real_power(B, 1 - t))
    right = singular(A * B)
    return worst([(mp.fprod(left[:k]), mp.fprod(right[:k])) for k in range(1, len(left))])


def determinant_orders(A: Any, B: Any) -> Sides:
    base = to_the(A, 6)
    AB, BA = to_the(times(times(B, times(A, A)), B), 4), to_the(times(times(A, times(B, B)), A), 4)
    return determinant(plus(base, BA)), determinant(plus(base, AB))


def carlen_lieb_rearrangement(A: Any, B: Any) -> Sides:
    A, B, p = matrix(A), matrix(B), mp.mpf(3) / 2
    left = sum(x**p for x in (*singular(A + B), *singular(A - B)))
    pairs = list(zip(reversed(singular(A)), singular(B), strict=True))
    return left, sum((u + v) ** p + abs(u - v) ** p for u, v in pairs)


def weyl(whole: Any, first: Any, second: Any, factor: Any = 1) -> Sides:
    """The worst of lambda_(i+j-1)(whole) against the factor times lambda_i(first) + lambda_j(second)."""
    x, a, b = (eigen(X)[0][::-1] for X in (whole, first, second))
    n = len(x)
    return worst([(x[i + j], factor * (a[i] + b[j])) for i in range(n) for j in range(n - i)])


def symmetric_modulus_orbits(A: Any, B: Any) -> Sides:
    A, B = matrix(A), matrix(B)
    S = [(modulus(X) + modulus(X.T)) / 2 for X in (A + B, A, B)]
    return weyl(*S, factor=mp.sqrt(2))


def concave_orbits(A: Any, B: Any) -> Sides:
    A, B = matrix(A), matrix(B)
    return weyl(*[X - X * X for X in (A + B, A, B)])


def maximal_modulus(A: Any, B: Any) -> Sides:
    A, B = matrix(A), matrix(B)
    assert mp.mnorm((A + B) * (A + B).H - (A + B).H * (A + B)) > LEAST
    return singular(A + B)[0], singular(A)[0] + singular(B)[1]


def hlawka_trace(A: Any, B: Any, C: Any) -> Sides:
    A, B, C = map(matrix, (A, B, C))

    *each, AB, AC, BC, whole = (mp.fsum(singular(X)) for X in (A, B, C, A + B, A + C, B + C, A + B + C))
    alone = sum(each)
    return alone - whole, 2 * (2 * alone - AB - AC - BC)


def q_permanent(A: Any, q: Any, keeps: frozenset[int]) -> Any:
    out = Fraction(0)
    for p in permutations(range(len(A))):
        if {p[i] for i in keeps} == keeps:
            out += q ** sum(p[i] > p[j] for i, j in combinations(range(len(A)), 2)) * along(A, p)
    return out


def q_permanent_subset(A: Any, q: Any) -> Sides:
    return q_permanent(A, q, frozenset({1})), q_permanent(A, q, frozenset())


def bapat_sunder(A: Any, B: Any) -> Sides:
    A, B = matrix(A), matrix(B)
    n = A.rows
    product = [[A[i, j] * B[i, j] for j in range(n)] for i in range(n)]
    diagonal = mp.fprod(mp.re(B[i, i]) for i in range(n))
    return mp.re(permanent(product)), mp.re(
        permanent([[A[i, j] for j in range(n)] for i in range(n)])
    ) * diagonal


def derivative_realizability(A: Any) -> Sides:
    n = len(A)
    coefficients = [Fraction(1)]  # Faddeev and LeVerrier
    M = identity(n)
    for k in range(1, n + 1):
        X = times(A, M)
        coefficients.append(-trace(X) / k)
        M = plus(X, identity(n), coefficients[-1])
    derived = [c * (n - k) / n for k, c in enumerate(coefficients[:n])]
    companion = [
        [-derived[j + 1] if i == 0 else Fraction(i == j + 1) for j in range(n - 1)] for i in range(n - 1)
    ]
    return Fraction(0), trace(to_the(companion, 7))


def orthogonal_growth(B: Any) -> Sides:
    n = 8
    L = [[B[i][j] if i > j else Fraction(i == j) for j in range(n)] for i in range(n)]
    assert all(abs(x) <= 1 for row in L for x in row)
    # Squares: the orthogonal Q with L = Q R has the entries of L R^-1, and its last pivot is 1 over that of
    # R.
    Q: list[Any] = []
    for column in turned(L):
        v = list(column)
        for q in Q:
            f = dot(q, column) / dot(q, q)
            v = [x - f * y for x, y in zip(v, q, strict=True)]
        Q.append(v)
    top = max(x * x / dot(q, q) for q in Q for x in q)
    return 1 / dot(Q[-1], Q[-1]), Fraction(17948132, 2601) * top


def image(A: Any, x: Any) -> Any:
    return [dot(row, x) for row in A]


def lsmr_backward_error(A: Any, b: Any) -> Sides:
    At = turned(A)
    N = times(At, A)

    def error(x: Any) -> Any:
        r = [p - q for p, q in zip(b, image(A, x), strict=True)]
        g = image(At, r)
        K = plus([[dot(x, x) * y for y in row] for row in N], identity(len(N)), dot(r, r))
        return dot(g, [row[0] for row in solved(K, [[y] for y in g])])

    g = image(At, b)
    u = image(N, g)
    v = image(N, u)
    first = [dot(g, u) / dot(u, u) * y for y in g]
    normal = [[dot(u, u), dot(u, v)], [dot(u, v), dot(v, v)]]
    y, z = (row[0] for row in solved(normal, [[dot(g, u)], [dot(g, v)]]))
    return error([y * p + z * q for p, q in zip(g, u, strict=True)]), error(first)


def anderson_four_steps(m: Any, v: Any) -> Sides:
    assert max(m) < 1

    def step(x: Any) -> Any:
        y = [(1 - a) * c for a, c in zip(m, x, strict=True)]
        f = dot(x, y) / dot(y, y)
        return [a * (c - f * d) for a, c, d in zip(m, x, y, strict=True)]

    w = step(step(v))
    pairs = [
        m[i] * m[j] * (m[j] - m[i]) / (m[i] * (1 - m[i]) + m[j] * (1 - m[j]))
        for i, j in combinations(range(3), 2)
    ]
    return dot(w, w), max(x**4 for x in pairs) * dot(v, v)


def dominant_inverse(d: Any, U: Any) -> Sides:
    J = [[d[i] if i == j else abs(U[min(i, j)][max(i, j)]) for j in range(3)] for i in range(3)]
    assert all(x > 0 for row in J for x in row)
    assert all(2 * J[i][i] >= sum(J[i]) for i in range(3))
    norm = max(sum(abs(x) for x in row) for row in solved(J, identity(3)))
    return Fraction(5, 4), norm


def random_pivots(A: Any) -> Sides:
    n, size = len(A), sum(x * x for row in A for x in row)
    assert all(x for row in A for x in row)
    mean = sum(
        A[i][j] ** 2
        / size
        * sum((A[p][q] - A[p][j] * A[i][q] / A[i][j]) ** 2 for p in range(n) for q in range(n))
        for i in range(n)
        for j in range(n)
    )
    x = singular(matrix(A))
    return number(mean), 2 * mp.fsum(y * y for y in x[1:])


def transfer_spectral(P: Any, Q: Any) -> Sides:
    P, Q = matrix(P), matrix(Q)
    A = P + Q
    values, vectors = eigen(Q)
    lead = [vectors[:, len(values) - 1 - k] * vectors[:, len(values) - 1 - k].H for k in (0, 1)]
    b = values[::-1]
    x = eigen(A)[0][::-1]
    cut = function(lambda y: min(y, mp.mpf(1)), A)
    left = singular(cut - min(b[0], 1) * lead[0] - min(b[1], 1) * lead[1])[0]
    return left * x[2], singular(A - b[0] * lead[0] - b[1] * lead[1])[0] * min(x[2], 1)


def word_equation(X: Any, B: Any) -> Sides:
    word = [X, B, *([X] * 12), B, X]
    basis = [[[1, 0], [0, 0]], [[0, 1], [1, 0]], [[0, 0], [0, 1]]]
    columns = []
    for E in basis:
        out = [[Fraction(0)] * 2 for _ in range(2)]
        for place, letter in enumerate(word):
            if letter is X:
                term = identity(2)
                for k, w in enumerate(word):
                    term = times(term, [[Fraction(x) for x in row] for row in E] if k == place else w)
                out = plus(out, term)
        columns.append([out[0][0], out[0][1], out[1][1]])
    return Fraction(0), determinant(turned(columns))


def inputs_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a witness as fractions, complex inputs as pairs of real and imaginary part."""

    def read(value: Any) -> Any:
        return [read(x) for x in value] if isinstance(value, list) else Fraction(value)

    parts = {name: read(given["value"]) for name, given in data["inputs"].items()}
    heads = data.get("complex", [])
    whole = {head: (parts.pop(f"{head}_re"), parts.pop(f"{head}_im")) for head in heads}
    return {**parts, **whole}


def violation(data: Mapping[str, Any]) -> float:
    """By how much of the larger side the statement fails; its function is called as the problem is."""
    route = globals()[data["claim"].removeprefix("open/").replace("-", "_")]
    low, high = route(**inputs_of(data))
    size = max(abs(low), abs(high))
    return float((low - high) / size) if size else 0.0


def main() -> int:
    """A line a witness; 1 where a statement is not violated."""
    lines = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]
    found = {data["claim"]: violation(data) for data in lines}
    for name, share in found.items():
        print(f"{name}: {'violated' if share > LEAST else 'NOT violated'} by {share:.3g} of the larger side")
    return int(any(share <= LEAST for share in found.values()))


if __name__ == "__main__":
    sys.exit(main())
