"""Harmonic pruning: each fault of the printed algorithm at its smallest example, and what is done instead."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from perturb.networks.relu.dense import ACTIVATIONS, dense_stack
from perturb.networks.relu.pruning import printed_criteria, prune, prune_as_printed

EYE = [(np.eye(3), np.zeros(3))]
POINTS = (np.eye(3), np.arange(3))


def example(seed=1):
    """Widths 5, 6, 6, 3, the second layer double of rank 3, and inputs labelled by the network itself."""
    rng = np.random.default_rng(seed)
    normal = rng.standard_normal
    layers = [
        (normal((6, 5)), normal(6)),
        ((normal((6, 3)), normal((3, 6))), np.zeros(6)),
        (normal((3, 6)), np.zeros(3)),
    ]
    X = normal((200, 5))
    return layers, (X, dense_stack(layers)(X).argmax(axis=1))


def ranks(steps):
    return [step.ranks for step in steps]


def test_every_cut_takes_one_rank_until_none_is_left():
    layers, data = example()
    steps = list(prune(layers, data))
    assert steps[0].ranks == (5, 3, 3)
    assert [sum(step.ranks) for step in steps] == list(range(11, 2, -1))
    assert steps[-1].ranks == (0, 0, 3)
    assert steps[-1].parameters == 6 + 6 + 3 * 6 + 3  # biases and the last layer: never "no parameters left"


def test_a_cut_is_the_best_approximation_and_is_balanced():
    layers, data = example()
    before, after = islice(prune(layers, data), 2)
    old, new = (step.network.layers[after.layer] for step in (before, after))
    W, M = new.factors
    assert W.shape[1] == old.rank - 1
    assert np.linalg.norm(old.weight - W @ M, 2) == pytest.approx(old.svd[1][old.rank - 1], rel=1e-12)
    assert np.abs(W.T @ W - M @ M.T).max() < 1e-12


def test_the_layer_that_harms_least_is_cut():
    """The second coordinate of the data is 0, and not that of what the second layer makes of them."""
    first, second = (np.diag([1.0, 0.5]), np.zeros(2)), (np.diag([1.0, 0.9]), np.array([0.0, 0.5]))
    X, y = np.array([[2.0, 0.0], [0.1, 0.0]]), np.array([0, 1])
    steps = list(prune([first, second, (np.eye(2), np.zeros(2))], (X, y)))
    assert steps[0].accuracy == 1
    assert steps[1].layer == 0
    assert (steps[1].accuracy, steps[1].loss) == (1, pytest.approx(steps[0].loss, rel=1e-14))


def test_printed_equal_singular_values_cost_two_ranks():
    assert ranks(prune_as_printed(EYE, POINTS)) == [(3,), (1,)]
    assert ranks(prune(EYE, POINTS)) == [(3,), (2,), (1,), (0,)]


def test_printed_counting_from_0_costs_two_ranks():
    network = [(np.diag([3.0, 2.0, 1.0]), np.zeros(3))]
    assert ranks(prune_as_printed(network, POINTS, first_index=0)) == [(3,), (1,)]
    assert ranks(prune_as_printed(network, POINTS)) == [(3,), (2,), (1,)]  # and never 0: no arg min


def test_printed_return_to_step_2_cuts_one_layer_only():
    network = [(np.diag([2.0, 1.0]), np.zeros(2)), (np.diag([2.0, 1.0]), np.zeros(2))]
    data = (np.eye(2), np.arange(2))
    assert {step.layer for step in prune_as_printed(network, data, layers=[0, 1])} == {None, 0}
    assert {step.layer for step in prune(network, data, layers=[0, 1])} == {None, 0, 1}


def test_printed_non_zero_never_ends():
    layers, data = example()
    assert ranks(islice(prune_as_printed(layers, data), 1, 30)) == [(4, 3, 3)] * 29


def test_retraining_when_asked_for_in_the_same_shapes():
    layers, data = example()
    seen = []
    steps = list(
        prune(
            layers, data, retrain=lambda net: seen.append(net.ranks) or net, when=lambda s, _: s.iteration % 2
        )
    )
    assert [step.retrained for step in steps] == [bool(step.iteration % 2) for step in steps]
    assert seen == [step.ranks for step in steps if step.retrained]
    with pytest.raises(ValueError, match="retrain returned factors of shapes"):
        list(prune(layers, data, retrain=lambda net: layers))


def test_the_printed_criteria():
    layers, data = example()
    start, step = islice(prune(layers, data), 2)
    assert printed_criteria(step, start)  # a rank below 10
    wide = [(np.diag(np.arange(1.0, 31)), np.zeros(30)), (np.eye(30), np.zeros(30))]
    steps = list(islice(prune(wide, (np.eye(30), np.arange(30)), retrain=lambda net: net), 12))
    lost = [step.accuracy < 1 - 0.005 for step in steps]
    assert [step.retrained for step in steps[1:]] == [lost[i] or i == 10 for i in range(1, 12)]


def test_the_few_classes_of_the_last_layer_are_no_low_rank():
    """Three classes leave it at most rank 3; taken for a rank below 10, that would retrain at every step."""
    few = np.eye(3, 30)
    layers = [(np.diag(np.arange(1.0, 31)), np.zeros(30)), (few, np.zeros(3))]
    start, step = islice(prune(layers, (np.eye(30)[:3], np.arange(3)), layers=[0]), 2)
    assert (step.ranks, step.accuracy >= start.accuracy - 0.005) == ((29, 3), True)
    assert not printed_criteria(step, start)


def test_stop_ends_with_the_step_that_met_it():
    layers, data = example()
    steps = list(prune(layers, data, stop=lambda step, start: step.iteration == 3))
    assert len(steps) == 4


def test_a_loss_is_finite_for_large_logits_and_activations_act():
    layers, data = example()
    loud = [(1e6 * layers[0][0], layers[0][1]), *layers[1:]]
    assert np.isfinite(next(prune(loud, data)).loss)
    t = np.array([-2.0, 3.0])
    assert {name: f(t).tolist() for name, f in ACTIVATIONS.items() if name != "tanh"} == {
        "relu": [0, 3],
        "abs": [2, 3],
        "identity": [-2, 3],
    }


def broken(**changes):
    """The example with one thing wrong with it."""
    layers, (X, y) = example()
    given = {"network": layers, "data": (X, y)} | changes
    return given.pop("network"), given.pop("data"), given


A, b = example()[0][0]
X, y = example()[1]
BAD = [
    ({"network": []}, "network = [] has no layer"),
    ({"network": "relu"}, "network = 'relu' is not a list of layers"),
    ({"network": [(A, b), "Dropout"]}, "network: layer 1 is 'Dropout', not a pair"),
    ({"network": [(A, b[:4])]}, "network: layer 0: bias of shape (4,) for 6 outputs"),
    ({"network": [(A, b), (A, b)]}, "network: layer 0 has 6 outputs, layer 1 5 inputs"),
    ({"network": [(A * np.nan, b)]}, "network: layer 0: weight holds nan, which is not finite"),
    ({"network": [((A, A), b)]}, "network: layer 0: factors of shapes [(6, 5), (6, 5)] have no product WM"),
    ({"network": [([["x"]], b)]}, "network: layer 0: weight = [['x']] is not an array of numbers"),
    ({"activation": "gelu"}, "activation = 'gelu' is none of relu"),
    ({"data": X}, "is not a pair (inputs, labels)"),
    ({"data": (X[:, :4], y)}, "data: inputs of width 4 for a network of width 5"),
    ({"data": (X, y[:7])}, "data: labels of shape (7,) for 200 inputs"),
    ({"data": (X, y + 1)}, "data: labels must be integers from 0 to 2"),
    ({"data": (np.full_like(X, np.inf), y)}, "data: inputs holds inf, which is not finite"),
    ({"layers": [3]}, "layers: 3 is no layer of a network of 3 layers"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_refused_at_once_in_one_line(changes, message):
    network, data, more = broken(**changes)
    for algorithm in (prune, prune_as_printed):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
            algorithm(network, data, **more)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)
