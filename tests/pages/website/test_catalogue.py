"""The table of the catalogue and the rows of a paper."""

from __future__ import annotations

from perturb.pages.website.catalogue import Row, catalogue
from perturb.pages.website.page import address
from perturb.pages.website.reports import with_rows

ROWS = [
    Row("p/lem-8", "Lemma 8 <", "refuted", "refuted", "p/claims/lem-8.html#lem-8"),
    Row("q/law", "a law", "proved", "not computed", "q/claims/law.html#law", agrees=False),
]


def test_rows_carry_what_the_filter_reads() -> None:
    text = catalogue(ROWS)
    assert '<tr data-paper="p" data-status="refuted" data-outcome="refuted">' in text
    assert "<option>p</option><option>q</option>" in text
    assert "Lemma 8 &lt;" in text
    assert 'class="verdict verdict-not-computed"' in text
    assert "●" in text.rpartition("<tr")[2]
    assert "●" not in text.rpartition("<tr")[0]


def test_every_field_has_a_label() -> None:
    text = catalogue(ROWS)
    assert text.count("<label>") == text.count("<select") + text.count("<input") == 4


def test_addresses_are_those_that_pages_become() -> None:
    assert address("p/README.md") == "p/index.html"
    assert address("p/claims/lem-8.50.md") == "p/claims/lem-8.50.html"


def test_the_first_row_of_a_result_has_its_place() -> None:
    text = with_rows(
        "| Item |\n| Lemma 8, (49)<br><sub>`lem-8.49`</sub> | x |\n"
        "| Lemma 8, (50)<br><sub>`lem-8.50`</sub> | y |\n| `num-4` | z |"
    )
    assert text.count('id="item-lem-8"') == 1
    assert '| <span id="item-lem-8"></span>Lemma 8, (49)<br><sub>`lem-8.49`</sub> |' in text
    assert '| <span id="item-num-4"></span>`num-4` |' in text
