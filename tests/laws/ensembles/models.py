"""Small helpers of the tests of samplers: a generator, tridiagonal models as dense matrices."""

from __future__ import annotations

import numpy as np


def rng(seed=20261):
    return np.random.default_rng(seed)


def largest(S):
    return np.linalg.eigvalsh(S)[:, -1]


def full(a, b2):
    k = len(a)
    T = np.zeros((a.shape[1], k, k))
    i = np.arange(k)
    T[:, i, i] = a.T
    T[:, i[:-1], i[1:]] = T[:, i[1:], i[:-1]] = np.sqrt(b2).T
    return T
