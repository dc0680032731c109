"""Gradients of a loss: (13), its largest entry, its smoothness on a cell, (15), the gradient in the input."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import rectangular, scalar, together, vector
from perturb.vocab import (
    T,
    column_matrix,
    entries,
    fro,
    hadamard,
    larger,
    largest,
    max_entry,
    norm,
    power,
    rows,
    s1,
    sq,
    total,
)
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import BIASES, PATTERNS, SIZES, UNITS, WEIGHTS, inputs_of, rho

ALL_ACTIVE = {**UNITS, "Q_1": [[1]], "Q_2": [[1]]}


@claim(
    HEINECKE,
    "(13) with the derivative 1 at 0",
    id="eq-13.at0",
    status="refuted",
    covers=["eq-13.dir", "num-deriv"],
    reading=readings.ONE_NEURON,
    domain=scalar(),
)
def one_at_zero(t):
    """rho(-rho(w)) is 0 for every w, and so are its directional derivatives and Clarke's gradient; with 1 for
    each rectifier at 0 the product is -1.
    """
    yield then(rho(-rho(t)), "==", -t)


@claim(
    HEINECKE,
    "(13) with the derivative along a direction",
    id="eq-13.at0~corrected",
    status="corrected",
    corrects="eq-13.at0",
    reading="At 0 the derivative of rho in the direction t is rho(t): the largest gt with g in [0, 1].",
    domain=scalar(),
    equality=[{"t": 1}, {"t": -1}],
)
def along_a_direction(t):
    """The maximum of the subdifferential is the derivative in the direction 1; in the direction -1 it is 0.

    Proof: rho(0 + s t) - rho(0) = s rho(t) for s > 0.
    """
    yield then(rho(t), "==", larger(0 * t, t))


@claim(
    HEINECKE,
    "(15) and the gradient in the input, ties with the derivative 1",
    id="eq-15",
    status="refuted",
    covers=["eq-input.a"],
    reading=readings.ON_THE_BOUNDARY,
    depends=["eq-13.dir"],
    domain=together(w=scalar(), t=scalar(0)),
)
def smooth_up_to_the_boundary(w, t):
    """In one cell the derivatives differ by w while both outputs are 0, whatever w is."""
    yield given(t, ">", 0)
    yield then(abs(w), "<=", abs(w * rho(-t) - w * rho(0 * t)))


@claim(
    HEINECKE,
    "(15) with the matrices of the cell",
    id="eq-15~corrected",
    status="corrected",
    corrects="eq-15",
    printed=("eq-15", "eq-14"),
    reading=readings.ONE_MATRIX,
    domain=together(
        **WEIGHTS,
        **PATTERNS,
        **{name: vector("c") for name in "ghyz"},
        m=scalar(0),
        **SIZES,
    ).lettered(y="y_L", z="y'_L", m=r"\mu"),
    equality=[{**ALL_ACTIVE, "g": [2], "h": [1], "y": [2], "z": [1], "m": 1}],
    true_mutants={
        "conclusion-1:right:s1->s2": "for l = 2 the norm of W_3 alone is enough",
        "conclusion-1:right:s1->s2#2": "for l = 2 the norm of W_3 alone is enough",
        "conclusion-2:right:s1->s2": "for l = 1 the norms of W_2 and W_3 alone are enough",
        "domain:rim-m": "for m < 0 (14) leaves y = z and g = h, and both sides are 0",
    },
)
def smooth_on_a_cell(W_1, W_2, W_3, Q_1, Q_2, g, h, y, z, m):
    """With D_k = Q_k, one matrix on the whole cell, (14) goes through the transposes: l = 2, 1 and 0.

    Proof: the two gradients are one matrix, whose norm is at most the product, times g and h.
    For derivatives in weights it is not enough: E(y) = y has a constant gradient, and dE/dW_1 is x times it.
    """
    yield given(norm(g - h), "<=", m * norm(y - z))
    largest_norm = named(r"\omega_2", larger(larger(s1(W_1), s1(W_2)), s1(W_3)))
    back = g - h
    for layers, through in enumerate((T(W_3), T(W_2) @ Q_2, T(W_1) @ Q_1), start=1):
        back = through @ back
        yield then(norm(back), "<=", m * power(largest_norm, layers) * norm(y - z))


@claim(
    HEINECKE,
    "(15) for derivatives in weights",
    id="eq-15~weights",
    status="corrected",
    corrects="eq-15",
    reading=readings.IN_WEIGHTS,
    domain=together(g=vector("m"), h=vector("m"), y=vector("n"), z=vector("n"), m=(1, 3), n=(1, 3)),
    equality=[{"g": [1], "h": [0], "y": [1], "z": [0]}],
)
def smooth_in_the_weights(g, h, y, z):
    """What (15) lacks is how the input of the layer moves: |dE/dz_l| times |y_(l-1) - y_(l-1)'| has to be
    added, and what is printed is multiplied by |y_(l-1)|.

    Proof: gy' - hz' = (g - h)y' + h(y - z)', two matrices of rank one. For linear E the printed bound is 0.
    """
    one = column_matrix(g) @ T(column_matrix(y))
    other = column_matrix(h) @ T(column_matrix(z))
    yield then(fro(one - other), "<=", norm(g - h) * norm(y) + norm(h) * norm(y - z))


@claim(
    HEINECKE,
    "(13), the largest entry",
    id="eq-13.max",
    status="proved",
    reading=readings.MAXIMUM,
    domain=together(**WEIGHTS, **PATTERNS, g=vector("c"), **SIZES),
    equality=[{**ALL_ACTIVE, "g": [1]}],
)
def the_largest_entry(W_1, W_2, W_3, Q_1, Q_2, g):
    """Each transpose adds up as many products as the layer behind it is wide; then y_(l-1) is put in.

    With the n of Theorem 6, which leaves out the last width, it is false: W_3 = (1, 1)' and g = (1, 1).
    """
    back = Q_1 @ T(W_2) @ Q_2 @ T(W_3) @ g
    width = larger(rows(W_2), rows(W_3))
    weight = larger(max_entry(W_2), max_entry(W_3))
    yield then(largest(abs(back)), "<=", sq(weight * width) * largest(abs(g)))


@claim(
    HEINECKE,
    "The gradient in the input, smooth with respect to the input",
    id="eq-input.c",
    status="proved",
    covers=["num-smooth"],
    reading=readings.ANY_SMOOTH_LOSS,
    depends=["thm-6.ii", "eq-15~corrected"],
    domain=together(
        **WEIGHTS, **PATTERNS, x=vector(), g=vector("c"), h=vector("c"), m=scalar(0), **SIZES
    ).lettered(m=r"\mu"),
    equality=[{**ALL_ACTIVE, "x": [1], "g": [1], "h": [0], "m": 1}],
)
def smooth_in_the_input(W_1, W_2, W_3, Q_1, Q_2, x, g, h, m):
    """The bound of the map twice: once forwards, once backwards. At ties it needs D_k = Q_k, as (15) does."""
    A = named("A_q", W_3 @ Q_2 @ W_2 @ Q_1 @ W_1)
    yield given(norm(g - h), "<=", m * norm(A @ x))
    bound = larger(larger(s1(W_1), s1(W_2)), s1(W_3))
    yield then(norm(T(A) @ (g - h)), "<=", m * power(bound, 6) * norm(x))


@claim(
    HEINECKE,
    "(13): the gradient in the weights of a layer",
    id="eq-13.grad",
    status="proved",
    reading=readings.MULTILINEAR,
    domain=together(
        **WEIGHTS,
        **BIASES,
        **PATTERNS,
        x=vector(),
        g=vector("c"),
        H_1=rectangular("a", "n"),
        H_2=rectangular("b", "a"),
        H_3=rectangular("c", "b"),
        **SIZES,
    ),
    equality=[
        {
            **ALL_ACTIVE,
            **{k: [1] for k in (*BIASES, "x", "g")},
            **{k: [[1]] for k in ("H_1", "H_2", "H_3")},
        }
    ],
    true_mutants={
        f"domain:rim-Q_{k}": "a product of matrices is linear in each of them, whatever the others are"
        for k in (1, 2)
    },
)
def backwards(W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x, g, H_1, H_2, H_3):
    """Where no pre-activation is 0 the matrices Q_l = D_l stay as they are for small steps H; then <g, M_q
    x> moves by <G_l, H> exactly, G_l the matrix of (13).
    """
    W, b, q = (W_1, W_2, W_3), (b_1, b_2, b_3), (Q_1, Q_2)
    z_1, z_2, y_3 = inputs_of(q, W, b, x)
    at_2 = Q_2 @ (T(W_3) @ g)
    at_1 = Q_1 @ (T(W_2) @ at_2)
    for H, at, back, ahead in ((H_1, 0, at_1, x), (H_2, 1, at_2, Q_1 @ z_1), (H_3, 2, g, Q_2 @ z_2)):
        moved = inputs_of(q, [V + H if k == at else V for k, V in enumerate(W)], b, x)[-1]
        G = column_matrix(back) @ T(column_matrix(ahead))
        yield then(total(g * (moved - y_3)), "==", total(entries(hadamard(G, H))))
