"""Reading a statement in one number system: a walk over the tree that computes every shared part once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from perturb.vocab.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.word import Kind

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
