"""The layers of a network and their local linear forms, written in the words of the vocabulary.

A pre-activation t = Wz + b fixes the diagonal matrix D where none of its components vanishes; the paper says
nothing about zeros, and neither do these claims. Points are in one region when all signs agree.
"""

from __future__ import annotations

from functools import reduce

from perturb import given, named, term
from perturb.vocab import I, diag, larger, slopes, smaller
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Given

STEP = 8  # a short step seldom leaves its region; the vector that is divided by it is arbitrary


def boundary_belongs(hypotheses: int) -> dict[str, str]:
    """Proofs for the mutants that let one of so many pairs of signs meet a zero."""
    proof = "a layer is affine on the closure of its region, and D is undefined at a zero of its own"
    return {f"hypothesis-{k}:non-strict": proof for k in range(1, hypotheses + 1)}


@term(r"\phi({0})")
def phi(t: Expr, eta: Expr) -> Expr:
    """The activation (34), coordinate by coordinate."""
    return larger(t, eta * t)


@term("1_{{0} > 0}")
def positive(t: Expr) -> Expr:
    """1 where t is positive, 0 where it is negative, undefined at 0."""
    return slopes(t, 0)


@term(r"\phi'({0})")
def slope(t: Expr, eta: Expr) -> Expr:
    """The slope of phi: 1 where t is positive, eta where it is negative."""
    return slopes(t, eta)


@term("D({0})")
def D_printed(t: Expr, eta: Expr) -> Expr:
    """The D of (2): 1 where t is positive, eta where it is negative."""
    return diag(slopes(t, eta))


@term("D({0})")
def D_of(t: Expr, eta: Expr) -> Expr:
    """The D with phi(t) = Dt for every eta: max(1, eta) where t is positive, min(1, eta) where negative."""
    return diag(larger(1, eta) * positive(t) + smaller(1, eta) * positive(-t))


def layer(z: Expr, W: Expr, b: Expr, eta: Expr) -> Expr:
    """phi(Wz + b), (33)."""
    return phi(W @ z + b, eta)


def residual(z: Expr, W: Expr, b: Expr, eta: Expr, rho: Expr) -> Expr:
    """phi(Wz + b) + rho z, (1)."""
    return layer(z, W, b, eta) + rho * z


def linear(z: Expr, W: Expr, b: Expr, eta: Expr) -> Expr:
    """The matrix DW of the layer at z."""
    return D_of(W @ z + b, eta) @ W


def residual_linear(z: Expr, W: Expr, b: Expr, eta: Expr, rho: Expr) -> Expr:
    """The matrix DW + rho Id of the layer at z."""
    return linear(z, W, b, eta) + rho * I


def step(
    k: int, z: Expr, W: Expr, b: Expr, eta: Expr, rho: Expr | int | None = None, prime: str = ""
) -> tuple[Expr, Expr]:
    """Pre-activation t_k and output z_{k+1} of layer k at z, with a skip rho or without; D_k is named too.

    A `prime` marks a second point of the region, which has the same D_k.
    """
    t = named(f"t_{k}{prime}", W @ z + b)
    if not prime:
        named(f"D_{k}", D_of(t, eta))
    output = layer(z, W, b, eta) if rho is None else layer(z, W, b, eta) + rho * z
    return t, named(f"z_{k + 1}{prime}", output)


def trained(
    z: Expr, W: Expr, b: Expr, eta: Expr, rho: Expr | None = None, prime: str = ""
) -> tuple[Expr, Expr]:
    """The same for the trained layer, number 0, whose index is suppressed: t, D and its output z_1."""
    t = named(f"t{prime}", W @ z + b)
    if not prime:
        named("D", D_of(t, eta))
    output = layer(z, W, b, eta) if rho is None else layer(z, W, b, eta) + rho * z
    return t, named(f"z_1{prime}", output)


def outputs(before: Expr, after: Expr) -> None:
    """The outputs of the network at two points."""
    named(r"\hat{y}", before)
    named(r"\hat{y}'", after)


def active(t: Expr) -> Given:
    """No pre-activation vanishes, so that D is defined."""
    return given(t, "!=", 0)


def same_signs(t: Expr, *others: Expr) -> Given:
    """Two or more pre-activations in one open hyper-octant."""
    return given(reduce(smaller, [t * other for other in others]), ">", 0)
