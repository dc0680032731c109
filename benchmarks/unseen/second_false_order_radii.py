"""False statements, second half: the order of symmetric matrices, projections, blocks.

And: numerical radii, powers of singular values, Kronecker products.
"""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE, SWAP
from perturb import claim, given, then
from perturb.domains import positive_definite, projection, psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    cols,
    commutator,
    det,
    diagonal,
    entries,
    fro,
    hadamard,
    inv,
    kron,
    lam,
    larger,
    log,
    mat_abs,
    mat_exp,
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
    trace,
    upper,
)

KNOWN = {}


@claim(
    FALSE,
    "the conjecture of Chan and Kwong without its root",
    id="chan-kwong-without-root",
    domain=psd(count=2, n=(1, 4)),
)
def chan_kwong_without_root(A, B):
    """With square roots of both sides it is true (Furuta 1987)."""
    yield given(B, "loewner", A)
    yield then(B @ B @ B @ B, "loewner", B @ A @ A @ B)


KNOWN["chan-kwong-without-root"] = {"A": [[2, 1], [1, 2]], "B": [[1, 1], [1, 2]]}


@claim(FALSE, "order and a congruence", id="order-and-congruence", domain=psd(count=3, n=(1, 3)))
def order_and_congruence(A, B, C):
    """The square does not preserve order."""
    yield given(A, "loewner", B)
    yield then(trace(A @ C @ A), "<=", trace(B @ C @ B))


KNOWN["order-and-congruence"] = {"A": [[1, 1], [1, 2]], "B": [[2, 1], [1, 2]], "C": [[1, -2], [-2, 4]]}


@claim(
    FALSE,
    "between B and -B, absolute values",
    id="between-absolute-value",
    domain=symmetric(count=2, n=(1, 4)),
)
def between_absolute_value(A, B):
    """Bhatia, Positive Definite Matrices, Chapter 1."""
    yield given(-B, "loewner", A)
    yield given(A, "loewner", B)
    yield then(mat_abs(A), "loewner", B)


KNOWN["between-absolute-value"] = {"A": SWAP, "B": [[2, 0], [0, "1/2"]]}


@claim(FALSE, "arithmetic and geometric mean in order", id="mean-in-order", domain=square(count=2, n=(1, 4)))
def mean_in_order(X, Y):
    """True up to an orthogonal congruence (Bhatia and Kittaneh 1990)."""
    yield then(mat_abs(T(X) @ Y), "loewner", (T(X) @ X + T(Y) @ Y) / 2)


KNOWN["mean-in-order"] = {"X": FIRST, "Y": RAISE}


@claim(
    FALSE,
    "inverses of ordered symmetric matrices",
    id="inverses-of-symmetric",
    domain=symmetric(count=2, n=(1, 4)),
)
def inverses_of_symmetric(A, B):
    """True where both are positive definite."""
    yield given(A, "loewner", B)
    yield then(inv(B), "loewner", inv(A))


KNOWN["inverses-of-symmetric"] = {"A": [[-1]], "B": [[1]]}


@claim(
    FALSE,
    "the inverse of an entrywise product from below",
    id="inverse-entrywise-below",
    domain=positive_definite(count=2, n=(1, 4)),
)
def inverse_entrywise_below(A, B):
    """The other way round it is true."""
    yield then(hadamard(inv(A), inv(B)), "loewner", inv(hadamard(A, B)))


KNOWN["inverse-entrywise-below"] = {"A": [[2, 1], [1, 1]], "B": [[2, 1], [1, 1]]}


@claim(
    FALSE, "the parallel sum from below", id="parallel-sum-below", domain=positive_definite(count=2, n=(1, 4))
)
def parallel_sum_below(A, B):
    """The harmonic mean is the smaller one."""
    yield then(A + B, "loewner", 4 * inv(inv(A) + inv(B)))


KNOWN["parallel-sum-below"] = {"A": [[1]], "B": [[3]]}


@claim(
    FALSE,
    "the exponential and three terms of its series",
    id="exponential-three-terms",
    domain=symmetric(n=(1, 4)),
)
def exponential_three_terms(A):
    """True of two terms."""
    yield then(I + A + A @ A / 2, "loewner", mat_exp(A))


KNOWN["exponential-three-terms"] = {"A": [[-1]]}


@claim(
    FALSE,
    "the symmetrised product of projections",
    id="product-of-projections",
    domain=projection(count=2, n=(1, 4)),
)
def product_of_projections(P, Q):
    """It reaches down to -1/4."""
    yield then(0, "loewner", P @ Q + Q @ P)


KNOWN["product-of-projections"] = {"P": FIRST, "Q": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "the symmetrised product of projections, -1/5",
    id="product-of-projections-fifth",
    domain=projection(count=2, n=(1, 4)),
)
def product_of_projections_fifth(P, Q):
    """It reaches down to -1/4, at 60 degrees."""
    yield then(-I / 5, "loewner", P @ Q + Q @ P)


KNOWN["product-of-projections-fifth"] = {"P": FIRST, "Q": [["9/25", "12/25"], ["12/25", "16/25"]]}


@claim(FALSE, "squares in order", id="squares-in-order", domain=symmetric(count=2, n=(1, 4)))
def squares_in_order(A, B):
    """Absolute values are in order."""
    yield given(A @ A, "loewner", B @ B)
    yield then(A, "loewner", B)


KNOWN["squares-in-order"] = {"A": [[1]], "B": [[-1]]}


@claim(
    FALSE,
    "a positive block and the absolute value of a corner",
    id="corner-absolute-value",
    domain=square(count=2, n=(1, 4)),
)
def corner_absolute_value(X, Y):
    """Two different absolute values belong beside the corner (Bhatia, Positive Definite Matrices, 1.3)."""
    yield then(0, "loewner", block(T(X) @ X, mat_abs(T(X) @ Y), mat_abs(T(X) @ Y), T(Y) @ Y))


KNOWN["corner-absolute-value"] = {"X": FIRST, "Y": RAISE}


@claim(
    FALSE,
    "the root of the determinant is concave, n = 3",
    id="root-of-determinant-concave",
    domain=psd(count=2, n=3),
)
def root_of_determinant_concave(A, B):
    """The third root is (Minkowski)."""
    yield then((sqrt(det(A)) + sqrt(det(B))) / 2, "<=", sqrt(det((A + B) / 2)))


KNOWN["root-of-determinant-concave"] = {
    "A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "B": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
}


@claim(FALSE, "entropy", id="entropy-superadditive", domain=positive_definite(count=2, n=(1, 4)))
def entropy_superadditive(A, B):
    """The other way round it is true."""
    yield then(
        total(lam(A + B) * log(lam(A + B))), "<=", total(lam(A) * log(lam(A))) + total(lam(B) * log(lam(B)))
    )


KNOWN["entropy-superadditive"] = {"A": [[1]], "B": [[1]]}


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
