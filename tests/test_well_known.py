"""Floats that people compute where a statement could have the number itself: what they are told."""

from __future__ import annotations

import math
import re
import runpy
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from perturb import DecimalWarning, vocab
from perturb.domains import scalar
from perturb.numbers.numerals import meant, well_known
from perturb.vocab.grammar.tree import as_expr
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation

NAMED = {
    0.1 * 3: "Fraction(3, 10)",
    1 / 3: "Fraction(1, 3)",
    -2 / 7: "Fraction(-2, 7)",
    math.sqrt(3): "sqrt(3)",
    -math.sqrt(3): "-sqrt(3)",
    math.sqrt(1 / 2): "sqrt(Fraction(1, 2))",
    np.pi: "pi",
    2 * np.pi: "2 * pi",
    3 * np.pi / 4: "3 * pi / 4",
    1 / np.pi: "1 / pi",
    math.pi**2 / 6: "sq(pi) / 6",
    math.sqrt(2 * math.pi): "sqrt(2 * pi)",
    math.e: "exp(1)",
    math.exp(0.5): "exp(Fraction(1, 2))",
    (1 + math.sqrt(5)) / 2: "(1 + sqrt(5)) / 2",
    1 + math.sqrt(2): "1 + sqrt(2)",
    math.log(2): "log(2)",
    math.log(3) / 2: "log(3) / 2",
    math.log(1.5): "log(Fraction(3, 2))",
}


@pytest.mark.parametrize("x", NAMED)
def test_what_to_write(x: float) -> None:
    assert well_known(x) == NAMED[x]


@pytest.mark.parametrize("x", NAMED)
def test_what_to_write_is_the_number(x: float) -> None:
    """Read as a statement reads it, within two units in the last place."""
    names = {**vars(vocab), "Fraction": Fraction}
    with ctx.workprec(200):
        found = Evaluation(CharPoly({}, 200))(as_expr(eval(NAMED[x], names)))
        assert abs(arb(found) - arb(x)) <= 2 * math.ulp(x)


@pytest.mark.parametrize("x", [0.1, 1.4142, 1e-30, 0.0, 3.0, 123456789012345.0, 0.123456789012345, 1e22 / 3])
def test_nothing_to_say(x: float) -> None:
    assert well_known(x) is None
    assert meant(x) == Fraction(str(x))


def test_no_name_for_what_is_farther_than_two_units() -> None:
    x = math.sqrt(3)
    assert well_known(x + 2 * math.ulp(x)) == well_known(x - math.ulp(x)) == "sqrt(3)"
    assert well_known(x + 4 * math.ulp(x)) is None


def test_random_numbers_have_no_name() -> None:
    """A table in which one finds everything would tell nothing."""
    rng = np.random.default_rng(3)
    found = [
        well_known(x) for x in (rng.standard_normal(3_000) * 10.0 ** rng.integers(-3, 4, 3_000)).tolist()
    ]
    assert set(found) == {None}


LINES = """import math
from perturb import claim, paper, then
from perturb.domains import scalar
from perturb.vocab import sqrt

@claim(paper("me"), "one", domain=scalar(0, 1 / 3), equality=[{"t": 0.1 * 3}])
def one(t):
    for _ in range(3):
        yield then(t, "<=", math.sqrt(3))
    yield then(t, "<=", 1.7320508)
"""


def _told(path: Path) -> list[Any]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("default")
        runpy.run_path(str(path))
    assert {one.category for one in told} == {DecimalWarning}
    return told


def test_each_place_is_told_once_by_the_line_of_the_statement(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(LINES)
    told = _told(path)
    assert [one.lineno for one in told] == [6, 9, 6]
    assert {one.filename for one in told} == {str(path)}
    texts = [re.findall("write (.*)", str(one.message))[0] for one in told]
    assert texts == ["Fraction(1, 3)", "sqrt(3)", "Fraction(3, 10)"]


def test_data_are_not_told() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        domain = scalar().named(["t"])
        assert domain.point({"t": 1 / 3}).values["t"] != Fraction(1, 3)
        assert float(vocab.total(np.array([1 / 3, 0.1 * 3]))) == 1 / 3 + 0.1 * 3
        vocab.schatten(np.eye(2), 1 / 3)
