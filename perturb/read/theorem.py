"""Which part of a file is the statement: a theorem environment, or all of it; what a layout needs goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from perturb.read.errors import NotUnderstood, words_of
from perturb.read.macros import bracketed, group
from perturb.read.source import Mark

THEOREMS = frozenset(
    words_of(
        "theorem thm lemma lem proposition prop corollary cor conjecture conj claim statement fact "
        "result problem question inequality observation property thmx maintheorem Theorem Lemma "
        "Proposition Corollary sublemma theo satz assertion "
    )
)
# Where a text has none of these.
FURTHER = frozenset(
    words_of(
        "example examples ex exa exam exmp remark rem rmk exercise exer exc obs note prob task definition "
    )
)
AROUND = frozenset(["document", "center", "quote", "proof", "itemize", "enumerate", "flushleft", "minipage"])
# With how many arguments in braces; they say nothing of the statement.
LAYOUT = {"label": 1, "cite": 1, "citep": 1, "citet": 1, "index": 1, "vspace": 1, "hspace": 1, "tag": 1}
LAYOUT |= {
    "documentclass": 1,
    "usepackage": 1,
    "newtheorem": 2,
    "title": 1,
    "author": 1,
    "date": 1,
    "theoremstyle": 1,
}
LAYOUT |= {"phantom": 1, "pagestyle": 1, "input": 1, "hypertarget": 1, "numberwithin": 2, "kern": 0}
LAYOUT |= dict.fromkeys(
    words_of(
        "noindent medskip smallskip bigskip par newline centering maketitle nonumber notag "
        "displaystyle textstyle limits nolimits scriptstyle newpage clearpage allowdisplaybreaks "
        "protect leavevmode ignorespaces itshape upshape normalfont rm it bf em sl tt qedhere qed "
        "relax xspace hfill hskip break linebreak nobreak strut mathstrut "
    ),
    0,
)


def statement(marks: Sequence[Mark], number: int | None = None) -> list[Mark]:
    """The marks of the statement, the `number`-th (from 1) theorem environment where there are several.

    NotUnderstood where the text has several and none is chosen, or not so many.
    """
    found = list(_environments(marks))
    if not found:
        if number not in (None, 1):
            raise NotUnderstood(f"there is no statement {number}: the text has no theorem environment")
        return _bare(_document(marks))
    if number is None and len(found) > 1:
        names = ", ".join(f"{k} {marks[start].text}" for k, (start, _) in enumerate(found, 1))
        raise NotUnderstood(
            f"the text has {len(found)} statements ({names})",
            marks[found[0][0]].pos,
            "",
            "choose one with --number 1",
        )
    if number is not None and not 1 <= number <= len(found):
        raise NotUnderstood(f"there is no statement {number}: the text has {len(found)}")
    start, end = found[(number or 1) - 1]
    _, first = bracketed(marks, start + 1)
    return _bare(marks[first:end])


def around(marks: Sequence[Mark], number: int | None = None) -> list[tuple[str, int]]:
    """What is no part of the statement: its title, the words before it and behind it, with their places."""
    found = list(_environments(marks))
    if not found:
        return []
    marks = list(marks)
    inner = _document(marks)
    first = next((k for k, one in enumerate(marks) if inner and one is inner[0]), 0)
    here = (number or 1) - 1
    start, end = found[here]
    title, _ = bracketed(marks, start + 1)
    before = max([first, *(close + 1 for _, close in found[:here])])
    after = min([first + len(inner), *(begin for begin, _ in found[here + 1 :])])
    stretches = (title or [], marks[before:start], marks[end + 1 : after])
    told = [(_words(stretch), stretch[0].pos) for stretch in stretches if stretch]
    return [(said, pos) for said, pos in told if said]


def _words(marks: Sequence[Mark], most: int = 60) -> str:
    """The words of a stretch, cut off; empty where it has none."""
    try:
        rest = _bare(marks)
    except NotUnderstood:
        rest = list(marks)
    said = "".join((" " if m.gap else "") + m.text for m in rest if m.kind in ("char", "macro")).strip()
    return said[:most] + (" ..." if len(said) > most else "") if any(map(str.isalpha, said)) else ""


def count(marks: Sequence[Mark]) -> int:
    """How many theorem environments there are."""
    return len(list(_environments(marks)))


def _declared(marks: Sequence[Mark]) -> Iterator[str]:
    """The environments of \\newtheorem in the text itself."""
    for k, one in enumerate(marks):
        if one.kind == "macro" and one.text == "newtheorem" and k + 1 < len(marks):
            start = k + 1 + (marks[k + 1].text == "*")
            yield "".join(m.text for m in group(marks, start)[0])


def _environments(marks: Sequence[Mark]) -> list[tuple[int, int]]:
    own = set(_declared(marks))
    return _named(marks, THEOREMS | own - FURTHER) or _named(marks, FURTHER)


def _named(marks: Sequence[Mark], names: Set[str]) -> list[tuple[int, int]]:
    found, start = [], None
    for k, one in enumerate(marks):
        if one.kind == "begin" and one.text.rstrip("*") in names and start is None:
            start = k
        elif one.kind == "end" and start is not None and one.text == marks[start].text:
            found.append((start, k))
            start = None
    if start is not None:
        raise NotUnderstood(f"\\begin{{{marks[start].text}}} is not closed", marks[start].pos)
    return found


def _document(marks: Sequence[Mark]) -> Sequence[Mark]:
    """What stands between \\begin{document} and its end, or all."""
    begins = [k for k, one in enumerate(marks) if one.kind == "begin" and one.text == "document"]
    ends = [k for k, one in enumerate(marks) if one.kind == "end" and one.text == "document"]
    return marks[begins[0] + 1 : ends[-1]] if begins and ends else marks


def _argument(marks: Sequence[Mark], k: int) -> str:
    """What stands in the braces after a command."""
    return "".join(one.text for one in group(marks, k + 1)[0])


def _bare(marks: Sequence[Mark]) -> list[Mark]:
    """Without labels, references and what only a layout needs."""
    rest: list[Mark] = []
    k = 0
    labels = {
        _argument(marks, j) for j, one in enumerate(marks) if (one.kind, one.text) == ("macro", "label")
    }
    while k < len(marks):
        one = marks[k]
        if one.kind == "macro" and one.text == "eqref" and _argument(marks, k) in labels:
            rest.append(Mark("macro", "eqref here", one.pos, one.gap))
            _, k = group(marks, k + 1)
        elif one.kind == "macro" and one.text in LAYOUT:
            many = LAYOUT[one.text]
            k += 1 + (k + 1 < len(marks) and marks[k + 1].text == "*" and many > 0)
            while many and bracketed(marks, k)[0] is not None:
                _, k = bracketed(marks, k)
            for _ in range(many):
                _, k = group(marks, k)
        elif one.kind in ("begin", "end") and one.text in AROUND:
            k += 1
            if one.kind == "begin":
                _, k = bracketed(marks, k)
        else:
            rest.append(one)
            k += 1
    return rest
