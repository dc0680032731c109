"""Where everything stands in the reports: a folder a paper, a chapter a file, an anchor a statement.

A `Chapter` is one theorem file, with its statements in order.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from perturb.process.output import slug
from perturb.statements.catalogue import Statement, statements_of
from perturb.statements.claim import Claim

INDEX = "README.md"
LAWS, DISTRIBUTIONS, VOCABULARY, PROVED = "laws.md", "distributions.md", "vocabulary.md", "proved.md"
BOARD = "open/README.md"  # of open and lately settled problems
SIMULATIONS, FULL = "simulations", "full"


def key_of(identifier: str) -> str:
    """The paper's key, which starts an id."""
    return identifier.partition("/")[0]


def short(identifier: str) -> str:
    """The id without the paper's key."""
    return identifier.partition("/")[2]


def chapter_of(statement: Statement) -> str:
    """The page of the file that declares a statement: theorems/riedi2022/loss.py -> riedi2022/loss.md."""
    return f"{key_of(statement.id)}/{statement.file.stem if statement.file else 'statements'}.md"


def anchor(identifier: str) -> str:
    """The name of a statement's place within its chapter."""
    return slug(short(identifier))


def sheet_of(key: str) -> str:
    """The page that lists every item of a paper."""
    return f"{key}/{INDEX}"


def errata_of(key: str) -> str:
    return f"{key}/errata.md"


def simulation(name: str, profile: str = "quick") -> tuple[str, str]:
    """(folder, stem) of the files of an experiment or picture, "paper/figure"; long runs stand apart."""
    key, _, stem = name.rpartition("/")
    parts = (key, SIMULATIONS, FULL if profile == FULL else "")
    return "/".join(filter(None, parts)), slug(stem)


def page_of(name: str, profile: str = "quick") -> str:
    """The page of an experiment or picture."""
    return "{}/{}.md".format(*simulation(name, profile))


def relative(target: str, page: str) -> str:
    """A link from one page to another; both are paths from the folder of the reports."""
    here, there = page.split("/")[:-1], target.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "/".join([*[".."] * len(here), *there])


def home(page: str) -> str:
    """The link to the index that every generated page has."""
    return f"[Status of the catalogue]({relative(INDEX, page)})"


@dataclass(frozen=True)
class Places:
    """The page of each statement, by id."""

    pages: Mapping[str, str]

    def href(self, identifier: str, page: str) -> str | None:
        """From a page to the section of a statement; None where there is no such statement."""
        there = self.pages.get(identifier)
        if there is None:
            return None
        return f"{'' if there == page else relative(there, page)}#{anchor(identifier)}"

    def link(self, identifier: str, page: str, text: str | None = None) -> str:
        """In markdown; `text` says something else than the id."""
        shown, href = text or f"`{identifier}`", self.href(identifier, page)
        return shown if href is None else f"[{shown}]({href})"


def places(statements: Iterable[Statement]) -> Places:
    return Places({s.id: chapter_of(s) for s in statements})


@dataclass(frozen=True)
class Chapter:
    """One theorem file. `sections` are its statements with their depth.

    A variant follows what it corrects or sharpens, one step deeper; otherwise the order is that of the file.
    """

    page: str
    file: Path | None
    introduction: str
    sections: tuple[tuple[int, Statement], ...]

    @property
    def title(self) -> str:
        """The first sentence of the introduction, without its full stop; else the name of the page."""
        return " ".join(self._sentences[0].split()) or self.page.removesuffix(".md")

    @property
    def rest(self) -> str:
        """What the introduction says after that."""
        return self._sentences[1]

    @property
    def _sentences(self) -> list[str]:
        first, rest = (*re.split(r"\.\s+", f"{self.introduction}\n", maxsplit=1), "")[:2]
        return [first.strip(), rest.strip()]

    @property
    def key(self) -> str:
        return key_of(self.page)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(statement for _, statement in self.sections)


def chapters(statements: Sequence[Statement]) -> list[Chapter]:
    """By page. Raises ValueError when two files would share a chapter."""
    pages: dict[str, list[Statement]] = {}
    for one in statements:
        pages.setdefault(chapter_of(one), []).append(one)
    return [_chapter(page, found) for page, found in sorted(pages.items())]


def _chapter(page: str, found: Sequence[Statement]) -> Chapter:
    files = sorted({str(one.file) for one in found})
    if len(files) > 1:
        raise ValueError(f"two files have one chapter, {page}: {files[0]} and {files[1]}")
    introduction, order = _module(found[0].file)
    ordered = sorted(found, key=lambda one: (order.index(one.id) if one.id in order else len(order), one.id))
    return Chapter(page, found[0].file, introduction, tuple(_nested(ordered)))


def _module(file: Path | None) -> tuple[str, list[str]]:
    """What the module of a file says of itself, and the ids that it declares, in order."""
    loaded = (module for module in list(sys.modules.values()) if module is not None)
    module = next((m for m in loaded if getattr(m, "__file__", None) == str(file)), None)
    if module is None:
        return "", []
    return inspect.getdoc(module) or "", [one.id for one in statements_of(module)]


def _nested(statements: Sequence[Statement]) -> Iterator[tuple[int, Statement]]:
    """Each statement, and beneath it those that correct or sharpen it."""
    known = {one.id for one in statements}
    above = {one.id: parent for one in statements if (parent := parent_of(one)) in known and parent != one.id}
    seen: set[str] = set()

    def below(parent: str | None, depth: int) -> Iterator[tuple[int, Statement]]:
        for one in statements:
            if above.get(one.id) == parent and one.id not in seen:
                seen.add(one.id)
                yield depth, one
                yield from below(one.id, depth + 1)

    yield from below(None, 0)
    # A circle of corrections has no top.
    yield from ((0, one) for one in statements if one.id not in seen)


def listed(found: Iterable[Chapter], page: str) -> str:
    """Links to chapters, each by its paper and file."""
    return ", ".join(f"[{c.page.removesuffix('.md')}]({relative(c.page, page)})" for c in found)


def parent_of(statement: Statement) -> str | None:
    """The id of what a statement corrects or sharpens."""
    return statement.corrects or statement.sharpens if isinstance(statement, Claim) else None
