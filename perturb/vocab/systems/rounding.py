"""How far float64 may be off: the words that move, add, multiply and compare numbers.

A rule f, arrays, errors -> value, error: `error` bounds |value - exact value| entry by entry, to first
order generously; `errors` does so for the arguments. None is exact, a float a part of the value, wherever
that is, and NaN says that nothing is known. What a caller gives lies between 2^-128 and 2^128 or is 0
(`bounded`), so that products of a few entries neither vanish nor overflow. What rules are made of comes
first: units, sizes of errors, the rules that go beside a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

U = 2.0**-52  # of float64 twice the unit of rounding, for what is of second order
LEAST = 1e-290  # what is smaller may have lost digits
UNKNOWN = np.nan
Rule = Callable[..., tuple[Any, Any]]
QUICK: dict[Any, Rule] = {}  # for some rules one that gives a bound for all entries of a batch at once
LONGER: dict[Any, Rule] = {}  # for some rules one for the longer numbers, which LAPACK does not know
SHORT = 8  # rows for which the largest entry tells enough
EXTENDED = float(np.finfo(np.longdouble).eps)


def unit(x: Any) -> float:
    """Twice the unit of rounding: of float64, or of the longer numbers that some processors have."""
    return EXTENDED if getattr(x, "dtype", None) == np.longdouble else U


def safe(v: Any) -> Any:
    """Where a number is so far from 0 and from infinity that no digit is lost."""
    return (np.abs(v) > LEAST) & (np.abs(v) < 1 / LEAST)


def size(e: Any, x: Any) -> Any:
    """The error of x as an array or a number."""
    if e is None:
        return 0.0
    return e * np.abs(x) if isinstance(e, float) else e


def exact(errors: list[Any]) -> bool:
    return all([e is None for e in errors])


def parts(errors: list[Any]) -> bool:
    """Are all errors none or a part of the value?"""
    return all([e is None or isinstance(e, float) for e in errors])


def quick(rule: Rule) -> Callable[[Rule], Rule]:
    """The quick rule for another one: a part of the value, or an error (1, 1, 1)."""

    def found(coarse: Rule) -> Rule:
        QUICK[rule] = coarse
        return coarse

    return found


def longer(rule: Rule) -> Callable[[Rule], Rule]:
    """The rule in longer numbers for another one."""

    def found(own: Rule) -> Rule:
        LONGER[rule] = own
        return own

    return found


def register(rule: Rule, own: Rule) -> Rule:
    """The rule, and its form in longer numbers."""
    LONGER[rule] = own
    return rule


def most(x: Any) -> Any:
    """The largest size of all entries of a batch, if there are any; NaN if one is."""
    return np.maximum(x.max(initial=0.0), -x.min(initial=0.0))


def alone(e: Any) -> Any:
    return np.asarray(e).reshape(1, 1, 1)


def coarse(errors: list[Any]) -> bool:
    """Are all errors one number each? What is known entry by entry is not given up."""
    return all([e is None or np.size(e) == 1 for e in errors])


def longest(x: Any, lines: str) -> Any:
    """At least the length of each row or column of a batch."""
    n = x.shape[-1] if lines.endswith("i") else x.shape[-2]
    return n**0.5 * most(x) if n <= SHORT else np.sqrt(np.einsum(lines, x, x).max())


FEW = 4  # factors that neither vanish nor overflow


def moved(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Entries in other places, or with another sign: their errors go with them."""
    v = f(*xs)
    if exact(es):
        return v, None
    if parts(es):
        return v, sum([e for e in es if e is not None])
    spread = [_beside(x, e) for x, e in zip(xs, es, strict=True)]
    return v, np.abs(f(*spread))


def _beside(x: Any, e: Any) -> Any:
    return x if isinstance(x, int) else np.broadcast_to(size(e, x), np.shape(x))


