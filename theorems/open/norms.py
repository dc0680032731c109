"""Unitarily invariant norms of sums and blocks, and absolute values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perturb import claim, given, indices, then
from perturb.domains import normal, positive_definite, psd, rectangular, scalar, square, together
from perturb.statements.problem import problem
from perturb.vocab import (
    I,
    absolute,
    ascending,
    block,
    fro,
    inv,
    lam,
    larger,
    mat_abs,
    matpow,
    nuclear,
    op,
    power,
    reshape,
    s,
    schatten,
    sqrt,
    total,
)
from theorems.open import COLLECTION, OPEN

BLOCKS = dict.fromkeys("ABCD", square(field="complex"))


def sides(A: Any, B: Any, C: Any, D: Any, p: Any) -> tuple[Any, Any]:
    """The Schatten norm of a block matrix and of the matrix of the norms of its blocks."""
    small = reshape([schatten(X, p) for X in (A, B, C, D)], 2, 2)
    return schatten(block(A, B, C, D), p), schatten(small, p)


COMPRESSION = (
    "K. M. R. Audenaert, On a norm compression inequality for 2 x N partitioned block matrices, Linear "
    "Algebra Appl. "
    "428 (2008), arXiv:math/0702186, Conjecture 1"
)


@claim(
    OPEN,
    "Audenaert's norm compression",
    id="norm-compression",
    domain=together(**BLOCKS, p=scalar(2, 4), n=(1, 2)),
    problem=problem(
        COMPRESSION,
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-01; T. Zhang, arXiv:2410.21961, Conjecture 1.14",
        known="p >= 4 and several shapes (Audenaert); false for three rows of blocks",
        encodes="2 x 2 square blocks, 2 <= p <= 4; for 1 <= p <= 2 the inequality turns round",
    ),
)
def norm_compression(A, B, C, D, p):
    """For p >= 2 the Schatten norm of 2 x 2 blocks is at most that of the matrix of their norms."""
    left, right = sides(A, B, C, D, p)
    yield then(left, "<=", right)


def adding(p: Any, A: Any, B: Any) -> Any:
    """The sum of |A + B|_p^p and |A - B|_p^p."""
    return power(schatten(A + B, p), p) + power(schatten(A - B, p), p)


@claim(
    OPEN,
    "Hanner's inequality in Schatten classes",
    id="hanner",
    domain=together(
        A=square(field="complex"), B=square(field="complex"), p=scalar(Fraction(4, 3), 2), n=(1, 3)
    ),
    problem=problem(
        "K. Ball, E. A. Carlen and E. H. Lieb, Sharp uniform convexity and smoothness inequalities for "
        "trace norms, "
        "Invent. Math. 115 (1994) 463-482",
        "partly",
        "2026-09-10",
        said=f"V. M. Chayes, arXiv:2110.08312 (2022); {COLLECTION}, MI-01, calls the inequality proved, "
        "without a "
        "reference",
        known="p <= 4/3, p = 2 and p >= 4 (Ball, Carlen and Lieb), positive semidefinite matrices (Chayes)",
    ),
)
def hanner(A, B, p):
    """|A + B|^p + |A - B|^p is at least (|A| + |B|)^p + ||A| - |B||^p in Schatten norms, 4/3 < p < 2."""
    a, b = schatten(A, p), schatten(B, p)
    yield then(adding(p, A, B), ">=", power(a + b, p) + power(absolute(a - b), p))


@claim(
    OPEN,
    "Carlen and Lieb's rearrangement of singular values",
    id="carlen-lieb-rearrangement",
    domain=square(count=2, n=(2, 3)),
    problem=problem(
        "E. Carlen and E. H. Lieb, Some matrix rearrangement inequalities, Ann. Mat. Pura Appl. 185 (2006) "
        "S315-S324, "
        "arXiv:math/0402239",
        "refuted",
        "2020",
        said="V. M. Chayes, Matrix rearrangement inequalities revisited, arXiv:2009.04032",
        known="p = 1 and 2; positivity of A + B and A - B; false in general",
        encodes="p = 3/2, the right of the two inequalities",
        second="tools/open_second.py",
    ),
)
def rearranged_singular_values(A, B):
    """At p = 3/2 singular values in opposite order give a larger sum of |A + B|_p^p and |A - B|_p^p."""
    p = Fraction(3, 2)
    u, v = ascending(s(A)), s(B)
    yield then(adding(p, A, B), "<=", total(power(u + v, p)) + total(power(absolute(u - v), p)))


@claim(
    OPEN,
    "The perturbation of concave functions of singular values",
    id="concave-mirsky",
    domain=together(
        A=rectangular(field="complex"), B=rectangular(field="complex"), p=scalar(0, 1), m=(1, 3), n=(1, 3)
    ),
    problem=problem(
        "K. M. R. Audenaert and F. Kittaneh, Problems and conjectures in matrix and operator inequalities, "
        "arXiv:1201.5232 (2012), Conjecture 7 (W. Miao)",
        "proved",
        "2016",
        said="M.-C. Yue and A. M.-C. So, Appl. Comput. Harmon. Anal. 40 (2016) 396-416",
        encodes="the powers x^p with 0 <= p <= 1",
    ),
)
def concave_functions_of_singular_values(A, B, p):
    """The distances of the powers of singular values add up to at most the powers of those of A - B."""
    left = total(absolute(power(s(A), p) - power(s(B), p)))
    yield then(left, "<=", total(power(s(A - B), p)))


@claim(
    OPEN,
    "Lee's conjecture",
    id="lee",
    domain=square(field="complex", count=2, n=(1, 3)),
    problem=problem(
        "E.-Y. Lee, Rotfel'd type inequalities for norms, Linear Algebra Appl. 433 (2010) 580-584",
        "proved",
        "2022",
        said="M. Lin and T. Zhang, J. Math. Anal. Appl. 516 (2022) 126542",
    ),
)
def lee(A, B):
    """|A + B|_F is at most sqrt((1 + sqrt 2) / 2) times the Frobenius norm of |A| + |B|."""
    yield then(fro(A + B), "<=", sqrt((1 + sqrt(2)) / 2) * fro(mat_abs(A) + mat_abs(B)))


@claim(
    OPEN,
    "Lee's constants below the exponent 2",
    id="lee-subquadratic",
    domain=square(field="complex", count=2, n=(1, 3)),
    problem=problem(
        "X. Li, Sharp concave-function transfer for Lee-type Schatten norm inequalities, arXiv:2608.25989 "
        "(2026), "
        "Problem 4.2",
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-20",
        known="p >= 2 (H. Qiu, arXiv:2608.17565); the formula of Q. Tang and S. Zhang (Linear Algebra "
        "Appl. 731, 2026) "
        "fails for 1 < p < 2",
        most="sqrt 2 for two matrices in every unitarily invariant norm (Lee 2010)",
        encodes="two matrices, p = 3/2, with sqrt 2: how far below is the best one?",
    ),
)
def lee_below_two(A, B):
    """|A + B|_p is at most sqrt 2 times that of |A| + |B| at p = 3/2: which constant is best?"""
    p = Fraction(3, 2)
    yield then(schatten(A + B, p), "<=", sqrt(2) * schatten(mat_abs(A) + mat_abs(B), p))


@claim(
    OPEN,
    "The triangle inequality of three contractions",
    id="contractions-additive",
    domain=square(field="complex", count=3, n=(1, 2)),
    problem=problem(
        "J.-C. Bourin and E.-Y. Lee, Diagonal and off-diagonal blocks of positive definite partitioned "
        "matrices, "
        "arXiv:2307.02034 (2023), after Remark 4.5",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, MI-03 (M. J. Colbrook)",
        known="k/4 suffices and is sharp for an even number k (Bourin and Lee); now sharp for odd k",
        least="3/4",
        most="3/4",
        encodes="three matrices, each divided by its norm where that is above 1",
    ),
)
def three_contractions(A, B, C):
    """|A + B + C| is at most |A| + |B| + |C| + 3/4 in the order of Loewner, all three contractions."""
    A, B, C = (X / larger(1, op(X)) for X in (A, B, C))
    yield then(mat_abs(A + B + C), "loewner", mat_abs(A) + mat_abs(B) + mat_abs(C) + Fraction(3, 4) * I)


@claim(
    OPEN,
    "Blocks with a Hermitian corner",
    id="hermitian-corner",
    domain=together(
        Q=psd(field="complex"), B=positive_definite(field="complex"), Y=square(field="complex"), n=(1, 3)
    ),
    problem=problem(
        "J.-C. Bourin, E.-Y. Lee and M. Lin, Positive matrices partitioned into a small number of "
        "Hermitian blocks, "
        "Linear Algebra Appl. 438 (2013) 2591-2598; the converse is the question",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, MI-04 (M. J. Colbrook)",
        known="the norm property holds exactly when the corner is Hermitian up to a factor and a shift",
        encodes="the direction from a Hermitian corner to the norm",
    ),
)
def hermitian_corner(Q, B, Y):
    """A positive semidefinite [[A, X], [X, B]] with Hermitian X has at most the norm of A + B."""
    X = Y + Y.H
    A = X @ inv(B) @ X + Q
    yield then(op(block(A, X, X, B)), "<=", op(A + B))


def arithmetic_modulus(X: Any) -> Any:
    """(|X| + |X*|) / 2."""
    return (mat_abs(X) + mat_abs(X.H)) / 2


@claim(
    OPEN,
    "Schatten constants of the arithmetic symmetric modulus",
    id="symmetric-modulus-constant",
    domain=square(field="complex", count=2, n=(2, 3)),
    problem=problem(
        "T. Zhang, Operator symmetric moduli and sharp triangle inequalities, arXiv:2603.01046 (2026), "
        "Problem 1.17",
        "partly",
        "2026-09-11",
        said=f"{COLLECTION}, MI-09",
        known="1 for the trace norm; sqrt 2 for the operator norm and n >= 3, sqrt(6 sqrt 3 - 9) for n = 2",
        most="sqrt 2 in every norm (J.-C. Bourin and E.-Y. Lee, arXiv:2606.29188)",
        encodes="two matrices, p = 2, with sqrt 2: how far below is the best one?",
    ),
)
def arithmetic_symmetric_modulus(A, B):
    """With S(X) = (|X| + |X*|)/2 the Frobenius norm of S(A + B) is at most sqrt 2 times that of S(A) +
    S(B).
    """
    left = fro(arithmetic_modulus(A + B))
    yield then(left, "<=", sqrt(2) * fro(arithmetic_modulus(A) + arithmetic_modulus(B)))


@claim(
    OPEN,
    "Unitary orbits of the arithmetic symmetric modulus",
    id="symmetric-modulus-orbits",
    domain=square(count=2, n=3),
    problem=problem(
        "T. Zhang, Operator symmetric moduli and sharp triangle inequalities, arXiv:2603.01046 (2026), "
        "Conjecture 1.6",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-06 (M. J. Colbrook)",
        known="no constant will do from n = 3 on",
        encodes="what Weyl's inequalities make of two unitary orbits, n = 3, constant sqrt 2",
        second="tools/open_second.py",
    ),
)
def orbits_of_the_arithmetic_modulus(A, B):
    """Eigenvalue i + j - 1 of S(A + B) is at most sqrt 2 times eigenvalues i of S(A) and j of S(B)
    together.
    """
    i, j = indices("i j")
    a, b = lam(arithmetic_modulus(A)), lam(arithmetic_modulus(B))
    yield then(lam(arithmetic_modulus(A + B))[i + j - 1], "<=", sqrt(2) * (a[i] + b[j]))


@claim(
    OPEN,
    "The triangle inequality of the maximal symmetric modulus",
    id="maximal-modulus",
    domain=normal(field="complex", count=2, n=2),
    problem=problem(
        "J.-C. Bourin and E.-Y. Lee, Averages over matrix unitary orbits and spectral order, "
        "arXiv:2606.15624 (2026), "
        "Conjecture 3.12",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-07 (M. J. Colbrook)",
        known="no constant will do from n = 2 on",
        encodes="what Weyl's inequalities make of two unitary orbits for n = 2, normal A and B, where M(A) "
        "= |A|, and "
        "A + B not normal, where both eigenvalues of M(A + B) are its norm",
        second="tools/open_second.py",
    ),
)
def triangle_of_the_maximal_modulus(A, B):
    """The smaller eigenvalue of M(A + B) is at most the larger of M(A) and the smaller of M(B) together."""
    C = A + B
    yield given(fro(C @ C.H - C.H @ C), ">", 0)
    yield then(op(C), "<=", s(A)[1] + s(B)[2])


@claim(
    OPEN,
    "Orbits of concave functions that fall",
    id="concave-orbits",
    domain=psd(count=2, n=2),
    problem=problem(
        "K. M. R. Audenaert and F. Kittaneh, Problems and conjectures in matrix and operator inequalities, "
        "arXiv:1201.5232 (2012), Problem 5",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-26 (M. J. Colbrook)",
        known="true of monotone concave functions (Bourin and Lee 2012)",
        encodes="f(x) = x - x^2, what Weyl's inequalities make of two unitary orbits, n = 2",
        second="tools/open_second.py",
    ),
)
def orbits_of_a_concave_function(A, B):
    """With f(x) = x - x^2 eigenvalue i + j - 1 of f(A + B) is at most those of f(A) at i and f(B) at j
    together.
    """
    i, j = indices("i j")

    def f(X: Any) -> Any:
        return X - matpow(X, 2)

    yield then(lam(f(A + B))[i + j - 1], "<=", lam(f(A))[i] + lam(f(B))[j])


@claim(
    OPEN,
    "Hlawka's inequality in the trace norm",
    id="hlawka-trace",
    domain=rectangular(count=3, m=2, n=3),
    problem=problem(
        "K. M. R. Audenaert and F. Kittaneh, Problems and conjectures in matrix and operator inequalities, "
        "arXiv:1201.5232 (2012), Problem 7",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-25",
        known="constant 1 at p = 2; none at p = 1 (M. J. Colbrook) nor in the operator norm; the other p "
        "are open",
        encodes="p = 1 with the constant 2",
        second="tools/open_second.py",
    ),
)
def hlawka_in_the_trace_norm(A, B, C):
    """The loss of |A + B + C|_1 is at most twice the losses of the pairs."""
    a, b, c = nuclear(A), nuclear(B), nuclear(C)
    pairs = 2 * (a + b + c) - nuclear(A + B) - nuclear(A + C) - nuclear(B + C)
    yield then(a + b + c - nuclear(A + B + C), "<=", 2 * pairs)
