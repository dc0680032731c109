"""Every word in every number system, and the words of ReLU layers, never by the theorem to be proved."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

import perturb.vocab
from perturb.networks.relu import layer_widths
from perturb.networks.relu import relu_singular_values as enclosed_values
from perturb.networks.relu.directions import mean_positive_norm
from perturb.networks.relu.layer_widths import ball_width, exact_image_width
from perturb.networks.relu.norm import groups
from perturb.networks.relu.point_widths import edges_width, perimeter_width, sphere_width
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import bounds, to_arb
from perturb.vocab import (
    gamma,
    mean_width,
    operator_width,
    relu_distance,
    relu_norm,
    relu_singular_values,
    relu_width,
    spherical_width,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Word, as_expr, variable
from perturb.vocab.systems.certified import CharPoly, Exact, Field, Residual
from perturb.vocab.systems.elements import NotKnown
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange, as_scalar, is_matrix
from tests.samples import KINDS, USES, Sample, array, exact, samples

ALL_WORDS = set(USES)
TOLERANCE = {
    "relu_norm": 1e-2,
    "relu_distance": 0.1,
    "relu_singular_values": 0.2,
    "numerical_radius": 1e-3,
    "moduli": 1e-5,
    "spectral_radius": 1e-5,
}
TRANSCENDENTAL = {"relu_norm", "relu_distance", "pi", "exp", "log", "gamma", "mat_exp", "numerical_radius"}
TRANSCENDENTAL |= {"principal_log", "operator_width", "mean_width", "relu_width", "relu_singular_values"}
TRANSCENDENTAL |= {"spherical_width"}
PARTIAL_EXACT = TRANSCENDENTAL | {"mat_sqrt", "mat_abs", "pow", "schatten", "nuclear"}
PARTIAL_EXACT |= {"moduli", "spectral_radius"}
PARTIAL_EXACT |= {"mat_log", "eigenvector", "eigenprojection", "spectral_projection"}
PARTIAL_EXACT |= {"principal_sqrt", "principal_log"}


def _in(those: set[str], name: str) -> bool:
    """Is it one of those, or made of one?"""
    args = next(iter(USES[name]))[1]
    node = WORDS[name].node(*[variable(a, KINDS[a]) if isinstance(a, str) else as_expr(a) for a in args])
    return bool(those & {part.word.name for part in node.walk()})


NO_VALUE = object()
FIELDS: list[type[Field]] = [Residual, CharPoly, Exact]
words = pytest.mark.parametrize("name", sorted(ALL_WORDS))
some_not_known = pytest.mark.filterwarnings("ignore::perturb.vocab.systems.elements.NotKnown")


def test_public_words_are_words_symbols_or_builders() -> None:
    public = {name: getattr(perturb.vocab, name) for name in perturb.vocab.__all__}
    others = {name for name, value in public.items() if not isinstance(value, Word)}
    assert others == {"I", "given", "indices", "pi", "then"}
    assert {w.name for w in public.values() if isinstance(w, Word)} <= ALL_WORDS


def test_an_identity_is_a_block_beside_a_whole_batch() -> None:
    """It is one matrix, computed once, where its neighbours are many."""
    A = variable("A", Kind.MATRIX)
    batch = np.arange(12.0).reshape(3, 2, 2)
    found = Evaluation(Floats({"A": batch}))(perturb.vocab.block(perturb.vocab.eye(A), A, A.T, 0 * A))
    expected = [np.block([[np.eye(2), X], [X.T, np.zeros((2, 2))]]) for X in batch]
    np.testing.assert_array_equal(found, expected)


def certified(word: Word, args: tuple[Any, ...], sample: Sample, field: type[Field], bits: int) -> Any:
    node = word.node(*[variable(a, KINDS[a]) if isinstance(a, str) else as_expr(a) for a in args])
    with ctx.workprec(bits):
        try:
            return Evaluation(field(exact(sample), bits))(node)
        except (Undefined, OutOfRange):
            return NO_VALUE


def floated(word: Word, args: tuple[Any, ...], values: Callable[[str], Any]) -> Any:
    if not any(isinstance(a, str) for a in args):
        return Evaluation(Floats({}))(word.node(*map(as_expr, args)))
    try:
        return word(*[values(a) if isinstance(a, str) else a for a in args])
    except OutOfRange:
        return NO_VALUE


def screened(word: Word, args: tuple[Any, ...], sample: Sample) -> Any:
    """The form that a search sees, of a batch of one."""
    inputs = {a: _batch(array(sample[a])) for a in args if isinstance(a, str)}
    node = word.node(*[variable(a, KINDS[a]) if isinstance(a, str) else as_expr(a) for a in args])
    return Evaluation(Floats(inputs))(node)


def _batch(value: Any) -> Any:
    return (
        value
        if isinstance(value, int)
        else np.reshape(value, (1, *np.shape(value), *[1] * (2 - np.ndim(value))))
    )


def numbers(value: Any) -> list[Any]:
    """The certified numbers in a value, a matrix row by row."""
    if is_matrix(value):
        return [value[i, j] for i in range(value.nrows()) for j in range(value.ncols())]
    return [as_scalar(x) for x in value] if isinstance(value, tuple) else [as_scalar(value)]


def distance(x: float, ends: tuple[fmpq, fmpq]) -> float:
    """How far a float lies outside of an enclosure, relative to its size beyond 1."""
    exact_x = fmpq(*x.as_integer_ratio())
    outside = max(ends[0] - exact_x, exact_x - ends[1], fmpq(0))
    return float(outside.p) / float(outside.q) / max(1.0, abs(x))


def check(value: Any, floats: Any, tolerance: float) -> float:
    """The widest of the enclosures, after checking that each is met by its float; infinity without any."""
    found = [bounds(to_arb(x)) for x in numbers(value)]
    flat = np.ravel(floats)
    assert len(flat) == len(found)
    widest = 0.0
    for x, ends in zip(flat, found, strict=True):
        if ends is not None and math.isfinite(x):
            assert distance(float(x), ends) <= tolerance
        width = math.inf if ends is None else float((ends[1] - ends[0]).p) / float((ends[1] - ends[0]).q)
        widest = max(widest, width)
    return widest


@some_not_known
@words
@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.kernel)
def test_float_value_lies_in_the_certified_one(name: str, field: type[Field]) -> None:
    word, sharp = WORDS[name], 0
    for zoo, args in USES[name]:
        for sample in samples(zoo):
            try:
                value = certified(word, args, sample, field, 106)
            except Unavailable:
                assert field is Exact
                assert _in(PARTIAL_EXACT, name)
                continue
            if value is NO_VALUE:
                continue
            floats = floated(word, args, lambda a, sample=sample: array(sample[a]))
            assert floats is not NO_VALUE
            check(value, screened(word, args, sample), TOLERANCE.get(name, 1e-7))
            sharp += check(value, floats, 1e-9) < 1e-6
    assert sharp or (field is Exact and _in(TRANSCENDENTAL, name))


@some_not_known
@words
def test_a_batch_is_its_members_one_by_one(name: str) -> None:
    word = WORDS[name]
    for zoo, args in USES[name]:
        if not any(isinstance(a, str) and KINDS[a] is Kind.MATRIX for a in args):
            continue
        for sample in samples(zoo):
            scales = (1.0, -0.5, 2.0) if zoo != "psd" else (1.0, 0.5, 2.0)
            batch = floated(word, args, partial(stacked, sample, scales))
            singles = [floated(word, args, partial(stacked, sample, c)) for c in scales]
            if batch is NO_VALUE or isinstance(batch, int):
                assert all(batch is one or batch == one for one in singles)
                continue
            assert np.shape(batch)[0] == len(scales)
            for whole, single in zip(batch, singles, strict=True):
                np.testing.assert_allclose(whole, single, rtol=1e-12, atol=1e-12, equal_nan=True)


def stacked(sample: Sample, scales: Any, name: str) -> Any:
    """A matrix times each of the scales, along a new axis (or times the one); other values as they are."""
    value = array(sample[name])
    return np.multiply.outer(scales, value) if KINDS[name] is Kind.MATRIX else value


@words
def test_exact_and_ball_values_meet(name: str) -> None:
    word = WORDS[name]
    for zoo, args in USES[name]:
        for sample in samples(zoo):
            found = []
            for field, bits in ((Residual, 53), (CharPoly, 53), (CharPoly, 212), (Exact, 64)):
                try:
                    value = certified(word, args, sample, field, bits)
                except Unavailable:
                    continue
                found += [[to_arb(x) for x in numbers(value)]] if value is not NO_VALUE else []
            for other in found[1:]:
                pairs = list(zip(found[0], other, strict=True))
                assert all(x.is_nan() or y.is_nan() or x.overlaps(y) for x, y in pairs)


# The words of ReLU layers: exact where a theorem allows, and never by the theorem that is to be proved.


A, L = variable("A", Kind.MATRIX), variable("L", Kind.MATRIX)


@pytest.mark.parametrize(
    ("rows", "square"), [([[0, 1], [1, -1]], 2), ([[3, 4], [-3, -4], [0, 0]], 25), ([[1, 2], [2, 4]], 25)]
)
def test_the_norm_is_exact_where_rows_fall_into_groups(rows, square):
    value = Evaluation(Exact({"A": fmpq_mat(rows)}))(relu_norm(A))
    assert value * value == square


def test_rows_that_help_and_hinder_each_other_form_no_groups():
    assert groups(fmpq_mat([[2, -1], [0, 1], [1, 0]])) is not None
    assert groups(fmpq_mat([[2, 1], [1, -1], [0, 1]])) is None


def test_the_distance_does_not_presuppose_what_bounds_it():
    field = Residual({"A": fmpq_mat([[0, 1], [1, -1]]), "L": fmpq_mat([[1, 1], [0, -1]])})
    ball = Evaluation(field)(relu_distance(A, L))
    assert ball.rad() < 1e-8
    assert "relu-lipschitz" not in field.trusts


def test_the_width_of_balls_holds_the_widths_of_their_members():
    """A third as centre and radius: the enclosure at few bits holds that at many, and is not far wider."""
    third = fmpq_mat([[1, 2], [3, -1]]) / 3
    few = Evaluation(Residual({"A": arb_mat(third)}))(operator_width(A))
    with ctx.workprec(120):
        many = Evaluation(Residual({"A": third}, 120))(operator_width(A))
        assert few.contains(many)
    assert many.rad() < 1e-30 < few.rad() < 1e-12


@pytest.mark.parametrize("n", [1, 2])
def test_edges_and_the_perimeter_of_the_hull_give_one_width(n):
    """A hull by turns in the plane, and pairs of points with nothing beyond them: two routes."""
    rng = np.random.default_rng(n)
    for count in (1, 2, 3, 7):
        K = rng.integers(-3, 4, (count, n)).astype(float)
        low, high = perimeter_width(K).floats
        assert low * (1 - 1e-12) <= float(edges_width(fmpq_mat(K.astype(int).tolist()))) <= high * (1 + 1e-12)


@pytest.mark.parametrize("A", [[[2, 1], [1, 3]], [[2, -1], [-1, 3]], [[3, -1], [-3, 2]], [[1, 0], [-2, 0]]])
def test_the_width_of_two_rows_lies_between_polygons(A):
    """By integrals over directions, and by the perimeters of polygons inside and outside of the image."""
    B = np.array(A, float)
    low, high = ball_width(B, np.zeros(2), 1, 0.5, np.random.default_rng(0)).floats
    assert low - 1e-12 <= float(exact_image_width(fmpq_mat(A))) <= high + 1e-12
    apart = fmpq_mat([[*row, 0] for row in A]) * fmpq_mat([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    assert exact_image_width(apart).overlaps(exact_image_width(fmpq_mat(A)))


def test_arcs_by_elliptic_integrals_and_by_quadrature():
    for aa, bb, ab in ((5, 10, 5), (2, 2, -1), (1, 9, 0)):
        ends = fmpq(aa), fmpq(bb), fmpq(ab), arb(0), arb.pi() / 2
        found, other = layer_widths._arc(*ends), layer_widths._by_quadrature(*ends)
        assert found.overlaps(other)
        assert max(found.rad(), other.rad()) < 1e-12


def test_the_width_of_orthogonal_rows_is_that_of_a_positive_part():
    for m in (1, 2, 5):
        unit = fmpq_mat([[int(i == j) for j in range(m)] for i in range(m)])
        low, high = mean_positive_norm(m).floats
        assert 2 * low * (1 - 1e-14) <= float(exact_image_width(3 * unit) / 3) <= 2 * high * (1 + 1e-14)


@pytest.mark.parametrize(
    ("word", "shape"),
    [(mean_width, (5, 3)), (spherical_width, (4, 5)), (relu_width, (2, 3)), (relu_width, (3, 1))],
)
def test_widths_are_screened_by_what_they_are(word, shape):
    batch = np.random.default_rng(3).standard_normal((6, *shape))
    batch[1] = np.round(batch[1])
    batch[2, 1:] = batch[2, :1]  # points that coincide, rows that are equal
    batch[3] = 0
    np.testing.assert_allclose(word.floats(batch)[:, 0, 0], word(batch), rtol=1e-9, atol=1e-9)


def test_the_width_by_the_sphere_is_a_perimeter_in_the_plane_and_half_a_length_in_space():
    """Cauchy's perimeter over pi; the mean of |u_3| over the sphere is 1/2; Archimedes."""
    square = fmpq_mat([[0, 0], [3, 0], [3, 3], [0, 3], [1, 1]])
    assert sphere_width(square).overlaps(12 / arb.pi())
    for n, share in ((1, arb(1)), (2, 2 / arb.pi()), (3, arb(1) / 2), (4, 4 / (3 * arb.pi()))):
        assert sphere_width(fmpq_mat([[0] * n, [5] + [0] * (n - 1)])).overlaps(5 * share)
    u = np.random.default_rng(5).normal(size=(40_000, 4))
    K = np.array([[0, 0, 0, 0], [1, 2, 0, 1], [0, 1, 3, 0], [2, 0, 0, 1]])
    images = u @ K.T / np.linalg.norm(u, axis=1, keepdims=True)
    mean = (images.max(axis=1) - images.min(axis=1)).mean()
    assert abs(float(sphere_width(fmpq_mat(K.tolist()))) - mean) < 0.07  # Hoeffding at 1e-9, widths up to 4.2
    assert spherical_width(K) == pytest.approx(mean, abs=0.07)


