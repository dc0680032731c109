"""Weights that go to the inputs and leave their signs: Lemmas 1, 7 and 8, and what stays of signs in the
limit.

`perturb.networks.paths` has the whole of it for any acyclic network: the paths, h, the unrolled tree and
mu, exactly, with weights 0 and ties; nu = mu o h is checked for up to 10^4 paths.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import orthogonal, rectangular, scalar, together, vector
from perturb.vocab import column, larger, norm, smallest
from theorems.le2022 import LE
from theorems.le2022 import path_readings as readings
from theorems.le2022.neurons import inner, rho


@claim(
    LE,
    "Lemma 7, (25)",
    id="lem-7.25",
    status="proved",
    covers=["lem-7.words", "lem-7.input", "lem-1.sketch-homog", "eq-26", "eq-27", "eq-28", "eq-29"],
    reading=readings.PULL_BACK,
    domain=together(w=vector("n"), x=vector("n"), f=scalar(), eta=scalar(), n=(1, 3)),
    equality=[{"w": [1], "x": [-1], "f": -2, "eta": "1/2"}],
)
def pull_back(w, x, f, eta):
    """Multiplied by |f|, so that f = 0 is inside, whatever its sign is said to be; phi is max(t, eta t).

    Proof: phi is positively homogeneous.
    """
    z = named("z", inner(w, x))
    moved = named("z'", inner(abs(f) * w, x))
    yield then(abs(f) * (f * larger(z, eta * z)), "==", f * larger(moved, eta * moved))


@claim(
    LE,
    "Lemma 1 for one hidden layer (Appendix A)",
    id="rem-illus.inputs",
    status="proved",
    covers=["rem-illus.signs"],
    depends=["lem-7.25"],
    reading=readings.ONE_HIDDEN_LAYER,
    domain=together(W=rectangular("m", "n"), a=vector("m"), x=vector("n"), m=(1, 3), n=(1, 3)),
    equality=[{"W": [[1]], "a": [-1], "x": [1]}],
)
def one_hidden_layer(W, a, x):
    """nu = mu(h) with h_(i, j) = x_i W_ji a_j: signs of W stand twice on a path and cancel."""
    sign = named(r"\varepsilon", a / abs(a))
    h = named("h", a * (W @ x))
    yield then(inner(a, rho(W @ x)), "==", inner(sign, rho(sign * h)))


@claim(
    LE,
    "Proof of Lemma 8: g is symmetric",
    id="lem-8.proof-sym",
    status="refuted",
    reading=readings.TWO_PATHS,
    domain=together(a=scalar(), b=scalar(), s=scalar(0), t=scalar(0)),
)
def symmetric(a, b, s, t):
    """Two active neurons, weights a and b behind them, |h| = (s, t): derivatives are sign a and sign b."""
    yield then(a / abs(a) * s + b / abs(b) * t, "==", a / abs(a) * t + b / abs(b) * s)


@claim(
    LE,
    "Proof of Lemma 8 with h in place of |h|",
    id="lem-8.proof-sym~corrected",
    status="corrected",
    corrects="lem-8.proof-sym",
    reading=readings.TWO_PATHS_SIGNED,
    domain=together(a=scalar(), b=scalar(), s=scalar(), t=scalar()),
    equality=[{"a": 1, "b": -1, "s": 1, "t": 1}],
)
def derivatives_of_mu(a, b, s, t):
    """In the tree of Lemma 1 each sign stands twice on a path, so that all derivatives are Z_p.

    Proof: sign(a)^2 = 1. Symmetry alone would not do: s t is symmetric and has the derivatives t and s.
    """
    of_a, of_b = named(r"\varepsilon_a", a / abs(a)), named(r"\varepsilon_b", b / abs(b))
    yield then(of_a * (of_a * s) + of_b * (of_b * t), "==", s + t)


@claim(
    LE,
    "Proof of Lemma 8: the inputs exchanged",
    id="lem-8.proof-swap",
    status="refuted",
    reading=readings.INPUTS_EXCHANGED,
    domain=together(a=scalar(), b=scalar(), s=scalar(0), t=scalar(0)),
)
def a_third_neuron_stays_active(a, b, s, t):
    """ReLU(a s + b t): the two neurons in front are active before and after, the third need not be."""
    yield given(a * s + b * t, ">", 0)
    yield then(a * t + b * s, ">=", 0)


@claim(
    LE,
    "Proof of Claim 1, the ball",
    id="claim-1.ball",
    status="proved",
    reading=readings.BALL,
    domain=together(u=vector("n"), v=vector("n"), n=(1, 2)).lettered(u="w", v=r"\bar w"),
    true_mutants={"hypothesis-2:relaxed-10%": "the open ball of the whole radius lies in the orthant"},
)
def ball_in_the_orthant(u, v):
    """Within half the smallest modulus of a direction without zeros all signs are those of the direction."""
    least = named("m", smallest(abs(v)))
    yield given(least, ">", 0)
    yield given(norm(u - v), "<=", least / 2)
    yield then(0, "<", u * v)


@claim(
    LE,
    "Proof of Claim 1, the largest ball",
    id="claim-1.ball~sharpened",
    status="sharpened",
    sharpens="claim-1.ball",
    reading=readings.BALL,
    domain=together(u=vector("n"), v=vector("n"), n=(1, 2)).lettered(u="w", v=r"\bar w"),
)
def open_ball_in_the_orthant(u, v):
    """The open ball of the whole radius does.

    Proof: |w_e - v_e| < |v_e| for each e. On its sphere lies a point with a zero entry.
    """
    least = named("m", smallest(abs(v)))
    yield given(norm(u - v), "<", least)
    yield then(0, "<", u * v)


@claim(
    LE,
    "Claim 2: a curve that converges in direction and crosses for ever",
    id="claim-2.main",
    status="proved",
    covers=["claim-2.proof", "num-crossings"],
    reading=readings.TURNING,
    domain=together(V=orthogonal(n=(2, 3)), s=scalar(), t=scalar()),
    equality=[{"V": [[1, 0], [0, 1]], "s": 0, "t": 1}],
)
def a_curve_that_crosses_for_ever(V, s, t):
    """<u, f(t)> is sin t, which vanishes at every multiple of pi, while f(t) over its length is within |sin
    t| / t of v. It is a curve, and no risk is shown of which it is a gradient flow.

    Proof: the square of the distance is 2 - 2 / sqrt(1 + q) <= q for q = s^2 / t^2.
    """
    yield given(t, ">", 0)
    v, u = named("v", column(V, 1)), named("u", column(V, 2))
    f = named("f", t * v + s * u)
    yield then(inner(u, f), "==", s)
    yield then(norm(f / norm(f) - v), "<=", abs(s) / t)
