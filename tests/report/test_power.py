"""The section of the index about the power of the engine, over a catalogue without mutants and with some."""

from __future__ import annotations

from perturb.report.material import Material
from perturb.report.pages.adversary import Notes
from perturb.report.pages.power import power
from tests.report.conftest import shift, weyl

ALIVE = {"mutant": "conclusion-1:strict", "proved_true": False, "definedness": False, "killed": False}
DEAD = {**ALIVE, "mutant": "conclusion-1:right-1%", "killed": True, "by": "attack"}
NOT = {"killed": False, "evaluations": 5, "seconds": 0.1}
ROW = {
    "by": None,
    "evaluations": 5,
    "seconds": 0.2,
    "drivers": {"property": NOT, "attack": NOT},
    "proof": None,
}


def test_mutants_are_counted_over_all_claims_and_survivors_named():
    notes = {
        weyl.id: Notes(mutants={"mutants": [{**ROW, **ALIVE}, {**ROW, **DEAD}]}),
        shift.id: Notes(),
    }
    text = power(Material((weyl, shift), notes=notes))
    assert "One-step mutants of 1 claims" in text
    assert "| all together | 1 | 2 | 50.0% |" in text
    assert "- [`sample/weyl`](sample/conftest.md#weyl) `conclusion-1:strict`" in text


def test_without_records_there_is_no_section():
    assert power(Material((weyl,), notes={weyl.id: Notes()})) == ""
