"""The exponential of float64 matrices by scaling and squaring in pairs of float64 numbers, high + low.

A matrix is scaled until its square is at most 1/256 in norm, so that few terms of the series need more digits
than float64 has. Squaring doubles what it is off, times the norm of what is squared, at most e^(mu t) for
e^(A t), mu the largest eigenvalue of the symmetric part. All other norms are those of Frobenius.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from perturb.vocab.systems.doubled import ROUND, leading, norm

FINER = 4  # halvings more than what takes the root of the norm of A^2 to 1
COEFFICIENTS = [1 / math.factorial(k) for k in range(12)]
Pair = tuple[Any, Any]


def square(x: Pair) -> tuple[Any, Any, Any]:
    """Of the leading bits, what is left of it, and how far their sum may be off."""
    size, n = norm(x[0]), x[0].shape[-1]
    head = leading(x[0], size, n)
    tail = x[0] - head
    tail += x[1]
    rest = head @ tail
    rest += tail @ x[0]
    return head @ head, rest, 2.2 * (n + 4) * ROUND * size * (norm(tail) + ROUND * size)


def quickly(large: Any, small: Any) -> Pair:
    """The sum of two numbers, the larger first."""
    high = large + small
    left = high - large
    return high, np.subtract(small, left, out=left)


def added(x: Any, y: Any) -> Pair:
    """The sum of any two numbers, without rounding (Knuth)."""
    high = x + y
    other = high - x
    low = x - (high - other)
    other -= y
    low -= other
    return high, low


def exponential(A: Any) -> tuple[Any, Any]:
    """Of a batch, and how far its entries may be off: e^A - I by (I + X)^2 = I + 2 X + X^2."""
    first, rest, off = square((A, 0.0))
    A2 = quickly(first, rest)
    size = np.sqrt(norm(A2[0]) + off)
    halvings = max(int(np.ceil(np.log2(size.max(initial=1e-300)))) + FINER, 0)
    quarter = 4.0**-halvings
    X, e = _series(A * 2.0**-halvings, (A2[0] * quarter, A2[1] * quarter), off * quarter)
    rise = logarithmic_norm(A)
    for k in range(halvings, 0, -1):
        high = np.minimum(1 + norm(X[0]), np.exp(rise * 2.0**-k)) + e
        first, rest, off = square(X)
        double, low = added(2 * X[0], first)
        rest += low
        rest += 2 * X[1]
        X = quickly(double, rest)
        e = 1.01 * ((2 * high + e) * e + off + 4 * ROUND * norm(rest))
    _diagonal(X[0])[...] += 1.0
    return X[0], e + 2 * ROUND * (np.abs(X[0]) + np.eye(A.shape[-1]))


def _series(A: Any, square: Pair, off: Any) -> tuple[Pair, Any]:
    """A + A^2/2 in pairs, what follows in float64; the remainder is that of A^11."""
    n, c, A2 = A.shape[-1], COEFFICIENTS, square[0]
    A3, A4 = A2 @ A, A2 @ A2
    inner = c[9] * A
    inner += c[10] * A2
    _diagonal(inner)[...] += c[8]
    inner = A4 @ inner
    for k, power in ((5, A), (6, A2), (7, A3)):
        inner += c[k] * power
    _diagonal(inner)[...] += c[4]
    rest = A4 @ inner
    rest += c[3] * A3
    high, low = added(A, A2 / 2)
    rest += low
    rest += square[1] / 2
    a, b, root = norm(A), norm(A2) + off, n**0.5
    rounded = (n + 8) * ROUND * (a * b * c[3] + 2 * b * b * (root * c[4] + a))
    return quickly(high, rest), 1.1 * (off + rounded + (1 + a) * a * b**5 * c[11] + 8 * ROUND * norm(rest))


def _diagonal(A: Any) -> Any:
    return np.einsum("...ii->...i", A)


def logarithmic_norm(A: Any) -> Any:
    """At least the largest eigenvalue of the symmetric part: the root of the norm of its sixteenth power."""
    H = (A + np.swapaxes(A, -1, -2)) / 2
    size = np.maximum(norm(H), 1e-100)
    H /= size
    for _ in range(4):
        H = H @ H
    return 1.0001 * size * (norm(H) + 80 * A.shape[-1] * ROUND) ** 0.0625
