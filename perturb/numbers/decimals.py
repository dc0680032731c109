"""What a Python number means in a statement: the decimal that Python prints for it.

0.1 is 1/10 there, and not the dyadic number next to it that float64 holds. Samples, weights and stored points
are data: they stay the numbers that they are.
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from perturb.version import HOUSE

CATALOGUE = str(Path(HOUSE) / "_catalogue")  # statements, though installed within the house
LONG = 15  # digits of a float that is rather computed than typed


class DecimalWarning(UserWarning):
    """A float of many digits stands in a statement where an exact number is likely meant."""


def meant(x: Any) -> Any:
    """The exact number for a float of Python or numpy; anything else as it is.

    ValueError for NaN and infinities. A float of 15 digits or more next to a number that has a name warns
    (DecimalWarning) and names it.
    """
    if getattr(x, "shape", None) == () and hasattr(x, "dtype"):  # a numpy number, or an array of one
        x = x[()] if x.dtype.kind in "fO" else x.item()
    if not isinstance(x, float | np.floating):
        return x
    if not np.isfinite(x):
        raise ValueError(f"constant = {float(x)} is not a finite number")
    text = str(x)
    if sum(map(str.isdigit, text.partition("e")[0].strip("-0."))) >= LONG:
        _name(float(x), text)
    return Fraction(text)


def meant_within(data: Any) -> Any:
    """The same for all numbers of nested lists, tuples and arrays; other things as they are."""
    if isinstance(data, list | tuple) or (isinstance(data, np.ndarray) and data.ndim):
        # A row of np.matrix is a matrix again.
        return [meant_within(x) for x in (np.asarray(data) if isinstance(data, np.ndarray) else data)]
    return meant(data)


def typed(x: Any) -> str | None:
    """The float as Python prints it that means this rational number; None where there is none."""
    try:
        text = repr(float(x))
    except OverflowError:
        return None
    return text if Fraction(text) == x else None


def literal(x: Fraction) -> str | None:
    """How a constant is shown as a decimal; None where a fraction is what people write: 1/2, 1/3."""
    if x.denominator <= 4096 and x.denominator & (x.denominator - 1) == 0:
        return None
    return typed(x)


def _name(x: float, text: str) -> None:
    from perturb.numbers.well_known import well_known  # seldom needed

    name = well_known(x)
    if name is not None:
        _warn(f"{text} means just that decimal in a statement; for the number beside it write {name}")


def _warn(message: str) -> None:
    """At the line of the statement, so that each place is told once."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _of_the_house(frame.f_code.co_filename):
        frame = frame.f_back
    seen = frame.f_globals.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, DecimalWarning, frame.f_code.co_filename, frame.f_lineno, registry=seen)


def _of_the_house(file: str) -> bool:
    return file.startswith(HOUSE) and not file.startswith(CATALOGUE)
