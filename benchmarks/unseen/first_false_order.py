"""False statements, first half: the order of symmetric matrices, and inequalities for each eigenvalue."""

from benchmarks.unseen.matrices import FALSE, FIRST, LAST, ONES, RAISE
from perturb import claim, given, then
from perturb.domains import psd, square, symmetric, together
from perturb.vocab import (
    T,
    block,
    commutator,
    entries,
    fro,
    lam,
    leading,
    mat_exp,
    mat_sqrt,
    matpow,
    moduli,
    op,
    s,
    sq,
    total,
    trailing,
    upper_right,
)

KNOWN = {}


@claim(
    FALSE,
    "the Jordan product of positive matrices",
    id="jordan-product",
    domain=psd(count=2, n=(1, 4)),
)
def jordan_product(A, B):
    yield then(0, "loewner", A @ B + B @ A)


KNOWN["jordan-product"] = {"A": ONES, "B": FIRST}


@claim(
    FALSE,
    "each eigenvalue is subadditive",
    id="eigenvalues-subadditive",
    domain=symmetric(count=2, n=(1, 4)),
)
def eigenvalues_subadditive(A, B):
    """Fan: true of the sum of the k largest."""
    yield then(lam(A + B), "<=", lam(A) + lam(B))


KNOWN["eigenvalues-subadditive"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "the partial transpose of a positive matrix",
    id="partial-transpose",
    domain=psd(n=4),
)
def partial_transpose(M):
    """Peres 1996: true of separable states."""
    X = upper_right(M, 2)
    yield then(0, "loewner", block(leading(M, 2), T(X), X, trailing(M, 2)))


KNOWN["partial-transpose"] = {"M": [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]}


@claim(
    FALSE,
    "the cube is convex in order",
    id="cube-convex",
    domain=psd(count=2, n=(1, 3)),
)
def cube_convex(A, B):
    """True of the square; of the cube for each eigenvalue."""
    yield then(matpow(A + B, 3), "loewner", 4 * (matpow(A, 3) + matpow(B, 3)))


KNOWN["cube-convex"] = {"A": [[10, -7], [-7, 13]], "B": [[5, 1], [1, 1]]}


@claim(
    FALSE,
    "the exponential is convex in order",
    id="exponential-convex",
    domain=symmetric(count=2, n=(1, 3)),
)
def exponential_convex(A, B):
    yield then(2 * mat_exp((A + B) / 2), "loewner", mat_exp(A) + mat_exp(B))


KNOWN["exponential-convex"] = {"A": [[-2, 2], [2, 6]], "B": [[-6, 3], [3, -2]]}


@claim(
    FALSE,
    "Heinz's inequality for each singular value",
    id="heinz-each",
    domain=together(A=psd(), B=psd(), X=square(), n=(1, 3)),
)
def heinz_each(A, B, X):
    """Bhatia and Davis: true of every unitarily invariant norm."""
    yield then(2 * s(mat_sqrt(A) @ X @ mat_sqrt(B)), "<=", s(A @ X + X @ B))


KNOWN["heinz-each"] = {"A": [[5, 4], [4, 5]], "B": [[8, -2], [-2, 1]], "X": [[2, 2], [-1, -2]]}


@claim(
    FALSE,
    "squares of corners stay positive",
    id="squares-of-blocks",
    domain=psd(n=4),
)
def squares_of_blocks(M):
    A, X, B = leading(M, 2), upper_right(M, 2), trailing(M, 2)
    yield then(0, "loewner", block(A @ A, X @ X, T(X) @ T(X), B @ B))


KNOWN["squares-of-blocks"] = {"M": [[4, 1, 0, 2], [1, 3, -3, 0], [0, -3, 4, 0], [2, 0, 0, 2]]}


@claim(
    FALSE,
    "moduli of eigenvalues and the commutator",
    id="kress-with-one",
    domain=square(n=(1, 4)),
)
def kress_with_one(A):
    """Kress, de Vries, Wegmann 1974: true with 1/2 before the commutator."""
    yield then(sq(total(sq(moduli(A)))), "<=", sq(sq(fro(A))) - sq(fro(commutator(A, T(A)))))


KNOWN["kress-with-one"] = {"A": RAISE}


@claim(
    FALSE,
    "a vanishing product makes norms add like squares",
    id="orthogonal-norms",
    domain=square(count=2, n=(1, 3)),
)
def orthogonal_norms(A, B):
    """True where A'B = 0."""
    yield given(entries(A @ B), "==", 0)
    yield then(sq(op(A + B)), "<=", sq(op(A)) + sq(op(B)))


KNOWN["orthogonal-norms"] = {"A": RAISE, "B": RAISE}
