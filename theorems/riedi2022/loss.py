"""Section 3.4, (46) to (48): in a region the loss is a quadratic function of the weights of one layer.

The network is the trained layer phi(Wz + b) and one residual layer after it, p = 1, so M = D_1 W_1 + rho Id.
"""

from __future__ import annotations

from itertools import pairwise

from perturb import claim, given, named, term, then
from perturb.domains import projection, scalar, square, together, vector
from perturb.vocab import T, absolute, column_matrix, det, inv, larger, norm, range_projection, s1, total
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import squared_length
from theorems.riedi2022.piecewise import STEP, D_of, boundary_belongs, layer, outputs, same_signs
from theorems.riedi2022.trained_network import (
    NET,
    M_and_D,
    affine_part_and_MD,
    both_active,
    loss_at,
    loss_at_both,
    loss_with_offset,
    one_region,
    output,
    parts,
)

AT_W = together(**NET, n=(1, 2))
NEAR_W = together(**NET, E=square(), n=(1, 2))
NEAR_W_B = together(**NET, E=square(), e=vector(), n=(1, 2))
TWO_MOVED = together(**NET, E=square(), E_1=square(), n=(1, 2))
ANY_DEPTH = together(
    W=square(), b=vector(), z=vector(), M=square(), beta=vector(), eta=scalar(), E=square(), W_o=square(),
    x=vector(), n=(1, 2),
).lettered(beta=r"\beta")  # fmt: skip
FORM = together(
    P=projection(), M=square(), W_o=square(), W=square(), B=vector(), x=vector(), z=vector(), n=(1, 3)
).lettered(P=r"\Pi", M="X")


def four_points(start, E, letter):
    """Four points of a line, equally spaced: third differences of a quadratic function vanish there."""
    points = start + E / STEP, start + E / (STEP // 2), start + 3 * E / STEP
    return start, *(named(letter + "'" * k, point) for k, point in enumerate(points, 1))


@claim(
    RIEDI,
    "(46)",
    id="eq-46",
    status="proved",
    domain=together(y=vector(), y_hat=vector(), n=(1, 4)),
)
def single_datum_loss(y, y_hat):
    """The square of a sum, and y^T y_hat is a number, equal to its transpose."""
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
    reading=readings.THIRD_DIFFERENCES,
)
def loss_is_piecewise_quadratic(W, b, z, W_1, b_1, eta, rho, y, E, e):
    """Along a line in (W, b) inside a region the third difference of the loss vanishes, because the output is
    affine there. Continuity has its modulus in its own claim.
    """
    steps = list(zip(four_points(W, E, "W"), four_points(b, e, "b"), strict=True))
    yield from one_region(z, W_1, b_1, eta, steps[0], steps[3], first=3)
    first, second, third, fourth = (loss_with_offset(y, *at, z, W_1, b_1, eta, rho) for at in steps)
    yield then(fourth - 3 * third + 3 * second - first, "==", 0)


@claim(
    RIEDI,
    "(4), piecewise quadratic in the weights of all layers at once",
    id="eq-4~jointly",
    status="misprint",
    domain=TWO_MOVED,
    depends=["eq-2", "eq-46"],
    reading=readings.THIRD_DIFFERENCES_JOINTLY,
)
def loss_is_piecewise_quadratic_jointly(W, b, z, W_1, b_1, eta, rho, y, E, E_1):
    """Read for all W_k at once the sentence is false: two layers multiply, the loss is a quartic."""
    steps = list(zip(four_points(W, E, "W"), four_points(W_1, E_1, "W_1"), strict=True))
    points = [parts(A, b, z, A_1, b_1, eta, prime="'" * k) for k, (A, A_1) in enumerate(steps)]
    for (t, _, t_1), (u, _, u_1) in pairwise(points):
        yield same_signs(t, u)
        yield same_signs(t_1, u_1)
    first, second, third, fourth = (loss_at_both(y, A, b, z, A_1, b_1, eta, rho) for A, A_1 in steps)
    yield then(fourth - 3 * third + 3 * second - first, "==", 0)


@claim(
    RIEDI,
    "(4), continuous",
    id="eq-4~continuous",
    status="proved",
    domain=NEAR_W,
    depends=["eq-1"],
    reading=readings.MODULUS,
)
def loss_is_continuous(W, b, z, W_1, b_1, eta, rho, y, E):
    """A modulus that holds across all regions, for the root of the loss: phi is Lipschitz with the constant
    L = max(1, |eta|), and norms do not expand more under W_1 + rho Id than by their sum.
    """
    moved = named("W'", W + E)
    L = named("c", larger(1, absolute(eta)), "the Lipschitz constant of phi")
    bound = L * (L * s1(W_1) + absolute(rho)) * norm(E @ z)
    outputs(*(output(A, b, z, W_1, b_1, eta, rho) for A in (W, moved)))
    error, error_moved = (y - output(A, b, z, W_1, b_1, eta, rho) for A in (W, moved))
    yield then(absolute(norm(error_moved) - norm(error)), "<=", bound)


