"""A float in a statement means the decimal that Python prints for it, on every way into a statement."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from perturb import given, index, named, then
from perturb.certify.point import certify
from perturb.domains import (
    activation,
    bounded,
    box,
    mask,
    probability_vector,
    scalar,
    square,
    vector,
    with_eigenvalues,
    with_singular_values,
)
from perturb.enclosure import Verdict
from perturb.numbers import numerals
from perturb.vocab import I, entries, fro, largest, power, s1, schatten, total
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, as_expr, const, variable
from perturb.vocab.printing.symbols import latex
from perturb.vocab.relations.order import Link
from tests.declared import at, declare

TENTH = Fraction(1, 10)
t, A, v = variable("t", Kind.SCALAR), variable("A", Kind.MATRIX), variable("v", Kind.VECTOR)


def constants(*links: Link) -> set[Fraction]:
    nodes = (node for link in links for side in link.parts for node in side.walk())
    return {node.payload[0] for node in nodes if node.word is CONST}


def _one(x: Any) -> Any:
    return then(x, "<=", t).links


WAYS: dict[str, Callable[[], Any]] = {
    "before": lambda: _one(0.1 * t),
    "after": lambda: _one(t * 0.1),
    "added": lambda: _one(0.1 + t),
    "taken": lambda: _one(t - 0.1),
    "divided by": lambda: _one(t / 0.1),
    "divided": lambda: _one(0.1 / t),
    "exponent": lambda: _one(t**0.1),
    "base": lambda: _one(0.1**t),
    "compared": lambda: then(t, "<=", 0.1).links,
    "left": lambda: given(0.1, "<=", t).links,
    "chained": lambda: then(t, "<=", 0.1, "<=", t).links,
    "a word": lambda: _one(power(0.1, t)),
    "a parameter": lambda: _one(schatten(A, 0.1)),
    "a name": lambda: _one(named("c", 0.1 * t)),
    "the identity": lambda: _one(s1(A + 0.1 * I)),
    "a list": lambda: _one(total([0.1, t])),
    "float64": lambda: _one(np.float64(0.1) * t),
    "float32": lambda: _one(np.float32(0.1) * t),
    "float16": lambda: _one(t * np.float16(0.1)),
    "long double": lambda: _one(t * np.longdouble("0.1")),
    "of no axes": lambda: _one(t * np.array(0.1, dtype=np.float32)),
    "an array": lambda: _one(total(np.array([0.1, 0.1], dtype=np.float32) + v)),
    "objects": lambda: _one(total(np.array([0.1, 1], dtype=object) + v)),
    "Loewner": lambda: given(0.1 * I, "loewner", A).links,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_tenth_is_a_tenth(way: str) -> None:
    assert TENTH in constants(*WAYS[way]())
    assert all(c.denominator <= 10 for c in constants(*WAYS[way]()))


def as_matrix(rows: Any) -> Any:
    """Rows of np.matrix are matrices again."""
    return np.array(rows).view(np.matrix)


@pytest.mark.parametrize("make", [list, lambda x: np.array(x, dtype=np.float32), np.array, as_matrix])
def test_a_constant_matrix(make: Callable[[Any], Any]) -> None:
    rows = as_expr(make([[0.1, 0.25], [1, 3]]))
    assert rows.word.name == "matrix[1/10,1/4;1,3]"
    assert latex(rows) == r"\begin{bmatrix} 0.1 & 1/4 \\ 1 & 3 \end{bmatrix}"


BOUNDS = {
    "scalar": lambda: scalar(0.1, 0.3),
    "from": lambda: scalar(0.1),
    "to": lambda: scalar(high=0.1),
    "box": lambda: box(0.1, 0.3),
    "numpy": lambda: box(np.float32(0.1), 1),
    "entries": lambda: bounded(0.1),
    "mask": lambda: mask(0.1),
    "slopes": lambda: activation(0.1),
    "singular values": lambda: with_singular_values([0.1, 0.1]),
    "eigenvalues": lambda: with_eigenvalues(np.array([0.1, 0.1])),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bound_of_a_domain(name: str) -> None:
    """In its text, which fingerprints see, in membership, and in what is shown."""
    domain = BOUNDS[name]().named(["x"])
    assert "1/10" in domain.describe()
    assert TENTH in constants(*domain.membership())
    assert "0.1" in domain.shown({"x": "x"})[0]


def test_ends_of_a_range_are_integers() -> None:
    with pytest.raises(TypeError, match="not an integer"):
        index("k", 1, 2.5)


def test_the_three_statements_that_were_refuted() -> None:
    """Each is true of tenths, and false of the dyadic number beside 1/10."""

    def sums(t: Any) -> Any:
        yield then(0.1 * t + 0.2 * t, "==", 0.3 * t)

    def bounded_by_a_tenth(t: Any) -> Any:
        yield then(10 * t, "<=", 1)

    def the_largest(p: Any) -> Any:
        yield then(largest(p), ">=", 0.1)

    tenths = ["1/10"] * 10
    assert at(declare(sums, scalar()), t=7).verdict is Verdict.HOLDS
    assert at(declare(bounded_by_a_tenth, scalar(0, 0.1)), t="1/10").verdict is Verdict.HOLDS
    assert not declare(bounded_by_a_tenth, scalar(0, 0.1)).domain.contains(
        declare(bounded_by_a_tenth, scalar(0, 0.1)).domain.point({"t": 0.1})
    )
    assert at(declare(the_largest, probability_vector(n=10)), p=tenths).verdict is Verdict.HOLDS


def test_an_equality_case_is_part_of_the_statement() -> None:
    def body(A: Any) -> Any:
        yield then(fro(A), "<=", 10)

    cases = [[[0.1]], {"A": np.array([[0.1]])}, {"A": ((np.float32(0.1),),)}]
    claim = declare(body, square(n=(1, 2)), equality=cases)
    assert [case.values["A"][0, 0] for case in claim.equality] == [fmpq(1, 10)] * 3


def test_samples_stay_what_they_are() -> None:
    """A point, and an array that a word is applied to, hold the float64 numbers themselves."""

    def body(v: Any) -> Any:
        yield then(largest(v), "<=", 0.1)

    claim = declare(body, vector(n=(1, 2)))
    point = claim.domain.point({"v": [0.1, np.float64(0.1)]})
    assert set(point.values["v"]) == {fmpq(*(0.1).as_integer_ratio())}
    assert certify(claim, point).verdict is Verdict.VIOLATED  # it is a little more than 1/10
    assert float(total(np.array([0.1, 0.2]))) == 0.1 + 0.2


@pytest.mark.parametrize("x", [float("nan"), float("inf"), np.float32("-inf")])
def test_no_number(x: Any) -> None:
    with pytest.raises(ValueError, match="is not a finite number"):
        as_expr(x)
    with pytest.raises(ValueError, match="is not a finite number"):
        scalar(x)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.1, "0.1"),
        (1.4142, "1.4142"),
        (-2.5e-7, r"-2.5 \cdot 10^{-7}"),
        (0.5, r"\frac{1}{2}"),
        (Fraction(1, 3), r"\frac{1}{3}"),
        (Fraction(0.1), r"\frac{3602879701896397}{2^{55}}"),
        (2.0, "2"),
        (Fraction(10**400, 3), rf"\frac{{{10**400}}}{{3}}"),
    ],
)
def test_a_constant_is_printed_as_what_it_means(value: Any, shown: str) -> None:
    assert latex(const(value)) == shown


def test_what_is_printed_is_read_back() -> None:
    """For floats of every size: what they mean, printed, is what was typed; no two print alike."""
    rng = np.random.default_rng(8)
    bits = rng.integers(0, 2**63, 2_000, dtype=np.int64).view(np.float64)
    for x in bits[np.isfinite(bits)].tolist():
        assert numerals.typed(Fraction(repr(x))) == repr(x)
        dyadic = numerals.typed(Fraction(x))
        assert dyadic is None or Fraction(dyadic) == Fraction(x)


def test_a_component_needs_no_float() -> None:
    assert entries(A)[1.0] is entries(A)[1]
