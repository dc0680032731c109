"""The page of the laws, their pictures, and what the error in a picture is measured against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from flint import arb
from matplotlib.mathtext import MathTextParser

from perturb.distributions import ALL, ScaledDistribution, marchenko_pastur, semicircle, tracy_widom
from perturb.distributions.bulk import Semicircle
from perturb.montecarlo.executors import Inline
from perturb.report.figures import distribution as law_panels
from perturb.report.figures import distribution_reference as law_reference
from perturb.report.figures.distribution_reference import reference
from perturb.report.pages import distributions as laws
from tools.tracy_widom.determinants import distributions, plan

each = pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])
FEW = (semicircle(), marchenko_pastur(2.5, 3.0))


@dataclass(frozen=True)
class Wrong(Semicircle):
    """Off by a share `by`, and blind to it."""

    by: float = 0.0

    def _cdf(self, x):
        return super()._cdf(x) * (1 + self.by)


def inside(law, count):
    x = np.unique(law.ppf((np.arange(count) + 0.5) / count))
    return x[(law.support[0] < x) & (x < law.support[1])]


@each
def test_every_law_is_within_its_stated_error_of_its_reference(law):
    found = reference(law, inside(law, 40))
    assert found is not None
    assert len(found.x) > 10
    assert found.error(law).max() <= law.cdf_error


def test_an_error_of_a_few_roundings_is_seen():
    x = inside(semicircle(), 40)
    assert reference(Wrong(), x).error(Wrong()).max() <= semicircle().cdf_error
    assert reference(Wrong(by=2e-15), x).error(Wrong(by=2e-15)).max() > semicircle().cdf_error


def test_a_law_without_second_formula_has_no_reference():
    class Other(Semicircle):
        pass

    law_reference.reference.register(Other, law_reference.reference.dispatch(object))
    assert reference(Other(), inside(semicircle(), 9)) is None
    assert reference(ScaledDistribution(Other(), 2.0, "twice", "2"), inside(semicircle(), 9)) is None


def test_the_stored_values_are_what_the_determinants_give():
    """One of them again, with other nodes, another cut and another precision."""
    found = reference(tracy_widom(1), np.empty(0))
    k = int(np.searchsorted(found.x, -3.3))
    F = distributions(arb(float(found.x[k])), plan(float(found.x[k])))[1]
    assert abs(float(F - arb(float(found.head[k])) - arb(float(found.rest[k])))) < 1e-24
    assert abs(found.rest).max() > 1e-18


def test_a_moved_law_is_compared_at_its_own_points():
    """Rounding of shift + factor s would cost 1e-14 here, were it not taken into account."""
    law = ScaledDistribution(tracy_widom(2), 3.0, "far", "far", shift=1000.0)
    found = reference(law, np.empty(0))
    naive = law_reference.Reference(found.x, found.head, np.zeros(len(found.x)), "")
    assert found.error(law).max() < 1e-15
    assert naive.error(law).max() > 5e-15


@each
def test_both_tails_are_drawn_deep(law):
    branches = law_panels.left(law), law_panels.right(law)
    assert (branches[0] is None) == bool(law.atoms)
    for branch in filter(None, branches):
        assert len(branch.log) > 100
        assert branch.log.max() > -1
        assert branch.log.min() < (-280 if np.isinf(law.support).all() else -11)


@each
def test_formulas_can_be_printed(law):
    assert MathTextParser("path").parse(f"${law.latex}$").width > 0


@pytest.mark.parametrize("law", FEW, ids=lambda law: law.name)
def test_no_panel_is_empty(law):
    axes = law_panels.figure(law).axes
    assert len(axes) == 5
    for one in axes:
        drawn = [line for line in one.get_lines() if len(line.get_xdata()) > 50]
        assert drawn or [text for text in one.texts if text.get_text()]


def test_the_page_has_a_row_and_a_picture_a_law():
    text = laws.pages()[laws.NAME]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == len(ALL) + 2
    for law in ALL:
        assert text.count(f"]({laws.figure_of(law)})") == 1
        assert laws.source(law)
    assert "\\[0, 19.98683\\], mass 0.6 at 0 | 3 | 4.743416 | 2e-15 |" in text
    assert "nan" not in text
    assert laws.pages(()) == {}
    assert laws.link(()) == ""


def test_a_name_belongs_to_one_picture():
    with pytest.raises(ValueError, match=r"law-semicircle-of-variance-1\.png"):
        laws.pages((semicircle(), Wrong()))


def test_pictures_are_written_again_to_the_byte_and_old_ones_are_noticed(tmp_path: Path):
    first = [path.read_bytes() for path in laws.save(tmp_path, FEW, Inline())]
    assert laws.stale(tmp_path, FEW) == []
    assert [path.read_bytes() for path in laws.save(tmp_path, FEW, Inline())] == first
    law_panels.save(Wrong(by=1e-4), tmp_path / laws.figure_of(FEW[0]))
    (tmp_path / laws.figure_of(FEW[1])).unlink()
    assert laws.stale(tmp_path, FEW) == [f"{laws.figure_of(law)}: missing or of other data" for law in FEW]


def test_pictures_of_laws_that_are_gone_are_removed(tmp_path: Path):
    for name in ("law-old.png", "law-of-a-claim.png", "law-of-a-claim.md"):
        (tmp_path / name).touch()
    assert laws.stale(tmp_path, ()) == ["law-old.png: no such law"]
    laws.save(tmp_path, (), Inline())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["law-of-a-claim.md", "law-of-a-claim.png"]


def test_a_digest_names_the_law_and_no_rounding():
    assert law_panels.digest(Wrong(by=1e-15)) == law_panels.digest(Wrong())
    assert law_panels.digest(Wrong(by=1e-4)) != law_panels.digest(Wrong())
    assert law_panels.digest(semicircle(1.001)) != law_panels.digest(semicircle())
