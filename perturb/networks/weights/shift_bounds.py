"""Theorem 22 of riedi2022: bounds of kappa(X + I) without a mask, as printed and sharpened.

Each is a claim of the catalogue, named by its id; the proof of the sharpened one stands there.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from perturb.enclosure import Enclosure
from perturb.networks.weights.formulas import scaled
from perturb.networks.weights.residual import MaskBound, ShiftedLayer, bound


def shift_bounds(of: ShiftedLayer) -> list[MaskBound]:
    s, low, up = of.s_1, *of.tau
    square = of.size
    return [
        bound(
            "thm-22.76a",
            "Theorem 22 (76), first",
            "s_1(A) < rho",
            (s,),
            lambda s: 1 - s,
            (up, s),
            lambda up, s: (1 + up + s * s).sqrt() / (1 - s),
            norm_of(s, square),
        ),
        bound(
            "thm-22.76b",
            "Theorem 22 (76), second",
            "s_1(A) < rho",
            (s,),
            lambda s: 1 - s,
            (s,),
            lambda s: (1 + s) / (1 - s),
            norm_of(s, square),
        ),
        bound(
            "thm-22.77a",
            "Theorem 22 (77), first",
            "tau_low(A) > -rho",
            (low,),
            lambda x: 1 + x,
            (low, up, s, of.s_n),
            lambda low, up, s, least: ((1 + up + s * s) / (1 + low + least * least)).sqrt(),
            minus_low(low, square),
        ),
        bound(
            "thm-22.77b",
            "Theorem 22 (77), second",
            "tau_low(A) > -rho",
            (low,),
            lambda x: 1 + x,
            (low, s),
            lambda low, s: (1 + s) / (1 + low).sqrt(),
            minus_low(low, square),
        ),
        bound(
            "thm-22.76a~sharpened",
            "(76) and (77) in one",
            "the best of three lower bounds of s_n > 0",
            (low, of.s_n),
            _least,
            (low, up, s, of.s_n),
            lambda low, up, s, least: (1 + up + s * s).sqrt() / _least(low, least),
            None,
            "sharpened",
        ),
    ]


def _least(low: Any, s_n: Any) -> Any:
    """The largest of three lower bounds of s_n(X + I)."""
    root = (1 + low + s_n * s_n).max(arb(0)).sqrt()
    return (1 + low / 2).max(s_n - 1).max(root)


def norm_of(x: Enclosure, size: fmpq) -> fmpq | None:
    """s_1(A) from above."""
    return scaled(x, size).hi


def minus_low(low: Enclosure, size: fmpq) -> fmpq | None:
    """-tau_low(A) from above, or 0."""
    return None if low.lo is None else max(-low.lo * size, fmpq(0))
