"""How a matrix is made: its form and symmetry, its parts and blocks, the size that an identity takes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb import then
from perturb.certify.point import LADDER
from perturb.domains import square, symmetric, together
from perturb.enclosure import Verdict
from perturb.vocab import (
    I,
    T,
    eye,
    inv,
    kron,
    lam,
    lam_max,
    lam_min,
    leading,
    mat_abs,
    mat_exp,
    matpow,
    mul,
    pi,
    trace,
)
from perturb.vocab.grammar.kinds import Interval, Kind, exactly
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import CharPoly, Exact, Residual
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange
from perturb.vocab.words import parts as words
from tests.declared import at, declare, one

HOLDS, VIOLATED, UNDECIDED, VACUOUS = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.VACUOUS
TINY = Fraction(1, 10**40)


def test_eigenvalues_of_balls_want_a_symmetric_matrix() -> None:
    c = one(lambda A: lam_max(pi * A), ">=", 10)
    nearly = [[2, 1 + Fraction(1, 10**30)], [1, 2]]
    assert at(c, LADDER[:1], A=nearly).verdict is UNDECIDED
    assert at(c, A=[[2, 1], [1, 2]]).verdict is VIOLATED
    for A in (nearly, [[2, 3], [1, 2]]):
        with pytest.raises(ValueError, match="not symmetric"):
            at(c, A=A)


SYMMETRIC_BY_FORM: dict[str, Callable[[Any], Any]] = {
    "scaled": lambda A: pi * (A + T(A)),
    "divided": lambda A: (A + T(A)) / pi,
    "sum": lambda A: pi * A + T(pi * A),
    "gram": lambda A: mul(T(A), pi * A),
    "gram, scalar inside": lambda A: mul(T(pi * A), A),
    "congruence": lambda A: mul(mul(T(A), mat_exp(A + T(A))), A),
    "exponential": lambda A: mat_exp(A) @ mat_exp(T(A)),
    "power": lambda A: matpow(pi * (A + T(A)), 3),
    "inverse": lambda A: inv(mat_exp(A + T(A))),
    "kron": lambda A: kron(pi * (A + T(A)), A @ T(A)),
    "difference": lambda A: mat_exp(A) - A + T(mat_exp(A) - A),
    "absolute": lambda A: pi * mat_abs(A),
    "corner": lambda A: leading(mat_exp(A + T(A)), 1),
}


@pytest.mark.parametrize("name", SYMMETRIC_BY_FORM)
def test_symmetric_by_the_way_it_is_made(name: str) -> None:
    c = one(lambda A: lam(SYMMETRIC_BY_FORM[name](A)), "<=", 10**9)
    for A in ([[1, 2], [3, 4]], [[0, 1], [-1, 0]]):
        assert at(c, A=A).verdict is HOLDS


@pytest.mark.parametrize(
    "f",
    [lambda A: mat_exp(A), lambda A: pi * A, lambda A: A @ mat_exp(A), lambda A: mat_exp(A) - T(mat_exp(A))],
)
def test_not_symmetric(f: Callable[[Any], Any]) -> None:
    """Certainly not, or it cannot be seen: never a value."""
    c = one(lambda A: lam_max(f(A)), "<=", 10**9)
    try:
        assert at(c, A=[[1, TINY], [0, 2]]).verdict is UNDECIDED
    except ValueError as error:
        assert "not symmetric" in str(error)  # noqa: PT017


def test_equal_by_the_way_they_are_made() -> None:
    def golden_thompson(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<=", trace(mat_exp(A) @ mat_exp(B)))

    c = declare(golden_thompson, symmetric(count=2, n=(1, 3)))
    commuting = at(c, A=[[1, 2], [2, 1]], B=[[0, 3], [3, 0]])
    assert (commuting.verdict, commuting.margin) == (HOLDS, 0.0)
    assert at(c, A=[[1, 0], [0, 2]], B=[[0, 1], [1, 0]]).margin > 0

    def strict(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<", trace(mat_exp(A) @ mat_exp(B)))

    assert at(declare(strict, symmetric(count=2, n=(1, 3))), A=[[1]], B=[[2]]).verdict is VIOLATED


def test_nothing_of_one_size_is_not_nothing_of_another() -> None:
    """X - X has the trace of its exponential from its size alone; enclosures are too wide here to tell."""

    def traces(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(pi * A - A * pi)), "==", trace(mat_exp(pi * B - B * pi)))

    c = declare(traces, together(A=square("m"), B=square("n"), m=(1, 3), n=(1, 3)))
    huge = 10**25
    for bits in (LADDER[:1], LADDER):
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 3] * 3).verdict is not HOLDS
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 2] * 2).verdict is HOLDS


def test_forms_that_share_parts_end_soon() -> None:
    def doubled(A: Any) -> Any:
        X = pi * A
        for _ in range(40):
            X = (X + T(X)) / 2
        yield then(trace(X), "<=", trace(T(X)))

    def squared(A: Any) -> Any:
        X = pi * A
        for _ in range(24):
            X = X @ X
        yield then(lam_min(X), ">=", 0)

    for body in (doubled, squared):
        assert at(declare(body), A=[[1, 0], [0, 0]]).verdict in (HOLDS, UNDECIDED)


# Parts of matrices: float64 and exact forms against slices of numpy, and what does not exist.


NUMBERS = np.arange(1, 13).reshape(3, 4)
EXACT = fmpq_mat([[fmpq(int(x)) for x in row] for row in NUMBERS])
# The part of a 3 x 4 matrix, and the k for which there is one.
PARTS = {
    "leading": (lambda A, k: A[:k, :k], range(1, 4)),
    "trailing": (lambda A, k: A[k:, k:], range(3)),
    "upper_right": (lambda A, k: A[:k, k:], range(1, 4)),
    "lower_left": (lambda A, k: A[k:, :k], range(1, 3)),
    "without_columns": (lambda A, k: A[:, : 4 - k], range(4)),
    "without_rows": (lambda A, k: A[: 3 - k, :], range(3)),
}
each = pytest.mark.parametrize("name", PARTS)


def array(A: fmpq_mat) -> list[list[int]]:
    return [[int(x.p) for x in row] for row in A.tolist()]


@each
def test_both_forms_cut_what_numpy_cuts(name) -> None:
    word, (cut, there) = getattr(words, name), PARTS[name]
    for k in there:
        wanted = cut(NUMBERS, k)
        assert np.array_equal(word(NUMBERS.astype(float), k), wanted)
        assert array(word.certified(None, EXACT, k)) == wanted.tolist()
        rows, cols = word.shape((exactly(3), exactly(4)), exactly(k))
        assert (rows, cols) == tuple(map(exactly, wanted.shape))


@each
def test_another_k_has_no_part_and_the_declared_subscripts_say_which(name) -> None:
    word, (_, there) = getattr(words, name), PARTS[name]
    assert word.allowed([3, 4]) == [Interval(there[0], there[-1])]
    for k in {-1, 0, 3, 4, 5} - {*there}:
        with pytest.raises(OutOfRange):
            word.certified(None, EXACT, k)
        with pytest.raises(OutOfRange):
            word.floats(NUMBERS[None].astype(float), k)


@each
def test_the_mirror_of_a_part_is_the_part_of_the_transpose(name) -> None:
    word, (_, there) = getattr(words, name), PARTS[name]
    if word.mirror is not None:
        other = getattr(words, word.mirror)
        for k in there:
            assert word.certified(None, EXACT, k).transpose() == other.certified(None, EXACT.transpose(), k)


def test_four_blocks_make_the_matrix_again() -> None:
    for k in (1, 2):
        parts = [getattr(words, name) for name in ("leading", "upper_right", "lower_left", "trailing")]
        exact = [word.certified(None, EXACT, k) for word in parts]
        assert words.block.certified(None, *exact) == EXACT
        floats = [word(NUMBERS.astype(float), k) for word in parts]
        assert np.array_equal(words.block(*floats), NUMBERS)
        turned = [exact[j].transpose() for j in words.block.mirrored]
        assert words.block.certified(None, *turned) == EXACT.transpose()
    with pytest.raises(ValueError, match="do not fit"):
        words.block.certified(None, EXACT, EXACT.transpose(), EXACT, EXACT)


def test_the_schur_complement_splits_the_determinant() -> None:
    A = np.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]])
    for k in (1, 2):
        product = np.linalg.det(A[:k, :k]) * np.linalg.det(words.schur(A, k))
        assert product == pytest.approx(np.linalg.det(A))


# The identity takes its size from what it meets.


A = variable("A", Kind.MATRIX)
RHO = variable("rho", Kind.SCALAR)
INPUTS = {"A": fmpq_mat([[1, 2], [3, fmpq(1, 2)]]), "rho": fmpq(3)}
STATEMENTS = {
    "I + A": (I + A, [[2, 2], [3, fmpq(3, 2)]]),
    "A + I": (A + I, [[2, 2], [3, fmpq(3, 2)]]),
    "I - A": (I - A, [[0, -2], [-3, fmpq(1, 2)]]),
    "A - I": (A - I, [[0, 2], [3, fmpq(-1, 2)]]),
    "A - 2 * I": (A - 2 * I, [[-1, 2], [3, fmpq(-3, 2)]]),
    "I * 2 + A": (I * 2 + A, [[3, 2], [3, fmpq(5, 2)]]),
    "rho * I - A": (RHO * I - A, [[2, -2], [-3, fmpq(5, 2)]]),
    "I * rho - A": (I * RHO - A, [[2, -2], [-3, fmpq(5, 2)]]),
    "2 * (rho * I) - A": (2 * (RHO * I) - A, [[5, -2], [-3, fmpq(11, 2)]]),
    "I / 2 + A": (I / 2 + A, [[fmpq(3, 2), 2], [3, 1]]),
    "1/3 I + A": (Fraction(1, 3) * I + A, [[fmpq(4, 3), 2], [3, fmpq(5, 6)]]),
    "-I + A": (-I + A, [[0, 2], [3, fmpq(-1, 2)]]),
    "I + I + A": (I + I + A, [[3, 2], [3, fmpq(5, 2)]]),
    "I - I + A": (I - I + A, [[1, 2], [3, fmpq(1, 2)]]),
    "2 * I - I - A": (2 * I - I - A, [[0, -2], [-3, fmpq(1, 2)]]),
    "A + (I - rho * I)": (A + (I - RHO * I), [[-1, 2], [3, fmpq(-3, 2)]]),
    "eye(A)": (eye(A), [[1, 0], [0, 1]]),
    "power zero": (matpow(A, 0), [[1, 0], [0, 1]]),
    "inv(A) @ A": (inv(A) @ A, [[1, 0], [0, 1]]),
}


@pytest.mark.parametrize("field", [Residual, CharPoly, Exact])
@pytest.mark.parametrize("name", STATEMENTS)
def test_value(name: str, field: type) -> None:
    expr, expected = STATEMENTS[name]
    assert Evaluation(field(INPUTS, 64))(expr) == fmpq_mat(expected)


def test_the_size_follows_the_partner() -> None:
    B = variable("B", Kind.MATRIX)
    wide = {"B": fmpq_mat([[1, 2, 3]])}
    assert Evaluation(CharPoly(wide))(I + T(B) @ B).nrows() == 3
    assert Evaluation(CharPoly(wide))(I + B @ T(B)) == fmpq_mat([[15]])


def test_a_bare_identity_in_the_loewner_order() -> None:
    for chain, expected in (((A, I), I - A), ((I, A), A - I), ((2 * I, A), A - 2 * I)):
        (link,) = then(chain[0], "loewner", chain[1]).links
        assert link.rhs is lam_min(expected)


@pytest.mark.parametrize("wrong", [lambda: I + RHO, lambda: RHO - I, lambda: I + 1, lambda: 2 - I])
def test_it_meets_matrices_only(wrong: object) -> None:
    with pytest.raises(TypeError, match="I can be added to a matrix"):
        wrong()  # type: ignore[operator]


def test_on_a_rectangular_matrix_it_does_not_fit() -> None:
    with pytest.raises(ValueError, match="sum: shapes 2 x 2 and 1 x 2 do not fit"):
        Evaluation(CharPoly({"A": fmpq_mat([[1, 2]])}))(I + A)


def test_in_print() -> None:
    assert repr(I) == "I"
    assert repr(2 * I) == "2 * I"
