"""The eigenvalues of any square matrices in float64, from eigenvectors, by the discs of Gershgorin.

With A X = X D + Y, Y found to twice the digits, A is similar to D + E, E = X^-1 Y. A row of E times t, its
column over t, leaves the eigenvalues as they are: where the other discs allow a small t, D_ii + E_ii is off
by next to nothing but what E itself is off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.vocab.systems.doubled import ROUND, leading, norm, rough
from perturb.vocab.systems.evaluate import inverses
from perturb.vocab.systems.rounding import UNKNOWN


def discs(A: Any) -> tuple[Any, Any]:
    """The eigenvalues, (B, n), and how far the farthest may be off, (B, 1, 1).

    A simple one is real where it is so in float64: its disc meets no other one, so not its conjugate.
    """
    n = A.shape[-1]
    values, X = (x.astype(complex) for x in np.linalg.eig(A))
    back = inverses(X)
    Y = _left(A, values, X)
    E = back @ Y
    large, high, low = norm(A), _norm(X), _norm(back)
    defect = _norm(np.eye(n) - back @ X) + 4 * (n + 2) * ROUND * high * low
    moved = 1.1 * low * (2 * rough(n) * large * high + (defect + 4 * (n + 2) * ROUND) * _norm(Y))
    own = np.einsum("...ii->...i", E).copy()
    middle = values + np.where(values.imag == 0, own.real, own)
    sizes = np.abs(E) + moved
    np.einsum("...ii->...i", sizes)[...] = 0.0
    gaps = np.abs(middle[..., :, None] - middle[..., None, :])
    np.einsum("...ii->...i", gaps)[...] = np.inf
    wrong = moved[..., 0] + np.where(values.imag == 0, np.abs(own.imag), 0.0) + 2 * ROUND * np.abs(middle)
    rows = sizes.sum(axis=-1) + wrong
    alone = (gaps > 4 * (rows[..., :, None] + rows[..., None, :])).all(axis=-1)
    scale = (4 * np.swapaxes(sizes, -1, -2) / gaps).max(axis=-1)
    off = 1.1 * (wrong + np.minimum(scale, 1.0) * rows)
    sound = alone & (defect[..., 0] < 0.01)
    return middle, np.where(sound, off, UNKNOWN).max(axis=-1)[..., None, None]


def _norm(Z: Any) -> Any:
    return np.hypot(norm(Z.real), norm(Z.imag))


def _left(A: Any, values: Any, X: Any) -> Any:
    """A X - X D to twice the digits, the real parts of X beside the imaginary ones."""
    n, large = A.shape[-1], norm(A)
    Z, d = np.concatenate([X.real, X.imag], axis=-1), values[..., None, :]
    D = np.concatenate([d.real, d.real, -d.imag, d.imag], axis=-1)
    A1, Z1, D1 = leading(A, large, n), leading(Z, norm(Z), n), leading(D, large, n)
    Y = A1 @ Z1 - _by_columns(Z1, D1)
    Y += A1 @ (Z - Z1) - _by_columns(Z - Z1, D1)
    Y += (A - A1) @ Z - _by_columns(Z, D - D1)
    return Y[..., :n] + 1j * Y[..., n:]


def _by_columns(Z: Any, D: Any) -> Any:
    """Of X D the real and the imaginary parts, from those of X and these the other way round."""
    n = Z.shape[-1] // 2
    other = np.concatenate([Z[..., n:], Z[..., :n]], axis=-1)
    return Z * D[..., : 2 * n] + other * D[..., 2 * n :]
