"""The text of the page of laws, tails and means: the table, the alpha account, a section a statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from typing import Any

from perturb.files import slug
from perturb.report.markdown import fence, joined, prose, table
from perturb.report.pages.claim import MARK
from perturb.report.records import RED, mismatch
from perturb.statements.chance import Bound, Law, Mean
from perturb.statements.chance import ChanceStatement as Statement

Record = Mapping[str, Any]
NAME = "distributions.md"
DIGITS = 4
HEAD = ["Id", "Statement", "People say", "Engine found", "At", "Measured, in its band", "Bound", "alpha"]
QUANTITY = {"law": "sup distance", "tail": "probability", "mean": "mean"}
LEAD = (
    "A limit says nothing at a finite n, so a law states here how far the distribution at n may be from its "
    "limit; a tail or a mean is bounded at each of its cases. Samples decide: distances by the inequality of "
    "Dvoretzky, Kiefer, Wolfowitz and Massart, probabilities by Clopper and Pearson, means by Gaussian "
    "concentration or an empirical Bernstein bound. Consistent: certified at every size or case. Refuted: "
    "certified to fail at one of them. A verdict on a statement is wrong by chance with probability at most "
    f"its alpha; {RED} marks a mismatch of what people say and what was found."
)
ROWS = (
    "One row a statement. Of its sizes or cases the row shows the last one that is violated, else the first "
    "one left open, else the one closest to its bound. Bands are printed rounded outwards."
)


def figure_of(identifier: str) -> str:
    return f"distribution-{slug(identifier)}.png"


def anchor(identifier: str) -> str:
    """Where the section of a statement is, as GitHub names it."""
    return f"{NAME}#{re.sub(r'[^a-z0-9 _-]', '', identifier.lower()).replace(' ', '-')}"


def found(statement: Statement, record: Record | None) -> str:
    if record is None:
        return "not computed"
    older = "" if record.get("fingerprint") == statement.fingerprint else " (older statement)"
    return f"{record['outcome']}{older}"


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


def _summary(statements: Sequence[Statement], records: Mapping[str, Record]) -> str:
    counts = Counter(found(s, records.get(s.id)) for s in statements)
    wrong = sum(mismatch(records.get(s.id)) for s in statements)
    rows = [[kind, f"{k:,}"] for kind, k in sorted(counts.items())]
    rows.append(["mismatches", f"{RED} {wrong}" if wrong else "0"])
    drawn = sum(records[s.id]["draws"] for s in statements if s.id in records)
    return table([f"{len(statements)} statements", ""], [*rows, ["draws", f"{drawn:,}"]], "lr")


def _row(statement: Statement, record: Record | None) -> list[str]:
    name = f"[`{statement.id}`]({anchor(statement.id)})"
    says = str(statement.status) if statement.status else ""
    finds = found(statement, record)
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
        bound(shown),
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


def bound(check: Record) -> str:
    """<= 0.1105, or that a law has no rate."""
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
        f"The probability that any verdict of this page is wrong by chance is at most {spent:.3g} (union "
        f"bound over {len(records)} statements). Within a statement its alpha is divided evenly over sizes "
        "or cases, and there over the looks at a growing sample, so the time to stop may depend on the data. "
        "Assumed: the generator gives independent draws; roundings of a statistic are far below any band.",
    )


def _section(statement: Statement, record: Record | None) -> str:
    shown = isinstance(statement, Law) and record is not None and record["histogram"]
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
    named = statement.source != statement.title
    lines = [f"Source: {prose(statement.source.rstrip('.'))}."] if named else []
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
    head = ["at", "draws", f"{quantity} of the draws", "in its band", "bound", "alpha", "verdict"]
    rows = [
        [
            check["at"],
            f"{check['draws']:,}",
            _rounded(check["seen"]),
            interval(check),
            bound(check),
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
    if least is None or most is None:
        said = f"p <= {most:.2f}" if least is None else f"p >= {least:.2f}"
    else:
        said = f"p in [{least:.2f}, {most:.2f}]"
    return [f"Distance as a power of n: n^-p with {said} (rung: asymptotic, if it is a power)."]


def _again(statement: Statement, record: Record | None) -> str:
    seed, profile = ("0", "brief") if record is None else (str(record["seed"]), record["profile"])
    # The brief profile is what `perturb check` does by itself, but for drawing on after a verdict.
    more = [f"--seed {seed}"] if seed != "0" else []
    more += [f"--profile {profile}"] if profile != "brief" else []
    return " ".join([f"perturb check {statement.id}", *more])
