"""Configurations and their affine maps: (6) to (12), Proposition 3, Corollary 4, Theorem 5."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, scalar, together, vector
from perturb.vocab import T, entries, kron, rank, smaller, sq, trace
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import (
    ACTIVE,
    BIASES,
    PATTERNS,
    REPRESENTATION,
    SIZES,
    UNITS,
    WEIGHTS,
    cell,
    pattern,
    representation,
    rho,
)


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
        *("eq-7-9.pos", "eq-7-9.neg", "eq-9.iff"),
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
    covers=[
        "eq-12.shift",
        "eq-12.L3",
        "prop-3.i",
        "ex-1.map",
        "ex-1.ineq",
        "def-config.coincide",
        "eq-datadriven.rep",
        "eq-datadriven.general",
    ],
    reading=readings.THREE_LAYERS,
    depends=["eq-6"],
    domain=REPRESENTATION,
)
def affine_on_a_cell(W_1, W_2, W_3, b_1, b_2, b_3, x):
    """Each rectifier is the matrix of (6) at its input; what multiplies out is A_q x + beta_q."""
    Q_1 = pattern(W_1 @ x + b_1)
    Q_2 = pattern(W_2 @ rho(W_1 @ x + b_1) + b_2)
    last = W_3 @ Q_2
    beta = last @ W_2 @ Q_1 @ b_1 + last @ b_2 + b_3
    linear = last @ W_2 @ Q_1 @ W_1 @ x
    yield then(representation((W_1, W_2, W_3), (b_1, b_2, b_3), x), "==", linear + beta)


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
    "Theorem 5: the linear part as a sum of atoms",
    id="thm-5.form",
    status="proved",
    covers=["rem-atoms.kron", "thm-5.ii", "thm-5.proof-ii"],
    reading=readings.ROW_BY_ROW,
    domain=together(**WEIGHTS, **PATTERNS, **SIZES),
    equality=[{**UNITS, "Q_1": [[1]], "Q_2": [[1]]}],
    true_mutants={
        "domain:rim-Q_1": "an identity of any three matrices W_3, B and W_1",
        "domain:rim-Q_2": "an identity of any three matrices W_3, B and W_1",
    },
)
def sum_of_atoms(W_1, W_2, W_3, Q_1, Q_2):
    """The atoms, listed number by number, are the columns of the Kronecker product; the coefficients are the
    entries of what stands between, of which those of inactive neurons are 0. With more layers in between an
    entry is a sum over paths: one entry of each Q_l W_l Q_(l-1), the row of one being the column of the next.
    """
    between = Q_2 @ W_2 @ Q_1
    yield then(entries(W_3 @ between @ W_1), "==", kron(W_3, T(W_1)) @ entries(between))


@claim(
    HEINECKE,
    "Theorem 5: how many atoms are needed",
    id="thm-5.rank",
    status="proved",
    printed=("thm-5.ii", "thm-5.iii"),
    reading=readings.ANY_PATTERN,
    domain=together(**WEIGHTS, **PATTERNS, **SIZES),
    equality=[{**UNITS, "Q_1": [[1]], "Q_2": [[1]]}],
)
def as_many_as_the_narrowest_layer(W_1, W_2, W_3, Q_1, Q_2):
    """The linear part is a sum of min(s_1, ..., s_(L-1)) rank one matrices, where (11) has s_1 s_(L-1) atoms.

    Proof: its rank is at most that of each factor Q_l.
    """
    yield then(rank(W_3 @ Q_2 @ W_2 @ Q_1 @ W_1), "<=", smaller(trace(Q_1), trace(Q_2)))
