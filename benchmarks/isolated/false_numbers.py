"""False: numbers and vectors. The point of failure stands in each docstring."""

from fractions import Fraction

from benchmarks.isolated import ISOLATED
from perturb import claim, given, then
from perturb.domains import box, probability_vector, scalar, together, unit_vector, vector
from perturb.vocab import norm, product, sq, sqrt, total


@claim(ISOLATED, "a third", id="third", domain=scalar())
def third(t):
    """1/3."""
    yield then(t, "!=", Fraction(1, 3))


@claim(ISOLATED, "a square", id="square-of-a-third", domain=scalar())
def square_of_a_third(t):
    """1/3."""
    yield then(9 * t**2 - 6 * t + 1, ">", 0)


@claim(ISOLATED, "the root of two", id="root-of-two", domain=scalar())
def root_of_two(t):
    """sqrt 2."""
    yield then(t**2, "!=", 2)


@claim(ISOLATED, "circle: the product", id="circle-product", domain=unit_vector(n=(2, 2)))
def circle_product(x):
    """(1, 1) / sqrt 2."""
    yield then(x[1] * x[2], "<", Fraction(1, 2))


@claim(ISOLATED, "seven elevenths", id="seven-elevenths", domain=scalar())
def seven_elevenths(t):
    """7/11."""
    yield then(11 * t, "!=", 7)


@claim(ISOLATED, "a cubic that touches", id="cubic-touches", domain=scalar(low=0))
def cubic_touches(t):
    """1, where t^3 - 3 t + 2 has a double root."""
    yield then(t**3 + 2, ">", 3 * t)


@claim(ISOLATED, "a cubic without rational roots", id="cubic-root", domain=scalar())
def cubic_root(t):
    """The real root of t^3 - t - 1."""
    yield then(t**3, "!=", t + 1)


@claim(ISOLATED, "the heptagon", id="seventh-roots", domain=scalar(low=-1, high=1))
def seventh_roots(t):
    """cos(2 pi / 7), a root of 8 t^3 + 4 t^2 - 4 t - 1, and two more."""
    yield then(8 * t**3 + 4 * t**2 - 4 * t, "!=", 1)


@claim(ISOLATED, "a quartic that touches", id="quartic-touches", domain=scalar())
def quartic_touches(t):
    """The roots of three."""
    yield then(t**4 + 9, ">", 6 * t**2)


@claim(ISOLATED, "the golden number", id="golden", domain=scalar(low=0))
def golden(t):
    """(1 + sqrt 5) / 2."""
    yield then(t**2, "!=", t + 1)


@claim(ISOLATED, "a root in a statement", id="root-plus", domain=scalar(low=0))
def root_plus(t):
    """1/2: sqrt t + sqrt(1 - t) is sqrt 2 there."""
    yield given(t, "<=", 1)
    yield then(sqrt(t) + sqrt(1 - t), "<", sqrt(2))


@claim(ISOLATED, "two numbers", id="two-numbers", domain=scalar(count=2))
def two_numbers(a, b):
    """a = b = 1."""
    yield then(2 * a * b, "<", a**2 + b**2 + (a - 1) ** 2 + (3 * b - 3) ** 2)


@claim(ISOLATED, "two numbers, one of them irrational", id="two-numbers-root", domain=scalar(count=2))
def two_numbers_root(a, b):
    """a = sqrt 2, b = a / 2."""
    yield then((a**2 - 2) ** 2 + (2 * b - a) ** 2, ">", 0)


@claim(ISOLATED, "sphere: the sum", id="sphere-sum", domain=unit_vector(n=(3, 3)))
def sphere_sum(x):
    """(1, 1, 1) / sqrt 3."""
    yield then(total(x), "<", sqrt(3))


@claim(ISOLATED, "sphere: the product", id="sphere-product", domain=unit_vector(n=(3, 3)))
def sphere_product(x):
    """(1, 1, 1) / sqrt 3."""
    yield then(27 * sq(product(x)), "<", 1)


@claim(ISOLATED, "sphere: a plane", id="sphere-plane", domain=unit_vector(n=(3, 3)))
def sphere_plane(x):
    """(1, 2, 2) / 3, which is rational."""
    yield then(x[1] + 2 * x[2] + 2 * x[3], "<", 3)


@claim(ISOLATED, "sphere: a form", id="sphere-form", domain=unit_vector(n=(3, 3)))
def sphere_form(x):
    """The form x1 x2 + x2 x3 has the greatest value sqrt 2 / 2."""
    yield then(x[1] * x[2] + x[2] * x[3], "<", sqrt(2) / 2)


@claim(ISOLATED, "circle: a golden form", id="circle-golden", domain=unit_vector(n=(2, 2)))
def circle_golden(x):
    """The eigenvector of [[1, 1], [1, 0]]."""
    yield then(x[1] ** 2 + 2 * x[1] * x[2], "<", (1 + sqrt(5)) / 2)


@claim(ISOLATED, "circle: thirty degrees", id="circle-thirty", domain=unit_vector(n=(2, 2)))
def circle_thirty(x):
    """(1, sqrt 3) / 2."""
    yield then(x[1], "!=", Fraction(1, 2))


@claim(ISOLATED, "inside a box", id="box-inside", domain=box(n=(2, 2)))
def box_inside(t):
    """(1/3, 2/7)."""
    yield then((3 * t[1] - 1) ** 2 + (7 * t[2] - 2) ** 2, ">", 0)


@claim(ISOLATED, "inside a box, irrational", id="box-irrational", domain=box(n=(2, 2)))
def box_irrational(t):
    """Both sqrt 2 / 2."""
    yield then((t[1] - t[2]) ** 2 + (2 * t[1] * t[2] - 1) ** 2, ">", 0)


@claim(ISOLATED, "probabilities", id="probabilities", domain=probability_vector(n=(3, 3)))
def probabilities(p):
    """All of them 1/3."""
    yield then(product(p), "<", Fraction(1, 27))


@claim(
    ISOLATED, "probabilities with a weight", id="probabilities-weight", domain=probability_vector(n=(2, 2))
)
def probabilities_weight(p):
    """p1 = 2/3."""
    yield then(p[1] ** 2 * p[2], "<", Fraction(4, 27))


@claim(ISOLATED, "Cauchy and Schwarz, strict", id="cauchy-schwarz", domain=vector(count=2, n=(2, 3)))
def cauchy_schwarz(x, y):
    """Parallel vectors; the first components keep them from zero."""
    yield given(x[1], "==", 1)
    yield given(y[1], "==", 3)
    yield then(total(x * y) ** 2, "<", total(sq(x)) * total(sq(y)))


@claim(
    ISOLATED,
    "a line and the circle",
    id="line-and-circle",
    domain=together(x=unit_vector(), t=scalar(), n=(2, 2)),
)
def line_and_circle(x, t):
    """(1, 1) / sqrt 2 and t = sqrt 2."""
    yield then(x[1] + x[2] + t * (2 * sqrt(2) - t), "<", 2 + sqrt(2))


@claim(ISOLATED, "a norm", id="norm-root-five", domain=vector(n=(2, 2)))
def norm_root_five(x):
    """(1, 2)."""
    yield given(x[1], "==", 1)
    yield then(norm(x), "!=", sqrt(5))
