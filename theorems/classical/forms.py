"""Quadratic forms and the symmetric part."""

from perturb import claim, then
from perturb.domains import positive_definite, rectangular, square, symmetric, together, vector
from perturb.vocab import (
    cols,
    descending,
    diagonal,
    inv,
    lam,
    lam_max,
    lam_min,
    norm,
    partial_sums,
    pinv,
    s,
    sq,
    sym,
    total,
)
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "Kantorovich 1948; Horn and Johnson, Matrix Analysis, Section 7.4",
    id="kantorovich",
    status="proved",
    lemma=2,
    domain=together(A=positive_definite(), x=vector(), n=(1, 4)),
    equality=[
        {"A": [[1, 0], [0, 4]], "x": [1, 1]},
        {"A": [[2, 1], [1, 2]], "x": [1, 0]},
        {"A": [[1, 0, 0], [0, 2, 0], [0, 0, 9]], "x": [3, 0, -3]},
    ],
)
def kantorovich(A, x):
    """The forms of A and of its inverse have a product that only the extreme eigenvalues bound."""
    top, bottom = lam_max(A), lam_min(A)
    bound = sq(top + bottom) / (4 * top * bottom)
    yield then(total(x * (A @ x)) * total(x * (inv(A) @ x)), "<=", bound * sq(total(sq(x))))


@claim(
    CLASSICAL,
    "Fan and Hoffman 1955; Bhatia, Matrix Analysis, Proposition III.5.1",
    id="fan-hoffman",
    status="proved",
    lemma=2,
    domain=square(n=(1, 5)),
    equality=[[[2, 1], [1, 2]], [[1, 0, 0], [0, 0, 1], [0, -1, 0]]],
)
def symmetric_part(A):
    """The eigenvalues of the symmetric part are at most the singular values, each in its order."""
    yield then(lam(sym(A)), "<=", s(A))


@claim(
    CLASSICAL,
    "Schur 1923; Horn and Johnson, Matrix Analysis, Theorem 4.3.45",
    id="schur-diagonal",
    status="proved",
    lemma=2,
    domain=symmetric(n=(2, 4)),
    equality=[[[2, 0], [0, 1]], [[1, 0, 0], [0, 0, 0], [0, 0, 3]]],
)
def diagonal_and_eigenvalues(A):
    """The k largest entries of the diagonal add up to at most the k largest eigenvalues, k < n.

    With the trace, which both have: the diagonal is majorized by the eigenvalues.
    """
    k = cols(A) - 1
    yield then(partial_sums(descending(diagonal(A)))[:k], "<=", partial_sums(lam(A))[:k])


@claim(
    CLASSICAL,
    "Penrose 1956; Horn and Johnson, Matrix Analysis, Problem 7.3.P8",
    id="penrose-least-squares",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), b=vector("m"), x=vector("n"), m=(1, 3), n=(1, 3)),
    equality=[
        {"A": [[1, 0], [0, 0]], "b": [1, 2], "x": [1, 5]},
        {"A": [[1], [1]], "b": [0, 2], "x": [1]},
    ],
)
def no_vector_comes_nearer(A, b, x):
    """No Ax is nearer to b than the one with x = A^+ b."""
    yield then(norm(A @ (pinv(A) @ b) - b), "<=", norm(A @ x - b))
