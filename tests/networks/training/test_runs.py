"""Training itself, on small real data: it learns, and equal settings give equal bits, whatever happens."""

from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.networks.relu.dense import Dense, DenseStack, cross_entropy, dense_stack
from perturb.networks.training import (
    TrainingSettings,
    load,
    observation_record,
    pruning_record,
    retrainer,
    run_record,
    train,
    train_all,
    watched,
)
from perturb.networks.training.examples import double_precision
from perturb.networks.training.learn import Learner
from perturb.networks.training.measuring import both_parts

MISSING = [name for name in ("jax", "optax", "sklearn") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason="networks are trained with the extra `train`")

SMALL = TrainingSettings("wine", widths=(8, 8), ranks=(4, None), epochs=12, batch=32, rate=1e-2)


NET = dense_stack([(np.ones((2, 1)), np.zeros(2)), (np.eye(2), np.zeros(2))])


@pytest.fixture(scope="module")
def whole():
    return train(SMALL)


def arrays(stack):
    return [array for layer in stack.layers for array in (*layer.factors, layer.bias)]


def equal(one, other):
    pairs = zip(arrays(one), arrays(other), strict=True)
    return all(a.shape == b.shape and (a == b).all() for a, b in pairs)


def test_it_learns_and_layers_stay_double(whole):
    assert len(whole.history) == 13
    assert whole.history[-1][0] < 0.5 * whole.history[0][0]
    assert min(whole.history[-1][1:]) > 0.85
    assert whole.after.ranks == (4, 8, 3)
    assert {array.dtype for array in arrays(whole.after)} == {np.dtype(np.float64)}
    assert not equal(whole.before, whole.after)


def test_the_slope_is_that_of_the_cross_entropy():
    """The first step of Adam moves each number by the rate, against the sign of a difference quotient."""
    rng = np.random.default_rng(1)
    X, y = rng.standard_normal((6, 3)), np.array([0, 1, 2, 0, 1, 2])
    stack = dense_stack(
        [
            ((rng.standard_normal((4, 2)), rng.standard_normal((2, 3))), rng.standard_normal(4)),
            (rng.standard_normal((3, 4)), rng.standard_normal(3)),
        ]
    )
    learner = Learner(stack, rate=1e-3)
    learner.epoch(X, y, np.arange(6)[None, :])
    M, moved = stack.layers[0].factors[1], learner.stack.layers[0].factors[1] - stack.layers[0].factors[1]
    for place in np.ndindex(*M.shape):
        up = M.copy()
        up[place] += 1e-6
        layer = Dense((stack.layers[0].factors[0], up), stack.layers[0].bias)
        slope = (cross_entropy(stack.with_layer(0, layer)(X), y) - cross_entropy(stack(X), y)) / 1e-6
        assert moved[place] == pytest.approx(-1e-3 * np.sign(slope), rel=1e-3)


def test_broken_off_and_gone_on_with_it_is_the_same(whole, tmp_path):
    def ctrl_c(done, epochs):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, folder=tmp_path, progress=ctrl_c)
    seen = []
    again = train(SMALL, folder=tmp_path, progress=lambda done, epochs: seen.append((done, epochs)))
    assert seen == [(2, 12), *((done, 12) for done in range(3, 13))]
    assert again.history == whole.history
    assert equal(again.after, whole.after)


def test_a_damaged_checkpoint_is_named(tmp_path):
    (tmp_path / f"wine-{SMALL.key}.npz").write_bytes(b"PK\x03\x04 not a checkpoint")
    with pytest.raises(ValueError, match=rf"wine-{SMALL.key}.npz is no checkpoint of this run"):
        train(SMALL, folder=tmp_path)


def test_processes_change_no_bit(whole):
    runs = list(train_all([SMALL], workers=2))
    assert [run.history for run in runs] == [whole.history]
    assert all(equal(run.after, whole.after) for run in runs)


def test_float64_is_switched_on_inside_only():
    with double_precision() as jax:
        assert jax.numpy.ones(2).dtype == np.float64
    assert jax.numpy.ones(2).dtype == np.float32


def test_retraining_keeps_ranks_shapes_and_zeros(whole):
    examples = load("wine")
    cut = whole.after.with_layer(0, whole.after.layers[0].cut(2))
    again = retrainer(examples.X, examples.y, batches=3, batch=32)(cut)
    assert [a.shape for a in arrays(again)] == [a.shape for a in arrays(cut)]
    assert again.ranks == (2, 8, 3)
    holed = cut.with_layer(1, Dense((np.diag(np.full(8, 0.1)),), np.full(8, 0.1)))
    kept = retrainer(examples.X, examples.y, batches=3, keep_zeros=True)(holed)
    assert ((kept.layers[1].weight != 0) == (np.eye(8) > 0)).all()
    assert (np.diag(kept.layers[1].weight) != 0.1).any()
    assert (kept.layers[1].bias != 0.1).any()


