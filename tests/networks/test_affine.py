"""A network is affine in its region, with the matrices that the paper names; in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb.networks import Bypass, Layer, activations, affine, forward, pattern, same_region, slopes
from tests.networks.zoo import ETAS, layer, networks, numbers

NAMES = ("one layer", "plain", "residual", "one skip", "rectangular")


def equal(a: Any, b: Any) -> bool:
    return bool(np.all(np.asarray(a) == np.asarray(b)))


@pytest.mark.parametrize("eta", ETAS)
@pytest.mark.parametrize("name", NAMES)
def test_the_output_is_affine_in_the_region_of_the_input(name: str, eta: Fraction) -> None:
    rng, met = np.random.default_rng(1), 0
    for _ in range(20):
        network = networks(rng, eta)[name]
        z, step = numbers(rng, 3), numbers(rng, 3)
        A, B = affine(network, z)
        near = z + step / Fraction(64)
        assert equal(forward(network, z), A @ z + B)
        if same_region(network, z, near):
            met += 1
            assert equal(forward(network, near), A @ near + B)
    assert met > 5


@pytest.mark.parametrize("eta", [e for e in ETAS if e != 1])
def test_beyond_the_region_it_is_another_affine_map(eta: Fraction) -> None:
    network = (Layer(np.array([[1]], dtype=object), np.array([0], dtype=object), eta),)
    z, far = np.array([Fraction(1)], dtype=object), np.array([Fraction(-1)], dtype=object)
    A, B = affine(network, z)
    assert not same_region(network, z, far)
    assert not equal(forward(network, far), A @ far + B)


@pytest.mark.parametrize("eta", ETAS)
def test_the_matrices_are_those_of_the_paper(eta: Fraction) -> None:
    """(37) for plain layers, the product of the D W + rho Id for residual ones, (44) for one skip."""
    rng = np.random.default_rng(2)
    one, two, z = layer(rng, 3, 3, eta), layer(rng, 3, 3, eta), numbers(rng, 3)
    rho, eye = Fraction(3, 2), np.eye(3, dtype=object)
    D = [np.diag(d) for d in activations((one, two), z)]
    product = D[1] @ two.W @ D[0] @ one.W
    assert equal(affine((one, two), z)[0], product)
    assert equal(affine((Bypass((one, two), rho),), z)[0], product + rho * eye)
    first, second = Layer(one.W, one.b, eta, rho), Layer(two.W, two.b, eta, rho)
    E = [np.diag(d) for d in activations((first, second), z)]
    chain = (E[1] @ two.W + rho * eye) @ (E[0] @ one.W + rho * eye)
    assert equal(affine((first, second), z)[0], chain)
    assert not equal(chain, E[1] @ two.W @ E[0] @ one.W + rho * eye)


@pytest.mark.parametrize("eta", ETAS)
def test_slopes_are_those_of_the_activation(eta: Fraction) -> None:
    t = np.array([Fraction(-2), Fraction(0), Fraction(1, 3)], dtype=object)
    assert equal(slopes(t, eta) * t, np.maximum(t, eta * t))
    assert set(slopes(t, eta)) <= {1, eta}


def test_a_batch_of_inputs_is_its_members() -> None:
    rng = np.random.default_rng(3)
    for network in networks(rng, Fraction(1, 10), exact=False).values():
        points = rng.standard_normal((4, 5, 3))
        outputs, signs = forward(network, points), pattern(network, points)
        for at in np.ndindex(4, 5):
            np.testing.assert_allclose(outputs[at], forward(network, points[at]), rtol=1e-12)
            single = pattern(network, points[at])
            assert all(equal(s[at], t) for s, t in zip(signs, single, strict=True))


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match=r"W of shape \(2, 3\) and b of shape \(3,\)"):
        Layer(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ValueError, match="rho = 1 needs a square W"):
        Layer(np.ones((2, 3)), np.ones(2), 0, 1)
