"""Cubics on cells: they are what they interpolate, cell by cell, block by block."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.distributions.piecewise import BLOCK, FIT, NODES, Dyadic, Piecewise, cubics


def cubic(x):
    return 2 - 3 * x + x**2 / 4 + x**3 / 8


def test_the_fit_inverts_the_vandermonde_matrix_of_its_nodes() -> None:
    assert np.abs(NODES[:, None] ** np.arange(4) @ FIT - np.eye(4)).max() < 1e-14


def test_a_cubic_is_its_own_interpolant_and_has_its_derivative() -> None:
    fitted = Piecewise.fitted(cubic, -8, 8, 4)
    assert (fitted.low, fitted.high) == (-2, 2)
    x = np.random.default_rng(1).uniform(-2, 2, 2 * BLOCK + 3)
    assert np.abs(fitted(x) - cubic(x)).max() < 1e-13
    assert np.abs(fitted.derivative()(x) - (-3 + x / 2 + 3 * x**2 / 8)).max() < 1e-12


def test_a_point_belongs_to_the_cell_on_its_right() -> None:
    steps = Piecewise(3, 2, np.array([[10.0], [20.0], [30.0]]))
    x = np.array([1.5, np.nextafter(2, 0), 2, 2.25, 2.5, np.nextafter(3, 0)])
    assert steps(x).tolist() == [10, 10, 20, 20, 30, 30]


def test_neighbouring_cubics_meet_and_the_error_falls_with_the_fourth_power() -> None:
    errors = []
    x = np.linspace(0, 3.999, 5001)
    for per_unit in (4, 8):
        fitted = Piecewise.fitted(np.sin, 0, 4 * per_unit, per_unit)
        knots = np.arange(1, 4 * per_unit) / per_unit
        assert np.abs(fitted(knots) - fitted(np.nextafter(knots, 0))).max() < 1e-14
        errors.append(np.abs(fitted(x) - np.sin(x)).max())
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.1)


def test_no_points_give_no_values() -> None:
    assert Piecewise.fitted(cubic, 0, 4, 2)(np.empty(0)).shape == (0,)


def test_rows_are_the_values_at_both_ends() -> None:
    starts, widths = np.array([0.0, 1.0]), np.array([0.5, 2.0])
    rows = cubics(np.exp, starts, widths)
    assert np.array_equal(rows[:, 0], np.exp(starts))
    assert rows.sum(axis=1) == pytest.approx(np.exp(starts + widths), rel=1e-15)


def test_levels_near_zero_and_one_have_functions_of_their_own() -> None:
    dyadic = Dyadic(lambda p: p**3, lambda p: 5 + p**2, octaves=40, bits=3)
    p = np.concatenate([2.0 ** -np.arange(1, 40), np.random.default_rng(2).uniform(0, 0.5, BLOCK)])
    assert np.abs(dyadic(p) / p**3 - 1).max() < 1e-12
    high = 1 - p[(p > 1e-3) & (p < 0.5)]
    assert np.abs(dyadic(high) - (5 + (1 - high) ** 2)).max() < 1e-13


def test_a_survival_level_swaps_the_ends() -> None:
    dyadic = Dyadic(np.negative, np.positive, octaves=20, bits=2)
    assert dyadic(np.array([0.25, 0.75])).tolist() == [-0.25, 0.25]
    assert dyadic(np.array([0.25, 0.75]), survival=True).tolist() == [0.25, -0.25]
    half = np.array([0.5])
    assert (dyadic(half)[0], dyadic(half, survival=True)[0]) == (-0.5, 0.5)
