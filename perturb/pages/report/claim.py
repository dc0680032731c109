"""The section of a claim: what is said, who says it, what the engine found, and how to check that by hand."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.pages.markdown import joined, section
from perturb.pages.material import Material
from perturb.pages.notes import note
from perturb.pages.places import Places, anchor, chapter_of
from perturb.pages.records import WitnessFile
from perturb.pages.report.adversary import Notes, blocks
from perturb.pages.report.badge import banner
from perturb.pages.report.evidence import evidence, sides
from perturb.pages.report.labels import places, title
from perturb.pages.report.printed import as_printed, examined
from perturb.pages.report.proved import claim_line, shown_proof
from perturb.pages.report.statement import expanded, searched, stated
from perturb.pages.report.witness import simplest, worst
from perturb.statements.claim import Claim


def claim_section(claim: Claim, depth: int, of: Material) -> str:
    """Markdown; `depth` is 0 for a statement of its own, more for what corrects or sharpens another."""
    record, page = of.records.get(claim.id), chapter_of(claim)
    files = of.files.get(claim.id, {})
    first, last = files.get("witness"), files.get("worst")
    return joined(
        section(title(claim), anchor(claim.id), depth),
        banner(claim, of, page),
        f"`{claim.id}`. {sides(claim, record)}",
        _variants(claim, of, page),
        as_printed(claim),
        note(claim.doc),
        examined(claim),
        stated(claim),
        expanded(claim),
        searched(claim),
        evidence(claim, record),
        claim_line(claim, of),
        shown_proof(claim, of),
        simplest(claim, first, page),
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
