"""Writing the reports from records.

`PageKind` says what a kind of page is: the protocol of the family. `KINDS` is the table of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Protocol

from perturb.pages import runs
from perturb.pages.figures import Drawing, curves, distribution, law
from perturb.pages.items import Item, items
from perturb.pages.material import Extra, Material, gather
from perturb.pages.places import (
    BOARD,
    DISTRIBUTIONS,
    INDEX,
    LAWS,
    PROVED,
    SIMULATIONS,
    VOCABULARY,
    Chapter,
    errata_of,
    sheet_of,
)
from perturb.pages.report.board import board
from perturb.pages.report.chapter import chapter_page
from perturb.pages.report.distributions import distributions, families, picture_of
from perturb.pages.report.errata import errata
from perturb.pages.report.grid import grid
from perturb.pages.report.laws import laws
from perturb.pages.report.paper import sheet
from perturb.pages.report.proved import proved
from perturb.pages.report.statement import vocabulary
from perturb.process import output
from perturb.results.records import LawRecord
from perturb.statements.chance import ChanceStatement, Law
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.statements.shelf import Shelf


class PageKind(Protocol):
    """The pages of one kind, made from everything that was gathered.

    Gets the material: statements, their records and witness files, proofs, notes, runs. Gives Markdown by the
    path of the page from the folder of the reports, which `perturb.pages.places` knows: a title, the link
    home, the body; nothing where there is nothing to show. Equal material gives equal bytes. It examines
    nothing, draws nothing and writes nothing: `perturb.pages.render` does. ValueError for a broken record.
    """

    def __call__(self, of: Material, /) -> dict[str, str]: ...


EMPTY = Shelf()
HOME = "[Status of the catalogue]("
ELSEWHERE = (SIMULATIONS, "benchmarks", "records")  # folders that other commands write


def render(
    claims: Sequence[Claim],
    folder: Path,
    extra: Extra = (),
    shelf: Shelf = EMPTY,
    executor: Executor | None = None,
) -> list[Path]:
    """Write README.md (the status grid), a chapter a theorem file, pages of papers, pictures; their paths.

    All of it goes into `folder`, from the records in `folder/records` and the witness files beside the
    theorems; `extra` lists further pages as (title, path from the folder), `shelf` what stands beside
    claims; an `executor` draws what it can meanwhile. Pages and pictures of statements that are gone are
    removed. The same records give the same bytes. Raises ValueError for a broken record.
    """
    of = gather(claims, shelf, folder, extra)
    drawn = drawings(of)
    saving = [executor.submit(one.save, folder) for one in drawn if one.portable] if executor else []
    here = [one for one in drawn if not (executor and one.portable)]
    texts = pages(of)
    for path in strangers(folder, {*texts, *(one.file for one in drawn)}):
        path.unlink()
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        output.write_whole(folder / name, text)
    written = [folder / name for name in texts] + [one.save(folder) for one in here]
    return written + [job.result() for job in saving]


def pages(of: Material) -> dict[str, str]:
    """Every page by file. Raises ValueError when two would share one."""
    apart(of.statements)
    texts: dict[str, str] = {}
    for kind in KINDS:
        part = kind(of)
        if twice := sorted(part.keys() & texts.keys()):
            raise ValueError(f"two pages have one name, {twice[0]}: rename the theorem file")
        texts |= part
    return texts


def listed(paper: Paper, of: Material) -> list[Item]:
    """What the catalogue says of each item of a paper."""
    return items(paper, of.claims, of.shelf.remarks, of.shelf.laws, of.shelf.errata)


def of_papers(of: Material) -> dict[str, str]:
    """The sheet and the errata of each paper whose items are listed."""
    texts: dict[str, str] = {}
    for paper in of.papers:
        found = listed(paper, of)
        texts[sheet_of(paper.key)] = sheet(paper, found, of)
        texts[errata_of(paper.key)] = errata(paper, found, of)
    return texts


def of_chapters(of: Material) -> dict[str, str]:
    return {one.page: chapter_page(one, of, picture_of_laws(one, of)) for one in of.chapters}


# Every kind of page, in the order in which they are made; `perturb.pages.render` says what one has to be.
KINDS: tuple[PageKind, ...] = (
    lambda of: {INDEX: grid(of)},
    lambda of: {VOCABULARY: vocabulary()},
    lambda of: {LAWS: laws(of)} if of.statements else {},
    lambda of: {PROVED: proved(of)} if of.proofs else {},
    lambda of: {DISTRIBUTIONS: distributions(of.shelf.limits)} if of.shelf.limits else {},
    of_papers,
    lambda of: runs.pages(of.shelf, of.runs),
    lambda of: {BOARD: board(of)} if of.shelf.problems else {},
    of_chapters,
)


def drawings(of: Material) -> list[Drawing]:
    """Every picture of these pages."""
    found = [curves.drawing(c) for c in of.shelf.curves]
    found += [distribution.drawing(picture_of(key), ds) for key, ds in families(of.shelf.limits).items()]
    for chapter in of.chapters:
        file = picture_of_laws(chapter, of)
        if file:
            found.append(law.drawing(file, list(_judged(chapter, of))))
    return found


def picture_of_laws(chapter: Chapter, of: Material) -> str | None:
    """Of the laws of a chapter, beside its page; None where none is to be drawn."""
    return f"{chapter.page.removesuffix('.md')}.png" if any(_judged(chapter, of)) else None


def _judged(chapter: Chapter, of: Material) -> Iterator[law.Judged]:
    for one in chapter.statements:
        record = of.law_records.get(one.id)
        if isinstance(one, Law) and record is not None and pictured(one, record):
            yield one, record


def strangers(folder: Path, known: set[str]) -> list[Path]:
    """Generated pages and pictures of what the catalogue does not have."""
    found = [path for kind in ("*.md", "*.png") for path in sorted(folder.rglob(kind))]
    places = ((path, path.relative_to(folder)) for path in found)
    return [p for p, name in places if name.as_posix() not in known and _generated(p, name.parts)]


def _generated(path: Path, parts: Sequence[str]) -> bool:
    if any(part in ELSEWHERE for part in parts):
        return False
    return HOME in path.read_text(encoding="utf-8") if path.suffix == ".md" else output.is_ours(path)


def apart(statements: Sequence[ChanceStatement]) -> None:
    """ValueError when two statements would share their place."""
    twice = [name for name, k in Counter(output.slug(s.id) for s in statements).items() if k > 1]
    if twice:
        raise ValueError(f"two statements have one place: {', '.join(twice)}")


def pictured(statement: ChanceStatement, record: LawRecord | None) -> bool:
    """A law whose record holds a histogram."""
    return isinstance(statement, Law) and record is not None and record.histogram is not None
