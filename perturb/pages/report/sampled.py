"""What samples decided of a printed item, for its row: the verdict, where, what the draws have, the band."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from perturb.enclosure import Verdict
from perturb.montecarlo.judge import PanelCheck
from perturb.pages.markdown import formulas, inline
from perturb.pages.material import Material
from perturb.pages.places import page_of, relative
from perturb.pages.records import RED, mismatch
from perturb.pages.report.law import telling
from perturb.pages.report.recorded import by_set, run_words, wanted
from perturb.results import say
from perturb.results.records import LawCheck, LawRecord
from perturb.statements.chance import Bound, ChanceStatement, Law, written
from perturb.statements.erratum import Section
from perturb.statements.experiment import Experiment
from perturb.statements.recorded import Recorded

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
