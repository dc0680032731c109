"""Words against independent computations in exact arithmetic and balls; algebraic entries; spectra."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perturb.enclosure import OPERATORS, compare
from perturb.numbers import complex_eigenvalues, functions, inverses, residual
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import field_of
from perturb.numbers.scalar import as_matrix_balls
from perturb.vocab import (
    I,
    T,
    block,
    column_sums,
    cond,
    descending,
    exp,
    inv,
    kappa,
    kron,
    largest,
    mat_exp,
    mat_power,
    matching_distance,
    moduli,
    mul,
    numerical_radius,
    ones,
    reshape,
    row_sums,
    s1,
    sym,
    total,
    trace,
    unit,
)
from perturb.vocab.grammar.kinds import INT, Kind, M
from perturb.vocab.grammar.tree import WORDS, Expr, const, variable
from perturb.vocab.systems.certified import CharPoly, Exact, Residual
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


# Words at matrices of algebraic numbers: exact values agree with balls, and other words see balls alone.


FIELD = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2))
A_ALGEBRAIC, B, x = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX), variable("x", Kind.SCALAR)
SYMMETRIC = ("lam", "lam_min", "complex_lam")


def made(word: Any) -> Expr | None:
    """The word at A, or at its symmetric part; None for what takes more than matrices and integers."""
    if word.accepts is None or not set(word.accepts) <= {M, INT}:
        return None
    first = sym(A_ALGEBRAIC) if word.name in SYMMETRIC else A_ALGEBRAIC
    matrices = iter((first, B, A_ALGEBRAIC, B))
    return word.node(*[next(matrices) if kind is M else const(1) for kind in word.accepts])


OF_ONE = {w.name: e for w in WORDS.values() if w.algebraic and (e := made(w)) is not None}
MORE = {
    "sum": A_ALGEBRAIC + B,
    "difference": A_ALGEBRAIC - B,
    "opposite": -A_ALGEBRAIC,
    "multiple": x * A_ALGEBRAIC,
    "quotient": A_ALGEBRAIC / x,
    "product": A_ALGEBRAIC @ T(B),
    "kron": kron(A_ALGEBRAIC, B),
    "inverse": inv(A_ALGEBRAIC @ T(A_ALGEBRAIC) + I),
    "block": block(A_ALGEBRAIC, B, B, A_ALGEBRAIC),
    "reshape": reshape(A_ALGEBRAIC, 1, 4),
}
EVERY = {**OF_ONE, **MORE}


def point() -> dict[str, Any]:
    rng = random.Random(5)
    numbers = [FIELD.number(fmpq_poly([rng.randint(-3, 3), fmpq(rng.randint(1, 5), 2)])) for _ in range(9)]
    return {"A": ExactMatrix(2, 2, numbers[:4]), "B": ExactMatrix(2, 2, numbers[4:8]), "x": numbers[8]}


def flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return list(value)
    return list(value.entries()) if isinstance(value, ExactMatrix | fmpq_mat | arb_mat) else [value]


@pytest.mark.parametrize("name", EVERY)
def test_exact_values_lie_in_their_balls(name: str) -> None:
    values = point()
    with ctx.workprec(200):
        exact = Evaluation(Exact(values, 200))(EVERY[name])
        try:
            balls = flat(Evaluation(CharPoly(values, 200))(EVERY[name]))
        except Unavailable:  # a rank of balls
            return
        for number, ball in zip(flat(exact), balls, strict=True):
            assert not isinstance(number, arb)
            near = number.ball() if isinstance(number, Algebraic) else arb(fmpq(number))
            assert near.overlaps(ball if isinstance(ball, arb) else arb(fmpq(ball)))


def test_a_rank_is_exact() -> None:
    r = FIELD.generator
    values = {"A": ExactMatrix(2, 2, [1, r, r, 2])}
    assert Evaluation(Exact(values))(OF_ONE["rank"]) == 1


@pytest.mark.parametrize("value", [mat_exp(A_ALGEBRAIC), exp(x)], ids=["matrix", "number"])
def test_other_words_are_given_balls(value: Expr) -> None:
    system = Exact(point())
    try:
        found = Evaluation(system)(value)
    except Unavailable:
        return
    assert all(isinstance(number, arb) for number in flat(found))


@pytest.mark.parametrize(
    "value", [moduli(A_ALGEBRAIC), numerical_radius(A_ALGEBRAIC)], ids=["moduli", "radius"]
)
def test_words_that_ask_more_of_a_matrix_never_see_its_numbers(value: Expr) -> None:
    system, seen = Exact(point()), []
    word = value.word if value.expansion is None else value.expansion.word
    before = word.certified
    word.certified = lambda field, *args: seen.extend(args) or before(field, *args)  # type: ignore[misc]
    try:
        Evaluation(system)(value)
    except Unavailable:
        pass
    finally:
        word.certified = before
    assert seen
    assert not any(isinstance(arg, ExactMatrix) for arg in seen)


# Spectra are found once a matrix, and balls decide what their rational ends decide.


def test_words_that_ask_for_one_spectrum_take_one_decomposition(monkeypatch):
    asked, found = [], residual.singular_values
    monkeypatch.setattr(residual, "singular_values", lambda A: asked.append(A) or found(A))
    A = variable("A", Kind.MATRIX)
    read = Evaluation(Residual({"A": fmpq_mat(2, 2, [1, 2, 3, 4])}))
    assert read(kappa(A)).overlaps(read(cond(A)))
    assert len(asked) == 1
    with ctx.workprec(106):  # more digits are found anew
        read.system.singular_values(asked[0])
    assert len(asked) == 2


NUMBERS = (
    fmpq(1, 3),
    fmpq(0),
    arb(1) / 3,
    arb(0, 1e-20),
    arb(1, 0.5),
    arb("1.5", 0),
    arb.nan(),
    arb("inf"),
    arb(2) ** 200_000,
)


@pytest.mark.parametrize("op", OPERATORS)
def test_balls_decide_as_their_rational_ends_wherever_these_do(op):
    field, decided = CharPoly({}), 0
    for x, y in itertools.product(NUMBERS, repeat=2):
        by_ends = compare(field.enclose(x), op, field.enclose(y))
        decided += by_ends.value != "undecided"
        assert by_ends.value in (field.decide(x, op, y).value, "undecided"), (x, y)
    assert decided > 10
