"""Sections 1 and 3.4: what the shape of the loss depends on: the region, the skip, the offset; ellipsoids."""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import scalar, square, together, vector
from perturb.vocab import T, absolute, det, fro, lam, norm, rank, s, slopes, sq
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.data_factor import of_columns, of_rows
from theorems.riedi2022.notation import squared_length
from theorems.riedi2022.piecewise import STEP, active, layer, residual
from theorems.riedi2022.trained_network import (
    NET,
    M_and_D,
    both_active,
    loss_with_offset,
    one_region,
)

FORM = together(MD=square(), E=square(), z=vector(), n=(1, 3)).lettered(MD="MD", E=r"\Delta W")
FACTORS = together(MD=square(), z=vector(), n=(1, 3)).lettered(MD="MD")
OFFSET = together(**NET, E=square(), e=vector(), n=(1, 2))
DEEP = together(
    W=square(), b=vector(), z=vector(), W_1=square(), b_1=vector(), W_2=square(), b_2=vector(), eta=scalar(),
    rho=scalar(0, 1), rho_1=scalar(0, 1), n=(1, 2),
).lettered(rho_1=r"\rho'")  # fmt: skip


@term("t_2({8})")
def last_pre_activation(W, b, z, W_1, b_1, W_2, b_2, eta, rho):
    """The pre-activation of the second residual layer (1) after the trained layer."""
    return W_2 @ residual(layer(z, W, b, eta), W_1, b_1, eta, rho) + b_2


@claim(
    RIEDI,
    "After (47), the region does not change with rho; p = 2 residual layers",
    id="eq-48.region",
    status="refuted",
    domain=DEEP,
    depends=["eq-44"],
)
def region_does_not_depend_on_the_skip(W, b, z, W_1, b_1, W_2, b_2, eta, rho, rho_1):
    """False as soon as a nonlinearity follows a skip: its pre-activation W_2 (phi(W_1 z_1 + b_1) + rho z_1) +
    b_2 moves with rho, and W leaves its region. True for p = 1 and for one skip over all layers, (40).
    """
    before, after = (last_pre_activation(W, b, z, W_1, b_1, W_2, b_2, eta, r) for r in (rho, rho_1))
    yield active(before)
    yield active(after)
    yield then(slopes(before, eta), "==", slopes(after, eta))


@claim(
    RIEDI,
    "After (47), the region does not change with small changes of rho",
    id="eq-48.region~corrected",
    true_mutants={
        "hypothesis-1:non-strict": "a pre-activation that only reaches 0 there has no slope",
        "domain:rim-rho": "the proof takes any rho",
        "domain:rim-rho_1": "the proof takes any rho",
    },
    status="corrected",
    corrects="eq-48.region",
    domain=DEEP,
    depends=["eq-6~corrected"],
)
def region_for_small_changes_of_the_skip(W, b, z, W_1, b_1, W_2, b_2, eta, rho, rho_1):
    """As long as |rho' - rho| |W_2 z_1| stays below |t_2| in every coordinate, with t_2 the pre-activation.

    Proof: t_2 moves by (rho' - rho) W_2 z_1 and changes no sign.
    """
    before, after = (last_pre_activation(W, b, z, W_1, b_1, W_2, b_2, eta, r) for r in (rho, rho_1))
    moved = absolute(rho_1 - rho) * absolute(W_2 @ layer(z, W, b, eta))
    yield given(moved, "<", absolute(before))
    yield then(slopes(before, eta), "==", slopes(after, eta))


@claim(
    RIEDI,
    "After (48), a part of an exact ellipsoid",
    id="eq-48.shape",
    status="refuted",
    domain=FORM,
    depends=["eq-48"],
    reading=readings.ELLIPSOID,
)
def loss_surface_is_an_ellipsoid(MD, E, z):
    """The form |MD dW z|^2 would have to be positive for every step dW, even for regular MD. From n = 2 on it
    vanishes on all dW with dW z = 0: n^2 unknowns, n equations.
    """
    yield given(det(MD), "!=", 0)
    yield given(norm(z), ">", 0)
    yield given(fro(E), ">", 0)
    yield then(squared_length(MD @ E @ z), ">", 0)


