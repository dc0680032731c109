"""How far float64 may be off in what depends on eigenvectors.

How far float64 may be off: eigenvectors and the eigenvalues of any square matrix, by their condition.

The rules are as in `rounding`; eigenvectors by the inequality of Davis and Kahan, eigenvalues to first order,
and only where that moves them by a small part of the gaps between them.

The eigenvalues of any square matrices in float64, from eigenvectors, by the discs of Gershgorin.

With A X = X D + Y, Y found to twice the digits, A is similar to D + E, E = X^-1 Y. A row of E times t, its
column over t, leaves the eigenvalues as they are: where the other discs allow a small t, D_ii + E_ii is off
by next to nothing but what E itself is off.

How far float64 may be off: functions of symmetric matrices, |A|, polar factors, geometric means.

The rules are as in `rounding`, for float64 and for longer numbers; their bounds are bounds in norm. What A is
off moves a function of it by at most its largest slope between the eigenvalues, in the Frobenius norm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.systems import doubled, longer
from perturb.vocab.systems.conditions import backward, frobenius
from perturb.vocab.systems.doubled import ROUND, leading, norm, residual, rough
from perturb.vocab.systems.evaluate import inverses
from perturb.vocab.systems.longer import Eigen, length, operator, spread, turned
from perturb.vocab.systems.rounding import SHORT, UNKNOWN, Rule, U, exact, unit


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


Slope = Callable[[Any, Any], Any]  # the largest of a function between two numbers


def pairs(A: Any, error: Any) -> Eigen:
    if A.dtype != float:
        return longer.eigenpairs(A, error)
    S = (A + turned(A)) / 2
    return Eigen(*np.linalg.eigh(S), backward(S, error), (8 + A.shape[-1]) * U / 3)


def times(x: Any, y: Any) -> tuple[Any, Any]:
    """The product, and how far it may be off in norm."""
    if x.dtype == float:
        return x @ y, x.shape[-1] * U * length(x) * length(y)
    v, e = longer.product(x, y)
    return v, length(e)


def function(f: Any, slope: Slope, found: Eigen) -> tuple[Any, Any]:
    """f(A) of a positive definite matrix, and how far it may be off in norm."""
    values = found.values.astype(float)
    least = values.min(axis=-1)[..., None, None] - found.off
    most = values.max(axis=-1)[..., None, None] + found.off
    with np.errstate(all="ignore"):
        mapped = f(found.values)
        v, e = found.vectors * mapped[..., None, :], 0.0
        v, e = times(v, turned(found.vectors)) if v.dtype != float else (v @ turned(found.vectors), e)
        high = np.abs(mapped).max(axis=-1).astype(float)[..., None, None]
        e = e + slope(least, most) * found.off + high * (3 * found.skew + 8 * unit(v))
    return v, np.where(least > found.off, e, UNKNOWN)


def root_slope(least: Any, most: Any) -> Any:
    return 0.5 / np.sqrt(least)


def of_symmetric(f: Callable[[Any], Any], slope: Slope) -> Rule:
    def rule(_: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        if large(xs[0], es):
            return doubled.function(f, slope, 1.0, doubled.refined(xs[0]))
        return function(f, slope, pairs(xs[0], es[0]))

    return rule


def large(A: Any, errors: list[Any]) -> bool:
    """Has an exact float64 matrix so many entries that one of them asks for eigenvectors with more digits?"""
    return bool(A.dtype == float and exact(errors) and A.shape[-1] > SHORT)


def real_power(_: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """A^p; where p is off by its r-th part, by at most |p log x| r of x^p."""
    A, p = xs[0], np.asarray(xs[1], dtype=xs[0].dtype).reshape(-1, 1)
    q = p.astype(float)[..., None]

    def slope(least: Any, most: Any) -> Any:
        return np.abs(q) * np.maximum(least ** (q - 1), most ** (q - 1))

    if large(A, es) and len(p) == 1:
        return doubled.function(lambda x: x ** p[0], slope, abs(q - 1), doubled.refined(A))
    found = pairs(A, es[0])
    v, e = function(lambda x: x**p, slope, found)
    if es[1] is not None:
        logs = np.abs(np.log(found.values)).max(axis=-1).astype(float)[..., None, None]
        high = (found.values**p).max(axis=-1).astype(float)[..., None, None]
        e = e + 1.01 * es[1] * np.abs(q) * logs * high
    return v, e


def absolute(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """| |A| - |B| | is at most sqrt(2) |A - B|, in the Frobenius norm (Araki and Yamagami 1981)."""
    A, e = xs[0], es[0]
    if A.dtype == float:
        return f(A), 2 * backward(A, e)
    if e is None and A.shape[-1] == A.shape[-2]:
        found = longer_polar(A)
        return found.right, 1.5 * found.off
    other = None if e is None else turned(spread(e, A))
    gram, off = longer.matmul(None, [turned(A), A], [other, e])
    return function(np.sqrt, root_slope, pairs(gram, off))


def _in_norm(found: tuple[Any, Any]) -> tuple[Any, Any]:
    """What bounds the entries in float64 bounds the norm, when it is taken n times."""
    v, e = found
    return v, e * (v.shape[-1] if v.dtype == float else 1)


def _multiplied(x: tuple[Any, Any], y: tuple[Any, Any]) -> tuple[Any, Any]:
    """Of matrices with bounds in norm."""
    v, e = times(x[0], y[0])
    return v, 1.01 * (e + operator(x[0]) * y[1] + operator(y[0]) * x[1] + x[1] * y[1])


def mean(_: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """A^(1/2) (A^(-1/2) B A^(-1/2))^(1/2) A^(1/2)."""
    A, B = xs
    if not exact(es):
        return A, UNKNOWN
    found = pairs(A, None)
    root = _in_norm(function(np.sqrt, root_slope, found))
    back = _in_norm(function(lambda x: 1 / np.sqrt(x), lambda least, most: 0.5 * least**-1.5, found))
    middle, off = _multiplied(_multiplied(back, (B, 0.0)), back)
    core = pairs(middle, None)
    core = core._replace(off=core.off + off)
    return _multiplied(_multiplied(root, _in_norm(function(np.sqrt, root_slope, core))), root)


def polar_factor(_: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """What A is off moves it by at most 2 / (s_min + s_min) of that (Li 1995)."""
    A, (m, n) = xs[0], xs[0].shape[-2:]
    if m < n or not exact(es) or (m > n and A.dtype != float):
        return np.full_like(A, np.nan), UNKNOWN
    if A.dtype != float:
        found = longer_polar(A)
        return found.factor, 1.15 * found.off / found.least + found.skew
    L, s, R = np.linalg.svd(A, full_matrices=False)
    e, least = backward(A), s[..., -1:, None]
    return L @ R, np.where(least > 2 * e, 2 * e / (least - e) + (8 + m) * U, UNKNOWN)


class Polar(NamedTuple):
    """Q H is in norm at most `off` away from A, H positive definite, Q `skew` away from orthogonal."""

    factor: Any
    right: Any
    off: Any
    skew: Any
    least: Any  # at most the least singular value of A


def longer_polar(A: Any) -> Polar:
    """Q with Q'Q = I and Q'A symmetric, each by one step of Newton; then from what Q'Q and Q'A are."""
    one, (L, s, R) = np.eye(A.shape[-1]), np.linalg.svd(A.astype(float))
    first, V, e = L @ R, turned(R), backward(A.astype(float))
    least = s[..., -1:, None] - e
    Q = first.astype(np.longdouble)
    Q = Q + first @ (one - times(turned(Q), Q)[0]).astype(float) / 2
    K = times(turned(Q), A)[0]
    skewed = turned(V) @ (K - turned(K)).astype(float) @ V / np.maximum(s[..., None] + s[..., None, :], e)
    Q = Q + first @ (V @ skewed @ turned(V))
    H, unlike = times(turned(Q), A)
    H = (H + turned(H)) / 2
    (QH, rough), (QQ, skew) = times(Q, H), times(turned(Q), Q)
    skew = skew + length(QQ - one)
    off = 1.01 * (length(A - QH) + rough + skew * operator(H) + unit(A) * length(H))
    positive = length(H.astype(float) - (V * s[..., None, :]) @ turned(V)) + unlike < least / 2
    sound = positive & (least > 3 * e) & (skew < 0.01) & (off < least / 4)
    return Polar(Q, H, np.where(sound, off, UNKNOWN), skew + unit(A), least)
