"""The counterexamples of the errata sheets done again with fractions and nothing of the engine."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import erf, exp, pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "theorems" / "riedi2022" / "witnesses"
ONE, HALF = Fraction(1), Fraction(1, 2)
ID = [[ONE, 0 * ONE], [0 * ONE, ONE]]


def number(given: Any) -> Any:
    return [number(x) for x in given] if isinstance(given, list) else Fraction(given)


def witness(name: str) -> tuple[dict[str, Any], Any, Any]:
    """Inputs and the two sides, exact or the middle of a ball."""
    content = json.loads((FOLDER / f"riedi2022-{name}.json").read_text())
    inputs = {key: number(given["value"]) for key, given in content["inputs"].items()}
    return inputs, side(str(content["lhs"])), side(str(content["rhs"]))


def side(text: str) -> Any:
    if not text.startswith("["):
        return Fraction(text)
    return pytest.approx(float(sum(map(Fraction, text.strip("[]").split(","))) / 2), rel=1e-12)


def mul(A: Any, B: Any) -> Any:
    return [
        [sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*B, strict=True)] for row in A
    ]


def apply(A: Any, x: Any) -> Any:
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in A]


def t(A: Any) -> Any:
    return [list(row) for row in zip(*A, strict=True)]


def plus(A: Any, B: Any, by: Any = 1) -> Any:
    return [[x + by * y for x, y in zip(r, q, strict=True)] for r, q in zip(A, B, strict=True)]


def squares(x: Any) -> Any:
    return sum(entry * entry for entry in x)


def relu(x: Any) -> Any:
    return max(x, 0 * ONE)


@pytest.mark.parametrize("listed", ["rows", "columns"])
def test_lemma_8_in_either_order(listed: str) -> None:
    given, lhs, rhs = witness("lem-8.50" if listed == "rows" else "lem-8.50-columns")
    MD, W, z = mul(given["M"], given["D"]), given["W"], given["z"]
    assert squares(apply(MD, apply(W, z))) == lhs
    pieces = W if listed == "rows" else t(W)
    assert sum(squares([z_j * y for y in apply(MD, w)]) for z_j, w in zip(z, pieces, strict=True)) == rhs
    assert lhs != rhs
    # The matrix of the sheet, MD x z' for rows and z' x MD for columns, has the left side.
    first = [[a * x for a in row for x in z] for row in MD]
    second = [[x * a for x in z for a in row] for row in MD]
    w = [x for piece in pieces for x in piece]
    assert squares(apply(first if listed == "rows" else second, w)) == lhs


def test_the_batch_of_63() -> None:
    given, lhs, rhs = witness("cor-11.63-form")
    z, x = given["z"], given["x"]
    assert given["A"] == given["B"]
    assert mul(t(given["A"]), given["A"]) == ID  # so C = c = 1, and the form is Id x mean(zz')
    twice = [[z[i] * z[j] + x[i] * x[j] for j in range(2)] for i in range(2)]
    assert twice == [[2, 1], [1, 1]]
    assert (3 + sqrt(5)) / (3 - sqrt(5)) == lhs  # its eigenvalues are (3 +- sqrt 5)/2
    assert pytest.approx((7 + 3 * sqrt(5)) / 2) == (3 + sqrt(5)) / (3 - sqrt(5))
    means = [(a * a + b * b) / 2 for a, b in zip(z, x, strict=True)]
    assert max(means) / min(means) == rhs


def of_two(a: Any, b: Any, c: Any) -> float:
    """The condition number of [a b; b c], positive definite."""
    root = sqrt((a - c) ** 2 + 4 * b * b)
    return float(a + c + root) / float(a + c - root)


def test_averaging_tempers_nothing() -> None:
    given, lhs, rhs = witness("num-data")
    assert given["A"] == [[0, 0], [0, 1]]  # one singular value that is not 0: kappa(MD) = 1
    z, x = given["z"], given["x"]
    assert of_two(*((z[i] * z[j] + x[i] * x[j]) / 2 for i, j in ((0, 0), (0, 1), (1, 1)))) == lhs
    assert rhs == 1


def test_theorem_42_has_no_form_for_relu() -> None:
    given, lhs, rhs = witness("thm-42.153-relu")
    assert (given["X"], given["D_1"], given["D"]) == ([[1, 0], [0, 2]], [[0, 0], [0, 1]], ID)
    assert (1 + HALF / 2) / (1 - HALF / 2) <= 2  # kappa(W_1) = 2 and s_1(W_1) = 1/4
    assert (lhs, rhs) == (1, 1 + HALF / 2)  # diag(0, 1/4) and diag(1, 5/4)


def test_two_residual_layers() -> None:
    given, lhs, rhs = witness("eq-44")
    (W_1,), (W_2,) = given["W_1"][0], given["W_2"][0]
    (b_1,), (b_2,), (z,) = given["b_1"], given["b_2"], given["z"]

    def f(x: Any, W: Any, b: Any) -> Any:
        return relu(W * x + b) + x

    step = Fraction(1, 100)
    slope = (f(f(z + step, W_1, b_1), W_2, b_2) - f(f(z, W_1, b_1), W_2, b_2)) / step
    assert slope == lhs == 2
    assert rhs == W_2 * W_1 + 1  # both slopes of the activation are 1 there


def test_the_region_moves_with_rho() -> None:
    given, lhs, rhs = witness("eq-48.region")
    z_1 = relu(given["W"][0][0] * given["z"][0] + given["b"][0])
    assert z_1 == 2

    def slope(rho: Any) -> int:
        t_1 = given["W_1"][0][0] * z_1 + given["b_1"][0]
        assert t_1 > 0  # (2) defines no D_1 at 0
        z_2 = relu(t_1) + rho * z_1
        assert given["W_2"][0][0] * z_2 + given["b_2"][0] == 1 - 2 * rho
        return int(1 - 2 * rho > 0)

    assert (slope(given["rho"]), slope(given["rho_1"])) == (lhs, rhs)


def test_lemma_20_and_the_sentence_before_lemma_19() -> None:
    given, lhs, rhs = witness("lem-20.main")
    assert mul(given["X"], [[ONE], [0 * ONE]]) == [[0], [0]]  # the singular value 0 with w = e_1
    M = plus(given["X"], ID, given["h"])
    gram = mul(t(M), M)
    assert gram == [[1, 1], [1, 2]]
    assert (gram[1][0], 0) == (lhs, rhs)
    given, lhs, rhs = witness("lem-19.pre-eig")
    M = plus(given["X"], ID, given["h"])
    (a, b), (c, d) = plus(mul(t(M), M), ID, -1)
    assert (a * d - b * c, 0) == (lhs, rhs)


def test_lemma_19_at_a_multiple_singular_value() -> None:
    given, lhs, rhs = witness("lem-19.plus")
    M = [[2 * x - (i == j) for j, x in enumerate(row)] for i, row in enumerate(given["P"])]
    assert mul(t(M), M) == [[int(i == j) for j in range(3)] for i in range(3)]
    for h in (-HALF, HALF):  # s_2 of the diagonal matrix M + h Id
        assert sorted((abs(M[i][i] + h) for i in range(3)), reverse=True)[1] == 1 + h
    assert (apply(M, given["w"])[0], given["w"][0]) == (lhs, rhs)


def test_ellipsoid_quartic_and_offset() -> None:
    given, lhs, rhs = witness("eq-48.shape")
    assert squares(apply(given["MD"], apply(given["E"], given["z"]))) == lhs == rhs == 0
    given, lhs, rhs = witness("eq-4-jointly")
    assert (given["W"], given["W_1"], given["z"], given["y"]) == ([[1]], [[1]], [1], [0])
    at = [(1 + Fraction(k, 8)) ** 4 for k in range(4)]
    assert (at[3] - 3 * at[2] + 3 * at[1] - at[0], 0) == (lhs, rhs)
    given, lhs, rhs = witness("eq-1-9.offset")
    (W_1,), (b,), (e,) = given["W_1"][0], given["b"], given["e"]

    def curvature(offset: Any) -> Any:
        z_1 = relu(given["W"][0][0] * given["z"][0] + offset)
        assert z_1 > 0
        return W_1**2 if W_1 * z_1 + given["b_1"][0] > 0 else 0

    assert (curvature(b), curvature(b + e)) == (lhs, rhs)


def test_symmetric_matrices_and_lower_bounds() -> None:
    given, lhs, rhs = witness("eq-12.sym")
    A = plus([[2 * x for x in row] for row in given["P"]], ID, -1)
    w = given["w"]
    assert apply(mul(t(A), A), w) == w
    assert apply(A, w) == [1, -1]
    assert (sum(x * y for x, y in zip(w, apply(A, w), strict=True)) ** 2, squares(w) ** 2) == (lhs, rhs)
    given, lhs, _ = witness(
        "eq-73a-real"
    )  # diagonal: tau is twice the smallest entry, s_2 the smaller modulus
    a, rho = [row[k] for k, row in enumerate(given["M_o"])], given["rho"]
    assert min(map(abs, a)) ** 2 + rho * 2 * min(a) + rho**2 == lhs
    given, lhs, rhs = witness("lem-21.compare-lower")
    a, rho = [row[k] for k, row in enumerate(given["M_o"])], given["rho"]
    assert rho - max(map(abs, a)) == lhs
    assert min(map(abs, a)) ** 2 + rho * 2 * min(a) + rho**2 == rhs
    given, lhs, rhs = witness("lem-21.pre")
    assert (abs(given["M_o"][0][0] + given["rho"]), abs(given["M_o"][0][0])) == (lhs, rhs)


def test_the_tightest_bound() -> None:
    given, lhs, rhs = witness("thm-22.rem-4-limit")
    r = float(given["r"])
    assert (1 - 1 / (sqrt(2) * r), sqrt(1 - 1 / r)) == (lhs, rhs)
    given, lhs, rhs = witness("lem-36.116a-tighter")
    a = [float(row[k]) for k, row in enumerate(given["W_1"])]
    s_1, low, up = max(map(abs, a)), 2 * min(a), 2 * max(a)
    above = sqrt(s_1**2 + up + 1)
    assert (above / sqrt(low + 1), above / (1 - s_1)) == (lhs, rhs)


def test_the_norm_of_no_matrix() -> None:
    given, lhs, rhs = witness("lem-36.113b")
    assert given["K"] == [[0] * 4] * 4
    n, r = 4, float(given["r"])
    mu = (sqrt(n - 1) + sqrt(n)) ** 2
    q = sqrt(mu) * (1 / sqrt(n - 1) + 1 / sqrt(n)) ** (1 / 3)
    assert (0, (1 + n ** (-2 / 3) * (-mu / q) / sqrt(2)) / (2 * r**2)) == (lhs, rhs)


def test_a_batch_with_relu() -> None:
    """Theta lies in the printed range, from 4 to 2 sqrt(5), which no smaller n has."""
    given, lhs, rhs = witness("num-batch")
    assert given["X"] == given["P_1"] == given["Q_1"] == [[0] * 5] * 5
    first, second = ([row[k] for k, row in enumerate(given[name])] for name in ("P", "Q"))
    assert (first, second) == ([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])
    assert (given["a"], given["b"]) == (25, 1)  # the squares of the first coordinates of 5 e_1 and e_1
    block = [given["a"] * p + given["b"] * q for p, q in zip(first, second, strict=True)]
    assert max(block) / min(filter(None, block)) == lhs
    assert 16 < given["theta"] ** 2 <= 4 * 5
    need = 2 + 2 * 5 + given["theta"]
    r = need + given["e"]
    assert ((1 + 1 / r) / ((1 - need / r) / 2)) ** 2 == rhs < lhs


def test_all_regions_at_once() -> None:
    """Theta lies in the printed range, from 4 to 2 sqrt(5)."""
    given, c, smallest = witness("cor-40.151a")
    assert given["X"] == [[0] * 5] * 5
    assert [row[k] for k, row in enumerate(given["D_1"])] == [1] * 5
    assert [row[k] for k, row in enumerate(given["D"])] == [1, 1, 1, 1, 0]  # m = 1: one deleted output
    assert 16 < given["theta"] ** 2 <= 20
    need = 2 + 2 * 5 + given["theta"]
    assert (c, smallest) == ((1 - need / (need + given["e"])) / 2, 0)


def test_an_offset_changes_the_shape_for_a_batch() -> None:
    """The second moments of the data with the entry 1 appended; without it the form is one number."""
    given, lhs, rhs = witness("eq-1-9.offset-batch")
    (z,), (x,) = given["z"], given["x"]
    assert pytest.approx((7 + 3 * sqrt(5)) / 2) == of_two((z * z + x * x) / 2, (z + x) / 2, ONE) == lhs
    assert rhs == 1


# The counterexamples to Dittmer, King and Maass (2019) done again without the engine.


FOLDER_RELU_ERRATA_BY_HAND = Path(__file__).parents[2] / "theorems" / "dittmer2019" / "witnesses"


def witness_relu_errata_by_hand(name):
    """Inputs, left and right side of a stored witness, as floats or arrays of them."""
    content = json.loads((FOLDER_RELU_ERRATA_BY_HAND / f"dittmer2019-{name}.json").read_text())
    inputs = {key: array(given["value"]) for key, given in content["inputs"].items()}
    return inputs, middle(content["lhs"]), middle(content["rhs"])


def array(value):
    return np.array([array(x) for x in value]) if isinstance(value, list) else float(Fraction(value))


def middle(text):
    parts = [float(Fraction(part)) for part in str(text).strip("[]").split(",")]
    return pytest.approx(sum(parts) / len(parts), rel=1e-12)


def relu_relu_errata_by_hand(y):
    return np.maximum(y, 0.0)


def error(L, x):
    A = np.array([[1.0, 0.0], [-1.0, 1.0]])
    return np.linalg.norm(relu_relu_errata_by_hand(A @ x) - relu_relu_errata_by_hand(L @ x))


def test_three_points_report_less_than_a_lower_bound():
    """sigma_1 = (sqrt(5) - 1)/2; and the same L is far from A where nothing was looked at."""
    inputs, lhs, rhs = witness_relu_errata_by_hand("eq-9-10.upper")
    t = inputs["t"]
    L = np.outer([1, -t], [1, -1 / t])
    reported = max(error(L, np.array(x)) for x in ([1, 0], [0, 1], [0.5**0.5, 0.5**0.5]))
    assert (lhs, rhs) == ((sqrt(5) - 1) / 2, reported)
    assert reported < (sqrt(5) - 1) / 2
    assert error(L, np.array([-1, 0])) == pytest.approx(t - 1)


def test_ball_and_sphere():
    """The widths along g of {relu(a x)}, over a grid of [-1, 1] and over its two ends."""
    inputs, lhs, rhs = witness_relu_errata_by_hand("cor-11.ball")
    along = [inputs["g"] @ relu_relu_errata_by_hand(inputs["a"] * x) for x in np.linspace(-1, 1, 201)]
    ends = (along[0], along[-1])
    assert (lhs, rhs) == (max(along) - min(along), max(ends) - min(ends))
    assert lhs != rhs


@pytest.mark.parametrize("name", ["lem-4.case-3", "lem-4.case-4"])
def test_the_table_of_lemma_4(name):
    inputs, lhs, rhs = witness_relu_errata_by_hand(name)
    a, b = inputs["a"], inputs["b"]
    assert a * b < 0
    assert (lhs, rhs) == ((a - b) ** 2, (a + b) ** 2)
    assert (relu_relu_errata_by_hand(a) - relu_relu_errata_by_hand(b)) ** 2 > (a + b) ** 2


def test_the_density_of_a_plane_gaussian():
    """exp(-r^2/2)/(2 pi) at n = 2."""
    inputs, lhs, rhs = witness_relu_errata_by_hand("lem-13.prod-b")
    r, n = inputs["r"], inputs["n"]
    assert lhs == exp(-(r**2) / 2) / (2 * pi) ** (n / 2)
    assert rhs == exp(-(r**2) / 2) / sqrt(2 * pi**n)


def test_the_variance_of_a_product_of_layers():
    """Of k products w m with the variance (4/k)/(2n)."""
    inputs, lhs, rhs = witness_relu_errata_by_hand("def-15.fulfilled")
    k, m, n = inputs["k"], inputs["m"], inputs["n"]
    assert (lhs, rhs) == (k * (4 / k) / (2 * n), 4 / (m + n))


def test_an_index_of_equal_singular_values():
    inputs, lhs, rhs = witness_relu_errata_by_hand("alg-hp.step-2k")
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
