"""Configurations and their affine maps: (6) to (8), (12), Corollary 4."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, scalar, together, vector
from perturb.vocab import column_matrix, hstack, rank, sq
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import (
    ACTIVE,
    BIASES,
    FIVE_SIZES,
    FOURTH,
    PATTERNS,
    SIZES,
    UNITS,
    WEIGHTS,
    cell,
    inputs_of,
    pattern,
    representation,
    rho,
)

ANY = "an identity of any matrices of these shapes, whatever the Q_l are"
TWO_RIMS = {"domain:rim-Q_1": ANY, "domain:rim-Q_2": ANY}


@claim(
    HEINECKE,
    "(6), the rectifier as a diagonal matrix",
    id="eq-6",
    status="proved",
    covers=["eq-6.forward", "eq-6.backward", "eq-datadriven.signs"],
    domain=vector().lettered(v="z_l"),
    equality=[{"v": [1, -2]}],
)
def a_diagonal_matrix(v):
    """Q keeps the positive components and sets the negative ones to 0."""
    yield then(rho(v), "==", pattern(v) @ v)


@claim(
    HEINECKE,
    "(7), (8): what the diagonal matrix may be",
    id="eq-7-9.equiv",
    status="proved",
    covers=[
        *("eq-7", "eq-8", "eq-7.excludes", "eq-8.excludes", "eq-7-9.none"),
        *("eq-7-9.pos", "eq-7-9.neg"),
    ],
    reading="z = Qu - (I - Q)v with u, v >= 0, here squares, are all z that fulfil (7) and (8) for Q.",
    domain=together(Q=activation(0), u=vector(), v=vector(), n=(1, 3)),
    equality=[{"Q": [[1, 0], [0, 0]], "u": [1, 0], "v": [0, 2]}],
)
def what_fits_a_pattern(Q, u, v):
    """(7) and (8) give rho(z) = Qz, ties included; (9) then makes Q unique. The pair (Qz, (I - Q)z) is then
    (z, 0) where z > 0, (0, z) where z < 0, and (0, 0) at a tie. No z whatever has both entries of the pair
    different from 0, since q_i (1 - q_i) = 0: that needs neither (7) nor (8).
    """
    z = Q @ sq(u) - sq(v) + Q @ sq(v)
    yield then(Q @ z, "==", rho(z))
    yield then(z - Q @ z, "==", -rho(-z))


@claim(
    HEINECKE,
    "Footnote 1: a tie as a boundary",
    id="eq-9.fn1",
    status="refuted",
    reading=readings.TIES,
    depends=["eq-7-9.equiv"],
    domain=together(w_1=scalar(), w_2=scalar(), x=scalar(), y=scalar()).lettered(y="x'"),
)
def a_tie_is_at_one_point(w_1, w_2, x, y):
    """z_2 = w_2 rho(w_1 x) is 0 on a half-line, whose inner points are on no boundary of a piece."""
    yield given(w_1 * w_2, "!=", 0)
    yield given(w_2 * rho(w_1 * x), "==", 0)
    yield given(w_2 * rho(w_1 * y), "==", 0)
    yield then(x, "==", y)


@claim(
    HEINECKE,
    "(12): the representation on a cell",
    id="eq-12.rep",
    status="proved",
    covers=["eq-12.shift", "eq-12.L3"],
    reading=readings.ON_THE_POLYTOPE,
    depends=["prop-3.i"],
    domain=together(**WEIGHTS, **BIASES, **PATTERNS, x=vector(), **SIZES),
    equality=[{**UNITS, **ACTIVE, "b_1": [1], "b_2": [1], "b_3": [1], "x": [1]}],
    true_mutants=TWO_RIMS,
)
def affine_on_a_cell(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x):
    """gamma holds the numbers gamma_i(x), which are 0 outside S_2: entry i is a sum over j in S_1.

    Proof: what comes into the last layer is Q_2 z_2^q(x), and a product with W_3 is a sum of its columns.
    """
    gamma = named(r"\gamma", Q_2 @ (W_2 @ (Q_1 @ (W_1 @ x))))
    beta = named(r"\beta_q", b_3 + W_3 @ Q_2 @ b_2 + W_3 @ Q_2 @ W_2 @ Q_1 @ b_1)
    of_x = inputs_of((Q_1, Q_2), (W_1, W_2, W_3), (b_1, b_2, b_3), x)[-1]
    yield then(of_x, "==", beta + W_3 @ gamma)


@claim(
    HEINECKE,
    "Corollary 4 (i): affine on convex polytopes",
    id="cor-4.i",
    status="proved",
    depends=["prop-3.i", "prop-3.ii-partition"],
    reading=readings.IN_ONE_CELL,
    domain=together(
        **WEIGHTS, **BIASES, **PATTERNS, x=vector(), y=vector(), t=scalar(0, 1), **SIZES
    ).lettered(y="x'"),
    equality=[{**UNITS, **ACTIVE, "b_1": [1], "b_2": [1], "b_3": [0], "x": [1], "y": [2], "t": "1/2"}],
)
def affine_on_convex_polytopes(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x, y, t):
    """(7) and (8) say (2Q - I)z >= 0, as q_i is 0 or 1.

    Proof: on P_q the representation is the affine map of (12), and these inequalities are affine.
    """

    def hidden(point):
        first = W_1 @ point + b_1
        return first, W_2 @ rho(first) + b_2

    W, b, between = (W_1, W_2, W_3), (b_1, b_2, b_3), named(r"\bar x", x + t * (y - x))
    for point in (x, y):
        for side in cell((Q_1, Q_2), hidden(point)):
            yield given(side, ">=", 0)
    for side in cell((Q_1, Q_2), hidden(between)):
        yield then(side, ">=", 0)
    image, other = representation(W, b, x), representation(W, b, y)
    yield then(representation(W, b, between), "==", image + t * (other - image))


@claim(
    HEINECKE,
    "Corollary 4 (ii): linear on convex cones",
    id="cor-4.ii",
    status="proved",
    covers=["ex-2.cones"],
    reading=readings.IN_ONE_CELL,
    domain=together(
        **WEIGHTS, **PATTERNS, x=vector(), y=vector(), r=scalar(0), t=scalar(0), **SIZES
    ).lettered(y="x'"),
    equality=[{**UNITS, **ACTIVE, "x": [1], "y": [2], "r": 1, "t": 2}],
)
def linear_on_convex_cones(W_1, W_2, W_3, Q_1, Q_2, x, y, r, t):
    """Proof: as (i), and (7), (8) are linear. With (9) a cone need not have its apex."""

    def hidden(point):
        return W_1 @ point, W_2 @ rho(W_1 @ point)

    both = named(r"\bar x", r * x + t * y)
    for point in (x, y):
        for side in cell((Q_1, Q_2), hidden(point)):
            yield given(side, ">=", 0)
    for side in cell((Q_1, Q_2), hidden(both)):
        yield then(side, ">=", 0)
    image, of_x, of_y = (W_3 @ rho(hidden(point)[1]) for point in (both, x, y))
    yield then(image, "==", r * of_x + t * of_y)


@claim(
    HEINECKE,
    "(12) for two layers",
    id="eq-12.L2",
    status="proved",
    reading="L = 2: gamma_i(x) is the inner product of row i of W_1 with x, for i in S_1.",
    depends=["thm-5.i"],
    domain=together(
        W_1=WEIGHTS["W_1"],
        W_2=WEIGHTS["W_2"],
        b_1=BIASES["b_1"],
        b_2=BIASES["b_2"],
        Q_1=PATTERNS["Q_1"],
        x=vector(),
        a=(1, 2),
        b=(1, 2),
        n=(1, 2),
    ),
    equality=[{"W_1": [[1]], "W_2": [[1]], "b_1": [1], "b_2": [1], "Q_1": [[1]], "x": [1]}],
    true_mutants={"domain:rim": ANY},
)
def two_layers(W_1, W_2, b_1, b_2, Q_1, x):
    """The numbers gamma_i(x) for i in S_1 are the pre-activations without bias."""
    gamma = named(r"\gamma", Q_1 @ (W_1 @ x))
    beta = named(r"\beta_q", b_2 + W_2 @ Q_1 @ b_1)
    yield then(inputs_of((Q_1,), (W_1, W_2), (b_1, b_2), x)[-1], "==", beta + W_2 @ gamma)


@claim(
    HEINECKE,
    "(12) for four layers",
    id="eq-12.L",
    status="proved",
    reading=readings.ON_THE_POLYTOPE_OF_FOUR,
    depends=["thm-5.iii-coef", "prop-3.i"],
    domain=together(**WEIGHTS, **BIASES, **PATTERNS, **FOURTH, b_4=vector("d"), x=vector(), **FIVE_SIZES),
    equality=[
        {
            **UNITS,
            **ACTIVE,
            "W_4": [[1]],
            "Q_3": [[1]],
            "b_1": [1],
            "b_2": [1],
            "b_3": [1],
            "b_4": [1],
            "x": [1],
        }
    ],
    true_mutants=TWO_RIMS | {"domain:rim-Q_3": ANY},
)
def four_layers(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, W_4, Q_3, b_4, x):
    """C holds the coefficients c_ij of (11), and 0 where i or j is inactive."""
    C = named("C", Q_3 @ W_3 @ Q_2 @ W_2 @ Q_1)
    gamma = named(r"\gamma", C @ (W_1 @ x))
    behind_2 = named(r"V_2", W_4 @ Q_3 @ W_3)
    beta = named(r"\beta_q", b_4 + W_4 @ Q_3 @ b_3 + behind_2 @ Q_2 @ b_2 + behind_2 @ Q_2 @ W_2 @ Q_1 @ b_1)
    of_x = inputs_of((Q_1, Q_2, Q_3), (W_1, W_2, W_3, W_4), (b_1, b_2, b_3, b_4), x)[-1]
    yield then(of_x, "==", beta + W_4 @ gamma)


@claim(
    HEINECKE,
    "After (12): the range",
    id="eq-12.range",
    status="proved",
    reading="A vector lies in the span of columns if it adds nothing to their rank; WQ has those of W in S.",
    depends=["eq-12.rep"],
    domain=together(**WEIGHTS, **BIASES, **PATTERNS, x=vector(), **SIZES),
    equality=[{**UNITS, **ACTIVE, "b_1": [1], "b_2": [1], "b_3": [1], "x": [1]}],
    true_mutants=dict.fromkeys(TWO_RIMS, "for any Q_2 what leaves the last rectifier is Q_2 times a vector"),
)
def in_the_span_of_the_last_columns(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x):
    """beta_q - b_L lies in the span as well, so that the image lies in b_L + span.

    Proof: M_q x - b_3 is W_3 Q_2 times what comes out of the last rectifier.
    """
    columns = named("S", W_3 @ Q_2)
    beta = named(r"\beta_q", b_3 + W_3 @ Q_2 @ b_2 + W_3 @ Q_2 @ W_2 @ Q_1 @ b_1)
    of_x = named("y", inputs_of((Q_1, Q_2), (W_1, W_2, W_3), (b_1, b_2, b_3), x)[-1])
    yield then(rank(hstack(columns, column_matrix(of_x - beta))), "==", rank(columns))
    yield then(rank(hstack(columns, column_matrix(beta - b_3))), "==", rank(columns))
