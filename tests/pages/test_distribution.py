"""The pictures of families of distributions."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.mathtext import MathTextParser

from perturb.laws.distributions import ALL, MaskedSingularValues, marchenko_pastur, semicircle
from perturb.laws.distributions.bulk import Semicircle
from perturb.pages.figures import distribution as panels
from tests.pages.blind import Wrong

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
