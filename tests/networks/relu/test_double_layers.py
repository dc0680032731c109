"""Double layers: parameters, exactly; entries of WM at the start, exactly and by samples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perturb.networks.relu.dense import (
    dense_stack,
    double_product,
    entry_kurtosis,
    entry_variance,
    parameter_count,
)

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
def test_bad_input_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        call()
    assert message in str(caught.value)
