"""Diagonal matrices: their singular values and eigenvalues, and how the diagonal of any matrix compares."""

from perturb import claim, indices, then
from perturb.domains import integer, symmetric, together, vector
from perturb.vocab import (
    absolute,
    diag,
    diagonal,
    head,
    lam,
    largest,
    length,
    partial_sums,
    s,
    s1,
    s_min,
    smallest,
    sq,
    total,
)
from theorems.classical import BHATIA, CLASSICAL, HJ

(i,) = indices("i")
ONE = vector(n=(1, 4))
SINGULAR = f"{HJ}, Section 2.6"


def tails(x):
    """The sums of |x_k| over k >= i: any descending components without a negative one are such sums."""
    return total(absolute(x)) - partial_sums(absolute(x)) + absolute(x)


@claim(
    CLASSICAL,
    f"{SINGULAR}, descending",
    id="diagonal-descending",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[1, 0], [0, 0]],
)
def singular_values_of_a_descending_diagonal(x):
    """A diagonal that descends and has no negative entry holds the singular values; it is written as sums."""
    yield then(s(diag(tails(x)))[i], "==", tails(x)[i])


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.1, descending",
    id="diagonal-descending-eigenvalues",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[1, 0], [0, 0]],
)
def eigenvalues_of_a_descending_diagonal(x):
    """A diagonal that descends holds the eigenvalues; one without a negative entry is written as sums."""
    yield then(lam(diag(tails(x)))[i], "==", tails(x)[i])


@claim(
    CLASSICAL,
    f"{SINGULAR}, ascending",
    id="diagonal-ascending",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[1, 0]],
)
def singular_values_of_an_ascending_diagonal(x):
    """A diagonal that ascends and has no negative entry, written as sums of squares, holds them backwards."""
    yield then(s(diag(partial_sums(sq(x))))[i], "==", partial_sums(sq(x))[length(x) + 1 - i])


@claim(
    CLASSICAL,
    f"{SINGULAR}, the first of ascending",
    id="diagonal-ascending-first",
    status="proved",
    lemma=1,
    domain=together(x=vector(), k=integer(1, "n"), n=(1, 4)),
    equality=[{"x": [1, 0], "k": 2}],
)
def largest_of_the_first_of_an_ascending_diagonal(x, k):
    """Of the first k of such entries the last one is the largest singular value."""
    first = head(partial_sums(sq(x)), k)
    yield then(s1(diag(first)), "==", partial_sums(sq(x))[k])


@claim(
    CLASSICAL,
    f"{SINGULAR}, extremes",
    id="diagonal-extremes",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[1, -2]],
)
def extreme_singular_values_of_a_diagonal(x):
    """The largest and the smallest singular value of a diagonal matrix are those of the |x_i|."""
    yield then(s1(diag(x)), "==", largest(absolute(x)))
    yield then(s_min(diag(x)), "==", smallest(absolute(x)))


@claim(
    CLASSICAL,
    f"Schur 1923; {BHATIA}, Section II.1; {HJ}, Theorem 4.3.45",
    id="schur-partial-sums",
    status="proved",
    lemma=2,
    domain=symmetric(n=(1, 4)),
    equality=[[[2, 0], [0, 1]]],
)
def first_entries_of_the_diagonal_and_eigenvalues(A):
    """The first k entries of the diagonal add up to at most the k largest eigenvalues."""
    yield then(partial_sums(diagonal(A))[i], "<=", partial_sums(lam(A))[i])


@claim(
    CLASSICAL,
    "Hardy, Littlewood and Polya, Inequalities, Chapter II, partial sums",
    id="partial-sum-step",
    status="proved",
    lemma=1,
    domain=vector(n=(2, 4)),
    equality=[[1, 2]],
)
def partial_sum_after_partial_sum(x):
    """A partial sum is the one before and the next component."""
    yield then(partial_sums(x)[i + 1], "==", partial_sums(x)[i] + x[i + 1])


@claim(
    CLASSICAL,
    f"{HJ}, Section 1.1, sums of descending ones",
    id="diagonal-descending-sums",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[1, 0], [0, 0]],
)
def sums_of_eigenvalues_of_a_descending_diagonal(x):
    """The largest eigenvalues of a diagonal that descends are its first entries, and add up to their sum."""
    yield then(partial_sums(lam(diag(tails(x))))[i], "==", partial_sums(tails(x))[i])
