"""Norms of products, and singular values next to the rank, the inverse and orthogonal factors."""

from perturb import claim, indices, then
from perturb.domains import integer, orthogonal, rectangular, scalar, square, together
from perturb.vocab import (
    T,
    absolute,
    cols,
    fro,
    given,
    inv,
    norm_1,
    norm_inf,
    nuclear,
    rank,
    rows,
    s,
    s1,
    s_min,
    s_star,
    sq,
    trace,
    without_columns,
)
from theorems.classical import BHATIA, CLASSICAL, HJ, PRODUCT, TOPICS

i, j = indices("i j")
SHAPE = {"m": (1, 4), "n": (1, 4)}
STEWART = "Stewart and Sun, Matrix Perturbation Theory"
OF_INTEGERS = {"hypothesis-1:relaxed-10%": "of integers: at most 1.1 k is at most k for k < 10"}


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="spectral-frobenius-product",
    status="proved",
    lemma=2,
    domain=PRODUCT,
    equality=[{"A": [[0, 2], [-2, 0]], "B": [[1, 2], [3, 4]]}],
)
def frobenius_norm_of_a_product(A, B):
    """The Frobenius norm of AB is at most the largest singular value of A times that norm of B."""
    yield then(fro(A @ B), "<=", s1(A) * fro(B))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="frobenius-spectral-product",
    status="proved",
    lemma=2,
    domain=PRODUCT,
    equality=[{"A": [[1, 2], [3, 4]], "B": [[0, 2], [-2, 0]]}],
)
def frobenius_norm_of_a_product_by_its_first_factor(A, B):
    """The Frobenius norm of AB is at most that norm of A times the largest singular value of B."""
    yield then(fro(A @ B), "<=", fro(A) * s1(B))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="spectral-nuclear-product",
    status="proved",
    lemma=2,
    domain=PRODUCT,
    equality=[{"A": [[0, 2], [-2, 0]], "B": [[3, 0], [0, 1]]}],
)
def nuclear_norm_of_a_product(A, B):
    """The nuclear norm of AB is at most the largest singular value of A times that norm of B."""
    yield then(nuclear(A @ B), "<=", s1(A) * nuclear(B))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="trace-spectral-nuclear",
    status="proved",
    lemma=2,
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m"), **SHAPE),
    equality=[{"A": [[2, 0], [0, 2]], "B": [[3, 0], [0, 1]]}],
)
def trace_of_a_product_by_the_nuclear_norm(A, B):
    """The trace of AB is at most the largest singular value of A times the nuclear norm of B."""
    yield then(trace(A @ B), "<=", s1(A) * nuclear(B))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.1",
    id="trace-frobenius",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, **SHAPE),
    equality=[{"A": [[1, 2], [3, 4]], "B": [[2, 4], [6, 8]]}],
)
def trace_of_a_product_by_frobenius_norms(A, B):
    """Cauchy and Schwarz for matrices: tr A'B is at most the product of the Frobenius norms."""
    yield then(trace(T(A) @ B), "<=", fro(A) * fro(B))


@claim(
    CLASSICAL,
    f"{STEWART}, Section I.4",
    id="smallest-nonzero-of-full-rank",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[3, 0], [0, 1]]],
)
def smallest_nonzero_of_full_rank(A):
    """Where no singular value is zero, the smallest non-zero one is the smallest."""
    yield given(s_min(A), ">", 0)
    yield then(s_star(A), "==", s_min(A))


@claim(
    CLASSICAL,
    f"{STEWART}, Section I.4",
    id="smallest-nonzero-positive",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
)
def smallest_nonzero_is_positive(A):
    """The smallest non-zero singular value of a matrix that is not zero is positive."""
    yield given(s1(A), ">", 0)
    yield then(0, "<", s_star(A))


@claim(
    CLASSICAL,
    f"{STEWART}, Section I.4",
    id="smallest-nonzero-largest",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]], [[1, 2], [2, 4]]],
)
def smallest_nonzero_and_largest(A):
    """The smallest non-zero singular value is at most the largest."""
    yield given(s1(A), ">", 0)
    yield then(s_star(A), "<=", s1(A))


