"""+ - * / @ ** and |x| of parts of a statement: each is a word, and what it makes is a part again."""

from __future__ import annotations

from typing import Any, Self

from perturb.vocab.grammar.tree import LATER, WORDS


def _by(name: str, *args: Any) -> Any:
    return LATER.on_complex(WORDS[name], args)


class Operators:
    """What has the operators of numbers and matrices: complex parts, as `tree.Expr` has them."""

    def __add__(self, other: Any) -> Self:
        return _by("add", self, other)  # type: ignore[no-any-return]

    def __radd__(self, other: Any) -> Self:
        return _by("add", other, self)  # type: ignore[no-any-return]

    def __sub__(self, other: Any) -> Self:
        return _by("sub", self, other)  # type: ignore[no-any-return]

    def __rsub__(self, other: Any) -> Self:
        return _by("sub", other, self)  # type: ignore[no-any-return]

    def __mul__(self, other: Any) -> Self:
        return _by("mul", self, other)  # type: ignore[no-any-return]

    def __rmul__(self, other: Any) -> Self:
        return _by("mul", other, self)  # type: ignore[no-any-return]

    def __truediv__(self, other: Any) -> Self:
        return _by("div", self, other)  # type: ignore[no-any-return]

    def __rtruediv__(self, other: Any) -> Self:
        return _by("div", other, self)  # type: ignore[no-any-return]

    def __matmul__(self, other: Any) -> Self:
        return _by("matmul", self, other)  # type: ignore[no-any-return]

    def __rmatmul__(self, other: Any) -> Self:
        return _by("matmul", other, self)  # type: ignore[no-any-return]

    def __pow__(self, exponent: Any) -> Self:
        return _by("pow", self, exponent)  # type: ignore[no-any-return]

    def __rpow__(self, base: Any) -> Self:
        return _by("pow", base, self)  # type: ignore[no-any-return]

    def __neg__(self) -> Self:
        return _by("neg", self)  # type: ignore[no-any-return]

    def __abs__(self) -> Self:
        return _by("abs", self)  # type: ignore[no-any-return]
