"""What the front page says can be checked by hand is so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import perturb
from perturb.certify.point import certify
from perturb.enclosure import Verdict
from perturb.pages.markdown import exact
from perturb.pages.material import Material
from perturb.pages.website.page import Page, Website
from perturb.pages.website.reports import FILE, numbered
from perturb.statements.catalogue import catalogue

ROOT = Path(perturb.__file__).parents[1]
TEXT = (ROOT / "docs" / FILE).read_text(encoding="utf-8")
WITNESS = json.loads((ROOT / "theorems/riedi2022/witnesses/riedi2022-lem-8.50.json").read_text())
POINT = {name: given["value"] for name, given in WITNESS["inputs"].items()}


@pytest.mark.parametrize(
    ("name", "verdict"), [("lem-8.50", Verdict.VIOLATED), ("lem-8.50~corrected", Verdict.HOLDS)]
)
def test_the_example_is_what_the_engine_certifies(name: str, verdict: Verdict) -> None:
    claim = catalogue()[f"riedi2022/{name}"]
    assert certify(claim, claim.domain.point(POINT)).verdict is verdict


def test_the_example_is_the_stored_witness() -> None:
    assert POINT["M"] == POINT["D"]
    shown = [f"M = D = {exact(POINT['M'])}", *(f"{name} = {exact(POINT[name])}" for name in "Wz")]
    assert r",\quad ".join(shown) in TEXT
    assert f"there stands **{WITNESS['lhs']}**" in TEXT
    assert f"of square norm **{WITNESS['rhs']}**" in TEXT


def test_a_number_that_is_none_is_named() -> None:
    site = Website({FILE: Page("{{claims}} and {{nonsense}}", FILE)})
    with pytest.raises(ValueError, match="there is no number 'nonsense'"):
        numbered(Material([]), site)


def test_numbers_are_put_in() -> None:
    site = Website({FILE: Page("{{claims}}, {{mismatches}}", FILE)})
    numbered(Material([]), site)
    assert site.pages[FILE].text == "0, 0"
