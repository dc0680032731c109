"""The last slides: y = p x + (1 - p) sigma(x) between a layer and its linear part.

The slides print the formula and pictures without numbers; what is said here of singular values and of the
condition number is ours. For ReLU the activation is leaky ReLU with the slope p, and a layer is DA with 1
and p on the diagonal of D.
"""

from __future__ import annotations

from perturb import claim, given, term, then
from perturb.domains import activation, rectangular, scalar, square, together, vector
from perturb.vocab import I, absolute, exp, kappa, s, s_min
from perturb.vocab.grammar.tree import Expr
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.notation import distance, leaky, relu

LAYER = together(A=rectangular("n", "m"), P=activation(0, called="r"), p=scalar(0, 1), n=(1, 3), m=(1, 3))
HALF = {"A": [[2]], "P": [[0]], "p": "1/2"}
ALL_ACTIVE = {"A": [[2]], "P": [[1]], "p": "1/2"}


@term("D_{{1}}")
def sloped(P: Expr, eta: Expr) -> Expr:
    """1 where the 0/1 matrix P is 1, and the slope eta where P is 0."""
    return P + eta * (I - P)


@claim(
    DITTMER,
    "Slides, the interpolation for ReLU",
    id="sl-interp.group-3",
    status="proved",
    domain=together(x=vector(), p=scalar(), n=(1, 4)),
)
def interpolated_relu_is_leaky(x, p):
    """p x + (1 - p) ReLU(x) is x where x is positive and p x where it is negative."""
    yield then(p * x + (1 - p) * relu(x), "==", leaky(x, p))


@claim(
    DITTMER,
    "Slides, the singular values of a layer between p = 0 and p = 1",
    id="sl-interp.group-3~singular-values",
    status="proved",
    presupposes=["ostrowski"],
    domain=LAYER,
    equality=[HALF, ALL_ACTIVE],
)
def singular_values_of_an_interpolated_layer(A, P, p):
    """D^2 lies between p^2 I and I, so A'D^2A lies between p^2 A'A and A'A."""
    yield then(p * s(A), "<=", s(sloped(P, p) @ A), "<=", s(A))


@claim(
    DITTMER,
    "Slides, singular values grow with p",
    id="sl-interp.group-3~monotone",
    status="proved",
    presupposes=["weyl"],
    domain=together(
        A=rectangular("n", "m"),
        P=activation(0, called="r"),
        p=scalar(0, 1),
        q=scalar(0, 1),
        n=(1, 3),
        m=(1, 3),
    ),
    equality=[{**ALL_ACTIVE, "q": 1}, {**HALF, "q": "1/2"}],
    true_mutants={"domain:rim-q": "q >= p >= 0 by the hypothesis, and q <= 1 is not used"},
)
def singular_values_grow_with_p(A, P, p, q):
    """D_p^2 <= D_q^2 for 0 <= p <= q. The condition number need not fall: diag(2p, 1) has kappa = 1 at
    p = 1/2 and 2 at p = 1.
    """
    yield given(p, "<=", q)
    yield then(s(sloped(P, p) @ A), "<=", s(sloped(P, q) @ A))


@claim(
    DITTMER,
    "Slides, the condition number of a layer between p = 0 and p = 1",
    id="sl-interp.group-3~kappa",
    status="proved",
    domain=together(A=square(), P=activation(0, called="r"), p=scalar(0, 1), n=(1, 3)),
    equality=[
        {"A": [[1, 0], [0, 1]], "P": [[1, 0], [0, 0]], "p": "1/2"},
        {"A": [[2, 0], [0, 1]], "P": [[0, 0], [0, 1]], "p": "1/2"},
    ],
)
def condition_number_of_an_interpolated_layer(A, P, p):
    """Within a factor p of that of A, over the singular values that are not 0; D is invertible for p > 0, so
    A and DA have the same rank. Both ends are attained.
    """
    yield given(p, ">", 0)
    yield then(p * kappa(A), "<=", kappa(sloped(P, p) @ A), "<=", kappa(A) / p)


@claim(
    DITTMER,
    "Slides, an interpolated layer is one to one",
    id="sl-interp.group-3~injective",
    status="proved",
    depends=["rem-8.lem4~below"],
    domain=together(A=square(), x=vector(), y=vector(), p=scalar(0, 1), n=(1, 3)),
    equality=[{"A": [[2]], "x": [-1], "y": [-2], "p": "1/2"}],
)
def an_interpolated_layer_is_one_to_one(A, x, y, p):
    """By the lower bound beside Lemma 4: for p > 0 and invertible A the layer is invertible, with a Lipschitz
    inverse; at p = 0, ReLU, it is not.
    """
    moved = distance(leaky(A @ x, p), leaky(A @ y, p))
    yield then(p * s_min(A) * distance(x, y), "<=", moved)


@claim(
    DITTMER,
    "Slides, the interpolation for the absolute value",
    id="sl-interp.group-3~absolute",
    status="proved",
    presupposes=["ostrowski"],
    domain=LAYER,
    equality=[HALF, ALL_ACTIVE],
)
def singular_values_with_the_absolute_value(A, P, p):
    """p x + (1 - p)|x| has the slopes 1 and 2p - 1: nothing is lost at p = 0 and at p = 1, and at p = 1/2,
    half way, it is ReLU.
    """
    yield then(absolute(2 * p - 1) * s(A), "<=", s(sloped(P, 2 * p - 1) @ A), "<=", s(A))


def tanh(x):
    return (exp(2 * x) - 1) / (exp(2 * x) + 1)


@claim(
    DITTMER,
    "Slides, the interpolation for tanh",
    id="sl-interp.group-3~tanh",
    status="proved",
    domain=together(x=scalar(), y=scalar(), p=scalar(0, 1)),
    equality=[{"x": 1, "y": -2, "p": 1}],
)
def interpolated_tanh(x, y, p):
    """Slopes between p and 1: no inputs are folded together for p > 0, and none are driven apart."""
    moved = absolute(p * (x - y) + (1 - p) * (tanh(x) - tanh(y)))
    yield then(p * absolute(x - y), "<=", moved, "<=", absolute(x - y))
