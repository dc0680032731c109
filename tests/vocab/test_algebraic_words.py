"""Words at matrices of algebraic numbers: exact values agree with balls, and other words see balls alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from perturb.numbers.algebraic import Algebraic
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import field_of
from perturb.vocab import I, T, block, exp, inv, kron, mat_exp, moduli, numerical_radius, reshape, sym
from perturb.vocab.grammar.kinds import INT, Kind, M
from perturb.vocab.grammar.tree import WORDS, Expr, const, variable
from perturb.vocab.systems.certified import CharPoly, Exact
from perturb.vocab.systems.evaluate import Evaluation

FIELD = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2))
A, B, x = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX), variable("x", Kind.SCALAR)
SYMMETRIC = ("lam", "lam_min", "complex_lam")


def made(word: Any) -> Expr | None:
    """The word at A, or at its symmetric part; None for what takes more than matrices and integers."""
    if word.accepts is None or not set(word.accepts) <= {M, INT}:
        return None
    first = sym(A) if word.name in SYMMETRIC else A
    matrices = iter((first, B, A, B))
    return word.node(*[next(matrices) if kind is M else const(1) for kind in word.accepts])


OF_ONE = {w.name: e for w in WORDS.values() if w.algebraic and (e := made(w)) is not None}
MORE = {
    "sum": A + B,
    "difference": A - B,
    "opposite": -A,
    "multiple": x * A,
    "quotient": A / x,
    "product": A @ T(B),
    "kron": kron(A, B),
    "inverse": inv(A @ T(A) + I),
    "block": block(A, B, B, A),
    "reshape": reshape(A, 1, 4),
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


@pytest.mark.parametrize("value", [mat_exp(A), exp(x)], ids=["matrix", "number"])
def test_other_words_are_given_balls(value: Expr) -> None:
    system = Exact(point())
    try:
        found = Evaluation(system)(value)
    except Unavailable:
        return
    assert all(isinstance(number, arb) for number in flat(found))


@pytest.mark.parametrize("value", [moduli(A), numerical_radius(A)], ids=["moduli", "radius"])
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
