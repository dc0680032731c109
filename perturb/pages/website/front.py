"""The front page: written by hand, with the numbers of this run."""

from __future__ import annotations

from perturb.pages.material import Material
from perturb.pages.records import mismatch
from perturb.pages.website.page import Website
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded

FILE = "index.md"


def numbered(of: Material, site: Website) -> None:
    """Puts counts where the page says {{name}}. Raises ValueError for a name that is none."""
    page = site.pages[FILE]
    text = page.text
    for name, value in counts(of).items():
        text = text.replace("{{" + name + "}}", f"{value:,}")
    if "{{" in text:
        unknown = text.partition("{{")[2].partition("}}")[0]
        raise ValueError(f"{FILE}: there is no number {unknown!r}; known are {', '.join(counts(of))}")
    site.pages[FILE] = page.saying(text)


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