@claim(
    CLASSICAL,
    f"Eckart and Young 1936, Mirsky 1960; {TOPICS}, Section 3.3",
    id="rank-perturbation",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=rectangular(), k=integer(0, "n"), m=(1, 3), n=(1, 3)),
    presupposes=["weyl"],
    equality=[{"A": [[3, 0], [0, 1]], "B": [[3, 0], [0, 0]], "k": 1}],
    true_mutants=OF_INTEGERS,
)
def singular_values_after_a_change_of_small_rank(A, B, k):
    """A change of rank k moves singular values by k places at most: s_{j+k}(A) <= s_j(A - B)."""
    yield given(rank(B), "<=", k)
    yield then(s(A)[j + k], "<=", s(A - B)[j])


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.3",
    id="inverse-singular-values",
    status="proved",
    lemma=1,
    domain=square(n=(1, 4)),
    equality=[[[2, 0], [0, 1]]],
)
def singular_values_of_the_inverse(A):
    """The singular values of the inverse are the reciprocals, in the opposite order."""
    yield given(s_min(A), ">", 0)
    yield then(s(A)[cols(A) + 1 - i] * s(inv(A))[i], "==", 1)


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6",
    id="orthogonal-factor",
    status="proved",
    lemma=1,
    domain=together(A=rectangular(), Q=orthogonal("m"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "Q": [[0, 1], [1, 0]]}],
)
def singular_values_after_an_orthogonal_factor(A, Q):
    """An orthogonal factor from the left leaves the singular values as they are."""
    yield then(s(Q @ A)[i], "==", s(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="spectral-column-row-sums",
    status="proved",
    lemma=2,
    domain=rectangular(**SHAPE),
    equality=[[[1, 1], [1, 1]]],
)
def spectral_norm_by_column_and_row_sums(A):
    """The square of the largest singular value is at most the largest column sum times the largest row sum
    of absolute values.
    """
    yield then(sq(s1(A)), "<=", norm_1(A) * norm_inf(A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6, transpose",
    id="transposed-singular-values",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[1, 2], [3, 4]]],
)
def singular_values_of_the_transpose(A):
    """A matrix and its transpose have the same singular values."""
    yield then(s(T(A))[i], "==", s(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6, multiples",
    id="singular-values-scaled",
    status="proved",
    lemma=1,
    domain=together(A=rectangular(), c=scalar(), **SHAPE),
    equality=[{"A": [[1, 2], [3, 4]], "c": -2}],
)
def singular_values_of_a_multiple(A, c):
    """A factor multiplies every singular value by its modulus."""
    yield then(s(c * A)[i], "==", absolute(c) * s(A)[i])


@claim(
    CLASSICAL,
    f"{TOPICS}, Theorem 3.3.16; of invertible factors",
    id="smallest-nonzero-product-lower",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=square("m"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [2, 4]], "B": [[0, 2], [-2, 0]]}],
)
def smallest_nonzero_of_a_product_from_below(A, B):
    """An invertible factor B leaves the rank; the smallest non-zero one grows s_min(B)-fold at least."""
    yield given(s_min(B), ">", 0)
    yield then(s_min(B) * s_star(A), "<=", s_star(B @ A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.1, matrices with orthonormal columns",
    id="orthonormal-columns",
    status="proved",
    lemma=2,
    domain=together(Q=orthogonal("n"), B=rectangular("l", "m"), l=(1, 3), m=(1, 3), n=(1, 3)),
    equality=[{"Q": [[0, 1], [1, 0]], "B": [[2, 0]]}],
    true_mutants=dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-1:relaxed-10%"), "there are no n - l columns to leave out else"
    ),
)
def singular_values_after_orthonormal_columns(Q, B):
    """Some columns of an orthogonal matrix, as a factor from the left, leave the singular values as they are.

    For unit vectors x it holds |QBx| = |Bx|, so that (QB)'QB = B'B.
    """
    yield given(rows(B), "<=", cols(Q))
    yield then(s(without_columns(Q, cols(Q) - rows(B)) @ B)[i], "==", s(B)[i])
