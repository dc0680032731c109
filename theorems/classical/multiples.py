"""Multiples of symmetric matrices by numbers of any sign, and how far apart their extreme eigenvalues are."""

from perturb import claim, then
from perturb.domains import scalar, symmetric, together
from perturb.vocab import absolute, lam_max, lam_min, larger, smaller
from theorems.classical import CLASSICAL, HJ

SPREAD = f"Mirsky 1956, The spread of a matrix; {HJ}, Section 4.2"


def spread(A):
    return lam_max(A) - lam_min(A)


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.1, any factor",
    id="extreme-eigenvalues-scaled",
    status="proved",
    lemma=1,
    domain=together(A=symmetric(), c=scalar(), n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "c": -2}],
)
def extreme_eigenvalues_of_a_multiple(A, c):
    """A factor multiplies the extreme eigenvalues, and a negative one swaps them."""
    yield then(lam_max(c * A), "==", larger(c * lam_max(A), c * lam_min(A)))
    yield then(lam_min(c * A), "==", smaller(c * lam_max(A), c * lam_min(A)))


@claim(
    CLASSICAL,
    f"{SPREAD}, multiples",
    id="spread-scaled",
    status="proved",
    lemma=1,
    domain=together(A=symmetric(), c=scalar(), n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "c": -2}],
)
def spread_of_a_multiple(A, c):
    """The distance of the extreme eigenvalues is multiplied by |c|."""
    yield then(spread(c * A), "==", absolute(c) * spread(A))


@claim(
    CLASSICAL,
    f"{SPREAD}, sums",
    id="spread-sum",
    status="proved",
    lemma=2,
    domain=symmetric(count=2, n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 1]]}],
)
def spread_of_a_sum(A, B):
    """The distance of the extreme eigenvalues obeys the triangle inequality."""
    yield then(spread(A + B), "<=", spread(A) + spread(B))
