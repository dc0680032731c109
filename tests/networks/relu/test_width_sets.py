"""Widths of finite sets: perimeters, bands, and the linear program that a direction does not need."""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.special import ndtr

from perturb.enclosure import Enclosure, Rigour
from perturb.networks.relu import draw_widths, mean_norm, mean_width

SEGMENT = math.sqrt(2 / math.pi)
RNG = np.random.default_rng


def covers(x: Enclosure, value: float, within: float = 1e-14) -> bool:
    """The value, known to a relative `within`, lies in the enclosure."""
    low, high = x.floats
    return low is not None and high is not None and low - within * value <= value <= high + within * value


def test_at_most_three_points_and_planar_sets_are_perimeters() -> None:
    assert mean_width([[1.0, 2, 3]]).hi == 0
    assert covers(mean_width([[1.0, 1, 1, 1], [0, 0, 0, 0]]), 2 * SEGMENT)
    assert covers(mean_width(np.eye(3)), 3 / math.sqrt(math.pi))  # 2 E max(g_1, g_2, g_3)
    assert covers(mean_width([[0.0], [5], [3], [-2]]), 7 * SEGMENT)
    square = [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5], [0.5, 0], [1, 1]]
    assert covers(mean_width(square), 2 * SEGMENT)
    K = RNG(3).standard_normal((40, 2))
    drawn = draw_widths(K, 20_000)
    assert abs(drawn.mean() - float(mean_width(K).lo)) < 4.5 * drawn.std() / math.sqrt(len(drawn))
    assert mean_width(K).rigour == Rigour.BALL


def test_the_draws_have_the_mean_that_an_integral_gives() -> None:
    n = 5
    cross = 2 * quad(lambda t: 1 - (2 * ndtr(t) - 1) ** n, 0, 12)[0]  # of the points +-e_i: 2 E max |g_i|
    points = np.concatenate([np.eye(n), -np.eye(n)])
    drawn = draw_widths(points, 40_000)
    assert abs(drawn.mean() - cross) < 4.5 * drawn.std() / 200
    for draws in (1, 10, 1500):
        assert covers(mean_width(points, draws=draws), cross)
    simplex = 2 * quad(lambda t: 1 - ndtr(t) ** 4 - ndtr(-t) ** 4, 0, 12)[0]
    apart = np.pad(np.eye(4), ((0, 0), (3, 300))) + 1e6
    drawn = draw_widths(apart, 40_000)
    assert abs(drawn.mean() - simplex) < 4.5 * drawn.std() / 200
    assert drawn.std() < 0.2 * simplex  # in three dimensions, not in 307


def test_the_band_covers_as_often_as_it_says_and_shrinks() -> None:
    points = np.concatenate([np.eye(4), -np.eye(4)])
    width = 2 * quad(lambda t: 1 - (2 * ndtr(t) - 1) ** 4, 0, 12)[0]
    missed = sum(not covers(mean_width(points, draws=5, alpha=0.5, rng=seed), width) for seed in range(100))
    assert missed <= 50
    spans = [mean_width(points, draws=d, alpha=0.01) for d in (10, 100, 10_000)]
    sizes = [float(x.hi - x.lo) for x in spans]
    assert sizes[0] > 2 * sizes[1] > 20 * sizes[2]
    assert spans[0].alpha == spans[2].alpha == 0.01


def test_the_edges_of_a_polytope_give_its_width() -> None:
    """Faces of more than three corners, points inside, on edges and on faces, twins; then any four points."""
    octahedron = np.concatenate([np.eye(3), -np.eye(3)])
    cross = 2 * quad(lambda t: 1 - (2 * ndtr(t) - 1) ** 3, 0, 12)[0]
    inside = [octahedron, np.zeros((1, 3)), octahedron[[0, 0]], [[0.5, 0.5, 0]], [[0.5, 0.25, 0.25]]]
    assert covers(mean_width(np.concatenate(inside)), cross, 1e-13)
    cube = np.array(list(np.ndindex(2, 2, 2)), dtype=float)
    assert covers(mean_width(cube), 3 * SEGMENT)
    K = RNG(6).standard_normal((4, 9))
    drawn = draw_widths(K, 20_000)
    assert abs(drawn.mean() - float(mean_width(K).lo)) < 6 * drawn.std() / math.sqrt(len(drawn))
    assert mean_width(K).rigour == Rigour.BALL


def test_a_draw_is_the_value_of_the_linear_program() -> None:
    K = RNG(4).standard_normal((12, 4))
    g = RNG(0).standard_normal((3, 4))
    sums = np.kron(np.eye(2), np.ones((1, 12)))
    for direction, found in zip(g, draw_widths(K, 3, rng=0), strict=True):
        u = direction / np.linalg.norm(direction)
        program = linprog(np.concatenate([-K @ u, K @ u]), A_eq=sums, b_eq=[1, 1])
        assert math.isclose(-program.fun * float(mean_norm(4).lo), found, rel_tol=1e-9)


def test_scale_does_not_matter() -> None:
    K = RNG(5).standard_normal((6, 4))
    plain = mean_width(K)
    for power in (-900, 900):
        scaled = mean_width(np.ldexp(K, power))
        assert np.allclose(np.ldexp(scaled.floats, -power), plain.floats)


def test_widths_of_few_points_are_capped_by_their_number() -> None:
    """The width of a regular simplex is sqrt(2) D E max g_i; of no set of diameter D it is more."""
    for count in (5, 300):
        simplex = draw_widths(np.eye(count), 4000).mean()
        maximum = quad(lambda t, k=count: 1 - ndtr(t) ** k - ndtr(-t) ** k, 0, 12)[0]
        assert abs(simplex - 2 * maximum) < 0.02
        assert math.sqrt(2) * math.sqrt(2 * math.log(count)) > maximum
    high = mean_width(np.eye(300), draws=1, alpha=1e-9).floats[1]
    assert 2 * maximum < high < 0.5 * math.sqrt(2) * mean_norm(299).floats[0]
