"""A formula of LaTeX as a tree of `syntax`: terminals by `lexing`, the grammar in `mathematics.lark`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError
from lark.lexer import Lexer

from perturb.read.errors import NotUnderstood
from perturb.read.lexing import terminals
from perturb.read.source import Mark
from perturb.read.syntax import (
    Barred,
    Big,
    Bracketed,
    Digits,
    Dots,
    FactorList,
    Grid,
    Letter,
    Node,
    Over,
    Raised,
    Related,
    RootSign,
    Subscripted,
    Summands,
)

CALLIGRAPHIC = ("mathcal", "mathscr", "mathfrak")  # A and \mathcal A are two letters
GRAMMAR = Path(__file__).with_name("mathematics.lark")
SHOWN = {
    "REL": "a relation", "SIGN": "+ or -", "OP": "an operator", "CLOSE": "a closing bracket",
    "COMMA": "a comma",
    "ACLOSE": "the end of the braces", "BARCLOSE": "a closing bar", "$END": "the end", "NUMBER": "a number",
    "LETTER": "a letter", "OPEN": "a bracket", "BAROPEN": "a bar", "ENDMATRIX": "the end of the matrix",
}  # fmt: skip


def formula(marks: Sequence[Mark]) -> tuple[Node, ...]:
    """The parts of a formula between its commas. NotUnderstood with the place where it cannot go on."""
    found = terminals(marks)
    if len(found) == 1 and found[0].type in ("OP", "REL"):  # where \circ denotes ...
        return (Letter(_pos(found[0]), str(found[0]), str(found[0]), True),)
    if not found:
        raise NotUnderstood("an empty formula", marks[0].pos if marks else 0)
    try:
        tree: Any = _parser().parse(found)
    except UnexpectedInput as error:
        raise _stuck(error, found) from None
    try:
        made: tuple[Node, ...] = _Nodes().transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return made


def _stuck(error: UnexpectedInput, found: Sequence[Token]) -> NotUnderstood:
    token = getattr(error, "token", None)
    ended = token is None or token.type == "$END"
    pos = found[-1].start_pos if ended or token is None else token.start_pos
    wanted = [
        SHOWN[name]
        for name in sorted(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
        if name in SHOWN
    ]
    cure = f"here may stand {', '.join(wanted)}" if wanted else ""
    return NotUnderstood(
        "the formula breaks off" if ended else "the formula cannot go on like this", pos or 0, "", cure
    )


class _Terminals(Lexer):
    """The terminals are there already."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: Iterable[Token]) -> Iterator[Token]:  # type: ignore[override]
        yield from data


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer=_Terminals, start="start")


def _pos(one: Token | Node) -> int:
    return one.pos if isinstance(one, Node) else one.start_pos or 0


