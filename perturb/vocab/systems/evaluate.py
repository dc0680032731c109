"""Reading a statement in one number system: a walk over the tree that computes every shared part once.

`System` is what a number system is. The first is float64, which takes a whole batch of points at once: it
screens, and never decides. At the end stand the tools of which float64 forms of words are made, numpy and
LAPACK that answer NaN instead of raising. The systems that decide are in `certified`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from perturb.numbers.errors import Undefined
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.systems.values import NO_ENTRIES

NO_INDEX: Mapping[str, int] = {}
NOT_YET = object()


class OutOfRange(IndexError):
    """A subscript that does not exist at this size: the instance of the statement is not asserted."""


class System(Protocol):
    """A number system: how constants and inputs become values, and how the word of `expr` acts on them.

    The shape of an input is (m, n), (k,) or (), or its value where it is an integer.
    """

    def constant(self, value: Fraction) -> Any: ...

    def input(self, name: str) -> Any: ...

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int: ...

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any: ...


class Evaluation:
    """The values of the parts of a statement at one point (or one batch of points)."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._memo: dict[Expr | tuple[Expr, tuple[int, ...]], Any] = {}

    def __call__(self, expr: Expr, at: Mapping[str, int] = NO_INDEX) -> Any:
        """The value with the indices at the integers `at`. Raises OutOfRange, Undefined, Unavailable."""
        # Hot: most parts have no index, and most looks find the value.
        key = (expr, tuple([at[name] for name in expr.indices])) if expr.indices else expr
        found = self._memo.get(key, NOT_YET)
        if found is NOT_YET:
            found = self._memo[key] = self._compute(expr, at)
        return found

    def __len__(self) -> int:
        """How many values were computed."""
        return len(self._memo)

    def _compute(self, expr: Expr, at: Mapping[str, int]) -> Any:
        if expr.expansion is not None:
            return self(expr.expansion, at)
        word = expr.word
        if word is INPUT:
            return self.system.input(expr.payload[0])
        if word is CONST:
            exact, kind = expr.payload
            return int(exact) if kind is Kind.INTEGER else self.system.constant(exact)
        if word is INDEX:
            return at[expr.payload[0]]
        return self.system.apply(expr, [self(arg, at) for arg in expr.args], self, at)


SIDES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}


class Floats:
    """Inputs are arrays: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers plain."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs

    def value(self, expr: Expr) -> Any:
        return Evaluation(self)(expr)

    def constant(self, value: Fraction) -> Any:
        return np.full((1, 1, 1), real(value))

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        if kind is Kind.INTEGER:
            return int(self.inputs[name])
        return tuple(self.inputs[name].shape[1 : 1 + SIDES[kind]])

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        assert expr.word.floats is not None, f"{expr.word.name} has no float64 form"
        return expr.word.floats(*[real(a) if isinstance(a, int) and abs(a) >= BEYOND else a for a in args])


BEYOND = 2**1023


def real(value: Fraction | int) -> float:
    """A float near a number; infinity for one that floats do not reach."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def quiet(f: Callable[..., Any]) -> Callable[..., Any]:
    def screened(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return f(*args)

    return screened


def screened(f: Callable[..., Any]) -> Callable[..., Any]:
    """A batched LAPACK routine that gives NaN, not an exception, for the whole batch where it fails."""

    def safe(A: Any, *rest: Any) -> Any:
        entries = np.isfinite(A)
        whole, finite = A, None
        if not entries.all():  # LAPACK prints and raises on NaN, so it is not shown any
            finite = entries.all(axis=(-2, -1))[..., None, None]
            whole = np.where(finite, A, 0.0)
        with np.errstate(all="ignore"):
            try:
                found = f(whole, *rest)
            except np.linalg.LinAlgError:
                found = one_by_one(f, whole, *rest)
        return found if finite is None else np.where(finite, found, np.nan)

    return safe


def one_by_one(f: Callable[..., Any], A: Any, *rest: Any) -> Any:
    results: list[Any] = []
    for single in A:
        try:
            results.append(f(single[None], *rest)[0])
        except np.linalg.LinAlgError:
            results.append(None)
    shape = next((r.shape for r in results if r is not None), A.shape[-2:])
    return np.stack([np.full(shape, np.nan) if r is None else r for r in results])


def inverses(A: Any) -> Any:
    """Of finite matrices (B, n, n); NaN for singular ones, for one of which NumPy would refuse them all."""
    try:
        return np.linalg.inv(A)
    except np.linalg.LinAlgError:
        singular = (np.linalg.slogdet(A)[0] == 0)[..., None, None]  # a pivot of the same factors is 0
        return np.where(singular, np.nan, np.linalg.inv(np.where(singular, np.eye(A.shape[-1]), A)))


def square_only(A: Any) -> None:
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"a square matrix is needed, not {A.shape[-2]} x {A.shape[-1]}")


def require_entries(*arrays: Any) -> None:
    """Undefined for a float64 vector without components: there are no matrices without entries."""
    if any(array.shape[-2] == 0 for array in arrays):
        raise Undefined(NO_ENTRIES)
