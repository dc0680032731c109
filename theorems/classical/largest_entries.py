"""The largest entry of a matrix in absolute value: of products, of scaled rows, of masked vectors."""

from perturb import claim, indices, then
from perturb.domains import activation, rectangular, together, vector
from perturb.vocab import (
    T,
    absolute,
    cols,
    diag,
    entries,
    fro,
    largest,
    max_entry,
    rows,
    s1,
    smaller,
    sq,
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
