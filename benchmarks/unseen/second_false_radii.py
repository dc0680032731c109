"""False statements, second half: numerical radii, powers of singular values, Kronecker products."""

from benchmarks.unseen.matrices import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE
from perturb import claim, then
from perturb.domains import psd, square, symmetric, together
from perturb.vocab import (
    T,
    absolute,
    cols,
    commutator,
    diagonal,
    entries,
    fro,
    kron,
    larger,
    max_entry,
    nuclear,
    numerical_radius,
    op,
    rank,
    s,
    s_min,
    smallest,
    sq,
    sqrt,
    total,
    upper,
)

KNOWN = {}


@claim(
    FALSE,
    "the difference of positive matrices, Frobenius norm",
    id="difference-of-positive",
    domain=psd(count=2, n=(1, 4)),
)
def difference_of_positive(A, B):
    """True of the operator norm."""
    yield then(fro(A - B), "<=", larger(fro(A), fro(B)))


KNOWN["difference-of-positive"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "a generalised commutator with symmetric factors",
    id="generalised-commutator",
    domain=together(A=symmetric(), B=symmetric(), X=square(), n=(1, 3)),
)
def generalised_commutator(A, B, X):
    """True where A and B are positive semidefinite (Bhatia and Kittaneh 2008)."""
    yield then(op(A @ X - X @ B), "<=", op(X) * larger(op(A), op(B)))


KNOWN["generalised-commutator"] = {"A": [[1]], "B": [[-1]], "X": [[1]]}


@claim(
    FALSE,
    "the numerical radius of a product, factor 3",
    id="numerical-radius-product-three",
    domain=square(count=2, n=(1, 4)),
)
def numerical_radius_product_three(A, B):
    """The best factor is 4 (Gustafson and Rao, Numerical Range)."""
    yield then(numerical_radius(A @ B), "<=", 3 * numerical_radius(A) * numerical_radius(B))


KNOWN["numerical-radius-product-three"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "the numerical radius of a sandwich",
    id="numerical-radius-sandwich",
    domain=square(count=2, n=(1, 4)),
)
def numerical_radius_sandwich(A, B):
    """Fails at the two nilpotent units."""
    yield then(numerical_radius(A @ B @ A), "<=", sq(numerical_radius(A)) * numerical_radius(B))


KNOWN["numerical-radius-sandwich"] = {"A": RAISE, "B": LOWER}


@claim(FALSE, "the numerical radius from below", id="numerical-radius-third", domain=square(n=(1, 4)))
def numerical_radius_third(A):
    """Kittaneh 2005 has 4, which is best possible."""
    yield then(op(T(A) @ A + A @ T(A)), "<=", 3 * sq(numerical_radius(A)))


KNOWN["numerical-radius-third"] = {"A": RAISE}


@claim(
    FALSE, "the trace norm of a commutator", id="trace-norm-of-a-commutator", domain=square(count=2, n=(1, 4))
)
def trace_norm_of_a_commutator(A, B):
    """The best constant is 2 (Wenzel and Audenaert 2010)."""
    yield then(nuclear(commutator(A, B)), "<=", 1.9 * fro(A) * fro(B))


KNOWN["trace-norm-of-a-commutator"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE, "the sum of all moduli and the trace norm", id="sum-of-moduli-of-entries", domain=square(n=(1, 4))
)
def sum_of_moduli_of_entries(A):
    """The factor is n."""
    yield then(total(absolute(entries(A))), "<=", sqrt(cols(A)) * nuclear(A))


KNOWN["sum-of-moduli-of-entries"] = {"A": ONES}


@claim(FALSE, "the norm, the rank and the largest entry", id="norm-rank-entry", domain=square(n=(1, 4)))
def norm_rank_entry(A):
    """Fails at the matrix of ones."""
    yield then(op(A), "<=", sqrt(rank(A)) * max_entry(A))


KNOWN["norm-rank-entry"] = {"A": ONES}


@claim(FALSE, "half powers of singular values", id="half-powers", domain=square(count=2, n=(1, 4)))
def half_powers(A, B):
    """The Schatten 1/2 quasi-norm has no triangle inequality."""
    yield then(sq(total(sqrt(s(A + B)))), "<=", sq(total(sqrt(s(A)))) + sq(total(sqrt(s(B)))))


KNOWN["half-powers"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "Clarkson and McCarthy, exponent 4, constant 2",
    id="clarkson-four",
    domain=square(count=2, n=(1, 4)),
)
def clarkson_four(A, B):
    """The constant is 8; with 2 it holds for exponents up to 2."""
    yield then(total(s(A + B) ** 4) + total(s(A - B) ** 4), "<=", 2 * (total(s(A) ** 4) + total(s(B) ** 4)))


KNOWN["clarkson-four"] = {"A": [[1]], "B": [[1]]}


@claim(FALSE, "the parallelogram law as an inequality", id="parallelogram", domain=square(count=2, n=(1, 4)))
def parallelogram(A, B):
    """Halmos, A Hilbert Space Problem Book: the operator norm comes from no inner product."""
    yield then(sq(op(A + B)) + sq(op(A - B)), "<=", 2 * sq(op(A)) + 2 * sq(op(B)))


KNOWN["parallelogram"] = {"A": ID, "B": [[1, 0], [0, -1]]}


@claim(
    FALSE,
    "the least singular value of a triangular matrix",
    id="least-of-a-triangle",
    domain=square(n=(1, 4)),
)
def least_of_a_triangle(A):
    """Kahan 1966 has triangles of ones and minus ones."""
    yield then(smallest(absolute(diagonal(A))), "<=", s_min(upper(A)))


KNOWN["least-of-a-triangle"] = {"A": [[1, 1], [0, 1]]}


@claim(FALSE, "an exchange in a Kronecker product", id="kronecker-exchange", domain=square(count=2, n=(1, 4)))
def kronecker_exchange(A, B):
    """True of positive semidefinite matrices."""
    yield then(op(kron(A, B) - kron(B, A)), "<=", op(A) * op(B))


KNOWN["kronecker-exchange"] = {"A": [[1, 0], [0, -1]], "B": ID}
