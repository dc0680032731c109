"""The recorded networks, their exact cells along training, and the recorded Lipschitz bounds."""

from __future__ import annotations

from time import process_time

import numpy as np
import pytest

from perturb.networks import area, box_bound, cells, layer_bounds, lipschitz_constant, multiplier_bound
from perturb.networks.lipschitz import pre_activations
from simulations.heinecke2019 import fig_2_trained, lipschitz
from simulations.heinecke2019.records import network, record
from simulations.heinecke2019.slices import WINDOW, over
from simulations.heinecke2019.small_networks import named
from tests.networks.test_lipschitz import ends


def test_the_recorded_counts_are_those_of_the_recorded_weights() -> None:
    """Of a slice of the trained network on digits, within 30 s, and of all the plane on wine."""
    start = process_time()
    found = over(network("digits"), record("digits")["planes"][0] / 16)
    spent = process_time() - start
    counts = [found.configurations, found.full_dimensional, found.pieces]
    assert counts == record("digits")["counts"][-1, 0].tolist()
    assert sum(area(cell) for cell in found.cells) == (WINDOW[1] - WINDOW[0]) ** 2
    assert spent < 30
    for moment in (0, 4):
        whole = cells(network("wine", moment))
        counts = [whole.configurations, whole.full_dimensional, whole.pieces]
        assert counts == record("wine")["counts"][moment, 0].tolist()


def test_the_recorded_network_classifies_as_recorded() -> None:
    wine = record("wine")
    right = network("wine")(wine["examples"] / 100).argmax(axis=1) == wine["labels"]
    assert right.mean() == wine["accuracy"][-1] > 0.95
    images = record("digits")["planes"][0] / 16
    assert network("digits")(images).argmax(axis=1).tolist() == [3, 5, 8]


def test_a_trained_partition_is_refined_layer_by_layer() -> None:
    deep = fig_2_trained.hidden()
    coarse, fine = cells(deep.head(1)), cells(deep.head(2))
    assert {cell.configuration[:8] for cell in fine.cells} == {cell.configuration for cell in coarse.cells}
    assert fine.full_dimensional > coarse.full_dimensional


@pytest.mark.parametrize("name", [name for name in named() if "digits" not in name])
def test_multipliers_and_boxes_bound_the_constant(name: str) -> None:
    """From the record, without a solver; any multipliers bound it, those of the solver best."""
    one, low, high = named()[name]
    kept = lipschitz.record()[name]
    found = multiplier_bound(one, kept["multipliers"])
    constant = kept["bounds"]["constant"]
    assert list(ends(found)) == pytest.approx(kept["bounds"]["LipSDP"], rel=1e-12)
    assert constant[0] <= ends(found)[1] <= ends(layer_bounds(one)["product of norms"])[1] * (1 + 1e-4)
    assert ends(found)[1] == pytest.approx(kept["solver"], rel=1e-4)
    for d in (np.ones, np.zeros):
        assert ends(multiplier_bound(one, [d(n) for n in one.sizes[1:-1]]))[1] >= ends(found)[0] * (1 - 1e-6)
    assert ends(box_bound(one, low, high))[1] >= kept["bounds"]["constant in the box"][0]


def test_the_recorded_constant_is_that_of_the_cells() -> None:
    one, *_ = named()["random 2-8-8-1"]
    kept = lipschitz.record()["random 2-8-8-1"]["bounds"]["constant"]
    assert list(ends(lipschitz_constant(cells(one)))) == pytest.approx(kept, rel=1e-12)
    assert all(
        lipschitz.least(row["bounds"]) <= row["bounds"][key][1]
        for row in lipschitz.record().values()
        for key in lipschitz.BOUNDS
        if key in row["bounds"]
    )


def test_pre_activations_stay_between_their_bounds() -> None:
    one, low, high = named()["random 2-8-8-8-1"]
    X = np.random.default_rng(0).uniform(low, high, (4000, 2))
    found = pre_activations(one, low, high)
    for (a, b), (t, _) in zip(found, one.run(X), strict=False):
        assert (a <= t.min(axis=0) + 1e-9).all()
        assert (b >= t.max(axis=0) - 1e-9).all()
    reach = (found[0][1] - found[0][0]).astype(float) / 2
    assert reach == pytest.approx(abs(one.nodes[0].matrices[0]).sum(axis=1))  # nothing is lost in one layer


@pytest.mark.parametrize(
    ("multipliers", "line"),
    [
        ([[1.0] * 8], "1 vectors for 2 hidden layers"),
        ([[1.0] * 8, [1.0] * 7], "8 numbers that are not negative"),
        ([[1.0] * 8, [-1.0] * 8], "8 numbers that are not negative"),
    ],
)
def test_what_is_no_multiplier_is_refused(multipliers: list[list[float]], line: str) -> None:
    with pytest.raises(ValueError, match=line):
        multiplier_bound(named()["random 2-8-8-1"][0], multipliers)
    with pytest.raises(ValueError, match="is no box of 2 numbers"):
        box_bound(named()["random 2-8-8-1"][0], [0, 0], [1, -1])


def test_the_pages_hold_the_record() -> None:
    assert lipschitz.table().count("\n") == len(lipschitz.record()) + 1
    assert "| copies of one unit | 18 |" in lipschitz.NOTE
    assert lipschitz.table().count("at least") == 2  # constants out of reach
