"""Where everything stands in the reports: a folder a paper, a chapter a file, an anchor a statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from perturb.process.output import slug
from perturb.statements.catalogue import Statement

INDEX = "README.md"
LAWS, DISTRIBUTIONS, VOCABULARY, PROVED = "laws.md", "distributions.md", "vocabulary.md", "proved.md"
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
