"""Moments of a law by quadrature of its density; a law that has formulas overrides the methods instead."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from scipy.integrate import quad

if TYPE_CHECKING:
    from perturb.laws.base import ContinuousLaw


def raw(law: ContinuousLaw, order: int) -> float:
    """E X^order by adaptive quadrature; ValueError unless order is a non-negative integer."""
    if order < 0 or order != int(order):
        raise ValueError(f"order must be a non-negative integer, got {order}")
    return _integral(law, 0.0, int(order))


def central(law: ContinuousLaw, order: int) -> float:
    """E (X - E X)^order by adaptive quadrature."""
    return _integral(law, law.mean(), order)


def _integral(law: ContinuousLaw, centre: float, order: int) -> float:
    """Split at quantiles, so that no part of the density is overlooked."""
    cuts = [law.support[0], *(float(law.ppf(q)) for q in (1e-6, 0.1, 0.5, 0.9, 1 - 1e-6)), law.support[1]]
    total = 0.0
    for a, b in pairwise(cuts):
        if a < b:
            total += quad(lambda x: (x - centre) ** order * float(law.pdf(x)), a, b, epsabs=0, limit=200)[0]
    return float(np.float64(total))
