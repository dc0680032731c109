"""Vectors: the triangle inequality, Cauchy and Schwarz, and how norms compare."""

from perturb import claim, given, indices, then
from perturb.domains import scalar, together, vector
from perturb.vocab import absolute, largest, length, norm, smallest, sq, total
from theorems.classical import CLASSICAL

(i,) = indices("i")
ONE = vector(n=(1, 4))
TWO = vector(count=2, n=(1, 4))
NORMS = "Horn and Johnson, Matrix Analysis, Section 5.4"
PRODUCTS = "Horn and Johnson, Matrix Analysis, Section 5.1"
ORDER = "Hardy, Littlewood and Polya, Inequalities, Chapter II"


@claim(
    CLASSICAL,
    PRODUCTS,
    id="cauchy-schwarz",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [1, 2], "y": [2, 4]}],
)
def cauchy_and_schwarz(x, y):
    """An inner product is at most the product of the lengths."""
    yield then(total(x * y), "<=", norm(x) * norm(y))


@claim(
    CLASSICAL,
    ORDER,
    id="young",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [1, 2], "y": [1, 2]}],
)
def young_for_two_squares(x, y):
    """Twice an inner product is at most the sum of the squared lengths."""
    yield then(2 * total(x * y), "<=", total(sq(x)) + total(sq(y)))


@claim(
    CLASSICAL,
    f"{ORDER}, from below",
    id="young-lower",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [1, 2], "y": [-1, -2]}],
)
def young_from_below(x, y):
    """Twice an inner product is at least minus the sum of the squared lengths."""
    yield then(0, "<=", total(sq(x)) + total(sq(y)) + 2 * total(x * y))


@claim(
    CLASSICAL,
    PRODUCTS,
    id="vector-triangle",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [3, 4], "y": [6, 8]}],
)
def length_of_a_sum(x, y):
    """The length of a sum is at most the sum of the lengths."""
    yield then(norm(x + y), "<=", norm(x) + norm(y))


@claim(
    CLASSICAL,
    ORDER,
    id="nonnegative-product",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [1, 0], "y": [0, 2]}],
)
def product_of_nonnegative_vectors(x, y):
    """Two vectors without negative components have an inner product that is not negative."""
    yield given(0, "<=", x)
    yield given(0, "<=", y)
    yield then(0, "<=", total(x * y))


@claim(
    CLASSICAL,
    ORDER,
    id="total-monotone",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [1, -2], "y": [1, -2]}],
)
def sums_are_monotone(x, y):
    """Where no component falls, the sum does not fall."""
    yield given(x, "<=", y)
    yield then(total(x), "<=", total(y))


@claim(
    CLASSICAL,
    ORDER,
    id="component-largest",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[2, 2], [-3]],
)
def component_and_the_largest(x):
    """Every component is at most the largest."""
    yield then(x[i], "<=", largest(x))


@claim(
    CLASSICAL,
    ORDER,
    id="component-smallest",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[2, 2], [-3]],
)
def component_and_the_smallest(x):
    """Every component is at least the smallest."""
    yield then(smallest(x), "<=", x[i])


@claim(
    CLASSICAL,
    f"{ORDER}, extremes",
    id="smallest-largest",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[2, 2], [-3]],
)
def smallest_and_largest(x):
    """The smallest component is at most the largest."""
    yield then(smallest(x), "<=", largest(x))


@claim(
    CLASSICAL,
    NORMS,
    id="component-length",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[0, -2], [-3]],
)
def component_and_length(x):
    """Every component is at most the length, in absolute value."""
    yield then(absolute(x)[i], "<=", norm(x))


@claim(
    CLASSICAL,
    NORMS,
    id="length-sum",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[0, -2], [-3]],
)
def length_and_sum(x):
    """The length is at most the sum of the absolute values."""
    yield then(norm(x), "<=", total(absolute(x)))


@claim(
    CLASSICAL,
    NORMS,
    id="sum-length",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[2, -2], [-3]],
)
def sum_and_length(x):
    """The square of the sum of n absolute values is at most n times the squared length."""
    yield then(sq(total(absolute(x))), "<=", length(x) * sq(norm(x)))


@claim(
    CLASSICAL,
    NORMS,
    id="length-largest",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[2, -2], [-3]],
)
def length_and_largest(x):
    """The squared length of n components is at most n times the square of the largest absolute value."""
    yield then(sq(norm(x)), "<=", length(x) * sq(largest(absolute(x))))


@claim(
    CLASSICAL,
    PRODUCTS,
    id="hoelder-extreme",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [2, -2], "y": [1, -3]}],
)
def hoelder_with_the_largest(x, y):
    """An inner product is at most the largest |x_i| times the sum of the |y_i|."""
    yield then(total(x * y), "<=", largest(absolute(x)) * total(absolute(y)))


@claim(
    CLASSICAL,
    ORDER,
    id="moduli-nonnegative",
    status="proved",
    lemma=1,
    domain=ONE,
    equality=[[0, 0]],
)
def sum_of_moduli_is_not_negative(x):
    """A sum of absolute values is not negative."""
    yield then(0, "<=", total(absolute(x)))


@claim(
    CLASSICAL,
    ORDER,
    id="mean-largest",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [2, 2], "y": [1, -3]}],
)
def weighted_mean_and_the_largest(x, y):
    """A mean of the x_i with weights |y_i| is at most the largest of them."""
    yield then(total(absolute(y) * x), "<=", largest(x) * total(absolute(y)))


@claim(
    CLASSICAL,
    ORDER,
    id="mean-smallest",
    status="proved",
    lemma=1,
    domain=TWO,
    equality=[{"x": [2, 2], "y": [1, -3]}],
)
def weighted_mean_and_the_smallest(x, y):
    """A mean of the x_i with weights |y_i| is at least the smallest of them."""
    yield then(smallest(x) * total(absolute(y)), "<=", total(absolute(y) * x))


@claim(
    CLASSICAL,
    f"{ORDER}, least upper bounds",
    id="largest-least",
    status="proved",
    lemma=1,
    domain=together(x=vector(), c=scalar(), n=(1, 4)),
    equality=[{"x": [2, 2], "c": 2}],
)
def largest_component_is_the_least_bound(x, c):
    """What no component exceeds the largest one does not exceed."""
    yield given(x, "<=", c)
    yield then(largest(x), "<=", c)


@claim(
    CLASSICAL,
    f"{ORDER}, greatest lower bounds",
    id="smallest-greatest",
    status="proved",
    lemma=1,
    domain=together(x=vector(), c=scalar(), n=(1, 4)),
    equality=[{"x": [2, 2], "c": 2}],
)
def smallest_component_is_the_greatest_bound(x, c):
    """What exceeds no component does not exceed the smallest one."""
    yield given(c, "<=", x)
    yield then(c, "<=", smallest(x))
