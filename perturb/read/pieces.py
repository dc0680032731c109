"""A statement as words, signs of punctuation and formulas, in the order of the text.

A formula ends where text stands in it, at a wide blank, at the end of a line that the next does not go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perturb.read.errors import NotUnderstood, words_of
from perturb.read.macros import bracketed, group
from perturb.read.plaintext import joined
from perturb.read.signs import BARS, DOTS, LETTERS, OPERATORS, RELATIONS, WORDS_OF_TEXT
from perturb.read.source import Mark, Piece

DISPLAYS = frozenset(
    words_of(
        "equation align gather multline eqnarray displaymath math flalign alignat split aligned gathered "
    )
)
TEXT = frozenset(["text", "textrm", "mbox", "hbox", "textnormal", "textup", "intertext", "shortintertext"])
SOFT = frozenset(
    words_of("emph textbf textit textsl textsc textrm textup text underline mbox uline textnormal ")
)
TYPED = frozenset(
    (*RELATIONS, *OPERATORS, *BARS, *LETTERS, *DOTS, "|", "langle", "rangle", "sum", "prod", "sqrt")
)
WIDE = frozenset(["quad", "qquad"])
SAID = {"forall": "for all", "implies": "implies", "Rightarrow": "implies", "Longrightarrow": "implies"}
SAID |= {"iff": "iff", "Leftrightarrow": "iff", "Longleftrightarrow": "iff", "land": "and", "wedge": "and"}
REFERRING = ("of", "in", "from", "by", "given", "defined", "as")
SAID |= {"exists": "there exists"}
OPEN, CLOSE = ("(", "[", "{", "langle"), (")", "]", "}", "rangle")


def pieces(marks: Sequence[Mark]) -> list[Piece]:
    """Words, stops and formulas. NotUnderstood for an open formula and an unknown command in text."""
    return _without_references(joined(list(_pieces(marks))))


def _without_references(found: Sequence[Piece]) -> list[Piece]:
    """The Y of (1), where (1) is a formula of this text: Y. NotUnderstood for another reference."""
    made: list[Piece] = []
    for one in found:
        if one.kind != "here":
            made.append(one)
            continue
        start = len(made)
        while made and made[-1].kind == "word" and made[-1].text in REFERRING:
            made.pop()
        if len(made) == start or not made or made[-1].kind != "formula":
            cure = "write out what stands there"
            raise NotUnderstood("a reference to another place", one.pos, "\\eqref", cure)
    return made


def _pieces(marks: Sequence[Mark]) -> Iterator[Piece]:
    k = 0
    while k < len(marks):
        one = marks[k]
        if one.kind in ("dollar", "inline", "display"):
            end = _closing(marks, k)
            yield from _formulas(marks[k:end])
            k = end
        elif one.kind == "begin" and one.text.rstrip("*") in DISPLAYS:
            end = next(
                (j for j in range(k, len(marks)) if marks[j].kind == "end" and marks[j].text == one.text), 0
            )
            if not end:
                raise NotUnderstood(f"\\begin{{{one.text}}} is not closed", one.pos)
            yield from _formulas(marks[k + 1 : end])
            k = end + 1
        elif one.kind == "macro":
            found, k = _of_text(marks, k)
            yield from found
        elif one.kind == "open" and k and marks[k - 1].text in ("^", "_"):
            _, end = group(marks, k)  # a script without dollar signs
            yield Piece("char", "{}", one.pos, tuple(marks[k:end]))
            k = end
        else:
            if one.kind == "begin":
                raise NotUnderstood(f"the environment {one.text!r} is not read", one.pos)
            if one.kind == "char":
                yield Piece("char", one.text, one.pos, (one,))
            k += 1


def _closing(marks: Sequence[Mark], k: int) -> int:
    """Where the formula that opens at k ends."""
    opening = marks[k]
    if opening.kind == "dollar":
        double = k + 1 < len(marks) and marks[k + 1].kind == "dollar"
        start = k + 1 + double
        for j in range(start, len(marks)):
            if marks[j].kind == "dollar" and not _inside_text(marks, start, j):
                return j + 1 + double
    else:
        for j in range(k + 1, len(marks)):
            if marks[j].kind == opening.kind:
                return j + 1
    raise NotUnderstood(f"the formula that opens with {opening.text} is not closed", opening.pos)


def _inside_text(marks: Sequence[Mark], start: int, j: int) -> bool:
    """Is the dollar at j inside a \\text{...} of the formula?"""
    depth, inside = 0, []
    for k in range(start, j):
        if marks[k].kind == "open":
            depth += 1
            if k and marks[k - 1].kind == "macro" and marks[k - 1].text in TEXT:
                inside.append(depth)
        elif marks[k].kind == "close":
            if inside and inside[-1] == depth:
                inside.pop()
            depth -= 1
    return bool(inside)


def _of_text(marks: Sequence[Mark], k: int) -> tuple[list[Piece], int]:
    """A command between words."""
    one = marks[k]
    if one.text in SOFT or one.text in (
        "\\",
        " ",
        ",",
        ";",
        ":",
        "!",
        "/",
        "@",
        "quad",
        "qquad",
        "thinspace",
    ):
        return [], k + 1
    if one.text in ("footnote", "footnotetext", "thanks", "marginpar"):
        said, end = group(marks, bracketed(marks, k + 1)[1])
        told = "".join((" " if m.gap else "") + m.text for m in said if m.kind in ("char", "macro"))
        return [Piece("aside", told.strip(), one.pos)], end
    if one.text == "item":
        _, end = bracketed(marks, k + 1)
        return [Piece("stop", "item", one.pos)], end
    if one.text == "eqref here":
        return [Piece("here", "", one.pos)], k + 1
    if one.text in ("ref", "eqref", "cref", "Cref", "autoref"):
        raise NotUnderstood(
            "a reference to another place", one.pos, f"\\{one.text}", "write out what stands there"
        )
    if one.text in ("mathbb", "sqrt") and k + 1 < len(marks) and marks[k + 1].kind == "open":
        _, end = group(marks, k + 1)
        return [Piece("char", f"\\{one.text}", one.pos, tuple(marks[k:end]))], end
    if one.text in TYPED or len(one.text) == 1:
        return [Piece("char", f"\\{one.text}", one.pos, (one,))], k + 1
    if one.text in ("textquoteright", "textendash"):
        return [], k + 1
    cure = "mathematics stands between dollar signs, macros of your own are defined in the text"
    raise NotUnderstood("a command that is not known between words", one.pos, f"\\{one.text}", cure)


def _formulas(marks: Sequence[Mark]) -> Iterator[Piece]:
    """What stands between two signs of mathematics: formulas, and the words among them."""
    inner = (
        [m for m in marks if m.kind not in ("dollar", "inline", "display")]
        if not _has_text(marks)
        else _stripped(marks)
    )
    inner = [m for m in inner if not (m.kind in ("begin", "end") and m.text.rstrip("*") in DISPLAYS)]
    own: list[Mark] = []
    depth = k = 0
    while k < len(inner):
        one = inner[k]
        name = one.text if one.kind == "macro" else ""
        if depth == 0 and name in TEXT:
            said, end = group(inner, k + 1)
            if _is_operator(said):
                own += inner[k:end]
            else:
                yield from _ended(own)
                own = []
                yield from _pieces(said)
                yield Piece("gap", "", one.pos)
            k = end
            continue
        if depth == 0 and name in SAID:
            yield from _ended(own)
            own = []
            yield from (Piece("word", word, one.pos) for word in SAID[name].split())
        elif depth == 0 and (
            name in WIDE or (one.kind == "char" and one.text in ";:" and not _defines(inner, k))
        ):
            yield from _ended(own)
            own = []
            yield Piece("stop", "quad" if name else one.text, one.pos)
        elif depth == 0 and name == "colon":
            yield from _ended(own)
            own = []
            yield Piece("stop", ":", one.pos)
        elif depth == 0 and name == "\\":
            if not _goes_on(own, inner[k + 1 :]):
                yield from _ended(own)
                own = []
                yield Piece("stop", "line", one.pos)
        elif depth == 0 and one.kind == "char" and one.text == "&":
            pass
        else:
            depth += _deeper(one, inner, k)
            own.append(one)
        k += 1
    yield from _ended(own)


def _has_text(marks: Sequence[Mark]) -> bool:
    return any(m.kind == "macro" and m.text in TEXT for m in marks)


def _stripped(marks: Sequence[Mark]) -> list[Mark]:
    """Without the signs around the formula; those inside \\text stay."""
    start, end = 0, len(marks)
    while start < end and marks[start].kind in ("dollar", "inline", "display"):
        start += 1
    while end > start and marks[end - 1].kind in ("dollar", "inline", "display"):
        end -= 1
    return list(marks[start:end])


def _defines(marks: Sequence[Mark], k: int) -> bool:
    """Is this the colon of := or of =: ?"""
    beside = (marks[k + 1 : k + 2], marks[k - 1 : k] if k else [])
    return marks[k].text == ":" and any(m.text == "=" for some in beside for m in some)


def _deeper(one: Mark, marks: Sequence[Mark], k: int) -> int:
    if one.kind in ("open", "begin"):
        return 1
    if one.kind in ("close", "end"):
        return -1
    bracket = one.kind == "char" or (one.kind == "macro" and one.text in ("{", "}", "langle", "rangle"))
    if bracket and one.text in OPEN:
        return 1
    return -1 if bracket and one.text in CLOSE else 0


def _is_operator(said: Sequence[Mark]) -> bool:
    """Is it the name of a function, \\text{tr}, and no prose?"""
    word = "".join(m.text for m in said)
    return all(m.kind == "char" for m in said) and word in WORDS_OF_TEXT


def _goes_on(own: Sequence[Mark], rest: Sequence[Mark]) -> bool:
    """Does the next line continue this one?"""
    following = next((m for m in rest if m.text not in ("&", "quad", "qquad", ",", ";", "!", ":")), None)
    before = next((m for m in reversed(own) if m.text != "&"), None)
    return _joins(following, True) or _joins(before, False)


def _joins(one: Mark | None, begins: bool) -> bool:
    if one is None or one.kind not in ("macro", "char"):
        return False
    return one.text in RELATIONS or one.text in OPERATORS or one.text in ("+", "-", "=", "<", ">")


def _ended(own: Sequence[Mark]) -> Iterator[Piece]:
    """A formula without the punctuation at its ends, which is prose."""
    blank = (",", ";", ":", "!", " ", ">", "quad", "qquad")
    marks = list(own)
    before, after = [], []
    while marks and ((marks[0].kind == "macro" and marks[0].text in blank) or _stops(marks[0])):
        one = marks.pop(0)
        before += [Piece("stop", one.text, one.pos)] if _stops(one) else []
    while marks and ((marks[-1].kind == "macro" and marks[-1].text in blank) or _stops(marks[-1])):
        one = marks.pop()
        after += [Piece("stop", one.text, one.pos)] if _stops(one) else []
    yield from before
    if marks:
        yield Piece("formula", "$", marks[0].pos, tuple(marks))
    yield from reversed(after)


def _stops(one: Mark) -> bool:
    return one.kind == "char" and one.text in ".,"
