"""How far float64 may be off: determinants, minors, permanents, by the inequality of Hadamard.

The rules are as in `rounding`, what is not known of LAPACK's factors is said in `conditions`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.vocab import longer
from perturb.vocab.arrays import inverses, screened
from perturb.vocab.bounds import SHORT, UNKNOWN, U, exact, unit
from perturb.vocab.conditions import backward, careful, frobenius, inverse
from perturb.vocab.longer import turned


def columns(A: Any) -> Any:
    """The lengths of the columns, ascending, (B, n)."""
    return np.sort(np.sqrt(np.einsum("...ij,...ij->...j", A, A)), axis=-1)


def determinant(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """By Hadamard's inequality; where that is too coarse by the inverse, tr(A^-1 E) of the determinant."""
    A, n = xs[0], xs[0].shape[-1]
    if A.dtype != float:
        return longer.determinant(A) if exact(es) else (np.zeros((len(A), 1, 1)), UNKNOWN)
    v = f(A)
    high = (frobenius(A) ** 2 / n) ** (n / 2)  # at least the product of the lengths of the columns
    e = careful(8 * n * n * U * high, exact(es))
    for bound in (by_factors, by_inverse)[n <= SHORT :] if exact(es) else ():
        coarse = np.flatnonzero(~(e <= ACCURATE * np.abs(v)))
        if coarse.size:
            part = backward(A[coarse]) * bound(A[coarse])
            e[coarse] = np.where(part < 0.1, careful(1.1 * part * np.abs(v[coarse]), True), UNKNOWN)
    return v, e


ACCURATE = 0.99e-9  # to this part a determinant is asked for
factored = screened(np.linalg.cholesky)


def by_factors(A: Any) -> Any:
    """At least |A^-1|, where that is as small as a determinant needs: A'A - t has then factors, t > 0.

    That they are found proves it but for rounding, (2n + 4) units of the trace of A'A (Rump 2006).
    """
    n, square = A.shape[-1], frobenius(A) ** 2
    high = ACCURATE / (1.2 * backward(A))
    gram = turned(A) @ A
    np.einsum("...ii->...i", gram)[...] -= (1.01 * n / high**2 + (n + 4) * U * square)[..., 0]
    return np.where(np.isfinite(factored(gram)[..., -1:, -1:]), high, UNKNOWN)


def by_inverse(A: Any) -> Any:
    """At least |A^-1|, from X and A X, which is nearly I."""
    n, X = A.shape[-1], inverses(A)
    left = frobenius(np.eye(n) - A @ X) + (n + 1) * U * frobenius(A) * frobenius(X)
    return np.where(left < 0.1, 1.2 * frobenius(X), UNKNOWN)


BY_INVERSE = 6  # rows, from which n^2 determinants take longer than one and the inverse


def cofactors(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Each by Hadamard's inequality, or det(A) A^-1."""
    A, n = xs[0], xs[0].shape[-1]
    if n == 1:
        return np.ones_like(A), None
    if n > BY_INVERSE or A.dtype != float:
        return _by_inverse(A) if exact(es) else (A, UNKNOWN)
    most = columns(A)[..., 1:].prod(axis=-1)[..., None, None]
    return f(A), careful(8 * n * n * U * most, exact(es))


def _by_inverse(A: Any) -> tuple[Any, Any]:
    d, e = determinant(lambda X: np.linalg.det(X)[..., None, None], [A], [None])
    X, off = inverse(None, [A], [None])
    sizes = np.abs(X) + off
    return d * X, (np.abs(d) * off + e * sizes + 2 * U * np.abs(d) * sizes).astype(float)


def all_minors(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """All minors by Hadamard's inequality."""
    A, k = xs[0], min(xs[0].shape[-2:])
    most = np.maximum(columns(A)[..., -k:], 1.0).prod(axis=-1)[..., None, None]
    return f(A), careful(8 * k * k * U * most, exact(es))


def permanent_of(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Each of the 2^n products of row sums is at most the product of the sums of the sizes."""
    A, n = xs[0], xs[0].shape[-1]
    most = np.abs(A).sum(axis=-1).prod(axis=-1)[..., None, None]
    return f(A), careful(2.0**n * n * unit(A) * most, exact(es))


def hermitian(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """The permanent of [[X, -Y], [Y, X]] with X symmetric and Y antisymmetric; of others nothing is known."""
    A, n = xs[0], xs[0].shape[-1] // 2
    X, Y = A[..., :n, :n], A[..., n:, :n]
    real = (np.swapaxes(X, -1, -2) == X).all(axis=(-2, -1)) & (-np.swapaxes(Y, -1, -2) == Y).all(
        axis=(-2, -1)
    )
    most = np.abs(A[..., :n, :]).sum(axis=-1).prod(axis=-1)
    return f(A), careful(2.0**n * 4 * n * U * most, exact(es) & real)[..., None, None]
