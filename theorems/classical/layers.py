"""What ReLU and diagonal masks do to lengths, singular values and Gaussian widths."""

from perturb import claim, given, indices, then
from perturb.domains import activation, rectangular, scalar, square, together, vector
from perturb.vocab import (
    absolute,
    cols,
    eye,
    fro,
    larger,
    norm,
    operator_width,
    rank,
    relu_norm,
    relu_width,
    s,
    s1,
    s_min,
    s_star,
    smaller,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.classical import CLASSICAL

(i,) = indices("i")
CONVEX = "Bauschke and Combettes, Convex Analysis and Monotone Operator Theory, projections on convex cones"
NORMS = "Horn and Johnson, Matrix Analysis, Section 5.6"
PRODUCTS = "Horn and Johnson, Topics in Matrix Analysis, Section 3.3"
WIDTHS = "Vershynin, High-Dimensional Probability, Section 7.5"
MASK = activation(0, n=(1, 4))
MASKED = together(A=rectangular(), D=activation(0), m=(1, 3), n=(1, 3))
LEAKY = together(P=activation(0), t=scalar(), n=(1, 4))
LEAKY_LAYER = together(A=rectangular(), P=activation(0), t=scalar(), m=(1, 3), n=(1, 3))
WIDE = rectangular(m=(1, 3), n=(1, 3))
WIDTHS_OF_TWO = together(A=rectangular("m", "k"), B=rectangular("k", "n"), m=(1, 2), k=(1, 2), n=(1, 2))


@claim(
    CLASSICAL,
    CONVEX,
    id="relu-lipschitz",
    status="proved",
    lemma=2,
    domain=vector(count=2, n=(1, 4)),
    equality=[{"x": [3, 1], "y": [1, 0]}],
)
def positive_parts_are_no_farther_apart(x, y):
    """The positive parts of two vectors are no farther apart than the vectors."""
    yield then(norm(larger(x, 0) - larger(y, 0)), "<=", norm(x - y))


@claim(
    CLASSICAL,
    CONVEX,
    id="relu-firm",
    status="proved",
    lemma=2,
    domain=vector(count=2, n=(1, 4)),
    equality=[{"x": [3, 1], "y": [1, 0]}],
)
def positive_parts_are_firmly_no_farther_apart(x, y):
    """|p|^2 <= p'(x - y), p the difference of the positive parts: projections on convex sets are firm."""
    parts = larger(x, 0) - larger(y, 0)
    yield then(total(sq(parts)), "<=", total(parts * (x - y)))


@claim(
    CLASSICAL,
    CONVEX,
    id="relu-length",
    status="proved",
    lemma=1,
    domain=vector(n=(1, 4)),
    equality=[[3, 0]],
)
def positive_part_is_no_longer(x):
    """The positive part of a vector is no longer than the vector."""
    yield then(norm(larger(x, 0)), "<=", norm(x))


@claim(
    CLASSICAL,
    CONVEX,
    id="relu-layer-norm",
    status="proved",
    lemma=2,
    domain=WIDE,
    equality=[[[1, 2], [2, 4]]],
)
def positive_part_of_an_image(A):
    """The positive part of Ax, |x| <= 1, is no longer than the largest singular value of A."""
    yield then(relu_norm(A), "<=", s1(A))


@claim(
    CLASSICAL,
    NORMS,
    id="mask-norm",
    status="proved",
    lemma=1,
    domain=MASK,
    equality=[[[1, 0], [0, 0]]],
)
def norm_of_a_mask(D):
    """A diagonal matrix of zeros and ones lengthens no vector."""
    yield then(s1(D), "<=", 1)


@claim(
    CLASSICAL,
    PRODUCTS,
    id="mask-columns",
    status="proved",
    lemma=2,
    domain=MASKED,
    equality=[{"A": [[3, 0], [0, 1]], "D": [[1, 0], [0, 1]]}],
)
def singular_values_of_masked_columns(A, D):
    """Columns set to zero leave no singular value larger."""
    yield then(s(A @ D)[i], "<=", s(A)[i])


@claim(
    CLASSICAL,
    PRODUCTS,
    id="mask-rows",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), D=activation(0, "m"), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[3, 0], [0, 1]], "D": [[1, 0], [0, 1]]}],
)
def singular_values_of_masked_rows(A, D):
    """Rows set to zero leave no singular value larger."""
    yield then(s(D @ A)[i], "<=", s(A)[i])


