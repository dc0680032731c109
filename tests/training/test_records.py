"""What is said beside the figures on trained networks is what their records hold."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.stats.bands import clopper_pearson
from simulations.dittmer2019 import fig_5, pruned_networks, seeds, thirty_networks
from simulations.dittmer2019.panels import at_bounds, network
from theorems.dittmer2019.remarks_figures import REMARKS as FIGURES
from theorems.dittmer2019.remarks_numbers import REMARKS as NUMBERS

ONE = ["num-correct-greater", "num-gmw-correct", "num-hyp-width", "num-gmw-converge"]
ONE += ["num-hyp-dominate", "num-hyp-lowrank", "num-hyp-cause"]
RECORDS = sorted(path.stem for path in seeds.TRAINED.glob("fig-*.json"))


def reason(item):
    found = [one for one in (*FIGURES, *NUMBERS) if f"dittmer2019/{item}" in one.items]
    assert len(found) == 1
    return found[0].reason


@pytest.mark.parametrize("item", ONE)
def test_a_remark_quotes_what_was_counted(item):
    question = next(asked for name, asked, _ in seeds.ASKED if name == item)
    for data in seeds.DATA:
        yes, _, count = seeds.counted(data, question)
        assert f"{yes} of {count}" in reason(item)


def test_the_order_of_layers_is_quoted_pairwise():
    for data in seeds.DATA:
        one, two = (seeds.counted(data, ask) for ask in (seeds.first_below_second, seeds.second_below_third))
        assert f"{one[0]} and {two[0]} of {one[2]}" in reason("num-layer-order-1")


def test_a_comparison_of_widths_is_open_where_bands_meet():
    assert seeds.above([2, 3], [1, 1.9]) is True
    assert seeds.above([1, 2], [2, 3]) is False
    assert seeds.above([1, 3], [2, 4]) is None
    assert seeds.above([2, 3], [1, 1.9], 1.5) is None
    assert seeds.every([True, None]) is None
    assert seeds.every([None, False]) is False
    assert seeds.every([]) is True


def test_an_open_network_widens_the_band_on_both_sides():
    spent = thirty_networks.ALPHA / (len(seeds.ASKED) * 3)
    assert thirty_networks.band(20, 10, 30) == clopper_pearson(20, 30, spent)
    wide = thirty_networks.band(20, 8, 30)
    assert wide[0] == clopper_pearson(20, 30, spent)[0]
    assert wide[1] == clopper_pearson(22, 30, spent)[1]


def test_the_ratio_of_widths_grows_with_depth_as_is_said():
    """From inputs that are narrower by a fifth on digits, wider by a half on breast cancer."""
    means = {
        data: np.mean([seeds.ratio(one) for one in seeds.networks(data) if seeds.late(one)], axis=0)
        for data in seeds.DATA
    }
    assert all((np.diff(found) > 0).all() for found in means.values())
    assert means["digits"][0] == pytest.approx(0.8, abs=0.05)
    assert means["breast-cancer"][0] == pytest.approx(1.5, abs=0.05)
    assert means["wine"][0] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_whole(name):
    record = network(name)
    assert len(record["history"]) == record["settings"]["epochs"] + 1
    shown = at_bounds(record)
    for kind in ("correct", "wrong"):
        for i in range(3):
            height = shown[kind]["bounds"][i]
            assert height == sorted(height, reverse=True)
            assert height[0] <= shown[kind]["norms"][i][1] * 2
            assert len(height) == sum(k < min_side(record, i) for k in record["ranks"])
        for point in record["course"]:
            assert all(lo <= hi for lo, hi in point[kind]["widths"])


def min_side(record, layer):
    width = record["settings"]["widths"][0]
    inputs = {"digits": 64, "breast-cancer": 30, "wine": 13}[record["settings"]["data"]]
    return min(width, inputs) if layer == 0 else width


@pytest.mark.parametrize("name", fig_5.RUNS)
def test_what_is_said_of_pruning_beside_its_rivals(name):
    """Accuracy stays for 70 of 90 steps; retrained rivals are as good, weights pruned by size better late."""
    steps = network(name)["pruning"]["steps"]
    assert min(step["accuracy"][0] for step in steps[:70]) > 0.98
    late = [step for step in steps if "rivals" in step and step["parameters"] < 7000][:-1]
    assert len(late) == 3
    for step in late:
        assert all(rival["parameters"] <= step["parameters"] for rival in step["rivals"].values())
        assert max(rival["accuracy"][1] for rival in step["rivals"].values()) < step["accuracy"][1]
        assert step["rivals"]["magnitude"]["retrained"][1] > step["accuracy"][1]
        assert step["rivals"]["same ranks"]["retrained"][1] > step["accuracy"][1] - 0.02


def test_what_is_said_of_pruned_networks_is_so_in_the_median():
    """Rivals are no worse when they are retrained and useless when they are not; narrow layers do better."""
    medians = {
        name: np.median([measure(one) for one in pruned_networks.RECORDS])
        for name, _, measure in pruned_networks.KINDS
    }
    pruned = medians["harmonic pruning"]
    assert min(medians["truncated SVD, retrained"], medians["weights by size, retrained"]) > pruned
    assert max(medians["truncated SVD"], medians["weights by size"]) < pruned - 0.3
    assert medians["narrow single layers"] > medians["double layers, trained afresh"]
    assert [one["seed"] for one in pruned_networks.RECORDS] == list(range(len(pruned_networks.RECORDS)))
    constant, guessing = (pruned_networks.ASKED[i][1] for i in (0, 1))
    assert all(constant(one) and guessing(one) for one in pruned_networks.RECORDS)