@claim(
    RIEDI,
    "(47)",
    id="eq-47",
    status="proved",
    domain=NEAR_W,
    depends=["eq-42", "eq-46"],
    reading=readings.ONE_FORM,
)
def loss_in_a_region(W, b, z, W_1, b_1, eta, rho, y, E):
    """P(W) = |y - B|^2 - 2 (y - B)^T MDWz with B = MDb + D_1 b_1: P, M and D of W serve all of its region.
    Proof: (42) in (46).
    """
    moved = named("W'", W + E / STEP)
    yield from one_region(z, W_1, b_1, eta, (W, b), (moved, b))
    P, MD = affine_part_and_MD(moved, y, W, b, z, W_1, b_1, eta, rho)
    yield then(loss_at(y, moved, b, z, W_1, b_1, eta, rho), "==", P + squared_length(MD @ moved @ z))


@claim(
    RIEDI,
    "(47), second derivative",
    id="eq-47~second-derivative",
    true_mutants=boundary_belongs(2),
    status="proved",
    domain=NEAR_W,
    depends=["eq-47"],
    reading=readings.SECOND_DIFFERENCE,
)
def second_derivative_of_the_loss(W, b, z, W_1, b_1, eta, rho, y, E):
    """The second difference of the loss is exactly 2 |MDEz|^2 in a region, so the Hessian is 2 Q^T Q for
    every Q with MDEz = Q vec(E).
    """
    ahead, back = named("W'", W + E / STEP), named("W''", W - E / STEP)
    yield from one_region(z, W_1, b_1, eta, (W, b), (ahead, b), (back, b))
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    at, plus, minus = (loss_at(y, A, b, z, W_1, b_1, eta, rho) for A in (W, ahead, back))
    yield then(plus - 2 * at + minus, "==", 2 * squared_length(M @ D @ ((ahead - W) @ z)))


@claim(
    RIEDI,
    "(48), h(W) = h(W_o) + |MD dW z|^2",
    id="eq-48",
    status="gap",
    domain=FORM,
    depends=["eq-47"],
    reading=readings.PROJECTED,
)
def quadratic_around_its_minimum(P, M, W_o, W, B, x, z):
    """The printed text takes a minimum for granted. A polynomial of degree 1 and a singular form need not
    have one; this one has, for z != 0, and then a whole affine space of them.

    Proof: A = MD runs through all matrices, write A = PA with P the projection onto its range. h(W) =
    |y - B - AWz|^2, and AWz runs through that range, so W_o with AW_o z = P(y - B) is a minimum (W_o =
    A^+ (y - B) z^T / |z|^2). The residual (I - P)x is orthogonal to the range: Pythagoras.
    """
    A = named("MD", P @ M)
    y = named("y", B + A @ W_o @ z + x - P @ x)

    @term("h({0})")
    def h(W):
        return squared_length(y - B) - 2 * total((y - B) * (A @ W @ z)) + squared_length(A @ W @ z)

    yield then(h(W), "==", h(W_o) + squared_length(A @ (W - W_o) @ z))
    yield then(squared_length(y - B - A @ W @ z), "==", h(W_o) + squared_length(A @ (W - W_o) @ z))
    yield then(h(W_o), "<=", h(W))


@claim(
    RIEDI,
    "(5), (42), (47), (48) with any number p of layers",
    id="eq-48~any-depth",
    true_mutants=boundary_belongs(1),
    status="proved",
    domain=ANY_DEPTH,
    covers=["eq-5", "eq-42", "eq-47"],
    depends=["eq-37~any-depth", "eq-47", "eq-48"],
    reading=readings.ANY_DEPTH,
)
def loss_after_any_number_of_layers(W, b, z, M, beta, eta, E, W_o, x):
    """(47) knows of the p layers after the trained one a region alone: there they are z_1 -> M z_1 + beta.

    Proof: y^ = MDW'z + B with B = MDb + beta, then (46); at W_o the residual x - Pi x is orthogonal to the
    range of MD, on which Pi projects: Pythagoras, and c = |x - Pi x|^2 is the minimum over all weights.
    """
    t, moved = named("t", W @ z + b), named("W'", W + E / STEP)
    yield same_signs(t, named("t'", moved @ z + b))
    MD = named("MD", M @ D_of(t, eta))
    B = named("B", MD @ b + beta)
    apart = named("x'", x - range_projection(MD) @ x)
    y = named("y", B + MD @ W_o @ z + apart)
    predicted = named(r"\hat{y}'", M @ layer(z, moved, b, eta) + beta)
    P = named("P(W')", squared_length(y - B) - 2 * total((y - B) * (MD @ moved @ z)))
    yield then(predicted, "==", MD @ moved @ z + B)
    by_steps = squared_length(apart) + squared_length(MD @ (moved - W_o) @ z)
    yield then(squared_length(y - predicted), "==", P + squared_length(MD @ moved @ z), "==", by_steps)


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
    W_o = (MD)^-1 (y - B) z^T / |z|^2, for every rho for which M(rho) is regular.
    """
    yield from both_active(W, b, z, W_1, b_1, eta)
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho)
    yield given(det(M @ D), "!=", 0)
    yield given(norm(z), ">", 0)
    B = named("B", M @ D @ b + D_of(W_1 @ layer(z, W, b, eta) + b_1, eta) @ b_1)
    W_o = named("W_o", column_matrix(inv(M @ D) @ (y - B)) @ T(column_matrix(z)) / squared_length(z))
    yield then(loss_at(y, W, b, z, W_1, b_1, eta, rho), "==", squared_length(M @ D @ (W - W_o) @ z))
