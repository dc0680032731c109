"""Sums, products and powers of roots against the spectra of companion matrices, which know no power sums."""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers import algebraic
from perturb.numbers.errors import Unavailable

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
    assert algebraic.root_sums(p, q) == (left + right).charpoly()


@OFFLINE
@given(POLYNOMIALS, POLYNOMIALS)
def test_products_are_the_spectrum_of_a_kronecker_product(p: fmpz_poly, q: fmpz_poly) -> None:
    assert algebraic.root_products(p, q) == kronecker(companion(p), companion(q)).charpoly()


@OFFLINE
@given(POLYNOMIALS, st.integers(0, 8))
def test_powers_are_the_spectrum_of_a_power(p: fmpz_poly, n: int) -> None:
    power = identity(p.degree())
    for _ in range(n):
        power = power * companion(p)
    assert algebraic.root_powers(p, n) == power.charpoly()


def test_what_is_known_by_heart() -> None:
    two, three = fmpz_poly([-2, 0, 1]), fmpz_poly([-3, 0, 1])
    assert algebraic.root_sums(two, three) == fmpq_poly([1, 0, -10, 0, 1])  # of sqrt(2) + sqrt(3)
    assert algebraic.root_products(two, three) == fmpq_poly([36, 0, -12, 0, 1])
    cubed = algebraic.root_powers(fmpz_poly([-1, -1, 1]), 3)  # of the golden ratio
    assert cubed == fmpq_poly([-1, -4, 1])
    assert algebraic.root_powers(two, 0) == fmpq_poly([1, -2, 1])


def test_limits() -> None:
    nine = fmpz_poly([-2] + [0] * 8 + [1])
    with pytest.raises(Unavailable, match="degree 81 exceeds 64"):
        algebraic.root_sums(nine, nine)
    with pytest.raises(Unavailable, match="bits of coefficients"):
        algebraic.root_products(fmpz_poly([2**50_000, 1]), fmpz_poly([-2, 0, 1]))