class _Nodes(Transformer):  # type: ignore[type-arg]
    """The tree of the grammar as one of `syntax`."""

    def start(self, found: list[Any]) -> tuple[Node, ...]:
        return tuple(found[0])

    def items(self, found: list[Any]) -> list[Node]:
        return [one for one in found if isinstance(one, Node)]

    def relsub(self, found: list[Any]) -> Node:
        sub: Node = found[1]
        return sub

    def chain(self, found: list[Any]) -> Node:
        if len(found) == 1:
            one: Node = found[0]
            return one
        return Related(found[0].pos, found[0], self._links(found[1:]))

    def continued(self, found: list[Any]) -> Node:
        return Related(_pos(found[0]), None, self._links(found))

    def _links(self, found: list[Any]) -> tuple[tuple[str, Node], ...]:
        links, sign = [], ""
        for k, one in enumerate(found):
            if isinstance(one, Token):
                sign = str(one)
            elif k + 1 < len(found) and isinstance(found[k + 1], Node):
                sign += "_" + _subscript(one)
            else:
                links.append((sign, one))
        return tuple(links)

    def operatorsub(self, found: list[Any]) -> tuple[Node]:
        return (found[1],)

    def sum(self, found: list[Any]) -> Node:
        if len(found) == 1:
            one: Node = found[0]
            return one
        parts, sign = [], ""
        for one in found:
            if isinstance(one, Token):
                sign = str(one)
            else:
                parts.append((sign, one))
        return Summands(_pos(found[0]), tuple(parts))

    def product(self, found: list[Any]) -> Node:
        if len(found) == 1:
            one: Node = found[0]
            return one
        parts: list[tuple[str, Node]] = []
        sign = ""
        for one in found:
            if isinstance(one, Token):
                sign = str(one)
            elif isinstance(one, tuple):  # the weight of a mean, before its second part
                if sign != "mean":
                    raise NotUnderstood("a subscript of this operator is not read", one[0].pos)
                parts.append(("weight", one[0]))
            else:
                parts.append((sign, one))
                sign = ""
        return FactorList(_pos(found[0]), tuple(parts))

    def sub(self, found: list[Any]) -> Node:
        base, _, at = found
        if isinstance(base, Big):
            return Big(base.pos, base.name, at, base.high)
        if isinstance(base, Raised):  # A^T_i and A_i^T are one
            return Raised(base.pos, Subscripted(base.pos, base.base, at), base.to, True)
        return Subscripted(base.pos, base, at)

    def sup(self, found: list[Any]) -> Node:
        base, _, to = found
        return Big(base.pos, base.name, base.low, to) if isinstance(base, Big) else Raised(base.pos, base, to)

    def prime(self, found: list[Any]) -> Node:
        return Raised(found[0].pos, found[0], Letter(_pos(found[1]), "prime", "'", True))

    def bang(self, found: list[Any]) -> Node:
        raise NotUnderstood("a factorial is not read", _pos(found[1]))

    def number(self, found: list[Token]) -> Node:
        return Digits(_pos(found[0]), str(found[0]))

    def letter(self, found: list[Token]) -> Node:
        text, pos = str(found[0]), _pos(found[0])
        name, _, font = text.partition("@") if not text.startswith("@") else (text, "", "")
        if name.startswith("!"):
            return Letter(pos, name[1:], rf"\mathrm{{{name[1:]}}}", True)
        if name.startswith("@"):
            return Letter(pos, name, rf"\mathbb{{{name[1:]}}}", True)
        shown = rf"\{font}{{{name}}}" if font else name
        mark = "_cal" if font in CALLIGRAPHIC else ""
        return Letter(pos, name.removeprefix("\\") + mark, shown)

    def big(self, found: list[Token]) -> Node:
        return Big(_pos(found[0]), str(found[0]))

    def dots(self, found: list[Token]) -> Node:
        return Dots(_pos(found[0]))

    def group(self, found: list[Any]) -> Node:
        opening, parts, closing = found
        return Bracketed(_pos(opening), str(opening), tuple(parts), str(closing))

    def row(self, found: list[Any]) -> Node:
        cells = [one for one in found if isinstance(one, list)]
        if any(len(cell) != 1 for cell in cells):
            raise NotUnderstood("commas and blanks separate the same blocks", _pos(found[0]))
        return Grid(_pos(found[0]), "bmatrix", (tuple(cell[0] for cell in cells),))

    def bars(self, found: list[Any]) -> Node:
        opening, parts, closing = found
        if len(parts) != 1:
            raise NotUnderstood("a comma between bars", _pos(opening))
        if str(opening) != str(closing):
            raise NotUnderstood("two different bars", _pos(opening))
        return Barred(_pos(opening), str(opening), parts[0])

    def frac(self, found: list[Any]) -> Node:
        return Over(_pos(found[0]), found[1], found[2])

    def sqrt(self, found: list[Any]) -> Node:
        return RootSign(_pos(found[0]), found[1])

    def root(self, found: list[Any]) -> Node:
        return RootSign(_pos(found[0]), found[2], found[1])

    def accent(self, found: list[Any]) -> Node:
        mark = {"widehat": "hat", "widetilde": "tilde", "overline": "bar"}.get(str(found[0]), str(found[0]))
        inner = (
            found[1].parts[0] if isinstance(found[1], Bracketed) and len(found[1].parts) == 1 else found[1]
        )
        if isinstance(inner, Subscripted) and isinstance(inner.base, Letter):
            return Subscripted(inner.pos, _accented(inner.base, mark, _pos(found[0])), inner.at)
        if not isinstance(inner, Letter):
            raise NotUnderstood("an accent over more than a letter", _pos(found[0]))
        return _accented(inner, mark, _pos(found[0]))

    def matrix(self, found: list[Any]) -> Node:
        rows = [one for one in found if isinstance(one, tuple)]
        rows = [row for k, row in enumerate(rows) if row != (None,) or k + 1 < len(rows)]
        if any(cell is None for row in rows for cell in row):
            raise NotUnderstood("a matrix with an empty place", _pos(found[0]), cure="write 0 there")
        return Grid(_pos(found[0]), str(found[0]), tuple(rows))

    def line(self, found: list[Any]) -> tuple[Node | None, ...]:
        return tuple(one for one in found if not isinstance(one, Token))

    def cell(self, found: list[Any]) -> Node | None:
        if not found:
            return None
        if len(found[0]) != 1:
            raise NotUnderstood(
                "a comma between the places of a matrix", found[0][0].pos, cure="write & there"
            )
        one: Node = found[0][0]
        return one

    def argument(self, found: list[Any]) -> Node:
        return Bracketed(_pos(found[0]), "", tuple(found[1]), "")

    def operated(self, found: list[Any]) -> Node:
        parts = found[2] if len(found) > 3 else []
        return Bracketed(_pos(found[0]), f"op{found[1]}", tuple(parts), "")

    def signed(self, found: list[Any]) -> Node:
        return Letter(_pos(found[0]), str(found[1]), str(found[1]), True)


def _accented(one: Letter, mark: str, pos: int) -> Letter:
    return Letter(pos, f"{one.name}_{mark}", rf"\{mark}{{{one.written}}}", one.upright)


def _subscript(node: Node) -> str:
    """The letters below a relation: w, log, wlog."""
    letters = [one.name for one in node.walk() if isinstance(one, Letter)]
    return "".join(letters)
