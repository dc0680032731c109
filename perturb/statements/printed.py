"""What a statement's source prints: the formula of its item, in LaTeX."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper, chain
from perturb.statements.picture import Picture

Shown = Claim | Law | Bound | Picture

RESULTS = {
    "thm": "Theorem",
    "prop": "Proposition",
    "lem": "Lemma",
    "cor": "Corollary",
    "def": "Definition",
    "ex": "Example",
    "fig": "Figure",
    "tab": "Table",
    "alg": "Algorithm",
    "asm": "Assumption",
    "rem": "Remark",
    "claim": "Claim",
}


class Printed(NamedTuple):
    """`lines` of LaTeX, each a displayed formula, of one item; without one, of the statement's own making.

    `in_words`: the source says it in words, and the formula is what they amount to.
    """

    lines: tuple[str, ...]
    item: str | None = None
    in_words: bool = False


def printed(statement: Shown) -> list[Printed]:
    """What the source prints for a statement or a picture; empty where it declares nothing.

    The statement's own `printed=`, else that of its item (the id before ~, with further links of its chain
    that it covers), else that of the items it covers, else that of what it corrects or sharpens.
    """
    own, paper = statement.printed, statement.paper
    if isinstance(own, str) and own:
        return [Printed(_lines(own))]
    if paper is None:
        return []
    if own:
        return formulas(paper, [paper.full(name) for name in own])
    base, covers = _base(statement.id), list(statement.covers)
    links = [name for name in covers if chain(name) == chain(base)]
    parents = [_base(name) for name in _mended(statement)]
    return next(filter(None, (formulas(paper, n) for n in ([base, *links], covers, parents))), [])


def cited(item: str) -> str:
    """Where an item stands: "Theorem 22, (76)" for "riedi2022/thm-22.76a"; else "in the text"."""
    name = item.partition("/")[2]
    if equation := re.match(r"eq-(\d+)[a-e]?(\.|$)", name):
        return f"({equation[1]})" if equation[2] != "." else f"at ({equation[1]})"
    kind, _, rest = name.partition("-")
    place = re.match(r"(\d+)(?:\.(\d+|[a-d])(?:[a-e]?$))?", rest)
    if kind not in RESULTS or place is None:
        return "in the text"
    part = f", ({place[2]})" if place[2] else ""
    return f"{RESULTS[kind]} {place[1]}{part}"


def formulas(paper: Paper, names: Sequence[str]) -> list[Printed]:
    """What is printed of these items, each once; of several links of a chain, the chain."""
    links, known = Counter(map(chain, set(names))), paper.printed
    whole = [chain(name) if links[chain(name)] > 1 and chain(name) in known else name for name in names]
    return [
        Printed(_lines(known[name]), name, name in paper.in_words)
        for name in dict.fromkeys(whole)
        if name in known
    ]


def _mended(statement: Shown) -> list[str]:
    """What a claim corrects and sharpens."""
    if not isinstance(statement, Claim):
        return []
    return [name for name in (statement.corrects, statement.sharpens) if name]


def _base(name: str) -> str:
    return name.partition("~")[0]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())
