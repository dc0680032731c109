"""Widths of ReLU layers: in closed form, against dense sets of points, between proved bounds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from scipy.spatial import ConvexHull

from perturb.enclosure import Enclosure, Rigour
from perturb.networks.relu import (
    mean_norm,
    mean_positive_norm,
    mean_width,
    operator_width,
    relu_width,
    relu_width_bounds,
    widths_through,
)
from perturb.networks.relu.directions import band
from perturb.networks.relu.images import between, directions_between

SEGMENT = math.sqrt(2 / math.pi)
RNG = np.random.default_rng
FIGURE_1 = np.array([[0.0, 1], [1, -1]])


def disc(angles: int = 3000, radii: int = 1) -> np.ndarray:
    """Points of the unit disc, on circles."""
    turn = np.linspace(0, 2 * math.pi, angles, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return np.concatenate([r * circle for r in np.linspace(0, 1, radii + 1)])


def layer(A: Any, b: Any, X: np.ndarray) -> np.ndarray:
    return np.maximum(X @ np.asarray(A, float).T + np.asarray(b, float), 0)


def ends(x: Enclosure) -> tuple[float, float]:
    low, high = x.floats
    assert low is not None
    assert high is not None
    return low, high


def covers(x: Enclosure, value: float, within: float = 1e-14) -> bool:
    low, high = ends(x)
    return low - within * value <= value <= high + within * value


def test_one_input_gives_a_path_whose_hull_is_a_polygon() -> None:
    """x -> (ReLU(x), ReLU(-x)): the ball goes to a triangle, the sphere to one of its sides."""
    triangle = relu_width([[1], [-1]])
    assert covers(triangle, (2 + math.sqrt(2)) / math.sqrt(2 * math.pi))
    assert triangle.rigour == Rigour.BALL
    assert ends(triangle)[1] - ends(triangle)[0] < 1e-13
    assert covers(relu_width([[1], [-1]], points=[[1], [-1]]), 2 / math.sqrt(math.pi))
    for m in range(1, 4):  # the width by the sphere is never a smaller part of that by the ball
        A = RNG(m).standard_normal((m, 1))
        sphere, ball = relu_width(A, points=[[1], [-1]]), relu_width(A)
        assert ends(sphere)[1] > 2 * (math.sqrt(2) - 1) * ends(ball)[0]
    bent = relu_width([[1], [1]], [0, -0.5])  # (0, 0), (1/2, 0), (3/2, ...): corners at x = -1, 0, 1/2, 1
    corners = np.array([[0, 0], [0.5, 0], [1, 0.5]])
    assert covers(bent, ends(mean_width(corners))[0], 1e-12)


@pytest.mark.parametrize(
    ("A", "b"),
    [
        (FIGURE_1, [0, 0]),
        (FIGURE_1, [0.3, -0.2]),
        (FIGURE_1, [-0.7, 0.1]),
        ([[2, 1], [1, 3]], [0.5, 1.0]),
        (np.eye(2), [0, 0]),
    ],
)
def test_planar_images_in_balls_against_the_hull_of_a_dense_set(A: Any, b: Any) -> None:
    found = relu_width(A, b)
    dense = ConvexHull(layer(A, b, disc(2000, 20))).area / math.sqrt(
        2 * math.pi
    )  # in the plane "area" is length
    assert found.rigour == Rigour.BALL
    assert dense * (1 - 1e-13) <= ends(found)[1]
    assert ends(found)[0] <= dense * 1.0002
    assert ends(found)[1] - ends(found)[0] < 1e-4 * dense


def test_a_crossing_of_lines_inside_the_disc_is_a_corner_of_the_image() -> None:
    """Three lines meet at (-0.25, -0.125), the only point that the layer sends to 0."""
    A, b = np.array([[1.0, 0], [0, 1], [-1, -1]]), np.array([0.25, 0.125, -0.375])
    inside, outside, error = between(A, b)
    assert error < 1e-12
    assert inside.sum(axis=1).min() < 1e-12
    assert outside.sum(axis=1).min() < 1e-12


def test_a_band_from_bounds_of_the_draws_holds_both() -> None:
    for draws in (20, 5000):
        low, high = ends(band(np.full(draws, 1.0), np.full(draws, 2.0), 3, 1.5, 0.1))
        assert 0.2 < low < 1
        assert 2 < high < 2.4


def test_the_identity_attains_the_bound_by_the_mean_norm_of_the_positive_part() -> None:
    for m in (1, 2, 6):
        value = ends(mean_positive_norm(m))[0]
        low, high = ends(relu_width_bounds(np.eye(m)))
        assert math.isclose(high, 2 * value, rel_tol=1e-11)
        assert low < 2 * value <= high * (1 + 1e-14)
    low, high = ends(relu_width(np.eye(6), draws=400))
    assert low > 0.95 * high
    assert high < 2 * ends(mean_norm(6))[0] / math.sqrt(2)


def test_a_column_without_negative_entries_halves_the_width() -> None:
    column = np.array([[1.0], [2], [2]])
    low, _ = ends(operator_width(column))
    assert covers(relu_width(column), low / 2, 1e-12)
    assert math.isclose(ends(relu_width_bounds(column))[0], low / 2, rel_tol=1e-9)


def test_a_bias_makes_a_row_linear_dead_or_alone() -> None:
    A = RNG(0).standard_normal((4, 3))
    assert covers(relu_width(A, np.full(4, 9.0)), ends(operator_width(A))[0], 1e-9)
    assert relu_width(A, np.full(4, 9.0)).rigour == Rigour.BALL
    assert relu_width(A, np.full(4, -9.0)) == relu_width(np.zeros((2, 2))) == Enclosure(fmpq(0), fmpq(0))
    alone = relu_width([[3, 4], [1, 0]], [2, -1.5])  # the first row runs over [-3, 7], cut at 0
    assert covers(alone, 7 * SEGMENT)
    assert covers(relu_width([[3e300, 4e300]]), 5e300 * SEGMENT)
    for small in (1e-9, 3e-9, 7e-9):  # float64 hardly sees them beside a bias of 1
        assert covers(relu_width_bounds([[small]], [1]), 2 * small * SEGMENT, 1e-15)


@pytest.mark.parametrize(("m", "biased"), [(5, False), (5, True), (3, True)])
def test_bands_hold_what_a_dense_set_gives(m: int, biased: bool) -> None:
    rng = RNG(m + biased)
    A, b = rng.standard_normal((m, 2)), 0.5 * biased * rng.standard_normal(m)
    K = layer(A, b, disc(300, 12))
    g = rng.standard_normal((1500, m))
    drawn = (g @ K.T).max(axis=1) - (g @ K.T).min(axis=1)
    low, high = ends(relu_width(A, b, draws=1000))
    error = 4 * drawn.std() / math.sqrt(1500)
    assert low - error < drawn.mean() < high + error
    assert high - low < 0.3 * high


def test_bounds_of_every_direction_hold_the_maximum_over_a_dense_set() -> None:
    rng = RNG(3)
    for m, scale in ((4, 0.0), (7, 0.6)):
        A, b, g = rng.standard_normal((m, 2)), scale * rng.standard_normal(m), rng.standard_normal((40, m))
        low, high = directions_between(A, b, g)
        dense = (g @ layer(A, b, disc(3000, 8)).T).max(axis=1)
        assert (dense <= high + 1e-9).all()
        assert (low <= dense + 2e-3).all()
        assert low.mean() > 0.98 * dense.mean()
    g = rng.standard_normal((40, 6))
    low, high = directions_between(np.eye(6), np.zeros(6), g)
    assert np.allclose(low, np.linalg.norm(np.maximum(g, 0), axis=1))
    assert (high < 1.03 * low + 1e-12).all()


def test_more_inputs_are_bounded_on_both_sides_and_within_the_certain_bounds() -> None:
    rng = RNG(4)
    A, b = rng.standard_normal((6, 4)), 0.4 * rng.standard_normal(6)
    X = rng.standard_normal((4000, 4))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    attained = mean_width(layer(A, b, X), draws=2000)
    found, certain = relu_width(A, b, draws=60), relu_width_bounds(A, b)
    assert certain.lo <= found.lo < found.hi <= certain.hi
    assert attained.lo <= found.hi
    assert found.lo <= attained.hi * 2
    assert certain.alpha == 0
    assert found.alpha == 0.05


def test_points_go_through_layers_and_widths_grow_by_norms_at_most() -> None:
    rng = RNG(5)
    X = rng.standard_normal((30, 3))
    layers = [(rng.standard_normal((5, 3)), rng.standard_normal(5)), (rng.standard_normal((4, 5)), None)]
    widths = widths_through(layers, X, draws=500, alpha=0.03)
    assert [x.alpha for x in widths] == [pytest.approx(0.01)] * 3
    images = layer(*layers[0], X)
    assert covers(relu_width(*layers[0], points=X, draws=500), ends(widths[1])[0], 0.2)
    assert ends(widths[2])[0] <= ends(mean_width(layer(layers[1][0], 0, images), draws=500))[1]
    for (A, _), before, after in zip(layers, widths, widths[1:], strict=False):
        assert ends(after)[0] <= np.linalg.norm(A, 2) * ends(before)[1]
    positive = np.abs(X)  # which the identity does not move
    assert np.allclose(ends(mean_width(positive, rng=1)), ends(relu_width(np.eye(3), points=positive, rng=1)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: relu_width([[1.0]], [1.0, 2.0]),
            r"^b: a vector of length 1, one entry a row of A, .* \(2,\)$",
        ),
        (lambda: relu_width([[1.0]], [math.nan]), r"^b: entry \[0\] = nan is not finite$"),
        (lambda: relu_width([[1.0]], points=[[1.0, 2.0]]), r"^points: 1 columns are needed, .* \(1, 2\)$"),
        (lambda: relu_width([[1.0]], draws=1.5), "^draws = 1.5 "),  # type: ignore[arg-type]
        (lambda: relu_width_bounds(np.zeros((2, 0))), "^A: "),
        (lambda: widths_through([([[1.0]], None)], [[1.0, 2.0]]), "^points: 1 columns"),
    ],
)
def test_what_is_nothing_to_work_with_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
