"""The status grid: rows, mismatches, links, the environment."""

from __future__ import annotations

from perturb.pages.render import render
from perturb.results.records import VerdictCounts
from tests.pages.conftest import revise

EXTRA = [("Speed", "benchmarks/speed.md")]


def grid(samples):
    claims, folder = samples
    render(claims, folder, EXTRA)
    return (folder / "README.md").read_text()


def test_the_grid_marks_mismatches_only(samples):
    red = [line for line in grid(samples).splitlines() if line.startswith("|") and "🔴" in line]
    assert len(red) == 2
    assert "mismatches" in red[0]
    assert "sample/shift" in red[1]


FOUND = "proved | survived"


def test_rows_lead_to_sections_and_variants(samples):
    text = grid(samples)
    assert f"| [Weyl, shifted indices](sample/three.md#weyl)<br><sub>`sample/weyl`</sub> | {FOUND} |" in text
    assert "| charpoly, 106 bits | 1,789 |  | 2 | corrects [`sample/same`](sample/three.md#same) |" in text
    assert "corrected by [`sample/weyl`](sample/three.md#weyl)" in text


def test_further_pages_vocabulary_and_environment_are_named(samples):
    text = grid(samples)
    assert "- [Speed](benchmarks/speed.md)" in text
    assert "Chapters: [sample/three](sample/three.md)." in text
    assert "(vocabulary.md)" in text
    assert "| profile | quick |" in text
    assert "| seed | 0 |" in text


def test_a_refuted_claim_that_was_not_searched_has_no_counts(samples):
    revise(samples[1], "sample/same", points={}, verdicts=VerdictCounts(), drawn=0, inside=0)
    assert "| charpoly, 106 bits |  |  |  | corrected by" in grid(samples)


def test_laws_are_counted_and_linked(chance):
    text = (chance / "README.md").read_text()
    assert "[4 laws, tails and means](laws.md): 2 consistent, 2 refuted." in text
