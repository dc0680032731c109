"""Kronecker and entrywise products, blocks, entries, and the norms by columns and rows."""

from perturb import claim, indices, then
from perturb.domains import diagonal_matrices, integer, rectangular, square, together
from perturb.vocab import (
    absolute,
    cols,
    entries,
    fro,
    hadamard,
    hstack,
    kron,
    leading,
    max_entry,
    norm_1,
    norm_inf,
    rows,
    s1,
    schatten,
    sq,
    sqrt,
    trace,
    vstack,
)
from theorems.classical import CLASSICAL, PRODUCT, RECTANGLE, RECTANGLES

(i,) = indices("i")
FACTORS = together(A=rectangular(), B=rectangular("k", "l"), m=(1, 2), n=(1, 2), k=(1, 2), l=(1, 2))
KRON = "Horn and Johnson, Topics in Matrix Analysis, Section 4.2"
NORMS = "Horn and Johnson, Matrix Analysis, Section 5.6"
PAIR = {"A": [[1, 2], [3, 4]], "B": [[2, 0], [0, 1]]}


@claim(
    CLASSICAL,
    KRON,
    id="kron-spectral",
    status="proved",
    lemma=1,
    domain=FACTORS,
    equality=[PAIR],
)
def norm_of_a_kronecker_product(A, B):
    """The largest singular value of a Kronecker product is the product of the largest ones."""
    yield then(s1(kron(A, B)), "==", s1(A) * s1(B))


@claim(
    CLASSICAL,
    KRON,
    id="kron-frobenius",
    status="proved",
    lemma=1,
    domain=FACTORS,
    equality=[PAIR],
)
def frobenius_norm_of_a_kronecker_product(A, B):
    """The Frobenius norm of a Kronecker product is the product of the Frobenius norms."""
    yield then(fro(kron(A, B)), "==", fro(A) * fro(B))


@claim(
    CLASSICAL,
    KRON,
    id="kron-trace",
    status="proved",
    lemma=1,
    domain=together(A=square(), B=square("k"), n=(1, 3), k=(1, 3)),
    equality=[PAIR],
)
def trace_of_a_kronecker_product(A, B):
    """The trace of a Kronecker product is the product of the traces."""
    yield then(trace(kron(A, B)), "==", trace(A) * trace(B))


@claim(
    CLASSICAL,
    "Bhatia, Matrix Analysis, Section I.2",
    id="beside-spectral",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=rectangular("m", "k"), m=(1, 3), n=(1, 3), k=(1, 3)),
    equality=[{"A": [[3], [0]], "B": [[1], [0]]}],
)
def norm_of_blocks_beside_each_other(A, B):
    """The squared largest singular value of [A B] is at most the sum of those of A and of B."""
    yield then(sq(s1(hstack(A, B))), "<=", sq(s1(A)) + sq(s1(B)))


@claim(
    CLASSICAL,
    "Bhatia, Matrix Analysis, Section I.2",
    id="above-spectral",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=rectangular("k", "n"), m=(1, 3), n=(1, 3), k=(1, 3)),
    equality=[{"A": [[3, 0]], "B": [[1, 0]]}],
)
def norm_of_blocks_above_each_other(A, B):
    """The squared largest singular value of A above B is at most the sum of those of A and of B."""
    yield then(sq(s1(vstack(A, B))), "<=", sq(s1(A)) + sq(s1(B)))


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Corollary 3.1.3",
    id="leading-spectral",
    status="proved",
    lemma=2,
    domain=together(A=square(), k=integer(1, "n"), n=(1, 4)),
    equality=[{"A": [[3, 0], [0, 1]], "k": 1}],
)
def norm_of_a_leading_block(A, k):
    """The largest singular value of a leading block is at most that of the matrix."""
    yield then(s1(leading(A, k)), "<=", s1(A))


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Section 5.5",
    id="hadamard-spectral",
    status="proved",
    lemma=3,
    domain=RECTANGLES,
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 1]]}],
)
def norm_of_an_entrywise_product(A, B):
    """The largest singular value of an entrywise product is at most the product of the largest ones."""
    yield then(s1(hadamard(A, B)), "<=", s1(A) * s1(B))


@claim(
    CLASSICAL,
    NORMS,
    id="entry-spectral",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[3, 0], [0, 1]]],
)
def entries_and_spectral_norm(A):
    """Every entry is at most the largest singular value, in absolute value."""
    yield then(absolute(entries(A))[i], "<=", s1(A))


