"""Harmonic pruning, its faults and its rivals; double layers and their parameters."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from perturb.networks.relu.dense import (
    ACTIVATIONS,
    dense_stack,
    double_product,
    entry_kurtosis,
    entry_variance,
    parameter_count,
)
from perturb.networks.relu.pruning import (
    nonzero_parameters,
    printed_criteria,
    prune,
    prune_as_printed,
    prune_by_magnitude,
    truncate,
    truncate_to,
)

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


# Truncated SVDs and pruning by magnitude, at a given number of parameters.


RNG = np.random.default_rng(1)
NETWORK = [
    (RNG.standard_normal((6, 5)), np.ones(6)),
    ((RNG.standard_normal((6, 3)), RNG.standard_normal((3, 6))), np.ones(6)),
    (RNG.standard_normal((3, 6)), np.ones(3)),
]
BUDGETS = (98, 80, 60, 50, 33)


@pytest.mark.parametrize("budget", BUDGETS)
def test_neither_has_more_parameters_than_asked_for(budget):
    assert truncate_to(NETWORK, budget).parameters <= budget
    assert nonzero_parameters(prune_by_magnitude(NETWORK, budget)) == budget


def test_a_truncation_is_that_of_the_svd():
    cut = truncate(NETWORK, (2, None, 3))
    A = NETWORK[0][0]
    assert cut.ranks == (2, 3, 3)
    assert np.linalg.norm(A - cut.layers[0].weight, 2) == pytest.approx(np.linalg.svd(A)[1][2], rel=1e-12)


def test_the_budget_spends_ranks_where_they_are_worth_most():
    network = [(np.diag([4.0, 3, 0.1, 0.1]), np.zeros(4)), (np.eye(4), np.zeros(4)), (np.eye(4), np.zeros(4))]
    assert truncate_to(network, 56).ranks[:2] == (1, 4)
    assert truncate_to(network, 60).parameters == 60


def test_magnitude_keeps_the_largest_and_drops_ties_together():
    network = [(np.array([[1.0, -3], [2, 2]]), np.zeros(2)), (np.eye(2), np.zeros(2))]
    assert prune_by_magnitude(network, 9).layers[0].weight.tolist() == [[0, -3], [0, 0]]
    assert prune_by_magnitude(network, 11).layers[0].weight.tolist() == [[0, -3], [2, 2]]
    assert nonzero_parameters(prune_by_magnitude(network, 100)) == 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: truncate(NETWORK, (6, None, 3)), "ranks: 6 for layer 0, which takes 0 to 5"),
        (lambda: truncate(NETWORK, (-1, None, 3)), "ranks: -1 for layer 0"),
        (lambda: truncate(NETWORK, (1.5, None, 3)), "ranks: 1.5 for layer 0"),
        (lambda: truncate(NETWORK, (1,)), "ranks = [1] for a network of 3 layers"),
        (lambda: truncate_to(NETWORK, 32), "parameters = 32: at rank 0 the network still has 33"),
        (lambda: prune_by_magnitude(NETWORK, 32), "parameters = 32: 33 are not pruned"),
    ],
)
def test_bad_input_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        call()
    assert message in str(caught.value)


# Double layers: parameters, exactly; entries of WM at the start, exactly and by samples.


CIFAR = (3072, 100, 100, 100, 10)


def test_the_counts_of_the_paper():
    assert parameter_count(CIFAR, (18, 8, 6, None)) == 61_206
    assert parameter_count(CIFAR) == 328_510
    assert parameter_count((3072, 20, 9, 7, 10)) == 61_799
    assert parameter_count(CIFAR, (0, 0, 0, None)) == 1_310  # what is left when all is pruned
    assert parameter_count(CIFAR, (100, 100, 100, None)) == 358_510  # double layers of full rank: more


def test_counts_are_those_of_the_arrays():
    layers = [((np.ones((4, 2)), np.ones((2, 7))), np.ones(4)), (np.ones((3, 4)), np.ones(3))]
    assert dense_stack(layers).parameters == parameter_count((7, 4, 3), (2, None)) == 2 * 11 + 4 + 15


def test_a_double_layer_saves_parameters_exactly_below_the_stated_rank():
    for m, n in ((2, 2), (4, 4), (3, 6), (7, 5)):
        for k in range(min(m, n) + 1):
            saves = parameter_count((n, m), (k,)) < parameter_count((n, m))
            assert saves == (k < Fraction(m * n, m + n))


def test_the_variance_is_that_of_glorot_and_he_and_printed_only_for_squares():
    assert entry_variance(3, 5, 2) == Fraction(4, 8)
    assert entry_variance(3, 5, 2, printed=True) == Fraction(2, 5)
    assert entry_variance(4, 4, 2) == entry_variance(4, 4, 2, printed=True) == Fraction(1, 2)


def exact_moments(k, p):
    """E x^2 and E x^4 of x = sum of k products of 2p normal variables, by the recursion over the terms."""
    second, fourth = 0, 0
    for _ in range(k):
        second, fourth = second + 1, fourth + 6 * second + 9**p
    return second, fourth


@pytest.mark.parametrize(("k", "p"), [(1, 1), (1, 3), (5, 2), (40, 1)])
def test_the_kurtosis_of_an_entry(k, p):
    second, fourth = exact_moments(k, p)
    assert entry_kurtosis(k, p) == Fraction(fourth, second**2)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(("printed", "sizes"), [(False, 700), (True, 800)])
def test_a_draw_has_the_stated_variance(p, printed, sizes):
    """Means of squares of entries, whose kurtosis is 3^p: seven standard errors are 6.7 % at most."""
    for factor in double_product(300, 400, 300, p, np.random.default_rng(1), printed):
        wide = 7 * ((3**p - 1) / factor.size) ** 0.5
        assert (factor**2).mean() == pytest.approx((4 / (300 * sizes)) ** 0.5, rel=wide)
        assert wide < 0.067 < (800 / 700) ** 0.5 - 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: parameter_count((3, 2), (3,)), "ranks: k = 3 is not between 0 and 2"),
        (lambda: parameter_count((3, 2), (1, 1)), "are no layers"),
        (lambda: entry_variance(0, 1, 1), "m = 0 is not a positive integer"),
        (lambda: entry_kurtosis(1, 0), "p = 0 is not a positive integer"),
        (lambda: double_product(2, 2, 1.5, 1, np.random.default_rng()), "k = 1.5 is not a positive integer"),
        (lambda: double_product(3, 2, 3, 1, 0), "k = 3 is above min(m, n) = 2"),
        (lambda: double_product(2, 2, 1, 1, "a"), "rng = 'a' is neither a generator nor a seed"),
    ],
)
def test_bad_input_in_one_line_double_layers(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        call()
    assert message in str(caught.value)
