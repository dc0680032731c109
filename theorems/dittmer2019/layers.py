"""Lemma 5, its proof and Remark 8: a layer against one of rank k, and how far the bound is off."""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import T, absolute, column_matrix, larger, norm, s
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import (
    IDENTITY,
    LAYER,
    LEAKY,
    SVD,
    distance,
    increasing,
    leaky,
    matrix,
    relu,
    squared_length,
    truncated,
    with_svd,
)

ANY_LEAKY = together(**SVD, x=vector(), eta=scalar(), n=(1, 3)).lettered(eta=r"\eta")
TWO_LAYERS = together(A=rectangular(), B=rectangular(), x=vector(), m=(1, 3), n=(1, 3))


@claim(
    DITTMER,
    "Lemma 5, ReLU brings two layers no further apart",
    id="lem-5.proof-a",
    reading=readings.EVERY_X,
    status="proved",
    depends=["lem-4.8"],
    domain=TWO_LAYERS,
    equality=[{"A": [[2]], "B": [[1]], "x": [1]}],
)
def two_layers(A, B, x):
    """Lemma 4 at Ax and Bx, before any maximum is taken."""
    yield then(distance(relu(A @ x), relu(B @ x)), "<=", distance(A @ x, B @ x))


@claim(
    DITTMER,
    "Lemma 5, the second relation",
    id="lem-5.proof-b",
    reading=readings.EVERY_X,
    status="proved",
    domain=TWO_LAYERS,
)
def the_second_relation_is_an_equality(A, B, x):
    """Printed with <=; Ax - Bx is (A - B)x."""
    yield then(squared_length(A @ x - B @ x), "==", squared_length((A - B) @ x))


@claim(
    DITTMER,
    "Lemma 5, the truncated SVD in place of A",
    id="lem-5.main",
    reading=readings.EVERY_X_BY_SVD,
    status="proved",
    covers=["lem-5.end-b", "sl-items.lem-5"],
    depends=["lem-4.8", "eq-3", "eq-4"],
    domain=LAYER,
    equality=[{**IDENTITY, "x": [1, 0]}, {**IDENTITY, "k": 0, "x": [0, 1]}],
)
def a_truncated_layer(U, V, e, k, x):
    """|ReLU(Ax) - ReLU(Lx)| <= sigma_k |x| for the truncated SVD L, of rank k; so the minimum over all L of
    the maximum over the ball is at most sigma_k(A). (Lemma 5 writes sigma_k of the layer, the slides of A.)
    """
    values = increasing(e)
    A, L = with_svd(U, V, values), truncated(U, V, values, k)
    yield then(distance(relu(A @ x), relu(L @ x)), "<=", s(A)[k + 1] * norm(x))


@claim(
    DITTMER,
    "Lemma 5 from below: x and -x together see half of A - B",
    id="lem-5.main~below",
    reading=readings.EVERY_X,
    status="sharpened",
    sharpens="lem-5.main",
    domain=TWO_LAYERS,
    equality=[{"A": [[1]], "B": [[-1]], "x": [1]}, {"A": [[1], [2]], "B": [[-1], [-2]], "x": [3]}],
)
def half_of_the_difference_is_seen(A, B, x):
    """So the distance of two layers is at least |A - B|/2, A = 1 and B = -1 attain it; and for B of rank k,
    sigma_k(A)/2 <= s_k, for which the kernel of B gives more.

    Proof: at x and at -x ReLU shows positive and negative parts. For numbers a, b of one sign the squared
    differences of both parts add up to (a - b)^2, for different signs to a^2 + b^2 >= (a - b)^2 / 2. Add over
    the components; take x the top singular vector of A - B: the larger of the two squares is at least
    s_1(A - B)^2 / 4.
    """
    ahead = squared_length(relu(A @ x) - relu(B @ x))
    back = squared_length(relu(-(A @ x)) - relu(-(B @ x)))
    yield then(squared_length((A - B) @ x) / 2, "<=", ahead + back)


