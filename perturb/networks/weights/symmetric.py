"""The ends of the spectrum of A + A' for a large square A, certified in the memory of little more than two.

With S = fl(A + A'), nearly orthonormal columns V and D = diag(d), d increasing:
 1. |S - (A + A')|_F <= u |S|_F, rounding once an entry (Weyl).
 2. |V'V - I| <= b < 1/2, |SV - VD| <= e. V'SV = D + E with E = V'(SV - VD) + (V'V - I) D, hence
    |E| <= sqrt(1 + b) e + b |D|, and the i-th eigenvalue of V'SV is that of S times a number in
    [1 - b, 1 + b] (Ostrowski). So those of S are in (d_i + [-|E|, |E|]) / [1 - b, 1 + b].
 3. |fl(SV) - SV|_F <= g |S|_F |V|_F as in `perturb.networks.weights.gram`; VD and the difference are rounded
     once.
"""

from __future__ import annotations

import numpy as np

from perturb.laws.ensembles.certified import UP, U
from perturb.networks.weights import gram
from perturb.networks.weights.eigen import eigenvectors
from perturb.types import FloatArray

Interval = tuple[float, float]


def extremes(load: gram.Load) -> tuple[Interval, Interval]:
    """Intervals that hold the least and the largest eigenvalue of A + A'; `load` as for singular values.

    ArithmeticError where LAPACK gives up.
    """
    d, V = eigenvectors(doubled(load()).T)
    b, size = gram.defect(V), gram.norm(V)
    S = doubled(load())
    total = 0.0
    for rows in gram.pieces(len(S), gram.block(S)):
        total += float(np.square(gram.product(S[rows].T, V) - V[rows] * d).sum())
    own, largest = gram.norm(S), float(np.abs(d).max())
    e = UP * (np.sqrt(total) + gram.gamma(len(S)) * own * size + 2 * U * size * largest) + gram.TINY
    off = UP * (np.sqrt(1 + b) * e + b * largest)
    if not (b < 0.5 and (np.diff(d) >= 0).all()):
        return (-own, own), (-own, own)
    least, most = (_divided(float(x), off, b, U * UP * own) for x in (d[0], d[-1]))
    return least, most


def doubled(A: FloatArray) -> FloatArray:
    """A becomes A + A', which is returned, a few rows at a time."""
    width = gram.block(A)
    for i in gram.pieces(len(A), width):
        for j in gram.pieces(len(A), width, i.start):
            A[i, j] = A[i, j] + A[j, i].T
            A[j, i] = A[i, j].T
    return A


def _divided(x: float, off: float, b: float, rounding: float) -> Interval:
    """[x - off, x + off] / [1 - b, 1 + b], and the rounding of the sum, outwards."""
    low, high = (x - off) * (1 - 4 * U * np.sign(x - off)), (x + off) * (1 + 4 * U * np.sign(x + off))
    low, high = low / (1 + b if low > 0 else 1 - b), high / (1 - b if high > 0 else 1 + b)
    room = UP * rounding + 8 * U * max(abs(low), abs(high))
    return float(low - room), float(high + room)
