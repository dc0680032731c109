"""The cdf of sums with free elements and behind masks by other formulas than their own, in balls."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import acb, arb, fmpq, fmpq_poly

from perturb.laws.distributions.masked_dyson import Model


def exact_of(value: float) -> fmpq:
    return fmpq(*float(value).as_integer_ratio())


def above(points: list[fmpq], weights: list[fmpq], variance: fmpq, x: arb) -> arb:
    """The mass above x, from all roots of the rational polynomial of the subordination point."""
    whole, rest = fmpq_poly([1]), fmpq_poly([0])
    for p, a in zip(weights, points, strict=True):
        whole, rest = whole * fmpq_poly([-a, 1]), rest * fmpq_poly([-a, 1]) + whole * (variance * p)
    roots: list[Any] = (fmpq_poly([-exact_of(float(x)), 1]) * whole + rest).complex_roots()
    w = max((root for root, _ in roots), key=lambda root: float(root.imag))
    G = sum((arb(p) / (w - arb(a)) for p, a in zip(weights, points, strict=True)), acb(0))
    turn = sum((arb(p) * (w - arb(a)).arg() for p, a in zip(weights, points, strict=True)), arb(0))
    return (turn + arb(variance) * (G * G).imag / 2) / arb.pi()


def below(model: Model, v: arb) -> arb:
    """The mass below a singular value v inside a band, by `Model.below` with more digits: no quadrature.

    q and s are what Newton's method has settled to, the mass is stationary in both.
    """
    x = v * v
    q, s = (complex(root[0]) for root in model.solved(np.array([float(x)])))
    Q, S = model.exactly(x, q, s)
    found = -(Q * S).imag / arb(model.a)
    for p, d, e, t in zip(model.p, model.d, model.e, model.t, strict=True):
        P = 1 + d * Q
        # From below the cut, where the imaginary part is exactly 0.
        found += p * (P.arg() - (e * S - x + t / P).conjugate().arg())
    return -found / arb.pi()
