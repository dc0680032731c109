"""Mean norms and widths of operators and of finite sets: every number by a second route."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq, fmpq_mat
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.special import ndtr

from perturb.enclosure import Enclosure, Rigour
from perturb.networks.relu import draw_widths, mean_norm, mean_positive_norm, mean_width, operator_width
from perturb.networks.relu.directions import norm_ball
from perturb.networks.relu.linear_operators import exact_mean_image, log_error, mean_length, mean_root

SEGMENT = math.sqrt(2 / math.pi)
RNG = np.random.default_rng


def covers(x: Enclosure, value: float, within: float = 1e-14) -> bool:
    """The value, known to a relative `within`, lies in the enclosure."""
    low, high = x.floats
    return low is not None and high is not None and low - within * value <= value <= high + within * value


@pytest.mark.parametrize("n", [1, 2, 7, 1000, 10**6, 10**18])
def test_mean_norms_multiply_to_n_within_the_bounds_of_watson(n: int) -> None:
    here, there = mean_norm(n), mean_norm(n + 1)
    assert here.lo * there.lo <= n <= here.hi * there.hi
    assert (here.hi - here.lo) * 2**50 < here.hi
    assert 2 * here.hi**2 > 2 * n - 1
    assert float(here.lo) ** 2 <= (n - 1 + 2 / math.pi) * (1 + 1e-15)


def test_the_mean_norm_of_the_positive_part_is_that_of_sampled_vectors() -> None:
    drawn = np.linalg.norm(np.maximum(RNG(0).standard_normal((100_000, 3)), 0), axis=1)
    low, high = mean_positive_norm(3).floats
    assert high - low < 1e-15
    assert abs(drawn.mean() - low) < 4 * drawn.std() / math.sqrt(len(drawn))
    assert covers(mean_positive_norm(2), mean_norm(2).floats[0] * (1 / 4 + 1 / math.pi))
    least, most = mean_positive_norm(1001).floats  # from bounds, where the sum ends
    assert least < mean_positive_norm(1000).floats[0] < most < least * 1.003
    assert mean_norm(0).is_point
    assert mean_positive_norm(0).hi == 0


def pairs(weights: list[int]) -> arb:
    """E sqrt(sum w^2 (g^2 + h^2)) for different weights by partial fractions: phi is rational in t."""
    shares = (
        w * math.prod((arb(w * w) / (w * w - v * v) for v in weights if v != w), start=arb(1))
        for w in weights
    )
    return norm_ball(2) * sum(shares, arb(0))


def test_the_integral_is_what_closed_forms_say() -> None:
    with ctx.workprec(120):
        for r in (1, 2, 3, 40, 600):
            assert mean_length(np.ones(r)).overlaps(norm_ball(r))
        for weights in ([1, 2], [3, 4, 7, 20], [1, 1000]):
            assert mean_length(np.repeat(np.array(weights, float), 2)).overlaps(pairs(weights))
        # An ellipse with half axes 1 and 3 has the perimeter 12 E(8/9) and the width perimeter / sqrt(2 pi).
        ellipse = 12 * acb(arb(8) / 9).elliptic_e().real / (2 * arb.pi()).sqrt()
        found = 2 * mean_length(np.array([1.0, 3.0]))
        assert found.overlaps(ellipse)
        assert found.rel_accuracy_bits() > 42


def test_the_characteristic_polynomial_gives_what_singular_values_give() -> None:
    """Of matrices without full rank too, and to many bits where the value is known in closed form."""
    rng = RNG(7)
    for m, n, r in ((1, 1, 1), (4, 3, 3), (3, 6, 2), (8, 8, 8)):
        A = rng.integers(-9, 9, (m, r)) @ rng.integers(-9, 9, (r, n)) * 2.0 ** rng.integers(-40, 40)
        fast, exact = operator_width(A), operator_width(A, bits=53)
        assert fast.lo < exact.lo < exact.hi < fast.hi
        assert (exact.hi - exact.lo) * 2**50 < exact.hi
    with ctx.workprec(330):
        for bits in (53, 106, 201, 300):
            twice = 2 * pairs([3, 4, 7])
            found = operator_width(fmpq_mat(np.diag([7, 3, 4, 3, 7, 4]).tolist()), bits)
            assert arb(found.lo) < twice < arb(found.hi)
            assert (found.hi - found.lo) * 2 ** (bits - 2) < found.hi
    assert operator_width(fmpq_mat(2, 2)).hi == 0


def test_the_bound_of_the_rule_holds_where_its_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With coarse steps the error is far above rounding; the ball must grow with it."""
    for r, k in ((60, 1), (60, 2), (600, 2)):
        monkeypatch.setattr("perturb.networks.relu.linear_operators.STEPS", (k,))
        found = mean_length(np.ones(r))
        assert found.overlaps(norm_ball(r))
        assert found.rad() > 1e-15
        assert found.rad() > arb(log_error(r, k)).exp() * math.sqrt(r) / 2


@pytest.mark.parametrize(("left", "right"), [(3, 40), (40, 3), (4, 5)])
def test_what_lies_beyond_the_nodes_is_bounded(left: int, right: int) -> None:
    """So few nodes that the sums beyond them are large: the ball grows, but to a part of them only."""
    r, k = 2, 4  # phi(t) = 1 / (1 + 2 t)
    with ctx.workprec(90):
        nodes = [(arb(2).log() * j / k).exp() for j in range(-left * k, right * k + 1)]
        inner = sum((2 * t / (1 + 2 * t) * t.rsqrt() for t in nodes), arb(0))
        found = mean_root(inner, arb(r), r, k, left, right)
        assert found.overlaps(norm_ball(r))
        assert 1e-4 < found.rad() < 0.3
        near = norm_ball(r) - found.mid()
        assert abs(near) > found.rad() / 40  # no more than is needed


