"""The numerical radius beyond 64 bits: closed forms, an independent certificate, and what must not pass."""

from __future__ import annotations

import random

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import functions, radius
from perturb.numbers.scalar import as_matrix_balls
from perturb.vocab.systems.certified import Residual
from tests.numbers import zoo

BITS = pytest.mark.parametrize("bits", [106, 424])


# Without trace the range of a 2 x 2 matrix is an ellipse about 0: w^2 = |l|^2 + (|A|_F^2 - 2 |l|^2) / 4.
CLOSED = {
    "jordan 2": (zoo.jordan(2, 0), lambda: arb(1) / 2),
    "jordan 5": (zoo.jordan(5, 0), lambda: (arb.pi() / 6).cos()),
    "shifted jordan": (zoo.jordan(4, -2), lambda: 2 + (arb.pi() / 5).cos()),
    "rank one": (fmpq_mat([[1, 2, 0], [3, 6, 0], [0, 0, 0]]), lambda: (7 + arb(50).sqrt()) / 2),
    "skew": (fmpq_mat([[0, -1, 2], [1, 0, 3], [-2, -3, 0]]), lambda: arb(14).sqrt()),
    "orthogonal": (fmpq_mat([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), lambda: arb(1)),
    "traceless": (fmpq_mat([[1, 3], [5, -1]]), lambda: arb(17).sqrt()),
    "traceless with imaginary eigenvalues": (fmpq_mat([[1, 2], [-4, -1]]), lambda: (arb(7) + 2).sqrt()),
    "off the diagonal": (fmpq_mat([[0, 0, 1], [0, 0, 1], [0, 0, 0]]), lambda: arb(2).sqrt() / 2),
    "huge": (zoo.jordan(2, 0) * fmpq(2) ** 1500, lambda: arb((1, 1499))),
    "symmetric": (fmpq_mat([[0, 1], [1, 1]]), lambda: (1 + arb(5).sqrt()) / 2),
    "1x1": (fmpq_mat([[-3]]), lambda: arb(3)),
    "zero": (fmpq_mat(3, 3), lambda: arb(0)),
    "nearly a disc": (fmpq_mat([[0, 1, 0], [0, 0, 1 + fmpq(1, 2**50)], [0, 0, 0]]), None),
}


@BITS
@pytest.mark.parametrize(("A", "expected"), CLOSED.values(), ids=CLOSED.keys())
def test_the_radius_follows_the_precision(A, expected, bits):
    with ctx.workprec(bits):
        w, scaled = functions.numerical_radius(A), functions.numerical_radius(as_matrix_balls(A) * arb.pi())
        value = expected() if expected else w
        assert w.overlaps(value)
        assert w.rad() <= value * arb((1, 4 - bits))
        assert scaled.overlaps(value * arb.pi())
        assert scaled.rad() <= value * arb((1, 8 - bits))


def _random(seed: int) -> fmpq_mat:
    rng = random.Random(seed)
    n, band = rng.randint(1, 5), rng.choice([-9, 0, 1])
    entries = [rng.randint(-4, 4) * (j >= i + band) for i in range(n) for j in range(n)]
    return fmpq_mat(n, n, entries) * fmpq(1, rng.randint(1, 9))


@pytest.mark.parametrize("seed", range(40))
def test_both_routes_meet(seed):
    """One rests on matrices and floats, the other on polynomials: they share nothing but the definition."""
    A = _random(seed)
    coarse = radius.by_residuals(A)
    with ctx.workprec(212):
        fine = radius.by_polynomials(A)
        assert coarse.is_finite()
        assert fine.overlaps(coarse)
        assert fine.rad() <= fine.abs_upper() * arb((1, -200))
        for c in (fmpq(-1), fmpq(-1, 3), fmpq(0), fmpq(3, 4), fmpq(1)):
            assert not arb(radius.height(radius.level_polynomial(A), c)) > fine


@pytest.mark.parametrize("near", [fmpq(-1), fmpq(0), fmpq(9, 10)])
def test_a_bad_guess_costs_rounds_and_no_digits(near):
    A = zoo.integers(5, 5, 7)
    with ctx.workprec(212):
        assert radius.radius_by_levels(A, near).overlaps(functions.numerical_radius(A))


def test_a_level_below_the_radius_is_crossed():
    """The certificate from above fails for every g that is too small, even by 2^-60."""
    A = zoo.integers(4, 4, 3)
    with ctx.workprec(212):
        w, q = functions.numerical_radius(A), radius.level_polynomial(A)
        assert radius._crossings(q, (w * (1 - arb((1, -60)))).lower().fmpq())
        assert not radius._crossings(q, (w * (1 + arb((1, -60)))).upper().fmpq())


def test_a_level_that_is_an_eigenvalue_at_every_angle_is_no_certificate():
    q = radius.level_polynomial(zoo.jordan(2, 0))
    assert radius._crossings(q, fmpq(1, 2))
    assert not radius._crossings(q, fmpq(1, 2) + fmpq(1, 2**100))


def test_a_level_that_lies_below_all_angles_is_no_certificate(monkeypatch):
    """Where h is constant nothing is crossed at any level, and only t = 0 tells above from below."""
    monkeypatch.setattr(radius, "_floor", lambda x: fmpq(1, 2) - fmpq(1, 2**40))
    with ctx.workprec(106):
        w = radius.radius_by_levels(zoo.jordan(2, 0), fmpq(0))
        assert w.contains(fmpq(1, 2))
        assert w.rad() < 1e-9


def test_a_search_that_stalls_gives_a_wider_answer(monkeypatch):
    A = zoo.integers(5, 5, 7)
    with ctx.workprec(106):
        fine = radius.by_polynomials(A)
        monkeypatch.setattr(radius, "_middles", lambda roots: [])
        coarse = radius.by_polynomials(A)
        assert coarse.overlaps(fine)
        assert fine.rad() < coarse.rad() < 1e-9


def test_members_of_a_ball_matrix_are_covered():
    A = zoo.integers(3, 3, 2)
    with ctx.workprec(106):
        wide = functions.numerical_radius(zoo.balls(A, 1e-6))
        for sign in (1, -1):
            assert wide.overlaps(functions.numerical_radius(A + zoo.jordan(3, 1) * fmpq(sign, 10**6)))
        assert wide.rad() < 1e-5


def test_what_is_trusted_and_what_is_too_large():
    spread = fmpq_mat([[1, fmpq(1, 2**9000)], [0, 1]])
    for A, bits, trusts in (
        (zoo.jordan(3, 1), 106, set()),
        (zoo.jordan(3, 1), 64, {"weyl", "ostrowski"}),
        (zoo.jordan(17, 1), 106, {"weyl", "ostrowski"}),
        (spread, 106, {"weyl", "ostrowski"}),
        (as_matrix_balls(spread), 106, {"weyl", "ostrowski"}),
    ):
        with ctx.workprec(bits):
            field = Residual({}, bits)
            assert field.numerical_radius(A).is_finite()
            assert field.trusts == trusts
    with ctx.workprec(106):
        assert functions.numerical_radius(arb_mat([[arb.nan(), 1], [0, 0]])).is_nan()
        with pytest.raises(ValueError, match="not square"):
            functions.numerical_radius(fmpq_mat(1, 2))
