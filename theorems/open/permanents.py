"""Permanents of positive semidefinite, doubly stochastic and sign matrices."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import factorial
from typing import Any

from perturb import claim, given, then
from perturb.domains import doubly_stochastic, nonnegative, psd, scalar, sign_matrices, together
from perturb.statements.problem import problem
from perturb.vocab import (
    absolute,
    column_sums,
    det,
    diagonal,
    entries,
    hadamard,
    ones_matrix,
    permanent,
    power,
    product,
    real,
    row,
    row_sums,
    sq,
    total,
)
from theorems.open import COLLECTION, OPEN


def entry_table(A: Any, n: int) -> list[list[Any]]:
    """The entries of an n x n matrix, by row and column from 0."""
    return [[row(A, i)[j] for j in range(1, n + 1)] for i in range(1, n + 1)]


def along(a: list[list[Any]], p: tuple[int, ...]) -> Any:
    """The product of the entries (i, p(i))."""
    x = a[0][p[0]]
    for i in range(1, len(p)):
        x = x * a[i][p[i]]
    return x


def inversions(p: tuple[int, ...]) -> int:
    """How many pairs i < j have p(i) > p(j)."""
    return sum(p[i] > p[j] for i, j in combinations(range(len(p)), 2))


def generated(*generators: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The group of permutations that these generate, sorted."""
    known = new = {tuple(range(len(generators[0])))}
    while new:
        new = {tuple(g[i] for i in p) for p in new for g in generators} - known
        known = known | new
    return sorted(known)


CYCLIC = generated((1, 2, 3, 4, 0))
DIHEDRAL = generated((1, 2, 3, 4, 0), (0, 4, 3, 2, 1))
TWO_AND_THREE = generated((1, 0, 3, 4, 2))


@claim(
    OPEN,
    "Lieb's permanental dominance",
    id="permanental-dominance",
    domain=psd(field="complex", n=5),
    problem=problem(
        "E. H. Lieb, Proofs of some conjectures on permanents, J. Math. Mech. 16 (1966) 127-134, "
        "Conjecture alpha",
        "partly",
        "2026-10-06",
        said=f"{COLLECTION}, MI-11",
        known="ordinary immanants up to order 15 (Y. Li, arXiv:2609.13412); groups that fix blocks (Lieb)",
        encodes="order 5, trivial character, the cyclic and the dihedral group of 5 points and that of "
        "order 6",
    ),
)
def permanental_dominance(A):
    """Sums of products along a subgroup of permutations are at most the permanent, A positive
    semidefinite.
    """
    a = entry_table(A, 5)
    for group in (CYCLIC, DIHEDRAL, TWO_AND_THREE):
        yield then(real(sum(along(a, p) for p in group)), "<=", real(permanent(A)))


@claim(
    OPEN,
    "Chollet's permanent inequality for entrywise products",
    id="permanent-of-entrywise-product",
    domain=psd(field="complex", count=2, n=(1, 5)),
    problem=problem(
        "J. Chollet, Is there a permanental analogue to Oppenheim's inequality?, Amer. Math. Monthly 89 "
        "(1982) 57-58",
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-10",
        known="order 4 (K. Rodtes, Linear Multilinear Algebra 72, 2024); up to order 6 by a preprint of "
        "August "
        "2026 that was not refereed",
    ),
)
def permanent_of_an_entrywise_product(A, B):
    """The permanent of the entrywise product is at most the product of the permanents, both semidefinite."""
    yield then(real(permanent(hadamard(A, B))), "<=", real(permanent(A)) * real(permanent(B)))


@claim(
    OPEN,
    "Marcus's permanent of block permanents",
    id="permanent-of-permanents",
    domain=psd(field="complex", n=6),
    problem=problem(
        "M. Marcus, in: F. Zhang, An update on a few permanent conjectures, Spec. Matrices 4 (2016) 305-316",
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-12; I. M. Wanless, arXiv:2202.01867, Conjecture 3",
        known="two blocks a side (Lieb 1966)",
        encodes="three blocks of order 2 a side; the question is for any number of any order",
    ),
)
def permanent_of_block_permanents(A):
    """The permanent is at least that of the matrix of permanents of its 2 x 2 blocks, A semidefinite."""
    a = entry_table(A, 6)
    blocks = [
        [
            a[2 * i][2 * j] * a[2 * i + 1][2 * j + 1] + a[2 * i][2 * j + 1] * a[2 * i + 1][2 * j]
            for j in range(3)
        ]
        for i in range(3)
    ]
    yield then(real(permanent(A)), ">=", real(sum(along(blocks, p) for p in permutations(range(3)))))


