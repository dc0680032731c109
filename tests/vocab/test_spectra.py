"""Spectra are found once a matrix, and balls decide what their rational ends decide."""

from __future__ import annotations

import itertools

import pytest
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.enclosure import OPERATORS, compare
from perturb.numbers import residual
from perturb.vocab import cond, kappa
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import CharPoly, Residual
from perturb.vocab.systems.evaluate import Evaluation


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
