"""The numerical radius of a real matrix: closed forms where there are some, else directions, halved."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from tests.fuzz import algebra
from tests.fuzz.algebra import Matrix
from tests.fuzz.matrices import centre, exact, transpose
from tests.fuzz.tower import ONE, Approx, Number, absolute, add, div, larger, mul, sign, sqrt, sub


def numerical_radius(A: Matrix) -> Number:
    if len(A) == 1:
        return absolute(A[0][0])
    if exact(A) and transpose(A) == A:
        return algebra.moduli(A)[0]
    if exact(A) and len(A) == 2:
        return _radius_of_ellipse(A)
    V, norm, e = centre(A)
    if norm == 0:
        return Approx(norm, e)
    found, error = _widest(np.array([[float(x / norm) for x in row] for row in V.tolist()]))
    return Approx(norm * found, norm * error + e)


def _radius_of_ellipse(A: Matrix) -> Number:
    """Elliptic range: W(A) has the eigenvalues as foci; a real A has it symmetric about the real line."""
    (a, b), (c, d) = A
    centre = (a + d) / 2
    # In coordinates x + iy: half axes from the symmetric part (real) and the skew part (imaginary).
    across, up = sqrt(((a - d) / 2) ** 2 + ((b + c) / 2) ** 2), abs(b - c) / 2
    return _farthest(abs(centre), across, up)


def _farthest(a: Fraction, p: Number, q: Fraction) -> Number:
    """max |a + p cos t + i q sin t|, a >= 0: at t = 0, or at cos t = a p / (q^2 - p^2) where that is < 1."""
    end, gap = add(a, p), sub(mul(q, q), mul(p, p))
    if sign(gap) != 1 or sign(sub(mul(a, p), gap)) != -1:
        return end
    cos = div(mul(a, p), gap)
    sin2 = sub(ONE, mul(cos, cos))
    along = add(a, mul(p, cos))
    return larger(end, sqrt(add(mul(along, along), mul(mul(q, q), sin2))))


def _support(A: Any, angles: Any) -> Any:
    turned = np.exp(-1j * angles)[:, None, None] * A[None]
    return np.linalg.eigvalsh((turned + np.conj(np.swapaxes(turned, 1, 2))) / 2)[:, -1]


def _widest(A: Any) -> tuple[float, float]:
    """A point of W(A) in a direction of [a, b] has modulus at most max(f(a), f(b)) / cos((b - a) / 2)."""
    angles = np.linspace(0.0, np.pi, 33)
    ends = list(pairwise(angles))
    best, bound, width = 0.0, np.inf, np.pi / 32
    while width > 1e-7 and len(ends) <= 2048:
        low, high = (np.array(x) for x in zip(*ends, strict=True))
        f = np.maximum(_support(A, low), _support(A, high))
        best, bound = max(best, float(f.max())), float(f.max()) / np.cos(width / 2)
        kept = f / np.cos(width / 2) >= best - 1e-13
        middle, width = (low + high) / 2, width / 2
        parts = [(low[kept], middle[kept]), (middle[kept], high[kept])]
        ends = [pair for a, b in parts for pair in zip(a, b, strict=True)]
    return best, max(bound - best, 0.0) + 1e-12
