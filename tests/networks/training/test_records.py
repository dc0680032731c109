"""Trained networks: what is said beside their figures, and what is said without the extra `train`."""

from __future__ import annotations

import gzip
import subprocess
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from perturb.enclosure import Verdict
from perturb.laws.stats.account import RECORDED_SHARE, Ledger
from perturb.networks.relu import parameter_count
from perturb.networks.training import TrainingSettings, initial_network
from perturb.networks.training.examples import FETCHED, IDX, _fetched, load, needed, patches
from perturb.networks.training.learn import shuffled
from perturb.results.chance import examine_law
from perturb.statements.recorded import Recorded
from simulations.dittmer2019 import fig_5, pruned_networks, thirty_networks
from simulations.dittmer2019.panels import at_bounds, network
from theorems.dittmer2019 import networks_bounds, networks_pruned, networks_spectrum, networks_width, records
from tools import data

RECORDS = [one["name"] for one in records.lines("networks") if one["name"].startswith("fig-")]
# Yes and no on digits, breast cancer and wine, counted apart from the engine when they were recorded.
COUNTED = {
    networks_bounds.first_below_second: ((29, 1), (23, 7), (17, 12)),
    networks_bounds.second_below_third: ((30, 0), (22, 8), (11, 18)),
    networks_bounds.greater_bound: ((15, 15), (30, 0), (23, 6)),
    networks_bounds.greater_bounds: ((7, 23), (30, 0), (20, 9)),
    networks_width.wider: ((23, 1), (30, 0), (27, 2)),
    networks_width.wider_everywhere: ((16, 10), (30, 0), (23, 3)),
    networks_width.much_wider: ((1, 26), (29, 0), (9, 15)),
    networks_width.width_is_clearer: ((8, 0), (0, 0), (4, 0)),
    networks_width.deeper_is_wider: ((29, 0), (4, 18), (0, 28)),
    networks_width.still_growing: ((28, 1), (19, 9), (24, 2)),
    networks_width.inputs_alike: ((3, 25), (2, 22), (12, 9)),
    networks_spectrum.dominates_more: ((10, 20), (12, 18), (4, 25)),
    networks_spectrum.falls_faster: ((30, 0), (30, 0), (29, 0)),
    networks_spectrum.half_is_enough: ((0, 30), (14, 16), (11, 18)),
    networks_spectrum.aligned: ((16, 14), (24, 6), (13, 16)),
}


@pytest.mark.parametrize("statement", COUNTED, ids=lambda one: one.id)
def test_what_is_asked_of_ninety_networks_is_counted(statement):
    answers = [statement.answers(case) for case in statement.cases]
    assert tuple(((x == 1).sum(), (x == 0).sum()) for x in answers) == COUNTED[statement]


def test_thirty_runs_are_judged_at_an_alpha_of_their_own():
    """29 of 30 decide, 15 of 30 do not, and nothing is booked on the account of what is drawn."""
    ledger = Ledger()
    found = examine_law(networks_bounds.first_below_second, ledger)
    assert ledger.spent == 0
    assert found.alpha == RECORDED_SHARE
    assert [check.label for check in found.checks] == ["digits", "breast-cancer", "wine"]
    assert [check.verdict for check in found.checks] == [Verdict.HOLDS, Verdict.UNDECIDED, Verdict.UNDECIDED]
    assert found.agrees
    worse = examine_law(networks_bounds.first_below_second_throughout, ledger)
    assert {check.verdict for check in worse.checks} == {Verdict.VIOLATED}
    assert worse.agrees


def test_a_comparison_of_widths_is_open_where_bands_meet():
    assert records.above([2, 3], [1, 1.9]) is True
    assert records.above([1, 2], [2, 3]) is False
    assert records.above([1, 3], [2, 4]) is None
    assert records.above([2, 3], [1, 1.9], 1.5) is None
    assert records.every([True, None]) is None
    assert records.every([None, False]) is False
    assert records.every([]) is True
    assert [records.most([True, True, False]), records.most([True, False])] == [True, False]


