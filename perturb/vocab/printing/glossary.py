"""What print asks of the names in a claim; `terms.Lexicon` and `extent.Sides` answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, Self

from perturb.vocab.grammar.tree import Expr


class Named(Protocol):
    """What has a symbol in a claim, how strongly it binds, and its arguments (`terms.Notion`)."""

    @property
    def level(self) -> int: ...

    def shown(self, names: Glossary) -> str: ...


class Sized(Protocol):
    """What the sides of parts are called (`extent.Sides`)."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def of(self, expr: Expr, side: int) -> str | None: ...

    def knows(self, expr: Expr) -> bool: ...


class Glossary(Protocol):
    """What print asks of the names in a claim (`terms.Lexicon`): of terms, inputs, sizes, indices."""

    @property
    def notions(self) -> Mapping[Expr, Sequence[Named]]: ...

    @property
    def taken(self) -> Collection[str]: ...

    @property
    def sides(self) -> Sized | None: ...

    @property
    def said(self) -> frozenset[Expr]: ...

    def saying(self, parts: frozenset[Expr]) -> Self: ...

    def of(self, expr: Expr) -> Named | None: ...

    def letter(self, name: str) -> str: ...

    def size(self, expr: Expr, side: int) -> str | None: ...

    def free(self, *used: str) -> str: ...
