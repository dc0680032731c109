"""True statements, fifth set: the order of symmetric matrices, means, entrywise functions, kernels."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import box, positive_definite, psd, symmetric, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    column_matrix,
    complex_matrix,
    complex_s,
    cond,
    det,
    diagonal,
    entries,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    geometric_mean,
    hadamard,
    inv,
    lam,
    lam_min,
    leading,
    length,
    mat_abs,
    mat_log,
    mat_sqrt,
    ones,
    op,
    rank,
    smallest,
    sq,
    sqrt,
    trailing,
    upper_right,
)


@claim(
    TRUE,
    "Fujii and others 1997: squares",
    id="fujii-squares",
    domain=positive_definite(count=2, n=(1, 3)),
)
def fujii_squares(A, B):
    """Operator inequalities related to Cauchy-Schwarz and Hoelder-McCarthy: a bound by Kantorovich."""
    yield given(A, "loewner", B)
    k = cond(A)
    yield then(4 * k * A @ A, "loewner", sq(k + 1) * B @ B)


@claim(
    TRUE,
    "Bhatia and Grover 2012: the geometric mean",
    id="geometric-and-roots",
    domain=positive_definite(count=2, n=(1, 3)),
)
def geometric_and_roots(A, B):
    """Norm inequalities related to the matrix geometric mean."""
    yield then(op(geometric_mean(A, B)), "<=", op(mat_sqrt(A) @ mat_sqrt(B)))


@claim(
    TRUE,
    "Ando 1979: means of sums",
    id="geometric-sums",
    domain=positive_definite(count=4, n=(1, 2)),
)
def geometric_sums(A, B, C, D):
    """Concavity of certain maps on positive definite matrices."""
    yield then(geometric_mean(A, B) + geometric_mean(C, D), "loewner", geometric_mean(A + C, B + D))


@claim(TRUE, "determinants above 2", id="above-two-determinant", domain=symmetric(count=2, n=(1, 3)))
def above_two_determinant(A, B):
    """A + B is A (inv A + inv B) B, with a middle factor at most 1."""
    yield given(2 * I, "loewner", A)
    yield given(2 * I, "loewner", B)
    yield then(det(A + B), "<=", det(A) * det(B))


@claim(
    TRUE,
    "the first two terms of the inverse of a sum",
    id="inverse-two-terms",
    domain=positive_definite(count=2, n=(1, 3)),
)
def inverse_two_terms(A, B):
    """The inverse is operator convex; Bhatia, Matrix Analysis, Chapter V."""
    yield then(inv(A) - inv(A) @ B @ inv(A), "loewner", inv(A + B))


@claim(TRUE, "Kwong 1989: symmetrised products", id="kwong", domain=positive_definite(count=2, n=(1, 3)))
def kwong(A, B):
    """Some results on matrix monotone functions; (s + t) / (s^2 + t^2) is a positive kernel."""
    yield given(0, "loewner", A @ A @ B + B @ A @ A)
    yield then(0, "loewner", A @ B + B @ A)


@claim(TRUE, "Bourin, Lee, Lin 2012: a symmetric corner", id="bourin-lee-lin", domain=psd(n=4))
def bourin_lee_lin(M):
    """On a decomposition lemma for positive semi-definite block-matrices."""
    X = upper_right(M, 2)
    yield given(entries(X), "==", entries(T(X)))
    yield then(op(M), "<=", op(leading(M, 2) + trailing(M, 2)))


@claim(TRUE, "Vybiral 2020: an entrywise square", id="vybiral", domain=psd(n=(1, 4)))
def vybiral(A):
    """A variant of Schur's product theorem; conjectured by Novak 1999; with the rank, Khare 2021."""
    d = column_matrix(diagonal(A))
    yield then(d @ T(d), "loewner", rank(A) * hadamard(A, A))


@claim(TRUE, "rectified entries, up to n = 3", id="rectified-three", domain=psd(n=(1, 3)))
def rectified_three(A):
    """A negative entry set to zero: the other two have squares of sum at most one."""
    yield then(0, "loewner", A + entrywise_abs(A))


@claim(TRUE, "Gauss's kernel", id="gauss-kernel", domain=vector(n=(1, 4)))
def gauss_kernel(x):
    """Schoenberg 1938."""
    X = column_matrix(x) @ T(column_matrix(ones(length(x))))
    yield then(0, "loewner", entrywise_exp(-hadamard(X - T(X), X - T(X))))


@claim(TRUE, "Cauchy's matrix", id="cauchy-matrix", domain=box(1, 10, n=(1, 4)))
def cauchy_matrix(x):
    """Bhatia, Positive Definite Matrices, Chapter 1: 1 / (x + y) is a kernel."""
    X = column_matrix(x) @ T(column_matrix(ones(length(x))))
    yield then(0, "loewner", entrywise_power(X + T(X), -1))


@claim(
    TRUE, "logarithms in order, one by one", id="logarithms-each", domain=positive_definite(count=2, n=(1, 3))
)
def logarithms_each(A, B):
    """Weyl's monotonicity; the matrices need not be in order."""
    yield given(mat_log(A), "loewner", mat_log(B))
    yield then(lam(A), "<=", lam(B))


@claim(
    TRUE,
    "the diagonal of a modulus",
    id="diagonal-of-modulus-symmetric",
    domain=symmetric(n=(1, 4)),
)
def diagonal_of_modulus_symmetric(A):
    """Both A and -A are below it."""
    yield then(absolute(diagonal(A)), "<=", diagonal(mat_abs(A)))


@claim(
    TRUE,
    "Bhatia and Kittaneh 2009: one of them imaginary",
    id="imaginary-root-two",
    domain=psd(count=2, n=(1, 3)),
)
def imaginary_root_two(A, B):
    """The singular values of A + B and A + iB: A + B is a real part (Fan and Hoffman 1955)."""
    yield then(lam(A + B), "<=", sqrt(2) * complex_s(complex_matrix(A, B)))


@claim(TRUE, "Schur 1911: the least eigenvalue", id="schur-least", domain=psd(count=2, n=(1, 4)))
def schur_least(A, B):
    """Horn and Johnson, Topics, 5.3; used for neural tangent kernels."""
    yield then(lam_min(A) * smallest(diagonal(B)), "<=", lam_min(hadamard(A, B)))
