"""Every word, in every number system: float64 agrees with the certified value, a batch with its members."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from flint import ctx, fmpq

import perturb.vocab
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import bounds, to_arb
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, WORDS, Word, as_expr, variable
from perturb.vocab.systems.certified import CharPoly, Exact, Field, Residual
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange, as_scalar, is_matrix
from tests.samples import KINDS, USES, Sample, array, exact, samples

ALL_WORDS = {name for name in WORDS if not name.startswith(("matrix[", "test "))} - {w.name for w in LEAVES}
TOLERANCE = {
    "relu_norm": 1e-2,
    "relu_distance": 0.1,
    "relu_singular_values": 0.2,
    "numerical_radius": 1e-3,
    "moduli": 1e-5,
    "spectral_radius": 1e-5,
}
TRANSCENDENTAL = {"relu_norm", "relu_distance", "pi", "exp", "log", "mat_exp", "numerical_radius"}
TRANSCENDENTAL |= {"mat_power", "operator_width", "mean_width", "relu_width", "relu_singular_values"}
PARTIAL_EXACT = TRANSCENDENTAL | {"mat_sqrt", "mat_abs", "pow", "schatten", "nuclear"}
PARTIAL_EXACT |= {"moduli", "spectral_radius"}
PARTIAL_EXACT |= {"mat_log", "mat_power", "geometric_mean", "polar", "eigenvector", "eigenprojection"}
NO_VALUE = object()
FIELDS: list[type[Field]] = [Residual, CharPoly, Exact]
words = pytest.mark.parametrize("name", sorted(ALL_WORDS))
some_not_known = pytest.mark.filterwarnings("ignore::perturb.vocab.systems.elements.NotKnown")


def test_the_table_covers_the_vocabulary() -> None:
    assert set(USES) == ALL_WORDS


def test_public_words_are_words_symbols_or_builders() -> None:
    public = {name: getattr(perturb.vocab, name) for name in perturb.vocab.__all__}
    others = {name for name, value in public.items() if not isinstance(value, Word)}
    assert others == {"I", "given", "indices", "pi", "then"}
    assert {w.name for w in public.values() if isinstance(w, Word)} <= ALL_WORDS


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
                assert name in PARTIAL_EXACT
                continue
            if value is NO_VALUE:
                continue
            floats = floated(word, args, lambda a, sample=sample: array(sample[a]))
            assert floats is not NO_VALUE
            check(value, screened(word, args, sample), TOLERANCE.get(name, 1e-7))
            sharp += check(value, floats, 1e-9) < 1e-6
    assert sharp or (field is Exact and name in TRANSCENDENTAL)


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
