"""The errata of the papers in the catalogue: complete, short, with the numbers of the witness files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from perturb.enclosure import Verdict
from perturb.pages.material import Material, gather
from perturb.pages.places import errata_of, short
from perturb.pages.render import listed
from perturb.pages.report.errata import errata, filled, numbered
from perturb.pages.report.law import worst
from perturb.pages.runs import further
from perturb.statements.catalogue import catalogue
from perturb.statements.erratum import Erratum, Section
from perturb.statements.paper import Outcome, Paper, Status
from perturb.statements.recorded import Recorded
from perturb.statements.shelf import shelf

REPORTS = Path(__file__).parents[2] / "reports"
LINES, WIDTH, VISIBLE = 260, 600, 300
WRONG = (Status.REFUTED, Status.MISPRINT, Status.VACUOUS, Status.GAP)
OF = gather(list(catalogue().values()), shelf(), REPORTS, further(REPORTS))
ERRATA = OF.shelf.errata
PAPERS = [paper for paper in OF.papers if any(one.paper == paper for one in ERRATA)]
EXAMPLES = [(one, claim) for one in ERRATA for claim in one.examples]


def wrong(paper: Paper, of: Material) -> Iterator[str]:
    """What is wrong of a paper by its status, or violated by its record.

    Recorded runs are not those that a paper speaks of.
    """
    yield from (c.id for c in of.claims if c.paper == paper and c.status in WRONG)
    for law in of.statements:
        if isinstance(law, Recorded):
            continue
        record = of.law_records[law.id]
        if law.paper == paper and (law.status in WRONG or record.outcome is Outcome.REFUTED):
            yield law.id
    for name, judged in of.judged.items():
        if name.startswith(f"{paper.key}/") and worst(judged) is Verdict.VIOLATED:
            yield name


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_everything_wrong_is_named_by_an_erratum(paper: Paper) -> None:
    named = {name for one in ERRATA for name in one.names if one.section is not Section.SHARPER}
    assert set(wrong(paper, OF)) - named == set()


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_form_that_an_entry_names_has_a_page(paper: Paper) -> None:
    """The letter says so; an item with a remark alone would stand there without a link."""
    text = errata(paper, listed(paper, OF), OF)
    names = [f"`{short(name)}`" for one in ERRATA if one.paper == paper for name in one.names]
    assert [name for name in names if text.count(name) != text.count(f"[{name}]")] == []


def test_every_experiment_has_a_record_that_is_judged() -> None:
    """Else nothing would be found violated."""
    assert len(OF.judged) >= 15


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
@pytest.mark.parametrize("committed", [False, True], ids=["rendered", "committed"])
def test_the_sheet_is_short(paper: Paper, committed: bool) -> None:
    """When only the committed one fails: make report."""
    fresh = "" if committed else errata(paper, listed(paper, OF), OF)
    lines = (fresh or (REPORTS / errata_of(paper.key)).read_text()).splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= WIDTH


def test_an_entry_that_another_points_to_has_the_number_it_is_called_by() -> None:
    names = numbered(ERRATA)
    called = {"data-factor": "A1", "relu-event": "D4", "kappa-76": "E3"}
    assert {name: names[f"riedi2022/{name}"] for name in called} == called
    mine = [one for one in ERRATA if one.paper.key == "riedi2022"]
    pointed = {n for one in mine for n in re.findall(r"(?:see|by) ([A-E]\d+)", f"{one.why} {one.repair}")}
    assert pointed == set(called.values())


def formulas_of(one: Erratum) -> Iterator[str]:
    yield one.printed
    texts = [one.title, one.read, one.why, one.consequence, one.repair, *one.examples.values()]
    for text in texts:
        assert text.count("$") % 2 == 0, (one.id, text)
        yield from re.findall(r"\$([^$]+)\$", text)


def test_no_formula_is_long() -> None:
    for entry, tex in [(one.id, tex) for one in ERRATA for tex in formulas_of(one)]:
        visible = re.sub(r"\\(begin|end)\{\w+\}|\\[a-zA-Z]+|[{}^_\\ ]", "", tex)
        assert len(visible) <= VISIBLE, (entry, tex)
        assert tex.count("{") == tex.count("}"), (entry, tex)


def test_a_cell_of_a_table_has_no_bar() -> None:
    """A bar ends a cell; lvert does not."""
    cells = [one for one in ERRATA if one.section in (Section.MISPRINTS, Section.SHARPER)]
    assert cells
    assert [one.id for one in cells if "|" in "".join(formulas_of(one))] == []


@pytest.mark.parametrize(
    "one", [o for o in ERRATA if o.section is Section.CONSEQUENCES], ids=lambda one: one.id
)
def test_an_error_with_consequences_has_a_counterexample_worked_out(one: Erratum) -> None:
    assert one.examples
    assert all("[[lhs]]" in text for text in one.examples.values())
    assert all((one.why, one.consequence, one.repair))


@pytest.mark.parametrize(("one", "claim"), EXAMPLES, ids=lambda given: getattr(given, "id", given))
def test_the_numbers_of_an_example_are_those_of_the_witness_file(one: Erratum, claim: str) -> None:
    """Another witness gives another text, and nothing that it names is missing from the file."""
    file = OF.simplest(claim)
    assert file is not None
    said = filled(one.examples[claim], file.content)
    assert "[[" not in said
    other = {**file.content, "lhs": "31337", "rhs": "27182"}
    assert "31337" in filled(one.examples[claim], other)
    assert "31337" not in said
