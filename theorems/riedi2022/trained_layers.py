"""Sections 1, 3.3: layers after the trained one, (43) and (45); the output by its weights, (5) and (42)."""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import scalar, square, together, vector
from perturb.vocab import I, entries
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.piecewise import (
    STEP,
    D_of,
    boundary_belongs,
    linear,
    outputs,
    residual_linear,
    same_signs,
    step,
    trained,
)

TRAINED = {"W": square(), "W_1": square(), "b": vector(), "b_1": vector(), "z": vector(), "E": square()}
ONE_AFTER = together(**TRAINED, eta=scalar(), rho=scalar(), n=(1, 2))
TWO_AFTER = together(**TRAINED, W_2=square(), b_2=vector(), eta=scalar(), rho=scalar(), n=(1, 2))
MOVED = together(W=square(), b=vector(), z=vector(), v=vector(), eta=scalar(), rho=scalar(), n=(1, 3))


@claim(
    RIEDI,
    "(43)",
    id="eq-43",
    status="proved",
    domain=MOVED,
    depends=["eq-1", "eq-36"],
    letters={"W": "W_1", "b": "b_1", "z": "z_1"},
    reading=readings.POINTS,
)
def one_layer_after_the_trained_one(W, b, z, v, eta, rho):
    """F(z + v) - F(z) = Mv in a region: (36) twice, and the offsets cancel."""
    x = named("z_1'", z + v / STEP)
    (t, z_2), (u, x_2) = step(1, z, W, b, eta, rho), step(1, x, W, b, eta, rho, "'")
    yield same_signs(t, u)
    M = named(r"M(\rho)", residual_linear(z, W, b, eta, rho))
    yield then(x_2 - z_2, "==", M @ (x - z))


@claim(
    RIEDI,
    "(45), M_o arbitrary",
    id="eq-45",
    status="proved",
    domain=together(W_1=square(), z=vector(), eta=scalar(None, 1), rho=scalar(), n=(1, 3)),
    depends=["eq-44"],
    letters={"z": "z_1"},
)
def any_matrix_is_reached(W_1, z, eta, rho):
    """M(rho) = M_o + rho Id with an arbitrary M_o = M(0), no ambiguity in the word: at every z the offset
    b = 1 - W_1 z makes all pre-activations 1, so D_1 = Id and M_o = W_1.
    """
    b = named("b_1", 1 - W_1 @ z)
    step(1, z, W_1, b, eta)
    M = named(r"M(\rho)", residual_linear(z, W_1, b, eta, rho))
    yield then(entries(M), "==", entries(W_1 + rho * I))


@claim(
    RIEDI,
    "(5), p = 1, all layers (1)",
    id="eq-5",
    status="proved",
    domain=ONE_AFTER,
    depends=["eq-2", "eq-6"],
    reading=readings.WEIGHTS,
)
def output_as_a_function_of_the_weights(W, W_1, b, b_1, z, E, eta, rho):
    """The output moves by M(rho) D E z when W moves by E in a region; B holds rho z too, which a skip over
    the trained layer adds. For p >= 2 with M from the corrected (6).
    """
    moved = named("W'", W + E / STEP)
    (t, z_1), (u, x_1) = trained(z, W, b, eta, rho), trained(z, moved, b, eta, rho, "'")
    (t_1, before), (u_1, after) = step(1, z_1, W_1, b_1, eta, rho), step(1, x_1, W_1, b_1, eta, rho, "'")
    yield same_signs(t, u)
    yield same_signs(t_1, u_1)
    M = named(r"M(\rho)", residual_linear(z_1, W_1, b_1, eta, rho))
    outputs(before, after)
    yield then(after - before, "==", M @ D_of(t, eta) @ ((moved - W) @ z))


@claim(
    RIEDI,
    "(42), p = 2",
    id="eq-42",
    status="proved",
    domain=TWO_AFTER,
    depends=["eq-41", "eq-37"],
    reading=readings.WEIGHTS,
)
def trained_and_subsequent_layers(W, W_1, b, b_1, z, E, W_2, b_2, eta, rho):
    """For some M, here that of two residual layers, the product of (6) corrected: y moves by MDEz."""
    moved = named("W'", W + E / STEP)
    (t, z_1), (u, x_1) = trained(z, W, b, eta), trained(z, moved, b, eta, None, "'")
    (t_1, z_2), (u_1, x_2) = step(1, z_1, W_1, b_1, eta, rho), step(1, x_1, W_1, b_1, eta, rho, "'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta, rho), step(2, x_2, W_2, b_2, eta, rho, "'")
    yield same_signs(t, u)
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M = named("M", residual_linear(z_2, W_2, b_2, eta, rho) @ residual_linear(z_1, W_1, b_1, eta, rho))
    outputs(z_3, x_3)
    yield then(x_3 - z_3, "==", M @ D_of(t, eta) @ ((moved - W) @ z))


@claim(
    RIEDI,
    "After (47), the region does not change with rho; one skip over both layers",
    id="eq-48.region~one-skip",
    status="proved",
    true_mutants=boundary_belongs(3),
    domain=TWO_AFTER,
    depends=["eq-37", "eq-40"],
    reading=readings.ONE_REGION_FOR_EVERY_SKIP,
)
def region_of_a_network_with_one_skip(W, W_1, b, b_1, z, E, W_2, b_2, eta, rho):
    """The statement as printed, for the network for which (44) is right: rho z_1 is added after the last
    layer, so that no pre-activation depends on rho, and W and W' lie in one region for every rho or for none.
    """
    moved = named("W'", W + E / STEP)
    (t, z_1), (u, x_1) = trained(z, W, b, eta), trained(z, moved, b, eta, None, "'")
    (t_1, z_2), (u_1, x_2) = step(1, z_1, W_1, b_1, eta), step(1, x_1, W_1, b_1, eta, None, "'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta), step(2, x_2, W_2, b_2, eta, None, "'")
    yield same_signs(t, u)
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M_o = named("M_o", linear(z_2, W_2, b_2, eta) @ linear(z_1, W_1, b_1, eta))
    before, after = z_3 + rho * z_1, x_3 + rho * x_1
    outputs(before, after)
    yield then(after - before, "==", (M_o + rho * I) @ D_of(t, eta) @ ((moved - W) @ z))
