"""Histograms of an experiment: panels, curves, captions, files."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.montecarlo import run
from perturb.pages.figures.histogram import distance, histogram, interval
from perturb.pages.report.simulation import write
from simulations.riedi2022.fig_4 import FIG_4


@pytest.fixture(scope="module")
def results():
    return run(FIG_4, draws=60, sizes=(5, 10))


def test_bars_are_a_density_and_both_distributions_are_drawn(results):
    first, second = histogram(FIG_4, results).axes
    (bars,) = first.patches
    inside = 1 - (results.sizes[0].below + results.sizes[0].above) / 60
    assert np.sum(bars.get_data().values * np.diff(bars.get_data().edges)) == pytest.approx(inside)
    assert [text.get_text() for text in first.get_legend().get_texts()] == [
        "draws",
        r"$\sqrt{2}\,\mathrm{TW}_1$",
        r"$\mathrm{TW}_1$",
    ]
    assert second.get_legend() is None
    assert second.get_title() == "n = 10"


def test_the_numbers_stand_in_the_corner(results):
    (corner,) = histogram(FIG_4, results).axes[0].texts
    assert f": {distance(results.sizes[0], 'TW_1')}\n" in corner.get_text()
    assert "radius of the band at" in corner.get_text()


def test_what_is_missing_is_not_computed(results):
    assert distance(results.sizes[0], "another") == "not computed"
    assert interval(Enclosure(None, None)) == "not computed"


def test_a_band_is_rounded_outwards():
    assert interval(Enclosure(fmpq(1, 30), fmpq(1, 15))) == "[0.03333, 0.06667]"
    assert interval(Enclosure(fmpq(2, 30), fmpq(4, 30))) == "[0.06666, 0.1334]"


def test_files_are_named_by_the_figure(results, tmp_path):
    png, page = write(FIG_4, results, tmp_path / "new")
    assert (png.name, page.name) == ("fig-4.png", "fig-4.md")
    assert "](fig-4.png)" in page.read_text()
