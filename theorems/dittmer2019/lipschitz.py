"""Lemma 4 and Remark 8: ReLU and leaky ReLU do not expand distances."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.domains import scalar, together, vector
from perturb.vocab import absolute, larger, smaller, sq
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.notation import distance, leaky, relu, squared_length

PAIR = vector(count=2, n=(1, 4))
NUMBERS = scalar(count=2)
SAME_SIGN = {"x": [1, 2], "y": [0, 1]}


@claim(DITTMER, "Lemma 4, (8)", id="lem-4.8", status="proved", domain=PAIR, equality=[SAME_SIGN])
def relu_does_not_expand(x, y):
    """By components, in four cases; equality if and only if for each i x_i = y_i or both are >= 0."""
    yield then(distance(relu(x), relu(y)), "<=", distance(x, y))


@claim(
    DITTMER,
    "Lemma 4, with the negative parts",
    id="lem-4.8~sharpened",
    status="sharpened",
    sharpens="lem-4.8",
    domain=PAIR,
    equality=[SAME_SIGN, {"x": [1, -2], "y": [3, -1]}],
)
def both_parts_together_do_not_expand(x, y):
    """The positive and the negative parts of x and y move by at most |x - y| together.

    Proof: for numbers of one sign one of the two terms is (a - b)^2 and the other is 0; for different signs
    they are a^2 and b^2, whose sum is below (|a| + |b|)^2 = (a - b)^2. (Moreau: ReLU is a projection.)
    """
    both = squared_length(relu(x) - relu(y)) + squared_length(relu(-x) - relu(-y))
    yield then(both, "<=", squared_length(x - y))


@claim(
    DITTMER,
    "Lemma 4, by components",
    id="lem-4.comp",
    status="proved",
    domain=NUMBERS,
    equality=[{"a": 2, "b": 1}],
)
def numbers_come_no_further_apart(a, b):
    """The four cases of the table, the third and the fourth with (|a| + |b|)^2."""
    yield then(sq(relu(a) - relu(b)), "<=", sq(a - b))


@claim(DITTMER, "Lemma 4, the first case", id="lem-4.case-1", status="proved", domain=NUMBERS)
def two_positive_numbers(a, b):
    """ReLU is the identity on both."""
    yield given(a, ">=", 0)
    yield given(b, ">=", 0)
    yield then(sq(relu(a) - relu(b)), "==", sq(a - b))


@claim(DITTMER, "Lemma 4, the second case", id="lem-4.case-2", status="proved", domain=NUMBERS)
def two_negative_numbers(a, b):
    """ReLU is 0 at both numbers; the right column, (a - b)^2, is not smaller."""
    yield given(a, "<=", 0)
    yield given(b, "<=", 0)
    yield then(sq(relu(a) - relu(b)), "==", 0)


@claim(DITTMER, "Lemma 4, the third case", id="lem-4.case-3", status="misprint", domain=NUMBERS)
def a_negative_and_a_positive_number(a, b):
    """The table has (a + b)^2 for (a - b)^2; at a = -1, b = 1 that is 0 for 4, and the row would say
    1 <= 0.
    """
    yield given(a, "<=", 0)
    yield given(b, ">=", 0)
    yield then(sq(relu(a) - relu(b)), "==", sq(b))
    yield then(sq(a - b), "==", sq(a + b))


@claim(
    DITTMER,
    "Lemma 4, the third case with moduli",
    id="lem-4.case-3~corrected",
    status="corrected",
    corrects="lem-4.case-3",
    domain=NUMBERS,
)
def a_negative_and_a_positive_number_by_moduli(a, b):
    """Proof: ReLU a = 0 and ReLU b = b; a - b = -(|a| + |b|)."""
    yield given(a, "<=", 0)
    yield given(b, ">=", 0)
    yield then(sq(relu(a) - relu(b)), "==", sq(b))
    yield then(sq(a - b), "==", sq(absolute(a) + absolute(b)))


@claim(DITTMER, "Lemma 4, the fourth case", id="lem-4.case-4", status="misprint", domain=NUMBERS)
def a_positive_and_a_negative_number(a, b):
    """The third case with a and b exchanged."""
    yield given(a, ">=", 0)
    yield given(b, "<=", 0)
    yield then(sq(relu(a) - relu(b)), "==", sq(a))
    yield then(sq(a - b), "==", sq(a + b))


@claim(
    DITTMER,
    "Lemma 4, the fourth case with moduli",
    id="lem-4.case-4~corrected",
    status="corrected",
    corrects="lem-4.case-4",
    domain=NUMBERS,
)
def a_positive_and_a_negative_number_by_moduli(a, b):
    """Proof: ReLU a = a and ReLU b = 0; a - b = |a| + |b|."""
    yield given(a, ">=", 0)
    yield given(b, "<=", 0)
    yield then(sq(relu(a) - relu(b)), "==", sq(a))
    yield then(sq(a - b), "==", sq(absolute(a) + absolute(b)))


SLOPE = {"eta": r"\eta"}
SLOPED = together(x=vector(), y=vector(), eta=scalar(0, 1), n=(1, 4)).lettered(**SLOPE)
ANY_SLOPE = together(x=vector(), y=vector(), eta=scalar(), n=(1, 4)).lettered(**SLOPE)
POSITIVE_SLOPE = together(x=vector(), y=vector(), eta=scalar(0), n=(1, 4)).lettered(**SLOPE)


@claim(
    DITTMER,
    "Remark 8, Lemma 4 for leaky ReLU, slopes from 0 to 1",
    id="rem-8.lem4",
    status="proved",
    depends=["lem-4.8"],
    domain=SLOPED,
    equality=[{**SAME_SIGN, "eta": "1/2"}, {"x": [-1], "y": [-3], "eta": 1}],
)
def leaky_relu_does_not_expand(x, y, eta):
    """The slope of phi is 1 or eta; so it is for every slope of modulus at most 1."""
    yield then(distance(leaky(x, eta), leaky(y, eta)), "<=", distance(x, y))


@claim(
    DITTMER,
    "Remark 8, Lemma 4 for any slope",
    id="rem-8.lem4~any-slope",
    status="misprint",
    domain=ANY_SLOPE,
)
def leaky_relu_of_any_slope_does_not_expand(x, y, eta):
    """Reference [21], which the remark names, learns the slope; beyond 1 it expands: eta = 2, x = -1,
    y = 0.
    """
    yield then(distance(leaky(x, eta), leaky(y, eta)), "<=", distance(x, y))


@claim(
    DITTMER,
    "Remark 8, Lemma 4 for any slope, with its factor",
    id="rem-8.lem4~sharpened",
    status="sharpened",
    corrects="rem-8.lem4~any-slope",
    sharpens="rem-8.lem4",
    domain=ANY_SLOPE,
    equality=[{"x": [-1], "y": [0], "eta": 2}, {"x": [1], "y": [0], "eta": "-1/2"}],
)
def leaky_relu_expands_by_its_slope(x, y, eta):
    """The Lipschitz constant of phi is the larger of 1 and |eta|.

    Proof: for numbers, phi is linear with the slope 1 or eta on both sides of 0, and through 0 by the
    triangle inequality; then by components.
    """
    yield then(distance(leaky(x, eta), leaky(y, eta)), "<=", larger(1, absolute(eta)) * distance(x, y))


@claim(
    DITTMER,
    "Remark 8, how much leaky ReLU contracts",
    id="rem-8.lem4~below",
    status="sharpened",
    sharpens="rem-8.lem4",
    domain=POSITIVE_SLOPE,
    equality=[{"x": [-1], "y": [-3], "eta": "1/2"}, {"x": [2], "y": [1], "eta": 3}],
    true_mutants={"domain:rim": "for a negative slope the left side is not positive"},
)
def leaky_relu_contracts_by_its_slope(x, y, eta):
    """A lower bound, which ReLU (eta = 0) does not have.

    Proof: phi increases with slopes 1 and eta, so differences of numbers grow at least by the smaller.
    """
    yield then(smaller(1, eta) * distance(x, y), "<=", distance(leaky(x, eta), leaky(y, eta)))


@claim(
    DITTMER,
    "Lemma 4 on the length of one vector",
    id="eq-15.norm",
    status="proved",
    printed=("eq-15.norm",),
    domain=vector(n=(1, 4)),
)
def the_two_parts_share_the_length(y):
    """What ReLU keeps of y and what it keeps of -y add up: for y = Ax to the sum of sigma_i^2 <v_i, x>^2."""
    yield then(squared_length(relu(y)) + squared_length(relu(-y)), "==", squared_length(y))