@claim(
    OPEN,
    "Dittert's conjecture",
    id="dittert",
    domain=nonnegative(n=5),
    equality=[[[1] * 5] * 5],
    problem=problem(
        "E. Dittert, in: H. Minc, Theory of permanents 1978-1981, Linear Multilinear Algebra 12 (1983), "
        "Conjecture 28",
        "partly",
        "2026-06-01",
        said="Z. Pang, arXiv:2606.01531; D. K. Udayan and K. Somasundaram, Spec. Matrices 12 (2024) 20240006",
        known="n = 2 (Sinkhorn), n = 3 (Hwang 1987), n >= 17 (Pang 2026); n = 4 is claimed",
        encodes="order 5",
    ),
)
def dittert(A):
    """Products of row and of column sums less the permanent are largest at J/n, for entries of sum n."""
    best = 2 - Fraction(factorial(5), 5**5)
    left = product(row_sums(A)) + product(column_sums(A)) - permanent(A)
    yield then(left, "<=", best * power(total(entries(A)) / 5, 5))


@claim(
    OPEN,
    "Lih and Wang's inequality towards the flat matrix",
    id="lih-wang",
    domain=together(A=doubly_stochastic(), t=scalar(Fraction(1, 2), 1), n=5),
    problem=problem(
        "K.-W. Lih and E. T. H. Wang, A convexity inequality on the permanent of doubly stochastic matrices, "
        "Congr. Numer. 36 (1982) 189-198",
        "partly",
        "2026-09-08",
        said=f"{COLLECTION}, MI-17",
        known="n = 3 (Lih and Wang), n = 4 (Udayan and Somasundaram, Spec. Matrices 12, 2024)",
        encodes="order 5",
    ),
)
def towards_the_flat_matrix(A, t):
    """On the nearer half of the way to J/n the permanent of a doubly stochastic matrix lies below the
    chord.
    """
    J = ones_matrix(5, 5) / 5
    flat = Fraction(factorial(5), 5**5)
    yield then(permanent(t * J + (1 - t) * A), "<=", t * flat + (1 - t) * permanent(A))


def by_inversions(A: Any, n: int, keeps: frozenset[int] = frozenset()) -> dict[int, Any]:
    """The coefficients of the q-permanent of a Hermitian matrix, over permutations that keep a set."""
    found: dict[int, Any] = {}
    a = entry_table(A, n)
    for p in permutations(range(n)):
        if {p[i] for i in keeps} == keeps:
            k, x = inversions(p), real(along(a, p))
            found[k] = found[k] + x if k in found else x
    return found


def polynomial(coefficients: dict[int, Any], q: Any) -> Any:
    """Horner's rule."""
    out: Any = 0
    for k in range(max(coefficients), -1, -1):
        out = out * q + coefficients.get(k, 0)
    return out


@claim(
    OPEN,
    "Bapat's monotone q-permanent",
    id="q-permanent-monotone",
    domain=together(A=psd(), q=scalar(-1, 1), n=5),
    problem=problem(
        "R. B. Bapat and A. K. Lal, Inequalities for the q-permanent, Linear Algebra Appl. 197-198 (1994) "
        "397-409",
        "partly",
        "2026-09-17",
        said=f"{COLLECTION}, MI-18; L. Mitchell, Oper. Matrices 14 (2020) 915-919",
        known="rank one, n = 3 (Mitchell 2020); n = 4 by a certificate in the collection (September 2026)",
        encodes="the derivative in q, real matrices of order 5",
    ),
)
def q_permanent_is_monotone(A, q):
    """The q-permanent of a positive semidefinite matrix does not fall in q between -1 and 1."""
    c = by_inversions(A, 5)
    yield then(polynomial({k - 1: k * x for k, x in c.items() if k}, q), ">=", 0)


