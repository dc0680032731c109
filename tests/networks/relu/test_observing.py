"""What is said of a layer and of data in it; the experiment on (9) and (10); the record of Figure 2."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb.networks.relu import (
    Dense,
    dense_stack,
    double_product,
    layer_singular_values,
    mean_width,
    observe,
    parameter_count,
    prune,
    prune_by_magnitude,
    relu_norm,
    relu_norm_on,
    relu_singular_bounds,
    relu_singular_bounds_on,
    relu_singular_values,
    relu_singular_values_sampled,
    truncate,
    truncate_to,
    widths_through,
)
from perturb.numbers import residual
from simulations.dittmer2019 import method_laws, method_record
from simulations.dittmer2019.bands import LAWS, kept, matrix
from simulations.dittmer2019.method import best_of_random, outcome, sphere
from theorems.dittmer2019.laws_method import errors, fitted, truncated

NAN = float("nan")
EYE = np.eye(2)
NET = [(EYE, np.zeros(2)), (EYE, np.zeros(2))]
DATA = (np.array([[3.0, 1.0], [2.0, 1.0], [1.0, 4.0]]), np.array([0, 1, 1]))


def exact(A):
    return fmpq_mat(*A.shape, [fmpq(*x.as_integer_ratio()) for x in A.ravel().tolist()])


@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (9, 9)])
def test_singular_values_of_a_layer_by_another_route(shape):
    A = np.random.default_rng(shape).standard_normal(shape)
    found = layer_singular_values(Dense((A,), np.zeros(shape[0])))
    balls = residual.singular_values(exact(A))
    assert len(found) == len(balls) == min(shape)
    for x, ball in zip(found, balls, strict=True):
        assert x.floats[0] <= float(ball.mid()) <= x.floats[1] < x.floats[0] + 1e-10


def test_singular_values_of_a_double_layer_are_those_of_the_exact_product():
    W, M = double_product(6, 5, 2, 1, np.random.default_rng(1))
    found = layer_singular_values(Dense((W, M), np.zeros(6)))
    balls = residual.singular_values(exact(W) * exact(M))
    for x, ball in zip(found[:2], balls[:2], strict=True):
        assert x.floats[0] <= float(ball.mid()) <= x.floats[1]
    assert [(x.lo, x.hi) for x in found[2:]] == [(0, 0)] * 3
    assert [x.hi for x in layer_singular_values(Dense((np.zeros((2, 3)),), np.zeros(2)))] == [0, 0]


def test_the_bound_at_rank_0_is_the_value_in_exact_arithmetic():
    """The square of max |ReLU(Ax + b) - ReLU(b)| over X, and (12), in rational numbers."""
    rng = np.random.default_rng(2)
    A, b, X = rng.standard_normal((4, 3)), rng.standard_normal(4), rng.standard_normal((7, 3))
    images = [
        [max(fmpq(0), y + c) for y, c in zip(column, shift, strict=True)]
        for column, shift in outputs(A, b, X)
    ]
    rest = [max(fmpq(0), fmpq(*c.as_integer_ratio())) for c in b.tolist()]
    away = max(sum((y - r) ** 2 for y, r in zip(image, rest, strict=True)) for image in images)
    top = max(sum(y**2 for y in image) for image in images)
    bound, norm = relu_singular_bounds_on(A, b, X, ranks=[0])[0], relu_norm_on(A, b, X)
    assert bound.lo**2 <= away <= bound.hi**2
    assert norm.lo**2 <= top <= norm.hi**2
    assert float(norm.hi - norm.lo) < 1e-12


def tops(A, b, X, **how):
    return [x.floats[1] for x in relu_singular_bounds_on(A, b, X, **how)]


def outputs(A, b, X):
    product = exact(A) * exact(X).transpose()
    shift = [fmpq(*c.as_integer_ratio()) for c in b.tolist()]
    return [([product[i, j] for i in range(len(A))], shift) for j in range(len(X))]


def test_bounds_over_data_are_above_what_is_known_and_below_the_linear_ones():
    """Images far inside the orthant: for e_1, e_2 and A = I the best matrix of rank 1 misses by 1/sqrt(2)."""
    assert 2**-0.5 <= tops(EYE, [9, 9], EYE)[1] <= 1 + 1e-12
    rng = np.random.default_rng(3)
    A, b, X = rng.standard_normal((6, 5)), rng.standard_normal(6), rng.standard_normal((9, 5))
    plain, fitted = (tops(A, b, X, steps=steps) for steps in (0, 100))
    reach = np.linalg.norm(X, axis=1).max() * np.linalg.svd(A, compute_uv=False)
    assert all(y <= x <= s + 1e-9 for x, y, s in zip(plain, fitted, reach, strict=True))
    assert sum(y < x for x, y in zip(plain, fitted, strict=True)) >= 3
    assert fitted == sorted(fitted, reverse=True)


@pytest.mark.parametrize("power", [-700, 0, 700])
def test_sizes_do_not_matter(power):
    """Powers of 2 on A and b go through, to where squares overflow or vanish; and with them on X."""
    rng = np.random.default_rng(6)
    A, b, X = rng.standard_normal((3, 3)), rng.standard_normal(3), rng.standard_normal((4, 3))
    big = 2.0**power
    scaled = relu_singular_bounds_on(A * big, b * big, X), relu_norm_on(A * big, b * big, X)
    plain = relu_singular_bounds_on(A, b, X), relu_norm_on(A, b, X)
    for x, y in zip([*scaled[0], scaled[1]], [*plain[0], plain[1]], strict=True):
        assert x.floats[1] / big == pytest.approx(y.floats[1], rel=0.2)
    images = [fmpq(*x.as_integer_ratio()) for x in np.maximum(X @ A.T + b, 0)[0].tolist()]
    assert scaled[1].hi ** 2 >= sum(x**2 for x in images) * fmpq(2) ** (2 * power) * fmpq(999, 1000)
    flat = relu_norm_on([[1.0, 0.0]], None, [[0.0, 1.0], [1e-200, 0.0]])
    assert flat.lo <= fmpq(*(1e-200).as_integer_ratio()) <= flat.hi


def test_bounds_end_where_the_data_do():
    """Two inputs span a plane: from k = 2 on L is A there."""
    rng = np.random.default_rng(4)
    A, X = rng.standard_normal((6, 5)), rng.standard_normal((2, 5))
    found = tops(A, None, X)
    assert found[1] > 1e-3
    assert max(found[2:]) < 1e-12


def test_what_is_observed_of_a_small_network():
    """Two of the three data come out right; the wrong one is (2, 1). The first layer changes nothing."""
    seen = observe(NET, DATA, rng=1)
    assert (seen.count, seen.total) == (1, (2, 1))
    (layer,) = seen.layers
    assert layer.singular_values[0].floats == pytest.approx((1, 1), abs=1e-12)
    assert layer.relu_bounds[0].floats == pytest.approx((0.5**0.5, 1), abs=1e-12)
    assert layer.wrong.norm.floats == pytest.approx((5**0.5,) * 2)
    assert layer.wrong.width.hi == 0
    whole = observe(NET, (DATA[0], np.array([0, 0, 1])))
    assert (whole.count, whole.total, whole.widths[1], whole.layers[0].wrong) == (3, (3, 0), None, None)
    assert whole.widths[0] == whole.layers[0].correct.width == mean_width(DATA[0])


def test_observed_widths_are_bands_that_hold_at_once():
    """Of alpha each of the four widths has a quarter; a longer run by another route lies in the band."""
    rng = np.random.default_rng(5)
    layers = [
        (rng.standard_normal((4, 5)), rng.standard_normal(4)),
        (rng.standard_normal((2, 4)), np.zeros(2)),
    ]
    X = rng.standard_normal((40, 5))
    y = dense_stack(layers)(X).argmax(axis=1)
    seen = observe(layers, (X, y), draws=50, alpha=0.2, ranks=[0, 2, 7], steps=0)
    assert [len(seen.layers[0].correct.bounds), seen.count] == [2, 40]
    assert seen.widths[0].alpha == seen.layers[0].correct.width.alpha == 0.05
    low, high = seen.layers[0].correct.width.floats
    exactly = mean_width(np.maximum(layers[0][0] @ X.T + layers[0][1][:, None], 0).T, draws=20_000)
    assert low < exactly.floats[1]
    assert exactly.floats[0] < high


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: observe(NET[:1], DATA), "network: one layer alone has no hidden layer"),
        (
            lambda: observe([NET[0], "softmax"], DATA),
            "network: layer 1 is 'softmax', not a pair (weight, bias)",
        ),
        (lambda: observe(dense_stack(NET, "tanh"), DATA), "network: the activation is 'tanh'"),
        (
            lambda: observe(NET, (np.ones((3, 5)), DATA[1])),
            "data: inputs of width 5 for a network of width 2",
        ),
        (lambda: observe(NET, (DATA[0] * NAN, DATA[1])), "data: inputs holds nan, which is not finite"),
        (lambda: observe(NET, (np.zeros((0, 2)), DATA[1][:0])), "data: there are no inputs"),
        (lambda: observe(NET, DATA, count=0), "count = 0 is not an integer >= 1"),
        (lambda: observe(NET, DATA, ranks="all"), "ranks = 'all' is not a list"),
        (lambda: observe(NET, DATA, ranks=[-1]), "ranks: k = -1 is not an integer >= 0"),
        (lambda: observe(NET, DATA, alpha=0), "alpha = 0 does not lie strictly between 0 and 1"),
        (lambda: layer_singular_values(EYE), "layer: a ndarray is no Dense layer"),
        (lambda: relu_singular_bounds_on(EYE, None, EYE, ranks=[2]), "ranks: 2 is not one of 0 to 1"),
        (lambda: relu_singular_bounds_on(EYE, None, EYE, steps=-1), "steps = -1 is not an integer >= 0"),
        (lambda: relu_norm_on(EYE, None, np.ones((2, 3))), "points: 2 columns are needed"),
        (lambda: relu_norm_on(EYE, None, np.zeros((0, 2))), "points: a matrix with a row"),
        (lambda: relu_norm_on(EYE, [NAN, 0], EYE), "b: entry [0] = nan is not finite"),
        (lambda: relu_singular_bounds(EYE, "x"), "slope = 'x' is not a number"),
        (lambda: relu_singular_values(EYE, starts="x"), "starts = 'x' is not an integer >= 1"),
        (lambda: relu_singular_values_sampled(EYE, "x"), "points: neither a number of points nor an array"),
        (lambda: relu_singular_values_sampled(EYE, 5, rate=NAN), "rate = nan is not finite"),
        (lambda: widths_through(["conv"], EYE), "layers: number 0 is no pair (A, b)"),
        (lambda: widths_through(None, EYE), "layers = None is not a list"),
        (lambda: mean_width(EYE, alpha="x"), "alpha = 'x' is not a number"),
        (lambda: prune(NET, DATA, layers=3), "layers = 3 is not a list"),
        (lambda: prune(NET, DATA, retrain=3), "retrain = 3 is no function"),
        (lambda: truncate(NET, None), "ranks = None is not a list"),
        (lambda: truncate_to(NET, NAN), "parameters = nan is not an integer >= 0"),
        (lambda: prune_by_magnitude(NET, "x"), "parameters = 'x' is not an integer >= 0"),
        (lambda: parameter_count("ab"), "widths = 'ab' is not a list"),
        (lambda: parameter_count([4, 0]), "widths: m = 0 is not an integer >= 1"),
    ],
)
def test_bad_input_is_refused_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


# What the experiment on (9) and (10) is made of: errors, starts and restarts.


RNG = np.random.default_rng


def test_a_direction_that_is_forgotten_shows_the_certain_lower_bound():
    """L of rank k sends v_k to 0: at v_k or -v_k the error is at least sigma_k/sqrt(2)."""
    A = RNG(0).standard_normal((5, 4, 4))
    svd = np.linalg.svd(A)
    for k in (1, 2, 3):
        W, M = truncated(svd, k)
        v = svd[2][:, k, :, None]
        seen = errors(A, W @ M, np.concatenate([v, -v], axis=2)).max(axis=1)
        assert (seen >= svd[1][:, k] / 2**0.5 * (1 - 1e-12)).all()
        assert (seen <= svd[1][:, k] * (1 + 1e-12)).all()


def test_the_restart_with_the_least_sum_is_taken():
    A, X = RNG(1).standard_normal((3, 4, 4)) / 2, sphere(3, 4, 50, RNG(2))
    best = (errors(A, best_of_random(A, X, 1, RNG(3)), X) ** 2).sum(axis=1)
    rng = RNG(3)
    starts = [(rng.standard_normal((3, 4, 1)), rng.standard_normal((3, 1, 4)) / 2) for _ in range(3)]
    sums = [(errors(A, fitted(A, X, *start, 200, 0.05), X) ** 2).sum(axis=1) for start in starts]
    assert np.allclose(best, np.min(sums, axis=0))
    assert (np.ptp(sums, axis=0) > 1e-3).any()


def test_few_points_report_less_than_many():
    cases = [{"points": points, "rank": "n/2", "start": "SVD"} for points in (10, 500)]
    few, many = (outcome(10, 8, RNG(4), **case) for case in cases)
    assert few["ratio"].mean() < many["ratio"].mean()
    assert few["below"].all()
    assert not (many["below"] & many["above"]).any()


def test_the_record_is_whole_and_a_block_of_it_comes_out_again():
    assert not method_record.missing()
    for (_, n, start), ratio in method_record.kept().items():
        assert len(ratio) == method_record.COUNTS[start][n]
        assert (ratio > 0).all()
    again = method_record.reported("signs", 50, "SVD", 8, [method_record.SEED, 2, 50, 0])
    np.testing.assert_allclose(again, method_record.kept()["signs", 50, "SVD"][:8], rtol=1e-3)


def test_matrices_of_the_record_are_what_their_laws_say():
    rng = RNG(6)
    Q = method_record.LAWS["orthogonal"](2, 6, rng)
    assert np.allclose(Q @ Q.swapaxes(1, 2), np.eye(6))
    assert (np.linalg.matrix_rank(method_record.LAWS["of rank n/2"](3, 6, rng)) == 3).all()
    assert (np.linalg.matrix_rank(method_record.LAWS["signs"](5, 4, rng)) == 4).all()


def test_a_verdict_says_on_which_side_of_one_half_the_band_lies():
    orthogonal = [method_laws.verdict(("orthogonal", n, "SVD"), "below") for n in (4, 10, 50, 300)]
    assert orthogonal == ["consistent", "consistent", "refuted", "refuted"]
    assert method_laws.verdict(("Gaussian", 10, "SVD"), "below") == "unresolved"
    assert method_laws.band(("Gaussian", 4, "SVD"), "above")[0] == 0


# The record behind Figure 2: the intervals of its matrices, held against a second computation.


@pytest.mark.parametrize("law", LAWS)
def test_the_record_agrees_with_what_every_matrix_obeys(law):
    """s_0 anew, and sigma_k/sqrt(2) <= s_k <= sigma_k for the matrix that the law's stream gives."""
    found, A = kept()[law], matrix(law)
    for low, high, anyway in zip(found["lower"], found["upper"], relu_singular_bounds(A), strict=True):
        assert anyway.floats[0] <= low <= high <= anyway.floats[1]
    assert np.allclose(relu_norm(A).floats, [found["lower"][0], found["upper"][0]], rtol=1e-9)


def test_a_shorter_search_overlaps():
    found = kept()["signs"]
    for low, high, again in zip(
        found["lower"], found["upper"], relu_singular_values(matrix("signs"), 4, 1), strict=True
    ):
        assert low <= again.floats[1]
        assert again.floats[0] <= high
