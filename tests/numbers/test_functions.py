"""Matrix functions: defining equations, known values, exact routes, and what has no value."""

from __future__ import annotations

from itertools import permutations
from math import prod

import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers import functions, radius, residual
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.functions import rational_root
from perturb.numbers.scalar import as_matrix_balls
from tests.numbers import zoo

GRAMS = [pytest.param(A.transpose() * A, id=name) for name, A in zoo.ALL.items()]


def widest(X: arb_mat) -> arb:
    """The largest radius relative to the largest entry."""
    largest = max(x.abs_upper() for x in X.entries())
    return max(x.rad() for x in X.entries()) / largest if largest > 0 else arb(0)


@pytest.mark.parametrize("bits", [53, 106])
@pytest.mark.parametrize("P", GRAMS)
def test_matrix_sqrt_squares_to_its_argument(P, bits):
    with ctx.workprec(bits):
        X = as_matrix_balls(functions.matrix_sqrt(P))
        assert (X * X).contains(P)
        assert widest(X) < arb((1, 24 - bits))
        assert ctx.prec == bits


@pytest.mark.parametrize("P", GRAMS)
def test_matrix_sqrt_is_the_positive_root(P):
    X = functions.matrix_sqrt(P)
    assert not residual.symmetric_eigenvalues(X)[-1] < 0


def test_matrix_sqrt_of_balls_holds_the_root_of_every_member():
    A = fmpq_mat([[2, 1], [1, 2]])
    X = functions.matrix_sqrt(zoo.balls(A, 1e-3))
    for e in (fmpq(1, 2000), fmpq(-1, 2000)):
        member = functions.matrix_sqrt(A + zoo.diag(e, -e))
        assert X.overlaps(member)
        assert widest(X) < 0.1


def test_matrix_sqrt_exact_routes():
    assert functions.matrix_sqrt(zoo.diag(4, fmpq(9, 4), 0)) == zoo.diag(2, fmpq(3, 2), 0)
    X = functions.matrix_sqrt(zoo.diag(2, 0))
    assert X[1, 1] == 0
    assert X[0, 0].overlaps(arb(2).sqrt())


def test_rational_roots_are_exact():
    """Of matrices that are not diagonal: rotated squares, a singular one, a graded one."""
    Q = fmpq_mat([[fmpq(3, 5), fmpq(-4, 5)], [fmpq(4, 5), fmpq(3, 5)]])
    for d in ((2, 3), (5, 0), (fmpq(1, 7), 1000)):
        X = Q * zoo.diag(*d) * Q.transpose()
        assert functions.matrix_sqrt(X * X) == X
        assert functions.matrix_abs(Q * X) == X
        assert functions.matrix_abs(Q * zoo.diag(1, -1) * Q.transpose()) == zoo.diag(1, 1)


def test_what_is_no_rational_root_stays_a_ball():
    """X^2 = P and X = X' are not enough, nor is a rational determinant."""
    X = fmpq_mat([[1, 1], [1, -2]])
    assert isinstance(functions.matrix_sqrt(X * X), arb_mat)
    assert rational_root(X * X, arb_mat(X)) is None
    assert rational_root(fmpq_mat([[2, 1], [1, 1]]), arb_mat(2, 2, [arb(1)] * 4)) is None
    assert rational_root(fmpq_mat([[4, 0], [0, 4]]), arb_mat(2, 2, [arb.nan()] * 4)) is None


def test_matrix_sqrt_without_a_value():
    for P in (fmpq_mat([[1, 2], [2, 1]]), zoo.diag(1, -1), arb_mat([[1, 2], [2, 1]])):
        with pytest.raises(Undefined):
            functions.matrix_sqrt(P)
    with pytest.raises(ValueError, match="not symmetric"):
        functions.matrix_sqrt(fmpq_mat([[1, 2], [0, 1]]))
    with pytest.raises(ValueError, match="not square"):
        functions.matrix_sqrt(fmpq_mat([[1, 2]]))
    assert all(x.is_nan() for x in functions.matrix_sqrt(arb_mat([[arb.nan(), 0], [0, 1]])).entries())


def test_matrix_abs_is_n_by_n_and_has_the_singular_values():
    A = fmpq_mat([[1, 2, 3], [4, 5, 6]])
    X = functions.matrix_abs(A)
    assert (X.nrows(), X.ncols()) == (3, 3)
    zoo.check_overlap(residual.symmetric_eigenvalues(X)[:2], residual.singular_values(A))
    assert functions.matrix_abs(zoo.diag(-2, 3)) == zoo.diag(2, 3)


def test_matrix_exp():
    assert functions.matrix_exp(fmpq_mat([[0, 1], [0, 0]])).contains(fmpq_mat([[1, 1], [0, 1]]))
    A = zoo.integers(3, 3, 2)
    trace = A[0, 0] + A[1, 1] + A[2, 2]
    with ctx.workprec(200):
        assert functions.matrix_exp(A).det().overlaps(arb(trace).exp())