@claim(
    CLASSICAL,
    NORMS,
    id="largest-entry-spectral",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[3, 0], [0, 1]]],
)
def largest_entry_and_spectral_norm(A):
    """The largest absolute value of an entry is at most the largest singular value."""
    yield then(max_entry(A), "<=", s1(A))


@claim(
    CLASSICAL,
    NORMS,
    id="spectral-largest-entry",
    status="proved",
    lemma=2,
    domain=RECTANGLE,
    equality=[[[1, 1], [1, 1]]],
)
def spectral_norm_and_largest_entry(A):
    """The largest singular value is at most sqrt(mn) times the largest absolute value of an entry."""
    yield then(s1(A), "<=", sqrt(rows(A) * cols(A)) * max_entry(A))


@claim(
    CLASSICAL,
    NORMS,
    id="frobenius-largest-entry",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, -1], [1, 1]]],
)
def frobenius_norm_and_largest_entry(A):
    """The squared Frobenius norm is at most mn times the square of the largest absolute value of an entry."""
    yield then(sq(fro(A)), "<=", rows(A) * cols(A) * sq(max_entry(A)))


@claim(
    CLASSICAL,
    NORMS,
    id="column-sum-product",
    status="proved",
    lemma=1,
    domain=PRODUCT,
    equality=[{"A": [[1, 2], [3, 2]], "B": [[1, 0], [0, 1]]}],
)
def column_sums_of_a_product(A, B):
    """The largest absolute column sum of AB is at most the product of those of A and of B."""
    yield then(norm_1(A @ B), "<=", norm_1(A) * norm_1(B))


@claim(
    CLASSICAL,
    NORMS,
    id="row-sum-product",
    status="proved",
    lemma=1,
    domain=PRODUCT,
    equality=[{"A": [[1, 2], [3, 2]], "B": [[1, 0], [0, 1]]}],
)
def row_sums_of_a_product(A, B):
    """The largest absolute row sum of AB is at most the product of those of A and of B."""
    yield then(norm_inf(A @ B), "<=", norm_inf(A) * norm_inf(B))


@claim(
    CLASSICAL,
    NORMS,
    id="column-sum-triangle",
    status="proved",
    lemma=1,
    domain=RECTANGLES,
    equality=[{"A": [[1, 2]], "B": [[2, 4]]}],
)
def column_sums_of_a_sum(A, B):
    """The largest absolute column sum obeys the triangle inequality."""
    yield then(norm_1(A + B), "<=", norm_1(A) + norm_1(B))


@claim(
    CLASSICAL,
    NORMS,
    id="row-sum-triangle",
    status="proved",
    lemma=1,
    domain=RECTANGLES,
    equality=[{"A": [[1, 2]], "B": [[2, 4]]}],
)
def row_sums_of_a_sum(A, B):
    """The largest absolute row sum obeys the triangle inequality."""
    yield then(norm_inf(A + B), "<=", norm_inf(A) + norm_inf(B))


@claim(
    CLASSICAL,
    "Bhatia, Matrix Analysis, Section IV.2",
    id="schatten-triangle-3",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 0], [0, 2]], "B": [[2, 0], [0, 4]]}],
)
def third_schatten_norm_of_a_sum(A, B):
    """The Schatten norm with p = 3 obeys the triangle inequality."""
    yield then(schatten(A + B, 3), "<=", schatten(A, 3) + schatten(B, 3))


@claim(
    CLASSICAL,
    NORMS,
    id="spectral-largest-entry-square",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[1, 1], [1, 1]]],
)
def spectral_norm_and_largest_entry_of_a_square_matrix(A):
    """The largest singular value is at most n times the largest absolute value of an entry."""
    yield then(s1(A), "<=", cols(A) * max_entry(A))


@claim(
    CLASSICAL,
    NORMS,
    id="scaled-columns-frobenius",
    status="proved",
    lemma=1,
    domain=together(A=rectangular(), D=diagonal_matrices(), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, -1], [1, 1]], "D": [[2, 0], [0, 3]]}],
)
def frobenius_norm_of_scaled_columns(A, D):
    """A column of m entries of at most a in absolute value has a squared length of at most m a^2."""
    yield then(sq(fro(A @ D)), "<=", rows(A) * sq(max_entry(A)) * sq(fro(D)))
