"""The page of laws, tails and means that the catalogue states: what samples decided, at which alpha."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from pathlib import Path
from typing import Any

import numpy as np

from perturb.drivers.law_records import FOLDER, fingerprint, probe, slug
from perturb.law import Bound, Law, Mean, Statement
from perturb.report import law_statement_figure as pictures
from perturb.report.markdown import fence, joined, prose, table
from perturb.report.page import MARK
from perturb.report.records import RED, mismatch

Record = Mapping[str, Any]
NAME = "distributions.md"
DIGITS = 4
HEAD = ["Id", "Statement", "People say", "Engine found", "n or case", "Measured, in its band", "Bound", "alpha"]
QUANTITY = {"law": "sup distance", "tail": "probability", "mean": "mean"}
LEAD = (
    "A limit says nothing at a finite n, so a law states here how far the distribution at n may be from its "
    "limit; a tail or a mean is bounded at each of its cases. Samples decide: sup distances by the inequality "
    "of Dvoretzky, Kiefer, Wolfowitz and Massart, probabilities by Clopper and Pearson, means by Gaussian "
    "concentration or an empirical Bernstein bound. Consistent: certified at every size or case. Refuted: "
    "certified to fail at one of them. A verdict on a statement is wrong by chance with probability at most "
    f"its alpha; {RED} marks a mismatch of what people say and what was found."
)
ROWS = (
    "One row a statement. Of its sizes or cases the row shows the last one that is violated, else the first "
    "one left open, else the one closest to its bound. Bands are printed rounded outwards."
)


def read_records(folder: Path) -> dict[str, Record]:
    """Records by id, from folder/records/laws. ValueError names a file that is no record."""
    found: dict[str, Record] = {}
    for path in sorted((folder / "records" / FOLDER).glob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            found[content["id"]] = content
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path.name} is not a record of a law, tail or mean: {error!r}") from None
    return found


def figure_of(identifier: str) -> str:
    return f"distribution-{slug(identifier)}.png"


def anchor(identifier: str) -> str:
    """Where the section of a statement is, as GitHub names it."""
    return f"{NAME}#{re.sub(r'[^a-z0-9 _-]', '', identifier.lower()).replace(' ', '-')}"


def pages(statements: Sequence[Statement], folder: Path) -> dict[str, str]:
    """The page by file name; none without statements. ValueError when two would share their files."""
    twice = [name for name, k in Counter(slug(s.id) for s in statements).items() if k > 1]
    if twice:
        raise ValueError(f"two statements have one record: {', '.join(twice)}")
    return {NAME: page(statements, read_records(folder))} if statements else {}


def page(statements: Sequence[Statement], records: Mapping[str, Record]) -> str:
    """Markdown, from the records alone."""
    return joined(
        "# Statements about distributions",
        MARK,
        LEAD,
        _summary(statements, records),
        ROWS,
        table(HEAD, [_row(s, records.get(s.id)) for s in statements], "lllllllr"),
        _ledger([records[s.id] for s in statements if s.id in records]),
        *[_section(s, records.get(s.id)) for s in statements],
    )


def link(statements: Sequence[Statement], records: Mapping[str, Record]) -> str:
    """The section of the index that names the page; empty without statements."""
    if not statements:
        return ""
    counts = Counter(_found(s, records.get(s.id)) for s in statements)
    said = ", ".join(f"{k} {kind}" for kind, k in sorted(counts.items()))
    line = f"[{len(statements)} laws, tails and means]({NAME}): {said}."
    return joined("## Statements about distributions", line)


def verdict(identifier: str, record: Record | None) -> str:
    """For a table of another page: the outcome, linked, with its alpha; empty without a record."""
    if record is None:
        return ""
    mark = f"{RED} " if mismatch(record) else ""
    return f"{mark}[{record['outcome']}]({anchor(identifier)}) at alpha {record['alpha']:.1g}"


def _found(statement: Statement, record: Record | None) -> str:
    if record is None:
        return "not computed"
    older = "" if record.get("fingerprint") == fingerprint(statement) else " (older statement)"
    return f"{record['outcome']}{older}"


def _summary(statements: Sequence[Statement], records: Mapping[str, Record]) -> str:
    counts = Counter(_found(s, records.get(s.id)) for s in statements)
    wrong = sum(mismatch(records.get(s.id)) for s in statements)
    rows = [[kind, f"{k:,}"] for kind, k in sorted(counts.items())]
    rows.append(["mismatches", f"{RED} {wrong}" if wrong else "0"])
    drawn = sum(records[s.id]["draws"] for s in statements if s.id in records)
    return table([f"{len(statements)} statements", ""], [*rows, ["draws", f"{drawn:,}"]], "lr")


def _row(statement: Statement, record: Record | None) -> list[str]:
    name = f"[`{statement.id}`]({anchor(statement.id)})"
    says = str(statement.status) if statement.status else ""
    finds = _found(statement, record)
    if record is None:
        return [name, prose(statement.title), says, finds, "", "", "", ""]
    shown = telling(record["checks"])
    return [
        name,
        prose(statement.title),
        says,
        f"{RED} {finds}" if mismatch(record) else finds,
        shown["at"],
        f"{QUANTITY[statement.kind]} in {interval(shown)}",
        _bound(shown),
        f"{record['alpha']:.1g}",
    ]


def telling(checks: Sequence[Record]) -> Record:
    """The last check that is violated, else the first that is open, else the one closest to its bound."""
    for kind, order in (("violated", reversed(checks)), ("undecided", iter(checks))):
        for check in order:
            if check["verdict"] == kind:
                return check
    return min(checks, key=_room)


def _room(check: Record) -> float:
    """Between the band and the bound, as a share of the bound."""
    end = check["hi"] if check["op"] == "<=" else check["lo"]
    return float(abs(check["bound"] - end) / (abs(check["bound"]) or 1.0))


def interval(check: Record) -> str:
    """Rounded outwards, so that what is printed holds as well."""
    low = "(-inf" if check["lo"] is None else f"[{_rounded(check['lo'], ROUND_FLOOR)}"
    return f"{low}, " + ("inf)" if check["hi"] is None else f"{_rounded(check['hi'], ROUND_CEILING)}]")


def _rounded(x: float, how: str = ROUND_HALF_EVEN) -> str:
    near = Context(prec=DIGITS, rounding=how).create_decimal(Decimal(x))
    return f"{near.normalize():f}" if x == 0 or 1e-4 <= abs(x) < 1e6 else f"{near:.{DIGITS - 1}e}"


def _bound(check: Record) -> str:
    return "no rate" if check["bound"] is None else f"{check['op']} {_rounded(check['bound'])}"


def _ledger(records: Sequence[Record]) -> str:
    """Who may be wrong by chance how often; equal entries in one line."""
    if not records:
        return ""
    groups: dict[float, int] = Counter(r["alpha"] for r in records)
    rows = [[f"{a:.3g}", f"{k}", f"{a * k:.3g}"] for a, k in sorted(groups.items(), reverse=True)]
    spent = sum(a * k for a, k in groups.items())
    return joined(
        "## The alpha of this page",
        table(["alpha each", "statements", "sum"], rows, "rrr"),
        f"The probability that any verdict of this page is wrong by chance is at most {spent:.3g} (union bound "
        f"over {len(records)} statements). Within a statement its alpha is divided evenly over sizes or cases, "
        "and there over the looks at a growing sample, so the time to stop may depend on what was seen. "
        "Assumed: the generator gives independent draws; roundings of a statistic are far below any band.",
    )


def _section(statement: Statement, record: Record | None) -> str:
    shown = isinstance(statement, Law) and record is not None
    return joined(
        f"## `{statement.id}`",
        f"**{prose(statement.title)}**",
        prose(statement.doc),
        _source(statement),
        _states(statement),
        "Not computed yet: there is no record of this statement." if record is None else _evidence(record),
        f"![{statement.id}]({figure_of(statement.id)})" if shown else "",
        "" if record is None else _checks(statement, record),
        "" if record is None else "\n".join(f"- {prose(line)}" for line in notes(statement, record)),
        fence(_again(statement, record), "bash"),
    )


def _source(statement: Statement) -> str:
    lines = [f"Source: {prose(statement.source.rstrip('.'))}."]
    if statement.covers:
        lines.append(f"Speaks of {', '.join(f'`{item}`' for item in statement.covers)}.")
    return " ".join(lines)


def _states(statement: Statement) -> str:
    if isinstance(statement, Bound):
        what = "expectation" if isinstance(statement, Mean) else "probability"
        below = "at most" if statement.op == "<=" else "at least"
        return f"States that the {what} is {below} the bound at each case."
    if statement.rate is None:
        return f"Limit: {prose(statement.reference.name)}. No rate is declared, so nothing is decided."
    source = prose(statement.rate_source.rstrip("."))
    name = prose(statement.reference.name)
    return f"States that at each n the sup distance to {name} is at most the rate. The rate is {source}."


def _evidence(record: Record) -> str:
    says = record["status"] or "nothing asserted"
    finds = f"{RED} {record['outcome']}" if mismatch(record) else record["outcome"]
    return (
        f"People say: {says}. Engine found: **{finds}** at alpha {record['alpha']:.3g}, "
        f"from {record['draws']:,} draws (profile {record['profile']}, seed {record['seed']})."
    )


def _checks(statement: Statement, record: Record) -> str:
    quantity = QUANTITY[statement.kind]
    head = ["at", "draws", f"{quantity} of the draws", f"{quantity}, in its band", "bound", "alpha", "verdict"]
    rows = [
        [
            check["at"],
            f"{check['draws']:,}",
            _rounded(check["seen"]),
            interval(check),
            _bound(check),
            f"{check['alpha']:.2g}",
            check["verdict"],
        ]
        for check in record["checks"]
    ]
    return table(head, rows, "lrrllrl")


def notes(statement: Statement, record: Record) -> list[str]:
    """Why a law is wrong; of one that is not: from which n it is usable, and how fast it is approached."""
    if record["explanation"]:
        return [f"Explanation: {record['explanation']}."]
    if not isinstance(statement, Law) or record["outcome"] == "refuted":
        return []
    lines = [
        f"Usable within {tolerance} from n = {n} on, at the sizes drawn."
        if n is not None
        else f"Not certified within {tolerance} at the sizes drawn."
        for tolerance, n in record["usable"].items()
    ]
    return lines + _exponent(record)


def _exponent(record: Record) -> list[str]:
    if record["exponent"] is None:
        return []
    least, most = record["exponent"]
    if record["fits_no_power"]:
        return ["Distance as a power of n: none fits the bands."]
    low = f"p >= {least:.2f}" if most is None else f"p in [{least:.2f}, {most:.2f}]"
    said = f"p <= {most:.2f}" if least is None else low
    return [f"Distance as a power of n: n^-p with {said} (rung: asymptotic, if it is a power)."]


def _again(statement: Statement, record: Record | None) -> str:
    seed, profile = ("0", "brief") if record is None else (str(record["seed"]), record["profile"])
    more = (f" --seed {seed}" if seed != "0" else "") + (f" --profile {profile}" if profile != "brief" else "")
    return f"perturb check {statement.id}{more}"


def save(statements: Sequence[Statement], folder: Path) -> list[Path]:
    """Write the pictures of the laws and remove those of none; returns the paths written."""
    for path in strangers(folder, statements):
        path.unlink()
    records, written = read_records(folder), []
    for law in _laws(statements):
        if law.id in records:
            written.append(folder / figure_of(law.id))
            pictures.save(law, records[law.id], written[-1])
    return written


def stale(statements: Sequence[Statement], folder: Path) -> list[str]:
    """Records that are missing, of an older statement or sampler, or of none; pictures of other data.

    One line each. The page itself is among `pages`, which are compared as texts.
    """
    records = read_records(folder)
    problems = [line for s in statements for line in _record(s, records.get(s.id))]
    known = {s.id for s in statements}
    problems += [f"{which}: a record of no law, tail or mean" for which in sorted(records.keys() - known)]
    for law in _laws(statements):
        path = folder / figure_of(law.id)
        if law.id in records and not pictures.is_of(law, records[law.id], path):
            problems.append(f"{path.name}: missing or of other data")
    return problems + [f"{path.name}: no such law" for path in strangers(folder, statements)]


def _record(statement: Statement, record: Record | None) -> list[str]:
    if record is None:
        return [f"{statement.id}: no record"]
    if record.get("fingerprint") != fingerprint(statement):
        return [f"{statement.id}: the statement has changed since its record (fingerprint)"]
    if not np.allclose(record["probe"], probe(statement), rtol=1e-6, atol=0):
        return [f"{statement.id}: its sampler gives other values than at the time of its record"]
    if record["status"] != (statement.status.value if statement.status else None):
        return [f"{statement.id}: the status has changed since its record"]
    return []


def strangers(folder: Path, statements: Sequence[Statement]) -> list[Path]:
    """Pictures of laws that the catalogue does not have."""
    known = {figure_of(law.id) for law in _laws(statements)}
    return [path for path in sorted(folder.glob("distribution-*.png")) if path.name not in known]


def _laws(statements: Sequence[Statement]) -> list[Law]:
    return [s for s in statements if isinstance(s, Law)]
