"""The identity takes its size from what it meets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat

from perturb import then
from perturb.vocab import I, T, eye, inv, lam_min, matpow
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import CharPoly, Exact, Residual
from perturb.vocab.systems.evaluate import Evaluation

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
