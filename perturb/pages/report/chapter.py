"""The page of a theorem file: its introduction, a table of contents, and its statements in order.

`claim_section` is the section of a claim: what is said, who says it, what the engine found, and how to check
that by hand. That of a law is in `law`.
"""

from __future__ import annotations

from collections.abc import Sequence

from perturb.pages.markdown import heading, joined, note, prose, section
from perturb.pages.material import Material
from perturb.pages.places import Chapter, Places, anchor, chapter_of, errata_of, home, relative, sheet_of
from perturb.pages.records import RED, WitnessFile, between, mismatch, outcome, root_of
from perturb.pages.report import law as laws
from perturb.pages.report.adversary import Notes, blocks
from perturb.pages.report.badge import banner, places, title
from perturb.pages.report.evidence import both_sides, evidence, simplest, worst
from perturb.pages.report.proved import claim_line, shown_proof
from perturb.pages.report.statement import as_printed, examined, expanded, searched, stated
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim


def claim_section(claim: Claim, depth: int, of: Material) -> str:
    """Markdown; `depth` is 0 for a statement of its own, more for what corrects or sharpens another.

    First what is stated, then the verdict, its rung and the witness; how it was found comes after them.
    """
    record, page = of.records.get(claim.id), chapter_of(claim)
    files = of.files.get(claim.id, {})
    first, last = files.get("witness"), files.get("worst")
    return joined(
        section(title(claim), anchor(claim.id), depth),
        _variants(claim, of, page),
        as_printed(claim),
        note(claim.doc),
        examined(claim),
        stated(claim),
        expanded(claim),
        searched(claim),
        banner(claim, of, page),
        f"`{claim.id}`. {both_sides(claim, record)}",
        claim_line(claim, of),
        simplest(claim, first, page),
        evidence(claim, record),
        shown_proof(claim, of),
        worst(claim, last, page),
        blocks(claim, of.notes.get(claim.id, Notes()), of.proofs.get(claim.id, ()), of.proof_folder),
        _also(claim),
        _again(claim, [file for file in (first, last) if file]),
    )


def variants(claim: Claim, others: Sequence[Claim]) -> list[tuple[str, str]]:
    """(how, id): what this claim corrects and sharpens, and what does that to it."""
    mine = [("corrects", claim.corrects), ("sharpens", claim.sharpens)]
    theirs = [("corrected by", c.id) for c in others if c.corrects == claim.id]
    theirs += [("sharpened by", c.id) for c in others if c.sharpens == claim.id]
    return [(how, which) for how, which in [*mine, *theirs] if which]


def linked_variants(claim: Claim, others: Sequence[Claim], places: Places, page: str) -> list[str]:
    """Each in a few words, with a link."""
    return [f"{how} {places.link(which, page)}" for how, which in variants(claim, others)]


def _variants(claim: Claim, of: Material, page: str) -> str:
    """What sharpens it or is sharpened by it; corrections stand in the line at the top."""
    found = [(how, which) for how, which in variants(claim, of.claims) if how.startswith("sharpen")]
    named = {which for _, which in found}
    labels = {c.id: title(c) for c in of.claims if c.id in named}
    return "\n".join(f"- {how} {of.places.link(which, page, labels.get(which))}" for how, which in found)


def _also(claim: Claim) -> str:
    lines = [f"Covers {places(claim.covers)}."] if claim.covers else []
    if claim.presupposes:
        lines.append(f"Not certified by kernels that rest on: {', '.join(sorted(claim.presupposes))}.")
    return " ".join(lines)


def _again(claim: Claim, files: Sequence[WitnessFile]) -> str:
    commands = [f"perturb check {claim.id}", *[f"perturb replay {file.from_root}" for file in files]]
    return "Again: " + ", ".join(f"`{command}`" for command in commands)


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
        return claim_section(one, depth, of)
    return laws.law_section(one, depth, of)
