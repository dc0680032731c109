"""Networks, exactly: affine in regions, counts of these, deep representations, Lipschitz constants."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from scipy import linalg

from perturb import vocab
from perturb.networks import (
    RELU,
    Network,
    Trained,
    cells,
    chain,
    circulant,
    circulant_blocks,
    dense,
    leaky,
    lipschitz_bounds,
    lipschitz_constant,
    region_codes,
    residual,
)
from perturb.networks.arithmetic import fractions
from perturb.networks.lipschitz import Enclosure
from perturb.numbers.errors import Undefined
from perturb.vocab.grammar.tree import WORDS
from simulations.heinecke2019 import fig_1, fig_2
from simulations.heinecke2019.source import partition
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


# Regions of the input space and circular convolution, against counts and routines that are known.


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


# Heinecke and Hwang (2019) on small networks, exactly: Example 2, Corollary 4, Theorem 5, ties.


FIRST = fig_1.FIRST


def test_seven_regions_exactly_for_weights_against_the_bias() -> None:
    """And at most five without it, five maps for a positive and four for a negative bias."""
    for w, v, b in product((-2, -1, 0, 1, 3), (-1, 0, 2), (-1, 0, 1)):
        found = cells(dense([FIRST, [[w, v]], [[1]]], [[1, -1], [b], [5]]))
        maps = {str(cell.map) for cell in found.cells}
        assert (found.configurations == 7) == (w * b < 0 and v * b < 0)
        assert found.configurations == found.full_dimensional
        assert len(maps) <= (5 if b > 0 else 4)
        assert b or found.configurations <= 5
    assert cells(fig_1.SEVEN).configurations == 7
    assert cells(fig_1.FIVE).configurations == 5


def test_no_biases_make_cones() -> None:
    rng = np.random.default_rng(0)
    found = cells(dense([rng.integers(-3, 4, size=s) for s in ((3, 3), (3, 3), (1, 3))]))
    assert all(h[0] == 0 for cell in found.cells for h in cell.cone.sides[1:])
    assert all((cell.b == 0).all() for cell in found.cells)
    for cell in found.cells:
        assert found.at(cell.point * Fraction(7, 3)) is cell


def test_ties_decide_how_many_configurations_there_are() -> None:
    """Two equal neurons: two configurations, not the four of closed half-lines. Zero layers: one."""
    assert cells(dense([[[1], [1]]], last="relu")).configurations == 2
    assert cells(dense([[[0], [0]], [[0, 0]]], last="relu")).configurations == 1
    apart = cells(dense([[[1], [-1]]], last="relu"))
    assert (apart.configurations, apart.full_dimensional) == (3, 2)


def test_the_linear_part_is_the_sum_over_active_paths() -> None:
    """Theorem 5 (iii), path by path, against the matrix of the cell; its rank is at most min s_l."""
    rng = np.random.default_rng(1)
    W = [rng.integers(-3, 4, size=s) for s in ((3, 2), (3, 3), (2, 3), (2, 2))]
    b = [rng.integers(-3, 4, size=len(M)) for M in W]
    for cell in cells(dense(W, b)).cells:
        q = [np.flatnonzero(bits) for bits in np.split(np.array(cell.configuration), [3, 6])]
        A = fractions(np.zeros((2, 2), dtype=int))
        for j, k, i in product(*q):
            A = A + W[2][i, k] * W[1][k, j] * np.outer(W[3][:, i], W[0][j])
        assert (A == cell.A).all()
        assert np.linalg.matrix_rank(cell.A.astype(float)) <= min(map(len, q))


def test_differences_are_those_of_the_linear_part() -> None:
    """Exactly, at a step so short that a cell is not left; and of a loss up to the square of the step."""
    rng = np.random.default_rng(2)
    W = [rng.integers(-3, 4, size=s) for s in ((3, 2), (3, 3), (2, 3))]
    network = dense(W, [rng.integers(-3, 4, size=len(M)) for M in W])
    step, target = Fraction(1, 10**40), fractions([1, -2])
    for cell in cells(network).cells:
        if cell.full_dimensional:
            x = cell.point
            y = network(x)
            gradient = cell.A.T @ (2 * (y - target))
            for k, e in enumerate(fractions(np.eye(2))):
                moved = network(x + step * e)
                assert ((moved - y) / step == cell.A[:, k]).all()
                loss = ((moved - target) @ (moved - target) - (y - target) @ (y - target)) / step
                assert abs(loss - gradient[k]) < Fraction(1, 10**30)


def test_each_layer_refines_the_partition_of_the_ones_before() -> None:
    deep = fig_2.network(0)
    coarse, fine = partition(deep.head(1)), partition(deep.head(2))
    before = {cell.configuration for cell in coarse.cells}
    assert {cell.configuration[:6] for cell in fine.cells} == before
    assert len(fine.cells) > len(coarse.cells)


# The exact Lipschitz constant against slopes of drawn pairs, against known ones, and below every bound.


def ends(x: Enclosure) -> tuple[float, float]:
    low, high = x.floats
    assert low is not None
    assert high is not None
    return low, high


def drawn(rng: np.random.Generator, *widths: int) -> dense:
    pairs = list(pairwise(widths))
    return dense([rng.standard_normal((m, n)) for n, m in pairs], [rng.standard_normal(m) for _, m in pairs])


def test_it_is_above_all_slopes_and_below_all_bounds() -> None:
    rng = np.random.default_rng(0)
    for widths in ((2, 4, 3, 2), (3, 4, 1)):
        network = drawn(rng, *widths)
        found = cells(network)
        table = lipschitz_bounds(found)
        low, high = ends(table["constant"])
        x, step = 3 * rng.standard_normal((3000, widths[0])), 1e-3 * rng.standard_normal((3000, widths[0]))
        slopes = np.linalg.norm(network(x + step) - network(x), axis=1) / np.linalg.norm(step, axis=1)
        assert 0.5 * low < slopes.max() <= high * (1 + 1e-9)
        assert high - low < 1e-12 * high
        assert all(low <= ends(bound)[1] for bound in table.values())
        assert ends(table["active blocks"])[0] <= ends(table["product of norms"])[1]


def test_a_linear_part_that_acts_on_no_inner_point_does_not_count() -> None:
    """Both neurons are positive nowhere: relu(x) and relu(-x) meet at 0, where no segment stays."""
    network = dense([[[1], [-1]], [[1, 1]]])
    assert lipschitz_constant(cells(network)).floats == (1.0, 1.0)
    assert ends(lipschitz_bounds(cells(network))["product of norms"])[0] == pytest.approx(2.0)


def test_skips_count_and_are_refused_by_the_bounds_of_chains() -> None:
    skip = residual(dense([[[1]], [[1]]]), 2)
    assert lipschitz_constant(cells(skip)).floats == (3.0, 3.0)
    with pytest.raises(ValueError, match="a chain of at least two layers"):
        lipschitz_bounds(cells(skip))


def test_theorem_6_is_attained_by_copies_of_one_unit() -> None:
    """W_1 and W_L of n equal unit rows and columns, w for all weights between: n^(L-1) w^(L-2) exactly."""
    n, w = 3, 2
    network = dense([[[1]] * n, [[w] * n] * n, [[1] * n]])
    table = lipschitz_bounds(cells(network))
    assert ends(table["constant"]) == ends(table["c r w^(L-2) n^(L-1)"]) == (n * n * w, n * n * w)
