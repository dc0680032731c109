"""Float64 with a bound of its error, for the arrays of a caller; float64 without one only screens points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import demands, fit
from perturb.vocab.grammar.tree import Expr, Word
from perturb.vocab.systems.evaluate import NO_INDEX, Evaluation, Floats
from perturb.vocab.systems.rounding import LONGER, QUICK, UNKNOWN, U

ACCURATE = 1e-9  # the part of itself that a value given to a caller may be off
LEAST, MOST = 2.0**-128, 2.0**128  # what lies between is safe from vanishing and from overflow in the rules
WHOLE = 2**53  # integers up to here are float64 numbers


class BoundedFloats(Floats):
    """Values are pairs, an array and how far its entries may be off (None: exact), integers plain.

    It refuses what a statement refuses: shapes that do not fit, what is not symmetric.
    """

    shortcut = None  # a shorter way has no bound of its error

    def constant(self, value: Fraction) -> Any:
        near = super().constant(value)
        return near, None if near[0, 0, 0] == value else U

    def input(self, name: str) -> Any:
        value = super().input(name)
        return value if isinstance(value, int) else (value, None)

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        arrays, errors = [_value(a) for a in args], [_error(a) for a in args]
        check(expr, arrays, errors)
        rule, floats = self.rule(expr.word), expr.word.floats
        value, error = rule(floats, arrays, errors) if rule is not None else (floats(*arrays), UNKNOWN)  # type: ignore[misc]
        return value if isinstance(value, int) else (value, error)

    def rule(self, word: Word) -> Any:
        return word.bounded

    def value(self, expr: Expr) -> Any:
        """By a rule of its own where it has one beside its definition."""
        read = Evaluation(self)
        if expr.expansion is None or expr.word.bounded is None:
            return read(expr)
        return self.apply(expr, [read(arg) for arg in expr.args], read, NO_INDEX)


class Quick(BoundedFloats):
    """With one bound for a whole batch where there is a rule for that, at the cost of the value itself."""

    def rule(self, word: Word) -> Any:
        return QUICK.get(word.bounded, word.bounded)


class Extended(BoundedFloats):
    """In the longer numbers that some processors have: for arithmetic, not for LAPACK (TypeError)."""

    def rule(self, word: Word) -> Any:
        return LONGER.get(word.bounded, word.bounded)

    def input(self, name: str) -> Any:
        found = super().input(name)
        return found if isinstance(found, int) else (found[0].astype(np.longdouble), None)


def _value(x: Any) -> Any:
    return x[0] if isinstance(x, tuple) else x


def _error(x: Any) -> Any:
    if isinstance(x, tuple):
        return x[1]
    return None if abs(x) <= WHOLE else U


def known(found: Any, count: int) -> Any:
    """Which of `count` elements of a batch have all entries to 9 digits: shape (count,); None for all."""
    value, error = found
    if error is None or (isinstance(error, float) and error <= ACCURATE):
        return None
    sizes = np.abs(value)
    if np.size(error) != 1:
        sizes *= ACCURATE
        return _but((~(error <= sizes)), count)
    least = 1.01 / ACCURATE * float(np.asarray(error).reshape(()))
    if least <= sizes.min():  # one bound for all: the least of them tells
        return None
    return _but(~(sizes >= least), count)


def _but(doubtful: Any, count: int) -> Any:
    """All elements but those with a doubtful entry."""
    flat = np.flatnonzero(doubtful)
    if not flat.size:
        return None
    rows = len(np.atleast_1d(doubtful))
    found = np.ones(rows, dtype=bool)
    found[flat // (np.size(doubtful) // rows)] = False
    return np.broadcast_to(found, count)


def in_range(array: Any) -> Any:
    """Which elements of a batch (B, m, n) have all entries 0 or of a size that float64 is asked about.

    None for all of them.
    """
    sizes = np.abs(array)
    if sizes.min() >= LEAST and sizes.max() <= MOST:
        return None
    inside = ((sizes >= LEAST) & (sizes <= MOST)) | (sizes == 0)
    return None if inside.all() else inside.all(axis=(-2, -1))


def check(expr: Expr, arrays: list[Any], errors: list[Any]) -> None:
    """ValueError for shapes that do not fit and for a matrix that is not symmetric where that is asked."""
    if demands(expr).anything:
        fit(expr, [_shape(a, arg.kind) for a, arg in zip(arrays, expr.args, strict=True)])
    for k in expr.word.symmetric_in:
        symmetric(expr.word.written, arrays[k], errors[k])


def _shape(array: Any, kind: Kind) -> tuple[int, ...]:
    """Of a batch of matrices (B, m, n) or of vectors (B, k, 1)."""
    if kind is Kind.MATRIX:
        return tuple(array.shape[-2:])
    return tuple(array.shape[-2:-1]) if kind is Kind.VECTOR else ()


def symmetric(name: str, A: Any, error: Any = None) -> None:
    """An exact matrix must be, to the last bit; entries of another one may differ by what they are off."""
    turned = np.swapaxes(A, -1, -2)
    if (turned == A).all():
        return
    off = np.abs(A - turned)
    if error is not None:
        error = np.broadcast_to(error, A.shape)
        off = np.where(off > error + np.swapaxes(error, -1, -2), off, 0.0)
    if (off > 0).any():
        apart = f"entries differ by {off.max():.2g}; sym(A) is its symmetric part"
        raise ValueError(f"{name}: the matrix is not symmetric: {apart}")
