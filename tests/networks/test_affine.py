"""A network is affine in its region, with the matrices that the paper names; in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb.networks import Network, chain, dense, leaky, residual
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
        A, B = network.affine(z)
        near = z + step / Fraction(64)
        assert equal(network(z), A @ z + B)
        if network.same_region(z, near):
            met += 1
            assert equal(network(near), A @ near + B)
    assert met > 5


@pytest.mark.parametrize("eta", [e for e in ETAS if e != 1])
def test_beyond_the_region_it_is_another_affine_map(eta: Fraction) -> None:
    network = dense([[[1]]], [[0]], last=leaky(eta))
    z, far = np.array([Fraction(1)], dtype=object), np.array([Fraction(-1)], dtype=object)
    A, B = network.affine(z)
    assert not network.same_region(z, far)
    assert not equal(network(far), A @ far + B)


def diagonals(network: Network, z: Any) -> list[Any]:
    pairs = zip(network.bent, network.pattern(z), strict=True)
    return [np.diag(node.activation.slopes(signs)) for node, signs in pairs]


@pytest.mark.parametrize("eta", [e for e in ETAS if e != 1])
def test_the_matrices_are_those_of_the_paper(eta: Fraction) -> None:
    """(37) for plain layers, the product of the D W + rho Id for residual ones, (44) for one skip."""
    rng = np.random.default_rng(2)
    one, two, z = layer(rng, 3, 3, eta), layer(rng, 3, 3, eta), numbers(rng, 3)
    V, W = one.nodes[0].matrices[0], two.nodes[0].matrices[0]
    rho, eye = Fraction(3, 2), np.eye(3, dtype=object)
    D = diagonals(chain(one, two), z)
    product = D[1] @ W @ D[0] @ V
    assert equal(chain(one, two).affine(z)[0], product)
    assert equal(residual(chain(one, two), rho).affine(z)[0], product + rho * eye)
    both = chain(residual(one, rho), residual(two, rho))
    E = diagonals(both, z)
    linear = (E[1] @ W + rho * eye) @ (E[0] @ V + rho * eye)
    assert equal(both.affine(z)[0], linear)
    assert not equal(linear, E[1] @ W @ E[0] @ V + rho * eye)


@pytest.mark.parametrize("eta", ETAS)
def test_slopes_are_those_of_the_activation(eta: Fraction) -> None:
    t, phi = np.array([Fraction(-2), Fraction(0), Fraction(1, 3)], dtype=object), leaky(eta)
    assert equal(phi.slopes(t) * t, np.maximum(t, eta * t))
    assert equal(phi(t), np.maximum(t, eta * t))
    assert {Fraction(str(s)) for s in phi.slopes(t)} <= {Fraction(1), eta}


def test_a_batch_of_inputs_is_its_members() -> None:
    rng = np.random.default_rng(3)
    for network in networks(rng, Fraction(1, 10), exact=False).values():
        points = rng.standard_normal((4, 5, 3))
        outputs, signs = network(points), network.pattern(points)
        for at in np.ndindex(4, 5):
            np.testing.assert_allclose(outputs[at], network(points[at]), rtol=1e-12)
            single = network.pattern(points[at])
            assert all(equal(s[at], t) for s, t in zip(signs, single, strict=True))


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match=r"weights of shape \(2, 3\) and a bias of 3"):
        dense([np.ones((2, 3))], [np.ones(3)])
    with pytest.raises(ValueError, match="a skip from 3 to 2 numbers needs a matrix"):
        residual(dense([np.ones((2, 3))]), 1)
