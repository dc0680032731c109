"""What the rules of `rounding` are made of: units, sizes of errors, and the rules that go beside a rule."""

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
