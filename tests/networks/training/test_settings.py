"""What is said without the extra `train`: settings, starting networks, batches, and what is missing."""

from __future__ import annotations

import subprocess
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from perturb.networks.training import TrainingSettings, initial_network
from perturb.networks.training.examples import FETCHED, _fetched, needed, patches
from perturb.networks.training.learn import shuffled


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"data": "iris"}, "data = 'iris' is none of digits, "),
        ({"widths": (5, 0)}, "widths: 0 is not an integer from 1 on"),
        ({"widths": (5, 5), "ranks": (2,)}, "ranks = (2,) for 2 hidden layers"),
        ({"widths": (5,), "ranks": (0,)}, "ranks: 0 is not an integer from 1 on"),
        ({"p": 1.5}, "p: 1.5 is not an integer from 1 on"),
        ({"rate": float("nan")}, "rate = nan is not finite"),
        ({"rate": "fast"}, "rate = 'fast' is not a number"),
        ({"widths": [5, 5]}, "widths = [5, 5] is not a tuple"),
        ({"ranks": 5}, "ranks = 5 is not a tuple"),
        ({"seed": -1}, "seed: -1 is not an integer from 0 on"),
    ],
)
def test_bad_settings_in_one_line(given, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        TrainingSettings(**given)
    assert message in str(caught.value)


def test_a_rank_above_both_sizes_is_refused():
    with pytest.raises(ValueError, match="ranks: 5 for hidden layer 0, which takes up to 4"):
        initial_network(TrainingSettings(widths=(9,), ranks=(5,)), width=4, classes=2)


def test_the_starting_network():
    """Definition 15 for double layers (p = 1: kurtosis 3), Glorot's bound for single ones; seeds matter."""
    settings = TrainingSettings(widths=(300, 200), ranks=(250, None), seed=3)
    network = initial_network(settings, width=400, classes=10)
    double, single, last = network.layers
    assert [factor.shape for factor in double.factors] == [(300, 250), (250, 400)]
    assert double.weight.var() == pytest.approx(4 / 700, rel=0.05)
    assert 0.99 < np.abs(single.weight).max() / (6 / 500) ** 0.5 <= 1
    assert last.shape == (10, 200)
    assert not any(layer.bias.any() for layer in network.layers)
    other = initial_network(TrainingSettings(widths=(300, 200), ranks=(250, None), seed=4), 400, 10)
    assert (single.weight != other.layers[1].weight).all()


def test_settings_are_named_by_all_but_the_epochs():
    assert TrainingSettings(epochs=3).key == TrainingSettings(epochs=4).key
    others = [{"seed": 1}, {"rate": 1e-2}, {"ranks": (5, 5, 5)}, {"data": "wine"}, {"batch": 32}, {"p": 2}]
    assert len({TrainingSettings(**given).key for given in [{}, *others]}) == len(others) + 1


def test_batches_hold_each_example_at_most_once():
    rows = shuffled(10, 3, [1])
    assert rows.shape == (3, 3)
    assert len(set(rows.ravel())) == 9
    assert sorted(shuffled(5, 64, [1]).ravel()) == [0, 1, 2, 3, 4]
    assert (shuffled(10, 3, [1]) == rows).all()
    assert (shuffled(10, 3, [2]) != rows).any()


@pytest.mark.parametrize("name", FETCHED)
@pytest.mark.parametrize("error", [OSError("<urlopen error\n timed out>"), ValueError("no such data set")])
def test_data_that_cannot_be_fetched(name, error):
    def fetch(*_, **__):
        warnings.warn("A network error occurred. Retrying...", UserWarning, stacklevel=2)
        raise error

    with pytest.raises(OSError, match="could not be fetched") as caught:
        _fetched(name, fetch)
    remote, number = FETCHED[name]
    said = f"data = '{name}' could not be fetched from openml.org as {remote}, number {number}"
    assert str(caught.value) == f"{said} (no network?): " + " ".join(str(error).split())


def test_fetched_data_are_asked_for_by_number_and_need_classes():
    asked = []

    def fetch(**how):
        asked.append(how["data_id"])
        return SimpleNamespace(data=[[1, 2]], target=None)

    with pytest.raises(OSError, match="number 45558: it names no column of classes"):
        _fetched("htru2", fetch)
    assert asked == [45558]


def test_a_missing_library_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ImportError, match=r"training needs scikit-learn: pip install 'perturb\[train\]'"):
        needed("sklearn.datasets")


def test_nothing_of_the_extra_is_loaded_before_it_is_used():
    code = "import perturb.networks.training, sys; print({'jax', 'optax', 'sklearn'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"


def test_a_picture_falls_into_squares():
    """What is left over at two edges is left out; no grey value changes its place within a square."""
    image = np.arange(40 * 50.0).reshape(40, 50)
    found = patches(image)
    assert found.shape == (2 * 3, 256)
    assert (found[4].reshape(16, 16) == image[16:32, 16:32]).all()
