"""Float64 matrices to twice the digits, by float64 products that are exact: what needs no longer numbers.

As in `longer`, with one scale for a whole matrix, so that a batch is looked at a few times only; graded
matrices are left to the longer numbers. Bounds are in the Frobenius norm, and hold for sums in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.systems.rounding import UNKNOWN

BITS = 53
ROUND = 2.0**-BITS  # the unit of rounding
SMALL = 0.01


def norm(A: Any) -> Any:
    """The Frobenius norm, (B, 1, 1)."""
    return np.sqrt(np.einsum("...ij,...ij->...", A, A))[..., None, None]


def lengths(A: Any) -> Any:
    """Of the rows, (B, n, 1)."""
    return np.sqrt(np.einsum("...ij,...ij->...i", A, A))[..., None]


def bits(n: int) -> int:
    """Of sums of n products none is rounded when the factors have so many bits."""
    return (BITS - n.bit_length()) // 2


def leading(x: Any, size: Any, n: int) -> Any:
    """The first bits of numbers up to `size`: n products of two such are added without rounding."""
    shift = 1.5 * np.ldexp(1.0, np.frexp(size)[1] + BITS - 1 - bits(n))
    found = x + shift
    found -= shift
    return found


def rough(n: int) -> float:
    """What products with all but the leading bits are off, of both norms: these bits are n 2^-bits of one."""
    return float(2.1 * (n + 4) * n * 2.0 ** (-BITS - bits(n)))


def residual(A: Any, X: Any, B: Any) -> tuple[Any, Any]:
    """B - A X of matrices, A square, that are nearly one, and how far it may be off."""
    n, large, high = A.shape[-1], norm(A), norm(X)
    A1, X1 = leading(A, large, n), leading(X, high, n)
    R = B - A1 @ X1
    R -= A1 @ (X - X1)
    R -= (A - A1) @ X
    return R, rough(n) * large * high


def inverse(A: Any, first: Callable[[Any], Any]) -> tuple[Any, Any]:
    """One step of Newton's method: with A X = I - R the inverse is X + X R + X R^2 + ..."""
    n = A.shape[-1]
    X = first(A)
    R, off = residual(A, X, np.eye(n))
    high, left = lengths(X), norm(R) + off
    e = high.max(axis=-2, keepdims=True) * (1.02 * (off + left**2) + n * ROUND * left)
    X += X @ R
    sizes = np.abs(X)
    sizes *= 2 * ROUND
    sizes += np.where(left < SMALL, e, UNKNOWN)
    return X, sizes
