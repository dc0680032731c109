"""The labels under which papers print, "Lemma 20", "(101)", "Figure 8": read from text and from ids."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from perturb.statements.printed import RESULTS

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
