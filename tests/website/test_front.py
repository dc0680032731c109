"""What the front page says can be checked by hand is so."""

from __future__ import annotations

from pathlib import Path

import pytest

import perturb
from perturb.certify.point import certify
from perturb.enclosure import Verdict
from perturb.report.material import Material
from perturb.statements.catalogue import catalogue
from perturb.website.front import FILE, numbered
from perturb.website.page import Page, Website

IDENTITY = [[1, 0], [0, 1]]
POINT = {"M": IDENTITY, "D": IDENTITY, "W": [[1, 1], [0, 0]], "z": [1, 1]}
TEXT = (Path(perturb.__file__).parents[1] / "docs" / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "verdict"), [("lem-8.50", Verdict.VIOLATED), ("lem-8.50~corrected", Verdict.HOLDS)]
)
def test_the_example_is_what_the_engine_certifies(name: str, verdict: Verdict) -> None:
    claim = catalogue()[f"riedi2022/{name}"]
    assert certify(claim, claim.domain.point(POINT)).verdict is verdict


def test_the_example_stands_on_the_page() -> None:
    rows = {r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}", r"\begin{bmatrix} 1 & 1 \\ 0 & 0 \end{bmatrix}"}
    assert all(row in TEXT for row in rows)


def test_a_number_that_is_none_is_named() -> None:
    site = Website({FILE: Page("{{claims}} and {{nonsense}}", FILE)})
    with pytest.raises(ValueError, match="there is no number 'nonsense'"):
        numbered(Material([]), site)


def test_numbers_are_put_in() -> None:
    site = Website({FILE: Page("{{claims}}, {{mismatches}}", FILE)})
    numbered(Material([]), site)
    assert site.pages[FILE].text == "0, 0"
