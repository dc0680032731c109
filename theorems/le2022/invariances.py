"""What gradient flow conserves at a layer of neurons: Lemma 2 and (6).

All of it lies at one layer. W_1 leads into its neurons and W_2 out of them; column i of X holds what comes
in on example i, column i of E the derivatives of the risk where the weights W_2 lead; S holds the slopes of
the activations. X, E and S are arbitrary, so that the rest of the network, data, loss and any choice of
slopes at ties are covered.

A shorter proof of (4) and (7). Multiply what comes into a neuron by c > 0 and what leaves it by 1/c: the
network stays what it is. Where the risk has a derivative g, hence <w_in, g_in> = <w_out, g_out>. Both sides
are continuous, so it holds for limits of derivatives and in their convex hull: for every element of
Clarke's subdifferential. Along an absolutely continuous w the difference of squares is then constant, for
every t. Neither stable signs nor a differentiable loss are used, nor the decomposition of Lemma 1; the loss
must be locally Lipschitz, or there is no subdifferential. For (5) and (6), multiply by an invertible matrix
close to the identity: neurons of one pattern with no tie allow it.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, rectangular, scalar, together, vector
from perturb.vocab import (
    I,
    T,
    column_matrix,
    diag,
    diagonal,
    entries,
    largest,
    norm,
    smallest,
    sq,
    sqrt,
    total,
)
from theorems.le2022 import LE
from theorems.le2022 import path_readings as readings
from theorems.le2022.neurons import (
    ANY_SLOPES,
    DATA,
    LAYER,
    ONE_SLOPE,
    SIZES,
    gradient_in,
    gradient_out,
    inner,
)

UNIT = {"W_1": [[1]], "W_2": [[1]], "X": [[1]], "E": [[1]]}


@claim(
    LE,
    "Lemma 2, (4)",
    id="lem-2.4",
    status="proved",
    covers=["lem-2.du", "eq-11b", "thm-1.sketch-diag"],
    reading=readings.ONE_LAYER,
    domain=ANY_SLOPES,
    equality=[{**UNIT, "S": [[1]]}],
)
def vertex_wise(W_1, W_2, X, E, S):
    """Half the derivative of both sums of squares, for any slopes: signs, patterns and ties do not matter.

    Proof: entry v of either side is the sum over examples of slope times pre-activation times what comes
    back.
    """
    G_1 = named("G_1", gradient_in(W_2, X, E, S))
    G_2 = named("G_2", gradient_out(W_1, X, E, S))
    yield then(diagonal(G_1 @ T(W_1)), "==", diagonal(T(W_2) @ G_2))


@claim(
    LE,
    "Lemma 2, (4), for gradient descent",
    id="lem-2.4~descent",
    status="proved",
    reading=readings.DESCENT,
    domain=together(
        **LAYER,
        X=rectangular("a", "n"),
        E=rectangular("c", "n"),
        S=rectangular("b", "n"),
        r=scalar(),
        **SIZES,
    ),
    equality=[{**UNIT, "S": [[1]], "r": 1}],
)
def one_step_of_descent(W_1, W_2, X, E, S, r):
    """A step of size r moves each difference by exactly r^2 (|g_in|^2 - |g_out|^2): over a given time, O(r).

    Proof: expand the squares; the terms in r cancel by (4).
    """
    G_1 = named("G_1", gradient_in(W_2, X, E, S))
    G_2 = named("G_2", gradient_out(W_1, X, E, S))
    V_1, V_2 = named("V_1", W_1 - r * G_1), named("V_2", W_2 - r * G_2)
    before = diagonal(W_1 @ T(W_1)) - diagonal(T(W_2) @ W_2)
    after = diagonal(V_1 @ T(V_1)) - diagonal(T(V_2) @ V_2)
    yield then(after, "==", before + sq(r) * (diagonal(G_1 @ T(G_1)) - diagonal(T(G_2) @ G_2)))


@claim(
    LE,
    "Lemma 2, (5): active with a pre-activation that is not negative",
    id="lem-2.5",
    status="refuted",
    covers=["lem-8.main", "eq-49.lem8", "eq-50", "lem-2.diff", "eq-41"],
    reading=readings.AT_A_TIE,
    domain=together(
        u=vector("a"), v=vector("a"), x=vector("a"), p=scalar(), q=scalar(), s=scalar(0, 1), a=(1, 3)
    ),
)
def two_neurons_not_negative(u, v, x, p, q, s):
    """u has pre-activation 0 and v a positive one; 0 is in Clarke's subdifferential of the slope of u.

    x = (1, 1), w_u = (1, -1), w_v = (1, 1), weights 1 behind both, the loss (1 - yf)^2 and y = 1: as the
    risk grows in what u sends, u that was active stops at 0 and stays, with slope 0. f = 2 w a falls from 2
    to 1 (w_v = (w, w), a behind v); no weight changes its sign, and w_u . w_v - 1 a grows for ever as a
    falls.
    """
    tied = named("w_u", total(x * x) * u - total(u * x) * x)
    yield given(inner(v, x), ">=", 0)
    yield given(smallest(abs(tied)), ">", 0)
    yield given(smallest(abs(v)), ">", 0)
    yield given(abs(p * q), ">", 0)
    into = s * p * inner(x, v) + q * inner(x, tied)
    yield then(into, "==", s * inner(tied, x) * q + inner(v, x) * p)


@claim(
    LE,
    "Lemma 2, (5), for one pattern without ties",
    id="lem-2.5~corrected",
    status="corrected",
    corrects="lem-2.5",
    reading=readings.TWO_NEURONS,
    domain=together(
        u=vector("a"),
        v=vector("a"),
        f=vector("c"),
        g=vector("c"),
        X=rectangular("a", "n"),
        E=rectangular("c", "n"),
        s=vector("n"),
        **{k: (1, 2) for k in "acn"},
    ),
    equality=[{"u": [1], "v": [1], "f": [1], "g": [1], "X": [[1]], "E": [[1]], "s": [1]}],
)
def two_neurons_of_one_pattern(u, v, f, g, X, E, s):
    """Where both have one slope s_i on each example i, as neurons of one pattern have if no pre-activation is
    0.

    Proof: <w_v, dR/dw_u> is the sum of s_i (f . e_i) (v . x_i), and so is <f, dR/dg>; likewise the other
    two.
    """
    d_u, d_v = named("d_u", X @ (s * (T(E) @ f))), named("d_v", X @ (s * (T(E) @ g)))
    d_f, d_g = named("d_f", E @ (s * (T(X) @ u))), named("d_g", E @ (s * (T(X) @ v)))
    yield then(inner(d_u, v) + inner(d_v, u), "==", inner(d_f, g) + inner(d_g, f))


@claim(
    LE,
    "Theorem 1, (6), active as in Definition 6: a pre-activation that is not negative",
    id="thm-1.6",
    status="refuted",
    covers=["def-6.main", "thm-1.case-1", "thm-1.case-3", "thm-1.case-4", "thm-1.case-7a", "thm-1.case-7b"],
    depends=["lem-2.5"],
    reading=readings.ALL_NOT_NEGATIVE,
    domain=together(
        V=rectangular("b", "a"),
        W_2=rectangular("c", "b"),
        x=vector("a"),
        e=vector("c"),
        r=vector("b"),
        Q=activation(0, "b"),
        s=scalar(0, 1),
        a=(1, 2),
        b=(1, 2),
        c=(1, 2),
    ),
)
def all_active_neurons(V, W_2, x, e, r, Q, s):
    """Neurons with Q = 1 have the pre-activation |r| |x|^2 >= 0, the others 0 and a slope s in [0, 1]."""
    z = named("z", Q @ abs(r))
    D = named("D", Q + s * (I - Q))
    W_1 = named(
        "W_1",
        V @ (total(x * x) * I - column_matrix(x) @ T(column_matrix(x)))
        + column_matrix(z) @ T(column_matrix(x)),
    )
    G_1 = named("G_1", D @ T(W_2) @ column_matrix(e) @ T(column_matrix(x)))
    G_2 = named("G_2", total(x * x) * column_matrix(e) @ T(column_matrix(z)))
    yield given(smallest(abs(entries(W_1))), ">", 0)
    yield given(smallest(abs(entries(W_2))), ">", 0)
    yield then(entries(G_1 @ T(W_1) + W_1 @ T(G_1)), "==", entries(T(W_2) @ G_2 + T(G_2) @ W_2))


@claim(
    LE,
    "Theorem 1, (6), for neurons of one pattern without ties",
    id="thm-1.6~corrected",
    status="corrected",
    corrects="thm-1.6",
    reading=readings.ONE_PATTERN,
    domain=ONE_SLOPE,
    equality=[{**UNIT, "s": [1]}],
)
def matrix_wise(W_1, W_2, X, E, s):
    """More than (6), which is the symmetric part: W_1 times its derivative is the derivative of W_2 times
    W_2.

    Proof: both sides are W_2' E diag(s) X' W_1'. The rows of W_1 may be those of some neurons of a layer:
    the others enter E and X alone.
    """
    D = named("D", diag(s))
    G_1 = named("G_1", T(W_2) @ E @ D @ T(X))
    G_2 = named("G_2", E @ D @ T(W_1 @ X))
    yield then(entries(G_1 @ T(W_1)), "==", entries(T(W_2) @ G_2))


@claim(
    LE,
    "Theorem 1, (6), for gradient descent",
    id="thm-1.6~descent",
    status="proved",
    printed=["thm-1.6"],
    reading=readings.DESCENT,
    depends=["thm-1.6~corrected"],
    domain=together(**LAYER, **DATA, s=vector("n"), r=scalar(), **SIZES),
    equality=[{**UNIT, "s": [1], "r": 1}],
)
def one_step_of_descent_in_matrices(W_1, W_2, X, E, s, r):
    """A step of size r moves what (6) conserves by r^2 (G_1 G_1' - G_2' G_2), for neurons of one pattern.

    Proof: expand the products; the terms in r are the two sides of (6).
    """
    D = named("D", diag(s))
    G_1 = named("G_1", T(W_2) @ E @ D @ T(X))
    G_2 = named("G_2", E @ D @ T(W_1 @ X))
    V_1, V_2 = named("V_1", W_1 - r * G_1), named("V_2", W_2 - r * G_2)
    before, after = W_1 @ T(W_1) - T(W_2) @ W_2, V_1 @ T(V_1) - T(V_2) @ V_2
    yield then(entries(after), "==", entries(before + sq(r) * (G_1 @ T(G_1) - T(G_2) @ G_2)))


@claim(
    LE,
    "Assumption 2: a dead neuron",
    id="asm-2.main~dead",
    status="proved",
    printed=["asm-2.main"],
    reading=readings.DEAD,
    domain=together(X=rectangular("n", "a"), u=vector("a"), h=vector("a"), a=(1, 2), n=(1, 2)),
)
def a_dead_neuron_rests(X, u, h):
    """For a margin m > 0 it sends 0 for all weights close to its own, so that the risk does not depend on
    these nor on what is behind: they rest. Where |w| diverges their part of the direction tends to 0:
    Assumption 2 and Corollary 1, which want no entry 0 there, exclude networks with a dead neuron. (4)
    to (7) and (13) hold with them.
    """
    margin = named("m", smallest(-(X @ u)))
    yield given(sqrt(largest(diagonal(X @ T(X)))) * norm(h), "<=", margin)
    yield then(X @ (u + h), "<=", 0)
