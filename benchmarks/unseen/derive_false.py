"""False statements, near misses of corollaries of textbooks: an index, a constant or a hypothesis is wrong.

`AT` says where each is false. Those of `LATE` are true at n = 1 and n = 2, and false from n = 3.
"""

from typing import Any

from benchmarks.unseen import FALSE, FIRST, ID, LAST, MINUS, ONES, SHIFT, ZERO
from perturb import claim, given, indices, then
from perturb.domains import binary, of_rank, psd, scalar, square, symmetric, together
from perturb.vocab import (
    absolute,
    cols,
    cond,
    det,
    diagonal,
    fro,
    hadamard,
    inv,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    mat_sqrt,
    max_entry,
    nuclear,
    op,
    power,
    rank,
    s,
    s1,
    s_min,
    sqrt,
    total,
    trace,
)

i, j, k = indices("i j k")
ID3, ZERO3 = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
ONES3 = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
AT: dict[str, dict[str, Any]] = {}
_FROM_THREE = ("shifted", "moves", "root", "frobenius", "entries", "ranks", "traceless", "determinant")
LATE = {f"unseen-false/derive-false-{one}" for one in _FROM_THREE}


def at(**point: Any) -> Any:
    """Where the statement below is false."""

    def named(made: Any) -> Any:
        AT[made.id] = point
        return made

    return named


@at(A=FIRST, B=LAST, C=ZERO)
@claim(FALSE, "Three terms, one index less", domain=square(count=3, n=(1, 4)), id="derive-false-three")
def false_three(A, B, C):
    """The index is i + j + k - 2."""
    yield then(s(A + B + C)[i + j + k - 3], "<=", s(A)[i] + s(B)[j] + s(C)[k])


@at(A=ZERO, B=FIRST)
@claim(FALSE, "The same end", domain=symmetric(count=2, n=(1, 4)), id="derive-false-difference")
def false_difference(A, B):
    """Those of B count from the other end."""
    yield then(lam(A - B)[i + j - 1], "<=", lam(A)[i] - lam(B)[j])


@at(A=[[1, 0, 0], [0, 0, 0], [0, 0, 0]], B=[[0, 0, 0], [0, 1, 0], [0, 0, 1]])
@claim(FALSE, "Shifted by one", domain=square(count=2, n=(1, 4)), id="derive-false-shifted")
def false_shifted(A, B):
    """(i + 1) + (i + 2) - 1 is i + 2 for i = 0 alone."""
    yield then(s(A + B)[i + 2], "<=", s(A)[i + 1] + s(B)[i + 2])


@at(A=ZERO, B=ID)
@claim(
    FALSE,
    "Rank two as rank one",
    domain=together(A=square(), B=of_rank(2, "n"), n=(1, 4)),
    id="derive-false-rank",
)
def false_rank(A, B):
    """A change of rank two moves the index by two."""
    yield then(s(A + B)[i + 1], "<=", s(A)[i])


@at(A=FIRST, B=LAST)
@claim(FALSE, "The larger rank", domain=square(count=2, n=(1, 4)), id="derive-false-trace-norm")
def false_trace_norm(A, B):
    """The sum of the ranks is needed."""
    yield then(nuclear(A + B), "<=", sqrt(larger(rank(A), rank(B))) * fro(A + B))


@at(A=ID3, B=ZERO3)
@claim(FALSE, "Moves of all, sqrt 2", domain=symmetric(count=2, n=(1, 4)), id="derive-false-moves")
def false_moves(A, B):
    """The constant is sqrt n."""
    yield then(total(absolute(lam(A) - lam(B))), "<=", sqrt(2) * fro(A - B))


@at(A=ID3)
@claim(FALSE, "Trace of a root, sqrt 2", domain=psd(n=(1, 4)), id="derive-false-root")
def false_root(A):
    """The constant is sqrt n."""
    yield then(trace(mat_sqrt(A)), "<=", sqrt(2 * trace(A)))


@at(A=ID3)
@claim(FALSE, "Frobenius condition, 2", domain=square(n=(1, 4)), id="derive-false-frobenius")
def false_frobenius(A):
    """The constant is n."""
    yield then(fro(A) * fro(inv(A)), "<=", 2 * cond(A))


