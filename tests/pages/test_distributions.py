"""The page of distributions, and their families."""

from __future__ import annotations

from perturb.laws.distributions import ALL, semicircle
from perturb.pages.report.distributions import (
    FAMILIES,
    TITLES,
    distributions,
    families,
    family,
    link,
    picture_of,
    source,
)
from tests.pages.blind import Wrong


def test_the_page_has_a_row_a_distribution_and_a_picture_a_family():
    text = distributions(ALL)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == len(ALL) + 2
    assert all(source(one) for one in ALL)
    assert text.count("![") == len(families(ALL)) == len(FAMILIES)
    for key in families(ALL):
        assert f"]({picture_of(key)})" in text
        assert f"## {TITLES[key]}" in text
    assert "\\[0, 19.98683\\], mass 0.6 at 0 | 3 | 4.743416 | 2e-15 |" in text
    assert "nan" not in text


def test_what_says_the_same_of_itself_stands_in_one_line():
    text = distributions(ALL)
    (line,) = [line for line in text.splitlines() if line.startswith("- **TW_1**")]
    assert "**TW_4 (goe)** ($`" in line
    assert line.endswith("at the soft edge of the Gaussian ensembles.")
    assert "- **sqrt(2) TW_1** ($`\\sqrt{2}\\,\\mathrm{TW}_1`$): a multiple of TW_1." in text


def test_every_distribution_belongs_to_one_family():
    assert sorted(one.name for members in families(ALL).values() for one in members) == sorted(
        one.name for one in ALL
    )
    assert family(semicircle()) == "bulk"


def test_one_of_somebody_else_has_no_source():
    assert family(Wrong()) == "other"
    assert source(Wrong()) == ""
    assert "## Others" in distributions([Wrong()])


def test_the_index_names_the_page():
    assert f"[{len(ALL)} distributions](distributions.md)" in link(ALL)
    assert link(()) == ""
