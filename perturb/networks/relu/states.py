"""A row of two layers by the signs of u = ax and v = lx: what (ReLU(u) - ReLU(v))^2 is there.

It is (u - v)^2 where both are positive, u^2 or v^2 where one is, 0 where none is, and never above (u - v)^2.
"""

from __future__ import annotations

import numpy as np

from perturb.networks.relu.definite import Floats

BOTH, FIRST, SECOND, NONE = range(4)
NOTHING = 1e-60  # a maximum below this is not told from 0
SIGNS = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])  # of u and v in these states


def outer(X: Floats) -> Floats:
    """The matrices of the forms (x_i'z)^2, for the rows x_i."""
    return X[:, :, None] * X[:, None, :]


def forms(A: Floats, L: Floats) -> Floats:
    """(m, 4, n, n): the form of each row in each state."""
    return np.stack([outer(A - L), outer(A), outer(L), np.zeros((*A.shape, A.shape[1]))], axis=1)


def size(A: Floats, L: Floats) -> float:
    """A bound, with room for rounding, of the trace of every sum of such forms."""
    return float((A * A).sum() + (L * L).sum()) * 2.5


def rounding(A: Floats) -> float:
    """What a sum of m forms, computed in float64 in any order, is off by, relative to `size`."""
    return 8.0 * (sum(A.shape) + 8) * 2.0**-52
