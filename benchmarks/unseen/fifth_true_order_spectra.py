"""True statements, fifth set: the order of symmetric matrices, means, entrywise functions, kernels.

And: eigenvalues, matrices that are not negative, iterations, graphs.
"""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    box,
    doubly_stochastic,
    graph,
    m_matrix,
    nonnegative,
    positive_definite,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    ascending,
    column,
    column_matrix,
    complex_matrix,
    complex_s,
    cond,
    det,
    diag,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    geometric_mean,
    hadamard,
    inv,
    lam,
    lam_max,
    lam_min,
    largest,
    leading,
    length,
    lower,
    mat_abs,
    mat_log,
    mat_sqrt,
    matching_distance,
    moduli,
    ones,
    op,
    partial_sums,
    product,
    rank,
    row_sums,
    rows,
    s,
    schur,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    strict_lower,
    strict_upper,
    sym,
    total,
    trace,
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


@claim(
    TRUE,
    "Ostrowski 1959: congruence",
    id="ostrowski-positive",
    domain=together(A=psd(), S=square(), n=(1, 3)),
)
def ostrowski_positive(A, S):
    """Horn and Johnson, Matrix Analysis, 4.5."""
    yield then(lam(S @ A @ T(S)), "<=", sq(op(S)) * lam(A))


@claim(TRUE, "Ruhe 1970: the trace of a product from below", id="ruhe", domain=symmetric(count=2, n=(1, 4)))
def ruhe(A, B):
    """Perturbation bounds for means of eigenvalues; Marshall and Olkin, 9.H."""
    yield then(total(lam(A) * ascending(lam(B))), "<=", trace(A @ B))


@claim(
    TRUE,
    "Cohen 1981: convex in the diagonal",
    id="cohen-diagonal",
    domain=together(A=nonnegative(), d=box(0, 5), e=box(0, 5), n=(1, 3)),
)
def cohen_diagonal(A, d, e):
    """Convexity of the dominant eigenvalue of an essentially nonnegative matrix."""
    ends = spectral_radius(A + diag(d)) + spectral_radius(A + diag(e))
    yield then(2 * spectral_radius(A + diag((d + e) / 2)), "<=", ends)


@claim(TRUE, "Stein and Rosenberg 1948", id="stein-rosenberg", domain=nonnegative(n=(1, 3)))
def stein_rosenberg(A):
    """Varga, Matrix Iterative Analysis, 3.3."""
    L, U = strict_lower(A), strict_upper(A)
    yield given(spectral_radius(L + U), "<", 1)
    yield then(spectral_radius(inv(I - L) @ U), "<=", spectral_radius(L + U))


@claim(TRUE, "Reich 1949: the iteration of Gauss and Seidel", id="reich", domain=positive_definite(n=(1, 3)))
def reich(A):
    """Golub and Van Loan, 11.2."""
    yield then(spectral_radius(inv(lower(A)) @ strict_upper(A)), "<", 1)


@claim(TRUE, "Fan 1950: real parts", id="fan-real-parts", domain=square(n=(1, 4)))
def fan_real_parts(A):
    """Bhatia, Matrix Analysis, Proposition III.5.3."""
    yield then(partial_sums(eig_re(A)), "<=", partial_sums(lam(sym(A))))


@claim(TRUE, "Elsner 1985: two by two", id="elsner-two", domain=square(count=2, n=2))
def elsner_two(A, B):
    """An optimal bound for the spectral variation of two matrices; Bhatia, Matrix Analysis, VIII.1."""
    yield then(sq(matching_distance(A, B)), "<=", (op(A) + op(B)) * op(A - B))


@claim(TRUE, "Hopf 1963: the second eigenvalue", id="hopf", domain=nonnegative(n=(2, 4)))
def hopf(A):
    """An inequality for positive linear integral operators."""
    m, M = smallest(entries(A)), largest(entries(A))
    yield given(0, "<", m)
    yield then(moduli(A)[2] * (M + m), "<=", (M - m) * spectral_radius(A))


@claim(TRUE, "Fill 1991: a chain and its reversal", id="fill", domain=doubly_stochastic(n=(2, 4)))
def fill(A):
    """Eigenvalue bounds on convergence to stationarity: norms across the vector of ones."""
    yield then(moduli(A)[2], "<=", s(A)[2])


@claim(TRUE, "Loewy and London 1978, Johnson 1981", id="johnson-loewy-london", domain=nonnegative(n=(1, 4)))
def johnson_loewy_london(A):
    """On the inverse eigenvalue problem of matrices that are not negative: powers one and three."""
    yield then(trace(A) ** 3, "<=", sq(rows(A)) * trace(A @ A @ A))


@claim(TRUE, "Kellogg 1972: squares of M-matrices", id="kellogg-square", domain=m_matrix(n=3))
def kellogg_square(A):
    """Eigenvalues of an M-matrix have an argument of at most 30 degrees for n = 3."""
    yield then(0, "<=", eig_re(A @ A))


@claim(TRUE, "Ando 1980: Fan's product", id="fan-product", domain=m_matrix(count=2, n=(1, 3)))
def fan_product(A, B):
    """Inequalities for M-matrices; Horn and Johnson, Topics, 5.7."""
    P = hadamard(A, B)
    yield then(det(A) * det(B), "<=", det(2 * diag(diagonal(P)) - P))


@claim(TRUE, "Ostrowski 1937: dominant rows", id="ostrowski-dominant", domain=square(n=(1, 4)))
def ostrowski_dominant(A):
    """Sur la determination des bornes inferieures pour une classe des determinants."""
    gaps = 2 * absolute(diagonal(A)) - row_sums(entrywise_abs(A))
    yield given(0, "<", gaps)
    yield then(product(gaps), "<=", absolute(det(A)))


@claim(
    TRUE,
    "Ostrowski 1952: dominant rows",
    id="dominant-inverse-column",
    domain=square(n=(1, 4)),
)
def dominant_inverse_column(A):
    """Horn and Johnson, Topics, 2.5: the diagonal leads along a column."""
    yield given(row_sums(entrywise_abs(A)), "<", 2 * absolute(diagonal(A)))
    B = inv(A)
    yield then(absolute(column(B, 1)), "<=", absolute(B[1, 1]))


@claim(
    TRUE,
    "elimination, positive",
    id="schur-condition-positive",
    domain=positive_definite(n=(2, 4)),
)
def schur_condition_positive(A):
    """Demmel, Higham, Schreiber 1995: the inverse of the rest is a part of the inverse."""
    yield then(cond(schur(A, 1)), "<=", cond(A))


@claim(TRUE, "Hong 1993: no isolated vertex", id="hong-edges", domain=graph(n=(2, 6)))
def hong_edges(A):
    """Bounds of eigenvalues of graphs."""
    yield given(1, "<=", row_sums(A))
    yield then(sq(lam_max(A)), "<=", total(entries(A)) - rows(A) + 1)


@claim(TRUE, "Grone and Merris 1994: the Laplacian", id="grone-merris", domain=graph(n=(2, 6)))
def grone_merris(A):
    """The Laplacian spectrum of a graph II."""
    yield given(1, "<=", total(entries(A)))
    yield then(largest(row_sums(A)) + 1, "<=", lam_max(diag(row_sums(A)) - A))


@claim(TRUE, "de Caen 1998: squares of degrees", id="de-caen", domain=graph(n=(2, 6)))
def de_caen(A):
    """An upper bound on the sum of squares of degrees in a graph."""
    n, m = rows(A), total(entries(A)) / 2
    yield then((n - 1) * total(sq(row_sums(A))), "<=", m * (2 * m + (n - 1) * (n - 2)))
