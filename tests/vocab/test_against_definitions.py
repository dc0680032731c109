"""Words against an independent computation: defining equations in exact arithmetic and mpmath, in balls."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perturb.numbers import complex_eigenvalues, functions, inverses
from perturb.numbers.errors import Undefined
from perturb.numbers.scalar import as_matrix_balls
from perturb.vocab import (
    T,
    column_sums,
    descending,
    largest,
    mat_power,
    matching_distance,
    mul,
    ones,
    reshape,
    row_sums,
    s1,
    total,
    trace,
    unit,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation
from perturb.vocab.words.lists import ordered

offline = settings(
    derandomize=True, deadline=None, database=None, max_examples=25, suppress_health_check=list(HealthCheck)
)
ENTRY = st.sampled_from([Fraction(k, d) for d in (1, 2, 3) for k in range(-4, 5)] + [Fraction(0)] * 6)
A = variable("A", Kind.MATRIX)


def matrices(m: int | None = None, n: int | None = None) -> st.SearchStrategy[fmpq_mat]:
    sides = st.tuples(st.integers(1, 3) if m is None else st.just(m), st.integers(1, 3))
    return sides.flatmap(lambda mn: _of(mn[0], n or mn[1]))


def _of(m: int, n: int) -> st.SearchStrategy[fmpq_mat]:
    entries = st.lists(ENTRY, min_size=m * n, max_size=m * n)
    return entries.map(lambda xs: fmpq_mat(m, n, [fmpq(x.numerator, x.denominator) for x in xs]))


SQUARES = st.integers(1, 3).flatmap(lambda n: _of(n, n))


def value(expr: Any, **inputs: Any) -> Any:
    return Evaluation(CharPoly(inputs))(expr)


@offline
@given(matrices())
def test_the_pseudo_inverse_fulfils_the_equations_of_penrose(X: fmpq_mat) -> None:
    Y = inverses.pseudo_inverse(X)
    assert X * Y * X == X
    assert Y * X * Y == Y
    assert (X * Y).transpose() == X * Y
    assert (Y * X).transpose() == Y * X
    balls = inverses.pseudo_inverse(arb_mat(X))
    if X.rank() == min(X.nrows(), X.ncols()):
        assert balls.overlaps(arb_mat(Y))
    else:
        assert not any(x.is_finite() for x in balls.entries())


@offline
@given(SQUARES)
def test_a_matrix_times_its_adjugate_is_its_determinant(X: fmpq_mat) -> None:
    found = inverses.adjugate(X)
    assert X * found == X**0 * X.det()
    assert found * X == X**0 * X.det()
    assert inverses.adjugate(arb_mat(X)).contains(arb_mat(found))


@offline
@given(SQUARES, st.sampled_from([53, 106]))
def test_the_exponential_of_the_logarithm_is_the_matrix(X: fmpq_mat, bits: int) -> None:
    P = X.transpose() * X + X**0 * fmpq(1, 64)
    with ctx.workprec(bits):
        L = as_matrix_balls(functions.matrix_log(P))
        assert L.exp().contains(P)
        assert max(x.rad() for x in L.entries()) < arb((1, 24 - bits))
        wide = arb_mat([[x + arb(0, 1e-9) for x in row] for row in arb_mat(P).tolist()])
        assert as_matrix_balls(functions.matrix_log(wide)).contains(arb_mat(L.mid()))


@pytest.mark.parametrize("P", [fmpq_mat([[1, 1], [1, 1]]), fmpq_mat([[0]]), fmpq_mat([[1, 2], [2, 1]])])
def test_no_logarithm_unless_positive_definite(P: fmpq_mat) -> None:
    with pytest.raises(Undefined):
        functions.matrix_log(P)
    astride = arb_mat(P) + arb_mat([[arb(0, 1e-3)] * P.nrows()] * P.nrows())
    if fmpq_mat([[1, 2], [2, 1]]) != P:
        assert not any(x.is_finite() for x in functions.matrix_log(astride).entries())


def test_the_logarithm_of_the_identity_is_exactly_zero() -> None:
    assert functions.matrix_log(fmpq_mat([[1, 0], [0, 1]])) == fmpq_mat(2, 2)


@pytest.mark.parametrize("p", [Fraction(1, 3), -2, Fraction(-7, 5)])
def test_real_powers_agree_with_mpmath(p: Fraction) -> None:
    P = fmpq_mat([[5, 2, 0], [2, 3, -1], [0, -1, 1]])
    with ctx.workprec(106), mpmath.mp.workdps(40):
        found = value(mat_power(A, p), A=P)
        values, Q = mpmath.mp.eigsy(mpmath.matrix([[5, 2, 0], [2, 3, -1], [0, -1, 1]]))
        power = mpmath.mpf(p.numerator) / p.denominator if isinstance(p, Fraction) else p
        known = Q * mpmath.diag([x**power for x in values]) * Q.T
        for i in range(3):
            for j in range(3):
                assert (found[i, j] - arb(str(known[i, j]))).abs_upper() < 1e-24


@offline
@given(SQUARES, st.integers(0, 2))
def test_eigenvectors_are_unit_eigenvectors(X: fmpq_mat, i: int) -> None:
    S = X + X.transpose()
    i = min(i, S.nrows() - 1)
    values = CharPoly({}).eigenvalues(S)
    others = [x for j, x in enumerate(values) if j != i]
    if any(x == values[i] or (isinstance(x, arb) and x.overlaps(arb(values[i]))) for x in others):
        return
    P = as_matrix_balls(functions.eigenprojection(S, values, i))
    assert (P * P).overlaps(P)
    assert (arb_mat(S) * P).overlaps(P * arb(values[i]))
    v = functions.eigenvector(S, values, i)
    if all(not isinstance(x, arb) or x.is_finite() for x in v):
        assert sum((arb(x) * arb(x) for x in v), arb(0)).contains(1)
        assert next(x for x in v if x != 0) > 0


def test_there_is_no_eigenvector_at_a_repeated_eigenvalue() -> None:
    with pytest.raises(Undefined):
        functions.eigenvector(fmpq_mat([[1, 0], [0, 1]]), [fmpq(1), fmpq(1)], 0)
    near = functions.eigenvector(fmpq_mat([[1, 0], [0, 1]]), [arb(1), arb(1)], 0)
    assert not any(x.is_finite() for x in near)


@offline
@given(st.integers(1, 3).flatmap(lambda n: st.tuples(_of(n, n), _of(n, n))))
def test_the_matching_distance_is_that_of_numpy_and_symmetric(pair: tuple[fmpq_mat, fmpq_mat]) -> None:
    X, Y = ([[float(Fraction(int(x.p), int(x.q))) for x in r] for r in Z.tolist()] for Z in pair)
    a, b = np.linalg.eigvals(X), np.linalg.eigvals(Y)
    known = min(max(abs(a[i] - b[j]) for i, j in enumerate(p)) for p in permutations(range(len(a))))
    for one, other in (pair, pair[::-1]):
        spectra = [complex_eigenvalues.eigenvalues(Z) for Z in (one, other)]
        assert abs(float(arb(complex_eigenvalues.matching_distance(*spectra)).mid()) - known) < 1e-4
    assert abs(matching_distance(np.array(X), np.array(Y)) - known) < 1e-9


@offline
@given(st.lists(ENTRY, min_size=1, max_size=5), st.sampled_from([0.0, 0.25]))
def test_sorted_balls_hold_what_is_sorted(numbers: list[Fraction], radius: float) -> None:
    exact = [fmpq(x.numerator, x.denominator) for x in numbers]
    assert ordered(exact) == sorted(exact, reverse=True)
    balls = ordered([arb(x) + arb(0, radius) for x in exact])
    moved = sorted((x + fmpq((-1) ** k, 4) * int(radius > 0) for k, x in enumerate(exact)), reverse=True)
    assert all(ball.contains(x) for ball, x in zip(balls, moved, strict=True))


def test_lists_arrays_and_powers_of_numbers_are_parts_of_statements() -> None:
    X = fmpq_mat([[1, 2], [3, 4]])
    assert value(A @ [[0, 1], [1, 0]], A=X) == fmpq_mat([[2, 1], [4, 3]])
    assert value([[0, 1], [1, 0]] @ A, A=X) == fmpq_mat([[3, 4], [1, 2]])
    assert value(np.array([[0, Fraction(1, 2)], [1, 0]]) + A, A=X) == fmpq_mat([[1, fmpq(5, 2)], [4, 4]])
    assert value(largest([trace(A), 3, A[1, 2]]), A=X) == 5
    assert value(descending([trace(A), A[2, 1], 7])[3], A=X) == 3
    assert value(2 ** variable("k", Kind.INTEGER), k=5) == 32
    assert value(total(row_sums(A)) - total(column_sums(A)), A=X) == 0
    assert value(mul(T(A), ones(2)), A=X) == value(column_sums(A), A=X)
    assert value(A @ unit(2, 1), A=X) == (1, 3)
    assert value(reshape(A, 1, 4), A=X) == fmpq_mat([[1, 2, 3, 4]])
    with pytest.raises(Undefined):
        value(reshape(A, 3, 1), A=X)
    with pytest.raises(TypeError, match="mat_sqrt"):
        _ = A**0.5
    with pytest.raises(TypeError, match="a list holds numbers, not a matrix"):
        largest([A, s1(A)])
