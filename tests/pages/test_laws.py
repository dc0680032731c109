"""The page of all laws, tails and means: its table, its account of alpha, its line in the index."""

from __future__ import annotations

from dataclasses import replace

from perturb.montecarlo.result import Results
from perturb.pages.material import Material
from perturb.pages.report import laws
from perturb.statements.shelf import Shelf
from tests.pages.conftest import CHANCE
from tests.small_laws import ALL


def test_the_page_of_all_links_to_the_chapters(chance):
    text = (chance / "laws.md").read_text()
    for s in ALL:
        assert (
            text.count(f"]({CHANCE}#{s.id.partition('/')[2].replace('~', '-')})<br><sub>`{s.id}`</sub> |")
            == 1
        )
    assert "| [A \\* true law](" in text
    assert f"Chapters: [small/small_laws]({CHANCE})." in text
    assert "| 1e-08 | 4 | 4e-08 |" in text
    assert "is at most 4e-08 (union bound over 4 statements)" in text
    assert "| all | 4 | **4e-08** |" in text
    assert "is at most 4e-08, of 2e-05 that they may spend" in text
    assert text.count("🔴 refuted") == 1
    assert "| mismatches | 🔴 1 |" in text


def test_the_parts_of_alpha_are_added(found):
    records = {**found, "small/tail": replace(found["small/tail"], alpha=5e-7)}
    text = laws.laws(Material((), Shelf(statements=ALL), law_records=records))
    assert "| 5e-07 | 1 | 5e-07 |\n| 1e-08 | 3 | 3e-08 |" in text
    assert "at most 5.3e-07 (union bound over 4 statements)" in text


def test_the_index_counts_what_was_found(found):
    of = Material((), Shelf(statements=ALL), law_records={"small/true": found["small/true"]})
    assert "[4 laws, tails and means](laws.md): 1 consistent, 3 not computed." in laws.link(of)
    assert laws.link(Material(())) == ""


def test_a_campaign_is_counted_once(found):
    """Both profiles of one seed are one campaign; another seed is another."""
    one = Results("test/a", "key", 0, ())
    runs = {"quick": {"test/a": one}, "full": {"test/a": one, "test/b": replace(one, seed=3)}}
    text = laws.laws(Material((), Shelf(statements=ALL), law_records=found, runs=runs))
    assert "| campaigns of experiments | 2 | 1e-06 |\n| all | 6 | **1.04e-06** |" in text
