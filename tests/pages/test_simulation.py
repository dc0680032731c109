"""The page of a simulation: how it says which draws it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb.montecarlo import run
from perturb.pages.report.simulation import simulation_page
from simulations.riedi2022.exceptions import EXCEPTIONS
from simulations.riedi2022.fig_4 import FIG_4


@pytest.fixture(scope="module")
def results():
    return run(FIG_4, draws=40, sizes=(5,))


def test_the_page_says_how_to_draw_the_same_again(results):
    text = simulation_page(FIG_4, results)
    assert "perturb simulate riedi2022/fig-4 --draws 40 --sizes 5 --seed 33" in text
    assert "![" not in text
    assert "![Largest" in simulation_page(FIG_4, results, "fig-4.png")


def test_an_interrupted_run_says_so_first(results):
    text = simulation_page(FIG_4, replace(results, interrupted=True))
    assert "**Interrupted**" in text
    assert "To reproduce" not in text


def test_events_are_counted_with_their_band():
    text = simulation_page(EXCEPTIONS, run(EXCEPTIONS, draws=30, sizes=(5,)))
    assert "| n | draws | events | fraction | probability, with its band | verdict |" in text
    assert "Probabilities have Clopper-Pearson bands, as much wider." in text
