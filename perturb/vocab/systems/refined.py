"""Functions of symmetric matrices in float64, from eigenvectors and what these are off to twice the digits.

With S V = V d + Y and V'V = I + G, both small, Q = V (I + G)^(-1/2) is orthogonal, and Q'SQ is d + E with
E = V'Y + (G d - d G) / 2, but for squares of small numbers. f(d + E) is f(d) + f[d] * E, entry by entry, f[d]
the quotients of differences of f; what is left is at most half the largest |f''| times |E|^2, in norm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.systems.doubled import ROUND, leading, norm, rough
from perturb.vocab.systems.rounding import EXTENDED, UNKNOWN

SMALL = 1e-6
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
    off = np.where(small < SMALL, off + 4 * small * (small * large + moved), UNKNOWN)
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
