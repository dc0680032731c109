"""The catalogue as one table; a script on the page filters it as one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from perturb.pages.markdown import heading
from perturb.pages.material import Material
from perturb.pages.places import anchor, chapter_of, key_of
from perturb.pages.records import by_set, mismatch
from perturb.pages.report.badge import RATE, rate_only
from perturb.pages.website.page import DOT, address
from perturb.pages.website.reports import Homes
from perturb.results.records import ClaimRecord, LawRecord
from perturb.statements.catalogue import Statement
from perturb.statements.recorded import Recorded

FILE = "catalogue.md"
LEAD = (
    "Every statement of the catalogue: what people say of it, and what was found. A point that survives is "
    "evidence, never a proof; what was refuted has an exact witness. How to read a verdict is told "
    "[on the front page](index.md#how-to-read-a-verdict); [the status of the catalogue](status.md) has the "
    "counts of points and what decided them."
)


@dataclass(frozen=True)
class Row:
    """A statement in the table; `says` is what people say where the status alone is not it."""

    id: str
    label: str
    status: str
    outcome: str
    address: str
    agrees: bool = True
    says: str = ""


def rows(of: Material, homes: Homes) -> list[Row]:
    """Claims first, then laws, tails and means, each by id."""
    labels = {c.id: c.label for c in of.claims} | {s.id: s.title for s in of.statements}
    found = []
    for one in [*of.claims, *of.statements]:
        record = of.records.get(one.id) or of.law_records.get(one.id)
        page = homes[chapter_of(one), anchor(one.id)]
        outcome = "not computed" if record is None else outcome_of(one, record)
        said = "" if one.status is None else one.status.value
        place = f"{address(page)}#{anchor(one.id)}"
        says = RATE.words.lower() if rate_only(one) else ""
        found.append(Row(one.id, labels[one.id], said, outcome, place, not mismatch(record), says))
    return found


def outcome_of(one: Statement, record: ClaimRecord | LawRecord) -> str:
    """Of recorded runs, of which nobody asserts anything: violated, open, or consistent."""
    if isinstance(one, Recorded) and isinstance(record, LawRecord):
        return by_set(record).partition(" at ")[0]
    return record.outcome.value


def catalogue(found: Sequence[Row]) -> str:
    """Markdown and HTML: the filter works on `data-` attributes, and the table is whole without a script."""
    choices = {
        "paper": [key_of(row.id) for row in found],
        "status": [row.status for row in found],
        "outcome": [row.outcome for row in found],
    }
    form = "".join(_choice(name, values) for name, values in choices.items())
    return "\n".join(
        [
            f"---\ntitle: Catalogue\nhide: [toc]\n---\n\n# The catalogue\n\n{LEAD}\n",
            '<form class="filter" id="filter" role="search" aria-label="Filter the catalogue">',
            '<label>Text<input type="search" name="text" autocomplete="off" placeholder="Lemma 8"></label>',
            f'{form}<button type="reset">Clear</button></form>',
            f'<p id="count" role="status">{len(found)} statements</p>',
            '<table class="catalogue" id="catalogue" data-search-exclude><thead><tr><th>Statement</th>'
            "<th>People say</th><th>Engine found</th></tr></thead><tbody>",
            *map(_row, found),
            "</tbody></table>\n",
        ]
    )


def _choice(name: str, values: Iterable[str]) -> str:
    options = "".join(f"<option>{escape(value)}</option>" for value in sorted({*values} - {""}))
    select = f'<select name="{name}"><option value="">all</option>{options}</select>'
    return f"<label>{name.capitalize()}{select}</label>"


def _row(row: Row) -> str:
    mark = "" if row.agrees else f"{DOT} "
    cells = [
        f'<a href="{escape(row.address)}">{escape(heading(row.label))}</a> <code>{escape(row.id)}</code>',
        escape(row.says or row.status),
        f'{mark}<span class="verdict verdict-{row.outcome.replace(" ", "-")}">{row.outcome}</span>',
    ]
    data = {"paper": key_of(row.id), "status": row.status, "outcome": row.outcome}
    told = " ".join(f'data-{name}="{escape(value)}"' for name, value in data.items())
    return f"<tr {told}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
