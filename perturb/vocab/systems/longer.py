"""Products, inverses and spectra in the longer numbers of a processor, by float64 products that are exact.

The leading bits of two matrices, few enough that LAPACK's sums of their products are not rounded, are split
off (Ozaki, Ogita, Oishi and Rump 2012); what they leave is 2^-20 times smaller, and so are its roundings.
Eigenvectors are refined by one step of Ogita and Aishima (2018). Each bound is found from what came out, not
from how it came out. Rules are as in `rounding`; the numbers are longdouble, bounds float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.systems.rounding import EXTENDED, UNKNOWN, bilinear, inner_size, longer, safe, size

PRODUCT = bilinear(inner_size)
BITS = 53  # of a float64 number


def turned(A: Any) -> Any:
    return np.swapaxes(A, -1, -2)


def length(A: Any) -> Any:
    """The Frobenius norm in float64, (B, 1, 1)."""
    A = np.asarray(A, dtype=float)
    return np.sqrt(np.einsum("...ij,...ij->...", A, A))[..., None, None]


def spread(e: Any, x: Any) -> Any:
    """How far each entry is off, in float64."""
    return np.broadcast_to(size(e, x), np.shape(x)).astype(float)


def product(x: Any, y: Any) -> tuple[Any, Any]:
    """x y of exact matrices, and how far its entries may be off."""
    n, heads = x.shape[-1], (x.astype(float), y.astype(float))
    tops = [np.abs(head).max(axis=axis, keepdims=True) for head, axis in zip(heads, (-1, -2), strict=True)]
    (x1, x2), (y1, y2) = (_split(*parts, _bits(n)) for parts in zip((x, y), heads, tops, strict=True))
    v = (x1 @ y1) + (x1 @ y2 + x2 @ (y1 + y2)).astype(np.longdouble)
    return v, 1.01 * (EXTENDED * np.abs(v.astype(float)) + _rough(n) * tops[0] * tops[1])


def _bits(n: int) -> int:
    """Of sums of n products none is rounded when the factors have so many bits."""
    return (BITS - int(n).bit_length()) // 2


def _rough(n: int) -> float:
    """What n products of all but the first bits are off, of the largest number in the row and the column."""
    return float(4 * (n + 2) ** 2 * 2.0 ** (-BITS - _bits(n)))


def _split(x: Any, head: Any, top: Any, bits: int) -> tuple[Any, Any]:
    """The first bits below the largest number of the row or column, and what is left of it, in float64."""
    shift = 1.5 * np.ldexp(1.0, np.frexp(top)[1] + BITS - 1 - bits) * (top > 0)
    first = (head + shift) - shift
    return first, (x - first).astype(float)


@longer(PRODUCT)
def matmul(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v, e = product(*[x.astype(np.longdouble, copy=False) for x in xs])
    (x, y), (ex, ey) = (np.abs(x).astype(float) for x in xs), es
    if ex is not None:
        e = e + 1.01 * (spread(ex, x) @ y)
    if ey is not None:
        e = e + 1.01 * ((x + (0.0 if ex is None else spread(ex, x))) @ spread(ey, y))
    return v, e


def neumann(sizes: Any, R: Any) -> Any:
    """A bound of |X| (R + R^2 + ...) entry by entry, all not negative; for R small."""
    once, sums = sizes @ R, R.sum(axis=-2, keepdims=True)
    small = sums.max(axis=-1, keepdims=True) < 0.01
    return np.where(small, 1.02 * (once + once.max(axis=-1, keepdims=True) * sums), UNKNOWN)


def inverse(A: Any, error: Any, first: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Newton's step from an inverse in float64; X - A^-1 = -A^-1 (I - A X)."""
    one = np.eye(A.shape[-1])
    X0 = first(A.astype(float))
    step = X0 @ (one - product(A, X0.astype(np.longdouble))[0]).astype(float)
    X = X0.astype(np.longdouble) + step
    AX, off = product(A, X)
    sizes = np.abs(X).astype(float)
    R = np.abs(one - AX).astype(float) + 1.01 * off
    if error is not None:
        R = R + 1.01 * (spread(error, A) @ sizes)
    return X, neumann(sizes, R) + EXTENDED * sizes


GROUPS = 5  # of four powers in the series of the exponential
COEFFICIENTS = [1 / np.longdouble(math.factorial(k)) for k in range(4 * GROUPS + 4)]


def start(A: Any, times: Callable[[Any, Any], Any], groups: int = GROUPS) -> tuple[Any, int]:
    """24 terms of e^(A / 2^k), of row sums at most 1, by 8 products; and k. What follows is below 2^-78.

    No power goes through more than 7 products; 5 roundings are of numbers up to e, those of A^2 and A^3 of
    1/2 and 1/6, all else of what the terms from A^4 / 4! on are.
    """
    norm = float(np.abs(A).sum(axis=-1).max(initial=1e-300))
    halvings = max(int(np.ceil(np.log2(norm))), 0)
    first = A / A.dtype.type(2.0**halvings)
    second = times(first, first)
    powers = np.eye(A.shape[-1], dtype=A.dtype), first, second, times(second, first)
    fourth, found = times(second, second), None
    for group in range(groups, -1, -1):
        own = sum(A.dtype.type(COEFFICIENTS[4 * group + k]) * power for k, power in enumerate(powers))
        found = own if found is None else times(found, fourth) + own
    return found, halvings


