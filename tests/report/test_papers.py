"""The page of a paper, its errata, what leans on what, curves: on a paper of five items."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perturb import claim, given, paper, remark, then
from perturb.adversary.wins import win
from perturb.domains import scalar, square, together
from perturb.report import papers
from perturb.report.figures import curves, depends
from perturb.report.items import items, silent
from perturb.report.pages.errata import errata
from perturb.report.pages.paper import sheet
from perturb.statements.claim import Claim
from perturb.statements.curves import Curves
from perturb.statements.shelf import Shelf
from perturb.vocab import I, fro, op, s, s1

FIVE = paper(
    "five", "Five items", "A. Author", "A Journal", items=["eq-1", "lem-2.a", "lem-2.b", "thm-3", "fig-4"]
)


@claim(FIVE, "(1)", id="eq-1", status="refuted", domain=together(M=square(), rho=scalar(), n=(1, 3)))
def printed(M, rho):
    """False for negative rho."""
    yield then(s(M + rho * I), "<=", s1(M) + rho)


@claim(
    FIVE,
    "(1), mended",
    id="eq-1~corrected",
    status="corrected",
    corrects="eq-1",
    domain=together(M=square(), rho=scalar(), n=(1, 3)),
)
def mended(M, rho):
    """Proof: the triangle inequality."""
    yield then(s(M + rho * I), "<=", s1(M) + abs(rho))


@claim(
    FIVE,
    "Lemma 2",
    id="lem-2",
    status="proved",
    covers=["lem-2.a", "lem-2.b"],
    depends=["eq-1"],
    domain=square(n=(1, 3)),
)
def leaning(A):
    """A bound that has twice what it needs, and a hypothesis besides."""
    yield given(op(A), "<", 1)
    yield then(op(A), "<=", 2 * fro(A))


@claim(
    FIVE,
    "Lemma 2, sharper",
    id="lem-2~sharpened",
    status="sharpened",
    sharpens="lem-2",
    domain=square(n=(1, 3)),
)
def sharper(A):
    """Proof: one square of the sum of squares."""
    yield then(op(A), "<=", fro(A))


CLAIMS: list[Claim] = [printed, mended, leaning, sharper]
REMARKS = {
    "five/thm-3": remark(FIVE, "thm-3", kind="asymptotic", reason="A limit, which says nothing at any n.")
}


def test_an_item_gathers_its_readings_and_what_mends_them() -> None:
    first, second, *_ = items(FIVE, CLAIMS, REMARKS)
    assert (first.printed, first.corrected) == ((printed,), (mended,))
    assert (second.printed, second.sharpened, second.depends) == ((leaning,), (sharper,), ("five/eq-1",))


def test_an_item_that_nothing_speaks_of_is_named() -> None:
    assert silent(items(FIVE, CLAIMS, REMARKS)) == ["five/fig-4"]
    text = sheet(FIVE, items(FIVE, CLAIMS, REMARKS), CLAIMS, {}, {})
    assert "Nothing speaks of: five/fig-4" in text


def test_the_sheet_has_a_row_an_item_with_its_win_factor() -> None:
    records = {"five/lem-2~sharpened": {"win": {"median": 2.0, "high": 2.0, "points": 9, "wider": 0.25}}}
    text = sheet(FIVE, items(FIVE, CLAIMS, REMARKS), CLAIMS, records, {})
    row = next(line for line in text.splitlines() if line.startswith("| `lem-2.a`"))
    assert "[proved](five-lem-2.md)" in row
    assert "2 (2); applies to 25% more" in row
    assert "A limit, which says nothing at any n." in text


def test_who_leaned_on_a_false_statement_is_said_with_the_outcome() -> None:
    found = items(FIVE, CLAIMS, REMARKS)
    assert set(depends.graph(found).edges) == {("eq-1", "lem-2")}
    assert "| `eq-1` | `lem-2.a` | proved: it survives |" in depends.section(FIVE, found)


def test_the_errata_number_what_is_false_and_give_the_correction() -> None:
    text = errata(FIVE, items(FIVE, CLAIMS, REMARKS), CLAIMS, {})
    assert "### 1. (1)" in text
    assert "### 2." not in text
    assert "In its place ([`five/eq-1~corrected`](five-eq-1-corrected.md))" in text
    assert "Used for `lem-2.a` (proved, it survives)" in text


def test_a_win_is_the_ratio_of_the_bounds() -> None:
    """The parent has a factor two, and a hypothesis that half of the points miss."""
    found = win(sharper, leaning)
    assert found is not None
    assert found.median == found.high == 2.0
    assert 0 < found.wider < 1
    assert win(mended, leaning) is None


def picture(factor: float = 1.0) -> Curves:
    return Curves(
        FIVE,
        "curve",
        "A bound",
        "r",
        r"\kappa",
        np.linspace(1, 2, 5),
        printed={"twice": lambda r: 2 * r},
        sharpened={"once": lambda r: factor * r},
        truth={"half": lambda r: np.where(r > 1.5, r / 2, np.inf)},
    )


def test_pictures_are_written_and_old_ones_are_noticed(tmp_path: Path) -> None:
    beside = Shelf(REMARKS, (picture(),))
    for path in papers.save(CLAIMS, beside, tmp_path):
        assert path.stat().st_size > 5_000
    assert papers.stale(CLAIMS, beside, tmp_path) == []
    assert papers.stale(CLAIMS, Shelf(REMARKS, (picture(0.9),)), tmp_path) == [
        "five-curve.png: missing or of other data"
    ]


def test_a_curve_leaves_out_what_does_not_apply() -> None:
    values = curves.drawn(picture())["truth"]["half"]
    assert np.isnan(values[:3]).all()
    assert values[-1] == 1.0


@pytest.mark.parametrize(
    ("kind", "reason"), [("vague", "A reason that is long enough."), ("asymptotic", "short")]
)
def test_a_remark_says_what_kind_it_is_and_why(kind: str, reason: str) -> None:
    with pytest.raises(ValueError, match="remark: "):
        remark(FIVE, "thm-3", kind=kind, reason=reason)