def test_the_ratio_of_widths_grows_with_depth_as_is_said():
    """From inputs that are narrower by a fifth on digits, wider by a half on breast cancer."""
    means = {
        data: np.mean([records.ratio(one) for one in records.networks(data)], axis=0) for data in records.DATA
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
    inputs = {"digits": 64, "breast-cancer": 30, "fashion-mnist": 784, "photographs": 256, "wine": 13}
    return min(width, inputs[record["settings"]["data"]]) if layer == 0 else width


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


def test_what_is_said_of_the_printed_size():
    """Nothing is lost until step 260, it ends at guessing; rivals are as good to a hundredth, retrained."""
    assert parameter_count((3072, 100, 100, 100, 10)) == 328_510
    assert parameter_count((784, 100, 100, 100, 10)) == 99_710
    double = 100 * (3072 + 100) + 2 * 100 * 200 + 3 * 100 + 1010
    assert double == 358_510
    for record in records.lines("printed-pruned"):
        assert (record["settings"]["widths"], record["settings"]["ranks"]) == ([100] * 3, [100] * 3)
        steps = record["pruning"]["steps"]
        assert (len(steps), steps[0]["parameters"]) == (301, 129_710)
        assert min(step["accuracy"][1] for step in steps[:261]) > steps[0]["accuracy"][1] - 0.012
        assert steps[-1]["accuracy"][1] == pytest.approx(0.1, abs=0.01)
        for step in (one for one in steps[:-1] if "rivals" in one):
            for rival in step["rivals"].values():
                assert rival["parameters"] <= step["parameters"]
                assert rival["retrained"][1] > step["accuracy"][1] - 0.01


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
    for always in (networks_pruned.constant, networks_pruned.ends_at_guessing):
        assert always.answers((0.0,)).tolist() == [1] * len(pruned_networks.RECORDS)


def test_every_statement_is_drawn():
    modules = (networks_bounds, networks_width, networks_spectrum)
    declared = {one for module in modules for one in vars(module).values() if isinstance(one, Recorded)}
    assert {one for one, _ in thirty_networks.ASKED} == declared
    assert {one for one in vars(networks_pruned).values() if isinstance(one, Recorded)} == set(
        pruned_networks.ASKED
    )


# What is said without the extra `train`: settings, starting networks, batches, and what is missing.


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


def written(folder, images, labels):
    """The four files of MNIST's format, of the images and of the first of them again."""
    folder.mkdir()
    for file, kept in zip(IDX, (images, labels, images[:1], labels[:1]), strict=True):
        head = bytes([0, 0, 8, kept.ndim]) + b"".join(n.to_bytes(4, "big") for n in kept.shape)
        (folder / file).write_bytes(gzip.compress(head + kept.astype(np.uint8).tobytes()))


def test_files_at_hand_are_read_as_they_are_distributed(tmp_path, monkeypatch):
    rng = np.random.default_rng(2)
    images, labels = rng.integers(0, 256, (9, 28, 28)), np.arange(9) % 3
    written(tmp_path / "fashion-mnist", images, labels)
    monkeypatch.setenv("PERTURB_DATA", str(tmp_path))
    found = load("fashion-mnist")
    assert (found.width, found.classes, len(found.y) + len(found.y_test)) == (784, 3, 10)
    order = np.random.default_rng([0, 10]).permutation(10)
    raw = np.concatenate([images, images[:1]]).reshape(10, -1)[order[:8]]
    spread = raw.std(axis=0)
    assert np.allclose(found.X * spread, raw - raw.mean(axis=0))
    path = tmp_path / "fashion-mnist" / IDX[0]
    for damaged in (path.read_bytes()[:-9], b"", gzip.compress(b"\0\0\x08\x01"), gzip.compress(b"\0" * 99)):
        path.write_bytes(damaged)
        with pytest.raises(OSError, match="is damaged"):
            load("fashion-mnist")


def test_what_apt_does_not_have_is_said_in_a_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(data, "kept_in", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert data.main() == 2
    assert "apt-get is not here: put train-images-idx3-ubyte.gz" in capsys.readouterr().err
