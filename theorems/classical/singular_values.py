"""Singular values by themselves and in products: order, bounds by norms, and what multiplication does."""

from perturb import claim, indices, then
from perturb.domains import integer, rectangular, square, together, vector
from perturb.vocab import (
    T,
    cols,
    entries,
    fro,
    lam,
    norm,
    nuclear,
    rank,
    s,
    s1,
    s_min,
    sq,
    total,
)
from theorems.classical import BHATIA, CLASSICAL, HJ, PRODUCT, TOPICS

i, j = indices("i j")
SHAPE = {"m": (1, 4), "n": (1, 4)}


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6",
    id="singular-values-nonnegative",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[1, 0], [0, 0]]],
    true_mutants={"conclusion-1:right:shift-s[i]": "the singular value after it is not negative either"},
)
def singular_values_are_not_negative(A):
    """Every singular value is at least zero."""
    yield then(0, "<=", s(A)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6",
    id="singular-values-descend",
    status="proved",
    lemma=1,
    domain=together(A=rectangular(), k=integer(0, "n"), **SHAPE),
    equality=[{"A": [[1, 0], [0, 1]], "k": 1}],
)
def singular_values_descend(A, k):
    """Singular values come in descending order: one that stands k places later is at most the earlier one."""
    yield then(s(A)[i + k], "<=", s(A)[i])


@claim(
    CLASSICAL,
    f"{TOPICS}, Theorem 3.3.16 (b)",
    id="product-upper",
    status="proved",
    lemma=2,
    domain=PRODUCT,
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 1]]}],
)
def singular_values_of_a_product(A, B):
    """The singular values of a product are bounded with shifted indices: s_{i+j-1}(AB) <= s_i(A) s_j(B)."""
    yield then(s(A @ B)[i + j - 1], "<=", s(A)[i] * s(B)[j])


@claim(
    CLASSICAL,
    f"{TOPICS}, Section 3.3",
    id="product-lower",
    status="proved",
    lemma=2,
    domain=square(count=2, n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 1]]}],
)
def singular_values_of_a_product_from_below(A, B):
    """Those of a product of square matrices are bounded from below: s_i(A) s_j(B) <= s_{i+j-n}(AB)."""
    yield then(s(A)[i] * s(B)[j], "<=", s(A @ B)[i + j - cols(A)])


@claim(
    CLASSICAL,
    f"{TOPICS}, Section 3.3",
    id="product-smallest",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=square(), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "B": [[0, 2], [-2, 0]]}],
)
def product_with_a_square_matrix(A, B):
    """A square factor multiplies every singular value by at least its smallest one."""
    yield then(s(A)[i] * s_min(B), "<=", s(A @ B)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="vector-upper",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), x=vector(), **SHAPE),
    equality=[{"A": [[3, 0], [0, 1]], "x": [2, 0]}],
)
def vector_is_lengthened_at_most(A, x):
    """A matrix lengthens a vector at most by its largest singular value."""
    yield then(norm(A @ x), "<=", s1(A) * norm(x))


@claim(
    CLASSICAL,
    f"{HJ}, Section 7.3",
    id="vector-lower",
    status="proved",
    lemma=2,
    domain=together(A=square(), x=vector(), n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "x": [0, 2]}],
)
def vector_is_lengthened_at_least(A, x):
    """A square matrix lengthens a vector at least by its smallest singular value."""
    yield then(s_min(A) * norm(x), "<=", norm(A @ x))


@claim(
    CLASSICAL,
    f"{HJ}, Theorem 2.6.3",
    id="gram-eigenvalues",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[3, 0], [0, 1]]],
)
def eigenvalues_of_the_gram_matrix(A):
    """The largest eigenvalues of A'A are the squares of the singular values of A."""
    yield then(lam(T(A) @ A)[i], "==", sq(s(A)[i]))


@claim(
    CLASSICAL,
    f"{HJ}, Section 2.6",
    id="gram-singular-values",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[3, 0], [0, 1]]],
)
def singular_values_of_the_gram_matrix(A):
    """The largest singular values of A'A are the squares of those of A."""
    yield then(s(T(A) @ A)[i], "==", sq(s(A)[i]))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="frobenius-singular-values",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[3, 4], [0, 1]]],
)
def squares_of_singular_values_and_of_entries(A):
    """The squares of the singular values have the same sum as the squares of the entries."""
    yield then(total(sq(s(A))), "==", total(sq(entries(A))))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="spectral-frobenius",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[1, 2], [2, 4]]],
)
def spectral_norm_and_frobenius_norm(A):
    """The largest singular value is at most the Frobenius norm."""
    yield then(s1(A), "<=", fro(A))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="frobenius-rank-spectral",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]]],
)
def frobenius_norm_by_rank_and_spectral_norm(A):
    """The squared Frobenius norm is at most the rank times the square of the largest singular value."""
    yield then(sq(fro(A)), "<=", rank(A) * sq(s1(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="singular-value-frobenius",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]]],
)
def singular_value_by_frobenius_norm(A):
    """The i largest singular values are at least the i-th: i s_i^2 is at most the squared Frobenius norm."""
    yield then(i * sq(s(A)[i]), "<=", sq(fro(A)))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="frobenius-nuclear",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[1, 2], [2, 4]]],
)
def frobenius_norm_and_nuclear_norm(A):
    """The Frobenius norm is at most the sum of the singular values."""
    yield then(fro(A), "<=", nuclear(A))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="frobenius-spectral-nuclear",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]]],
)
def frobenius_norm_between_the_others(A):
    """The squared Frobenius norm is at most the largest singular value times the sum of all."""
    yield then(sq(fro(A)), "<=", s1(A) * nuclear(A))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="nuclear-rank-spectral",
    status="proved",
    lemma=1,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]]],
)
def nuclear_norm_by_rank_and_spectral_norm(A):
    """The sum of the singular values is at most the rank times the largest."""
    yield then(nuclear(A), "<=", rank(A) * s1(A))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="nuclear-rank-frobenius",
    status="proved",
    lemma=2,
    domain=rectangular(**SHAPE),
    equality=[[[2, 0], [0, 2]]],
)
def nuclear_norm_by_rank_and_frobenius_norm(A):
    """The square of the sum of the singular values is at most the rank times the squared Frobenius norm."""
    yield then(sq(nuclear(A)), "<=", rank(A) * sq(fro(A)))


@claim(
    CLASSICAL,
    f"{HJ}, Section 5.6",
    id="frobenius-triangle",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, **SHAPE),
    equality=[{"A": [[1, 2]], "B": [[2, 4]]}],
)
def frobenius_norm_of_a_sum(A, B):
    """The Frobenius norm obeys the triangle inequality."""
    yield then(fro(A + B), "<=", fro(A) + fro(B))


@claim(
    CLASSICAL,
    f"{BHATIA}, Section IV.2",
    id="nuclear-triangle",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, **SHAPE),
    equality=[{"A": [[2, 0], [0, 1]], "B": [[1, 0], [0, 3]]}],
)
def nuclear_norm_of_a_sum(A, B):
    """The sum of the singular values obeys the triangle inequality."""
    yield then(nuclear(A + B), "<=", nuclear(A) + nuclear(B))
