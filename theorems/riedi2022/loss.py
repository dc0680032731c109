"""Section 3.4, (46) to (48): in a region the loss is a quadratic function of the weights of one layer.

The network is the trained layer phi(Wz + b) and one residual layer after it, p = 1, so M = D_1 W_1 + rho Id.
"""

from __future__ import annotations

from itertools import pairwise

from perturb import claim, given, then
from perturb.domains import projection, scalar, square, together, vector
from perturb.vocab import T, absolute, column_matrix, det, inv, larger, norm, s1, total
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.notation import squared_length
from theorems.riedi2022.piecewise import (
    STEP,
    D_of,
    active,
    boundary_belongs,
    layer,
    phi,
    residual,
    residual_linear,
    same_signs,
)

NET = {
    "W": square(), "b": vector(), "z": vector(), "W_1": square(), "b_1": vector(), "eta": scalar(),
    "rho": scalar(), "y": vector(),
}  # fmt: skip
AT_W = together(**NET, n=(1, 2))
NEAR_W = together(**NET, E=square(), n=(1, 2))
NEAR_W_B = together(**NET, E=square(), e=vector(), n=(1, 2))
TWO_MOVED = together(**NET, E=square(), E_1=square(), n=(1, 2))
FORM = together(
    P=projection(), M=square(), W_o=square(), W=square(), B=vector(), x=vector(), z=vector(), n=(1, 3)
)


def output(W, b, z, W_1, b_1, eta, rho):
    return residual(layer(z, W, b, eta), W_1, b_1, eta, rho)


def loss(y, *network):
    return squared_length(y - output(*network))


def M_and_D(W, b, z, W_1, b_1, eta, rho):
    """M(rho) of (43) and D, in the region of W."""
    return residual_linear(layer(z, W, b, eta), W_1, b_1, eta, rho), D_of(W @ z + b, eta)


def affine_part_and_MD(moved, y, W, b, z, W_1, b_1, eta, rho):
    """P of (47) at `moved`, and the matrix MD, both in the form that they have in the region of W."""
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    B = M @ D @ b + D_of(W_1 @ layer(z, W, b, eta) + b_1, eta) @ b_1
    P = squared_length(y - B) - 2 * total((y - B) * (M @ D @ moved @ z))
    return P, M @ D


def both_active(W, b, z, W_1, b_1, eta):
    return active(W @ z + b), active(W_1 @ layer(z, W, b, eta) + b_1)


def one_region(z, W_1, b_1, eta, at, *others):
    """The pairs (W, b) give both layers the same signs: they lie in one region, which is a convex set."""
    first = [W @ z + b for W, b in (at, *others)]
    second = [W_1 @ phi(t, eta) + b_1 for t in first]
    return same_signs(*first), same_signs(*second)


