"""Distributions on the pages: their page and families, pictures, tails, samples of a user's.

What the error of a distribution is measured against: other formulas, in balls.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from flint import arb
from matplotlib.mathtext import MathTextParser

from perturb.laws.distributions import (
    ALL,
    MaskedSingularValues,
    ScaledDistribution,
    marchenko_pastur,
    quarter_circle,
    semicircle,
    tracy_widom,
)
from perturb.laws.distributions.bulk import Semicircle
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.pages.figures import distribution as panels
from perturb.pages.figures import distribution_reference as references
from perturb.pages.figures.distribution import left, right
from perturb.pages.figures.distribution_reference import reference
from perturb.pages.figures.histogram import sample_figure, write_figure
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
from tools.tracy_widom.determinants import distributions as distributions_distribution_reference
from tools.tracy_widom.determinants import plan


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


# The pictures of families of distributions.


FEW = (semicircle(), marchenko_pastur(2.5, 3.0))


@pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])
def test_formulas_can_be_printed(law):
    assert MathTextParser("path").parse(f"${law.latex}$").width > 0


def test_no_panel_is_empty():
    axes = panels.figure(FEW).axes
    assert len(axes) == 4 * len(FEW)
    for one in axes:
        drawn = [line for line in one.get_lines() if len(line.get_xdata()) > 50]
        assert drawn or [text for text in one.texts if text.get_text()]


def test_an_atom_inside_hides_no_band():
    """Two of its quartiles are the atom at 1, and there is a band from 1.03 to 1.15."""
    law = MaskedSingularValues(2.0, 0.9, 0.2, 0.15, 0.0)
    assert panels.Shown(law).window[1] > law.support[1] > 1.15


def test_a_row_is_named_and_its_error_stays_below_its_bound():
    axes = panels.figure(FEW).axes
    assert [one.get_title(loc="left") for one in axes[::4]] == [law.name for law in FEW]
    for law, one in zip(FEW, axes[3::4], strict=True):
        bound, dots = one.get_lines()
        assert set(bound.get_ydata()) == {law.cdf_error}
        assert np.max(dots.get_ydata()) <= law.cdf_error
        assert one.get_ylim()[1] > law.cdf_error


def test_an_error_beyond_the_bound_is_seen():
    (dots,) = panels.figure([Wrong(by=1e-13)]).axes[3].get_lines()[1:]
    assert np.max(dots.get_ydata()) > semicircle().cdf_error


def test_a_distribution_without_second_formula_says_so():
    class Other(Semicircle):
        pass

    from perturb.pages.figures.distribution_reference import reference

    reference.register(Other, reference.dispatch(object))
    assert panels.figure([Other()]).axes[3].get_xlabel() == "$x$ (no second formula)"


def test_a_stamp_names_the_distributions_and_no_rounding():
    assert panels.digest([Wrong(by=1e-15)]) == panels.digest([Wrong()])
    assert panels.digest([Wrong(by=1e-4)]) != panels.digest([Wrong()])
    assert panels.digest([semicircle(1.001)]) != panels.digest([semicircle()])
    assert panels.digest(FEW) != panels.digest(FEW[:1])


# What the error of a distribution is measured against: other formulas, in balls.


each = pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])


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

    references.reference.register(Other, references.reference.dispatch(object))
    assert reference(Other(), inside(semicircle(), 9)) is None
    assert reference(ScaledDistribution(Other(), 2.0, "twice", "2"), inside(semicircle(), 9)) is None


def test_the_stored_values_are_what_the_determinants_give():
    """One of them again, with other nodes, another cut and another precision."""
    found = reference(tracy_widom(1), np.empty(0))
    k = int(np.searchsorted(found.x, -3.3))
    F = distributions_distribution_reference(arb(float(found.x[k])), plan(float(found.x[k])))[1]
    assert abs(float(F - arb(float(found.head[k])) - arb(float(found.rest[k])))) < 1e-24
    assert abs(found.rest).max() > 1e-18


def test_a_moved_law_is_compared_at_its_own_points():
    """Rounding of shift + factor s would cost 1e-14 here, were it not taken into account."""
    law = ScaledDistribution(tracy_widom(2), 3.0, "far", "far", shift=1000.0)
    found = reference(law, np.empty(0))
    naive = references.Reference(found.x, found.head, np.zeros(len(found.x)), "")
    assert found.error(law).max() < 1e-15
    assert naive.error(law).max() > 5e-15


# Both tails of a distribution are drawn deep.


each_tails = pytest.mark.parametrize("law", ALL, ids=[law.name for law in ALL])


@each_tails
def test_both_tails_are_drawn_deep(law):
    branches = left(law), right(law)
    assert (branches[0] is None) == bool(law.atoms)
    for branch in filter(None, branches):
        assert len(branch.log) > 100
        assert branch.log.max() > -1
        assert branch.log.min() < (-280 if np.isinf(law.support).all() else -11)


# The picture of a user's samples beside a distribution.


SAMPLE = np.random.default_rng(0).uniform(-2, 2, 300)


def axes(limit=None):
    judged = goodness_of_fit(SAMPLE, semicircle(), 1e-6)
    return judged, sample_figure(SAMPLE, judged, limit, "mine", 5)


def test_title_and_curves_name_what_was_judged():
    judged, drawn = axes()
    head = drawn.get_suptitle()
    assert head.startswith(f"mine: {judged.verdict} at alpha")
    assert head.endswith("n = 5, 300 draws, distribution: semicircle of variance 1")
    left, right = drawn.axes
    assert len(left.get_lines()) == 1
    assert f"{judged.observed:.4f}" in right.get_legend().get_title().get_text()


def test_another_limit_is_drawn_beside_it():
    assert len(axes(quarter_circle())[1].axes[0].get_lines()) == 2
    assert len(axes(semicircle())[1].axes[0].get_lines()) == 1


def test_the_file_is_named_by_its_stem(tmp_path):
    path = write_figure(axes()[1], tmp_path / "new", "mine")
    assert path == tmp_path / "new" / "mine.png"
    assert path.stat().st_size > 1000


@dataclass(frozen=True)
class Wrong(Semicircle):
    """Off by a share `by`, and blind to it."""

    by: float = 0.0

    def _cdf(self, x):
        return super()._cdf(x) * (1 + self.by)
