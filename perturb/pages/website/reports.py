"""The pages of the reports as pages of the site, and the front page with the numbers of this run.

They are rendered from the records, or were written by other commands. A chapter becomes several pages: one
for each of its statements, with what corrects or sharpens it (`split`). The front page is written by hand,
and its numbers are put in (`numbered`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from perturb.pages.material import Material
from perturb.pages.places import DISTRIBUTIONS, INDEX, LAWS, PROVED, SIMULATIONS, VOCABULARY, key_of, sheet_of
from perturb.pages.records import mismatch
from perturb.pages.render import pages
from perturb.pages.website.links import STATUS
from perturb.pages.website.page import FENCE, HIDDEN, WIDE, Page, Website, outside
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded

TOP = re.compile(r'^<a id="([^"]+)"></a>\s*\n## ', re.M)
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
DEEPER = re.compile(r"^##(?=#* )", re.M)
CLAIMS = "claims"  # the folder of these pages, within that of the paper
Homes = dict[tuple[str, str], str]


def split(pages: Mapping[str, Page], chapters: Iterable[str]) -> tuple[dict[str, Page], Homes]:
    """Every page, chapters cut into an introduction and statements; (chapter, anchor) -> page."""
    found, homes = dict(pages), Homes()
    for chapter in chapters:
        found[chapter] = Page(TOP.split(pages[chapter].text)[0], chapter)
        above = _above(pages, chapter)
        for name, body in sections(pages[chapter].text):
            page = f"{key_of(chapter)}/{CLAIMS}/{name}.md"
            found[page] = Page(_leaf(name, body, above), chapter)
            homes |= {(chapter, anchor): page for anchor in (name, *ANCHOR.findall(body))}
    return found, homes


def sections(text: str) -> Iterator[tuple[str, str]]:
    """(anchor, text) of each statement that stands for itself."""
    parts = TOP.split(text)[1:]
    yield from zip(parts[::2], parts[1::2], strict=True)


def _above(pages: Mapping[str, Page], chapter: str) -> str:
    """Where a reader of a statement is: its paper, its chapter."""
    key, place = key_of(chapter), chapter.rpartition("/")[2]
    paper = "README.md" if sheet_of(key) in pages else f"../catalogue.md#paper={key}"
    return f"[{key}]({paper}) › [{pages[chapter].title}]({place})"


def _leaf(name: str, body: str, above: str) -> str:
    heading, _, rest = body.partition("\n")
    rest = outside(FENCE, rest, lambda part: DEEPER.sub("#", part))
    return f'<a id="{name}"></a>\n\n# {heading}\n\n{above}\n{{ .crumbs }}\n{rest}'


def reports(of: Material) -> dict[str, Page]:
    """By file, as the reports name it, but for the grid, which is not the front page of the site.

    Raises ValueError for a broken record.
    """
    found = {**_written(of.folder), **pages(of)}
    # The grid names every statement: in the search it would stand before them.
    grid = {STATUS: Page(HIDDEN + found.pop(INDEX), INDEX)}
    return grid | {name: Page(_head(name, of) + text, name) for name, text in found.items()}


def _head(name: str, of: Material) -> str:
    """Of a page whose tables need the place of a list of contents."""
    sheets = [sheet_of(paper.key) for paper in of.papers]
    tables = name in (LAWS, DISTRIBUTIONS, VOCABULARY, PROVED, *sheets) or f"/{SIMULATIONS}/" in name
    tables = tables or name.startswith("benchmarks/")
    return WIDE if tables else ""


def _written(folder: Path) -> Mapping[str, str]:
    """Pages of simulations and benchmarks."""
    paths = sorted(p for where in ("**/simulations/**/*.md", "benchmarks/*.md") for p in folder.glob(where))
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in paths}


ROW = re.compile(r"^\| ((?:[^|`]*<br><sub>)?)`([\w-]+)((?:\.[^`]*)?)`((?:</sub>)?) \|", re.M)


def with_rows(text: str) -> str:
    """The table of items with a place `item-<result>` at the first item of each numbered result."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        result = found[2]
        place = "" if result in seen else f'<span id="item-{result}"></span>'
        seen.add(result)
        return f"| {place}{found[1]}`{result}{found[3]}`{found[4]} |"

    return ROW.sub(mark, text)


FRONT = "index.md"


def numbered(of: Material, site: Website) -> None:
    """Puts counts where the page says {{name}}. Raises ValueError for a name that is none."""
    page = site.pages[FRONT]
    text = page.text
    for name, value in counts(of).items():
        text = text.replace("{{" + name + "}}", f"{value:,}")
    if "{{" in text:
        unknown = text.partition("{{")[2].partition("}}")[0]
        raise ValueError(f"{FRONT}: there is no number {unknown!r}; known are {', '.join(counts(of))}")
    site.pages[FRONT] = page.saying(text)


def counts(of: Material) -> dict[str, int]:
    """What the front page may count."""
    claims = [of.records[c.id] for c in of.claims if c.id in of.records]
    drawn = [
        s for s in of.statements if not isinstance(s, Recorded)
    ]  # of recorded runs nobody asserts anything
    laws = [of.law_records[s.id] for s in drawn if s.id in of.law_records]
    refuted = [r for r in claims if r.outcome is Outcome.REFUTED]
    wrong = sum(mismatch(record) for record in claims) + sum(mismatch(record) for record in laws)
    return {
        "statements": len(of.claims) + len(of.statements),
        "claims": len(of.claims),
        "laws": len(of.statements),
        "refuted": len(refuted) + sum(r.outcome is Outcome.REFUTED for r in laws),
        "witnesses": len(refuted),
        "survived": sum(r.outcome is Outcome.SURVIVED for r in claims),
        "consistent": sum(r.outcome is Outcome.CONSISTENT for r in laws),
        "points": sum(r.verdicts.holds for r in claims),
        "mismatches": wrong,
    }
