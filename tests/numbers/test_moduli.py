"""Moduli of ball matrices that Arb leaves unseparated: repeated, defective, clustered eigenvalues."""

from __future__ import annotations

import random

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, complex_eigenvalues
from perturb.numbers.errors import Unavailable
from perturb.numbers.scalar import as_matrix_balls, hull, to_arb
from perturb.vocab.systems.certified import Residual
from tests.numbers import zoo


def _conjugated(A: fmpq_mat, rng: random.Random) -> fmpq_mat:
    n = A.nrows()
    lower = fmpq_mat(n, n, [rng.randint(-2, 2) if j < i else int(i == j) for i in range(n) for j in range(n)])
    X = lower * lower.transpose()
    return X * A * X.inv()


def _bidiagonal(diagonal: list[int], above: list[int]) -> fmpq_mat:
    A = zoo.diag(*diagonal)
    for i, x in enumerate(above):
        A[i, i + 1] = x
    return A


# Diagonal, superdiagonal, and how many eigenvalues share an eigenvector: the digits are divided by it.
SHAPES = {
    "one repeated": ([3, 3, 3, -1], [0, 0, 0], 1),
    "zero": ([0, 0, 0], [0, 0], 1),
    "two signs": ([2, -2, 2, 1], [0, 0, 0], 1),
    "jordan": ([2, 2, 2], [1, 1], 3),
    "nilpotent": ([0, 0, 0, 0], [1, 1, 1], 4),
    "two blocks": ([2, 2, 1, 1, 0], [1, 0, 1, 0], 2),
    "rank deficient": ([5, 0, 0, 0], [1, 1, 0], 3),
}


@pytest.mark.parametrize("bits", [53, 106, 424])
@pytest.mark.parametrize(("diagonal", "above", "share"), SHAPES.values(), ids=SHAPES.keys())
def test_repeated_eigenvalues_of_balls(diagonal, above, share, bits):
    A = _conjugated(_bidiagonal(diagonal, above), random.Random(len(diagonal)))
    expected = sorted((abs(x) for x in diagonal), reverse=True)
    with ctx.workprec(bits):
        found = complex_eigenvalues.ball_eigen_moduli(as_matrix_balls(A) * arb.pi())
        zoo.check_overlap(found, [arb.pi() * x for x in expected])
        assert max(x.rad() for x in found) <= arb((1, 3 - (bits - 36) // share))


@pytest.mark.parametrize(
    "way", [complex_eigenvalues._by_discs, complex_eigenvalues._by_circles], ids=["discs", "circles"]
)
@pytest.mark.parametrize("seed", range(40))
def test_each_way_alone_is_sound(way, seed):
    """Against exact characteristic polynomials, for members of wide and narrow balls alike."""
    rng = random.Random(seed)
    n = rng.randint(1, 5)
    A = fmpq_mat(n, n, [fmpq(rng.randint(-3, 3) * rng.randint(0, 1)) for _ in range(n * n)]) / n
    E = fmpq_mat(n, n, [rng.randint(-1, 1) for _ in range(n * n)]) * fmpq(1, 2 ** rng.choice([4, 12, 40]))
    radius = max(abs(x) for x in E.entries())
    ends = way(zoo.balls(A, arb(radius)))
    if ends is None:
        assert way is complex_eigenvalues._by_discs
        return
    for member in (A, A + E, A - E):
        zoo.check_overlap([hull(lo, hi) for lo, hi in ends], charpoly.moduli(member))


def test_circles_count_what_is_inside():
    """A circle through a cluster, or too near for the gap of the coefficients, is refused."""
    roots, gaps = [arb(2), arb(1), arb(1)], [arb(1e-6)] * 3
    assert complex_eigenvalues._separates(arb(1.5), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1) + arb(1e-4), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1), roots, [arb(0)] * 3)
    assert not complex_eigenvalues._separates(arb(0), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1.5), roots, [arb.nan()] * 3)


def test_groups_of_discs_hold_as_many_as_they_are():
    discs = [(arb(1), arb(2)), (arb(5), arb(6)), (arb(-1), arb(1)), (arb(4.5), arb(5))]
    groups = list(complex_eigenvalues._apart(discs))
    assert groups == [[(arb(4.5), arb(6))] * 2, [(arb(0), arb(2))] * 2]


def test_a_cluster_that_arb_encloses_poorly_is_narrowed():
    with ctx.workprec(106):
        A = as_matrix_balls(fmpq_mat([[3, 2], [fmpq(-1, 2), 1]])) * arb.pi()
        assert complex_eigenvalues._wide(complex_eigenvalues._by_arb(A))
        found = complex_eigenvalues.ball_eigen_moduli(A)
        zoo.check_overlap(found, [2 * arb.pi()] * 2)
        assert found[0].rad() < arb((1, -40))


def test_the_nearby_matrix_has_a_bounded_length():
    A = arb_mat([[1, arb((3, -(10**6)))], [-arb((5, -108)), arb(1) / 3]])
    M = complex_eigenvalues._near(A)
    assert M.numer_denom()[1].bit_length() <= 2 * ctx.prec + 1
    for x, y in zip(A.entries(), M.entries(), strict=True):
        assert abs(x.mid() - y) <= arb((1, -2 * ctx.prec))


@pytest.mark.parametrize("exponent", [-3000, 3000])
def test_the_scale_is_undone(exponent):
    A = as_matrix_balls(zoo.jordan(3, 2) * fmpq(2) ** exponent) * arb.pi()
    zoo.check_overlap(complex_eigenvalues.ball_eigen_moduli(A), [2 * arb.pi() * arb((1, exponent))] * 3)


def test_what_is_too_large_is_unavailable_and_what_is_trusted_is_said(monkeypatch):
    field = Residual({})
    values = field.moduli(as_matrix_balls(zoo.jordan(3, 1)))
    assert [to_arb(x).contains(1) for x in values] == [True] * 3
    assert field.trusts == {"gershgorin", "rouche"}
    assert field.moduli(zoo.jordan(3, 1)) == (1, 1, 1)
    monkeypatch.setattr(complex_eigenvalues, "SIZE_LIMIT", 2)
    monkeypatch.setattr(complex_eigenvalues, "_by_discs", lambda A: None)
    A = as_matrix_balls(_conjugated(zoo.jordan(3, 1), random.Random(0)))
    with pytest.raises(Unavailable, match="not separated"):
        complex_eigenvalues.ball_eigen_moduli(A)
