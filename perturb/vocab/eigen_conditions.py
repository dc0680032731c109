"""How far float64 may be off: eigenvectors and the eigenvalues of any square matrix, by their condition.

The rules are as in `rounding`; eigenvectors by the inequality of Davis and Kahan, eigenvalues to first order,
and only where that moves them by a small part of the gaps between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.conditions import backward, frobenius
from perturb.vocab.longer import eigenpairs
from perturb.vocab.rounding import EXTENDED, UNKNOWN, Rule, U, exact


def eigenvector_of(place: Callable[[int, int], int]) -> Rule:
    """2 |E| over the gap (Davis and Kahan); the sign is that of the first component."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        A, k = xs
        n = A.shape[-1]
        at = n - 1 - place(k, n)
        values, vectors, e, own = _pairs(A, es[0])
        gaps = np.abs(np.delete(values, at, axis=-1) - values[..., at, None])
        gap = gaps.min(axis=-1, initial=np.inf).astype(float)[..., None, None]
        v = vectors[..., at, None]
        with np.errstate(all="ignore"):
            off = 2 * e / (gap - e) + own
        return v * np.sign(v[..., :1, :]), np.where(gap > 2 * e, off, UNKNOWN)

    return rule


def _pairs(A: Any, error: Any) -> tuple[Any, Any, Any, Any]:
    """Eigenvalues and vectors, how far off the matrix is that has them, and those from orthogonal ones."""
    if A.dtype == float:
        return *np.linalg.eigh(A), backward(A, error), (8 + A.shape[-1]) * U
    found = eigenpairs(A, error)
    return found.values, found.vectors, found.off, found.skew + 4 * EXTENDED


def projection_of(place: Callable[[int, int], int]) -> Rule:
    """v v', v being as above."""
    of_vector = eigenvector_of(place)

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v, e = of_vector(f, xs, es)
        turned, sizes = np.swapaxes(v, -1, -2), np.abs(v).astype(float)
        return v @ turned, 1.01 * e * (sizes + np.swapaxes(sizes, -1, -2) + e)

    return rule


def moved_eigenvalues(A: Any, values: Any) -> Any:
    """How far the farthest of the eigenvalues (B, n) of A may be off; shape (B, 1, 1).

    The condition of a simple eigenvalue is |adj(zI - A)| / |p'(z)|, p' the product of the gaps; the norm of
    the adjugate is the product of all but the least singular value of zI - A, at most a power of their mean.
    """
    n, e = A.shape[-1], backward(A)[..., 0]
    if n == 1:
        return 0.0 * e[..., None]
    gaps = np.abs(values[..., :, None] - values[..., None, :])
    np.einsum("...ii->...i", gaps)[...] = np.inf
    gap = gaps.min(axis=-1)
    off = 2 * e * _conditions(A, values, gaps)
    symmetric = (np.swapaxes(A, -1, -2) == A).all(axis=(-2, -1))[..., None]
    off = np.where(symmetric, e, np.where(off < gap / (4 * n), off, UNKNOWN)).max(axis=-1)
    far = np.flatnonzero(~(off <= 1e-9 * np.abs(values).min(axis=-1))) if n > FEW else np.array([], dtype=int)
    if far.size:
        off[far] = np.fmin(off[far], _by_vectors(A[far], e[far]))
    return off[..., None, None]


FEW = 4  # eigenvalues, of which vectors would tell little more


def _conditions(A: Any, values: Any, gaps: Any) -> Any:
    n = A.shape[-1]
    trace = np.trace(A, axis1=-2, axis2=-1)[..., None]
    sizes = frobenius(A)[..., 0] ** 2 + n * np.abs(values) ** 2 - 2 * (np.conj(values) * trace).real
    mean = np.sqrt(np.maximum(sizes, 0.0) / (n - 1))
    ratios = mean[..., None] / gaps
    np.einsum("...ii->...i", ratios)[...] = 1.0
    return np.maximum(ratios.prod(axis=-1), 1.0)


def _by_vectors(A: Any, e: Any) -> Any:
    """The condition is the product of the lengths of right and left eigenvectors whose product is 1."""
    values, vectors = np.linalg.eig(A)
    left = np.linalg.inv(vectors)
    condition = np.sqrt((np.abs(left) ** 2).sum(axis=-1) * (np.abs(vectors) ** 2).sum(axis=-2))
    gaps = np.abs(values[..., :, None] - values[..., None, :])
    np.einsum("...ii->...i", gaps)[...] = np.inf
    off = 2 * e * condition
    return np.where(off < gaps.min(axis=-1) / (4 * A.shape[-1]), off, UNKNOWN).max(axis=-1)


def eigenvalues(spectrum: Callable[[Any], Any]) -> Rule:
    """Sorted numbers of the eigenvalues; `spectrum` gives these, as the float form has just found them."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v = f(xs[0])
        return v, _far(spectrum, xs[0]) if exact(es) else UNKNOWN

    return rule


def imaginary(spectrum: Callable[[Any], Any]) -> Rule:
    """As above; a simple eigenvalue that is real in float64 is real."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v, e = f(xs[0]), _far(spectrum, xs[0])
        return v, np.where((v == 0) & np.isfinite(e), 0.0, e) if exact(es) else UNKNOWN

    return rule


def pairing(spectrum: Callable[[Any], Any]) -> Rule:
    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        e = sum((_far(spectrum, A) for A in xs), np.zeros(1))
        return f(*xs), e if exact(es) else UNKNOWN

    return rule


def _far(spectrum: Any, A: Any) -> Any:
    try:
        return moved_eigenvalues(A, spectrum(A))
    except np.linalg.LinAlgError:
        return np.full((len(A), 1, 1), UNKNOWN)
