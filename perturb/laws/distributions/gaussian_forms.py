"""Hermite functions and their integrals over a half line, for the largest eigenvalue of a Gaussian matrix."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import scipy

from perturb.types import FloatArray


def functions(n: int, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """phi_i(y), phi_i'(y), and the primitive of phi_i from -inf, i = 0..n: shape (len(y), n + 1) each."""
    finite = np.where(np.isfinite(y), y, 0.0)
    phi, slope, primitive = (np.zeros((len(y), n + 1)) for _ in range(3))
    phi[:, 0] = np.where(np.isfinite(y), pi**-0.25 * np.exp(-(finite**2) / 2), 0.0)
    primitive[:, 0] = pi**0.25 * sqrt(0.5) * scipy.special.erfc(-y / sqrt(2))
    before, earlier = np.zeros(len(y)), np.zeros(len(y))
    for i in range(n):
        phi[:, i + 1] = sqrt(2 / (i + 1)) * finite * phi[:, i] - sqrt(i / (i + 1)) * before
        primitive[:, i + 1] = sqrt(i / (i + 1)) * earlier - sqrt(2 / (i + 1)) * phi[:, i]
        before, earlier = phi[:, i], primitive[:, i]
    root = np.sqrt(2.0 * np.arange(n + 1))
    slope[:, 1:] = root[1:] * phi[:, :-1]
    slope -= finite[:, None] * phi
    return phi, slope, primitive


def products(phi: FloatArray, slope: FloatArray, error: FloatArray) -> FloatArray:
    """int phi_i phi_j over (-inf, y] for i, j < n: from the Wronskian, and on the diagonal by recurrence."""
    n = phi.shape[1] - 1
    wronskian = phi[:, :n, None] * slope[:, None, :n]
    wronskian = wronskian - wronskian.swapaxes(1, 2)
    index = np.arange(n)
    gap = 2.0 * (index[:, None] - index)
    gap[index, index] = 1.0
    inner: FloatArray = wronskian / gap
    step = phi[:, : n - 1] * phi[:, 1:n] / np.sqrt(2.0 * np.arange(1, n))
    inner[:, index, index] = (1 + error[:, None]) / 2
    inner[:, index[1:], index[1:]] -= np.cumsum(step, axis=1)
    return inner


def antisymmetric(phi: FloatArray, primitive: FloatArray, inner: FloatArray) -> FloatArray:
    """A_ij: from phi_i' = sqrt(i/2) phi_(i-1) - sqrt((i+1)/2) phi_(i+1), and A(phi_i', phi_j) by parts."""
    n = inner.shape[1]
    parts = 2 * inner - phi[:, :n, None] * primitive[:, None, :n]
    A = np.zeros_like(inner)
    for i in range(n - 1):
        before = A[:, i - 1, 0] if i else 0.0
        A[:, i + 1, 0] = sqrt(i / (i + 1)) * before - sqrt(2 / (i + 1)) * parts[:, i, 0]
    A[:, 0, :] = -A[:, :, 0]
    for i in range(n - 1):
        above = A[:, i - 1, 1:] if i else 0.0
        A[:, i + 1, 1:] = sqrt(i / (i + 1)) * above - sqrt(2 / (i + 1)) * parts[:, i, 1:]
    return A
