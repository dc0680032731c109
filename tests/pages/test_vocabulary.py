"""The page of the words."""

from __future__ import annotations

from perturb.pages.report.vocabulary import find, vocabulary


def test_the_page_has_a_row_a_word_and_leads_back():
    text = vocabulary()
    assert "[Status of the catalogue](README.md)" in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(find())
    assert any(row.startswith("| `kappa` | matrix | $`\\kappa(A)`$ |") for row in rows)
