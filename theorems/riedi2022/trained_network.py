"""The network of section 3.4: the trained layer phi(Wz + b), and one residual layer (1) after it, p = 1."""

from __future__ import annotations

from perturb import named, term
from perturb.domains import scalar, square, vector
from perturb.vocab import total
from theorems.riedi2022.notation import squared_length
from theorems.riedi2022.piecewise import D_of, active, layer, residual, residual_linear, same_signs

NET = {
    "W": square(), "b": vector(), "z": vector(), "W_1": square(), "b_1": vector(), "eta": scalar(),
    "rho": scalar(), "y": vector(),
}  # fmt: skip


def output(W, b, z, W_1, b_1, eta, rho):
    return residual(layer(z, W, b, eta), W_1, b_1, eta, rho)


def loss(y, W, b, z, W_1, b_1, eta, rho):
    """The loss (4) of the network, as a function of these weights."""
    return squared_length(y - output(W, b, z, W_1, b_1, eta, rho))


loss_at = term("L({1})")(loss)
loss_with_offset = term("L({1}, {2})")(loss)
loss_at_both = term("L({1}, {4})")(loss)


def marked(letter, g, prime):
    """z_1', and for a datum g, which has no room for a prime, a tilde over the letter."""
    head, _, tail = letter.partition("_")
    return rf"\tilde{{{head}}}{'_' if tail else ''}{tail}{g}" if g and prime else f"{letter}{g}{prime}"


def parts(W, b, z, W_1, b_1, eta, g="", prime=""):
    """Both pre-activations and the output of the trained layer, by name; `g` marks the datum."""
    t, z_1 = named(marked("t", g, prime), W @ z + b), named(marked("z_1", g, prime), layer(z, W, b, eta))
    return t, z_1, named(marked("t_1", g, prime), W_1 @ z_1 + b_1)


def M_and_D(W, b, z, W_1, b_1, eta, rho, g="", prime=""):
    """M(rho) of (43) and D, in the region of W."""
    t, z_1, t_1 = parts(W, b, z, W_1, b_1, eta, g, prime)
    named(marked("D_1", g, prime), D_of(t_1, eta))
    M = named(marked("M", g, prime), residual_linear(z_1, W_1, b_1, eta, rho))
    return M, named(marked("D", g, prime), D_of(t, eta))


def affine_part_and_MD(moved, y, W, b, z, W_1, b_1, eta, rho, g=""):
    """P of (47) at `moved`, and the matrix MD, both in the form that they have in the region of W."""
    M, D = M_and_D(W, b, z, W_1, b_1, eta, rho, g)
    B = named(f"B{g}", M @ D @ b + D_of(W_1 @ layer(z, W, b, eta) + b_1, eta) @ b_1)
    P = squared_length(y - B) - 2 * total((y - B) * (M @ D @ moved @ z))
    return named(f"P{g}(W')", P), M @ D


def both_active(W, b, z, W_1, b_1, eta, prime=""):
    t, _, t_1 = parts(W, b, z, W_1, b_1, eta, prime=prime)
    return active(t), active(t_1)


def one_region(z, W_1, b_1, eta, at, *others, g="", first=1):
    """The pairs (W, b) give both layers the same signs: they lie in one region, which is a convex set.

    `first` is the number of primes of the second pair.
    """
    primes = ["", *("'" * k for k in range(first, first + len(others)))]
    points = [
        parts(W, b, z, W_1, b_1, eta, g, prime) for prime, (W, b) in zip(primes, (at, *others), strict=True)
    ]
    return same_signs(*(t for t, _, _ in points)), same_signs(*(t_1 for _, _, t_1 in points))