@claim(
    RIEDI,
    "After (48), an elliptic cylinder",
    id="eq-48.shape~corrected",
    status="corrected",
    corrects="eq-48.shape",
    domain=FACTORS,
    reading=readings.CYLINDER,
    depends=["eq-48"],
)
def loss_surface_is_an_elliptic_cylinder(MD, z):
    """The level sets in W are ellipsoids of dimension rank(MD) times a flat space of n^2 - rank(MD).

    Proof: QQ' = |z|^2 (MD)(MD)', so Q'Q has the rank of MD when z is not zero.
    """
    yield given(norm(z), ">", 0)
    yield then(rank(of_rows(MD, z)), "==", rank(MD), "==", rank(of_columns(MD, z)))


@claim(
    RIEDI,
    "After (9), the offset and the shape of the loss, any two offsets",
    id="eq-1-9.offset",
    status="misprint",
    domain=OFFSET,
    depends=["eq-5"],
)
def offset_leaves_the_shape(W, b, z, W_1, b_1, eta, rho, y, E, e):
    """No region is named, and optimising b need not stay in one; the passage is about the loss within one,
    which is meant. False when the offset moves by so much that
    the region, and with it M or D, changes: then |MDEz|^2 is another form. In one region it is true.
    """
    moved = named("b'", b + e)
    yield from both_active(W, b, z, W_1, b_1, eta)
    yield from both_active(W, moved, z, W_1, b_1, eta, "'")
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    M_moved, D_moved = M_and_D(W, moved, z, W_1, b_1, eta, rho, prime="'")
    step = E @ z
    yield then(squared_length(M @ D @ step), "==", squared_length(M_moved @ D_moved @ step))


@claim(
    RIEDI,
    "After (9), the offset and the shape of the loss, in one region",
    id="eq-1-9.offset~corrected",
    status="corrected",
    corrects="eq-1-9.offset",
    domain=OFFSET,
    reading=readings.SHAPE,
    depends=["eq-47"],
)
def offset_leaves_the_shape_in_a_region(W, b, z, W_1, b_1, eta, rho, y, E, e):
    """The second difference of the loss in W is the same at the offsets b and b + e of one region.

    Proof: it is 2 |MDEz|^2, and a region, which is convex, fixes M and D.
    """
    ahead, back, other = named("W'", W + E / STEP), named("W''", W - E / STEP), named("b'", b + e / STEP)
    corners = ((ahead, b), (back, b), (ahead, other), (back, other))
    yield from one_region(z, W_1, b_1, eta, (W, b), *corners)

    def second_difference(c):
        at, plus, minus = (loss_with_offset(y, A, c, z, W_1, b_1, eta, rho) for A in (W, ahead, back))
        return plus - 2 * at + minus

    yield then(second_difference(b), "==", second_difference(other))


@claim(
    RIEDI,
    "After (9), weights and offset trained together",
    id="eq-1-9.offset~jointly",
    status="proved",
    domain=FACTORS,
    depends=["eq-5"],
)
def offset_and_weights_jointly(MD, z):
    """With the offset among the unknowns the form has the matrix [Q, MD], and its singular values are
    s_i(MD) sqrt(|z|^2 + 1): the condition number stays kappa(MD), QQ' + (MD)(MD)' being a multiple of
    (MD)(MD)'. For the printed Q, whose data factor is that of (z, 1), it would not stay.
    """
    Q = named("Q", of_columns(MD, z))
    yield then(lam(Q @ T(Q) + MD @ T(MD)), "==", (squared_length(z) + 1) * sq(s(MD)))


@claim(
    RIEDI,
    "After (9), an offset undoes a step of the weights",
    id="eq-1-9.offset~undone",
    status="proved",
    domain=OFFSET,
    depends=["eq-1"],
)
def offset_undoes_a_step(W, b, z, W_1, b_1, eta, rho, y, E, e):
    """For a single datum, through all regions: W and b enter as Wz + b, so that once the offset is optimised
    the loss is the same at every W.
    """
    moved, undone = named("W'", W + E), named("b'", b - E @ z)
    at, back = ((y, A, c, z, W_1, b_1, eta, rho) for A, c in ((W, b), (moved, undone)))
    yield then(loss_with_offset(*back), "==", loss_with_offset(*at))