def test_what_no_width_is_known_of_is_refused_in_one_line():
    with pytest.raises(ValueError, match="mean_width: at most 24 different points"):
        mean_width(np.eye(5))
    with pytest.raises(ValueError, match="relu_width: matrices with two rows, rank 1"):
        relu_width(np.array([[1.0, 2], [2, 1], [1, 0]]))
    with pytest.raises(ValueError, match="relu_singular_values: sides up to 5, not 6 x 2"):
        relu_singular_values(np.ones((6, 2)))
    for word in (relu_norm, mean_width, relu_width, relu_singular_values):
        with pytest.raises(ValueError, match=f"{word.name}: argument 1 holds nan; entries must be finite"):
            word(np.array([[1.0, np.nan]]))
    assert operator_width(np.array([[3e300], [4e300]])) == pytest.approx(10e300 * (2 / np.pi) ** 0.5)
    assert math.isnan(mean_width.floats(np.eye(5)[None])[0, 0, 0])
    assert math.isnan(relu_width.floats(np.array([[[1.0, 2], [2, 1], [1, 0]]]))[0, 0, 0])


def test_relu_singular_values_count_from_one_and_hold_what_the_function_encloses():
    figure = np.array([[0.0, 1], [1, -1]])
    with pytest.warns(NotKnown, match="not given to nine digits"):  # some percent is no value
        values = relu_singular_values(figure)
    assert values[1] == pytest.approx(2**0.5)
    assert math.isnan(values[2])
    field = Residual({"A": fmpq_mat([[0, 1], [1, -1]])})
    second = Evaluation(field)(relu_singular_values(A)[2])
    low, high = enclosed_values(figure, rounds=4, starts=1)[1].floats
    assert second.overlaps(arb(low).union(arb(high)))
    assert second.contains((arb(5).sqrt() - 1) / 2)
    assert second.rad() < 0.05
    assert Evaluation(Residual({"A": fmpq_mat([[1, 2], [2, 4]])}))(relu_singular_values(A)[2]) == 0