@claim(
    OPEN,
    "Bapat and Lal's q-permanents over a subset",
    id="q-permanent-subset",
    domain=together(A=psd(), q=scalar(0, 1), n=4),
    problem=problem(
        "C. M. da Fonseca, The mu-permanent revisited, arXiv:1804.02231 (2018), Conjecture 3, after Bapat "
        "and Lal 1994",
        "refuted",
        "2026-09-12",
        said=f"{COLLECTION}, MI-19 (M. J. Colbrook; checked in Lean)",
        known="false at n = 4, S = {2}; true for initial segments",
        encodes="order 4, S = {2}",
        second="tools/open_second.py",
    ),
)
def q_permanent_over_a_subset(A, q):
    """The q-permanent is at least its part over the permutations that keep 2, A positive semidefinite."""
    part = polynomial(by_inversions(A, 4, frozenset({1})), q)
    yield then(polynomial(by_inversions(A, 4), q), ">=", part)


@claim(
    OPEN,
    "Bapat and Sunder's permanent and diagonal",
    id="bapat-sunder",
    domain=psd(field="complex", count=2, n=7),
    problem=problem(
        "R. B. Bapat and V. S. Sunder, On majorization and Schur products, Linear Algebra Appl. 72 (1985) "
        "107-117",
        "refuted",
        "2016",
        said="S. Drury, A counterexample to a question of Bapat and Sunder, Electron. J. Linear Algebra 31 "
        "(2016) 69-70",
        known="false at n = 7",
        encodes="order 7",
        second="tools/open_second.py",
    ),
)
def permanent_and_diagonal(A, B):
    """per(A o B) is at most per(A) times the product of the diagonal of B, both positive semidefinite."""
    yield then(real(permanent(hadamard(A, B))), "<=", real(permanent(A)) * product(real(diagonal(B))))


def moment(A: Any, n: int, degrees: tuple[int, ...]) -> Any:
    """The mean of the product of x_i^d_i for a centred Gaussian vector of covariance A (Isserlis)."""
    a = entry_table(A, n)

    def mean(left: tuple[int, ...]) -> Any:
        first = next((i for i in range(n) if left[i]), None)
        if first is None:
            return 1
        rest = [x - (i == first) for i, x in enumerate(left)]
        terms = []
        for j in range(first, n):
            if rest[j]:
                fewer = tuple(x - (i == j) for i, x in enumerate(rest))
                if fewer not in known:
                    known[fewer] = mean(fewer)
                terms.append(rest[j] * a[first][j] * known[fewer])
        return sum(terms[1:], terms[0])

    known: dict[tuple[int, ...], Any] = {}
    return mean(degrees)


@claim(
    OPEN,
    "The Gaussian product inequality",
    id="gaussian-product",
    domain=psd(n=4),
    problem=problem(
        "P. E. Frenkel, Pfaffians, hafnians and products of real linear functionals, Math. Res. Lett. 15 "
        "(2008) "
        "351-358, Conjecture 4.1",
        "partly",
        "2024",
        said="R. Herry, D. Malicet and G. Poly, Proc. Amer. Math. Soc. 152 (2024) 403-409 (three variables)",
        known="exponent 2 for every n (Frenkel 2008), three variables with any even exponents",
        encodes="four variables, exponent 4",
    ),
)
def gaussian_product(A):
    """The mean of a product of fourth powers is at least the product of the means, x Gaussian of covariance
    A.
    """
    yield then(moment(A, 4, (4, 4, 4, 4)), ">=", 81 * sq(product(diagonal(A))))


@claim(
    OPEN,
    "Kraeuter's largest permanent of a regular sign matrix",
    id="kraeuter",
    domain=sign_matrices(n=5),
    problem=problem(
        "A. R. Kraeuter, Permanenten: ein kurzer Ueberblick, Sem. Lothar. Combin. 9 (1983)",
        "proved",
        "2018",
        said="M. V. Budrevich and A. E. Guterman, Kraeuter conjecture on permanents is true, J. Combin. "
        "Theory A 162 "
        "(2019) 306-343",
        encodes="order 5, regular matrices",
    ),
)
def permanent_of_a_regular_sign_matrix(A):
    """Among regular sign matrices of order 5 the permanent is largest with -1 on four places of the
    diagonal.
    """
    best = sum((-1) ** sum(p[i] == i for i in range(4)) for p in permutations(range(5)))
    yield given(sq(det(A)), ">", 0)
    yield then(absolute(permanent(A)), "<=", best)