def exponential(A: Any) -> tuple[Any, Any]:
    """The series squared k times: errors in the Euclidean operator norm."""
    n = A.shape[-1]
    R, halvings = start(A, lambda x, y: product(x, y)[0])
    own = 10 * EXTENDED * n**0.5 + 4 * n * _rough(n) * float(np.abs(A).max()) / 2.0**halvings
    e = np.full((len(A), 1, 1), own)
    for _ in range(halvings):
        (R, rounded), high = product(R, R), operator(R)
        e = (2 * high + e) * e + 1.01 * length(rounded)
    return R, e


def operator(R: Any) -> Any:
    """At least the operator norm: the 16th root of the Frobenius norm of (R'R)^8."""
    G = np.asarray(R, dtype=float)
    scale = np.maximum(length(G), 1e-30)
    G = G / scale
    G = turned(G) @ G
    for _ in range(3):
        G = G @ G
    return 1.01 * scale * (length(G) + 1e-13) ** (1 / 16)


class Eigen(NamedTuple):
    """V D V' is in norm at most `off` away from A, and V at most `skew` from an orthogonal matrix."""

    values: Any  # ascending but for their last digits, (B, n)
    vectors: Any
    off: Any
    skew: Any


def eigenpairs(A: Any, error: Any) -> Eigen:
    """Of a symmetric matrix, for A what its symmetric part is."""
    S = (A + turned(A)) / 2
    V = _refined(S, *np.linalg.eigh(S.astype(float)))
    AV, one = product(S, V), product(turned(V), V)
    d = (V * AV[0]).sum(axis=-2) / np.einsum("...ii->...i", one[0])
    left = length(AV[0] - V * d[..., None, :]) + length(AV[1])
    skew = length(one[0] - np.eye(A.shape[-1])) + length(one[1])
    moved = 0.0 if error is None else length(spread(error, A))
    own = 8 * EXTENDED * length(S)
    return Eigen(
        d,
        V,
        1.01 * (left + 2.1 * length(S) * skew + own + moved),
        np.where(skew < 0.01, 1.01 * skew, UNKNOWN),
    )


def _refined(S: Any, values: Any, vectors: Any) -> Any:
    V = vectors.astype(np.longdouble)
    T = product(turned(V), product(S, V)[0])[0]
    R = np.eye(S.shape[-1]) - product(turned(V), V)[0]
    d = np.einsum("...ii->...i", T) / (1 - np.einsum("...ii->...i", R))
    gaps = (d[..., None, :] - d[..., :, None]).astype(float)
    close = np.abs(gaps) <= 2 * (length(S) * length(R) + length(T - np.eye(S.shape[-1]) * d[..., None, :]))
    E = np.where(close, R / 2, (T + d[..., None, :] * R) / np.where(close, 1.0, gaps)).astype(float)
    return V + vectors @ E


def determinant(A: Any) -> tuple[Any, Any]:
    """The product of the diagonal of R in A = QR + D, up to its sign; what is left is det(I + R^-1 Q'D).

    That is at most exp |R^-1| |D| away from 1, and det Q at most n^(1/2) |I - Q'Q| from 1 or -1.
    """
    n, one = A.shape[-1], np.eye(A.shape[-1])
    Q, R = np.linalg.qr(A.astype(float))
    diagonal = np.einsum("...ii->...i", R)
    back = np.linalg.inv(np.where((diagonal != 0).all(axis=-1)[..., None, None], R, one))
    (QR, rough), (QQ, skewed) = product(*_longer(Q, R)), product(*_longer(turned(Q), Q))
    skew = length(QQ - one) + length(skewed)
    left = 1.01 * (1 + skew) * (length(A - QR) + length(rough)) * 1.1 * length(back)
    v = np.linalg.slogdet(Q)[0][..., None, None] * diagonal.prod(axis=-1)[..., None, None]
    sizes = np.abs(diagonal)
    inside = safe(np.maximum(sizes, 1).prod(axis=-1)) & safe(np.minimum(sizes, 1).prod(axis=-1))
    sound = inside[..., None, None] & (length(one - R @ back) < 0.05) & (skew < 0.01) & (left < 0.1)
    part = 1.1 * left + 2 * n**0.5 * skew + n * 2.0 ** (1 - BITS)
    return v, np.where(sound, part * np.abs(v), UNKNOWN)


def _longer(*arrays: Any) -> list[Any]:
    return [a.astype(np.longdouble) for a in arrays]