@at(A=[[1, 1], [1, 0]], B=[[1, 1], [1, -1]])
@claim(
    FALSE, "Entries struck out", domain=together(A=binary(), B=square(), n=(1, 4)), id="derive-false-struck"
)
def false_struck(A, B):
    """Not so for masks of single entries: (1 + sqrt 5) / 2 > sqrt 2."""
    yield then(op(hadamard(A, B)), "<=", op(B))


@at(A=ONES3, B=ONES3)
@claim(FALSE, "Entries of two factors, 4", domain=square(count=2, n=(1, 4)), id="derive-false-entries")
def false_entries(A, B):
    """The constant is n^2."""
    yield then(op(A @ B), "<=", 4 * max_entry(A) * max_entry(B))


@at(A=SHIFT, B=SHIFT, C=SHIFT)
@claim(FALSE, "Ranks of three, n + 2", domain=square(count=3, n=(1, 4)), id="derive-false-ranks")
def false_ranks(A, B, C):
    """Sylvester's inequality twice gives 2n."""
    yield then(rank(A) + rank(B) + rank(C), "<=", rank(A @ B @ C) + cols(A) + 2)


@at(A=[[-2, 0, 0], [0, 1, 0], [0, 0, 1]])
@claim(FALSE, "Trace zero", domain=symmetric(n=(1, 4)), id="derive-false-traceless")
def false_traceless(A):
    """Eigenvalues a and -a for n = 2 alone."""
    yield given(trace(A), "==", 0)
    yield then(op(A), "<=", lam_max(A))


@at(A=[[-1, 0, 0], [0, -1, 0], [0, 0, 3]])
@claim(FALSE, "Trace and determinant", domain=symmetric(n=(1, 4)), id="derive-false-determinant")
def false_determinant(A):
    """The principal minors between are needed."""
    yield given(trace(A), ">=", 0)
    yield given(det(A), ">=", 0)
    yield then(lam_min(A), ">=", 0)


@at(A=FIRST, B=[[1, -2], [-2, 4]], C=[[1, 1], [1, 1]])
@claim(FALSE, "Trace of three positive factors", domain=psd(count=3, n=(1, 4)), id="derive-false-positive")
def false_positive(A, B, C):
    """Two factors, not three: -1 * -2 * 1 has a sign."""
    yield then(trace(A @ B @ C), ">=", 0)


@at(A=ZERO, B=ID, c=-1)
@claim(
    FALSE,
    "A multiple of any sign",
    domain=together(A=symmetric(), B=symmetric(), c=scalar(), n=(1, 4)),
    id="derive-false-sign",
)
def false_sign(A, B, c):
    """Not for c < 0."""
    yield given(A, "loewner", B)
    yield then(c * A, "loewner", c * B)


@at(A=ID, E=[[0, 0], [0, "-1/2"]])
@claim(FALSE, "Condition, least value kept", domain=square(count=2, n=(1, 4)), id="derive-false-condition")
def false_condition(A, E):
    """The least singular value falls by |E| too."""
    yield given(op(E), "<", s_min(A))
    yield then(s_min(A) * cond(A + E), "<=", s1(A) + op(E))


@at(A=MINUS, B=ZERO)
@claim(FALSE, "Norms in order", domain=symmetric(count=2, n=(1, 4)), id="derive-false-order")
def false_order(A, B):
    """Positive semidefinite A is needed."""
    yield given(A, "loewner", B)
    yield then(fro(A), "<=", fro(B))


@at(A=ZERO, B=ONES, C=FIRST)
@claim(FALSE, "Symmetric products in order", domain=psd(count=3, n=(1, 4)), id="derive-false-symmetric")
def false_symmetric(A, B, C):
    """Congruence keeps the order, this does not: [2, 1; 1, 0] has determinant -1."""
    yield given(A, "loewner", B)
    yield then(A @ C + C @ A, "loewner", B @ C + C @ B)


@at(A=ID, B=ONES)
@claim(FALSE, "A multiple above", domain=psd(count=2, n=(1, 4)), id="derive-false-hadamard")
def false_hadamard(A, B):
    """True of the largest eigenvalues, not in the order."""
    yield then(hadamard(A, B), "loewner", largest(diagonal(A)) * B)


@at(A=[[1, 0], [0, -1]], B=[[1, 1], [1, -1]])
@claim(FALSE, "Determinants and a trace", domain=symmetric(count=2, n=(1, 4)), id="derive-false-means")
def false_means(A, B):
    """Positive semidefinite matrices are needed: 2 > 1."""
    yield then(det(A) * det(B), "<=", power(trace(A @ B) / cols(A), cols(A)))
