"""Relative accuracy of the small singular values of graded matrices, against exact polynomials."""

from __future__ import annotations

import random

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, residual
from perturb.numbers.scalar import as_matrix_balls, to_arb
from tests.numbers import zoo

TRUTH_BITS = 1500
B = zoo.integers(4, 4, 3) + zoo.diag(1, 2, 3, 4)


def tens(*exponents: int) -> fmpq_mat:
    return zoo.diag(*[fmpq(10) ** e for e in exponents])


FULL = {
    "diagonal": tens(0, -30),
    "three scales": tens(0, -60, -30),
    "rows": tens(0, -10, -20, -30) * B,
    "columns": B * tens(0, -10, -30, -20),
    "both": tens(3, -10, 2, -8) * B * tens(0, -10, -25, -7),
    "tall": tens(0, -10, -20, -30) * fmpq_mat([row[:3] for row in B.tolist()]),
    "wide": fmpq_mat(B.tolist()[:3]) * tens(0, -10, -20, -30),
    "nearly singular": fmpq_mat([[1, 1], [1, 1 + fmpq(1, 2**34)]]),
}


def check(A: fmpq_mat, digits: int | None) -> None:
    """The enclosures for A and the balls of pi A hold the exact values, to this many bits if one is given."""
    with ctx.workprec(TRUTH_BITS):
        truth = [to_arb(x) for x in charpoly.singular_values(A)]
    for found, factor in (
        (residual.singular_values(A), arb(1)),
        (residual.singular_values(as_matrix_balls(A) * arb.pi()), None),
    ):
        with ctx.workprec(TRUTH_BITS):
            for x, y in zip(found, truth, strict=True):
                assert x.is_finite()
                assert x.overlaps(y * (arb.pi() if factor is None else factor))
                assert digits is None or x.rel_accuracy_bits() >= digits


@pytest.mark.parametrize("bits", [53, 106, 212])
@pytest.mark.parametrize("A", FULL.values(), ids=FULL.keys())
def test_the_smallest_singular_value_keeps_its_digits(A, bits):
    with ctx.workprec(bits):
        check(A, bits // 4)


@pytest.mark.parametrize("seed", range(60))
def test_random_grading(seed):
    rng = random.Random(seed)
    m, n = rng.randint(1, 5), rng.randint(1, 5)
    core = fmpq_mat(m, n, [rng.randint(-3, 3) * rng.randint(0, 2) for _ in range(m * n)])
    left, right = ([rng.randint(-20, 0) for _ in range(k)] for k in (m, n))
    with ctx.workprec(rng.choice([53, 106])):
        check(tens(*left) * core * tens(*right), None)


def test_every_member_of_a_ball_matrix_is_covered():
    """Each entry known to 20 bits: each singular value is then known to nearly as many."""
    A, e = tens(0, -20, -40) * zoo.hilbert(3, 3) * tens(0, 7, -9), fmpq(1, 2**20)
    signs = fmpq_mat([[1, -1, 1], [-1, -1, 1], [1, 1, -1]])
    doubt = arb(1) + zoo.symmetric_ball(arb(e))
    found = residual.singular_values(as_matrix_balls(A) * doubt)
    assert all(x.rel_accuracy_bits() >= 5 for x in found)
    member = fmpq_mat(3, 3, [x * (1 + s * e) for x, s in zip(A.entries(), signs.entries(), strict=True)])
    for each in (A, member):
        with ctx.workprec(TRUTH_BITS):
            zoo.check_overlap(found, charpoly.singular_values(each))


@pytest.mark.parametrize("flip", [False, True], ids=["L", "U"])
def test_doubt_in_one_factor_alone_is_covered(flip):
    tiny = fmpq(1, 10**20)

    def at(x):
        A = arb_mat([[1, 0], [x, arb(tiny)]])
        return A.transpose() if flip else A

    found = residual.singular_values(at(arb(0.5, 0.1)))
    assert found[1] > 0
    for x in (fmpq(2, 5), fmpq(3, 5)):
        with ctx.workprec(300):
            zoo.check_overlap(found, residual.singular_values(at(arb(x))))
    assert flip or residual.eliminated(at(arb(0.1, 0.8))) is None


def test_elimination_reproduces_the_matrix():
    A = as_matrix_balls(FULL["both"])
    L, d, U = residual._ldu(A)
    for pivots, triangle in ((d, L), (d, U.transpose())):
        assert len(pivots) == 4
        assert all(triangle[i, i] == 1 and triangle[i, j] == 0 for i in range(4) for j in range(i + 1, 4))
    assert abs(d[0] * d[1] * d[2] * d[3]).overlaps(abs(A.det()))
    product = sorted(
        (x.mid() for x in (L * residual.scaled_columns(as_matrix_balls(tens(0, 0, 0, 0)), d) * U).entries()),
        key=float,
    )
    for x, y in zip(product, sorted((x.mid() for x in A.entries()), key=float), strict=True):
        assert abs(x - y) <= abs(y) * 1e-9


def test_where_there_is_nothing_to_gain():
    astride = arb_mat([[1, 0], [0, arb(0, 1e-9)]])
    for A in (arb_mat([[1, 2], [2, 4]]), arb_mat(2, 2), astride, as_matrix_balls(tens(0, -3000))):
        assert residual.eliminated(A) is None
    assert residual.singular_values(astride)[1] >= 0
    assert residual.eliminated(zoo.balls(zoo.hilbert(2, 2), 0.1)) is None


def check_all() -> None:
    for A in FULL.values():
        check(A, None)


SABOTAGE = {
    "the pivots are off": ("_ldu", lambda L, d, U: (L, [x * 1.001 for x in d], U)),
    "a factor is off": ("_ldu", lambda L, d, U: (L * 1.001, d, U)),
    "the doubt is forgotten": ("_theta", lambda theta: arb(1)),
}


@pytest.mark.parametrize(("name", "change"), SABOTAGE.values(), ids=SABOTAGE.keys())
def test_the_check_can_fail(name, change, monkeypatch):
    original = getattr(residual, name)

    def broken(*args):
        found = original(*args)
        return change(*found) if isinstance(found, tuple) else found and change(found)

    check_all()
    monkeypatch.setattr(residual, name, broken)
    with pytest.raises(AssertionError):
        check_all()
