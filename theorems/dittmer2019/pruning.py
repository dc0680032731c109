"""Section V-C: one step of harmonic pruning."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import integer, together, vector
from perturb.vocab import T, diag, entries, rank, s1, smallest, sq, total
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import SVD, decreasing, first, with_svd

STEP = together(**SVD | {"k": integer(1, "n")}, n=(2, 3)).reads(readings.SPECTRA)


def factors(U, V, roots, k):
    """W and M of Step 3), from the roots of the singular values."""
    W, M = first(U, k) @ diag(roots[:k]), diag(roots[:k]) @ T(first(V, k))
    return named("W", W), named("M", M)


def of_rank(U, V, roots, r):
    """U Sigma V' with the first r singular values alone."""
    return first(U, r) @ diag(sq(roots)[:r]) @ T(first(V, r))


@claim(
    DITTMER,
    "Harmonic pruning, what Step 3) changes",
    id="alg-hp.step-3",
    status="proved",
    depends=["eq-3"],
    domain=STEP,
)
def what_a_step_changes(U, V, e, k):
    """With the last index in use as k, A - WM has the norm of the first singular value left out: WM is a best
    approximation of rank k. W'W = MM', the most balanced of all factors.
    """
    roots = named("f", decreasing(e))
    W, M = factors(U, V, roots, k)
    yield then(s1(with_svd(U, V, sq(roots)) - W @ M), "==", sq(roots)[k + 1])
    yield then(entries(T(W) @ W), "==", entries(M @ T(M)))


@claim(
    DITTMER,
    "Harmonic pruning, the rank falls by one",
    id="alg-hp.step-3one",
    status="proved",
    domain=STEP,
)
def the_rank_falls_by_one(U, V, e, k):
    """For A of rank k + 1: the least singular value that is not 0 is left out. For k = 0, the last step,
    there is no index k in Step 2): the set of the arg min is empty.
    """
    roots = named("f", decreasing(e))
    W, M = factors(U, V, roots, k)
    A = named("A", of_rank(U, V, roots, k + 1))
    yield given(roots[k + 1], ">", 0)
    yield then(rank(W @ M), "==", rank(A) - 1)


@claim(
    DITTMER,
    "Harmonic pruning, Step 2): any index of the least singular value",
    id="alg-hp.step-2k",
    reading=readings.TIES,
    status="misprint",
    covers=["alg-hp.step-2"],
    domain=together(e=vector(), k=integer(1, "n"), n=(1, 3)),
)
def any_index_of_the_least_singular_value(e, k):
    """WM = U Sigma~ V' asks that the first k columns hold all of Sigma~. Of equal singular values arg min may
    be the first: for Sigma = diag(1, 1, 1), Sigma~ = diag(1, 1, 0) it may be k = 1, and the step cuts the
    rank by two. The last index is meant. Here sigma~ holds the non-zero entries of Sigma~ alone.
    """
    values = named(r"\tilde{\sigma}", decreasing(e))
    yield given(smallest(values), ">", 0)
    yield given(values[k], "==", smallest(values))
    yield then(total(values[:k]), "==", total(values))


@claim(
    DITTMER,
    "Harmonic pruning, Step 2): the last index of the least singular value",
    id="alg-hp.step-2k~corrected",
    reading=readings.TIES,
    status="corrected",
    corrects="alg-hp.step-2k",
    domain=together(e=vector(), k=integer(1, "n"), n=(1, 2)),
)
def the_last_index_of_the_least_singular_value(e, k):
    """The last index is the rank of Sigma~. Proof: behind it there are zeros only."""
    values = named(r"\tilde{\sigma}", decreasing(e))
    yield given(rank(diag(values)), "==", k)
    yield then(total(values[:k]), "==", total(values))
