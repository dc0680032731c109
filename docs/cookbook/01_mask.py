"""A mask with entries in [alpha, 1].

A mask multiplies a matrix entry by entry. Draw any matrix `X` with entries in [-1, 1] and scale it: every
mask with entries in [alpha, 1] is one of these, and no draw is wasted on a hypothesis. A mask that shrinks
every entry looks as if it could not raise the norm. It can.
"""

from perturb import claim, paper, then
from perturb.domains import bounded, scalar, square, together
from perturb.vocab import diag, diagonal, hadamard, op, s

ME = paper("cookbook")
MASKED = together(A=square(), X=bounded(1), alpha=scalar(0, 1), n=(1, 4))


@claim(ME, "a mask of entries does not raise the norm", domain=MASKED)
def mask_of_entries(A, X, alpha):
    masked = (1 + alpha) / 2 * A + (1 - alpha) / 2 * hadamard(X, A)
    yield then(op(masked), "<=", op(A))


@claim(ME, "a mask of rows leaves at least alpha of each singular value", domain=MASKED)
def mask_of_rows(A, X, alpha):
    d = (1 + alpha) / 2 + (1 - alpha) / 2 * diagonal(X)
    yield then(alpha * s(A), "<=", s(diag(d) @ A), "<=", s(A))
