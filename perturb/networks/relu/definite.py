"""Which symmetric matrices of a batch are certainly positive definite: elimination whose rounding is
bounded.

Only numpy's elementwise + - * / are trusted, each rounded to nearest as IEEE 754 says; no LAPACK.

Lemma (after Demmel 1989, Rump 2006). Let X be a symmetric n x n matrix of floats and let x_ij - x_ik x_jk /
p, p = x_kk, be computed n times, each operation with a relative error below u = 2^-53, all pivots p
positive. Then lambda_min(X) >= -c tr(X), c = (n + 3) u / (1 - 2 (n + 3) u). Proof: with r_ik = x_ik /
sqrt(p) every step reads x_ij = r_ik r_jk (1 + d)(1 + d') + x_ij'/(1 + d''), so, summed, |X - RR'| <= c'
|R||R|' entry by entry with c' = (n + 3) u / (1 - (n + 3) u). By Cauchy-Schwarz (|R||R|')_ij <= (|r_i|^2
|r_j|^2)^(1/2), and |r_i|^2 <= x_ii / (1 - c'), so the matrix of errors has norm at most c' / (1 - c')
tr(X), while RR' >= 0. Underflow adds less than n^2 2^-1074, which the margin below, four times what the
lemma asks for, covers as long as the trace exceeds 1e-200.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SMALLEST, LARGEST = 1e-200, 1e200


def margin(n: int) -> float:
    """What a share of the trace must be taken from the diagonal before elimination proves anything."""
    return (n + 4) * 2.0**-50


def certainly_definite(M: Floats, slack: Floats | float = 0.0) -> Flags:
    """For each of M (B, n, n), symmetric: is every symmetric matrix within `slack` (norm) of it positive
    definite?

    True is a proof; False means "not known".
    """
    n = M.shape[-1]
    X = np.moveaxis(M, 0, -1).copy()
    diagonal = np.arange(n)
    trace = np.abs(X[diagonal, diagonal]).sum(axis=0)
    X[diagonal, diagonal] -= (slack + margin(n) * (trace + slack)) * (1 + 2.0**-40)
    known = (trace > SMALLEST) & (trace < LARGEST)
    for k in range(n):
        pivot = X[k, k]
        known &= pivot > 0
        column = X[k + 1 :, k]
        X[k + 1 :, k + 1 :] -= column[:, None] * column / np.where(known, pivot, 1.0)
    found: Flags = known
    return found


def certified_top(S: Floats, slack: float) -> float:
    """An upper bound of lambda_max of every symmetric matrix within `slack` of S; infinite on failure."""
    top = float(np.linalg.eigvalsh(S)[-1]) + slack
    for gap in (2.0**-40, 2.0**-30, 2.0**-20):
        t = top * (1 + gap * len(S)) + slack
        if certainly_definite((t * np.eye(len(S)) - S)[None], slack + 4 * 2.0**-52 * t)[0]:
            return t
    return np.inf