@claim(
    DITTMER,
    "Lemma 5 from below: what L forgets, x and -x see together",
    id="lem-5.main~kernel",
    status="sharpened",
    sharpens="lem-5.main",
    printed=("lem-5.main",),
    reading=readings.KERNEL,
    depends=["eq-15.norm"],
    domain=TWO_LAYERS,
)
def what_is_forgotten_is_seen(A, B, x):
    """So sigma_k(A)/sqrt(2) <= s_k <= sigma_k(A) for every k, by which s_k = 0 only if rank A <= k.

    Proof: the kernel of an L of rank k meets the span of the first k + 1 right singular vectors in some x,
    |x| = 1, and |Ax| >= sigma_k there. ReLU(Lx) and ReLU(-Lx) are 0, and what ReLU keeps of Ax and of -Ax
    adds up to |Ax|^2, so that the larger of the two squares is at least sigma_k^2/2.
    """
    L = named("L", squared_length(x) * B - column_matrix(B @ x) @ T(column_matrix(x)))
    ahead = squared_length(relu(A @ x) - relu(L @ x))
    back = squared_length(relu(-(A @ x)) - relu(-(L @ x)))
    yield then(ahead + back, "==", squared_length(A @ x))


@claim(
    DITTMER,
    "Lemma 5 from below: the constant is best possible",
    id="lem-5.main~attained",
    status="proved",
    printed=("lem-5.main",),
    domain=vector(n=2),
    equality=[[1, 0], [0, 1], [2, 0]],
)
def half_the_square_is_enough(x):
    """The unit matrix of order 2 and L, of rank 1, with the entries 1/2: s_1 = 1/sqrt(2) where sigma_1 = 1.
    With more ones on both diagonals it is so for every k >= 1; for k = 0 the rows (1) and (-1) do.

    Proof: with v = (a + b)/2 the two squares add up to (a - b)^2/2 for a, b >= 0, to (a^2 + b^2)/2 for
    a >= 0 >= b and v >= 0, to a^2 <= b^2 for a >= 0 >= b and v <= 0, and to 0 for a, b <= 0.
    """
    L = named("L", matrix([1, 1], [1, 1]) / 2)
    yield then(squared_length(relu(x) - relu(L @ x)), "<=", squared_length(x) / 2)


@claim(
    DITTMER,
    "Remark 8, Lemma 5 for leaky ReLU, slopes from 0 to 1",
    id="rem-8.lem5",
    reading=readings.EVERY_X_BY_SVD,
    status="proved",
    depends=["rem-8.lem4", "eq-3"],
    domain=LEAKY.lettered(eta=r"\eta"),
    equality=[
        {**IDENTITY, "x": [1, 0], "eta": "1/2"},
        {**IDENTITY, "k": 0, "x": [0, 1], "eta": "1/2"},
    ],
)
def a_truncated_leaky_layer(U, V, e, k, x, eta):
    """As Lemma 5, and for slopes of modulus at most 1."""
    values = increasing(e)
    A, L = with_svd(U, V, values), truncated(U, V, values, k)
    yield then(distance(leaky(A @ x, eta), leaky(L @ x, eta)), "<=", s(A)[k + 1] * norm(x))


@claim(
    DITTMER,
    "Remark 8, Lemma 5 for any slope",
    id="rem-8.lem5~any-slope",
    reading=readings.EVERY_X_BY_SVD,
    status="misprint",
    domain=ANY_LEAKY,
)
def a_truncated_layer_of_any_slope(U, V, e, k, x, eta):
    """Beyond 1 the slope is a factor: eta = 2, A = [1], k = 0 and x = -1."""
    values = increasing(e)
    A, L = with_svd(U, V, values), truncated(U, V, values, k)
    yield then(distance(leaky(A @ x, eta), leaky(L @ x, eta)), "<=", s(A)[k + 1] * norm(x))


@claim(
    DITTMER,
    "Remark 8, Lemma 5 for any slope, with its factor",
    id="rem-8.lem5~sharpened",
    reading=readings.EVERY_X_BY_SVD,
    status="sharpened",
    corrects="rem-8.lem5~any-slope",
    sharpens="rem-8.lem5",
    depends=["rem-8.lem4", "eq-3"],
    domain=ANY_LEAKY,
    equality=[{**IDENTITY, "k": 0, "x": [0, -1], "eta": 2}],
)
def a_truncated_layer_expands_by_its_slope(U, V, e, k, x, eta):
    """Proof: the leaky rectifier has the Lipschitz constant max(1, |eta|), and |Ax - Lx| <= sigma_k |x|."""
    values = increasing(e)
    A, L = with_svd(U, V, values), truncated(U, V, values, k)
    factor = larger(1, absolute(eta))
    yield then(distance(leaky(A @ x, eta), leaky(L @ x, eta)), "<=", factor * s(A)[k + 1] * norm(x))
