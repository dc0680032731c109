"""+ - * / @ ** and |x| of parts of a statement: each is a word, and what it makes is a part again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self


class Spoken:
    """The word behind an operator; `grammar.tree` puts it here."""

    word: Callable[..., Any]


SPOKEN = Spoken()


class Operators:
    """What has the operators of numbers and matrices."""

    __slots__ = ()

    def __add__(self, other: Any) -> Self:
        return SPOKEN.word("add", self, other)  # type: ignore[no-any-return]

    def __radd__(self, other: Any) -> Self:
        return SPOKEN.word("add", other, self)  # type: ignore[no-any-return]

    def __sub__(self, other: Any) -> Self:
        return SPOKEN.word("sub", self, other)  # type: ignore[no-any-return]

    def __rsub__(self, other: Any) -> Self:
        return SPOKEN.word("sub", other, self)  # type: ignore[no-any-return]

    def __mul__(self, other: Any) -> Self:
        return SPOKEN.word("mul", self, other)  # type: ignore[no-any-return]

    def __rmul__(self, other: Any) -> Self:
        return SPOKEN.word("mul", other, self)  # type: ignore[no-any-return]

    def __truediv__(self, other: Any) -> Self:
        return SPOKEN.word("div", self, other)  # type: ignore[no-any-return]

    def __rtruediv__(self, other: Any) -> Self:
        return SPOKEN.word("div", other, self)  # type: ignore[no-any-return]

    def __matmul__(self, other: Any) -> Self:
        return SPOKEN.word("matmul", self, other)  # type: ignore[no-any-return]

    def __rmatmul__(self, other: Any) -> Self:
        return SPOKEN.word("matmul", other, self)  # type: ignore[no-any-return]

    def __pow__(self, exponent: Any) -> Self:
        return SPOKEN.word("pow", self, exponent)  # type: ignore[no-any-return]

    def __rpow__(self, base: Any) -> Self:
        return SPOKEN.word("pow", base, self)  # type: ignore[no-any-return]

    def __neg__(self) -> Self:
        return SPOKEN.word("neg", self)  # type: ignore[no-any-return]

    def __abs__(self) -> Self:
        return SPOKEN.word("abs", self)  # type: ignore[no-any-return]
