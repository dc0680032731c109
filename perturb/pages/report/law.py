"""What samples decided of a law, tail or mean: its section, and its row beside a printed item.

The section: what it states, what samples decided, from which n it is usable. The row (`verdict`, `words`):
the verdict, where, what the draws have, the band.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from perturb.enclosure import Verdict
from perturb.montecarlo.result import PanelCheck
from perturb.pages.markdown import formulas, inline, joined, note, prose, section, table
from perturb.pages.material import Material
from perturb.pages.places import anchor, chapter_of, page_of, relative
from perturb.pages.records import RED, by_set, mismatch, run_words, wanted
from perturb.pages.report.badge import RATE, banner, places, rate_only, title
from perturb.pages.report.statement import as_printed, examined
from perturb.results import say
from perturb.results.records import LawCheck, LawRecord
from perturb.results.store import current
from perturb.statements import recorded
from perturb.statements.chance import Bound, ChanceStatement, Law, Mean, written
from perturb.statements.erratum import Section
from perturb.statements.experiment import Experiment
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
    return f"{stated} {recorded.sentence(statement)}".rstrip()


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


# What a reader has to know first.
WORST = (Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.HOLDS)


def verdict(one: Law | Bound, item: str, page: str, of: Material) -> str:
    """A law, tail or mean in a word, linked, with its alpha; an experiment by the worst of its panels."""
    if isinstance(one, Experiment):
        return _of_experiment(one, item, page, of)
    record = of.law_records.get(one.id)
    if record is None:
        return ""
    mark = f"{RED} " if mismatch(record) else ""
    word = by_set(record) if isinstance(one, Recorded) else record.outcome.value
    return f"{mark}{of.places.link(one.id, page, word)} at alpha {record.alpha:.1g}"


def words(one: Law | Bound, item: str, of: Material) -> str:
    """Where it holds or is violated, what the draws have there, and its band; empty without a record."""
    if isinstance(one, Experiment):
        judged = speaking(one, [item], of)
        return asserted(judged) if _goes_beyond(one, judged, of) else panel_words(judged, one)
    record = of.law_records.get(one.id)
    return "" if record is None else law_words(one, record)


def law_words(one: Law | Bound, record: LawRecord) -> str:
    """in 76.4 % of the draws at n = 25, band [67.7 %, 83.7 %], asked at least 99 %: violated."""
    if isinstance(one, Recorded):
        return run_words(record)
    check = telling(record.checks)
    if record.kind == "tail":
        said = f"in {say.percent(check.seen)} of the draws at {case(one, check)}"
        band = say.percents(check.lo, check.hi)
    else:
        said = f"{say.QUANTITY[record.kind]} {say.number(check.seen)} at {case(one, check)}"
        band = say.interval(check.lo, check.hi)
    asked = wanted(check.op, check.bound, record.kind == "tail")
    return f"{said}, band {band}, asked {asked}: {check.verdict.value}"


def case(one: ChanceStatement, check: LawCheck) -> str:
    """n = 10, r = 2: a case of a bound with the names of its parameters, m_tilde being m with a tilde."""
    if not isinstance(one, Bound):
        return check.at
    names = map(_letter, inspect.signature(one.sampler).parameters)
    found = next((case for case in one.cases if written(case) == check.at), ())
    return ", ".join(f"{name} = {x:g}" for name, x in zip(names, found, strict=False)) or check.at


def _letter(name: str) -> str:
    head, tilde, rest = name.partition("_tilde")
    return f"$`\\tilde {head}`$" if tilde and not rest else name


def speaking(experiment: Experiment, items: Sequence[str], of: Material) -> list[PanelCheck]:
    """The panels that speak of these items: of the columns that the experiment names for them, else all."""
    columns = {column for item in items for column in experiment.speaks.get(item, ())}
    judged = of.judged.get(experiment.name, ())
    return [one for one in judged if not columns or one.size.column in columns]


def worst(judged: Sequence[PanelCheck]) -> Verdict | None:
    """None where nothing was to be decided."""
    found = {one.verdict for one in judged}
    return next((verdict for verdict in WORST if verdict in found), None)


def panel_words(judged: Sequence[PanelCheck], of: Experiment) -> str:
    """What was seen at the first and last size of the last row of the worst panels, and in how many of all.

    Empty where none is decided. A column is called by its symbol.
    """
    found = worst(judged)
    if found is None:
        return ""
    told = [one for one in judged if one.verdict is found]
    last = told[-1].size
    row = [one for one in told if (one.size.case, one.size.column) == (last.case, last.column)]
    ends = ", and ".join(f"{_measured(one)}" for one in row[:: max(1, len(row) - 1)])
    what = _column(last.column, of)
    where = f", {last.case}" if last.case else ""
    said = f"{what}: {ends}{where}" if what else f"{ends}{where}"
    decided = sum(one.verdict is not None for one in judged)
    return f"{said}; asked {_asked(row[-1])}: {found.value}{_among(len(told), len(row), decided)}"


def _among(told: int, row: int, decided: int) -> str:
    """Of how many panels this is said, where more were decided than the ones quoted."""
    if decided == 1:
        return ""
    quoted = ", the others in full on its page" if told > min(row, 2) else ""
    return f" in {told} of {decided} panels{quoted}"


def _column(name: str, of: Experiment) -> str:
    """The symbol of a column; its name where it has none; empty for the only one."""
    if not name or isinstance(of.symbol, str) or name not in of.symbol:
        return f"`{name}`" if name else ""
    return inline(of.symbol[name].replace("|", r"\vert "))  # a bar would end the cell of a table


def asserted(judged: Sequence[PanelCheck]) -> str:
    """Of an experiment that draws more than the source asserts: the panels that hold."""
    holding = sum(one.verdict is Verdict.HOLDS for one in judged)
    decided = sum(one.verdict is not None for one in judged)
    return f"holds in {holding} of {decided} panels; the others lie outside what the text asserts"


def _of_experiment(one: Experiment, item: str, page: str, of: Material) -> str:
    judged = speaking(one, [item], of)
    if not judged:
        return ""
    found = worst(judged)
    word = "shown only" if found is None else found.value
    word = "holds as asserted" if _goes_beyond(one, judged, of) else word
    there = page_of(one.name)
    return f"[{word}]({relative(there, page)})" if any(there == name for _, name in of.extra) else word


def _goes_beyond(one: Experiment, judged: Sequence[PanelCheck], of: Material) -> bool:
    """What is violated is a reading that the errata list as excluded by the text."""
    excluded = [e for e in of.shelf.errata if e.section is Section.EXCLUDED]
    return worst(judged) is Verdict.VIOLATED and any(one.name in e.seen_by for e in excluded)


def _measured(one: PanelCheck) -> str:
    name, band = next(iter(one.measured.items()))
    if name == "probability":
        seen, limits = f"in {say.percent(one.size.mean)} of the draws", say.percents(band.lo, band.hi)
    else:
        seen, limits = f"distance to {name.partition(': ')[0]}", say.interval(band.lo, band.hi)
    return f"{seen} at n = {one.size.n}, band {limits}"


def _asked(one: PanelCheck) -> str:
    """At least 95 %; at most 0.01265; nearer to one law than to another."""
    kind, _, rest = one.statement.partition(" ")
    if kind != "probability":
        return formulas(one.statement.removeprefix("distance "))
    op, _, bound = rest.partition(" ")
    return wanted(op, float(bound), True)
