"""False statements that climbs on float64 hardly meet, with true twins: zeros, powers, growth, determinants.

Zeros that end the violation when they are none (direct sums of cycles), entrywise and ordinary powers near a
threshold, growth in elimination under hypotheses that few points meet, sign matrices of largest determinant.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.unseen import FALSE, TRUE
from perturb import Claim, claim, given, then
from perturb.domains import (
    bounded,
    box,
    nonnegative,
    sign_matrices,
    square,
    together,
    vector,
)
from perturb.vocab import (
    absolute,
    det,
    diag,
    eig_im,
    eig_re,
    entries,
    entrywise_power,
    eye,
    inv,
    lam_min,
    matpow,
    max_entry,
    mul,
    power,
    reshape,
    row,
    schur,
    smallest,
    strict_lower,
    strict_upper,
    trace,
)

KNOWN: dict[str, Any] = {}


def declared(name: str, false: bool, domain: Any, body: Any, known: Any = None) -> Claim:
    """One of the set; a false one with its counterexample."""
    if false:
        KNOWN[name] = known
    return claim(FALSE if false else TRUE, name, id=name, domain=domain)(body)


def cycles(*lengths: int, ones: Any = Fraction(1, 4)) -> list[list[Any]]:
    """The direct sum of cycles of these lengths; a cycle of length one has the weight `ones`."""
    n = sum(lengths)
    A: list[list[Any]] = [[0] * n for _ in range(n)]
    start = 0
    for k in lengths:
        for i in range(k):
            A[start + i][start + (i + 1) % k] = 1 if k > 1 else ones
        start += k
    return A


def derived_sum(A: Any, n: int, top: int) -> Any:
    """The sum of the powers `top` of the critical points of the characteristic polynomial, by Newton's
    identities.
    """
    t = [None] + [trace(matpow(A, k)) for k in range(1, n)]
    e: list[Any] = [1]
    for k in range(1, n):
        e.append(sum((-1) ** (j - 1) * e[k - j] * t[j] for j in range(1, k + 1)) / k)
    d = [e[k] * (n - k) / n for k in range(n)]
    first = [(-1) ** (k + 1) * d[k] for k in range(1, n)]
    rest = [int(i == j) for i in range(n - 2) for j in range(n - 1)]
    return trace(matpow(reshape([*first, *rest], n - 1, n - 1), top))  # of the companion matrix


def derived(n: int, top: int) -> Any:
    def body(A):
        yield then(derived_sum(A, n, top), ">=", 0)

    return body


DERIVED = [
    declared(f"derived-{n}-{top}", True, nonnegative(n=n), derived(n, top), {"A": cycles(*lengths)})
    for n, lengths in ((7, (1, 2, 4)), (8, (1, 1, 2, 4)), (9, (1, 1, 1, 2, 4)), (10, (1, 1, 1, 1, 2, 4)))
    for top in (7, 11)
]
DERIVED_TRUE = [
    declared(f"derived-{n}-{top}-true", False, nonnegative(n=n), derived(n, top))
    for n, top in ((4, 3), (4, 5))
]


def weighted_cycles(n: int, top: int, shape: list[list[Any]]) -> Any:
    pattern = [[int(x != 0) for x in line] for line in shape]

    def body(w):
        yield then(derived_sum(mul(diag(w), pattern), n, top), ">=", 0)

    return body


SHAPES = [
    declared("derived-cycles", True, box(0, 2, n=7), weighted_cycles(7, 11, cycles(1, 2, 4)),
             {"w": [Fraction(1, 4), *[1] * 6]}),
    declared("derived-long-cycles", True, box(0, 2, n=8), weighted_cycles(8, 11, cycles(1, 1, 2, 4)),
             {"w": [Fraction(1, 4), Fraction(1, 4), *[1] * 6]}),
]  # fmt: skip


def entrywise(t: Any) -> Any:
    def body(X):
        yield then(lam_min(entrywise_power(X.T @ X, t)), ">=", 0)

    return body


def near_ones(n: int) -> dict[str, Any]:
    """Rows 1 and (1, 2, ..., n)/20 give the Gram matrix 1 + i j/400."""
    return {"X": [[1] * n, [Fraction(i, 20) for i in range(1, n + 1)], *([[0] * n] * (n - 2))]}


ENTRYWISE = [
    declared(f"entrywise-{n}-{k}", True, nonnegative(n=n), entrywise(Fraction(k, 2)), near_ones(n))
    for n, k in ((4, 3), (5, 3), (5, 5), (6, 5), (6, 7), (7, 7), (7, 9), (8, 9), (8, 11), (9, 13))
]
ENTRYWISE_TRUE = [
    declared(f"entrywise-{n}-{k}-true", False, nonnegative(n=n), entrywise(Fraction(k, 2)))
    for n, k in ((4, 4), (5, 7), (5, 4), (6, 9))
]


def product_powers(t: Any) -> Any:
    def body(S, x):
        R = inv(S)
        yield given(smallest(entries(S @ diag(x) @ R)), ">=", 0)
        yield then(smallest(entries(S @ diag(power(x, t)) @ R)), ">=", 0)

    return body


def lagrange(t: Any) -> Any:
    """The same of A itself, A^t by interpolation at its eigenvalues."""

    def body(A):
        x = eig_re(A)
        yield given(eig_im(A)[1], "<=", 0)
        yield given(x[3], ">", 0)
        terms = []
        for i, j, k in ((1, 2, 3), (2, 1, 3), (3, 1, 2)):
            L = (A - x[j] * eye(A)) @ (A - x[k] * eye(A))
            terms.append(power(x[i], t) / ((x[i] - x[j]) * (x[i] - x[k])) * L)
        yield then(smallest(entries(terms[0] + terms[1] + terms[2])), ">=", 0)

    return body


def tenths(values: Any) -> Any:
    """Numbers of seven digits, exactly."""
    return [tenths(x) for x in values] if isinstance(values, list) else Fraction(str(values))


PAIRS = together(S=square(), x=box(0, 4, "n"), n=3)
EIGENPAIRS = [
    {
        "S": tenths([[-0.4719098, -0.4621989, 0.0699132], [1, 1, 1], [-0.4069737, -0.4082854, 0.9332707]]),
        "x": tenths([0.1018245, 0.1042988, 1.576463]),
    },
    {
        "S": tenths([[-0.1403686, -1, -1], [-1, 0.4351752, 0.4313724], [-0.1164726, 0.2917833, 0.3011366]]),
        "x": tenths([0.796878, 0.1383984, 0.132928]),
    },
]
POWERS = [
    declared("power-3-15", True, PAIRS, product_powers(Fraction(3, 2)), EIGENPAIRS[0]),
    declared("power-3-19", True, PAIRS, product_powers(Fraction(19, 10)), EIGENPAIRS[1]),
    declared("power-3-direct", True, nonnegative(n=3), lagrange(Fraction(3, 2)),
             {"A": [[0, 1, 0], [0, 1, 1], [Fraction(1, 8), 0, 1]]}),
]  # fmt: skip
POWERS_TRUE = [declared("power-3-25-true", False, PAIRS, product_powers(Fraction(5, 2)))]


def growth(n: int, g: Any) -> Any:
    def body(L, U, d):
        A = (strict_lower(L) + eye(L)) @ diag(d) @ (strict_upper(U) + eye(U))
        yield given(max_entry(A), "<=", absolute(d[1]))
        for k in range(1, n - 1):
            yield given(max_entry(schur(A, k)), "<=", absolute(d[k + 1]))
        yield then(absolute(d[n]), "<=", g * absolute(d[1]))

    return body


def pivoted(H: list[list[int]]) -> dict[str, Any]:
    """L, U and d of complete pivoting."""
    n = len(H)
    A = [[Fraction(x) for x in line] for line in H]
    L = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    U = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    d: list[Fraction] = []
    for k in range(n):
        i, j = max(((i, j) for i in range(k, n) for j in range(k, n)), key=lambda p: abs(A[p[0]][p[1]]))
        A[k], A[i] = A[i], A[k]
        L[k][:k], L[i][:k] = L[i][:k], L[k][:k]
        for line in (*A, *U[:k]):
            line[k], line[j] = line[j], line[k]
        d.append(A[k][k])
        for p in range(k + 1, n):
            L[p][k], U[k][p] = A[p][k] / d[k], A[k][p] / d[k]
        A = [
            [A[p][q] - (L[p][k] * d[k] * U[k][q] if p > k and q > k else 0) for q in range(n)]
            for p in range(n)
        ]
    return {"L": L, "U": U, "d": d}


TWO = [[1, 1], [1, -1]]


def tensor(A: list[list[int]], B: list[list[int]]) -> list[list[int]]:
    return [[x * y for x in r for y in q] for r in A for q in B]


def paley(q: int) -> list[list[int]]:
    """The Hadamard matrix of order q + 1, q a prime of remainder 3 modulo 4."""
    squares = {x * x % q for x in range(1, q)}
    core = [[0 if i == j else 1 if (i - j) % q in squares else -1 for j in range(q)] for i in range(q)]
    skew = [[0, *([1] * q)], *[[-1, *line] for line in core]]
    return [[x + int(i == j) for j, x in enumerate(line)] for i, line in enumerate(skew)]


FOUR, EIGHT, TWELVE = tensor(TWO, TWO), tensor(TWO, tensor(TWO, TWO)), paley(11)
SIXTEEN = tensor(FOUR, FOUR)


def eliminated(n: int) -> Any:
    return together(L=bounded(), U=bounded(), d=vector(), n=n)


GROWTH = [
    declared(f"growth-{n}-{float(g):g}", True, eliminated(n), growth(n, g), pivoted(H))
    for n, g, H in ((4, Fraction(39, 10), FOUR), (8, 7, EIGHT), (12, 10, TWELVE), (12, 11, TWELVE))
]
GROWTH_TRUE = [declared("growth-4-true", False, eliminated(4), growth(4, 4))]


def partial(n: int, g: Any) -> Any:
    def body(L, U):
        A = (strict_lower(L) + eye(L)) @ (U - strict_lower(U))
        yield then(absolute(row(U, n)[n]), "<=", g * max_entry(A))

    return body


def wilkinson(n: int) -> dict[str, Any]:
    U = [[2**i if j == n - 1 else int(i == j) for j in range(n)] for i in range(n)]
    return {"L": [[-1 if i > j else 0 for j in range(n)] for i in range(n)], "U": U}


PARTIAL = [
    declared(f"partial-{n}", True, together(L=bounded(), U=square(), n=n), partial(n, g), wilkinson(n))
    for n, g in ((6, 31), (7, 60), (8, 120), (10, 450), (12, 1900))
]
PARTIAL_TRUE = [declared("partial-6-true", False, together(L=bounded(), U=square(), n=6), partial(6, 32))]


def largest_determinant(bound: int) -> Any:
    def body(A):
        yield then(absolute(det(A)), "<=", bound)

    return body


DETERMINANTS = [
    declared("determinant-8", True, sign_matrices(n=8), largest_determinant(4095), {"A": EIGHT}),
    declared("determinant-12", True, sign_matrices(n=12), largest_determinant(2985983), {"A": TWELVE}),
    declared("determinant-bounded-8", True, bounded(n=8), largest_determinant(4095), {"A": EIGHT}),
    declared("determinant-16", True, sign_matrices(n=16), largest_determinant(16**8 - 1), {"A": SIXTEEN}),
    declared("determinant-bounded-16", True, bounded(n=16), largest_determinant(16**8 - 1), {"A": SIXTEEN}),
    declared("determinant-bounded-12", True, bounded(n=12), largest_determinant(2985983), {"A": TWELVE}),
]
DETERMINANTS_TRUE = [declared("determinant-8-true", False, sign_matrices(n=8), largest_determinant(4096))]
