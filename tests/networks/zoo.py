"""Small networks to test on: plain, residual, one skip over two layers, rectangular; exact or float64."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perturb.networks import Network, chain, dense, leaky, residual

ETAS = (Fraction(0), Fraction(1, 10), Fraction(-1), Fraction(1), Fraction(3))


def numbers(rng: np.random.Generator, *shape: int, exact: bool = True) -> Any:
    """Multiples of 1/64, as Fractions or floats; odd, so that few pre-activations vanish."""
    drawn = 2 * rng.integers(-64, 64, size=shape) + 1
    if not exact:
        return drawn / 64
    return np.array([Fraction(int(x), 64) for x in drawn.ravel()], dtype=object).reshape(shape)


def layer(rng: np.random.Generator, m: int, n: int, eta: Any, rho: Any = 0, exact: bool = True) -> Network:
    """z -> phi(Wz + b) + rho z with phi(t) = max(t, eta t)."""
    W, b = numbers(rng, m, n, exact=exact), numbers(rng, m, exact=exact)
    plain = dense([W], [b], last=leaky(eta))
    return residual(plain, rho) if rho != 0 else plain


def networks(rng: np.random.Generator, eta: Any, exact: bool = True) -> dict[str, Network]:
    """Every shape of network that the paper speaks of; all take inputs of 3 components."""
    if not exact:
        eta = float(eta)

    def square(rho: Any) -> Network:
        return layer(rng, 3, 3, eta, rho, exact)

    return {
        "one layer": square(0),
        "plain": chain(square(0), square(0), square(0)),
        "residual": chain(square(1), square(1), square(Fraction(1, 2) if exact else 0.5)),
        "one skip": chain(square(0), residual(chain(square(0), square(0)), 2)),
        "rectangular": chain(layer(rng, 4, 3, eta, 0, exact), layer(rng, 2, 4, eta, 0, exact)),
    }
