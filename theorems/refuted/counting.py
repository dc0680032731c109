"""Determinants, permanents and ranks of general matrices, guessed from special ones."""

from perturb import claim, then
from perturb.domains import psd, square, together
from perturb.vocab import T, det, diagonal, permanent, product, rank, sq
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the determinant of a sum of matrices with positive symmetric part",
    id="determinant-accretive",
    status="refuted",
    domain=together(P=psd(), Q=psd(), X=square(), Y=square(), n=(1, 3)),
)
def determinant_of_a_sum(P, Q, X, Y):
    """det(A + B) >= det A + det B for A = P + X - X' and B = Q + Y - Y' with P, Q >= 0.

    Believed because it is true of positive semidefinite matrices, and because every determinant here is
    non-negative. True instead: det A >= det P for each alone; the skew parts of two can cancel.
    """
    A, B = P + X - T(X), Q + Y - T(Y)
    yield then(det(A + B), ">=", det(A) + det(B))


@claim(
    REFUTED,
    "Hadamard's inequality for the permanent",
    id="permanent-row-norms",
    status="refuted",
    domain=square(n=(1, 4)),
)
def permanent_and_row_norms(A):
    """|per A| is at most the product of the Euclidean norms of the rows; both sides are squared.

    Believed because it is Hadamard's inequality for the determinant and holds for n = 2. True instead: there
    is a factor n! / n^(n/2) on the right (Carlen, Lieb and Loss 2006), which is above one from n = 3 on.
    """
    yield then(sq(permanent(A)), "<=", product(diagonal(A @ T(A))))


@claim(
    REFUTED,
    "the rank of a product in the other order",
    id="rank-of-reversed-product",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def rank_of_a_reversed_product(A, B):
    """AB and BA have the same rank.

    Believed because they have the same trace, determinant and eigenvalues. True instead: AB and BA may have
    different Jordan blocks at zero; the ranks agree if one factor is invertible.
    """
    yield then(rank(A @ B), "<=", rank(B @ A))