def four_points(start, E):
    """Four points of a line, equally spaced: third differences of a quadratic function vanish there."""
    return start, start + E / STEP, start + E / (STEP // 2), start + 3 * E / STEP


@claim(
    RIEDI,
    "(46)",
    id="eq-46",
    status="proved",
    domain=together(y=vector(), y_hat=vector(), n=(1, 4)),
    depends=["eq-4"],
)
def single_datum_loss(y, y_hat):
    """The square of a sum, and y'y_hat is a number, equal to its transpose."""
    square_of_sum = squared_length(y) - 2 * total(y * y_hat) + squared_length(y_hat)
    yield then(squared_length(y - y_hat), "==", total((y - y_hat) * (y - y_hat)), "==", square_of_sum)


@claim(
    RIEDI,
    "(4), piecewise quadratic in the weights of one layer",
    id="eq-4",
    true_mutants=boundary_belongs(2),
    status="proved",
    domain=NEAR_W_B,
    depends=["eq-2", "eq-46"],
)
def loss_is_piecewise_quadratic(W, b, z, W_1, b_1, eta, rho, y, E, e):
    """Along a line in (W, b) inside a region the third difference of the loss vanishes, because the output is
    affine there. Continuity has its modulus in its own claim.
    """
    steps = list(zip(four_points(W, E), four_points(b, e), strict=True))
    yield from one_region(z, W_1, b_1, eta, steps[0], steps[3])
    first, second, third, fourth = (loss(y, *at, z, W_1, b_1, eta, rho) for at in steps)
    yield then(fourth - 3 * third + 3 * second - first, "==", 0)


@claim(
    RIEDI,
    "(4), piecewise quadratic in the weights of all layers at once",
    id="eq-4~jointly",
    status="refuted",
    domain=TWO_MOVED,
    depends=["eq-2", "eq-46"],
)
def loss_is_piecewise_quadratic_jointly(W, b, z, W_1, b_1, eta, rho, y, E, E_1):
    """Read for all W_k at once the sentence is false: two layers multiply, the loss is a quartic."""
    steps = list(zip(four_points(W, E), four_points(W_1, E_1), strict=True))
    for before, after in pairwise(steps):
        t_1, x_1 = (A_1 @ layer(z, A, b, eta) + b_1 for A, A_1 in (before, after))
        yield same_signs(before[0] @ z + b, after[0] @ z + b)
        yield same_signs(t_1, x_1)
    first, second, third, fourth = (loss(y, A, b, z, A_1, b_1, eta, rho) for A, A_1 in steps)
    yield then(fourth - 3 * third + 3 * second - first, "==", 0)


@claim(
    RIEDI,
    "(4), continuous",
    id="eq-4~continuous",
    status="proved",
    domain=NEAR_W,
    depends=["eq-1"],
)
def loss_is_continuous(W, b, z, W_1, b_1, eta, rho, y, E):
    """A modulus that holds across all regions, for the root of the loss: phi is Lipschitz with the constant
    L = max(1, |eta|), and norms do not expand more under W_1 + rho Id than by their sum.
    """
    moved = W + E
    L = larger(1, absolute(eta))
    bound = L * (L * s1(W_1) + absolute(rho)) * norm(E @ z)
    error, error_moved = (y - output(A, b, z, W_1, b_1, eta, rho) for A in (W, moved))
    yield then(absolute(norm(error_moved) - norm(error)), "<=", bound)


@claim(RIEDI, "(47)", id="eq-47", status="proved", domain=NEAR_W, depends=["eq-42", "eq-46"])
def loss_in_a_region(W, b, z, W_1, b_1, eta, rho, y, E):
    """P(W) = |y - B|^2 - 2 (y - B)'MDWz with B = MDb + D_1 b_1: P, M and D of W serve all of its region.
    Proof: (42) in (46).
    """
    moved = W + E / STEP
    yield from one_region(z, W_1, b_1, eta, (W, b), (moved, b))
    P, MD = affine_part_and_MD(moved, y, W, b, z, W_1, b_1, eta, rho)
    yield then(loss(y, moved, b, z, W_1, b_1, eta, rho), "==", P + squared_length(MD @ moved @ z))


@claim(
    RIEDI,
    "(47), second derivative",
    id="eq-47~second-derivative",
    true_mutants=boundary_belongs(2),
    status="proved",
    domain=NEAR_W,
    depends=["eq-47"],
)
def second_derivative_of_the_loss(W, b, z, W_1, b_1, eta, rho, y, E):
    """The second difference of the loss is exactly 2 |MDEz|^2 in a region, so the Hessian is 2 Q'Q for every
    Q with MDEz = Q vec(E).
    """
    ahead, back = W + E / STEP, W - E / STEP
    yield from one_region(z, W_1, b_1, eta, (W, b), (ahead, b), (back, b))
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    at, plus, minus = (loss(y, A, b, z, W_1, b_1, eta, rho) for A in (W, ahead, back))
    yield then(plus - 2 * at + minus, "==", 2 * squared_length(M @ D @ ((ahead - W) @ z)))


@claim(
    RIEDI,
    "(48), h(W) = h(W_o) + |MD dW z|^2",
    id="eq-48",
    status="gap",
    domain=FORM,
    depends=["eq-47"],
)
def quadratic_around_its_minimum(P, M, W_o, W, B, x, z):
    """The printed text takes a minimum for granted. A polynomial of degree 1 and a singular form need not
    have one; this one has, for z != 0, and then a whole affine space of them.

    Proof: A = MD runs through all matrices, write A = PA with P the projection onto its range. h(W) =
    |y - B - AWz|^2, and AWz runs through that range, so W_o with AW_o z = P(y - B) is a minimum (W_o =
    A^+ (y - B) z' / |z|^2). The residual (I - P)x is orthogonal to the range: Pythagoras.
    """
    A = P @ M
    y = B + A @ W_o @ z + x - P @ x

    def h(V):
        return squared_length(y - B - A @ V @ z)

    yield then(h(W), "==", h(W_o) + squared_length(A @ (W - W_o) @ z))
    yield then(h(W_o), "<=", h(W))


@claim(
    RIEDI,
    "(48), MD regular",
    id="eq-48~regular",
    true_mutants=dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-2:dropped"), "D has no value where a pre-activation vanishes"
    ),
    status="proved",
    domain=AT_W,
    depends=["eq-47", "eq-48"],
)
def loss_around_its_minimum(W, b, z, W_1, b_1, eta, rho, y):
    """Of the network: for z != 0 and regular MD the minimum over arbitrary W is c = 0, at
    W_o = (MD)^-1 (y - B) z' / |z|^2, for every rho for which M(rho) is regular.
    """
    yield from both_active(W, b, z, W_1, b_1, eta)
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    yield given(det(M @ D), "!=", 0)
    yield given(norm(z), ">", 0)
    B = M @ D @ b + D_of(W_1 @ layer(z, W, b, eta) + b_1, eta) @ b_1
    W_o = column_matrix(inv(M @ D) @ (y - B)) @ T(column_matrix(z)) / squared_length(z)
    yield then(loss(y, W, b, z, W_1, b_1, eta, rho), "==", squared_length(M @ D @ (W - W_o) @ z))
