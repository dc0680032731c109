"""Where the eigenvalues of a perturbed symmetric matrix can lie."""

from perturb import claim, indices, then
from perturb.domains import scalar, square, symmetric, together
from perturb.vocab import I, absolute, block, eye, lam, s1, s_min, smallest, sq, sqrt
from theorems.classical import CLASSICAL

(k,) = indices("k")


@claim(
    CLASSICAL,
    "Bauer and Fike 1960, symmetric perturbation",
    id="bauer-fike-symmetric",
    status="proved",
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