def test_a_network_is_watched_at_the_epochs_asked_for(whole, tmp_path):
    seen = list(watched(SMALL, [0, 12], draws=10, steps=0))
    assert [run.settings.epochs for run, _ in seen] == [0, 12]
    assert equal(seen[0][0].after, whole.before)
    assert equal(seen[1][0].after, whole.after)
    X, y = both_parts(load("wine"))
    right = int((whole.after(X).argmax(axis=1) == y).sum())
    assert seen[1][1].total == (right, len(y) - right)
    record = observation_record(seen[1][1])
    (low, high), exactly = record["correct"]["widths"][1], seen[1][1].layers[0].correct.width.floats
    assert low <= exactly[0] < exactly[1] <= high
    assert (low, high) == pytest.approx(exactly, rel=1e-4)
    assert record == observation_record(next(watched(SMALL, [12], draws=10, steps=0, folder=tmp_path))[1])


def test_other_activations_are_not_trained():
    with pytest.raises(ValueError, match="only ReLU networks are trained here, not 'tanh'"):
        Learner(DenseStack((Dense((np.eye(2),), np.zeros(2)),), "tanh"), 1e-3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: retrainer([[1.0]], [0], batches=0), "batches = 0 is not an integer >= 1"),
        (lambda: retrainer([[1.0]], [0], batch=0), "batch = 0 is not an integer >= 1"),
        (lambda: retrainer([[1.0]], [0], rate=-1), "rate = -1 is not positive"),
        (
            lambda: retrainer(np.ones((3, 5)), np.zeros(3, int))(NET),
            "data: inputs of width 5 for a network of",
        ),
        (lambda: retrainer(np.full((3, 1), np.nan), np.zeros(3, int))(NET), "data: inputs holds nan"),
        (
            lambda: retrainer(np.zeros((0, 1)), np.zeros(0, int))(NET),
            "data: there are no inputs",
        ),
        (
            lambda: retrainer(np.ones((3, 1)), np.array([0, 9, 0]))(NET),
            "data: labels must be integers from 0 to 1",
        ),
        (lambda: pruning_record(NET, load("wine")), "data: inputs of width 13 for a network of width 1"),
        (lambda: pruning_record(NET, load("wine"), every=0), "every = 0 is not an integer >= 1"),
        (lambda: load("wine", seed=-1), "seed = -1 is not an integer >= 0"),
        (lambda: train("wine"), "settings = 'wine' are no TrainingSettings"),
        (lambda: list(watched(SMALL, [-1])), "epochs: -1 is not an integer from 0 on"),
        (lambda: list(watched(SMALL, [0], count=0)), "count = 0 is not an integer >= 1"),
    ],
)
def test_bad_arguments_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_record_of_a_pruning(whole):
    record = pruning_record(whole.after, load("wine"), every=6, batches=2, batch=32)
    steps = record["steps"]
    assert [sum(step["ranks"][:2]) for step in steps] == list(range(12, -1, -1))
    assert [i for i, step in enumerate(steps) if "rivals" in step] == [6, 12]
    rivals = steps[6]["rivals"]
    assert set(rivals) == {"same ranks", "energy", "magnitude"}
    assert all(rival["parameters"] <= steps[6]["parameters"] for rival in rivals.values())


def test_the_command_writes_a_record(whole, tmp_path):
    order = "train wine --widths 8,8 --ranks 4,- --epochs 12 --batch 32 --rate 1e-2 --observe --out"
    done = CliRunner().invoke(main, [*order.split(), str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "wine, 191 parameters, 12 epochs" in done.output
    record = json.loads((tmp_path / f"wine-{SMALL.key}.json").read_text())
    assert "layer 2: singular values up to" in done.output
    observed = record.pop("observed")
    assert sum(observed["total"]) == 178
    assert [len(layer["singular_values"]) for layer in observed["layers"]] == [8, 8]
    assert record == json.loads(json.dumps(run_record(whole)))
    assert len(record["after"][0]["singular_values"]) == 4


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("train iris", "data = 'iris' is none of"),
        ("train wine --widths 5,x", "'5,x' is not a list such as 100,100,100"),
        ("train wine --widths 5 --ranks 6", "ranks: 6 for hidden layer 0, which takes up to 5"),
        ("train wine --widths 5,5 --ranks 2", "ranks = (2,) for 2 hidden layers"),
        ("train wine --widths 0", "widths: 0 is not an integer from 1 on"),
        ("train wine --widths 5 --rate nan", "rate = nan is not finite"),
        ("train wine --widths 5 --epochs -1", "-1 is not in the range x>=0"),
        ("train wine --widths -", "widths: None is not an integer from 1 on"),
    ],
)
def test_bad_orders_end_in_one_line(order, message, tmp_path):
    done = CliRunner().invoke(main, [*order.split(), "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert message in done.output
    assert "Traceback" not in done.output