@pytest.mark.parametrize("powers", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, -1, 0), (0, -1, 1)])
def test_poor_factors_widen_the_ball(powers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    A = RNG(8).standard_normal((5, 4))
    truth = operator_width(A, bits=60)
    svd = np.linalg.svd

    def poor(B: Any, **how: Any) -> list[Any]:
        return [part * (1 + 1e-5) ** power for part, power in zip(svd(B, **how), powers, strict=True)]

    monkeypatch.setattr(np.linalg, "svd", poor)
    found = operator_width(A)
    assert found.lo < truth.lo < truth.hi < found.hi
    assert (found.hi - found.lo) * 1000 < truth.hi


def test_the_scale_of_the_weights_does_not_matter() -> None:
    unit = mean_length(np.array([1.0, 3.0]))
    for power in (-1000, 1000):
        assert mean_length(np.ldexp([1.0, 3.0], power)).overlaps(unit * arb(2) ** power)
    assert mean_length(np.array([1e-300, 1.0])).overlaps(norm_ball(1))
    assert mean_length(np.zeros(3)) == 0


@pytest.mark.parametrize("shape", [(3, 5), (6, 4), (1, 3), (20, 20)])
def test_operator_width_by_the_singular_values_of_an_exact_product(shape: tuple[int, int]) -> None:
    """H x D, H a Hadamard matrix, D = diag(1, 2, 2, ...): sqrt(2) times the values of D, each twice."""
    r = min(shape)
    D = np.zeros(shape)
    D[range(r), range(r)] = [1.0, *[2.0] * (r - 1)]
    H = np.array([[1.0, 1], [1, -1]])
    mixed = np.kron(H, D)
    expected = 2 * mean_length(np.repeat(D.diagonal(), 2)) * arb(2).sqrt()
    low, high = operator_width(mixed).floats
    assert low <= float(expected) * (1 + 1e-12)
    assert high >= float(expected) * (1 - 1e-12)
    assert high - low < 1e-9 * high
    g = RNG(1).standard_normal((20_000, 2 * shape[0]))
    drawn = 2 * np.linalg.norm(g @ mixed, axis=1)
    assert abs(drawn.mean() - low) < 4.5 * drawn.std() / math.sqrt(len(drawn))


def test_operator_width_lies_between_multiples_of_the_frobenius_norm() -> None:
    A = RNG(2).standard_normal((4, 7))
    low, high = operator_width(A).floats
    size = np.linalg.norm(A)
    assert SEGMENT * size < low / 2 < high / 2 < float(mean_norm(4).lo) / 2 * size
    assert covers(operator_width([[3.0], [4.0]]), 2 * SEGMENT * 5)
    assert operator_width(np.zeros((2, 3))).is_point


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mean_width(np.zeros((0, 3))), r"^points: .* got shape \(0, 3\)$"),
        (lambda: mean_width([1.0, 2.0]), r"^points: .* got shape \(2,\)$"),
        (lambda: mean_width([[1.0, math.nan]]), r"^points: entry \[0, 1\] = nan is not finite$"),
        (lambda: mean_width([[1.0], [1.0, 2.0]]), "^points: rows of different lengths$"),
        (lambda: mean_width([["a"]]), "^points: entries must be real numbers"),
        (lambda: mean_width([[1j]]), "^points: entries must be real numbers"),
        (lambda: mean_width([[1.0]], draws=0), "^draws = 0 "),
        (lambda: mean_width([[1.0]], alpha=1.0), "^alpha = 1.0 "),
        (lambda: mean_width(np.eye(5), rng="x"), "^rng = 'x' is neither a generator nor a seed$"),  # type: ignore[arg-type]
        (lambda: operator_width([[math.inf]]), r"^A: entry \[0, 0\] = inf"),
        (lambda: operator_width([[math.nan]], bits=60), r"^A: entry \[0, 0\] = nan"),
        (lambda: operator_width([[1.0]], bits=1), "^bits = 1 "),
        (lambda: operator_width(fmpq_mat(0, 2)), r"^A: .* got shape \(0, 2\)$"),
        (lambda: mean_norm(-1), "^n = -1 "),
        (lambda: mean_positive_norm(1.5), "^m = 1.5 "),  # type: ignore[arg-type]
    ],
)
def test_what_is_nothing_to_work_with_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("rows", [[[3], [4]], [[1, 2], [2, 4]], [[3, 4], [4, -3]], [[1, 0, 0], [0, 0, 1]]])
def test_equal_singular_values_need_no_integral(rows: list[list[int]]) -> None:
    """The closed form, taken where all singular values but 0 are equal, is the limit of the integral."""
    A = fmpq_mat(rows)
    near = A + fmpq(1, 10**9) * fmpq_mat(len(rows), len(rows[0]), [k for k in range(len(A.entries()))])
    apart = exact_mean_image(A) - exact_mean_image(near)
    assert 0 < abs(float(apart.mid())) < 1e-8
    assert operator_width(rows).floats[0] <= 2 * float(exact_mean_image(A).mid()) * (1 + 1e-12)
    assert operator_width(rows).floats[1] >= 2 * float(exact_mean_image(A).mid()) * (1 - 1e-12)


# Widths of finite sets: perimeters, bands, and the linear program that a direction does not need.


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
