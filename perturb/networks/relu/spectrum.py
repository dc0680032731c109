"""The singular values of a dense layer in balls, for every size, from one float64 decomposition."""

from __future__ import annotations

import numpy as np
from flint import arb, ctx, fmpq

from perturb.enclosure import Enclosure
from perturb.networks.relu.dense import Dense
from perturb.networks.relu.directions import enclosed
from perturb.networks.relu.linear_widths import BITS, ROUNDING, factors

TRUSTS = frozenset({"weyl", "ostrowski"})


def layer_singular_values(layer: Dense) -> list[Enclosure]:
    """All min(m, n) singular values of the weight, in decreasing order, each to about 1e-12 s_1.

    Of a double layer those of the exact product WM: at most k are not 0, and the others are exactly 0. With
    A = U diag(s) V + E in float64, |U'U - I| <= a and |VV' - I| <= b, the i-th lies within |E| of s_i times
    sqrt((1 +- a)(1 +- b)). ValueError for anything but a Dense layer.
    """
    if not isinstance(layer, Dense):
        raise ValueError(f"layer: a {type(layer).__name__} is no Dense layer")
    inner, least = layer.factors[-1].shape[0], min(layer.shape)
    with ctx.workprec(BITS):
        found = factors(layer.weight)
        off = found.residual * arb(2) ** found.power + _product_error(layer)
        scale = found.stretch * arb(2) ** found.power
        balls = [scale * arb(value) + arb(0, 1) * off for value in found.s.tolist()]
        kept = least if len(layer.factors) == 1 else min(inner, least)
        return [_positive(enclosed(ball, TRUSTS)) for ball in balls[:kept]] + [
            Enclosure(fmpq(0), fmpq(0)) for _ in range(least - min(kept, len(balls)))
        ]


def relu_bounds(values: list[Enclosure]) -> list[Enclosure]:
    """[s_{k+1} / sqrt(2), s_{k+1}] around s_k, as `relu_singular_bounds`, for singular values in balls."""
    with ctx.workprec(BITS):
        share = fmpq(*float((arb(1) / 2).sqrt().lower()).as_integer_ratio()) - fmpq(1, 2**52)
    return [Enclosure((x.lo or fmpq(0)) * share, x.hi, trusts=x.trusts) for x in values]


def _product_error(layer: Dense) -> arb:
    """A bound of |fl(WM) - WM| in the Frobenius norm; 0 for a single layer."""
    if len(layer.factors) == 1:
        return arb(0)
    W, M = (np.abs(factor) for factor in layer.factors)
    size = float(np.linalg.norm(W @ M)) * (1 + 2.0**-20)
    return arb((W.shape[1] + 4) * ROUNDING * size) + arb(2) ** -1000


def _positive(x: Enclosure) -> Enclosure:
    if x.lo is None or x.lo >= 0:
        return x
    return Enclosure(fmpq(0), x.hi, trusts=x.trusts)