@claim(
    CLASSICAL,
    "Horn and Johnson, Matrix Analysis, Section 1.1, traces of idempotent matrices",
    id="mask-rank",
    status="proved",
    lemma=1,
    domain=MASK,
    equality=[[[1, 0], [0, 0]]],
)
def rank_of_a_mask(D):
    """The rank of a diagonal matrix of zeros and ones is its trace."""
    yield then(rank(D), "==", trace(D))


@claim(
    CLASSICAL,
    NORMS,
    id="mask-trace",
    status="proved",
    lemma=1,
    domain=MASK,
    equality=[[[1, 0], [0, 1]]],
)
def trace_of_a_mask(D):
    """A diagonal matrix of entries 0 and 1 has at most as many ones as columns."""
    yield then(trace(D), "<=", cols(D))


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Corollary 3.1.3",
    id="mask-smallest-nonzero",
    status="proved",
    lemma=2,
    domain=together(A=square(), D=activation(0), n=(1, 3)),
    equality=[{"A": [[3, 0], [0, 1]], "D": [[0, 0], [0, 1]]}],
)
def smallest_nonzero_of_masked_columns(A, D):
    """Some columns of an invertible matrix have no smaller non-zero singular value than all of them."""
    yield given(s_min(A), ">", 0)
    yield given(trace(D), ">", 0)
    yield then(s_min(A), "<=", s_star(A @ D))


@claim(
    CLASSICAL,
    NORMS,
    id="leaky-mask-norm",
    status="proved",
    lemma=1,
    domain=LEAKY,
    equality=[{"P": [[1, 0], [0, 0]], "t": -2}, {"P": [[1, 0], [0, 0]], "t": "1/2"}],
)
def norm_of_a_leaky_mask(P, t):
    """Of a diagonal matrix of entries 1 and t the largest singular value is at most max(1, |t|)."""
    yield then(s1(P + t * (eye(P) - P)), "<=", larger(1, absolute(t)))


@claim(
    CLASSICAL,
    NORMS,
    id="leaky-mask-smallest",
    status="proved",
    lemma=1,
    domain=LEAKY,
    equality=[{"P": [[1, 0], [0, 0]], "t": -2}, {"P": [[1, 0], [0, 0]], "t": "1/2"}],
)
def smallest_singular_value_of_a_leaky_mask(P, t):
    """Of a diagonal matrix of entries 1 and t the smallest singular value is at least min(1, |t|)."""
    yield then(smaller(1, absolute(t)), "<=", s_min(P + t * (eye(P) - P)))


@claim(
    CLASSICAL,
    NORMS,
    id="leaky-mask-count",
    status="proved",
    lemma=1,
    domain=together(P=activation(0), t=scalar(0, 1), n=(1, 4)),
    equality=[{"P": [[1, 0], [0, 0]], "t": "1/2"}],
)
def smallest_singular_value_of_a_leaky_mask_by_count(P, t):
    """If k of the diagonal entries are t and the others 1, the smallest one is at least 1 - (1 - t) k."""
    k = cols(P) - trace(P)
    yield then(1 - (1 - t) * k, "<=", s_min(P + t * (eye(P) - P)))


@claim(
    CLASSICAL,
    PRODUCTS,
    id="leaky-columns",
    status="proved",
    lemma=2,
    domain=LEAKY_LAYER,
    equality=[{"A": [[3, 0], [0, 1]], "P": [[0, 0], [0, 0]], "t": 2}],
)
def singular_values_of_scaled_columns(A, P, t):
    """Columns multiplied by 1 or t leave no singular value more than max(1, |t|) times as large."""
    yield then(s(A @ (P + t * (eye(P) - P)))[i], "<=", larger(1, absolute(t)) * s(A)[i])


@claim(
    CLASSICAL,
    PRODUCTS,
    id="leaky-columns-lower",
    status="proved",
    lemma=2,
    domain=LEAKY_LAYER,
    equality=[{"A": [[3, 0], [0, 1]], "P": [[0, 0], [0, 0]], "t": "1/2"}],
)
def singular_values_of_scaled_columns_from_below(A, P, t):
    """Columns multiplied by 1 or t leave every singular value at least min(1, |t|) times as large."""
    yield then(smaller(1, absolute(t)) * s(A)[i], "<=", s(A @ (P + t * (eye(P) - P)))[i])