def test_widths_of_balls_hold_those_of_their_members():
    third = fmpq_mat([[1, 2], [3, -1]]) / 3
    for word in (mean_width, relu_width):
        few = Evaluation(Residual({"A": arb_mat(third)}))(word(A))
        with ctx.workprec(120):
            assert few.contains(Evaluation(Residual({"A": third}, 120))(word(A)))
        assert few.rad() < 1e-12


def test_gamma_is_a_factorial_a_root_of_pi_and_an_integral():
    """Euler's product and duplication; mpmath's quadrature of the integral that it is."""
    assert gamma(np.array([1.0, 2, 5, 0.5])) == pytest.approx([1, 1, 24, np.pi**0.5])
    read = Evaluation(Exact({"x": fmpq(7)}))
    assert read(gamma(variable("x", Kind.SCALAR))) == 720
    for x in (fmpq(1, 2), fmpq(7, 3), fmpq(171), fmpq(350)):
        at = Evaluation(CharPoly({"x": x, "y": x + 1}, 106))
        one, next_one = (at(gamma(variable(name, Kind.SCALAR))) for name in "xy")
        assert to_arb(next_one).overlaps(x * one)
    with mpmath.workdps(30):
        integral = mpmath.quad(lambda t: t ** mpmath.mpf("1.25") * mpmath.exp(-t), [0, 1, 10, 60])
    assert float(gamma(np.array(2.25))) == pytest.approx(float(integral), rel=1e-12)
    with pytest.raises(Undefined):
        read(gamma(variable("x", Kind.SCALAR) - 7))
