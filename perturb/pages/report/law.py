"""The section of a law, tail or mean: what it states, what samples decided, from which n it is usable."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.enclosure import Verdict
from perturb.pages.markdown import joined, prose, section, table
from perturb.pages.material import Material
from perturb.pages.notes import note
from perturb.pages.places import anchor, chapter_of
from perturb.pages.records import RED, mismatch
from perturb.pages.report.badge import RATE, banner, rate_only
from perturb.pages.report.labels import places, title
from perturb.pages.report.printed import as_printed, examined
from perturb.pages.report.recorded import by_set
from perturb.results import say
from perturb.results.records import LawCheck, LawRecord
from perturb.results.store import current
from perturb.statements import confirmed
from perturb.statements.chance import Bound, ChanceStatement, Law, Mean
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded


def law_section(statement: ChanceStatement, depth: int, of: Material) -> str:
    """Markdown, from the record alone. The picture of a law stands at the head of its chapter."""
    record = of.law_records.get(statement.id)
    return joined(
        section(title(statement), anchor(statement.id), depth),
        banner(statement, of, chapter_of(statement)),
        f"`{statement.id}`. {_evidence(statement, record)}",
        as_printed(statement),
        note(statement.doc),
        _source(statement),
        examined(statement),
        _states(statement),
        "" if record is None else _checks(statement, record),
        "" if record is None else "\n".join(f"- {prose(line)}" for line in notes(statement, record)),
        f"Again: `{_again(statement, record)}`",
    )


def found(statement: ChanceStatement, record: LawRecord | None) -> str:
    """The outcome in words, and whether it is that of an older statement."""
    if record is None:
        return "not computed"
    older = "" if current(record, statement) else " (older statement)"
    word = by_set(record) if isinstance(statement, Recorded) else record.outcome
    return f"{word}{older}"


def said(statement: ChanceStatement) -> str:
    """What people assert; of a law with a rate of ours, of what they assert it. Empty where nothing is."""
    if rate_only(statement):
        return RATE.words.lower()
    return str(statement.status or "")


def telling(checks: Sequence[LawCheck]) -> LawCheck:
    """The last check that is violated, else the first that is open, else the one closest to its bound."""
    for kind, order in ((Verdict.VIOLATED, reversed(checks)), (Verdict.UNDECIDED, iter(checks))):
        for check in order:
            if check.verdict is kind:
                return check
    return min(checks, key=_room)


def _room(check: LawCheck) -> float:
    """Between the band and the bound, as a share of the bound."""
    end = check.hi if check.op == "<=" else check.lo
    assert check.bound is not None, "what has no bound is undecided"
    assert end is not None, "what holds has an end on the side of its bound"
    return abs(check.bound - end) / (abs(check.bound) or 1.0)


def interval(check: LawCheck) -> str:
    """Rounded outwards, so that what is printed holds as well."""
    return say.interval(check.lo, check.hi)


def _source(statement: ChanceStatement) -> str:
    named = statement.source != statement.title
    lines = [f"Source: {prose(statement.source.rstrip('.'))}."] if named else []
    if statement.covers:
        lines.append(f"Speaks of {places(statement.covers)}.")
    return " ".join(lines)


def _states(statement: ChanceStatement) -> str:
    if isinstance(statement, Recorded):
        return (
            "States of each set of runs that the chance of a yes is at least the bound. Runs differ by their "
            "seeds, which are independent, and by nothing else. What the source says is of its own runs."
        )
    if isinstance(statement, Bound):
        what = "expectation" if isinstance(statement, Mean) else "probability"
        below = "at most" if statement.op == "<=" else "at least"
        return f"States that the {what} is {below} the bound at each case."
    if statement.rate is None:
        return f"Limit: {prose(statement.reference.name)}. No rate is declared, so nothing is decided."
    source = prose(statement.rate_source.rstrip("."))
    name = prose(statement.reference.name)
    stated = f"States that at each n the sup distance to {name} is at most the rate. The rate is {source}."
    return f"{stated} {confirmed.sentence(statement)}".rstrip()


def _evidence(statement: ChanceStatement, record: LawRecord | None) -> str:
    says = said(statement) or "nothing asserted"
    if record is None:
        return f"People say: **{says}**. Not computed yet: there is no record of this statement."
    mark = f"{RED} " if mismatch(record) else ""
    if isinstance(statement, Recorded):
        word = found(statement, record)
        return f"The engine found: **{word}** at alpha {record.alpha:.3g}, from {record.draws} runs."
    return (
        f"People say: **{says}**. The engine found: {mark}**{found(statement, record)}** at alpha "
        f"{record.alpha:.3g}, from {record.draws:,} draws (profile {record.profile}, seed "
        f"{record.seed})."
    )


def _checks(statement: ChanceStatement, record: LawRecord) -> str:
    quantity = say.QUANTITY[statement.kind]
    made, share = "draws", f"{quantity} of the draws"
    if isinstance(statement, Recorded):
        made, share = "runs", "share with a yes"
    head = ["at", made, share, "in its band", "bound", "alpha", "verdict"]
    rows = [
        [
            check.at,
            f"{check.draws:,}",
            say.number(check.seen),
            interval(check),
            say.bound(check.op, check.bound),
            f"{check.alpha:.2g}",
            check.verdict.value,
        ]
        for check in record.checks
    ]
    return table(head, rows, "lrrllrl")


def notes(statement: ChanceStatement, record: LawRecord) -> list[str]:
    """Why a law is wrong; of one that is not: from which n it is usable, and how fast it is approached."""
    if record.explanation:
        return [f"Hint, which decides nothing: {record.explanation}."]
    if not isinstance(statement, Law) or record.outcome is Outcome.REFUTED:
        return []
    lines = [
        f"Not certified within {tolerance} at the sizes drawn" if n is None else say.usable(tolerance, n)
        for tolerance, n in record.usable.items()
    ]
    if record.exponent is not None:
        lines.append(say.NO_POWER if record.fits_no_power else say.exponent(*record.exponent))
    return [f"{line[:1].upper()}{line[1:]}." for line in lines]


def _again(statement: ChanceStatement, record: LawRecord | None) -> str:
    seed, profile = ("0", "brief") if record is None else (str(record.seed), record.profile)
    # The brief profile is what `perturb check` does by itself, but for drawing on after a verdict.
    more = [f"--seed {seed}"] if seed != "0" else []
    more += [f"--profile {profile}"] if profile != "brief" else []
    return " ".join([f"perturb check {statement.id}", *more])
