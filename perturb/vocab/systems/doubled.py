"""Float64 matrices to twice the digits, by float64 products that are exact: what needs no longer numbers.

As in `longer`, with one scale for a whole matrix, so that a batch is looked at a few times only; graded
matrices are left to the longer numbers. Bounds are in the Frobenius norm, and hold for sums in any order.

The exponential of float64 matrices by scaling and squaring in pairs of float64 numbers, high + low.

A matrix is scaled until its square is at most 1/256 in norm, so that few terms of the series need more digits
than float64 has. Squaring doubles what it is off, times the norm of what is squared, at most e^(mu t) for
e^(A t), mu the largest eigenvalue of the symmetric part. All other norms are those of Frobenius.

Functions of symmetric matrices in float64, from eigenvectors and what these are off to twice the digits.

With S V = V d + Y and V'V = I + G, both small, Q = V (I + G)^(-1/2) is orthogonal, and Q'SQ is d + E with
E = V'Y + (G d - d G) / 2, but for squares of small numbers. f(d + E) is f(d) + f[d] * E, entry by entry, f[d]
the quotients of differences of f; what is left is at most half the largest |f''| times |E|^2, in norm.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.systems.rounding import EXTENDED, UNKNOWN

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


NEGLIGIBLE = 1e-6
SPREAD = 1e-12  # between the eigenvalues
NEAR = 1e-4  # numbers that are closer, as parts of themselves, are taken so far apart for their quotient
COARSE = 1e-4  # what these quotients are off, of the largest slope
BENT = 100.0  # for |f''| up to so many slopes over x


class Refined(NamedTuple):
    """Of S: Q'SQ is in norm at most `off` away from d + E, Q at most `skew` from V (I - G/2)."""

    values: Any  # ascending, (B, n)
    vectors: Any
    parts: tuple[Any, Any]  # of the vectors: leading bits, and what is left
    E: Any
    G: Any
    off: Any
    skew: Any


def turned(A: Any) -> Any:
    return np.swapaxes(A, -1, -2)


def refined(S: Any) -> Refined:
    d, V = np.linalg.eigh(S)
    n, large, long, row = S.shape[-1], norm(S), norm(V), d[..., None, :]
    S1, V1, d1 = leading(S, large, n), leading(V, long, n), leading(row, large, n)
    V2 = V - V1
    G = V1.swapaxes(-1, -2) @ V1
    G -= np.eye(n)
    G += turned(V1) @ V2
    G += turned(V2) @ V
    Y = S1 @ V1
    Y -= V1 * d1
    Y += S1 @ V2
    Y -= V2 * d1
    Y += (S - S1) @ V
    Y -= V * (row - d1)
    Z = turned(V) @ Y
    Z += (G * row - turned(G * row)) / 2
    E = (Z + turned(Z)) / 2
    small, moved = norm(G) + rough(n) * long**2, norm(Z) + rough(n) * large * long
    off = 2 * rough(n) * large * (long + long**2) + n * ROUND * long * norm(Y)
    off = np.where(small < NEGLIGIBLE, off + 4 * small * (small * large + moved), UNKNOWN)
    return Refined(d, V, (V1, V2), E, G, off, rough(n) * long**2 + 3 * small**2)


def function(
    f: Callable[[Any], Any], slope: Callable[[Any, Any], Any], bent: Any, found: Refined
) -> tuple[Any, Any]:
    """f(S) of a positive definite matrix, and how far its entries may be off.

    `slope` is the largest |f'| between two numbers, |f''(x)| at most bent |f'(x) / x|.
    """
    d, V, (V1, V2), n = found.values, found.vectors, found.parts, found.vectors.shape[-1]
    near = norm(found.E) + found.off
    least, most = d[..., :1, None] - near, d[..., -1:, None] + near
    with np.errstate(all="ignore"):
        longer, steep = f(d.astype(np.longdouble)), slope(least, most)
        values = longer.astype(float)
        F = quotients(f, d, values) * found.E
        GF = found.G * values[..., None, :]
        F -= (GF + turned(GF)) / 2
        K, row = V * values[..., None, :], values[..., None, :]
        high, large, long = np.abs(row).max(axis=-1, keepdims=True), norm(K), norm(V)
        K1, row1 = leading(K, large, n), leading(row, high, n)
        rest = V1 * row1  # what K is rounded by, and what is left of it
        rest -= K1
        rest += V2 * row1
        rest += V * (row - row1 + (longer - values).astype(float)[..., None, :])
        rest += V @ F
        v = K1 @ turned(V1)
        rest = rest @ turned(V)
        rest += K1 @ turned(V2)
        v += rest
        e = steep * (found.off + COARSE * near + near * (bent * near / least + 2 * norm(found.G)))
        e = e + 1e-10 * high * near / least  # the quotients of differences that are rounded
        e = (
            e
            + high * (found.skew + 8 * EXTENDED)
            + 1.1 * ROUND * np.abs(v)
            + rough(n) * large * long
            + 2 * n * ROUND * long * norm(F)
        )
    sound = (least > SPREAD * most) & (bent < BENT)
    return v, np.where(sound, 1.1 * e, UNKNOWN)


def quotients(f: Callable[[Any], Any], d: Any, values: Any) -> Any:
    """Of the differences of f and of its arguments; of close arguments those of two that are NEAR apart."""
    gaps = d[..., :, None] - d[..., None, :]
    close = np.abs(gaps) <= NEAR * d[..., None, :]
    np.copyto(gaps, 1.0, where=close)
    found = (values[..., :, None] - values[..., None, :]) / gaps
    b, i, j = np.nonzero(close)
    middle = (d[b, i] + d[b, j]) / 2
    found[b, i, j] = (f(middle * (1 + NEAR)) - f(middle * (1 - NEAR))) / (2 * NEAR * middle)
    return found
