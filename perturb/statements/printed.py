"""What a statement's source prints: the formula of its item, in LaTeX, and the label that it stands under.

Labels, "Lemma 20", "(101)", "Figure 8", are read from text and from ids. Under a label of a paper stand
items, and the claims, laws, experiments that examine them.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from perturb.statements.catalogue import Declared, Statement
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.experiment import Experiment, Picture
from perturb.statements.paper import Paper, chain

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


KINDS = {"eq": "equation", "sec": "section"} | {code: word.lower() for code, word in RESULTS.items()}
SHORT = {"eqn": "eq", "eqs": "eq", "eqns": "eq", "th": "thm", "thms": "thm", "figs": "fig"}
NUMBER = r"[IVXLC]+(?:\.\d+)+|\d+(?:\.\d+)*"  # 20, 3.3.14, VI.4.1
PART = r"[a-h]|[ivx]+"
MARK = re.compile(
    rf"\b(?P<kind>[a-z]{{2,}})\.?[ ~-]*\(?(?P<number>{NUMBER})(?:\)|(?P<letter>[a-h]))?(?!\.?\w)"
    rf"|\((?P<equation>{NUMBER})[a-h]?\)|\((?P<part>{PART})\)",
    re.IGNORECASE,
)
FILLING = re.compile(r"(?:[\s,:;/.()]|\b(?:of|in|and)\b)*", re.IGNORECASE)
Mark = tuple[str, str]  # ("lem", "20"), ("eq", "101"), ("part", "a")


def read(label: str) -> frozenset[Mark]:
    """The marks of a label: Theorem 22 and (76) of "Theorem 22, (76)"; none where it holds anything else."""
    known = all(kind_of(hit["kind"] or "eq") for hit in MARK.finditer(label))
    return mentioned(label) if known and FILLING.fullmatch(MARK.sub(" ", label)) else frozenset()


def mentioned(text: str) -> frozenset[Mark]:
    """The marks that stand in a text."""
    found: set[Mark] = set()
    for hit in MARK.finditer(text):
        kind = kind_of(hit["kind"] or "eq")
        if kind and (number := hit["number"] or hit["equation"]):
            found.add((kind, number))
        if part := hit["part"] or (kind and hit["letter"]):
            found.add(("part", part.lower()))
    return frozenset(found)


def kind_of(word: str) -> str | None:
    """The short name of a kind, "lem" for Lemma, lem., lemmas; None for what papers do not print."""
    name = word.lower()
    for one in (SHORT.get(name, name), name.removesuffix("s"), f"{name.removesuffix('ies')}y"):
        if one in KINDS:
            return one
        fits = [code for code, long in KINDS.items() if long.startswith(one) and len(one) > 2]
        if len(fits) == 1:
            return fits[0]
    return None


def respelled(label: str) -> str:
    """The label that was meant by a number alone, or by a misspelt kind: "(101)", "Lemma 20"; or empty."""
    if re.fullmatch(NUMBER, label):
        return f"({label})"
    words = {word: code for code, word in KINDS.items()}
    hit = MARK.fullmatch(label)
    near = difflib.get_close_matches(hit["kind"].lower(), words, n=1) if hit and hit["kind"] else []
    return written([(words[near[0]], hit["number"])]) if hit and near else ""


def written(marks: Iterable[Mark]) -> str:
    """Marks as papers print them: "Lemma 20", "Theorem 22, (76)"."""
    order = sorted(marks, key=lambda mark: (mark[0] == "part", mark[0] == "eq", mark))
    return ", ".join(
        f"({number})" if kind in ("eq", "part") else f"{KINDS[kind].capitalize()} {number}"
        for kind, number in order
    )


def marks_of(item: str) -> frozenset[Mark]:
    """The marks of a printed item by its id: Theorem 22 and (76) of riedi2022/thm-22.76a."""
    kind, _, rest = item.partition("/")[2].partition("-")
    number, _, tail = rest.partition(".")
    digits = re.fullmatch(r"(\d+)[a-h]?", number)
    if kind not in KINDS or digits is None:
        return frozenset()
    found = {(kind, digits[1])}
    if kind != "eq" and (equation := re.fullmatch(r"(\d+)[a-h]?", tail)):
        found.add(("eq", equation[1]))
    if re.fullmatch(PART, tail):
        found.add(("part", tail))
    return frozenset(found)


def range_of(item: str) -> frozenset[Mark]:
    """The marks of an item that stands for several: (3), (4) and (5) of eq-3-5; none of another."""
    ends = re.match(r"([a-z]+)-(\d+)-(\d+)(?:\.|$)", item.partition("/")[2])
    if ends is None or ends[1] not in KINDS:
        return frozenset()
    return frozenset((ends[1], str(n)) for n in range(int(ends[2]), int(ends[3]) + 1))


Drawn = Experiment | Picture


@dataclass(frozen=True)
class Place:
    """One label of one paper: `items` that it prints there, and all that the catalogue says of them."""

    label: str
    paper: Paper
    items: tuple[str, ...]
    statements: tuple[Statement, ...]
    drawn: tuple[Drawn, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.label} of {self.paper.key}"


def places(text: str, known: Declared) -> list[Place]:
    """The places that a label names, one a paper; none where it is no label, or nothing stands there.

    A paper's key beside it, "riedi2022 Lemma 20" or "Lemma 20 of riedi2022", leaves this paper; the id of an
    item, or its beginning ("lem-20"), will do for a label. What papers list as printed comes first. Where no
    such item is, the labels of the statements themselves are read: "Bhatia, Matrix Analysis, Theorem VI.4.1".
    """
    papers = papers_of(known)
    key, label = split(text, papers)
    marks = read(label)
    wanted = [papers[key]] if key else list(papers.values())
    listed = [(paper, items_of(paper, label, marks)) for paper in wanted]
    found = [_place(paper, items, known, marks, label) for paper, items in listed if items]
    return found or [place for paper in wanted if marks and (place := _told(paper, marks, known)).statements]


def papers_of(known: Declared) -> dict[str, Paper]:
    """Every paper that a claim, law or remark is from, by key; of two of one key the one with more items."""
    sources = [one.paper for one in (*known.statements.values(), *known.remarks.values())]
    found = {paper for paper in sources if paper is not None}
    keyed = {paper.key: paper for paper in sorted(found, key=lambda paper: len(paper.items))}
    return dict(sorted(keyed.items()))


def split(text: str, papers: Iterable[str]) -> tuple[str, str]:
    """The key of the paper that a text names, empty without one, and what stands beside it."""
    for key in papers:
        if hit := re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text, re.IGNORECASE):
            before = re.sub(r"(?:\b(?:of|in)\b|[\s(,])+$", "", text[: hit.start()])
            return key, before + re.sub(r"^[\s),:/.]+", "", text[hit.end() :])
    return "", text


def items_of(paper: Paper, label: str, marks: frozenset[Mark]) -> list[str]:
    """The items of a range, those whose id begins with the label, "lem-20" or "thm-22.76", that have all the
    marks, or that are cited so: "at (1)", "in the text".
    """
    full = paper.full(label)
    if full in paper.ranges:
        return list(paper.ranges[full])
    named = [item for item in paper.items if full in (item, chain(item), group(item))]
    if not named and marks:
        named = [item for item in paper.items if marks <= marks_of(item)]
        named = named or [item for item in paper.items if marks <= range_of(item)]
    return named or [item for item in paper.items if cited(item) == label]


def group(item: str) -> str:
    """The numbered result that an item belongs to: riedi2022/thm-22 for riedi2022/thm-22.76a."""
    return item.partition(".")[0]


def _place(paper: Paper, items: Sequence[str], known: Declared, marks: frozenset[Mark], asked: str) -> Place:
    whole = {group(item) for item in items} - {group(item) for item in paper.items if item not in items}
    names = {*items, *map(chain, items), *whole}
    rank = {name: k for k, item in enumerate(items) for name in (item, chain(item))}

    def order(one: Statement) -> tuple[float, str]:
        return min((rank[name] for name in _says(one) if name in rank), default=len(items)), one.id

    own = [one for one in known.statements.values() if names.intersection(_says(one))]
    drawn = [one for one in known.drawn.values() if names.intersection(_says(one))]
    common = frozenset.intersection(*map(marks_of, items))
    label = written(marks if marks <= common or not common else common) or _called(asked, items, paper)
    found = sorted(_with_variants(own, known), key=order)
    return Place(label, paper, tuple(items), tuple(found), tuple(sorted(drawn, key=lambda one: one.id)))


def _called(asked: str, items: Sequence[str], paper: Paper) -> str:
    """What a place without marks in common is called: a range or a text as it is cited, else by its id."""
    if paper.full(asked) in paper.ranges:
        return cited(paper.full(asked))
    return asked if cited(items[0]) == asked else group(items[0]).partition("/")[2]


def _says(one: Statement | Drawn) -> tuple[str, ...]:
    """The printed items that a statement or a figure speaks of."""
    return one.id.partition("~")[0], *one.covers


def _with_variants(own: Sequence[Statement], known: Declared) -> list[Statement]:
    """With what corrects or sharpens them, and what corrects or sharpens these."""
    found, new = list(own), list(own)
    while new:
        ids = {one.id for one in new}
        mending: list[Claim] = [c for c in known.claims.values() if c.corrects in ids or c.sharpens in ids]
        new = [c for c in mending if c not in found]
        found += new
    return found


def _told(paper: Paper, marks: frozenset[Mark], known: Declared) -> Place:
    """The statements that name the place in their own label, before a colon."""
    found = [s for s in known.statements.values() if s.paper == paper and marks <= mentioned(_label(s))]
    return Place(written(marks), paper, (), tuple(sorted(found, key=lambda one: one.id)))


def _label(statement: Statement) -> str:
    text = statement.label if isinstance(statement, Claim) else statement.title
    return text.partition(":")[0]


def nearest(text: str, known: Declared) -> str:
    """What is printed near a label where nothing stands: "riedi2022 has Lemma 36, Lemma 41"; or empty."""
    papers = papers_of(known)
    key, label = split(text, papers)
    wanted = [mark for mark in sorted(read(label)) if mark[0] != "part" and mark[1].isdecimal()]
    said = []
    for paper in papers.values() if wanted and (not key or papers[key].items) else ():
        kind, number = wanted[0]
        marks = {mark for item in paper.items for mark in marks_of(item) if mark[0] == kind}
        close = sorted(marks, key=lambda mark: (abs(int(mark[1]) - int(number)), mark))[:3]
        if close and key in ("", paper.key):
            listed = ", ".join(written([mark]) for mark in sorted(close, key=lambda mark: int(mark[1])))
            said.append(f"{paper.key} has {listed}")
    return "; ".join(said)
