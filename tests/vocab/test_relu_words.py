"""The words of ReLU layers: exact where a theorem allows, and never by the theorem that is to be proved."""

from __future__ import annotations

import pytest
from flint import arb_mat, ctx, fmpq_mat

from perturb.relu.groups import groups
from perturb.vocab import operator_width, relu_distance, relu_norm
from perturb.vocab.certified import Exact, Residual
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.tree import variable
from perturb.vocab.word import Kind

A, L = variable("A", Kind.MATRIX), variable("L", Kind.MATRIX)


@pytest.mark.parametrize(
    ("rows", "square"), [([[0, 1], [1, -1]], 2), ([[3, 4], [-3, -4], [0, 0]], 25), ([[1, 2], [2, 4]], 25)]
)
def test_the_norm_is_exact_where_rows_fall_into_groups(rows, square):
    value = Evaluation(Exact({"A": fmpq_mat(rows)}))(relu_norm(A))
    assert value * value == square


def test_rows_that_help_and_hinder_each_other_form_no_groups():
    assert groups(fmpq_mat([[2, -1], [0, 1], [1, 0]])) is not None
    assert groups(fmpq_mat([[2, 1], [1, -1], [0, 1]])) is None


def test_the_distance_does_not_presuppose_what_bounds_it():
    field = Residual({"A": fmpq_mat([[0, 1], [1, -1]]), "L": fmpq_mat([[1, 1], [0, -1]])})
    ball = Evaluation(field)(relu_distance(A, L))
    assert ball.rad() < 1e-8
    assert "relu-lipschitz" not in field.trusts


def test_the_width_of_balls_holds_the_widths_of_their_members():
    """A third as centre and radius: the enclosure at few bits holds that at many, and is not far wider."""
    third = fmpq_mat([[1, 2], [3, -1]]) / 3
    few = Evaluation(Residual({"A": arb_mat(third)}))(operator_width(A))
    with ctx.workprec(120):
        many = Evaluation(Residual({"A": third}, 120))(operator_width(A))
        assert few.contains(many)
    assert many.rad() < 1e-30 < few.rad() < 1e-12
