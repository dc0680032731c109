"""The counterexamples to Dittmer, King and Maass (2019) done again without the engine."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import erf, exp, pi, sqrt
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "theorems" / "dittmer2019" / "witnesses"


def witness(name):
    """Inputs, left and right side of a stored witness, as floats or arrays of them."""
    content = json.loads((FOLDER / f"dittmer2019-{name}.json").read_text())
    inputs = {key: array(given["value"]) for key, given in content["inputs"].items()}
    return inputs, middle(content["lhs"]), middle(content["rhs"])


def array(value):
    return np.array([array(x) for x in value]) if isinstance(value, list) else float(Fraction(value))


def middle(text):
    parts = [float(Fraction(part)) for part in str(text).strip("[]").split(",")]
    return pytest.approx(sum(parts) / len(parts), rel=1e-12)


def relu(y):
    return np.maximum(y, 0.0)


def error(L, x):
    A = np.array([[1.0, 0.0], [-1.0, 1.0]])
    return np.linalg.norm(relu(A @ x) - relu(L @ x))


def test_three_points_report_less_than_a_lower_bound():
    """sigma_1 = (sqrt(5) - 1)/2; and the same L is far from A where nothing was looked at."""
    inputs, lhs, rhs = witness("eq-9-10.upper")
    t = inputs["t"]
    L = np.outer([1, -t], [1, -1 / t])
    reported = max(error(L, np.array(x)) for x in ([1, 0], [0, 1], [0.5**0.5, 0.5**0.5]))
    assert (lhs, rhs) == ((sqrt(5) - 1) / 4, reported)
    assert reported < (sqrt(5) - 1) / 4
    assert error(L, np.array([-1, 0])) == pytest.approx(t - 1)


def test_ball_and_sphere():
    """The widths along g of {relu(a x)}, over a grid of [-1, 1] and over its two ends."""
    inputs, lhs, rhs = witness("cor-11.ball")
    along = [inputs["g"] @ relu(inputs["a"] * x) for x in np.linspace(-1, 1, 201)]
    ends = (along[0], along[-1])
    assert (lhs, rhs) == (max(along) - min(along), max(ends) - min(ends))
    assert lhs != rhs


@pytest.mark.parametrize("name", ["lem-4.case-3", "lem-4.case-4"])
def test_the_table_of_lemma_4(name):
    inputs, lhs, rhs = witness(name)
    a, b = inputs["a"], inputs["b"]
    assert a * b < 0
    assert (lhs, rhs) == ((a - b) ** 2, (a + b) ** 2)
    assert (relu(a) - relu(b)) ** 2 > (a + b) ** 2


def test_the_density_of_a_plane_gaussian():
    """exp(-r^2/2)/(2 pi) at n = 2."""
    inputs, lhs, rhs = witness("lem-13.prod-b")
    r, n = inputs["r"], inputs["n"]
    assert lhs == exp(-(r**2) / 2) / (2 * pi) ** (n / 2)
    assert rhs == exp(-(r**2) / 2) / sqrt(2 * pi**n)


def test_the_variance_of_a_product_of_layers():
    """Of k products w m with the variance (4/k)/(2n)."""
    inputs, lhs, rhs = witness("def-15.fulfilled")
    k, m, n = inputs["k"], inputs["m"], inputs["n"]
    assert (lhs, rhs) == (k * (4 / k) / (2 * n), 4 / (m + n))


def test_an_index_of_equal_singular_values():
    inputs, lhs, rhs = witness("alg-hp.step-2k")
    values = np.cumsum(inputs["e"][::-1] ** 2)[::-1]
    k = int(inputs["k"])
    assert values[k - 1] == values.min() > 0
    assert (lhs, rhs) == (values[:k].sum(), values.sum())


def test_one_direction_is_off_by_a_half_more_often_than_not():
    """P[||N| - mu| > mu/2] for mu = sqrt(2/pi), from the normal distribution function."""
    below, above = 0.5 * sqrt(2 / pi), 1.5 * sqrt(2 / pi)
    assert erf(below / sqrt(2)) + 1 - erf(above / sqrt(2)) == pytest.approx(0.5414, abs=1e-4)


def test_parameters_and_ranks_of_the_experiment():
    def dense(sizes):
        return sum(m * n + m for n, m in pairwise(sizes))

    double = sum(k * (m + n) + m for n, m, k in [(3072, 100, 18), (100, 100, 8), (100, 100, 6)])
    assert double + 100 * 10 + 10 == 61206
    assert dense([3072, 100, 100, 100, 10]) == 328510
    assert dense([3072, 20, 9, 7, 10]) == 61799
    assert 268 + 18 + 8 + 6 == 3 * 100
