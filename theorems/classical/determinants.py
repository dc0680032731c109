"""Determinants, bounded by rows, by the diagonal and by diagonal blocks."""

from perturb import claim, then
from perturb.domains import integer, psd, square, together
from perturb.vocab import T, cols, det, diagonal, leading, power, product, sq, trailing
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "Hadamard 1893, rows; Horn and Johnson, Matrix Analysis, Section 7.8",
    id="hadamard-determinant",
    status="proved",
    lemma=2,
    domain=square(n=(1, 5)),
    equality=[[[1, 1], [1, -1]], [[3, 4, 0], [-4, 3, 0], [0, 0, 2]]],
)
def determinant_and_row_norms(A):
    """A parallelepiped has at most the volume of a box with the same edges: |det A| <= product of row norms.

    Squared on both sides: the squares of the row norms are the diagonal of AA'.
    """
    yield then(sq(det(A)), "<=", product(diagonal(A @ T(A))))


@claim(
    CLASSICAL,
    "Hadamard 1893, diagonal; Horn and Johnson, Matrix Analysis, Theorem 7.8.1",
    id="hadamard-determinant-psd",
    status="proved",
    lemma=2,
    domain=psd(n=(1, 5)),
    equality=[[[2, 0], [0, 3]], [[1, 0, 0], [0, "1/2", 0], [0, 0, 5]]],
)
def determinant_and_diagonal(A):
    """The determinant of a positive semidefinite matrix is at most the product of its diagonal."""
    yield then(det(A), "<=", product(diagonal(A)))


@claim(
    CLASSICAL,
    "Fischer 1908; Horn and Johnson, Matrix Analysis, Section 7.8",
    id="fischer",
    status="proved",
    lemma=2,
    domain=together(A=psd(), k=integer(1, "n"), n=(2, 5)),
    equality=[
        {"A": [[2, 1, 0], [1, 2, 0], [0, 0, 3]], "k": 2},
        {"A": [[1, 0, 0], [0, 2, 1], [0, 1, 2]], "k": 1},
    ],
)
def determinant_and_diagonal_blocks(A, k):
    """The determinant of a positive semidefinite matrix is at most the product over two diagonal blocks.

    The blocks are the first k rows and the rest; k = n leaves no second block and asserts nothing.
    """
    yield then(det(A), "<=", det(leading(A, k)) * det(trailing(A, k)))


@claim(
    CLASSICAL,
    "Minkowski 1905; Horn and Johnson, Matrix Analysis, Theorem 7.8.21",
    id="minkowski-determinant",
    status="proved",
    lemma=3,
    domain=psd(count=2, n=(1, 4)),
    equality=[
        {"A": [[2, 1], [1, 2]], "B": [[4, 2], [2, 4]]},
        {"A": [[1, 0], [0, 1]], "B": [[3, 0], [0, 3]]},
    ],
)
def root_of_the_determinant_of_a_sum(A, B):
    """The n-th root of the determinant is superadditive on positive semidefinite matrices."""
    root = 1 / cols(A)
    yield then(power(det(A), root) + power(det(B), root), "<=", power(det(A + B), root))
