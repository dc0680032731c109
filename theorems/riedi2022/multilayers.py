"""Sections 1, 3.1 to 3.3, several layers: (6), (37), (38), (40), (44).

Two readings of "rho = 1, residual": one skip over each layer, (1) and (39), or one skip over all p layers, as
(40) says of DenseNets. (6) and (44) are right for the second only; for p = 1 there is no difference. At a
fixed rho every M is some M_o + rho Id, so that what holds for arbitrary M_o holds for a chain too, with
M_o = M - rho Id; what compares M(rho) with M(0) does not.
"""

from __future__ import annotations

from perturb import claim, named, then
from perturb.domains import scalar, square, together, vector
from perturb.vocab import I, absolute, entries, larger, s1, s_min
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.piecewise import (
    STEP,
    D_of,
    active,
    layer,
    linear,
    residual_linear,
    same_signs,
    step,
)

FIRST = {"z": "z_1"}  # the input of the first layer
TWO_POINTS = {"letters": FIRST, "reading": readings.POINTS}
TWO = {"W_1": square(), "W_2": square(), "b_1": vector(), "b_2": vector(), "z": vector(), "eta": scalar()}
POINT = together(**TWO, n=(1, 2))
STEPPED = together(**TWO, v=vector(), n=(1, 2))
SKIPPED = together(**TWO, v=vector(), rho=scalar(), n=(1, 2))
ONE_MORE = together(
    A=square(), B=vector(), z=vector(), W=square(), b=vector(), eta=scalar(), rho=scalar(), n=(1, 3)
).lettered(B="B_p", z="z_1", W="W_{p+1}", b="b_{p+1}")
THREE = together(
    W_1=square(), W_2=square(), W_3=square(), b_1=vector(), b_2=vector(), b_3=vector(), z=vector(),
    eta=scalar(), n=(1, 2),
)  # fmt: skip


