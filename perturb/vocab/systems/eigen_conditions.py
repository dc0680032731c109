"""How far float64 may be off: eigenvectors and the eigenvalues of any square matrix, by their condition.

The rules are as in `rounding`; eigenvectors by the inequality of Davis and Kahan, eigenvalues to first order,
and only where that moves them by a small part of the gaps between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.systems.conditions import backward, frobenius
from perturb.vocab.systems.definite import pairs
from perturb.vocab.systems.rounding import UNKNOWN, Rule, exact, unit


def _line(A: Any, at: int, error: Any) -> tuple[Any, Any]:
    """One of the unit eigenvectors, up to its sign, by 2 |E| over the gap (Davis and Kahan)."""
    found = pairs(A, error)
    gaps = np.abs(np.delete(found.values, at, axis=-1) - found.values[..., at, None])
    gap = gaps.min(axis=-1, initial=np.inf).astype(float)[..., None, None]
    with np.errstate(all="ignore"):
        off = 2 * found.off / (gap - found.off) + 3 * found.skew + 4 * unit(A)
    return found.vectors[..., at, None], np.where(gap > 2 * found.off, off, UNKNOWN)


def eigenvector_of(place: Callable[[int, int], int]) -> Rule:
    """The sign is that of the first component, where this is not 0 for certain."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        A, k = xs
        v, off = _line(A, A.shape[-1] - 1 - place(k, A.shape[-1]), es[0])
        first = v[..., :1, :]
        return v * np.sign(first), np.where(np.abs(first) > off, off, UNKNOWN)

    return rule


def projection_of(place: Callable[[int, int], int]) -> Rule:
    """v v', v being as above."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        A, k = xs
        v, e = _line(A, A.shape[-1] - 1 - place(k, A.shape[-1]), es[0])
        turned, sizes = np.swapaxes(v, -1, -2), np.abs(v).astype(float)
        own = 2 * unit(A) * sizes * np.swapaxes(sizes, -1, -2)
        return v * turned, 1.01 * e * (sizes + np.swapaxes(sizes, -1, -2) + e) + own

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


def pairing(nearest: Callable[[Any, Any], Any]) -> Rule:
    """A distance of two spectra (B, n)."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        if not exact(es):
            return f(*xs), UNKNOWN
        spectra = [np.linalg.eigvals(A) for A in xs]
        moved = [moved_eigenvalues(A, values) for A, values in zip(xs, spectra, strict=True)]
        return nearest(*spectra), moved[0] + moved[1]

    return rule


def _far(spectrum: Any, A: Any) -> Any:
    try:
        return moved_eigenvalues(A, spectrum(A))
    except np.linalg.LinAlgError:
        return np.full((len(A), 1, 1), UNKNOWN)
