"""False statements, first half: traces, determinants, permanents, ranks."""

from benchmarks.unseen import FALSE, FIRST, ID, LOWER, MINUS, ONES, RAISE, TURN
from perturb import claim, given, then
from perturb.domains import (
    of_rank,
    orthogonal,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    column_matrix,
    det,
    entries,
    hadamard,
    inv,
    lam_max,
    length,
    matpow,
    max_entry,
    rank,
    rows,
    s_min,
    sq,
    total,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "a rank-one update raises the largest eigenvalue by its share",
    id="rank-one-update",
    domain=together(A=symmetric(), v=vector(), n=2),
)
def rank_one_update(A, v):
    yield then(lam_max(A) + total(sq(v)) / 2, "<=", lam_max(A + column_matrix(v) @ T(column_matrix(v))))


KNOWN["rank-one-update"] = {"A": FIRST, "v": [0, "1/10"]}


@claim(
    FALSE,
    "the largest entries of a matrix and its inverse",
    id="entries-of-inverse",
    domain=square(n=(1, 4)),
)
def entries_of_inverse(A):
    """True with n as a factor on the left."""
    yield then(1, "<=", max_entry(A) * max_entry(inv(A)))


KNOWN["entries-of-inverse"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "if AB = 0 then BA = 0",
    id="zero-product",
    domain=square(count=2, n=(1, 3)),
)
def zero_product(A, B):
    yield given(entries(A @ B), "==", 0)
    yield then(entries(B @ A), "==", 0)


KNOWN["zero-product"] = {"A": RAISE, "B": FIRST}


@claim(
    FALSE,
    "orthogonal matrices of one determinant",
    id="orthogonal-sum",
    domain=orthogonal(count=2, n=(1, 4)),
)
def orthogonal_sum(A, B):
    """Where the determinants differ the sum is singular; the converse is false."""
    yield given(det(A), "==", det(B))
    yield then(rank(A + B), "==", rows(A))


KNOWN["orthogonal-sum"] = {"A": ID, "B": MINUS}


@claim(
    FALSE,
    "the rank of an entrywise product",
    id="rank-of-hadamard",
    domain=together(A=of_rank(3, "n", "n"), B=of_rank(3, "n", "n"), n=(5, 8)),
)
def rank_of_hadamard(A, B):
    """True with the product of the ranks."""
    yield then(rank(hadamard(A, B)), "<=", rank(A) + rank(B))


POWERS = [[(i + 1) ** a for a in (0, 1, 2)] for i in range(7)]
CUBES = [[(i + 1) ** a for a in (0, 3, 6)] for i in range(7)]


def _gram(rows_):
    return [[sum(x * y for x, y in zip(u, v, strict=True)) for v in rows_] for u in rows_]


KNOWN["rank-of-hadamard"] = {"A": _gram(POWERS), "B": _gram(CUBES)}


@claim(
    FALSE,
    "the determinant of A'A + B'B",
    id="det-gram-sum",
    domain=square(count=2, n=(1, 3)),
)
def det_gram_sum(A, B):
    """Minkowski makes it true for n >= 2."""
    yield then(sq(absolute(det(A)) + absolute(det(B))), "<=", det(T(A) @ A + T(B) @ B))


KNOWN["det-gram-sum"] = {"A": [[1]], "B": [[1]]}


@claim(
    FALSE,
    "the symmetric part of a matrix of index one",
    id="rank-of-symmetric-part",
    domain=square(n=(1, 4)),
)
def rank_of_symmetric_part(A):
    yield given(rank(A @ A), "==", rank(A))
    yield then(rank(A), "<=", rank(A + T(A)))


KNOWN["rank-of-symmetric-part"] = {"A": TURN}


@claim(
    FALSE,
    "traces of inverses, symmetric",
    id="trace-of-inverse",
    domain=symmetric(n=(1, 4)),
)
def trace_of_inverse(A):
    """True of positive definite matrices."""
    yield then(rows(A) * rows(A) / trace(A), "<=", trace(inv(A)))


KNOWN["trace-of-inverse"] = {"A": [[1, 0], [0, "-1/2"]]}


@claim(
    FALSE,
    "trace of ABAB and of AABB",
    id="trace-abab",
    domain=square(count=2, n=(1, 3)),
)
def trace_abab(A, B):
    """True of symmetric matrices."""
    yield then(trace(A @ B @ A @ B), "<=", trace(A @ A @ B @ B))


KNOWN["trace-abab"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "Lieb and Thirring's inequality for symmetric matrices",
    id="lieb-thirring-symmetric",
    domain=symmetric(count=2, n=(1, 3)),
)
def lieb_thirring_symmetric(A, B):
    """True of positive semidefinite matrices; a change of sign turns it round."""
    yield then(trace(matpow(A @ B, 3)), "<=", trace(matpow(A, 3) @ matpow(B, 3)))


KNOWN["lieb-thirring-symmetric"] = {"A": [[-1, 0], [0, 0]], "B": ONES}


@claim(
    FALSE,
    "the smallest singular value of a product, any shapes",
    id="smallest-of-product",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "p"), m=(1, 3), n=(1, 3), p=(1, 3)),
)
def smallest_of_product(A, B):
    """True of square matrices."""
    yield then(s_min(A) * s_min(B), "<=", s_min(A @ B))


KNOWN["smallest-of-product"] = {"A": [[1, 0]], "B": [[0], [1]]}


@claim(
    FALSE,
    "a cubic beyond the usual scale",
    id="cubic-at-scale",
    domain=scalar(0),
)
def cubic(x):
    yield then(x * x * x, "<=", 1000 * x * x + 10**7)


KNOWN["cubic-at-scale"] = {"x": 2000}


@claim(
    FALSE,
    "sums and sums of squares",
    id="sum-of-squares",
    domain=vector(n=(1, 6)),
)
def sum_of_squares(v):
    yield then(sq(total(v)), "<=", (length(v) - 1) * total(sq(v)))


KNOWN["sum-of-squares"] = {"v": [1]}
