"""Theorem 6: Lipschitz bounds on a cell and on the whole space, and two conditions for stability in depth."""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import integer, scalar, square, together, vector
from perturb.vocab import (
    T,
    diagonal,
    entrywise_abs,
    fro,
    larger,
    max_entry,
    norm,
    power,
    rows,
    s1,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.heinecke2019 import HEINECKE, readings
from theorems.heinecke2019.notation import (
    FIVE_SIZES,
    FOURTH,
    PATTERNS,
    SIZES,
    TWO_INPUTS,
    UNITS,
    WEIGHTS,
    distance,
    longest_column,
    longest_row,
    representation,
)

LINEAR_PART = together(**WEIGHTS, **PATTERNS, **SIZES)
ONES = {"W_1": [[1], [1]], "W_2": [[1, 1], [1, 1]], "W_3": [[1, 1]]}
ONE_INPUT = {**UNITS, "b_1": [0], "b_2": [0], "b_3": [0], "x": [2], "y": [1]}


@claim(
    HEINECKE,
    "Theorem 6 (i), on a cell",
    id="thm-6.i",
    status="proved",
    covers=["thm-6.rem-normal", "thm-6.rem-activated"],
    reading=readings.ANY_PATTERN,
    domain=LINEAR_PART,
    equality=[{**ONES, "Q_1": [[1, 0], [0, 1]], "Q_2": [[1, 0], [0, 1]]}],
)
def active_neurons_count(W_1, W_2, W_3, Q_1, Q_2):
    """Best possible: attained by equal rows in W_1, equal columns in W_L and one number w everywhere between.

    Proof in one line, without atoms: a block of s rows and columns has a Frobenius norm of at most w times
    the root of the product of its sides, and each s_l is a side twice. So it is attained only so, up to signs
    of neurons: a spectral norm is the Frobenius norm for rank one alone, and the vectors must fit together.
    """
    A = W_3 @ Q_2 @ W_2 @ Q_1 @ W_1
    ends = longest_column(W_3) * longest_row(W_1)
    yield then(s1(A), "<=", ends * max_entry(W_2) * trace(Q_1) * trace(Q_2))


@claim(
    HEINECKE,
    "Theorem 6 (i) by the blocks of active neurons",
    id="thm-6.i~blocks",
    status="sharpened",
    sharpens="thm-6.i",
    reading=readings.ANY_PATTERN,
    domain=LINEAR_PART,
    equality=[{**ONES, "Q_1": [[1, 0], [0, 1]], "Q_2": [[1, 0], [0, 1]]}],
)
def norms_of_the_active_blocks(W_1, W_2, W_3, Q_1, Q_2):
    """Inactive rows and columns do not count, and spectral norms stand before Frobenius norms before s_l.

    Proof: Q_l is its own square, so that A is the product of the blocks; the spectral norm is at most the
    Frobenius norm, and that of a block of s rows and t columns is at most w times the root of st.
    """
    A = W_3 @ Q_2 @ W_2 @ Q_1 @ W_1
    B_1, B_2, B_3 = named("B_1", Q_1 @ W_1), named("B_2", Q_2 @ W_2 @ Q_1), named("B_3", W_3 @ Q_2)
    yield then(s1(A), "<=", s1(B_3) * s1(B_2) * s1(B_1), "<=", fro(B_3) * fro(B_2) * fro(B_1))


@claim(
    HEINECKE,
    "Proof of Theorem 6 (i), for four layers",
    id="thm-6.proof-i-a",
    status="proved",
    covers=["thm-6.proof-i-b"],
    reading=readings.SUMS_OF_ATOMS,
    depends=["thm-5.iii"],
    domain=together(**WEIGHTS, **PATTERNS, **FOURTH, x=vector(), **FIVE_SIZES),
    equality=[{**{f"W_{k}": [[1]] for k in (1, 2, 3, 4)}, **{f"Q_{k}": [[1]] for k in (1, 2, 3)}, "x": [1]}],
)
def atom_by_atom(W_1, W_2, W_3, Q_1, Q_2, W_4, Q_3, x):
    """Proof: the triangle inequality in (11); each |c_ij| is at most w^2 s_2, and there are s_1 s_3 of
    them.
    """
    C = named("C", Q_3 @ W_3 @ Q_2 @ W_2 @ Q_1)
    lengths = named(r"\ell", sqrt(diagonal(T(W_4) @ W_4)))
    sums = total(lengths * (entrywise_abs(C) @ abs(W_1 @ x)))
    ends = longest_column(W_4) * longest_row(W_1)
    active = trace(Q_1) * trace(Q_2) * trace(Q_3)
    weight = larger(max_entry(W_2), max_entry(W_3))
    yield then(norm(W_4 @ C @ W_1 @ x), "<=", sums, "<=", ends * sq(weight) * active * norm(x))


@claim(
    HEINECKE,
    "Theorem 6 (i), global",
    id="thm-6.i-global",
    status="proved",
    covers=["thm-6.proof-global"],
    reading=readings.WIDTHS,
    depends=["thm-6.i"],
    domain=TWO_INPUTS,
    equality=[{**ONE_INPUT}],
)
def all_neurons_count(W_1, W_2, W_3, b_1, b_2, b_3, x, y):
    """A segment from x to x' passes through finitely many cells; on each the bound of its cell holds."""
    W, b = (W_1, W_2, W_3), (b_1, b_2, b_3)
    bound = longest_column(W_3) * longest_row(W_1) * max_entry(W_2) * rows(W_1) * rows(W_2)
    yield then(distance(representation(W, b, x), representation(W, b, y)), "<=", bound * norm(x - y))


@claim(
    HEINECKE,
    "Theorem 6 (ii)",
    id="thm-6.ii",
    status="proved",
    covers=["eq-input.b"],
    reading=readings.THREE_LAYERS,
    domain=TWO_INPUTS,
    equality=[{**ONE_INPUT}],
)
def norms_of_the_layers(W_1, W_2, W_3, b_1, b_2, b_3, x, y):
    """For any two inputs: that they share a cell is not needed, as rho moves no two points apart. The product
    of the norms stands between. Attained exactly if all norms are equal, each layer stretches the difference
    of the two by its norm, and no rectifier shortens it: by orthogonal layers where all neurons are active.
    """
    W, b = (W_1, W_2, W_3), (b_1, b_2, b_3)
    apart = distance(representation(W, b, x), representation(W, b, y))
    product = s1(W_1) * s1(W_2) * s1(W_3) * norm(x - y)
    largest = larger(larger(s1(W_1), s1(W_2)), s1(W_3))
    yield then(apart, "<=", product, "<=", power(largest, 3) * norm(x - y))


@claim(
    HEINECKE,
    "After Theorem 6: which condition is weaker",
    id="thm-6.rem-spectral",
    status="proved",
    covers=["num-thresholds"],
    domain=square(n=(1, 3)),
    equality=[[[1, 1], [1, 1]]],
)
def the_spectral_condition_is_the_weaker_one(A):
    """w n <= 1 bounds the Frobenius norms of the square layers by 1, and these the spectral ones: of the two
    conditions that of (ii) asks for less. For A = I it holds and w n = n.
    """
    yield then(s1(A), "<=", fro(A), "<=", rows(A) * max_entry(A))


@claim(
    HEINECKE,
    "After Theorem 6 and (13): when bounds grow with the number of layers",
    id="thm-6.rem-wn",
    status="proved",
    covers=["eq-13.grow"],
    reading="Layers of one width n; k = L - 2 for the bound of (i), k = L - l for that of the largest entry.",
    domain=together(w=scalar(0), n=scalar(1), k=integer(0, 4)).lettered(w=r"\omega"),
    equality=[{"w": 1, "n": 2, "k": 1}],
    true_mutants={f"domain:rim-{x}": "identities of products, whatever the two numbers are" for x in "wn"},
)
def a_power_of_the_width_times_the_weight(w, n, k):
    """The bound of (i) is n (wn)^(L-2). A layer more adds a number of the sign of wn - 1 to it, and to
    (wn)^(L-l): for w > 0 they do not increase exactly if wn <= 1.
    """
    bound, longer = power(w, k) * power(n, k + 1), power(w, k + 1) * power(n, k + 2)
    yield then(bound, "==", n * power(w * n, k))
    yield then(longer - bound, "==", bound * (w * n - 1))
    yield then(power(w * n, k + 1) - power(w * n, k), "==", power(w * n, k) * (w * n - 1))
