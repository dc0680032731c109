"""True statements, fourth set: eigenvalues, singular values, matrices with structure, graphs."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    box,
    doubly_stochastic,
    graph,
    m_matrix,
    nonnegative,
    orthogonal,
    square,
    symmetric,
    together,
    totally_nonnegative,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    circulant,
    column_matrix,
    descending,
    det,
    diag,
    diagonal,
    eig_im,
    eig_re,
    eigenprojection,
    entries,
    hadamard,
    inv,
    lam,
    lam_max,
    largest,
    leading,
    matching_distance,
    nuclear,
    ones_matrix,
    op,
    partial_sums,
    rank,
    row_sums,
    rows,
    s,
    s_min,
    smallest,
    spectral_radius,
    sq,
    strict_lower,
    strict_upper,
    total,
    trailing,
    unit,
)


@claim(TRUE, "Fischer's inequality of M-matrices", id="m-matrix-fischer", domain=m_matrix(n=3))
def m_matrix_fischer(A):
    """Horn and Johnson, Topics, 2.5."""
    yield then(det(A), "<=", det(leading(A, 2)) * A[3, 3])


@claim(TRUE, "an M-matrix and its inverse, two thirds", id="m-matrix-two-thirds", domain=m_matrix(n=3))
def m_matrix_two_thirds(A):
    """Conjectured by Fiedler and Markham 1988; Yong 2000, Song 2000."""
    yield then(2, "<=", 3 * eig_re(hadamard(A, inv(A))))


@claim(
    TRUE, "Elsner, Johnson, Dias da Silva 1988", id="radius-cauchy-schwarz", domain=square(count=2, n=(1, 4))
)
def radius_cauchy_schwarz(A, B):
    """The Perron root of a weighted geometric mean of nonnegative matrices."""
    left = sq(spectral_radius(hadamard(A, B)))
    yield then(left, "<=", spectral_radius(hadamard(A, A)) * spectral_radius(hadamard(B, B)))


@claim(
    TRUE,
    "the spectral radius of an entrywise product",
    id="radius-entrywise",
    domain=nonnegative(count=2, n=(1, 4)),
)
def radius_entrywise(A, B):
    """Horn and Johnson, Topics, 5.7: a part of the Kronecker product."""
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A) * spectral_radius(B))


@claim(
    TRUE,
    "Gantmacher and Krein: eigenvalues",
    id="totally-nonnegative-spectrum",
    domain=totally_nonnegative(n=(1, 3)),
)
def totally_nonnegative_spectrum(A):
    """Fallat and Johnson 2011, Chapter 5."""
    yield then(0, "<=", eig_re(A))


@claim(
    TRUE,
    "Fischer's inequality of totally nonnegative matrices",
    id="totally-nonnegative-fischer",
    domain=totally_nonnegative(n=3),
)
def totally_nonnegative_fischer(A):
    """Fallat and Johnson 2011, Chapter 6."""
    yield then(det(A), "<=", det(leading(A, 2)) * A[3, 3])


@claim(TRUE, "the largest eigenvalue of a Laplacian", id="laplacian-size", domain=graph(n=(2, 6)))
def laplacian_size(A):
    """Anderson and Morley 1985."""
    yield then(lam_max(diag(row_sums(A)) - A), "<=", rows(A))


@claim(TRUE, "Brouwer's conjecture for two eigenvalues", id="brouwer-two", domain=graph(n=(2, 6)))
def brouwer_two(A):
    """Haemers, Mohammadian, Tayfeh-Rezaie 2010."""
    x = lam(diag(row_sums(A)) - A)
    yield then(x[1] + x[2], "<=", total(entries(A)) / 2 + 3)


@claim(TRUE, "the spectral radius and the number of edges", id="edges-and-radius", domain=graph(n=(2, 6)))
def edges_and_radius(A):
    """Cauchy and Schwarz, trace zero; Wilf 1967."""
    n = rows(A)
    yield then(n * sq(lam_max(A)), "<=", (n - 1) * total(entries(A)))


@claim(TRUE, "energy and rank", id="energy-and-rank", domain=graph(n=(2, 6)))
def energy_and_rank(A):
    """The two means, of numbers whose elementary symmetric function is an integer."""
    yield then(rank(A), "<=", nuclear(A))


@claim(TRUE, "Brauer and Gentry 1968: tournaments", id="brauer-gentry", domain=graph(n=(2, 5)))
def brauer_gentry(A):
    """On the characteristic roots of tournament matrices."""
    J = ones_matrix(rows(A), rows(A))
    yield then(-1, "<=", 2 * eig_re(strict_upper(A) + strict_lower(J - A)))


@claim(TRUE, "de Caen 1991: the rank of a tournament", id="tournament-rank", domain=graph(n=(2, 6)))
def tournament_rank(A):
    """The ranks of tournament matrices."""
    J = ones_matrix(rows(A), rows(A))
    yield then(rows(A) - 1, "<=", rank(strict_upper(A) + strict_lower(J - A)))


@claim(TRUE, "Dmitriev and Dynkin 1945: n = 3", id="dmitriev-dynkin", domain=nonnegative(n=3))
def dmitriev_dynkin(A):
    """Eigenvalues of stochastic matrices lie in a triangle, or are real."""
    yield given(row_sums(A), "==", 1)
    yield then(4 * sq(eig_im(A)), "<=", 3)


@claim(
    TRUE, "second singular values", id="second-singular-value", domain=doubly_stochastic(count=2, n=(2, 4))
)
def second_singular_value(A, B):
    """Their norms across the vector of ones."""
    yield then(s(A @ B)[2], "<=", s(A)[2] * s(B)[2])


@claim(TRUE, "Cauchy 1829: a companion matrix", id="companion-cauchy", domain=vector(n=3))
def companion_cauchy(v):
    """Horn and Johnson, Matrix Analysis, 5.6."""
    C = [[0, 1, 0], [0, 0, 1], [0, 0, 0]] + column_matrix(unit(3, 3)) @ T(column_matrix(v))
    yield then(spectral_radius(C), "<=", 1 + largest(absolute(v)))


@claim(TRUE, "circulants that are not negative, n = 3", id="circulant-three", domain=box(0, 1, n=3))
def circulant_three(v):
    """The two means of three cubes."""
    yield then(0, "<=", det(circulant(v)))


@claim(TRUE, "the inverse of a Toeplitz matrix, turned", id="toeplitz-persymmetric", domain=square(n=3))
def toeplitz_persymmetric(A):
    """Golub and Van Loan, 4.7."""
    J = [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    yield given(entries(leading(A, 2)), "==", entries(trailing(A, 1)))
    yield then(entries(J @ inv(A) @ J), "==", entries(T(inv(A))))


@claim(TRUE, "Thompson 1977: diagonal and singular values", id="thompson-diagonal", domain=square(n=(2, 4)))
def thompson_diagonal(A):
    """Singular values, diagonal elements, and convexity; Sing 1976."""
    d = absolute(diagonal(A))
    yield then(total(d) - 2 * smallest(d), "<=", total(s(A)) - 2 * s_min(A))


@claim(TRUE, "Schur 1923: the diagonal is majorised", id="schur-majorisation", domain=symmetric(n=(1, 4)))
def schur_majorisation(A):
    """Horn and Johnson, Matrix Analysis, 4.3."""
    yield then(partial_sums(descending(diagonal(A))), "<=", partial_sums(lam(A)))


@claim(TRUE, "Lidskii 1950: the first and the third", id="lidskii", domain=symmetric(count=2, n=3))
def lidskii(A, B):
    """Bhatia, Matrix Analysis, Section III.4."""
    x, y, z = lam(A), lam(B), lam(A + B)
    yield then(z[1] + z[3], "<=", x[1] + x[3] + y[1] + y[2])


@claim(
    TRUE,
    "Gelfand and Naimark 1950: the first and the third",
    id="gelfand-naimark",
    domain=square(count=2, n=3),
)
def gelfand_naimark(A, B):
    """Bhatia, Matrix Analysis, Section III.4."""
    x, y, z = s(A), s(B), s(A @ B)
    yield then(z[1] * z[3], "<=", x[1] * x[3] * y[1] * y[2])


@claim(
    TRUE,
    "Sunder 1982: a symmetric and a skew matrix",
    id="sunder",
    domain=together(A=symmetric(), X=square(), n=(1, 3)),
)
def sunder(A, X):
    """Distance between normal operators."""
    K = X - T(X)
    yield then(matching_distance(A, K), "<=", op(A - K))


@claim(
    TRUE,
    "Bhatia and Davis 1984: two orthogonal matrices",
    id="bhatia-davis-matching",
    domain=orthogonal(count=2, n=(1, 3)),
)
def bhatia_davis_matching(A, B):
    """A bound for the spectral variation of a unitary operator."""
    yield then(matching_distance(A, B), "<=", op(A - B))


@claim(TRUE, "Yu, Wang and Samworth 2015", id="yu-wang-samworth", domain=symmetric(count=2, n=(2, 4)))
def yu_wang_samworth(A, B):
    """A useful variant of the Davis-Kahan theorem for statisticians."""
    turn = op(eigenprojection(A, 1) - eigenprojection(B, 1))
    yield then(turn * (lam(A)[1] - lam(A)[2]), "<=", 2 * op(A - B))
