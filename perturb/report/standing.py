"""How a printed item stands, in one word, and a result by its items: for machines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from perturb.report.items import PLACED, Item, items
from perturb.statements.catalogue import Declared
from perturb.statements.erratum import Section
from perturb.statements.paper import Paper

# The most serious first: a result is proved when all its parts are, definitions aside.
SERIOUS = (
    *("refuted", "misprint", "vacuous", "gap", "conjectured", "printed"),
    *("asymptotic", "existence", "empirical", "qualitative", "proved", "definition"),
)
LINK = re.compile(r"(/eq-\d+)[a-e]$")  # (73a) is a part of (73)
SAID = {
    Section.CONSEQUENCES: "refuted",
    Section.FALSE: "refuted",
    Section.MISPRINTS: "misprint",
    Section.GAPS: "gap",
}


def standings(paper: Paper, known: Declared) -> dict[str, str]:
    """Of each item of a paper, and of each result and range of displays that it has: a word of SERIOUS.

    Of an item: what its errata say, else what people assert of its readings and the kind of its remark, the
    most serious of them; "empirical" where an experiment or a picture alone speaks of it.
    """
    told = [one for one in known.errata.values() if one.paper == paper]
    laws = [one for one in known.laws.values() if one.paper == paper]
    listed = items(paper, list(known.claims.values()), known.remarks, laws, told)
    found = {one.id: _standing(one) for one in listed}
    return found | {
        head: most_serious(found[name] for name in names) for head, names in results(paper).items()
    }


def results(paper: Paper) -> dict[str, tuple[str, ...]]:
    """The items of each result that has several, and of each range of displays that the paper declares."""
    parts: dict[str, list[str]] = defaultdict(list)
    for name in paper.items:
        parts[LINK.sub(r"\1", name.partition(".")[0])].append(name)
    heads = {head: tuple(names) for head, names in parts.items() if head not in paper.items}
    return heads | dict(paper.ranges)


def most_serious(words: Iterable[str]) -> str:
    """The first of SERIOUS among them; "empirical" of none: what is only drawn."""
    return min(words, key=SERIOUS.index, default="empirical")


def _standing(item: Item) -> str:
    if item.wrong:
        return most_serious(SAID[section] for section in item.wrong)
    asserted = {one.status for one in (*item.printed, *item.laws) if one.status}
    told = {str(status) for status in asserted - set(PLACED) or asserted} & set(SERIOUS)
    return most_serious([*told, *([item.remark.kind] if item.remark else [])])