@claim(
    RIEDI,
    "(37), p = 2",
    id="eq-37",
    status="proved",
    domain=STEPPED,
    depends=["eq-36"],
    **TWO_POINTS,
)
def two_layers(W_1, W_2, b_1, b_2, z, eta, v):
    """F(z + v) - F(z) = D_2 W_2 D_1 W_1 v in a region, whatever the constant B_p is: (36) twice."""
    x = named("z_1'", z + v / STEP)
    (t_1, z_2), (u_1, x_2) = step(1, z, W_1, b_1, eta), step(1, x, W_1, b_1, eta, prime="'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta), step(2, x_2, W_2, b_2, eta, prime="'")
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M = named("M", linear(z_2, W_2, b_2, eta) @ linear(z, W_1, b_1, eta))
    yield then(x_3 - z_3, "==", M @ (x - z))


@claim(
    RIEDI,
    "(37) with (38), p = 2",
    id="eq-38",
    status="misprint",
    domain=POINT,
    depends=["eq-37"],
    letters=FIRST,
)
def constant_terms(W_1, W_2, b_1, b_2, z, eta):
    """Each b_k in (38) has lost its D_k, which (36) has: B_2 = D_2 W_2 b_1 + b_2 as printed."""
    t_1, z_2 = step(1, z, W_1, b_1, eta)
    t_2, z_3 = step(2, z_2, W_2, b_2, eta)
    yield active(t_1)
    yield active(t_2)
    D_1, D_2 = D_of(t_1, eta), D_of(t_2, eta)
    B = named("B_2", D_2 @ W_2 @ b_1 + b_2)
    yield then(z_3, "==", D_2 @ W_2 @ D_1 @ W_1 @ z + B)


@claim(
    RIEDI,
    "(37) with (38), p = 3, every b_k as D_k b_k",
    id="eq-38~corrected",
    status="corrected",
    corrects="eq-38",
    domain=THREE,
    depends=["eq-36"],
    letters=FIRST,
)
def constant_terms_with_their_slopes(W_1, W_2, W_3, b_1, b_2, b_3, z, eta):
    """B_p = D_p W_p ... D_2 W_2 D_1 b_1 + ... + D_p b_p, here for p = 2 and p = 3. Proof: (36), p times."""
    t_1, z_2 = step(1, z, W_1, b_1, eta)
    t_2, z_3 = step(2, z_2, W_2, b_2, eta)
    t_3, z_4 = step(3, z_3, W_3, b_3, eta)
    yield active(t_1)
    yield active(t_2)
    yield active(t_3)
    D_1, D_2, D_3 = D_of(t_1, eta), D_of(t_2, eta), D_of(t_3, eta)
    B_2 = named("B_2", D_2 @ W_2 @ D_1 @ b_1 + D_2 @ b_2)
    yield then(z_3, "==", D_2 @ W_2 @ D_1 @ W_1 @ z + B_2)
    B_3 = named("B_3", D_3 @ W_3 @ D_2 @ W_2 @ D_1 @ b_1 + D_3 @ W_3 @ D_2 @ b_2 + D_3 @ b_3)
    yield then(z_4, "==", D_3 @ W_3 @ D_2 @ W_2 @ D_1 @ W_1 @ z + B_3)


@claim(
    RIEDI,
    "(37) with (38), (40), (44): from p layers to p + 1",
    id="eq-37~any-depth",
    status="proved",
    domain=ONE_MORE,
    reading=readings.INDUCTION,
    depends=["eq-36"],
)
def one_layer_more(A, B, z, W, b, eta, rho):
    """A = D_p W_p ... D_1 W_1 and B = B_p are whatever p layers have made of z_1. One more multiplies A by
    D W, and B_(p+1) = D (W B_p + b): the corrected (38), by its recursion. A skip over all layers adds z_1
    once, (40) and (44); a skip over each makes the factor D W + rho Id, the corrected (6).
    """
    z_p = named("z_{p+1}", A @ z + B)
    t = named("t_{p+1}", W @ z_p + b)
    yield active(t)
    D = named("D_{p+1}", D_of(t, eta))
    constant = named("B_{p+1}", D @ W @ B + D @ b)
    yield then(layer(z_p, W, b, eta), "==", D @ W @ A @ z + constant)
    yield then(layer(z_p, W, b, eta) + rho * z, "==", (D @ W @ A + rho * I) @ z + constant)
    each = (D @ W + rho * I) @ A @ z + (constant + rho * B)
    yield then(layer(z_p, W, b, eta) + rho * z_p, "==", each)


@claim(
    RIEDI,
    "(40), p = 2, one connection bypasses both layers",
    id="eq-40",
    status="proved",
    domain=POINT,
    depends=["eq-37"],
    letters=FIRST,
)
def one_skip_over_two_layers(W_1, W_2, b_1, b_2, z, eta):
    """True of a single connection from z_1 to the sum after layer p, with the constant of the corrected (38):
    z_1 is added to both sides of (37). For connections over each layer see (6).
    """
    t_1, z_2 = step(1, z, W_1, b_1, eta)
    t_2, z_3 = step(2, z_2, W_2, b_2, eta)
    yield active(t_1)
    yield active(t_2)
    D_1, D_2 = D_of(t_1, eta), D_of(t_2, eta)
    B = named("B_2", D_2 @ W_2 @ D_1 @ b_1 + D_2 @ b_2)
    yield then(z_3 + z, "==", (D_2 @ W_2 @ D_1 @ W_1 + I) @ z + B)


@claim(
    RIEDI,
    "(6), p = 2 layers of the form (1)",
    id="eq-6",
    status="refuted",
    domain=SKIPPED,
    depends=["eq-2"],
    **TWO_POINTS,
)
def combined_effect_of_two_layers(W_1, W_2, b_1, b_2, z, eta, v, rho):
    """False from p = 2 on: layers with a skip each multiply to the product of the D_k W_k + rho Id, which has
    mixed terms rho D_k W_k and ends in rho^p Id.
    """
    x = named("z_1'", z + v / STEP)
    (t_1, z_2), (u_1, x_2) = step(1, z, W_1, b_1, eta, rho), step(1, x, W_1, b_1, eta, rho, "'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta, rho), step(2, x_2, W_2, b_2, eta, rho, "'")
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M = named("M", linear(z_2, W_2, b_2, eta) @ linear(z, W_1, b_1, eta) + rho * I)
    yield then(x_3 - z_3, "==", M @ (x - z))


@claim(
    RIEDI,
    "(6), p = 2, as the product of the D_k W_k + rho Id",
    id="eq-6~corrected",
    status="corrected",
    corrects="eq-6",
    domain=SKIPPED,
    depends=["eq-2"],
    **TWO_POINTS,
)
def combined_effect_as_a_product(W_1, W_2, b_1, b_2, z, eta, v, rho):
    """Proof: (2) for each layer; offsets and the terms that do not move cancel."""
    x = named("z_1'", z + v / STEP)
    (t_1, z_2), (u_1, x_2) = step(1, z, W_1, b_1, eta, rho), step(1, x, W_1, b_1, eta, rho, "'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta, rho), step(2, x_2, W_2, b_2, eta, rho, "'")
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M = named("M", residual_linear(z_2, W_2, b_2, eta, rho) @ residual_linear(z, W_1, b_1, eta, rho))
    yield then(x_3 - z_3, "==", M @ (x - z))


@claim(
    RIEDI,
    "(6) as a product, its singular values",
    id="eq-6~bounds",
    status="proved",
    domain=together(A_1=square(), A_2=square(), rho=scalar(), n=(1, 3)),
    equality=[{"A_1": [["-1/2"]], "A_2": [["-1/2"]], "rho": 1}],
    depends=["lem-17.71a", "lem-17.71b"],
)
def singular_values_of_two_residual_layers(A_1, A_2, rho):
    """What is left of Section 4 for a ResNet with p = 2, A_k = D_k W_k: (72) for each factor, since
    s_n(A) s_n(B) <= s_n(AB) and s_1(AB) <= s_1(A) s_1(B). With all s_1(A_k) <= q < 1 and rho = 1 the
    condition number of p layers is at most ((1 + q) / (1 - q))^p.
    """
    size = absolute(rho)
    M = (A_2 + rho * I) @ (A_1 + rho * I)
    yield then(larger(size - s1(A_2), 0) * larger(size - s1(A_1), 0), "<=", s_min(M))
    yield then(s1(M), "<=", (size + s1(A_2)) * (size + s1(A_1)))


@claim(
    RIEDI,
    "(44), rho = 1, p = 2 residual layers (39)",
    id="eq-44",
    status="refuted",
    domain=POINT,
    depends=["eq-39", "eq-40"],
    letters=FIRST,
)
def multi_layer(W_1, W_2, b_1, b_2, z, eta):
    """With rho = 1 "corresponding to residual" layers, which are (39), it is false: two give the product
    (D_2 W_2 + Id)(D_1 W_1 + Id). The matrix is compared with that of the composed layers at z.
    """
    t_1, z_2 = step(1, z, W_1, b_1, eta, 1)
    t_2, _ = step(2, z_2, W_2, b_2, eta, 1)
    yield active(t_1)
    yield active(t_2)
    A_1, A_2 = linear(z, W_1, b_1, eta), linear(z_2, W_2, b_2, eta)
    yield then(entries((A_2 + I) @ (A_1 + I)), "==", entries(A_2 @ A_1 + I))


@claim(
    RIEDI,
    "(44), p = 2, one skip rho over both layers",
    id="eq-44~corrected",
    status="corrected",
    corrects="eq-44",
    domain=SKIPPED,
    depends=["eq-37"],
    **TWO_POINTS,
)
def multi_layer_with_one_skip(W_1, W_2, b_1, b_2, z, eta, v, rho):
    """The network for which (44), (45) and all that follows from M = M_o + rho Id is right: rho z_1 is added
    once, after layer p. Proof: (37).
    """
    x = named("z_1'", z + v / STEP)
    (t_1, z_2), (u_1, x_2) = step(1, z, W_1, b_1, eta), step(1, x, W_1, b_1, eta, prime="'")
    (t_2, z_3), (u_2, x_3) = step(2, z_2, W_2, b_2, eta), step(2, x_2, W_2, b_2, eta, prime="'")
    yield same_signs(t_1, u_1)
    yield same_signs(t_2, u_2)
    M = named("M", linear(z_2, W_2, b_2, eta) @ linear(z, W_1, b_1, eta) + rho * I)
    F, F_moved = named("F(z_1)", z_3 + rho * z), named("F(z_1')", x_3 + rho * x)
    yield then(F_moved - F, "==", M @ (x - z))
