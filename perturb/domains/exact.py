"""Exact values from what people write: integers, floats, Fractions, "p/q", in nested lists.

A float of a sample is the dyadic number that it is; a bound of a domain is part of the statement, where a
float means the decimal that Python prints for it (`declared`). Points are exact, and so are batches of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.domains.space import Sizes
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.numerals import literal, meant, readable
from perturb.vocab.grammar.kinds import Kind


def rational(x: Any) -> fmpq:
    """One exact rational number. Raises ValueError for NaN, infinities and what is not a number."""
    if isinstance(x, fmpq):
        return x
    if type(x) is int:  # no Fraction first, which costs ten times as much: corners have thousands
        return fmpq(x)
    try:
        if isinstance(x, float):  # by far the most: an entry of a batch
            return fmpq(*x.as_integer_ratio())
        exact = Fraction(x.item() if isinstance(x, np.generic) else x)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        raise ValueError(f"entry {x!r} is not a finite number") from None
    return fmpq(exact.numerator, exact.denominator)


def declared(x: Any) -> fmpq:
    """A number of a statement, such as the bound of a domain: 0.1 is 1/10. ValueError as of `rational`."""
    try:
        return rational(meant(x))
    except ValueError:
        raise ValueError(f"entry {x!r} is not a finite number") from None


def as_typed(x: fmpq) -> str:
    """How a page shows a bound: 0.1 where that is what a float means, else the fraction."""
    return literal(Fraction(int(x.p), int(x.q))) or str(x)


def number(x: Any) -> Any:
    """One exact number, rational or algebraic. Raises ValueError as `rational` does."""
    return x if isinstance(x, Algebraic) else rational(x)


def exact_value(data: Any, kind: Kind) -> Any:
    """A matrix (fmpq_mat), vector (tuple of fmpq), scalar (fmpq) or integer from nested lists or an array.

    Algebraic numbers may stand for rational ones; a matrix that has some is an ExactMatrix. Raises ValueError
    for anything else.
    """
    try:
        return _exact_value(data, kind)
    except (TypeError, OverflowError):
        raise ValueError(f"{data!r} is not a {kind.value}") from None


def _exact_value(data: Any, kind: Kind) -> Any:
    if isinstance(data, fmpq_mat | ExactMatrix) and kind is Kind.MATRIX:
        return data
    if kind is Kind.MATRIX:
        rows = [_parts(row) for row in _parts(data)]
        if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
            raise ValueError(f"matrix {data!r} is empty or ragged")
        entries = [number(x) for row in rows for x in row]
        irrational = any(isinstance(x, Algebraic) for x in entries)
        return (ExactMatrix if irrational else fmpq_mat)(len(rows), len(rows[0]), entries)
    if kind is Kind.VECTOR:
        return tuple(number(x) for x in _parts(data))
    if kind is Kind.INTEGER:
        exact = rational(data)
        if exact.q != 1:
            raise ValueError(f"integer {data!r} has a fractional part")
        return int(exact.p)
    return number(data)


def _parts(data: Any) -> list[Any]:
    """Of a list or an array; TypeError for a text, whose letters are no entries, and for a table by names."""
    if isinstance(data, str | bytes | Mapping):
        raise TypeError
    return list(data)


def written(value: Any) -> Any:
    """The exact value as nested lists of strings, for JSON; `exact_value` reads rational ones back."""
    if isinstance(value, fmpq_mat | ExactMatrix):
        return [[readable(x) for x in row] for row in value.tolist()]
    if isinstance(value, tuple):
        return [readable(x) for x in value]
    return value if isinstance(value, int) else readable(value)


def written_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The exact values of a point by name, for JSON."""
    return {name: written(value) for name, value in values.items()}


def numbers(value: Any) -> list[Any]:
    """All numbers of an exact value, row by row."""
    if isinstance(value, fmpq_mat | ExactMatrix):
        return list(value.entries())
    return list(value) if isinstance(value, tuple) else [value]


def floats(data: Any) -> Any:
    """Nearest float64 of an exact value; numbers beyond its range become infinite."""
    if isinstance(data, fmpq_mat | ExactMatrix):
        return np.array([[to_float(x) for x in row] for row in data.tolist()])
    if isinstance(data, tuple):
        return np.array([to_float(x) for x in data])
    return data if isinstance(data, int) else to_float(data)


def to_float(x: fmpq | Algebraic) -> float:
    if isinstance(x, Algebraic):
        return float(x)
    try:
        return float(Fraction(int(x.p), int(x.q)))
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


@dataclass(frozen=True)
class Point:
    """One exact input: sizes, values by name and, where it was constructed, the parameters behind it."""

    sizes: Sizes
    values: Mapping[str, Any]
    params: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Batch:
    """Points of equal sizes as float64 parameter arrays (B, ...), which are exact dyadic numbers."""

    sizes: Sizes
    params: Mapping[str, Any]
    count: int

    def params_of(self, k: int) -> dict[str, Any]:
        return {key: exact_array(array[k]) for key, array in self.params.items()}


def exact_array(array: Any) -> Any:
    """An object array of exact rationals with the shape of `array`."""
    array = np.asarray(array)
    out = np.empty(array.size, dtype=object)
    out[:] = [rational(x) for x in array.ravel().tolist()]
    return out.reshape(array.shape)
