"""How far float64 may be off: singular values, inverses, determinants, functions of matrices, by condition.

The rules are as in `rounding`. LAPACK's factors are those of a matrix that differs from A by a few units in
the last place of its norm (Anderson et al., LAPACK Users' Guide, chapter 4). What this moves is bounded by
the inequalities of Weyl (singular values), Wedin (pseudo-inverses), Araki and Yamagami (|A|) and Hadamard
(minors). A bound that is too large is no harm: the value is then computed in balls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.systems import doubled, longer
from perturb.vocab.systems.batches import SIZES
from perturb.vocab.systems.doubled import exponential
from perturb.vocab.systems.evaluate import inverses, screened
from perturb.vocab.systems.rounding import (
    SHORT,
    UNKNOWN,
    Rule,
    U,
    alone,
    exact,
    longest,
    most,
    quick,
    register,
    safe,
    size,
    unit,
)


def frobenius(A: Any) -> Any:
    """Shape (B, 1, 1)."""
    return np.sqrt(np.einsum("...ij,...ij->...", A, A))[..., None, None]


def backward(A: Any, e: Any = None) -> Any:
    """How far, in norm, the matrix whose factors LAPACK finds may be from the one that is meant."""
    own = (8 + max(A.shape[-2:])) * U * frobenius(A)
    return own if e is None else own + frobenius(np.broadcast_to(size(e, A), A.shape))


def lipschitz(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Singular values and eigenvalues of symmetric matrices move no further than the matrix (Weyl)."""
    return f(xs[0]), spectral(xs[0], es[0])


def spectral(A: Any, e: Any) -> Any:
    """Those of many small matrices are roots of squares (`batches`), at a cost of some 200 units of |A|."""
    return (40 if min(A.shape[-2:]) in SIZES else 2) * backward(A, e)


def singular(pick: Callable[[Any], Any]) -> Rule:
    """Some singular values; `pick` takes them from all, (B, k), in descending order."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        return lipschitz(f, xs, es)

    def finer(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v, e = small_and_large(xs[0], es[0])
        return pick(v), pick(e)

    return register(rule, finer)


def small_and_large(A: Any, error: Any) -> tuple[Any, Any]:
    """All singular values of a square matrix, (B, n); small ones by large ones of the inverse."""
    if A.shape[-1] != A.shape[-2]:
        raise TypeError("LAPACK has no longer numbers")
    direct, e = singular_values(A.astype(float))[..., 0], spectral(A.astype(float), error)[..., 0]
    X, off = longer.inverse(A, error, inverses)
    X = X.astype(float)
    most = singular_values(np.where(np.isfinite(X), X, 0.0))[..., ::-1, 0]
    with np.errstate(all="ignore"):
        part = (2 * backward(X) + longer.length(off))[..., 0] / most
        by_inverse = np.where(part < 0.01, 1.02 * part, np.inf) / most
    better = by_inverse < e
    return np.where(better, 1 / most, direct), np.where(better, by_inverse, e)


def singular_values(A: Any) -> Any:
    """Shape (B, k, 1), descending; NaN where LAPACK gives up."""
    try:
        return np.linalg.svd(A, compute_uv=False)[..., None]
    except np.linalg.LinAlgError:
        return np.full((*A.shape[:-2], min(A.shape[-2:]), 1), np.nan)


def smallest_nonzero(values: Callable[[Any], Any]) -> Rule:
    """The last of the singular values where that is certainly not 0: the rank is then full."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        if xs[0].dtype == float:
            v, e = values(xs[0])[..., -1:, None], spectral(xs[0], es[0])
        else:
            v, e = (x[..., -1:, None] for x in small_and_large(xs[0], es[0]))
        return v, np.where(v > e, e, UNKNOWN)

    return rule


