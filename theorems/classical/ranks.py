"""Ranks of products, and the permanent of a positive semidefinite matrix."""

from perturb import claim, then
from perturb.domains import psd, rectangular, square, together
from perturb.vocab import cols, diagonal, permanent, product, rank
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "Sylvester 1884; Horn and Johnson, Matrix Analysis, Section 0.4.5",
    id="sylvester-rank",
    status="proved",
    lemma=2,
    domain=together(A=rectangular("m", "k"), B=rectangular("k", "n"), m=(1, 3), k=(1, 3), n=(1, 3)),
    equality=[
        {"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]},
        {"A": [[1, 2], [3, 4]], "B": [[1, 0], [0, 1]]},
    ],
)
def rank_of_a_product(A, B):
    """rank A + rank B - k <= rank AB, where k is the number of columns of A."""
    yield then(rank(A) + rank(B) - cols(A), "<=", rank(A @ B))


@claim(
    CLASSICAL,
    "Frobenius 1911; Horn and Johnson, Matrix Analysis, Section 0.4.5",
    id="frobenius-rank",
    status="proved",
    lemma=2,
    domain=square(count=3, n=(1, 3)),
    equality=[
        {"A": [[1, 0], [0, 0]], "B": [[1, 0], [0, 0]], "C": [[0, 1], [0, 0]]},
        {"A": [[1, 0], [0, 1]], "B": [[0, 1], [0, 0]], "C": [[1, 0], [0, 0]]},
    ],
)
def ranks_of_a_triple_product(A, B, C):
    """rank AB + rank BC <= rank B + rank ABC."""
    yield then(rank(A @ B) + rank(B @ C), "<=", rank(B) + rank(A @ B @ C))


@claim(
    CLASSICAL,
    "Marcus 1963",
    id="marcus-permanent",
    status="proved",
    lemma=3,
    domain=psd(n=(1, 4)),
    equality=[[[2, 0], [0, 3]], [[1, 0, 0], [0, 2, 0], [0, 0, 0]]],
)
def permanent_and_diagonal(A):
    """The permanent of a positive semidefinite matrix is at least the product of its diagonal."""
    yield then(product(diagonal(A)), "<=", permanent(A))
