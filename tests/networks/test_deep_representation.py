"""Heinecke and Hwang (2019) on small networks, exactly: Example 2, Corollary 4, Theorem 5, ties."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from perturb.networks import cells, dense
from perturb.networks.arithmetic import fractions
from simulations.heinecke2019 import fig_1, fig_2
from simulations.heinecke2019.source import partition

FIRST = fig_1.FIRST


def test_seven_regions_exactly_for_weights_against_the_bias() -> None:
    """And at most five without it, five maps for a positive and four for a negative bias."""
    for w, v, b in product((-2, -1, 0, 1, 3), (-1, 0, 2), (-1, 0, 1)):
        found = cells(dense([FIRST, [[w, v]], [[1]]], [[1, -1], [b], [5]]))
        maps = {str(cell.map) for cell in found.cells}
        assert (found.configurations == 7) == (w * b < 0 and v * b < 0)
        assert found.configurations == found.full_dimensional
        assert len(maps) <= (5 if b > 0 else 4)
        assert b or found.configurations <= 5
    assert cells(fig_1.SEVEN).configurations == 7
    assert cells(fig_1.FIVE).configurations == 5


def test_no_biases_make_cones() -> None:
    rng = np.random.default_rng(0)
    found = cells(dense([rng.integers(-3, 4, size=s) for s in ((3, 3), (3, 3), (1, 3))]))
    assert all(h[0] == 0 for cell in found.cells for h in cell.cone.sides[1:])
    assert all((cell.b == 0).all() for cell in found.cells)
    for cell in found.cells:
        assert found.at(cell.point * Fraction(7, 3)) is cell


def test_ties_decide_how_many_configurations_there_are() -> None:
    """Two equal neurons: two configurations, not the four of closed half-lines. Zero layers: one."""
    assert cells(dense([[[1], [1]]], last="relu")).configurations == 2
    assert cells(dense([[[0], [0]], [[0, 0]]], last="relu")).configurations == 1
    apart = cells(dense([[[1], [-1]]], last="relu"))
    assert (apart.configurations, apart.full_dimensional) == (3, 2)


def test_the_linear_part_is_the_sum_over_active_paths() -> None:
    """Theorem 5 (iii), path by path, against the matrix of the cell; its rank is at most min s_l."""
    rng = np.random.default_rng(1)
    W = [rng.integers(-3, 4, size=s) for s in ((3, 2), (3, 3), (2, 3), (2, 2))]
    b = [rng.integers(-3, 4, size=len(M)) for M in W]
    for cell in cells(dense(W, b)).cells:
        q = [np.flatnonzero(bits) for bits in np.split(np.array(cell.configuration), [3, 6])]
        A = fractions(np.zeros((2, 2), dtype=int))
        for j, k, i in product(*q):
            A = A + W[2][i, k] * W[1][k, j] * np.outer(W[3][:, i], W[0][j])
        assert (A == cell.A).all()
        assert np.linalg.matrix_rank(cell.A.astype(float)) <= min(map(len, q))


def test_differences_are_those_of_the_linear_part() -> None:
    """Exactly, at a step so short that a cell is not left; and of a loss up to the square of the step."""
    rng = np.random.default_rng(2)
    W = [rng.integers(-3, 4, size=s) for s in ((3, 2), (3, 3), (2, 3))]
    network = dense(W, [rng.integers(-3, 4, size=len(M)) for M in W])
    step, target = Fraction(1, 10**40), fractions([1, -2])
    for cell in cells(network).cells:
        if cell.full_dimensional:
            x = cell.point
            y = network(x)
            gradient = cell.A.T @ (2 * (y - target))
            for k, e in enumerate(fractions(np.eye(2))):
                moved = network(x + step * e)
                assert ((moved - y) / step == cell.A[:, k]).all()
                loss = ((moved - target) @ (moved - target) - (y - target) @ (y - target)) / step
                assert abs(loss - gradient[k]) < Fraction(1, 10**30)


def test_each_layer_refines_the_partition_of_the_ones_before() -> None:
    deep = fig_2.network(0)
    coarse, fine = partition(deep.head(1)), partition(deep.head(2))
    before = {cell.configuration for cell in coarse.cells}
    assert {cell.configuration[:6] for cell in fine.cells} == before
    assert len(fine.cells) > len(coarse.cells)
