"""Brackets of spectra: what stands above a bound proves it, run as a reader runs it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq

from perturb.pages.byhand import kit
from perturb.pages.byhand.brackets import (
    eigenvalues,
    is_diagonal,
    moduli,
    rounded,
    shown,
    singular_values,
    square_root,
)
from perturb.pages.byhand.tables import Names, Table
from perturb.pages.byhand.terms import BeyondError, Term, UnprovedError

F = Fraction
GOLDEN = [[F(1), F(1)], [F(1), F(0)]]
SHEAR = [[F(1), F(2), F(0)], [F(0), F(1), F(-1)]]
EXACT = F(0)
TURN = [[F(0), F(-2)], [F(1), F(0)]]


def table(value: kit.Matrix, radius: Fraction = EXACT) -> Table:
    return Table("A", value, (), radius)


def run(value: kit.Matrix, *terms: Term) -> None:
    """Every fact in order, in a namespace that has the pasted helpers, F and A."""
    known = {**vars(kit), "A": value}
    for line in dict.fromkeys(line for t in terms for side in (t.lo, t.hi) for line in side.facts):
        exec(line, known)


@pytest.mark.parametrize(
    ("bracket", "value", "true"),
    [
        (singular_values, SHEAR, np.linalg.svd(np.array(SHEAR, float), compute_uv=False)),
        (eigenvalues, GOLDEN, np.linalg.eigvalsh(np.array(GOLDEN, float))[::-1]),
        (moduli, TURN, [2**0.5, 2**0.5]),
    ],
)
def test_the_facts_run_and_the_bounds_are_short_and_right(bracket, value, true):
    found = bracket(Names({"A"}), table(value), 5)
    run(value, *found)
    assert len(found) == len(true)
    for term, x in zip(found, true, strict=True):
        assert term.lo.value - F(1, 10**9) <= F(float(x)) <= term.hi.value + F(1, 10**9)
        assert 0 <= term.hi.value - term.lo.value < F(1, 1000)


def test_a_bound_that_is_moved_fails():
    (largest, _) = eigenvalues(Names({"A"}), table(GOLDEN), 5)
    (fact,) = [line for line in largest.hi.facts if "lambda_1" in line]
    assert largest.hi.code in fact
    with pytest.raises(AssertionError):
        exec(fact.replace(largest.hi.code, largest.lo.code), {**vars(kit), "A": GOLDEN})


def test_a_diagonal_is_read_off_in_order_and_a_radius_widens():
    value = [[F(-3), F(0)], [F(0), F(2)]]
    assert is_diagonal(value)
    assert [t.lo.value for t in eigenvalues(Names({"A"}), table(value), 5)] == [2, -3]
    assert [t.lo.value for t in singular_values(Names({"A"}), table(value), 5)] == [3, 2]
    wide = eigenvalues(Names({"A"}), table(value, F(1, 10)), 5)
    assert [(t.lo.value, t.hi.value) for t in wide] == [(F(19, 10), F(21, 10)), (F(-31, 10), F(-29, 10))]
    with pytest.raises(BeyondError):
        moduli(Names({"A"}), table(value, F(1, 10)), 5)


def test_a_root_is_exact_or_within_its_radius():
    names = Names({"A"})
    exact = square_root(names, table([[F(5), F(4)], [F(4), F(5)]]), 8)
    assert (exact.value, exact.radius) == ([[2, 1], [1, 2]], 0)
    near = square_root(names, table([[F(2), F(1)], [F(1), F(2)]]), 8)
    assert 0 < near.radius <= F(1, 1000)
    gap = kit.minus(kit.times(near.value, near.value), [[F(2), F(1)], [F(1), F(2)]])
    assert max(sum(map(abs, row)) for row in gap) <= near.radius**2
    known = {**vars(kit), "A": [[F(2), F(1)], [F(1), F(2)]]}
    for line in near.facts:
        exec(line, known)


def test_rounding_goes_outward_and_refuses_what_may_be_zero():
    third = arb(1) / 3
    low, high = rounded(third, 3)
    assert (low, high) == (F(333, 1000), F(334, 1000))
    assert rounded(fmpq(1, 3), 3) == (F(1, 3), F(1, 3))
    with pytest.raises(UnprovedError, match="may be zero"):
        rounded(arb(0, 1), 3)
    with pytest.raises(UnprovedError, match="not enclosed"):
        rounded(arb("nan"), 3)
    assert [shown(x) for x in (F(1, 3), F(5, 8), F(7))] == ["1/3", "0.625", "7"]
