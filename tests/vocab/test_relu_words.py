"""The words of ReLU layers: exact where a theorem allows, and never by the theorem that is to be proved."""

from __future__ import annotations

import pytest
from flint import fmpq_mat

from perturb.relu.groups import groups
from perturb.vocab import relu_distance, relu_norm
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
