"""Where statements come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paper:
    """Where statements come from. `items` are the ids of everything it prints, in its order, if listed.

    `sections` has the titles of its sections, each by the id of its first item.
    """

    key: str
    title: str = ""
    authors: str = ""
    reference: str = ""
    items: tuple[str, ...] = ()
    sections: Mapping[str, str] = field(default_factory=dict, compare=False)

    def full(self, name: str) -> str:
        """The id of a statement or an item: what has no key is of this paper."""
        return name if "/" in name else f"{self.key}/{name}"


def paper(
    key: str,
    title: str = "",
    authors: str = "",
    reference: str = "",
    items: Sequence[str] = (),
    sections: Mapping[str, str] | None = None,
) -> Paper:
    """A source; its key starts the ids of its claims. Raises ValueError for an unusable key."""
    if not key or any(c in key for c in "/*?[] \t"):
        raise ValueError(f"paper: key = {key!r} must be a word without / * ? [ ] or blanks")
    if unknown := sorted(set(sections or {}) - set(items)):
        raise ValueError(f"paper: sections names {unknown[0]!r}, which is no item")
    titles = {f"{key}/{item}": section for item, section in (sections or {}).items()}
    return Paper(key, title, authors, reference, tuple(f"{key}/{item}" for item in items), titles)
