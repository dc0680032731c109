"""The power of the engine over the whole catalogue: mutation score, and how soon false statements fall."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.pages.markdown import joined, table
from perturb.pages.material import Material
from perturb.pages.places import INDEX
from perturb.results.timings import seconds_to_refute
from perturb.sharpen.kills import Score, score
from perturb.statements.claim import Claim


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
