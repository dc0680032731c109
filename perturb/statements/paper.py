"""What stands beside a statement: its source, what people assert of it, what an examination ends with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True)
class Paper:
    """Where statements come from. `items` are the ids of everything it prints, in its order, if listed.

    `sections` has the titles of its sections, each by the id of its first item. `printed` has the formulas of
    items as printed, in LaTeX, one displayed formula a line; those of `in_words` the paper says in words.
    `ranges` has the items under a heading that begins no item's name, such as displays (10) to (16);
    `beside` those that have the number of a result and are remarks around it.
    """

    key: str
    title: str = ""
    authors: str = ""
    reference: str = ""
    items: tuple[str, ...] = ()
    sections: Mapping[str, str] = field(default_factory=dict, compare=False)
    printed: Mapping[str, str] = field(default_factory=dict, compare=False)
    in_words: frozenset[str] = field(default=frozenset(), compare=False)
    ranges: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    beside: frozenset[str] = field(default=frozenset(), compare=False)

    def full(self, name: str) -> str:
        """The id of a statement or an item: what has no key is of this paper."""
        return name if "/" in name else f"{self.key}/{name}"

    def says(self, printed: str | Sequence[str]) -> str | tuple[str, ...]:
        """`printed=` of a statement: LaTeX, or items, in full. ValueError for one without a formula."""
        if isinstance(printed, str):
            return printed
        if unknown := [name for name in printed if self.full(name) not in self.printed]:
            raise ValueError(f"printed names {unknown[0]!r}, of which {self.key} has no formula")
        return tuple(map(self.full, printed))


def paper(
    key: str,
    title: str = "",
    authors: str = "",
    reference: str = "",
    items: Sequence[str] = (),
    sections: Mapping[str, str] | None = None,
    printed: Mapping[str, str] | None = None,
    in_words: Collection[str] = (),
    ranges: Mapping[str, tuple[str, str]] | None = None,
    beside: Collection[str] = (),
) -> Paper:
    """A source; its key starts the ids of its claims.

    `printed` maps an item to what is printed there, in LaTeX without dollar signs, one displayed formula a
    line; where a, b, ... are the links of a chain, their common id may have the chain. `in_words` lists those
    that the source says in words; `ranges` has the first and the last item under a heading; `beside`
    lists remarks around a result that have its number, where their names do not tell (rem, pre, proof, ...).
    Raises ValueError for an unusable key, or a name that is no item.
    """
    if not key or any(c in key for c in "/*?[] \t"):
        raise ValueError(f"paper: key = {key!r} must be a word without / * ? [ ] or blanks")
    if unknown := sorted(set(sections or {}) - set(items)):
        raise ValueError(f"paper: sections names {unknown[0]!r}, which is no item")
    formulas = _formulas(printed or {}, items)
    if unknown := sorted(set(beside) - set(items)):
        raise ValueError(f"paper: beside names {unknown[0]!r}, which is no item")
    if unknown := sorted(set(in_words) - set(formulas)):
        raise ValueError(f"paper: in_words names {unknown[0]!r}, for which nothing is printed")
    return Paper(
        key,
        title,
        authors,
        reference,
        items=tuple(f"{key}/{item}" for item in items),
        sections={f"{key}/{item}": section for item, section in (sections or {}).items()},
        printed={f"{key}/{item}": formula for item, formula in formulas.items()},
        in_words=frozenset(f"{key}/{item}" for item in in_words),
        ranges={f"{key}/{head}": _between(key, ends, items) for head, ends in (ranges or {}).items()},
        beside=frozenset(f"{key}/{item}" for item in beside),
    )


def chain(item: str) -> str:
    """The id of the chain of which an item is a link: thm-22.76 for thm-22.76a; else that of the item."""
    return item[:-1] if item[-1] in "abcdefgh" else item


def _formulas(printed: Mapping[str, str], items: Sequence[str]) -> dict[str, str]:
    """Without blank ends. ValueError for what is no item and no chain of items, or no formula."""
    known = {*items, *(name for name, links in Counter(map(chain, items)).items() if links > 1)}
    for item, formula in printed.items():
        if item not in known:
            raise ValueError(f"paper: printed names {item!r}, which is no item")
        if not formula.strip() or "$" in formula:
            raise ValueError(f"paper: printed of {item!r} must be LaTeX without $, got {formula!r}")
    return {item: formula.strip() for item, formula in printed.items()}


def _between(key: str, ends: tuple[str, str], items: Sequence[str]) -> tuple[str, ...]:
    """The items from the first end to the last, in full. ValueError for an end that is no item."""
    if unknown := [end for end in ends if end not in items]:
        raise ValueError(f"paper: ranges names {unknown[0]!r}, which is no item")
    first, last = map(list(items).index, ends)
    return tuple(f"{key}/{item}" for item in items[first : last + 1])


class Status(StrEnum):
    """What people assert. What the engine finds is evidence and stands beside it.

    Beside the usual ones: "gap", true although the printed proof does not prove it; "misprint", false or
    without meaning as printed while the intended statement is clear from the text; "vacuous", hypotheses
    that no point meets.
    """

    PRINTED = "printed"
    PROVED = "proved"
    CORRECTED = "corrected"
    SHARPENED = "sharpened"
    REFUTED = "refuted"
    CONJECTURED = "conjectured"
    GAP = "gap"
    MISPRINT = "misprint"
    VACUOUS = "vacuous"

    @property
    def expects(self) -> Outcome:
        """The outcome of an examination that fits what people assert."""
        if self in (Status.REFUTED, Status.MISPRINT):
            return Outcome.REFUTED
        return Outcome.VACUOUS if self is Status.VACUOUS else Outcome.SURVIVED


class Outcome(StrEnum):
    """What an examination ends with; never "true"."""

    SURVIVED = "survived"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNRESOLVED = "unresolved"
    CONSISTENT = "consistent"
