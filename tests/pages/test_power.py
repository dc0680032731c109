"""The section of the index about the power of the engine, over a catalogue without mutants and with some."""

from __future__ import annotations

from dataclasses import replace

from perturb.pages.material import Material
from perturb.pages.report.adversary import Notes
from perturb.pages.report.grid import power
from perturb.results.records import MutantsRecord
from perturb.sharpen.kills import MutantRow, Trial
from tests.pages.conftest import shift, weyl

NOT = Trial(False, 5, 0.1)
ALIVE = MutantRow(
    "conclusion-1:strict", False, False, False, None, 5, 0.2, {"property": NOT, "attack": NOT}, None
)
DEAD = replace(ALIVE, mutant="conclusion-1:right-1%", killed=True, by="attack")


def test_mutants_are_counted_over_all_claims_and_survivors_named():
    notes = {
        weyl.id: Notes(MutantsRecord(weyl.id, weyl.fingerprint, 20.0, (ALIVE, DEAD))),
        shift.id: Notes(),
    }
    text = power(Material((weyl, shift), notes=notes))
    assert "One-step mutants of 1 claims" in text
    assert "| all together | 1 | 2 | 50.0% |" in text
    assert "- [`sample/weyl`](sample/conftest.md#weyl) `conclusion-1:strict`" in text


def test_without_records_there_is_no_section():
    assert power(Material((weyl,), notes={weyl.id: Notes()})) == ""