def settled(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Exact of exact arguments; nothing is known of others."""
    return f(*xs), None if exact(es) else UNKNOWN


def compared(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """One of two numbers."""
    return f(*xs), None if exact(es) else np.maximum(size(es[0], xs[0]), size(es[1], xs[1]))


def sorted_out(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """The largest, the smallest or all components by size: off by no more than the worst of them."""
    v = f(*xs)
    if exact(es) or not xs[0].shape[-2]:
        return v, None
    if parts(es):
        return v, es[0]
    return v, np.broadcast_to(es[0], xs[0].shape).max(axis=-2, keepdims=True)


def added(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(*xs)
    if exact(es):
        return v, unit(v)
    return v, size(es[0], xs[0]) + size(es[1], xs[1]) + unit(v) * np.abs(v)


@quick(added)
def _added(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    if exact(es) or not coarse(es):
        return added(f, xs, es)
    v = f(*xs)
    off = [
        e * most(x) if isinstance(e, float) else most(e) for e, x in zip(es, xs, strict=True) if e is not None
    ]
    return v, alone(sum(off) + unit(v) * most(v))


def summed(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Along one side or a diagonal: n - 1 roundings of partial sums that the sizes of the terms bound."""
    x = xs[0]
    rounds = unit(x) / 2 * (max(x.shape[-2:]) - 1)
    if parts(es):
        return f(x), f(np.abs(x)) * (rounds + (es[0] or 0.0))
    return f(x), f(np.abs(x) * rounds + es[0])


@quick(summed)
def _summed(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Of numbers with one sign a part of the sum."""
    x, terms = xs[0], max(xs[0].shape[-2:])
    if not coarse(es) or not x.size:
        return summed(f, xs, es)
    v, rounds = f(x), unit(x) / 2 * (terms - 1)
    if not parts(es):
        return v, alone(terms * (rounds * most(x) + most(es[0])))
    part = 1.01 * (rounds + (es[0] or 0.0))
    return v, part if x.min() >= 0 else alone(part * terms * most(x))


def bilinear(depth: Callable[[Any, Any], int]) -> Rule:
    """Products, with sums of `depth` terms."""

    def rule(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        v, own = f(*xs), unit(xs[0]) * depth(*xs)
        if parts(es):
            part = own * 0.505 if exact(es) else own + sum(e for e in es if e is not None)
            return v, part if depth is one_term else f(*[np.abs(x) for x in xs]) * part
        x, y = (np.abs(a) for a in xs)
        e = f(x * own + size(es[0], x), y)
        if es[1] is not None:
            e = e + f(x + size(es[0], x), np.broadcast_to(size(es[1], y), y.shape))
        return v, e

    @quick(rule)
    def in_norm(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
        """Lengths of rows and columns bound the sums (Cauchy and Schwarz)."""
        if depth is one_term or not parts(es):
            return rule(f, xs, es)
        own = unit(xs[0]) * depth(*xs) * (0.505 if exact(es) else 1) + sum(e for e in es if e is not None)
        return f(*xs), alone(
            1.01 * own * longest(xs[0], "...ij,...ij->...i") * longest(xs[1], "...ij,...ij->...j")
        )

    return rule


def one_term(x: Any, y: Any) -> int:
    return 1


def inner_size(x: Any, y: Any) -> int:
    return int(np.shape(x)[-1])


def divided(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(*xs)
    if parts(es) and np.all(xs[1] != 0):
        return v, unit(v) + 1.01 * sum(e for e in es if e is not None)
    least = np.abs(xs[1]) - size(es[1], xs[1])
    e = (size(es[0], xs[0]) + np.abs(v) * size(es[1], xs[1])) / least + unit(v) * np.abs(v)
    return v, np.where(least > 0, e, UNKNOWN)


def multiplied(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """Products of the components of a vector, all or the first ones."""
    x = xs[0]
    v, most = f(x), np.abs(x)
    wide = f(most + size(es[0], x))
    e = wide - f(most) + (2 * x.shape[-2] + 2) * unit(x) * wide
    no_factor_is_0 = f((x != 0).astype(float)) > 0
    inside = safe(f(np.maximum(most, 1))) & safe(f(np.where(most > 0, np.minimum(most, 1), 1)))
    return v, np.where(inside | ~no_factor_is_0, e, UNKNOWN)


@quick(multiplied)
def _multiplied(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """A part of the product, where no partial product can vanish or overflow."""
    x, k = xs[0], xs[0].shape[-2]
    if k and parts(es) and most(x) ** k < 1 / LEAST and np.abs(x).min() ** k > LEAST:
        return f(x), (1 + k) * (unit(x) + 1.01 * (es[0] or 0.0))
    return multiplied(f, xs, es)


def squared(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(xs[0])
    if parts(es):
        return v, unit(v) + 2.01 * (es[0] or 0.0)
    e = es[0]
    return v, (2 * np.abs(xs[0]) + e) * e + unit(v) * v


def rooted(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """|sqrt x - sqrt y| is at most |x - y| / sqrt x, and the root of |x - y|."""
    v = f(xs[0])
    if parts(es):
        part = unit(v) + (es[0] or 0.0)
        return v, part if xs[0].min(initial=0.0) >= 0 else np.where(xs[0] >= 0, v, UNKNOWN) * part
    return v, np.where(v > 0, es[0] / v, np.sqrt(es[0])) + unit(v) * v


def powered(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    """x^p with x off by its r-th part: at most (1 + r)^|p| - 1 of it, and |log x| for each unit of p."""
    x, p = xs
    if exact(es) and isinstance(p, int) and 0 < p <= FEW:
        return f(x, p), U * (2 + p)
    v, off = f(x, p), np.abs(np.asarray(p, dtype=float))
    e_x, e_p = size(es[0], x), size(es[1], p)
    off = off + e_p
    r = e_x / (np.abs(x) - e_x)
    part = np.expm1(off * r) + np.expm1(np.abs(np.log(np.abs(x))) * e_p) + U * (2 + off)
    e = np.where(safe(v), np.abs(v) * part, UNKNOWN)
    return v, np.where((x == 0) & (e_x == 0) & (p > 0), 0.0, e)


def exponential(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v = f(xs[0])
    if exact(es) and v.min() > LEAST and v.max() < 1 / LEAST:
        return v, 2 * U
    return v, np.where(safe(v), v * (np.expm1(size(es[0], xs[0])) + 2 * U), UNKNOWN)


def logarithm(f: Any, xs: list[Any], es: list[Any]) -> tuple[Any, Any]:
    v, e = f(xs[0]), size(es[0], xs[0])
    if exact(es) and xs[0].min() > 0:
        return v, 2 * U
    least = xs[0] - e
    return v, np.where(least > 0, e / least + 2 * U * np.abs(v), UNKNOWN)


PLACES = (moved, settled, compared, sorted_out)  # which do no arithmetic
