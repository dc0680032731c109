"""The loss as a function of the weights of one layer: quadratic in a region, with Hessian 2 Q'Q."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb.networks import Trained, chain, dense, quadratic, residual
from tests.networks.zoo import ETAS, layer, numbers


def deep(rng: np.random.Generator, eta: Any, kind: str, exact: bool = True) -> Trained:
    """A layer before the trained one, the trained one, and two layers after it."""
    eta = eta if exact else float(eta)
    rho = 1 if kind == "residual" else 0
    after = (layer(rng, 2, 2, eta, rho, exact), layer(rng, 2, 2, eta, rho, exact))
    tail = residual(chain(*after), 1) if kind == "one skip" else chain(*after)
    return Trained(chain(layer(rng, 3, 2, eta, 0, exact), layer(rng, 2, 3, eta, 0, exact), tail), 2)


KINDS = ("plain", "residual", "one skip")


@pytest.mark.parametrize("eta", ETAS)
@pytest.mark.parametrize("kind", KINDS)
def test_second_differences_are_exactly_those_of_the_form(kind: str, eta: Fraction) -> None:
    """L(W + E) - 2 L(W) + L(W - E) = 2 |Q vec E|^2 with rational numbers, for both flattenings."""
    rng, met = np.random.default_rng(4), 0
    for _ in range(12):
        net = deep(rng, eta, kind)
        x, y, E = numbers(rng, 2), numbers(rng, 2), numbers(rng, 2, 3) / Fraction(4096)
        ahead, back = net.with_weights(net.W + E), net.with_weights(net.W - E)
        if not (net.same_region(x, ahead.W) and net.same_region(x, back.W)):
            continue
        met += 1
        difference = ahead.loss(x, y) - 2 * net.loss(x, y) + back.loss(x, y)
        rows, columns = net.Q(x) @ E.ravel(), net.Q(x, "columns") @ E.T.ravel()
        assert np.all(rows == columns)
        assert difference == 2 * (rows * rows).sum()
    assert met > 4


@pytest.mark.parametrize("kind", KINDS)
def test_hessian_by_finite_differences(kind: str) -> None:
    rng, met, h = np.random.default_rng(5), 0, 2.0**-10
    for _ in range(6):
        net = deep(rng, Fraction(1, 10), kind, exact=False)
        x, y, W = numbers(rng, 2, exact=False), numbers(rng, 2, exact=False), net.W
        units = [h * unit.reshape(W.shape) for unit in np.eye(W.size)]
        if not all(net.same_region(x, W + s * e + t * f) for e in units for f in units for s in (1, -1)
                   for t in (1, -1)):  # fmt: skip
            continue
        met += 1

        def mixed(e: Any, f: Any, net: Trained = net, x: Any = x, y: Any = y, W: Any = W) -> Any:
            corners = [(1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1)]
            values = [sign * net.with_weights(W + s * e + t * f).loss(x, y) for sign, s, t in corners]
            return sum(values) / (4 * h * h)

        hessian = np.array([[mixed(e, f) for f in units] for e in units])
        Q = net.Q(x)
        rounding = 64 * np.finfo(float).eps * max(1.0, net.loss(x, y)) / (4 * h * h)
        np.testing.assert_allclose(hessian, 2 * Q.T @ Q, rtol=1e-12, atol=rounding)
        assert np.abs(hessian).max() > 100 * rounding
    assert met > 0


@pytest.mark.parametrize("kind", KINDS)
def test_output_is_MDWz_plus_B_throughout_the_region(kind: str) -> None:
    rng = np.random.default_rng(6)
    net = deep(rng, Fraction(1, 10), kind)
    x, E = numbers(rng, 2), numbers(rng, 2, 3) / Fraction(10**6)
    moved = net.with_weights(net.W + E)
    assert net.same_region(x, moved.W)
    M, d = net.M_and_d(x)
    assert np.all(moved.output(x) == (M * d) @ moved.W @ net.input(x) + net.B(x))
    assert np.all(moved.B(x) == net.B(x))


def test_the_region_is_left_when_a_sign_changes() -> None:
    net = Trained(dense([[[1.0]], [[1.0]]], [[0.0], [-1.0]], last="relu"), 1)
    x = np.array([2.0])
    assert net.same_region(x, np.array([[0.75]]))
    assert not net.same_region(x, np.array([[0.25]]))  # the second layer's pre-activation turns
    assert not net.same_region(x, np.array([[-1.0]]))


def test_a_batch_loss_is_the_mean_and_its_form_the_mean_of_the_forms() -> None:
    rng = np.random.default_rng(7)
    net = deep(rng, Fraction(-1), "residual")
    x, y, E = numbers(rng, 5, 2), numbers(rng, 5, 2), numbers(rng, 2, 3) / Fraction(10**6)
    assert net.loss(x, y) == sum(net.loss(a, b) for a, b in zip(x, y, strict=True)) / Fraction(5)
    ahead, back = net.with_weights(net.W + E), net.with_weights(net.W - E)
    assert all(net.same_region(a, V.W) for a in x for V in (ahead, back))
    steps = [net.Q(a) @ E.ravel() for a in x]
    form = sum((v * v).sum() for v in steps) / Fraction(5)
    assert ahead.loss(x, y) - 2 * net.loss(x, y) + back.loss(x, y) == 2 * form


def test_an_offset_undoes_a_step_of_the_weights() -> None:
    rng = np.random.default_rng(8)
    net = deep(rng, Fraction(0), "residual")
    x, y, E = numbers(rng, 2), numbers(rng, 2), numbers(rng, 2, 3)
    moved = net.with_weights(net.W + E, net.layer.bias - E @ net.input(x))
    assert moved.loss(x, y) == net.loss(x, y)


def test_the_printed_matrix_is_not_the_quadratic_form() -> None:
    M, d, z, W = np.eye(2), np.ones(2), np.array([1.0, 1.0]), np.array([[1.0, -1.0], [0.0, 0.0]])
    printed = np.kron(np.diag(z), M * d)
    assert np.sum((quadratic(M, d, z) @ W.ravel()) ** 2) == np.sum((M @ W @ z) ** 2) == 0
    assert np.sum((printed @ W.ravel()) ** 2) == 2


def test_bad_input_is_named() -> None:
    one = dense([np.eye(2)], last="relu")
    with pytest.raises(ValueError, match="k = 3 is not the number of a layer"):
        Trained(one, 3)
    with pytest.raises(ValueError, match="k = 2 is not the number of a layer"):
        Trained(residual(one), 2)
    with pytest.raises(ValueError, match="order = 'diagonals'"):
        quadratic(np.eye(2), np.ones(2), np.ones(2), "diagonals")
