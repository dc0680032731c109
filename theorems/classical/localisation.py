"""Where eigenvalues can lie: of a perturbed symmetric matrix, of any matrix beside its symmetric part."""

from perturb import claim, indices, then
from perturb.domains import integer, scalar, square, symmetric, together, totally_nonnegative, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    eig_im,
    eig_re,
    eigenvector,
    eye,
    lam,
    lam_max,
    lam_min,
    partial_sums,
    principal_sqrt,
    s1,
    s_min,
    smallest,
    spectral_projection,
    sq,
    sqrt,
    sym,
    total,
    trace,
)
from theorems.classical import CLASSICAL

(k,) = indices("k")


@claim(
    CLASSICAL,
    "Bauer and Fike 1960, symmetric perturbation",
    id="bauer-fike-symmetric",
    status="proved",
    lemma=2,
    domain=symmetric(count=2, n=(1, 4)),
    presupposes=["weyl"],
    equality=[
        {"A": [[1, 0], [0, -1]], "E": [["1/2", 0], [0, "1/2"]]},
        {"A": [[0, 0], [0, 0]], "E": [[3, 4], [4, -3]]},
    ],
)
def eigenvalues_near_the_old_ones(A, E):
    """Every eigenvalue of A + E lies within |E| of an eigenvalue of A, both symmetric."""
    yield then(smallest(absolute(lam(A + E)[k] - lam(A))), "<=", s1(E))


@claim(
    CLASSICAL,
    "Bauer and Fike 1960, symmetric A and any E",
    id="bauer-fike-resolvent",
    status="proved",
    lemma=2,
    domain=together(A=symmetric(), E=square(), x=scalar(), y=scalar(), n=(1, 3)),
    presupposes=["weyl"],
    equality=[
        {"A": [[1, 0], [0, -1]], "E": [[1, 0], [0, 0]], "x": 2, "y": 0},
        {"A": [[0, 0], [0, 0]], "E": [[0, 1], [-1, 0]], "x": 0, "y": 1},
    ],
)
def points_away_from_the_spectrum_are_regular(A, E, x, y):
    """A point x + iy farther than |E| from the spectrum of the symmetric A is no eigenvalue of A + E.

    With a margin: s_min(A + E - (x + iy)) >= min_j |lam_j(A) - (x + iy)| - |E|. The complex X - iy I is
    written as the real block matrix [X, yI; -yI, X], which has the same singular values, each twice.
    """
    X = A + E - x * I
    distance = smallest(sqrt(sq(lam(A) - x) + sq(y)))
    yield then(distance, "<=", s_min(block(X, y * eye(A), -y * eye(A), X)) + s1(E))


@claim(
    CLASSICAL,
    "Bendixson 1902; Horn and Johnson, Topics in Matrix Analysis, Section 1.2, real parts",
    id="bendixson-real",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[1, -2], [2, 1]], [[3, 0], [0, 1]]],
)
def real_parts_and_the_symmetric_part(A):
    """The real parts of the eigenvalues lie between the extreme eigenvalues of the symmetric part."""
    yield then(lam_min(sym(A)), "<=", eig_re(A)[k], "<=", lam_max(sym(A)))


@claim(
    CLASSICAL,
    "Bendixson 1902; Horn and Johnson, Topics in Matrix Analysis, Section 1.2, imaginary parts",
    id="bendixson-imaginary",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[0, -1], [1, 0]], [[2, -3], [3, 2]]],
)
def imaginary_parts_and_the_skew_part(A):
    """The imaginary parts of the eigenvalues are at most the norm of the skew-symmetric part (A - A') / 2."""
    yield then(eig_im(A)[k], "<=", s1(A - T(A)) / 2)


@claim(
    CLASSICAL,
    "Gantmacher and Krein 1937, weak form; Fallat and Johnson, Totally Nonnegative Matrices, Chapter 5",
    id="gantmacher-krein",
    status="proved",
    lemma=3,
    domain=totally_nonnegative(n=(1, 3)),
    equality=[[[1, 0], [0, 0]], [[1, 1], [1, 1]]],
)
def eigenvalues_of_a_totally_nonnegative_matrix(A):
    """They are real and not negative."""
    yield then(eig_im(A)[k], "==", 0)
    yield then(0, "<=", eig_re(A)[k])


@claim(
    CLASSICAL,
    "Rayleigh 1877; Horn and Johnson, Matrix Analysis, Theorem 4.2.2",
    id="rayleigh-eigenvector",
    status="proved",
    domain=together(A=symmetric(), x=vector("n"), n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "x": [3, 0]},
        {"A": [[0, 1], [1, 0]], "x": [-1, -1]},
    ],
)
def the_first_eigenvector_has_the_largest_quotient(A, x):
    """x'Ax <= v'Av |x|^2 for the unit eigenvector v of the largest eigenvalue."""
    v = eigenvector(A, 1)
    yield then(total(x * (A @ x)), "<=", total(v * (A @ v)) * total(sq(x)))


@claim(
    CLASSICAL,
    "Fan 1949; Horn and Johnson, Matrix Analysis, Corollary 4.3.39, the space where it is attained",
    id="fan-projection",
    status="proved",
    lemma=2,
    domain=together(A=symmetric(), k=integer(1, "n"), n=(1, 4)),
    equality=[{"A": [[2, 0], [0, 1]], "k": 1}, {"A": [[0, 1], [1, 0]], "k": 2}],
)
def trace_on_the_first_eigenspaces(A, k):
    """The trace of A on the space of its first k eigenvectors is the sum of its k largest eigenvalues."""
    yield then(trace(A @ spectral_projection(A, 1, k)), "==", partial_sums(lam(A))[k])


@claim(
    CLASSICAL,
    "Higham, Functions of Matrices, Theorem 1.29",
    id="principal-root",
    status="proved",
    lemma=2,
    domain=square(n=(1, 3)),
    equality=[[[3, 4], [-4, 3]], [[4, 0], [0, 9]]],
)
def the_principal_root(A):
    """The real parts of the eigenvalues of the principal root are not negative, and |A| <= |root|^2."""
    root = principal_sqrt(A)
    yield then(s1(A), "<=", sq(s1(root)))
    yield then(0, "<=", eig_re(root)[k])