def full(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """The rank where it certainly is as large as can be."""
    least = singular_values(xs[0])[..., -1:, :]
    known = least > backward(xs[0], es[0])
    return np.full(least.shape, float(min(xs[0].shape[-2:]))), np.where(known, 0.0, UNKNOWN)


def careful(e: Any, known: Any) -> Any:
    """A bound that has not vanished itself; of exact arguments."""
    return np.where(safe(e) & known, e, UNKNOWN)


def inverse(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """X - A^-1 = -A^-1 (I - A X), and A^-1 is X but for the same factor where |I - A X| is far below 1."""
    A, n, one = xs[0], xs[0].shape[-1], np.eye(xs[0].shape[-1])
    if A.dtype != float:
        return longer.inverse(A, es[0], inverses)
    if n > SHORT and es[0] is None:
        return doubled.inverse(A, inverses)
    X = inverses(A)
    sizes = np.abs(X)
    R = np.abs(one - A @ X) + unit(A) / 2 * (n + 1) * (np.abs(A) @ sizes + one)
    if es[0] is not None:
        R = R + np.broadcast_to(size(es[0], A), A.shape) @ sizes
    return X, longer.neumann(sizes, R)


def pseudo_inverse(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Of full rank for certain: the inverse, or (A'A)^-1 A' in longer numbers.

    Otherwise | A^+ - B^+ | is at most sqrt(2) |A^+| |B^+| |A - B| (Wedin 1973).
    """
    A = xs[0]
    m, n = A.shape[-2:]
    if m == n:
        return inverse(f, xs, es)
    if A.dtype != float:
        return _by_gram(f, xs, es)
    L, s, R = np.linalg.svd(A, full_matrices=False)
    e, least = backward(A, es[0]), s[..., -1, None, None]
    v = np.swapaxes(R, -1, -2) @ (np.swapaxes(L, -1, -2) / s[..., None])
    return v, np.where(least > 2 * e, 2 * e / (least * (least - e)), UNKNOWN)


def _by_gram(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    A = xs[0]
    e = None if es[0] is None else np.broadcast_to(size(es[0], A), A.shape)
    if A.shape[-2] < A.shape[-1]:
        v, off = _by_gram(f, [np.swapaxes(A, -1, -2)], [None if e is None else np.swapaxes(e, -1, -2)])
        return np.swapaxes(v, -1, -2), np.swapaxes(np.broadcast_to(off, v.shape), -1, -2)
    product, other = longer.matmul, np.swapaxes(A, -1, -2)
    gram = product(np.matmul, [other, A], [e if e is None else np.swapaxes(e, -1, -2), e])
    back = inverse(f, [gram[0]], [gram[1]])
    return product(np.matmul, [back[0], other], [back[1], e if e is None else np.swapaxes(e, -1, -2)])


LARGE = 64.0  # a matrix of this size, or NaN, takes more halvings than its neighbours can bear


def matrix_exponential(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    sane = _row_sums(xs[0]) <= LARGE
    A = np.where(sane, xs[0], 0.0)
    if A.dtype == float:
        R, e = _exponential(A) if A.shape[-1] <= SHORT else exponential(A)
    else:
        R, e = longer.exponential(A)
    if es[0] is not None:
        moved = _row_sums(np.broadcast_to(size(es[0], A), A.shape))
        e = e + moved * np.exp(_row_sums(A) + moved)
    return R, careful(e, sane)


def _exponential(A: Any) -> tuple[Any, Any]:
    """Squaring, in the norm of row sums: (R + E)^2 - R^2 is at most 2 |R| |E| + |E|^2."""
    n = A.shape[-1]
    R, halvings = longer.start(A, np.matmul, 4)  # 20 terms: what follows is below 2^-60
    e = np.full((len(A), 1, 1), (5 * n + 25) * U)
    for _ in range(halvings):
        high = _row_sums(R)
        R, e = R @ R, (2 * high + e) * e + (n + 2) / 2 * U * high * high
    return R, e


def _row_sums(A: Any) -> Any:
    return np.abs(A).sum(axis=-1).max(axis=-1)[..., None, None]


def matrix_power(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """k - 1 products, each with sums of n terms, and the same of the sizes."""
    A, k = xs
    if k < 2:
        return f(A, k), None if exact(es) else UNKNOWN
    return f(A, k), careful((k - 0.98) * A.shape[-1] * unit(A) / 2 * f(np.abs(A), k), exact(es))


@quick(matrix_power)
def _matrix_power(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    A, k = xs
    if k < 2 or not exact(es):
        return matrix_power(f, xs, es)
    n = A.shape[-1]
    top = longest(A, "...ij,...ij->...i") * longest(A, "...ij,...ij->...j") * (n * most(A)) ** (k - 2)
    return f(A, k), alone(careful((k - 0.98) * n * unit(A) / 2 * top, True))


def to_a_part(part: float) -> Rule:
    """Off by at most that part of itself, of exact arguments."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v = f(*xs)
        return v, part * np.abs(v) if exact(es) else UNKNOWN

    return rule


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
    gram = longer.turned(A) @ A
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
