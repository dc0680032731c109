"""Words on numpy arrays mean what they mean in statements, or they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb import vocab
from perturb.vocab import (
    T,
    block,
    cond,
    entries,
    fro,
    hadamard,
    inv,
    kappa,
    lam,
    lam_max,
    mat_sqrt,
    moduli,
    mul,
    numerical_radius,
    op,
    relu_distance,
    relu_norm,
    s,
    sq,
    sqrt,
    trace,
)
from perturb.vocab.systems.immediate import Counted

JORDAN = np.array([[0.0, 10.0], [0.0, 0.0]])
A = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])


@pytest.mark.parametrize("word", [lam, lam_max, vocab.lam_min, mat_sqrt])
def test_a_matrix_that_is_not_symmetric_is_not_symmetrised(word: Any) -> None:
    with pytest.raises(ValueError, match="not symmetric: entries differ by 10"):
        word(JORDAN)
    almost = np.array([[2.0, 1.0], [1.0 + 2.0**-52, 2.0]])
    with pytest.raises(ValueError, match=r"differ by 2.2e-16; sym\(A\) is its symmetric part"):
        word(almost)
    assert np.isfinite(np.asarray(word(vocab.sym(almost)))).all()


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (JORDAN * 1j, "complex128"),
        (np.array([["a"]]), "dtype <U1"),
        (np.array([[1, None]]), "dtype object"),
        (np.ones((2, 2), dtype=np.longdouble), "words take arrays of real float64 numbers"),
    ],
)
def test_what_is_no_array_of_real_numbers_is_refused(array: Any, said: str) -> None:
    with pytest.raises(TypeError, match=f"fro: argument 1 .*{said}"):
        fro(array)


def test_what_float64_does_not_hold_is_refused() -> None:
    assert s(np.array([[2**60]]))[1] == 2.0**60
    with pytest.raises(ValueError, match="beyond 2"):
        fro(np.array([[2**53 + 1]]))
    with pytest.raises(ValueError, match="no entries"):
        fro(np.ones((0, 2)))


@pytest.mark.parametrize("word", [inv, moduli, trace, lam, vocab.det, vocab.mat_exp, numerical_radius])
def test_a_matrix_that_is_not_square(word: Any) -> None:
    with pytest.raises(ValueError, match=r"3 x 2|not square"):
        word(A)


def test_shapes_are_not_stretched() -> None:
    """numpy would add a row to a column."""
    row, column = np.ones((1, 2)), np.ones((2, 1))
    for refused in (
        lambda: hadamard(row, column),
        lambda: vocab.commutator(row, np.ones((2, 2))),
        lambda: vocab.larger(np.ones(1), np.ones(2)),
        lambda: block(row, row, row, column),
        lambda: mul(A, A),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 (of numpy's, too)
            refused()


def test_components_count_from_one() -> None:
    """As in statements; what numpy makes of it counts as numpy does."""
    values, plain = s(A), np.linalg.svd(A, compute_uv=False)
    assert isinstance(values, Counted)
    assert [values[1], values[2]] == list(values) == list(plain)
    assert (values + values)[2] == 2 * plain[1] == np.asarray(values + values)[1]
    assert list(values[:1]) == [plain[0]]
    assert list(np.diff(values)) == [plain[1] - plain[0]]
    assert sqrt(sq(values))[2] == pytest.approx(plain[1])
    assert T(A)[1, 3] == A[2, 0]
    assert (T(A) @ A)[1, 2] == (A.T @ A)[0, 1]
    assert (A @ s(A))[3] == pytest.approx((A @ plain)[2])
    stacked = s(np.stack([A, 2 * A]))
    assert list(stacked[1]) == [plain[0], 2 * plain[0]]
    for wrong in (0, -1, 3):
        with pytest.raises(IndexError, match="counted from 1"):
            values[wrong]
    for wrong in (slice(1, 2), (1, 1), np.array([True, False])):
        with pytest.raises(TypeError, match="x\\[i\\] from 1"):
            values[wrong]
    with pytest.raises(TypeError, match="X\\[i, j\\] from 1"):
        T(A)[1]


def test_no_value_is_nan() -> None:
    singular = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    for found in (kappa(np.zeros((2, 2))), cond(singular), cond(np.zeros((2, 2))), vocab.log(np.float64(0))):
        assert np.isnan(found)
    for matrix in (inv(singular), mat_sqrt(np.diag([1.0, -1.0])), inv(np.stack([singular, np.eye(3)]))[1, 1]):
        assert np.isnan(matrix).any()
    assert inv(np.stack([singular, np.eye(3)]))[2, 2][1] == 1
    assert kappa(singular) < 100  # s_1 / s_2


def test_words_that_float64_only_screens_are_computed_in_balls() -> None:
    ring = np.array([[0.0, 1.0], [0.0, 0.0]])
    assert numerical_radius(ring) == pytest.approx(0.5, rel=1e-12)
    assert list(numerical_radius(np.stack([ring, 2 * ring]))) == pytest.approx([0.5, 1.0], rel=1e-12)
    B = np.array([[0.0, 1.0], [1.0, -1.0]])
    assert relu_norm(B) == pytest.approx(2**0.5, rel=1e-9)
    assert relu_distance(B, np.array([[0.0, 0.0], [0.0, -1.0]])) == pytest.approx(1, rel=1e-9)


def test_batches_meet_as_numpy_lets_them() -> None:
    one, many = np.arange(4.0).reshape(1, 2, 2), np.arange(24.0).reshape(3, 2, 2, 2)
    assert op(hadamard(one, many)).shape == (3, 2)
    assert np.array_equal(np.asarray(hadamard(one, many)), one * many)
    with pytest.raises(ValueError, match="broadcast"):
        hadamard(np.ones((2, 3, 2, 2)), np.ones((3, 2, 2, 2)))
    assert entries(A)[4] == A[1, 1]


def test_what_comes_back_is_no_view_of_the_argument() -> None:
    for word in (
        vocab.T,
        vocab.head,
        vocab.entries,
        vocab.diagonal,
        lambda X: vocab.reshape(X, 2, 3),
    ):
        X = np.arange(1.0, 7.0).reshape(3, 2)
        given = X[:, 0] if word is vocab.head else X
        found = np.asarray(word(given, 2) if word is vocab.head else word(given)).copy()
        kept = word(given, 2) if word is vocab.head else word(given)
        X[:] = 0
        assert np.array_equal(np.asarray(kept), found)


def test_a_spectrum_that_is_kept_is_of_the_array_as_it_is() -> None:
    X = np.diag([3.0, 2.0])
    assert list(s(X)) == [3, 2]
    X[0, 0] = 5.0
    assert list(s(X)) == [5, 2]
    assert list(lam(X)) == [5, 2]
    assert list(moduli(X)) == [5, 2]


def test_arrays_are_left_as_they_are() -> None:
    given = np.random.default_rng(2).normal(size=(3, 4, 4))
    given.flags.writeable = False
    copy = given.copy()
    for word in (inv, s, vocab.polar, vocab.mat_exp, vocab.adjugate, vocab.det, T, lambda X: mul(X, X)):
        word(given)
        word(given[:, ::-1, :2] if word in (T, s) else given[::2])
    assert np.array_equal(given, copy)
