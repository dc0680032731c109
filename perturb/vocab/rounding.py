"""How far float64 may be off: the words that move, add, multiply and compare numbers.

A rule f, arrays, errors -> value, error: `error` bounds |value - exact value| entry by entry, to first order
generously; `errors` does so for the arguments, None where they are exact. It is infinite where nothing is
known. The arguments of a caller lie between 2^-128 and 2^128 or are 0 (`bounded`), so that products of a few
of them neither vanish nor overflow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

U = 2.0**-52  # of float64 twice the unit of rounding, for what is of second order
LEAST = 1e-290  # what is smaller may have lost digits
UNKNOWN = np.inf
Rule = Callable[..., tuple[Any, Any]]


def unit(x: Any) -> float:
    """Twice the unit of rounding: of float64, or of the longer numbers that some processors have."""
    return EXTENDED if getattr(x, "dtype", None) == np.longdouble else U


EXTENDED = float(np.finfo(np.longdouble).eps)


def size(e: Any) -> Any:
    return 0.0 if e is None else e


def exact(errors: list[Any]) -> bool:
    return all([e is None for e in errors])


def moved(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Entries in other places, or with another sign: their errors go with them."""
    v = f(*xs)
    if exact(es):
        return v, None
    spread = [_beside(x, e) for x, e in zip(xs, es, strict=True)]
    return v, np.abs(f(*spread))


def _beside(x: Any, e: Any) -> Any:
    return x if isinstance(x, int) else np.broadcast_to(size(e), np.shape(x))


def settled(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Exact of exact arguments; nothing is known of others."""
    return f(*xs), None if exact(es) else UNKNOWN


def compared(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """One of two numbers."""
    return f(*xs), None if exact(es) else np.maximum(size(es[0]), size(es[1]))


def sorted_out(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """The largest, the smallest or all components by size: off by no more than the worst of them."""
    v = f(*xs)
    if exact(es) or not xs[0].shape[-2]:
        return v, None
    return v, np.broadcast_to(es[0], xs[0].shape).max(axis=-2, keepdims=True)


def added(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(*xs)
    return v, size(es[0]) + size(es[1]) + unit(v) * np.abs(v)


def summed(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Sums of entries: n - 1 roundings of partial sums that the sizes of the terms bound."""
    x = xs[0]
    rounds = unit(x) / 2 * (x.shape[-1] * x.shape[-2] - 1)
    return f(x), f(np.abs(x) * rounds + size(es[0]))


def bilinear(depth: Callable[[Any, Any], int]) -> Rule:
    """Products, with sums of `depth` terms."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        x, y = (np.abs(a) for a in xs)
        e = f(x * (unit(x) * depth(*xs)) + size(es[0]), y)
        if es[1] is not None:
            e = e + f(x + size(es[0]), np.broadcast_to(es[1], y.shape))
        return f(*xs), e

    return rule


def one_term(x: Any, y: Any) -> int:
    return 1


def inner_size(x: Any, y: Any) -> int:
    return int(np.shape(x)[-1])


def divided(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(*xs)
    least = np.abs(xs[1]) - size(es[1])
    e = (size(es[0]) + np.abs(v) * size(es[1])) / least + unit(v) * np.abs(v)
    return v, np.where(least > 0, e, UNKNOWN)


def multiplied(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Products of the components of a vector, all or the first ones."""
    x = xs[0]
    v, most = f(x), np.abs(x)
    whole = f(most)
    e = f(most * (1 + unit(x) * x.shape[-2]) + size(es[0])) - whole + unit(x) * whole
    no_factor_is_0 = f((x != 0).astype(float)) > 0
    return v, np.where((np.abs(v) < LEAST) & no_factor_is_0, UNKNOWN, e)


def squared(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v, e = f(xs[0]), size(es[0])
    return v, (2 * np.abs(xs[0]) + e) * e + unit(v) * v


def rooted(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """|sqrt x - sqrt y| is at most |x - y| / sqrt x, and the root of |x - y|."""
    v = f(xs[0])
    if es[0] is None:
        return v, unit(v) * v
    return v, np.where(v > 0, es[0] / v, np.sqrt(es[0])) + unit(v) * v


def powered(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """x^p with x off by its r-th part: at most (1 + r)^|p| - 1 of it, and |log x| for each unit of p."""
    x, p = xs
    v, off = f(x, p), np.abs(np.asarray(p, dtype=float))
    off = off + size(es[1])
    r = size(es[0]) / (np.abs(x) - size(es[0]))
    part = np.expm1(off * r) + np.expm1(np.abs(np.log(np.abs(x))) * size(es[1])) + U * (2 + off)
    e = np.where(np.abs(v) < LEAST, UNKNOWN, np.abs(v) * part)
    return v, np.where((x == 0) & (size(es[0]) == 0) & (p > 0), 0.0, e)


def exponential(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(xs[0])
    return v, np.where(v < LEAST, UNKNOWN, v * (np.expm1(size(es[0])) + 2 * U))


def logarithm(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v, least = f(xs[0]), xs[0] - size(es[0])
    return v, np.where(least > 0, size(es[0]) / least + 2 * U * np.abs(v), UNKNOWN)
