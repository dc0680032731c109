"""Sections 1, 3.1 and 3.2, one layer: (1), (2), (33) to (36), (39) and (41)."""

from __future__ import annotations

from perturb import claim, indices, named, then
from perturb.domains import rectangular, scalar, square, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    circulant,
    cols,
    column_sums,
    entrywise_power,
    fro,
    larger,
    smaller,
    sq,
    total,
    trace,
)
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.piecewise import (
    STEP,
    D_of,
    D_printed,
    active,
    boundary_belongs,
    layer,
    phi,
    residual,
    same_signs,
)

i = indices("i")[0]
LAYER = {"W": square(), "b": vector(), "z": vector()}
ONE = together(**LAYER, eta=scalar(), n=(1, 3))
ONE_SKIP = together(**LAYER, eta=scalar(), rho=scalar(), n=(1, 3))
ONE_CONCAVE = together(**LAYER, eta=scalar(None, 1), rho=scalar(), n=(1, 3))
MOVED = together(W=square(), b=vector(), z=vector(), v=vector(), eta=scalar(), rho=scalar(), n=(1, 3))
RECTANGULAR = together(
    W=rectangular(), b=vector("m"), z=vector("n"), v=vector("n"), eta=scalar(), m=(1, 3), n=(1, 3)
)
OCTANT = together(t=vector(), u=vector(), eta=scalar(), n=(1, 3))


@claim(
    RIEDI,
    "(1), (33), (34)",
    id="eq-1",
    status="proved",
    domain=ONE_SKIP,
    covers=["eq-33", "eq-34"],
)
def layer_without_and_with_its_skip(W, b, z, eta, rho):
    """(1) is (33) for rho = 0 and (39) for rho = 1, the maximum being taken coordinate by coordinate:
    max(t, eta t) = ((1 + eta) t + |1 - eta| |t|) / 2.
    """
    t = named("t", W @ z + b)
    halves = ((1 + eta) * t + absolute(1 - eta) * absolute(t)) / 2
    yield then(layer(z, W, b, eta)[i], "==", larger(t[i], eta * t[i]))
    yield then(layer(z, W, b, eta), "==", halves, "==", residual(z, W, b, eta, rho) - rho * z)


@claim(
    RIEDI,
    "(3), any number G of data",
    id="eq-3",
    status="proved",
    domain=together(Y=rectangular(), Y_hat=rectangular(), m=(1, 3), n=(1, 3)),
    reading=readings.COLUMNS_ARE_DATA,
    depends=["eq-46"],
)
def loss_is_a_mean(Y, Y_hat):
    """The mean of the losses (4), which is a squared Frobenius norm, and (46) for all data at once."""
    G = cols(Y)
    of_each = column_sums(entrywise_power(Y - Y_hat, 2))
    by_parts = sq(fro(Y)) - 2 * trace(T(Y) @ Y_hat) + sq(fro(Y_hat))
    yield then(total(of_each) / G, "==", sq(fro(Y - Y_hat)) / G, "==", by_parts / G)


@claim(RIEDI, "(2), every eta", id="eq-2", status="misprint", domain=ONE_SKIP, depends=["eq-1"])
def local_form_of_a_layer(W, b, z, eta, rho):
    """The activations named in the text have eta < 1, but (1), (2) and the table (35) print no upper end for
    eta. For eta > 1 the two slopes change places: max(eta t, t) = eta t where t > 0.
    """
    t = named("t", W @ z + b)
    yield active(t)
    D = named("D", D_printed(t, eta))
    yield then(residual(z, W, b, eta, rho), "==", D @ W @ z + D @ b + rho * z)


@claim(
    RIEDI,
    "(2), eta <= 1",
    id="eq-2~corrected",
    status="corrected",
    corrects="eq-2",
    domain=ONE_CONCAVE,
    depends=["eq-1"],
)
def local_form_of_a_layer_of_slope_at_most_one(W, b, z, eta, rho):
    """Proof: for eta <= 1 the larger of t and eta t is t where t > 0 and eta t where t < 0."""
    t = named("t", W @ z + b)
    yield active(t)
    D = named("D", D_printed(t, eta))
    yield then(residual(z, W, b, eta, rho), "==", D @ W @ z + D @ b + rho * z)


@claim(
    RIEDI,
    "(2), every eta, in a whole region",
    id="eq-2~sharpened",
    status="sharpened",
    sharpens="eq-2~corrected",
    domain=MOVED,
    reading=readings.SAME_D,
    depends=["eq-1"],
)
def local_form_of_a_layer_of_any_slope(W, b, z, v, eta, rho):
    """D holds max(1, eta) where t > 0 and min(1, eta) where t < 0, and serves every z + v of the region.

    Proof: max(t, eta t) is t times the larger slope for t > 0 and times the smaller one for t < 0.
    """
    x = named("z'", z + v / STEP)
    t = named("t", W @ z + b)
    yield same_signs(t, named("t'", W @ x + b))
    D = named("D", D_of(t, eta))
    yield then(residual(x, W, b, eta, rho), "==", D @ W @ x + D @ b + rho * x)


