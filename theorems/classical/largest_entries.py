"""The largest entry of a matrix in absolute value: of products, of scaled rows, of masked vectors."""

from perturb import claim, indices, then
from perturb.domains import activation, bounded, diagonal_matrices, rectangular, together, vector
from perturb.vocab import (
    T,
    absolute,
    cols,
    diag,
    diagonal,
    entries,
    fro,
    largest,
    max_entry,
    rows,
    s1,
    smaller,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.classical import CLASSICAL, HJ, PRODUCT, RECTANGLE

(i,) = indices("i")
NORMS = f"{HJ}, Section 5.6"
ENTRIES = f"{HJ}, Section 0.2"


@claim(
    CLASSICAL,
    NORMS,
    id="largest-entry-product",
    status="proved",
    lemma=2,
    domain=PRODUCT,
    equality=[{"A": [[1, 1], [1, 1]], "B": [[2, 2], [2, 2]]}],
)
def largest_entry_of_a_product(A, B):
    """An entry of AB adds up as many products as A has columns."""
    yield then(max_entry(A @ B), "<=", cols(A) * max_entry(A) * max_entry(B))


@claim(
    CLASSICAL,
    NORMS,
    id="largest-component-image",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), x=vector("n"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 1], [1, 1]], "x": [-2, -2]}],
)
def largest_component_of_an_image(A, x):
    """A component of Ax adds up as many products as A has columns."""
    yield then(largest(absolute(A @ x)), "<=", cols(A) * max_entry(A) * largest(absolute(x)))


@claim(
    CLASSICAL,
    ENTRIES,
    id="entry-largest",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[3, 3], [-3, 3]]],
)
def entry_and_the_largest(A):
    """Every entry is at most the largest in absolute value."""
    yield then(absolute(entries(A))[i], "<=", max_entry(A))


@claim(
    CLASSICAL,
    ENTRIES,
    id="largest-entry-transpose",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[3, 0], [0, 1]]],
)
def largest_entry_of_the_transpose(A):
    """The transpose has the same entries."""
    yield then(max_entry(T(A)), "==", max_entry(A))


@claim(
    CLASSICAL,
    ENTRIES,
    id="largest-entry-scaled-rows",
    status="proved",
    lemma=2,
    domain=together(A=rectangular("m", "n"), d=vector("m"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "d": [0, -2]}],
)
def largest_entry_with_scaled_rows(A, d):
    """Row i multiplied by d_i: no entry grows by more than the largest |d_i|."""
    yield then(max_entry(diag(d) @ A), "<=", largest(absolute(d)) * max_entry(A))


@claim(
    CLASSICAL,
    ENTRIES,
    id="largest-component-masked",
    status="proved",
    lemma=1,
    domain=together(x=vector(), D=activation(0), n=(1, 3)),
    equality=[{"x": [3, 1], "D": [[1, 0], [0, 0]]}],
)
def largest_component_of_a_masked_vector(x, D):
    """Components set to zero leave none larger in absolute value."""
    yield then(largest(absolute(D @ x)), "<=", largest(absolute(x)))


@claim(
    CLASSICAL,
    NORMS,
    id="frobenius-sides-spectral",
    status="proved",
    lemma=2,
    domain=rectangular(m=(1, 4), n=(1, 4)),
    equality=[[[0, 2], [-2, 0]]],
)
def frobenius_norm_and_the_smaller_side(A):
    """There are as many singular values as the smaller side is long."""
    yield then(sq(fro(A)), "<=", smaller(rows(A), cols(A)) * sq(s1(A)))


@claim(
    CLASSICAL,
    f"{NORMS}, entries of at most 1",
    id="bounded-spectral",
    status="proved",
    lemma=2,
    domain=bounded(1, n=(1, 3)),
    equality=[[[1, 1], [1, 1]]],
)
def spectral_norm_with_entries_of_at_most_1(A):
    """With n x n entries of at most 1 in absolute value the largest singular value is at most n."""
    yield then(s1(A), "<=", cols(A))


@claim(
    CLASSICAL,
    f"{NORMS}, entries of at most 1",
    id="bounded-columns",
    status="proved",
    lemma=1,
    domain=together(A=bounded(1, "m", "n"), D=diagonal_matrices(), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, -1], [1, 1]], "D": [[2, 0], [0, 3]]}],
)
def scaled_columns_with_entries_of_at_most_1(A, D):
    """A column of m entries of at most 1 in absolute value has a squared length of at most m."""
    yield then(sq(fro(A @ D)), "<=", rows(A) * sq(fro(D)))
    yield then(total(sq(entries(A @ D))), "<=", rows(A) * total(sq(entries(D))))


@claim(
    CLASSICAL,
    f"{NORMS}, masks",
    id="masked-spectral-largest-entry",
    status="proved",
    lemma=2,
    domain=together(A=rectangular("m", "n"), D=activation(0, "m"), E=activation(0), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "D": [[0, 0], [0, 1]], "E": [[0, 0], [0, 1]]}],
)
def largest_singular_value_of_some_rows_and_columns(A, D, E):
    """Of k rows and l columns the largest singular value is at most sqrt(k l) times the largest entry."""
    yield then(s1(D @ A @ E), "<=", sqrt(trace(D)) * sqrt(trace(E)) * max_entry(A))


@claim(
    CLASSICAL,
    f"{NORMS}, the longest column",
    id="masked-frobenius-columns",
    status="proved",
    lemma=2,
    domain=together(A=rectangular("m", "n"), D=activation(0), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "D": [[0, 0], [0, 1]]}],
)
def frobenius_norm_of_some_columns(A, D):
    """Of k columns the Frobenius norm is at most sqrt(k) times the length of the longest column."""
    yield then(fro(A @ D), "<=", sqrt(trace(D)) * sqrt(largest(diagonal(T(A) @ A))))


@claim(
    CLASSICAL,
    f"{NORMS}, the longest column",
    id="frobenius-columns",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, 1], [1, -1]]],
)
def frobenius_norm_and_the_longest_column(A):
    """The squared Frobenius norm is at most n times the squared length of the longest of n columns."""
    yield then(sq(fro(A)), "<=", cols(A) * largest(diagonal(T(A) @ A)))
