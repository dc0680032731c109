"""Experiments are found through the installed entry point, by full or short name."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from perturb import sources
from perturb.montecarlo import experiments, find
from perturb.statements import discover
from perturb.statements.experiment import Experiment


def test_the_catalogue_is_found():
    assert "riedi2022/fig-4" in experiments()
    assert all(isinstance(e, Experiment) and e.name == name for name, e in experiments().items())


@pytest.mark.parametrize("name", ["fig-4", "riedi2022/fig-4"])
def test_full_and_short_names(name):
    assert find(name).name == "riedi2022/fig-4"


def test_a_near_miss_names_the_neighbour():
    with pytest.raises(LookupError, match=r"'fig-44'.*did you mean fig-4"):
        find("fig-44")


def test_a_far_miss_names_what_there_is():
    with pytest.raises(LookupError, match=r"'zzz'; known: .*riedi2022/fig-4"):
        find("zzz")


def test_a_single_module_can_be_an_entry_point(monkeypatch):
    entry = EntryPoint("mine", "simulations.riedi2022.fig_4", discover.GROUP)
    monkeypatch.setattr(sources, "entry_points", lambda group: [entry])
    assert list(experiments()) == ["riedi2022/fig-4"]
