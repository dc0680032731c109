"""The picture of a user's samples beside a distribution."""

from __future__ import annotations

import numpy as np

from perturb.laws.distributions import quarter_circle, semicircle
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.pages.figures.histogram import sample_figure, write_figure

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
