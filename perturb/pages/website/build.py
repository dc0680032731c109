"""`perturb site`: everything gathered, written as Markdown, built, checked, put in its place."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.exceptions import MkDocsException

from perturb.pages.material import Material
from perturb.pages.places import sheet_of
from perturb.pages.website import catalogue, executed, formulas, reference, searching, simulations
from perturb.pages.website.config import configured, contents
from perturb.pages.website.links import check, linked
from perturb.pages.website.page import Website, adapted
from perturb.pages.website.reports import Homes, numbered, reports, split, with_rows
from perturb.pages.website.trail import trails

SCRIPTS = ("assets/catalogue.js", "assets/tables.js")
MARK = "perturb-site"  # a file that says whose folder this is, so that no other is ever emptied
DATED = ("404.html", "sitemap.xml", "sitemap.xml.gz")  # of use to a server at a known address only


class NotOurs(ValueError):
    """A folder that holds something else than a site."""


def build(of: Material, docs: Path, out: Path) -> int:
    """Writes the site into `out`, which is replaced when all is done; the number of its pages.

    `docs` holds the pages written by hand. Raises NotOurs, DeadLink, BadFormula, or ValueError for a broken
    record, a recipe or a cell that fails. The same records and pages give the same bytes.
    """
    out = out.resolve()
    refuse(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place, so that a folder that cannot be written is said before the work.
    with TemporaryDirectory(prefix=".perturb-site-", dir=out.parent) as folder:
        site, homes = gathered(of, docs)
        write(site, Path(folder) / "docs")
        built = Path(folder) / "built"
        made(Path(folder) / "docs", built, contents(of, site), trails(of, site, homes))
        searching.renew(built, searching.entries(of, homes))
        check(built)
        if out.exists():
            shutil.rmtree(out)
        built.rename(out)
    return len(site.pages)


def refuse(out: Path) -> None:
    """Raises NotOurs for a place that must not be replaced."""
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise NotOurs(f"{out}: holds something else than a site; name an empty or a new folder")


def gathered(of: Material, docs: Path) -> tuple[Website, Homes]:
    """Every page with its links turned, and where the anchors of chapters went."""
    # Recipes and notebook are processes of their own: they run beside what follows.
    aside = ThreadPoolExecutor(1)
    try:
        recipes = aside.submit(executed.cookbook, docs / "cookbook")
        notebook = aside.submit(executed.tutorial, docs / "tutorial.py")
        site, homes = reported(of)
        byhand(docs, site)
        numbered(of, site)
        for name, text in generated(of, homes):
            site.add(name, text)
        site.add(executed.COOKBOOK, recipes.result())
        page, site.files[executed.NOTEBOOK] = notebook.result()
        site.add(executed.PAGE, page)
    finally:
        aside.shutdown(cancel_futures=True)
    linked(site, homes, of.folder)
    return site, homes


def reported(of: Material) -> tuple[Website, Homes]:
    """The pages of the reports, those of statements apart, and where their anchors went."""
    found, homes = split(reports(of), [chapter.page for chapter in of.chapters])
    site = Website(dict(found))
    for paper in of.papers:
        page = site.pages[sheet_of(paper.key)]
        site.pages[sheet_of(paper.key)] = page.saying(with_rows(page.text))
    return site, homes


def byhand(docs: Path, site: Website) -> None:
    """Pages and assets as they stand in `docs`."""
    for path in sorted(docs.glob("*.md")):
        site.add(path.name, path.read_text(encoding="utf-8"))
    for path in sorted((docs / "assets").iterdir()):
        site.files[f"assets/{path.name}"] = path.read_bytes()
    site.files[formulas.FONT] = formulas.woff()


def generated(of: Material, homes: Homes) -> Iterator[tuple[str, str]]:
    """What is written from the catalogue and the engine itself."""
    yield catalogue.FILE, catalogue.catalogue(catalogue.rows(of, homes))
    yield simulations.FILE, simulations.simulations(of)
    yield reference.DOMAINS, reference.spaces()
    yield from reference.api().items()


def write(site: Website, folder: Path) -> None:
    for name, page in site.pages.items():
        formulas.check(name, page.text)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(adapted(page.text), encoding="utf-8")
    for name, content in site.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def made(docs: Path, out: Path, nav: Sequence[object], trails: Mapping[str, str]) -> None:
    """Runs MkDocs; its warnings, dead links among them, are errors."""
    from mkdocs.commands.build import build as mkdocs

    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    try:
        mkdocs(configured(docs, out, nav, trails, SCRIPTS))
    except MkDocsException as error:
        raise ValueError(f"MkDocs: {error}") from None
    for name in DATED:
        (out / name).unlink(missing_ok=True)
    (out / MARK).write_text("written by perturb site\n", encoding="utf-8")
