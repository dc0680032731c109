"""How far float64 may be off: functions of symmetric matrices, |A|, polar factors, geometric means.

The rules are as in `rounding`, for float64 and for longer numbers; their bounds are bounds in norm. What A is
off moves a function of it by at most its largest slope between the eigenvalues, in the Frobenius norm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perturb.vocab.systems import doubled, longer
from perturb.vocab.systems.conditions import backward
from perturb.vocab.systems.longer import Eigen, length, operator, spread, turned
from perturb.vocab.systems.rounding import SHORT, UNKNOWN, Rule, U, exact, unit

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
