"""What is a configuration: (7) to (9), the polytopes of Proposition 3, and the cells of Example 2.

With (9) a condition on an active neuron is strict, z > 0, and one on an inactive neuron is z <= 0. That each
input has a configuration is (6); that it has one alone is what has to be shown. So cells are disjoint, their
number is that of the configurations, and with one more layer each is cut and none is joined to another.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, rectangular, scalar, square, together, vector
from perturb.vocab import det, diagonal, inv, norm, sq, trace
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import (
    BIASES,
    FIVE_SIZES,
    FOURTH,
    PATTERNS,
    SIZES,
    WEIGHTS,
    cell,
    inputs_of,
    representation,
    rho,
    with_nine,
)

UNIT = {name: [[1]] for name in ("W_1", "W_2", "W_3", "W_4", "Q_1", "Q_2", "Q_3")}
TWICE = {"R_1": activation(0, "a"), "R_2": activation(0, "b")}
HIDDEN = {name: WEIGHTS[name] for name in ("W_1", "W_2")} | {name: BIASES[name] for name in ("b_1", "b_2")}
PRIMED = {"y": "x'", "R": "Q'", "R_1": "Q'_1", "R_2": "Q'_2"}


@claim(
    HEINECKE,
    "(7) to (9): one diagonal matrix alone",
    id="eq-9.iff",
    status="proved",
    covers=["eq-9"],
    reading=readings.WITH_NINE,
    domain=together(Q=activation(0), R=activation(0), z=vector(), n=(1, 3)).lettered(R="Q'", z="z_l"),
    equality=[{"Q": [[1, 0], [0, 0]], "R": [[1, 0], [0, 0]], "z": [1, -2]}],
)
def one_matrix_alone(Q, R, z):
    """The remaining case is z_i = 0, as the two parts add up to z_i; there (9) leaves q_i = 0, and no choice.

    Proof: (7) to (9) ask for z_i > 0 where q_i = 1, and for z_i <= 0 where q_i = 0.
    """
    for one in (Q, R):
        positive, rest = with_nine(one, z)
        yield given(positive, ">", 0)
        yield given(rest, ">=", 0)
    yield then(diagonal(Q), "==", diagonal(R))
    yield then(abs(Q @ z) + abs(z - Q @ z), "==", abs(z))


@claim(
    HEINECKE,
    "Example 1: three layers",
    id="ex-1.map",
    status="proved",
    covers=["ex-1.ineq", "ex-1.special"],
    domain=together(**WEIGHTS, **BIASES, **PATTERNS, x=vector(), **SIZES),
    equality=[{**{k: [[1]] for k in (*WEIGHTS, *PATTERNS)}, "b_1": [1], "b_2": [1], "b_3": [1], "x": [-1]}],
)
def three_layers(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x):
    """(7) and (8) for both layers as (2Q - I)z >= 0: M is M_q there, at ties too."""
    W, b, q = (W_1, W_2, W_3), (b_1, b_2, b_3), (Q_1, Q_2)
    z_1, z_2, last = inputs_of(q, W, b, x)
    for side in cell(q, (z_1, z_2)):
        yield given(side, ">=", 0)
    yield then(representation(W, b, x), "==", last)


@claim(
    HEINECKE,
    "Proposition 3 (i), (10)",
    id="prop-3.i",
    status="proved",
    covers=["def-config.coincide", "eq-datadriven.rep", "eq-datadriven.general", "eq-10", "def-config.z"],
    reading=readings.FOUR_LAYERS,
    depends=["eq-7-9.equiv", "ex-1.map"],
    domain=together(**WEIGHTS, **BIASES, **PATTERNS, **FOURTH, b_4=vector("d"), x=vector(), **FIVE_SIZES),
    equality=[{**UNIT, "b_1": [1], "b_2": [1], "b_3": [1], "b_4": [1], "x": [-1]}],
)
def the_map_of_a_configuration(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, W_4, Q_3, b_4, x):
    """On P_q, boundary included, M is M_q = M_L Q_(L-1) ... Q_1 M_1.

    Proof: layer by layer, z_k is z_k^q, and (7) and (8) make Q_k z_k^q its rectified value.
    """
    W, b, q = (W_1, W_2, W_3, W_4), (b_1, b_2, b_3, b_4), (Q_1, Q_2, Q_3)
    *hidden, last = inputs_of(q, W, b, x)
    for Q, z in zip(q, hidden, strict=True):
        yield given(2 * (Q @ z) - z, ">=", 0)
    yield then(representation(W, b, x), "==", last)


@claim(
    HEINECKE,
    "Proposition 3 (ii), footnote 2, for the polytopes as displayed",
    id="prop-3.fn2",
    status="refuted",
    covers=["prop-3.ii-partition", "cor-4.i-number", "num-count"],
    reading=readings.ON_A_LINE,
    domain=together(
        w=vector("n"), b=vector("n"), Q=activation(0), R=activation(0), x=scalar(), y=scalar()
    ).lettered(**{k: v for k, v in PRIMED.items() if k in "yR"}),
)
def two_polytopes_meet_in_one_point(w, b, Q, R, x, y):
    """A neuron with w = 0, b = 0 fulfils (7) and (8) with 0 and with 1: two configurations, and one polytope,
    the whole line, for both.
    """
    yield given(norm(diagonal(Q) - diagonal(R)), ">", 0)
    for point in (x, y):
        z = w * point + b
        for one in (Q, R):
            yield given(2 * (one @ z) - z, ">=", 0)
    yield then(x, "==", y)


@claim(
    HEINECKE,
    "Proposition 3 (ii), Corollary 4: with (9) cells are disjoint",
    id="prop-3.fn2~corrected",
    status="corrected",
    corrects="prop-3.fn2",
    reading=readings.TWO_HIDDEN,
    depends=["eq-9.iff"],
    domain=together(**HIDDEN, **PATTERNS, **TWICE, x=vector(), a=(1, 2), b=(1, 2), n=(1, 2)).lettered(
        R_1="Q'_1", R_2="Q'_2"
    ),
    equality=[
        {**{k: [[1]] for k in ("W_1", "W_2", "Q_1", "Q_2", "R_1", "R_2")}, "b_1": [1], "b_2": [1], "x": [1]}
    ],
)
def one_cell_for_each_input(W_1, W_2, b_1, b_2, Q_1, Q_2, R_1, R_2, x):
    """Not only up to boundaries; so there are as many polytopes as configurations, each being an own set.

    Proof: by induction on the layers. z_1 does not depend on q and has one Q_1; so z_2^q is one vector, too.
    """
    for q in ((Q_1, Q_2), (R_1, R_2)):
        z = inputs_of(q[:1], (W_1, W_2), (b_1, b_2), x)
        for Q, z_l in zip(q, z, strict=True):
            positive, rest = with_nine(Q, z_l)
            yield given(positive, ">", 0)
            yield given(rest, ">=", 0)
    yield then(diagonal(Q_1), "==", diagonal(R_1))
    yield then(diagonal(Q_2), "==", diagonal(R_2))


@claim(
    HEINECKE,
    "Section 3.1: all M_l vanish",
    id="rem-configs.one",
    status="proved",
    covers=["num-config1"],
    reading="More: W_l = 0 and b_l = -v^2, which is any b_l that is not positive.",
    depends=["eq-9.iff"],
    domain=together(Q=activation(0), v=vector(), n=(1, 3)).lettered(Q="Q_l"),
    equality=[{"Q": [[0]], "v": [1]}],
)
def one_configuration_alone(Q, v):
    """z_l = b_l for every input, and (7) with (9) leaves Q_l = 0 alone. Without (9) and with b_l = 0 any Q_l
    would do.
    """
    yield given(with_nine(Q, -sq(v))[0], ">", 0)
    yield then(trace(Q), "==", 0)


@claim(
    HEINECKE,
    "Example 2: all of C_1",
    id="ex-2.C1",
    status="proved",
    reading="Any number n_1 of neurons, here n. With more inputs W_1 is onto as well, and a right inverse "
    "takes the place of the inverse.",
    domain=together(W_1=square(), b_1=vector(), Q=activation(0), n=(1, 3)).lettered(Q="Q_1"),
    equality=[{"W_1": [[1, 0], [0, 1]], "b_1": [0, 0], "Q": [[1, 0], [0, 0]]}],
    true_mutants={"domain:rim": "W_1 x + b_1 = 2q - 1 for any vector q"},
)
def every_vector_of_signs(W_1, b_1, Q):
    """Every q_1 is a configuration: x = W_1^-1 (2q_1 - 1 - b_1) has the pre-activations 1 and -1 as q_1 says,
    so that (7) to (9) hold.
    """
    yield given(abs(det(W_1)), ">", 0)
    x = named("x", inv(W_1) @ (2 * diagonal(Q) - 1 - b_1))
    yield then(W_1 @ x + b_1, "==", 2 * diagonal(Q) - 1)


@claim(
    HEINECKE,
    "Example 2: behind the zero vector",
    id="ex-2.zero",
    status="proved",
    reading=readings.BEHIND_ZERO,
    depends=["eq-9.iff"],
    domain=together(
        W_1=rectangular("a", "n"),
        W_2=rectangular("b", "a"),
        b_2=vector("b"),
        u=vector("a"),
        x=vector("n"),
        Q=activation(0, "b"),
        R=activation(0, "b"),
        a=(1, 2),
        b=(1, 2),
        n=(1, 2),
    ).lettered(Q="Q_2", R="Q'_2"),
    equality=[
        {"W_1": [[1]], "W_2": [[1]], "b_2": [1], "u": [1], "x": [1], "Q": [[1]], "R": [[1]]},
        {"W_1": [[1]], "W_2": [[1]], "b_2": [0], "u": [1], "x": [1], "Q": [[0]], "R": [[0]]},
    ],
)
def no_cut_behind_zero(W_1, W_2, b_2, u, x, Q, R):
    """M_2 Q_1 M_1 is b_2 for q_1 = 0, so that Q_2 is that of b_2, the same for all x of the cell: q_2 is 1
    where b_2 > 0. Any widths.
    """
    b_1 = named("b_1", -sq(u) - W_1 @ x)
    z_2 = named("z_2", W_2 @ rho(W_1 @ x + b_1) + b_2)
    for one, z in ((Q, z_2), (R, b_2)):
        positive, rest = with_nine(one, z)
        yield given(positive, ">", 0)
        yield given(rest, ">=", 0)
    yield then(z_2, "==", b_2)
    yield then(diagonal(Q), "==", diagonal(R))


@claim(
    HEINECKE,
    "Example 2: when all seven occur",
    id="ex-2.seven",
    status="proved",
    covers=["num-polygons"],
    reading=readings.TWO_NEURONS,
    depends=["ex-2.C1", "ex-2.zero"],
    domain=together(p=scalar(), r=scalar(), b=scalar()).lettered(b="b_2"),
    equality=[{"p": -1, "r": -1, "b": 1}],
)
def seven_regions(p, r, b):
    """If both weights of W_2 have the sign opposite to that of b_2: z_2 takes both signs on each of (0, 1),
    (1, 0) and (1, 1), and one on (0, 0), which makes 7 = 1 + 3 x 2.
    """
    yield given(p * b, "<", 0)
    yield given(r * b, "<", 0)
    u, v = named("u", -b / p), named("v", -b / r)
    yield then(0, "<", u)
    yield then(0, "<", v)
    yield then((p * (u / 2) + b) * (p * (2 * u) + b), "==", -sq(b) / 2)
    yield then((r * (v / 2) + b) * (r * (2 * v) + b), "==", -sq(b) / 2)
    yield then((p * (u / 4) + r * (v / 4) + b) * (p * u + r * v + b), "==", -sq(b) / 2)


@claim(
    HEINECKE,
    "Example 2: only then",
    id="ex-2.seven~only",
    status="proved",
    printed=["ex-2.seven"],
    reading="On (1, 0) z_2 = pu + b_2, u > 0 the active neuron; (0, 1) is the same with the other weight.",
    domain=together(p=scalar(), b=scalar(), u=scalar(), v=scalar()).lettered(b="b_2", v="u'"),
    true_mutants={"hypothesis-2:non-strict": "u = 0 leaves b_2 > 0, hence p >= 0 and pv + b_2 > 0"},
)
def fewer_otherwise(p, b, u, v):
    """Where a weight of W_2 and b_2 are not of opposite signs, z_2 is positive on all of a region or
    nowhere on it, so that this region is not cut: 6 at most, and 5 for b_2 = 0. b_1 plays no role.
    """
    yield given(p * b, ">=", 0)
    yield given(u, ">", 0)
    yield given(v, ">", 0)
    yield given(p * u + b, ">", 0)
    yield then(p * v + b, ">", 0)
