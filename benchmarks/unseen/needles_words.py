"""False statements that climbs on float64 hardly meet, with true twins: graphs, words, permanents.

Graphs under hypotheses that few meet, margins of 1e-15, equality on a large set around the violation, and one
encoding of two that a search finds less easily.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from benchmarks.unseen.needles_matrices import declared
from perturb import given, then
from perturb.domains import (
    bounded,
    graph,
    positive_definite,
    psd,
    scalar,
    together,
)
from perturb.vocab import (
    column,
    degrees,
    det,
    diagonal,
    eye,
    hadamard,
    inv,
    kron,
    largest,
    leading,
    matpow,
    mul,
    permanent,
    product,
    real,
    row,
    sq,
    strict_lower,
    total,
    trace,
    without_columns,
)


def girth(bound: int) -> Any:
    def body(A):
        yield given(trace(matpow(A, 3)), "==", 0)
        yield given(trace(matpow(A, 4)), "<=", 2 * total(sq(degrees(A))) - total(degrees(A)))
        yield then(total(degrees(A)), "<=", 2 * bound)

    return body


def adjacency(n: int, edges: list[tuple[int, int]]) -> dict[str, Any]:
    return {"A": [[int((i, j) in edges or (j, i) in edges) for j in range(n)] for i in range(n)]}


PETERSEN = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
PETERSEN += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


def without(n: int) -> list[tuple[int, int]]:
    return [e for e in PETERSEN if max(e) < n]


NINE, EIGHT_LEFT = without(9), without(8)
WAGNER = [(i, (i + 1) % 8) for i in range(8)] + [(i, i + 4) for i in range(4)]
TURAN = [(i, j) for i, j in combinations(range(12), 2) if i % 3 != j % 3]
GIRTH = [
    declared("girth-10", True, graph(n=10), girth(14), adjacency(10, PETERSEN)),
    declared("girth-9", True, graph(n=9), girth(11), adjacency(9, NINE)),
]
GIRTH_TRUE = [declared("girth-9-true", False, graph(n=9), girth(12))]


def cliques(a: Any, n: int, many: int, complement: bool) -> Any:
    """How many sets of so many vertices are complete, or empty; halves are added, so that no sum is deep."""
    terms: list[Any] = []
    for chosen in combinations(range(1, n + 1), many):
        x: Any = 1
        for i, j in combinations(chosen, 2):
            x = x * (1 - row(a, i)[j] if complement else row(a, i)[j])
        terms.append(x)
    while len(terms) > 1:
        terms = [sum(terms[k : k + 2][1:], terms[k]) for k in range(0, len(terms), 2)]
    return terms[0]


def ramsey(n: int, many: int = 4) -> Any:
    def body(A):
        yield given(trace(matpow(A, 3)), "==", 0)
        yield then(cliques(A, n, many, True), ">=", 1)

    return body


def turan(n: int, bound: int) -> Any:
    def body(A):
        yield given(cliques(A, n, 4, False), "==", 0)
        yield then(total(degrees(A)), "<=", 2 * bound)

    return body


RAMSEY = [
    declared("ramsey-8", True, graph(n=8), ramsey(8), adjacency(8, WAGNER)),
    declared("turan-9", True, graph(n=9), turan(9, 26), adjacency(9, TURAN)),
    declared("turan-12", True, graph(n=12), turan(12, 47), adjacency(12, TURAN)),
]
RAMSEY_TRUE = [
    declared("ramsey-9-true", False, graph(n=9), ramsey(9)),
    declared("turan-9-true", False, graph(n=9), turan(9, 27)),
]


def word(k: int) -> Any:
    def body(X, B):
        letters = [X, B, *([X] * k), B, X]
        out: Any = None
        for place, letter in enumerate(letters):
            if letter is not B:
                left, right = eye(X), eye(X)
                for w in letters[:place]:
                    left = left @ w
                for w in letters[place + 1 :]:
                    right = right @ w
                term = kron(left, right.T)
                out = term if out is None else out + term
        small = mul(
            [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]], mul(out, [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]])
        )
        yield then(det(small), ">", 0)

    return body


def q_permanent(n: int, keeps: frozenset[int]) -> Any:
    def body(A, q):
        a = [[row(A, i)[j] for j in range(1, n + 1)] for i in range(1, n + 1)]
        lost: dict[int, Any] = {}
        for p in permutations(range(n)):
            if {p[i] for i in keeps} != keeps:
                x = a[0][p[0]]
                for i in range(1, n):
                    x = x * a[i][p[i]]
                k = sum(p[i] > p[j] for i, j in combinations(range(n), 2))
                lost[k] = lost[k] + x if k in lost else x
        out: Any = 0
        for k in range(max(lost), -1, -1):
            out = out * q + lost.get(k, 0)
        yield then(out, ">=", 0)

    return body


def traces(a: int) -> Any:
    def body(A, B):
        yield then(
            trace(matpow(A, a) @ B @ A @ matpow(B, a)), "<=", trace(matpow(A, a + 1) @ matpow(B, a + 1))
        )

    return body


QUARTERS = [
    [514, -32, 508, -257],
    [-32, 512, 64, 16],
    [508, 64, 520, -254],
    [-257, 16, -254, Fraction(257, 2)],
]
GRAM = [[Fraction(x, 128) for x in line] for line in QUARTERS]
WORD = {"X": [[1, 0], [0, Fraction(1, 2)]], "B": [[1, 6], [6, 37]]}
PLEVNIK = {
    "A": [[76, 0, 0], [0, Fraction(1, 100), 0], [0, 0, 1]],
    "B": [[20, -14, 13], [-14, 2880, 3100], [13, 3100, 3380]],
}
SEMI = together(A=psd(), q=scalar(0, 1), n=4)
WORDS = [
    *(declared(f"word-{k}", True, positive_definite(count=2, n=2), word(k), WORD) for k in (12, 14, 16)),
    declared("traces-4", True, positive_definite(count=2, n=3), traces(4), PLEVNIK),
    declared("q-permanent-2", True, SEMI, q_permanent(4, frozenset({1})), {"A": GRAM, "q": Fraction(7, 8)}),
    declared("q-permanent-3", True, SEMI, q_permanent(4, frozenset({2})),
             {"A": [line[::-1] for line in GRAM[::-1]], "q": Fraction(7, 8)}),
]  # fmt: skip
WORDS_TRUE = [
    declared("word-2-true", False, positive_definite(count=2, n=2), word(2)),
    declared("q-permanent-1-true", False, SEMI, q_permanent(4, frozenset({0}))),
]


def orthogonal_growth(B):
    """The growth of partial pivoting on the orthogonal factor of L, against that of the matrix of -1."""
    L = strict_lower(B) + eye(B)
    G = L.T @ L
    top = []
    for j in range(1, 9):
        c = column(inv(leading(G, j)), j)
        top.append(largest(sq(without_columns(L, 8 - j) @ c)) / c[j])
    yield then(row(inv(G), 8)[8], "<=", Fraction(17948132, 2601) * largest(top))


def diagonal_bound(A, B):
    """Permanents of entrywise products and diagonals."""
    yield then(real(permanent(hadamard(A, B))), "<=", real(permanent(A)) * product(real(diagonal(B))))


def vectors(sign: int) -> tuple[list[list[Any]], list[list[Any]]]:
    """Real and imaginary part of the Gram matrix of the poles and a pentagon on the equator."""
    turns = ((1, 0), (309, 951), (-809, 588), (-809, -588), (309, -951))
    pentagon = [(1, (Fraction(x, 1 if x == 1 else 1000), Fraction(sign * y, 1000))) for x, y in turns]
    all_: list[Any] = [(1, (0, 0)), (0, (1, 0)), *pentagon]
    re = [[a * b + u[0] * v[0] + u[1] * v[1] for b, v in all_] for a, u in all_]
    im = [[u[0] * v[1] - u[1] * v[0] for _, v in all_] for _, u in all_]
    return re, im


PARTS = dict(zip(("A_re", "A_im", "B_re", "B_im"), (*vectors(1), *vectors(-1)), strict=True))
OTHERS = [
    declared("orthogonal-growth-8", True, bounded(n=8), orthogonal_growth,
             {"B": [[-int((i, j) != (7, 1)) for j in range(8)] for i in range(8)]}),
    declared("bapat-sunder-7", True, psd(field="complex", count=2, n=7), diagonal_bound, PARTS),
]  # fmt: skip