@claim(
    CLASSICAL,
    WIDTHS,
    id="width-frobenius",
    status="proved",
    lemma=2,
    domain=WIDE,
    equality=[[[0, 0], [0, 0]]],
)
def width_and_frobenius_norm(A):
    """The Gaussian width 2 E|A'g| of the image of the ball is at most twice the Frobenius norm of A."""
    yield then(operator_width(A), "<=", 2 * fro(A))


@claim(
    CLASSICAL,
    WIDTHS,
    id="width-triangle",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, m=(1, 2), n=(1, 2)),
    equality=[{"A": [[1, 2], [0, 1]], "B": [[2, 4], [0, 2]]}],
)
def width_of_a_sum(A, B):
    """The Gaussian width of the image of the ball obeys the triangle inequality."""
    yield then(operator_width(A + B), "<=", operator_width(A) + operator_width(B))


@claim(
    CLASSICAL,
    WIDTHS,
    id="width-product",
    status="proved",
    lemma=3,
    domain=WIDTHS_OF_TWO,
    equality=[{"A": [[0, 2], [-2, 0]], "B": [[1, 0], [0, 3]]}],
)
def width_of_a_product(A, B):
    """A linear map A makes no set wider than by its largest singular value."""
    yield then(operator_width(A @ B), "<=", s1(A) * operator_width(B))


@claim(
    CLASSICAL,
    WIDTHS,
    id="width-relu",
    status="proved",
    lemma=3,
    domain=rectangular(m=(1, 2), n=(1, 2)),
    equality=[[[0, 0], [0, 0]]],
)
def width_of_positive_parts(A):
    """The positive parts of a set are no wider than the set, by the comparison of Sudakov and Fernique."""
    yield then(relu_width(A), "<=", operator_width(A))


@claim(
    CLASSICAL,
    f"{WIDTHS}, images",
    id="width-of-an-image",
    status="proved",
    lemma=2,
    domain=WIDTHS_OF_TWO,
    equality=[{"A": [[1, 0], [0, 3]], "B": [[0, 2], [-2, 0]]}],
)
def width_of_the_image_of_an_image(A, B):
    """B takes the ball into one of radius s_1(B), so AB makes it wider than A does by that factor at most."""
    yield then(operator_width(A @ B), "<=", operator_width(A) * s1(B))


@claim(
    CLASSICAL,
    NORMS,
    id="leaky-mask-count-root",
    status="proved",
    lemma=1,
    domain=together(P=activation(0), t=scalar(0, 1), n=(1, 4)),
    equality=[{"P": [[1, 0], [0, 0]], "t": "1/2"}],
)
def smallest_singular_value_of_a_leaky_mask_by_the_root_of_the_count(P, t):
    """If k of the diagonal entries are t and the others 1, the smallest is at least 1 - (1 - t) sqrt(k)."""
    k = cols(P) - trace(P)
    yield then(1 - (1 - t) * sqrt(k), "<=", s_min(P + t * (eye(P) - P)))


@claim(
    CLASSICAL,
    "Horn and Johnson, Matrix Analysis, Section 1.1, traces of idempotent matrices, complements",
    id="mask-complement-rank",
    status="proved",
    lemma=1,
    domain=MASK,
    equality=[[[1, 0], [0, 0]]],
)
def rank_of_the_complement_of_a_mask(D):
    """I - D has as many ones as D has zeros."""
    yield then(rank(eye(D) - D), "==", cols(D) - trace(D))


@claim(
    CLASSICAL,
    "Montufar, Pascanu, Cho and Bengio 2014, On the number of linear regions of deep neural networks",
    id="relu-on-a-cell",
    status="proved",
    lemma=1,
    domain=together(A=rectangular(), Q=activation(0), z=vector(), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[1, 2], [3, 4]], "Q": [[1, 0], [0, 0]], "z": [2, -1]}],
)
def positive_part_where_the_signs_are_known(A, Q, z):
    """Where z_k >= 0 for the ones of Q and z_k <= 0 for its zeros, the positive part of z is Qz."""
    yield given(2 * (Q @ z) - z, ">=", 0)
    yield then(A @ larger(z, 0), "==", A @ (Q @ z))
