"""Exact real algebraic numbers: identities, order, collapse to rationals, the degree limit."""

from __future__ import annotations

import operator

import pytest
from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz, fmpz_poly
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perturb.numbers.algebraic import (
    Algebraic,
    algebraic,
    algebraic_eigenvalues,
    algebraic_singular_values,
    algebraic_sqrt,
    root_powers,
)
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.roots import distinct_real_roots, real_roots
from tests.numbers.zoo import root_of

R2, R3, R5, R6 = root_of(2), root_of(3), root_of(5), root_of(6)
GOLDEN = (R5 + 1) / 2


def test_sums_and_products_of_roots():
    s = R2 + R3
    assert s.poly == fmpz_poly([1, 0, -10, 0, 1])
    assert s * s == 5 + 2 * R6
    assert s - R3 == R2
    assert s * (R3 - R2) == 1
    assert R2 * R3 == R6
    assert (5 + 2 * R6).sqrt() == s


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize(
    "coefficients", [[-2, 0, 1], [-1, -1, 1], [3, -5, 0, 1], [1, 0, -4, 0, 1], [2, -7, 3, 1, 5]]
)
def test_powers_of_roots(coefficients, n):
    """Each real root's power is a real root of the resolvent, whose degree stays."""
    p = fmpz_poly(coefficients)
    found = root_powers(p, n)
    assert found.degree() == p.degree()
    real = [r.value for r in distinct_real_roots(found)]
    for x in real_roots(p):
        power = arb(1)
        for _ in range(n):
            power = power * x
        assert sum(arb(y).overlaps(power) for y in real) == 1


def test_golden_ratio():
    assert GOLDEN * GOLDEN == GOLDEN + 1
    assert 1 / GOLDEN == GOLDEN - 1
    assert GOLDEN**5 == 5 * GOLDEN + 3
    assert GOLDEN.inverse() == GOLDEN**-1
    assert GOLDEN**0 == 1
    with ctx.workprec(300):
        assert GOLDEN.ball().overlaps(2 * (arb.pi() / 5).cos())


def test_rational_results_collapse():
    for value in (R2 - R2, R2 * R2, R2 / R2, R2 * 0, (R2 + 1) - R2, R2**4):
        assert isinstance(value, fmpq)


def test_order_is_exact():
    assert fmpq(141421356237, 100000000000) < R2 < fmpq(141421356238, 100000000000)
    assert R2 < R3
    assert R2 <= R2
    assert R2 >= R2
    assert not R2 < R2
    assert not R2 > R2
    assert -R3 < -R2 < 0 < R2
    assert (R2 - 2).sign() == -1
    assert abs(R2 - 2) == 2 - R2
    below = fmpq(fmpz(2 * 10**200).isqrt()) / 10**100
    assert below < R2 < below + fmpq(1) / 10**100
    assert sorted([R3, fmpq(3, 2), R2, -R2]) == [-R2, R2, fmpq(3, 2), R3]


def test_equality_and_hash_of_differently_built_numbers():
    a, b = R2 + R3, (5 + 2 * R6).sqrt()
    assert a == b
    assert hash(a) == hash(b)
    assert len({a, b, -a}) == 2
    assert a != -a
    assert a != fmpq(3)
    assert R2 != 1
    assert R2 != "text"


def test_against_a_ball_only_certain_answers():
    near = arb(1.4, 0.1)
    for relation in (operator.lt, operator.gt, operator.le, operator.ge, operator.eq, operator.ne):
        assert not relation(R2, near)
        assert not relation(near, R2)
    assert operator.lt(R2, arb(2))
    assert operator.ne(R2, arb(2))
    assert arb(2) > R2
    assert arb(2) != R2


def test_negative_square_root_and_zero_divisor_are_undefined():
    with pytest.raises(Undefined):
        (-R2).sqrt()
    with pytest.raises(Undefined):
        R2 / 0


def test_the_factory_picks_the_root_in_the_ball():
    p = fmpz_poly([-2, 0, 1]) * fmpz_poly([-3, 2])
    assert algebraic(p, arb(1.4, 0.05)) == R2
    assert algebraic(fmpq_poly(p), arb(1.5, 0.01)) == fmpq(3, 2)
    for ball, count in ((arb(0, 2), 3), (arb(5, 1), 0)):
        with pytest.raises(ValueError, match=f"holds {count} "):
            algebraic(p, ball)


def test_degrees_beyond_the_limit_are_unavailable():
    a, b = (algebraic(fmpz_poly([-p] + [0] * 8 + [1]), arb(1, 1)) for p in (2, 3))
    assert isinstance(a, Algebraic)
    with pytest.raises(Unavailable, match="degree 81"):
        a + b
    assert a**9 == 2


def test_refining_keeps_the_root():
    for bits in (30, 53, 300, 60):
        with ctx.workprec(400):
            assert R2.refine(bits).overlaps(arb(2).sqrt())
    assert R2.refine(300).rel_accuracy_bits() >= 295


def test_spectra_of_a_matrix_and_its_square():
    S = fmpq_mat([[2, 1, 0], [1, 3, 1], [0, 1, 5]])
    values = algebraic_eigenvalues(S)
    assert values == sorted(values, reverse=True)
    assert algebraic_eigenvalues(S * S) == [x * x for x in values]
    assert algebraic_singular_values(S) == values
    assert sum(values[1:], start=values[0]) == 10
    assert values[0] * values[1] * values[2] == S.det()


def test_frobenius_norm_from_the_singular_values():
    A = fmpq_mat([[1, 2], [3, 4], [0, 1]])
    s = algebraic_singular_values(A)
    assert s[0] * s[0] + s[1] * s[1] == 31
    assert s == algebraic_singular_values(A.transpose())


small = st.integers(-5, 5)
quadratics = st.tuples(small, small, st.integers(1, 3), st.booleans())


def _number(c):
    b, d, a, upper = c
    disc = b * b + 4 * a * abs(d)
    root = algebraic_sqrt(fmpq(disc))
    return ((root if upper else -root) - b) / fmpq(2 * a)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(quadratics, quadratics)
def test_field_laws(c, d):
    x, y = _number(c), _number(d)
    assert x + y == y + x
    assert (x + y) - y == x
    assert x * y == y * x
    assert (x + y) * (x - y) == x * x - y * y
    assume(y != 0)
    assert (x / y) * y == x
    assert (x < y) == (x - y < 0)
