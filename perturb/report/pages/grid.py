"""The status grid: every claim of the catalogue, what people say of it and what the engine found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version

import perturb
from perturb.report.markdown import fence, joined, prose, table
from perturb.report.pages.claim import link_to, variants
from perturb.report.pages.vocabulary import NAME as VOCABULARY
from perturb.report.records import RED, Record, certificate, current, held, mismatch, outcome, total, violated
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper

COUNTS = ["Holds", "Violated", "Open"]
HEAD = ["Claim", "Where", "People say", "Engine found", "Certificate", *COUNTS, "Variants"]
SIMULATIONS = "## Simulations and benchmarks"
LIBRARIES = ("python-flint", "numpy")


def grid(
    claims: Sequence[Claim],
    records: Mapping[str, Record],
    extra: Sequence[tuple[str, str]] = (),
    power: str = "",
    laws: str = "",
) -> str:
    """Markdown. `extra` lists further pages as (title, file name); `power` and `laws` are sections."""
    return joined(
        "# Status of the catalogue",
        "What people say of a statement and what the engine found stand side by side. A point that survives "
        f"is evidence, never a proof. {RED} marks a mismatch of the two and nothing else.",
        "Holds, Violated and Open count certified points: those where the statement is certified to hold, "
        "certified to fail, and left undecided. Points that were only screened in float64 are not counted.",
        _summary(claims, records),
        *[_section(source, claims, records) for source in _papers(claims)],
        power,
        _experiments(extra),
        laws,
        _words(),
        _environment(records),
        _again(),
    )


def _papers(claims: Sequence[Claim]) -> list[Paper]:
    return list(dict.fromkeys(claim.paper for claim in claims))


def _summary(claims: Sequence[Claim], records: Mapping[str, Record]) -> str:
    found = [str((records.get(c.id) or {}).get("outcome", "not computed")) for c in claims]
    kinds = list(dict.fromkeys(["survived", "refuted", "vacuous", "unresolved", *found]))
    counts = [[kind, f"{found.count(kind):,}"] for kind in kinds if kind in found]
    points = sum(held(records.get(c.id)) for c in claims)
    wrong = sum(mismatch(records.get(c.id)) for c in claims)
    counts += [
        ["mismatches", f"{RED} {wrong}" if wrong else "0"],
        ["points where a statement is certified to hold", f"{points:,}"],
    ]
    return table([f"{len(claims)} claims", ""], counts, "lr")


def _section(source: Paper, claims: Sequence[Claim], records: Mapping[str, Record]) -> str:
    rows = [_row(c, records.get(c.id), claims) for c in claims if c.paper == source]
    said = ". ".join(part.rstrip(".") for part in (source.authors, source.title, source.reference) if part)
    own = f"[Every item of the paper]({source.key}.md) · [Errata sheet]({source.key}-errata.md)"
    return joined(
        f"## {source.key}",
        f"{said}." if said else "",
        own if source.items else "",
        table(HEAD, rows, "lllllrrrl"),
    )


def _row(claim: Claim, record: Record | None, claims: Sequence[Claim]) -> list[str]:
    finds = outcome(record).split(" ")[0] if record else outcome(record)
    if record is not None and not current(claim, record):
        finds += " (older statement)"
    verdicts = (record or {}).get("verdicts") or {}
    searched = total(verdicts) > 0
    return [
        link_to(claim.id, [claim]),
        prose(claim.label),
        str(claim.status) if claim.status else "",
        f"{RED} {finds}" if mismatch(record) else finds,
        certificate(record),
        f"{held(record):,}" if searched else "",
        f"{violated(record):,}" if violated(record) else "",
        f"{verdicts.get('undecided', 0):,}" if searched else "",
        "; ".join(f"{how} {link_to(which, claims)}" for how, which in variants(claim, claims)),
    ]


def _experiments(extra: Sequence[tuple[str, str]]) -> str:
    lines = [f"- [{title}]({name})" for title, name in extra]
    return joined(SIMULATIONS, "\n".join(lines)) if lines else ""


def _words() -> str:
    link = f"[The words that statements are written in]({VOCABULARY})"
    return joined("## Vocabulary", f"{link}: what each takes, how it is printed and what it means.")


def _environment(records: Mapping[str, Record]) -> str:
    profiles = sorted({str(r.get("profile")) for r in records.values()})
    seeds = sorted({str(r.get("seed")) for r in records.values()})
    rows = [
        ["perturb", perturb.__version__],
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
