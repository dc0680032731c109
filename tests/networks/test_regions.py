"""Regions of the input space and circular convolution, against counts and routines that are known."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, fmpq
from scipy import linalg

from perturb import vocab
from perturb.networks import RELU, Network, Trained, circulant, circulant_blocks, dense, leaky, region_codes
from perturb.numbers.errors import Undefined
from perturb.vocab.grammar.tree import WORDS


def grid(width: float = 4.0, count: int = 201) -> np.ndarray:
    """Points off the cuts: shifted by an irrational part of a step."""
    line = np.linspace(-width, width, count) + np.sqrt(2) / count
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


LINES = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def cut(*offsets: float) -> Network:
    """One layer of three neurons."""
    return dense([LINES], [np.array(offsets)], last=RELU)


def test_three_cuts_in_general_position_make_seven_regions() -> None:
    """As in Figure 3; through one point the three cuts make six."""
    assert len(set(region_codes(cut(0.0, 0.0, -1.0), grid()))) == 7
    assert len(set(region_codes(cut(0.0, 0.0, 0.0), grid()))) == 6


def test_a_second_layer_refines_the_partition() -> None:
    rng = np.random.default_rng(9)
    phi = leaky(0.1)
    both = dense(
        [LINES, rng.standard_normal((3, 3))], [np.array([0.0, 0.0, -1.0]), rng.standard_normal(3)], phi, phi
    )
    coarse, fine = region_codes(both.head(1), grid()), region_codes(both, grid())
    pairs = set(zip(fine.tolist(), coarse.tolist(), strict=True))
    assert len(pairs) == len(set(fine.tolist())) > 7


def test_codes_and_membership_agree() -> None:
    network, points = cut(0.0, 0.0, -1.0), grid(2.0, 9)
    codes = region_codes(network, points)
    inside = network.same_region(points, points[3])
    assert np.array_equal(inside, codes == codes[3])
    assert 0 < inside.sum() < len(points)


def test_a_point_on_a_cut_is_in_no_region() -> None:
    network = cut(0.0, 0.0, -1.0)
    on, beside = np.array([0.0, 2.0]), np.array([0.25, 2.0])
    assert not network.same_region(on, on)
    assert not network.same_region(on, beside)
    assert network.same_region(beside, beside)
    assert not Trained(network, 1).same_region(on, LINES)
    assert Trained(network, 1).same_region(beside, LINES)


def test_circulant_is_circular_convolution() -> None:
    rng = np.random.default_rng(10)
    v, u = rng.standard_normal(5), rng.standard_normal(5)
    np.testing.assert_array_equal(circulant(v), linalg.circulant(v))
    np.testing.assert_array_equal(circulant(v), vocab.circulant(v))
    np.testing.assert_allclose(circulant(v) @ u, np.fft.ifft(np.fft.fft(v) * np.fft.fft(u)).real)


def test_block_circulant_is_convolution_of_images() -> None:
    rng = np.random.default_rng(11)
    kernel, image = rng.standard_normal((3, 5)), rng.standard_normal((3, 5))
    product = np.fft.ifft2(np.fft.fft2(kernel) * np.fft.fft2(image)).real
    np.testing.assert_allclose((circulant_blocks(kernel) @ image.ravel()).reshape(3, 5), product, atol=1e-12)
    W = circulant_blocks(kernel)
    np.testing.assert_array_equal(W[:5, :5], circulant(kernel[0]))
    np.testing.assert_array_equal(W[5:10, :5], W[10:, 5:10])


def test_the_word_and_the_function_agree_off_zero() -> None:
    t = np.array([-2.0, 3.0, -0.5])
    for eta in (-1.0, 0.0, 0.1, 1.0):
        np.testing.assert_array_equal(vocab.slopes(t, eta), leaky(eta).slopes(t))


def test_the_slope_at_zero_is_undefined_and_unknown_in_a_ball_astride_zero() -> None:
    certified = WORDS["slopes"].certified
    assert certified is not None
    with pytest.raises(Undefined):
        certified(None, (fmpq(1), fmpq(0)), fmpq(1, 10))
    found = certified(None, (arb(1, 0.5), arb(-1, 0.5), arb(0, 1)), fmpq(1, 10))
    assert found[:2] == (1, fmpq(1, 10))
    assert found[2].is_nan()
    assert np.isnan(vocab.slopes(np.array([0.0]), 0.1)).all()
