"""How far float64 may be off: eigenvectors and the eigenvalues of any square matrix, by their condition.

The rules are as in `rounding`; eigenvectors by the inequality of Davis and Kahan, eigenvalues to first order,
and only where that moves them by a small part of the gaps between them.

The eigenvalues of any square matrices in float64, from eigenvectors, by the discs of Gershgorin.

With A X = X D + Y, Y found to twice the digits, A is similar to D + E, E = X^-1 Y. A row of E times t, its
column over t, leaves the eigenvalues as they are: where the other discs allow a small t, D_ii + E_ii is off
by next to nothing but what E itself is off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.systems.conditions import backward, frobenius
from perturb.vocab.systems.definite import large, pairs
from perturb.vocab.systems.doubled import ROUND, leading, norm, residual, rough
from perturb.vocab.systems.evaluate import inverses
from perturb.vocab.systems.rounding import SHORT, UNKNOWN, Rule, exact, unit


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


def _line(A: Any, at: int, error: Any) -> tuple[Any, Any]:
    """One of the unit eigenvectors, up to its sign, by 2 |E| over the gap (Davis and Kahan)."""
    found = pairs(A, error)
    gaps = np.abs(np.delete(found.values, at, axis=-1) - found.values[..., at, None])
    gap = gaps.min(axis=-1, initial=np.inf).astype(float)[..., None, None]
    v, moved = found.vectors[..., at, None], found.off
    if large(A, [error]):  # what is left of A v tells more than what LAPACK says of all vectors
        d = found.values[..., at, None, None]
        left, rounded = residual(A, v, v * d)
        moved = norm(left) + rounded + unit(A) * np.abs(d)
    with np.errstate(all="ignore"):
        off = 2 * moved / (gap - found.off) + 3 * found.skew + 4 * unit(A)
    return v, np.where(gap > 2 * found.off, off, UNKNOWN)


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


FEW = 4  # eigenvalues, of which vectors would tell little more
Pick = Callable[[Any], Any]  # numbers of the eigenvalues (B, n), as a word gives them


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
    return off[..., None, None]


def _conditions(A: Any, values: Any, gaps: Any) -> Any:
    n = A.shape[-1]
    trace = np.trace(A, axis1=-2, axis2=-1)[..., None]
    sizes = frobenius(A)[..., 0] ** 2 + n * np.abs(values) ** 2 - 2 * (np.conj(values) * trace).real
    mean = np.sqrt(np.maximum(sizes, 0.0) / (n - 1))
    ratios = mean[..., None] / gaps
    np.einsum("...ii->...i", ratios)[...] = 1.0
    return np.maximum(ratios.prod(axis=-1), 1.0)


def spectrum(A: Any, find: Callable[[Any], Any], pick: Pick) -> tuple[Any, Any]:
    """The eigenvalues, and how far one may be off: by vectors where their condition is too coarse."""
    if A.shape[-1] > SHORT:
        values, off = discs(A)
        if np.isfinite(off).all():
            return values, off
    values = find(A)
    off, found = moved_eigenvalues(A, values), np.abs(pick(values)).reshape(len(A), -1)
    least = np.where(found > 0, found, np.inf).min(axis=-1)
    far = np.flatnonzero(~(off[:, 0, 0] <= 1e-9 * least)) if A.shape[-1] > FEW else np.array([], dtype=int)
    if far.size:
        values, (finer, left) = values.astype(complex), discs(A[far])
        better = ~(off[far] <= left)
        values[far] = np.where(better[..., 0], finer, values[far])
        off[far] = np.where(better, left, off[far])
    return values, off


def eigenvalues(find: Callable[[Any], Any], pick: Pick) -> Rule:
    """Sorted numbers of the eigenvalues; `find` gives these, as the float form finds them."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        if not exact(es):
            return f(*xs), UNKNOWN
        found, off = spectrum(xs[0], find, pick)
        return pick(found), off

    return rule


def imaginary(find: Callable[[Any], Any], pick: Pick) -> Rule:
    """As above; a simple eigenvalue that is real in float64 is real."""
    own = eigenvalues(find, pick)

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v, e = own(f, xs, es)
        return v, np.where((v == 0) & np.isfinite(e), 0.0, e)

    return rule


def pairing(nearest: Callable[[Any, Any], Any]) -> Rule:
    """A distance of two spectra (B, n)."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        if not exact(es) or xs[0].shape[-1] > SHORT:  # too many pairings
            return f(*xs), UNKNOWN
        (left, one), (right, other) = (spectrum(A, np.linalg.eigvals, np.abs) for A in xs)
        return nearest(left, right), one + other

    return rule
