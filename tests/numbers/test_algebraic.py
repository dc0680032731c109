"""Exact real algebraic numbers: identities, order, limits of degree, isolation of roots, resolvents."""

from __future__ import annotations

import operator
from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz, fmpz_poly
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perturb.numbers import algebraic as algebraic_resolvents
from perturb.numbers.algebraic import (
    Algebraic,
    algebraic,
    algebraic_eigenvalues,
    algebraic_singular_values,
    algebraic_sqrt,
    root_powers,
)
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.roots import complex_roots, distinct_real_roots, isolated, real_roots
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


# Real roots by Descartes' rule: the same as FLINT's, also where these take seconds.


coefficients = st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=12)
GAP = fmpz(2) ** 40


def irreducible(numbers: list[int]) -> list[fmpz_poly]:
    return [f for f, _ in fmpz_poly(numbers).factor()[1] if f.degree() > 1] if any(numbers) else []


def clustered(d: int) -> fmpz_poly:
    """prod (2^40 x - i) + 2, i = 1..d, for which 2^40 x is a root of prod (y - i) + 2."""
    product = fmpz_poly([1])
    for i in range(1, d + 1):
        product *= fmpz_poly([-GAP - i, GAP])  # near 1, 2^-40 apart
    return product + 2


@given(coefficients, st.sampled_from([20, 53, 200]))
def test_they_are_flints(numbers, bits):
    for f in irreducible(numbers):
        with ctx.workprec(bits):
            known = [z.real for z in complex_roots(f) if z.imag == 0]
        found = isolated(f).balls(bits)
        assert len(found) == len(known)
        assert all(x.is_finite() and x.overlaps(y) for x, y in zip(found, known, strict=True))
        assert all(x < y for x, y in pairwise(found))
        assert all(x.rel_accuracy_bits() >= bits - 2 for x in found)


@given(coefficients)
def test_the_sign_changes_in_each_ball(numbers):
    for f in irreducible(numbers):
        for x in isolated(f).balls(30):
            ends = [fmpq(end.fmpq()) for end in (x.mid() - x.rad(), x.mid() + x.rad())]
            below, above = (f(end) for end in ends)
            assert below * above < 0


@pytest.mark.parametrize("d", [9, 10, 12])
def test_close_roots(d):
    """FLINT's own roots are the reference: a few hundredths of a second at this closeness."""
    f = clustered(d)
    (only, _), *others = f.factor()[1]
    assert not others
    assert only.degree() == d
    with ctx.workprec(53):
        known = [z.real for z in complex_roots(f) if z.imag == 0]
        found = real_roots(f)
    assert isolated(f).depth > 24  # so that `real_roots` takes this way
    assert len(found) == len(known) > 0
    assert all(x.overlaps(y) for x, y in zip(found, known, strict=True))


@pytest.mark.parametrize(("d", "gap"), [(2, 6000), (4, 1500), (8, 400)])
def test_roots_that_flint_takes_a_minute_for(d, gap):
    """i / 2^gap + 1, i = 1..d, moved a little: each lies in its own ball, in a fraction of a second."""
    product = fmpz_poly([1])
    for i in range(1, d + 1):
        product *= fmpz_poly([-(fmpz(2) ** gap) - i, fmpz(2) ** gap])
    with ctx.workprec(53):
        found = isolated(64 * product + 1).balls(53)  # y in place of 2^gap (x - 1): prod (y - i) = -1/64
    near = [(x - 1).mid() * arb((1, gap)) for x in found]
    assert all(abs(y - i) < 0.2 for i, y in enumerate(near, 1))
    assert len(near) == d


# Sums, products and powers of roots against the spectra of companion matrices, which know no power sums.


OFFLINE = settings(derandomize=True, deadline=None, max_examples=60)
COEFFICIENT = st.integers(-(2**20), 2**20)
LEADING = st.integers(1, 2**10).flatmap(lambda c: st.sampled_from([c, -c]))
POLYNOMIALS = st.tuples(st.lists(COEFFICIENT, min_size=1, max_size=5), LEADING).map(
    lambda parts: fmpz_poly([*parts[0], parts[1]])
)


def companion(p: fmpz_poly) -> fmpq_mat:
    """The matrix whose characteristic polynomial is p divided by its leading coefficient."""
    d, lead = p.degree(), fmpq(p.leading_coefficient())
    return fmpq_mat([[fmpq(int(i == j + 1)) for j in range(d - 1)] + [-fmpq(p[i]) / lead] for i in range(d)])


def kronecker(A: fmpq_mat, B: fmpq_mat) -> fmpq_mat:
    return fmpq_mat([[x * y for x in row for y in other] for row in A.tolist() for other in B.tolist()])


def identity(n: int) -> fmpq_mat:
    return fmpq_mat([[int(i == j) for j in range(n)] for i in range(n)])


@OFFLINE
@given(POLYNOMIALS, POLYNOMIALS)
def test_sums_are_the_spectrum_of_a_kronecker_sum(p: fmpz_poly, q: fmpz_poly) -> None:
    left = kronecker(companion(p), identity(q.degree()))
    right = kronecker(identity(p.degree()), companion(q))
    assert algebraic_resolvents.root_sums(p, q) == (left + right).charpoly()


@OFFLINE
@given(POLYNOMIALS, POLYNOMIALS)
def test_products_are_the_spectrum_of_a_kronecker_product(p: fmpz_poly, q: fmpz_poly) -> None:
    assert algebraic_resolvents.root_products(p, q) == kronecker(companion(p), companion(q)).charpoly()


@OFFLINE
@given(POLYNOMIALS, st.integers(0, 8))
def test_powers_are_the_spectrum_of_a_power(p: fmpz_poly, n: int) -> None:
    power = identity(p.degree())
    for _ in range(n):
        power = power * companion(p)
    assert algebraic_resolvents.root_powers(p, n) == power.charpoly()


def test_what_is_known_by_heart() -> None:
    two, three = fmpz_poly([-2, 0, 1]), fmpz_poly([-3, 0, 1])
    assert algebraic_resolvents.root_sums(two, three) == fmpq_poly([1, 0, -10, 0, 1])  # of sqrt(2) + sqrt(3)
    assert algebraic_resolvents.root_products(two, three) == fmpq_poly([36, 0, -12, 0, 1])
    cubed = algebraic_resolvents.root_powers(fmpz_poly([-1, -1, 1]), 3)  # of the golden ratio
    assert cubed == fmpq_poly([-1, -4, 1])
    assert algebraic_resolvents.root_powers(two, 0) == fmpq_poly([1, -2, 1])


def test_limits() -> None:
    nine = fmpz_poly([-2] + [0] * 8 + [1])
    with pytest.raises(Unavailable, match="degree 81 exceeds 64"):
        algebraic_resolvents.root_sums(nine, nine)
    with pytest.raises(Unavailable, match="bits of coefficients"):
        algebraic_resolvents.root_products(fmpz_poly([2**50_000, 1]), fmpz_poly([-2, 0, 1]))
