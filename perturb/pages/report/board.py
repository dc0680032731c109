"""The board of problems: what the literature knows of each, and what the engine did with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from perturb.certify.witness import Witness
from perturb.pages.markdown import inline, joined, note, prose, section, table, wrapped
from perturb.pages.material import Material
from perturb.pages.places import BOARD, anchor, home
from perturb.pages.records import RED
from perturb.results import say, stored
from perturb.results.records import ProblemRecord
from perturb.results.store import current
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.problem import Posed, State

STATES = {
    State.OPEN: "Open",
    State.PARTLY: "Open but for some cases",
    State.REFUTED: "Refuted",
    State.PROVED: "Proved",
}
LEAD = """Statements of matrix theory that are open, partly settled, or settled since 2015: what is asked, who
asked it where, what is known, and what the engine did. The state is that of the literature on the day that is
named, which anybody who means to use it has to look up again. A refutation of something listed as open is
told here only after a second route: exact code of its own in `tools/open_second.py`, or another encoding, and
the statement read again in the words of the source. "Survived" is no proof: no violation at so many certified
points."""
HEAD = ["Problem", "State", "Engine", "Certified points", "Processor", "Least margin", "Of the bound"]
SHOWN = 4_000  # signs of a witness


def board(of: Material) -> str:
    """Markdown, from the declarations and the records alone."""
    claims = of.shelf.problems
    counts = Counter(one.problem.state for one in claims if one.problem)
    told = ", ".join(f"{counts[state]} {STATES[state].lower()}" for state in STATES if counts[state])
    parts = [
        "# Open and lately settled problems",
        home(BOARD),
        wrapped(" ".join(LEAD.split())),
        f"{len(claims)} problems: {told}. {_work(of)}",
    ]
    for state, title in STATES.items():
        rows = [_row(one, of) for one in claims if one.problem and one.problem.state is state]
        if rows:
            parts += [f"## {title}", table(HEAD, rows, "lllrrrr")]
    for state, title in STATES.items():
        for one in claims:
            if one.problem and one.problem.state is state:
                parts += _told(one, one.problem, record_of(one, of), title)
    return joined(*parts)


def record_of(claim: Claim, of: Material) -> ProblemRecord | None:
    """The record of this very statement."""
    return current(of.board.get(claim.id), claim)


def at_odds(state: State, record: ProblemRecord) -> bool:
    """Do literature and engine contradict each other, or does the engine claim what is open to be false?"""
    return record.outcome is Outcome.REFUTED and state is not State.REFUTED


def _work(of: Material) -> str:
    found = [record for one in of.shelf.problems if (record := record_of(one, of))]
    points = sum(record.verdicts.holds + record.verdicts.violated for record in found)
    hours = sum(record.seconds for record in found) / 3600
    many = f"{len(found)} problems have a record"
    return f"{points:,} points decided in {hours:.2f} hours of processor time; {many}."


def _row(claim: Claim, of: Material) -> list[str]:
    record = record_of(claim, of)
    link = f"[{prose(claim.label)}](#{anchor(claim.id)})"
    assert claim.problem is not None
    if record is None:
        return [link, claim.problem.state.value, "not computed", "", "", "", ""]
    mark = f"{RED} " if at_odds(claim.problem.state, record) else ""
    return [
        link,
        claim.problem.state.value,
        f"{mark}{record.outcome.value}",
        f"{record.verdicts.holds:,}",
        f"{record.seconds:.0f} s",
        "" if record.margin is None else say.number(record.margin, digits=2),
        _reached(claim.problem, record),
    ]


def _reached(problem: Posed, record: ProblemRecord) -> str:
    """How much of the bound is attained, where a constant is asked for."""
    asked = (problem.least or problem.most) and record.margin is not None and record.margin < 1
    return say.percent(1 - record.margin) if asked and record.margin is not None else ""


def _told(claim: Claim, problem: Posed, record: ProblemRecord | None, state: str) -> Iterator[str]:
    yield section(prose(claim.label), anchor(claim.id), 1)
    yield wrapped(note(" ".join(claim.doc.split())))
    yield "\n".join(_lines(claim, problem, record, state))
    kept = stored.of_lines(claim)
    if kept is not None and problem.state is State.REFUTED:
        yield _witness(kept[1])


def _lines(claim: Claim, problem: Posed, record: ProblemRecord | None, state: str) -> Iterator[str]:
    yield f"- `{claim.id}`, asked by {prose(problem.source)}."
    by = f", by {prose(problem.said)}" if problem.said else ""
    yield f"- {state} as of {problem.checked}{by}."
    if problem.known:
        yield f"- Known: {prose(problem.known)}."
    if problem.least or problem.most:
        ends = [
            f"at least {problem.least}" if problem.least else "",
            f"at most {problem.most}" if problem.most else "",
        ]
        yield f"- The best constant: {prose(', '.join(filter(None, ends)))}."
    sizes = f"; {claim.domain.sizes_said}" if claim.domain.sizes_said else ""
    what = f" ({prose(problem.encodes)})" if problem.encodes else ""
    yield f"- Examined: {inline(', '.join(claim.inputs))}{sizes}{what}."
    yield f"- Engine: {_found(record)}"
    if problem.second:
        yield f"- Second route: `{problem.second}`, independent of the engine."


def _found(record: ProblemRecord | None) -> str:
    if record is None:
        return "not computed."
    counts = record.verdicts
    parts = [f"{counts.holds:,} points hold"]
    parts += [f"{counts.violated:,} violate"] if counts.violated else []
    parts += [f"{counts.undecided:,} open"] if counts.undecided else []
    parts += [f"{counts.vacuous:,} outside the hypotheses"] if counts.vacuous else []
    equal = f"; at {record.equality:,} of them both sides agree to 1e-9" if record.equality else ""
    least = (
        ""
        if record.margin is None
        else f"; least margin away from equality {say.number(record.margin, digits=3)}"
    )
    runs = f"{record.runs} run{'s' * (record.runs > 1)}, {record.seconds:.0f} s of processor time"
    return (
        f"{record.outcome.value}: {', '.join(parts)}{equal}{least}; {runs}; sizes {', '.join(record.sizes)}."
    )


def _witness(found: Witness) -> str:
    inputs = "; ".join(f"{name} = {value}" for name, value in found.shown.items()).replace("'", "")
    short = inputs if len(inputs) <= SHOWN else inputs[:SHOWN] + " ..."
    sides = f"left {found.data['lhs']}, right {found.data['rhs']}"
    return f"Smallest witness: `{short}`, where {sides}."