@claim(
    RIEDI,
    "(35), first line, eta > 0",
    id="eq-35",
    status="misprint",
    domain=together(t=vector(), eta=scalar(0), n=(1, 3)),
)
def leaky_relu(t, eta):
    """(35) says eta > 0 for leaky-ReLU, which agrees with ReLU on the positive side. The text
    before it says 0 < eta < 1; for eta > 1 the positive side is the steeper one: the table wants that end.
    """
    yield then(larger(phi(t, eta), 0), "==", larger(t, 0))


@claim(
    RIEDI,
    "(35), first line, 0 < eta < 1",
    id="eq-35~corrected",
    status="corrected",
    corrects="eq-35",
    domain=together(t=vector(), eta=scalar(0, 1), n=(1, 3)),
)
def leaky_relu_with_its_range(t, eta):
    """Positive part as ReLU, negative part damped by eta; eta = 0 is ReLU, eta = 1 the identity.

    Proof: eta t has the sign of t and is the smaller in modulus.
    """
    yield then(larger(phi(t, eta), 0), "==", larger(t, 0))
    yield then(smaller(phi(t, eta), 0), "==", eta * smaller(t, 0))


@claim(RIEDI, "(35), eta = -1", id="eq-35.abs", status="proved", domain=vector(n=(1, 3)))
def absolute_value(t):
    """In every dimension: the larger of t and -t is |t|."""
    yield then(phi(t, -1), "==", absolute(t))


@claim(
    RIEDI,
    "After (35), phi(t) = Dt in a hyper-octant",
    id="eq-35.lin",
    status="proved",
    domain=OCTANT,
    true_mutants=boundary_belongs(1),
    depends=["eq-34"],
)
def linear_in_each_octant(t, u, eta):
    """The D of t serves every u in the octant of t. True for every eta, because the text leaves open which of
    the slopes 1 and eta belongs to which sign; (2), which does not, holds for eta <= 1 only.
    """
    yield same_signs(t, u)
    yield then(phi(u, eta), "==", D_of(t, eta) @ u)


@claim(
    RIEDI,
    "(36)",
    id="eq-36",
    status="proved",
    domain=RECTANGULAR,
    depends=["eq-33", "eq-35.lin"],
    reading=readings.SAME_D,
)
def affine_form_of_a_layer(W, b, z, v, eta):
    """One affine map for all inputs in a region, rectangular W included: (35.lin) at t = Wz + b."""
    x = named("z'", z + v / STEP)
    t = named("t", W @ z + b)
    yield same_signs(t, named("t'", W @ x + b))
    D = named("D", D_of(t, eta))
    yield then(layer(x, W, b, eta), "==", (D @ W) @ x + D @ b)


@claim(
    RIEDI,
    "(36) for circulant W, a ConvNet",
    id="eq-36~convnet",
    status="proved",
    domain=together(v=vector(), b=scalar(), z=vector(), eta=scalar(), c=vector(), n=(1, 4)),
    depends=["eq-33"],
)
def convolution_layers_commute(v, b, z, eta, c):
    """What circulant W means: one bias for all positions, and a convolution by c may be taken before W or
    after it; with c a unit vector, shifts pass through the layer. Proof: circulants commute.
    """
    W, convolved = named("W", circulant(v)), named("z'", circulant(c) @ z)
    yield then(phi(W @ convolved + b, eta), "==", phi(circulant(c) @ (W @ z) + b, eta))


@claim(RIEDI, "(39)", id="eq-39", status="proved", domain=ONE, depends=["eq-36"])
def affine_form_of_a_residual_layer(W, b, z, eta):
    """(36) with z added to both sides."""
    t = named("t", W @ z + b)
    yield active(t)
    D = named("D", D_of(t, eta))
    yield then(layer(z, W, b, eta) + z, "==", (D @ W + I) @ z + D @ b)


@claim(RIEDI, "(41)", id="eq-41", status="misprint", domain=ONE, depends=["eq-36"])
def trained_layer(W, b, z, eta):
    """Prints DWz + b; (36) has DWz + Db. False where a pre-activation with an offset is negative."""
    t = named("t", W @ z + b)
    yield active(t)
    D = named("D", D_of(t, eta))
    yield then(layer(z, W, b, eta), "==", D @ W @ z + b)


@claim(
    RIEDI,
    "(41) with Db",
    id="eq-41~corrected",
    status="corrected",
    corrects="eq-41",
    domain=ONE,
    depends=["eq-36"],
)
def trained_layer_with_its_offset(W, b, z, eta):
    """Proof: this is (36) for the trained layer."""
    t = named("t", W @ z + b)
    yield active(t)
    D = named("D", D_of(t, eta))
    yield then(layer(z, W, b, eta), "==", D @ W @ z + D @ b)
