"""The page of a theorem file: its introduction, a table of contents, and its statements in order."""

from __future__ import annotations

from perturb.pages.chapters import Chapter
from perturb.pages.markdown import joined, prose
from perturb.pages.material import Material
from perturb.pages.notes import heading, note
from perturb.pages.places import anchor, errata_of, home, relative, sheet_of
from perturb.pages.records import RED, between, mismatch, outcome, root_of
from perturb.pages.report import claim as claims
from perturb.pages.report import law as laws
from perturb.pages.report.labels import title
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim


def chapter_page(chapter: Chapter, of: Material, picture: str | None = None) -> str:
    """Markdown; `picture` is the file with the panels of the laws of this chapter."""
    shown = f"![Histograms and distances of the laws]({relative(picture, chapter.page)})" if picture else ""
    return joined(
        f"# {prose(heading(chapter.title))}",
        _links(chapter, of),
        note(chapter.rest),
        _contents(chapter, of),
        shown,
        *[_section(statement, depth, of) for depth, statement in chapter.sections],
    )


def _links(chapter: Chapter, of: Material) -> str:
    parts = [home(chapter.page)]
    if any(paper.key == chapter.key for paper in of.papers):
        parts.append(f"[Every item of the paper]({relative(sheet_of(chapter.key), chapter.page)})")
        parts.append(f"[Errata]({relative(errata_of(chapter.key), chapter.page)})")
    root = root_of(chapter.file) if chapter.file else None
    if chapter.file and root:
        path = relative(between(of.folder, chapter.file), chapter.page)
        parts.append(f"[`{between(root, chapter.file)}`]({path})")
    return " · ".join(parts)


def _contents(chapter: Chapter, of: Material) -> str:
    """A line a statement: its name, what people say, what was found."""
    lines = [f"{'  ' * depth}- {_entry(one, of)}" for depth, one in chapter.sections]
    return "\n".join(lines)


def _entry(one: Statement, of: Material) -> str:
    claimed, drawn = of.records.get(one.id), of.law_records.get(one.id)
    finds = outcome(claimed) if isinstance(one, Claim) else laws.found(one, drawn)
    asserted = str(one.status or "") if isinstance(one, Claim) else laws.said(one)
    says = f"{asserted}; " if asserted not in ("", finds) else ""
    mark = f"{RED} " if mismatch(claimed if isinstance(one, Claim) else drawn) else ""
    return f"[{title(one)}](#{anchor(one.id)}): {mark}{says}{finds}"


def _section(one: Statement, depth: int, of: Material) -> str:
    if isinstance(one, Claim):
        return claims.claim_section(one, depth, of)
    return laws.law_section(one, depth, of)
