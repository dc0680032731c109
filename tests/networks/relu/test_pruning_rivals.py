"""Truncated SVDs and pruning by magnitude, at a given number of parameters."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.relu.pruning import nonzero_parameters, prune_by_magnitude, truncate, truncate_to

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