def test_determinant_is_exact_for_exact_matrices():
    assert functions.determinant(zoo.hilbert(3, 3)) == fmpq(1, 2160)
    assert functions.determinant(as_matrix_balls(zoo.hilbert(3, 3))).overlaps(arb(fmpq(1, 2160)))


entries = st.fractions(-4, 4, max_denominator=3).map(lambda f: fmpq(f.numerator, f.denominator))


@settings(derandomize=True, deadline=None, max_examples=40)
@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_permanent_is_the_sum_over_permutations(rows):
    n = len(rows)
    expected = sum(
        (prod((rows[i][p[i]] for i in range(n)), start=fmpq(1)) for p in permutations(range(n))), fmpq(0)
    )
    assert functions.permanent(fmpq_mat(rows)) == expected


def test_permanent_size_limit():
    assert functions.permanent(fmpq_mat([[1] * 12] * 12)) == 479001600
    with pytest.raises(Unavailable, match="size 13"):
        functions.permanent(fmpq_mat([[1] * 13] * 13))


def test_ball_eigen_moduli():
    zoo.check_overlap(functions.ball_eigen_moduli(arb_mat([[1, 2], [-2, 1]])), [arb(5).sqrt()] * 2)
    zoo.check_overlap(functions.ball_eigen_moduli(arb_mat([[0, -3], [1, 4]])), [fmpq(3), fmpq(1)])
    assert functions.ball_eigen_moduli(arb_mat([[1, 0, 0], [0, 1, 0], [0, 0, 2]])) == [2, 1, 1]
    with pytest.raises(Unavailable, match="not finite"):
        functions.ball_eigen_moduli(arb_mat([[arb.nan()]]))
    with pytest.raises(ValueError, match="not square"):
        functions.ball_eigen_moduli(arb_mat(1, 2))


RADII = {
    "jordan 2": (zoo.jordan(2, 0), lambda: arb(1) / 2),
    "jordan 3": (zoo.jordan(3, 0), lambda: arb(2).sqrt() / 2),
    "jordan 7": (zoo.jordan(7, 0), lambda: (arb.pi() / 8).cos()),
    "rank one": (fmpq_mat([[3, 4], [0, 0]]), lambda: arb(4)),
    "rotation": (fmpq_mat([[0, -1], [1, 0]]), lambda: arb(1)),
    "normal": (fmpq_mat([[1, -2], [2, 1]]), lambda: arb(5).sqrt()),
    "negative": (fmpq_mat([[-2, 1], [-1, -2]]), lambda: arb(5).sqrt()),
    "huge": (zoo.jordan(2, 0) * fmpq(2) ** 1500, lambda: arb((1, 1499))),
    "zero": (arb_mat(2, 2), lambda: arb(0)),
    "balls": (arb_mat([[0, arb(1)], [0, 0]]), lambda: arb(1) / 2),
}


@pytest.mark.parametrize(("A", "expected"), RADII.values(), ids=RADII.keys())
def test_known_numerical_radii(A, expected):
    w, value = functions.numerical_radius(A), expected()
    assert w.is_finite()
    assert w.overlaps(value)
    assert w.rad() <= value * arb((1, -30))


def test_the_radius_of_a_symmetric_matrix_is_exact():
    with ctx.workprec(200):
        w = functions.numerical_radius(fmpq_mat([[0, 1], [1, 1]]))
        assert w.overlaps((1 + arb(5).sqrt()) / 2)
        assert w.rel_accuracy_bits() > 190
    assert functions.numerical_radius(zoo.diag(1, -3)) == 3


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_the_radius_lies_between_its_classical_bounds(n):
    A = zoo.integers(n, n, 3) + zoo.jordan(n, 0)
    w, s = functions.numerical_radius(A), residual.singular_values(A)[0]
    assert not w > s
    assert not w < s / 2
    angles = np.linspace(0, np.pi, 2000)
    floats = np.array([[float(x) for x in row] for row in A.tolist()])
    assert float(w.upper()) >= radius._support(floats, angles).max() * (1 - 1e-12)
    assert not w < max(abs(x) for x in residual.symmetric_eigenvalues((A + A.transpose()) * fmpq(1, 2)))


def test_any_certificate_is_an_upper_bound():
    """The bound is sound for every symmetric Z, however bad: it is checked, not believed."""
    A = as_matrix_balls(zoo.integers(4, 4, 5))
    w = functions.numerical_radius(A)
    rng = np.random.default_rng(0)
    for _ in range(20):
        Z = rng.normal(size=(4, 4)) * 10
        assert not radius._upper_bound(A, Z + Z.T) < w


def test_the_radius_survives_a_failed_certificate(monkeypatch):
    monkeypatch.setattr(radius, "_maximal_solution", lambda A, g: np.full_like(A, np.nan))
    w = functions.numerical_radius(zoo.jordan(2, 0))
    assert w.contains(arb(1) / 2)
    assert w.upper() >= 1 - arb(1e-9)


def test_the_radius_of_nan_is_nan():
    assert functions.numerical_radius(arb_mat([[arb.nan(), 1], [0, 0]])).is_nan()
