"""The status grid: every claim of the catalogue, what people say of it and what the engine found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from perturb.pages.markdown import fence, joined, table
from perturb.pages.material import Material
from perturb.pages.places import INDEX, VOCABULARY, errata_of, key_of, listed, sheet_of
from perturb.pages.records import RED, certificate, held, mismatch, outcome, violated
from perturb.pages.report import distributions, laws
from perturb.pages.report import proved as universal
from perturb.pages.report.badge import above, title
from perturb.pages.report.chapter import linked_variants
from perturb.results.records import ClaimRecord, VerdictCounts
from perturb.results.store import current
from perturb.results.stored import seconds_to_refute
from perturb.sharpen.kills import Score, score
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.version import VERSION

COUNTS = ["Holds", "Violated", "Open"]
HEAD = ["Claim", "People say", "Engine found", "Certificate", *COUNTS, "Variants"]
FURTHER = "## Simulations and benchmarks"
LIBRARIES = ("python-flint", "numpy")


def grid(of: Material) -> str:
    """Markdown."""
    records = {c.id: of.records[c.id] for c in of.claims if c.id in of.records}
    return joined(
        "# Status of the catalogue",
        "What people say of a statement and what the engine found stand side by side. A point that survives "
        f"is evidence, never a proof. {RED} marks a mismatch of the two and nothing else.",
        "Holds, Violated and Open count certified points: those where the statement is certified to hold, "
        "certified to fail, and left undecided. Points that were only screened in float64 are not counted.",
        "Counted here are claims: one for each reading of a printed item, for each correction and for each "
        "sharper form. Laws, tails and means are counted beneath.",
        _summary(of.claims, records),
        *[_section(source, of) for source in _papers(of.claims)],
        universal.link(of),
        laws.link(of),
        _further(of),
        distributions.link(of.shelf.limits),
        _words(),
        power(of),
        _environment(records),
        _again(),
    )


def _papers(claims: Sequence[Claim]) -> list[Paper]:
    return list(dict.fromkeys(claim.paper for claim in claims))


def _summary(claims: Sequence[Claim], records: Mapping[str, ClaimRecord]) -> str:
    found = [records[c.id].outcome.value if c.id in records else "not computed" for c in claims]
    kinds = list(dict.fromkeys(["survived", "refuted", "vacuous", "unresolved", *found]))
    counts = [[kind, f"{found.count(kind):,}"] for kind in kinds if kind in found]
    points = sum(held(records.get(c.id)) for c in claims)
    wrong = sum(mismatch(records.get(c.id)) for c in claims)
    counts += [
        ["mismatches", f"{RED} {wrong}" if wrong else "0"],
        ["points where a statement is certified to hold", f"{points:,}"],
    ]
    return table([f"{len(claims)} claims", ""], counts, "lr")


def _section(source: Paper, of: Material) -> str:
    rows = [_row(c, of) for c in of.claims if c.paper == source]
    said = ". ".join(part.rstrip(".") for part in (source.authors, source.title, source.reference) if part)
    own = f"[Every item and chapter]({sheet_of(source.key)}) · [Errata]({errata_of(source.key)})"
    chapters = f"Chapters: {listed([c for c in of.chapters if c.key == source.key], INDEX)}."
    return joined(
        f"## {source.key}",
        f"{said}." if said else "",
        own if source.items else chapters,
        table(HEAD, rows, "llllrrrl"),
    )


def _row(claim: Claim, of: Material) -> list[str]:
    record = of.records.get(claim.id)
    finds = outcome(record).split(" ")[0] if record else outcome(record)
    if record is not None and current(record, claim) is None:
        finds += " (older statement)"
    verdicts = VerdictCounts() if record is None else record.verdicts
    searched = verdicts != VerdictCounts()
    return [
        above(of.places.link(claim.id, INDEX, title(claim)), claim.id),
        str(claim.status) if claim.status else "",
        f"{RED} {finds}" if mismatch(record) else finds,
        certificate(record),
        f"{held(record):,}" if searched else "",
        f"{violated(record):,}" if violated(record) else "",
        f"{verdicts.undecided:,}" if searched else "",
        "; ".join(linked_variants(claim, of.claims, of.places, INDEX)),
    ]


def _further(of: Material) -> str:
    """Pages that other commands write; those of a paper stand on its own page."""
    own = {paper.key for paper in of.papers}
    lines = [f"- [{title}]({name})" for title, name in of.extra if key_of(name) not in own]
    return joined(FURTHER, "\n".join(lines)) if lines else ""


def _words() -> str:
    link = f"[The words that statements are written in]({VOCABULARY})"
    return joined("## Vocabulary", f"{link}: what each takes, how it is printed and what it means.")


def _environment(records: Mapping[str, ClaimRecord]) -> str:
    profiles = sorted({r.profile for r in records.values()})
    seeds = sorted({str(r.seed) for r in records.values()})
    rows = [
        ["perturb", VERSION],
        *[[name, version(name)] for name in LIBRARIES],
        ["profile", ", ".join(profiles)],
        ["seed", ", ".join(seeds)],
    ]
    return joined("## Environment", table(["", ""], rows))


def _again() -> str:
    commands = (
        "make report                # the whole catalogue with the brief profile, then these pages\n"
        "perturb check 'PATTERN'    # some of them: an id, a glob or a paper key"
    )
    note = "Equal seeds and profiles give equal records, and equal records give equal pages."
    return joined("## How to reproduce", fence(commands, "bash"), note)


def power(of: Material) -> str:
    """The section of the index."""
    parts = [_mutants(of), _refuted(of)]
    return joined("## The adversary", *parts) if any(parts) else ""


def _mutants(of: Material) -> str:
    tried = [claim for claim in of.claims if of.notes[claim.id].rows]
    if not tried:
        return ""
    total = score([line for claim in tried for line in of.notes[claim.id].rows])
    rows = [[name, *_share(n, total.counted)] for name, n in total.by_driver.items()]
    rows.append(["all together", *_share(total.killed, total.counted)])
    return joined(
        f"One-step mutants of {len(tried):,} claims, each a little too strong. {_typical(total)}"
        f"Not counted: {total.proved_true:,} that are proved true, and {total.definedness:,} that only admit "
        "what is undefined.",
        table(["Driver", "Killed", "Of", "Score"], rows, "lrrr"),
        _survivors(tried, of),
    )


def _share(killed: int, counted: int) -> list[str]:
    return [f"{killed:,}", f"{counted:,}", f"{killed / counted:.1%}" if counted else ""]


def _typical(total: Score) -> str:
    return "" if total.median_seconds is None else f"Median time to kill: {total.median_seconds:.2f} s. "


def _survivors(claims: Sequence[Claim], of: Material) -> str:
    alive = [
        f"- {of.places.link(claim.id, INDEX)} `{line.mutant}`"
        for claim in claims
        for line in of.notes[claim.id].rows
        if line.survives
    ]
    return joined("Survivors, each a gap in the engine or a discovery:", "\n".join(alive)) if alive else ""


def _refuted(of: Material) -> str:
    rows = []
    for claim in of.claims:
        file = of.simplest(claim.id)
        search = file.content.get("search") if file else None
        if search and "drawn" in search:
            seconds = seconds_to_refute(claim)
            clock = f", {seconds:g} s" if seconds is not None else ""
            after = f"found after {search['drawn']:,} points{clock}"
            rows.append([of.places.link(claim.id, INDEX), after, str(search.get("seed", ""))])
    if not rows:
        return ""
    lead = "How soon the stored witness of each false statement was found:"
    return joined(lead, table(["Claim", "Found", "Seed"], rows, "llr"))
