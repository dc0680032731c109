"""Matrices for Hypothesis are what they are said to be, exactly, and shrink to small ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import find, given, settings
from hypothesis import strategies as st

from perturb.domains import psd, together, vector
from perturb.domains.random_matrices import STRUCTURES
from perturb.strategies import entries, matrices, points, vectors

MANY = settings(max_examples=25)
HERMITIAN = {"symmetric": 1, "psd": 1, "projection": 1, "skew": -1}


def exact(A: Any) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in A])


def det(A: Any) -> Fraction:
    found = exact(A).det()
    return Fraction(int(found.p), int(found.q))


def identity(n: int) -> Any:
    return np.array([[Fraction(i == j) for j in range(n)] for i in range(n)])


HOLDS = {
    "general": lambda A: True,
    "symmetric": lambda A: (A == A.T).all(),
    "skew": lambda A: (A == -A.T).all(),
    "psd": lambda A: (A == A.T).all() and np.linalg.eigvalsh(A.astype(float)).min() > -1e-9,
    "orthogonal": lambda A: (identity(len(A)) == A @ A.T).all(),
    "projection": lambda A: (A @ A == A).all() and (A == A.T).all(),
    "diagonal": lambda A: (np.diag(np.diag(A)) == A).all(),
    "upper": lambda A: (np.tril(A, -1) == 0).all(),
    "toeplitz": lambda A: (A[1:, 1:] == A[:-1, :-1]).all(),
    "circulant": lambda A: (np.roll(np.roll(A, 1, 0), 1, 1) == A).all(),
    "permutation": lambda A: set(A.ravel()) <= {0, 1} and (identity(len(A)) == A @ A.T).all(),
    "nilpotent": lambda A: (np.linalg.matrix_power(A, len(A)) == 0).all() if len(A) > 1 else A[0, 0] == 0,
}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_structure_is_exact(structure: str) -> None:
    @MANY
    @given(matrices(structure=structure), matrices(3, structure=structure, numbers="complex"))
    def check(A: Any, Z: Any) -> None:
        assert all(isinstance(x, Fraction) for x in A.ravel())
        assert HOLDS[structure](A)
        if structure in HERMITIAN:
            assert np.allclose(Z, HERMITIAN[structure] * Z.conj().T)
        if structure == "orthogonal":
            assert np.allclose(Z @ Z.conj().T, np.eye(3))

    check()


@MANY
@given(matrices((3, 4), rank=2), matrices((3, 4), rank=2, numbers="complex"))
def test_a_rank(A: Any, Z: Any) -> None:
    assert exact(A).rank() == 2
    assert np.linalg.matrix_rank(Z) == 2


@MANY
@given(
    matrices((2, 3), singular_values=[3, 0]),
    matrices(eigenvalues=[1, 1, -2]),
    matrices(structure="symmetric", eigenvalues=[5, Fraction(1, 2)]),
    matrices((3, 2), condition=1000),
)
def test_a_spectrum(A: Any, B: Any, C: Any, D: Any) -> None:
    """Traces and determinants of 9 and 0, of 1, 1 and -2, of 5 and 1/2, of 10^6 x and x."""
    assert ((A @ A.T).trace(), det(A @ A.T)) == (9, 0)
    assert (B.trace(), (B @ B).trace(), det(B)) == (0, 6, -2)
    assert (C == C.T).all()
    assert (C.trace(), det(C)) == (Fraction(11, 2), Fraction(5, 2))
    gram = D.T @ D
    assert gram.trace() ** 2 * 10**6 == det(gram) * (10**6 + 1) ** 2


@MANY
@given(vectors(3, numbers="float"), matrices(st.integers(2, 3), numbers="float"), entries("unit"))
def test_numbers_and_shapes(v: Any, A: Any, x: Fraction) -> None:
    assert (v.shape, v.dtype, A.dtype) == ((3,), np.float64, np.float64)
    assert A.shape[0] == A.shape[1] in (2, 3)
    assert 0 <= x <= 1


@MANY
@given(points(together(P=psd(), v=vector(), n=(1, 3))))
def test_the_inputs_of_a_domain(point: dict[str, Any]) -> None:
    assert point["P"].shape == (len(point["v"]),) * 2
    assert (point["P"] == point["P"].T).all()


def test_what_fails_shrinks_to_a_small_exact_matrix() -> None:
    found = find(matrices(structure="symmetric"), lambda A: A.trace() > 3)
    assert found.tolist() in ([[4]], [[6]])
    assert find(matrices((3, 3), rank=1), lambda A: True).tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"structure": "hankel"}, "structure = 'hankel' is not one of general"),
        ({"numbers": "int"}, "numbers = 'int' is not one of rational, float, complex"),
        ({"rank": 1, "condition": 2}, "rank and condition are given"),
        ({"structure": "psd", "rank": 1}, "'psd' does not go with rank"),
        ({"singular_values": [-1]}, "none of them negative"),
        ({"condition": 0.5}, "below 1"),
        ({"shape": 0}, "not a positive integer"),
    ],
)
def test_what_does_not_go_together(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        matrices(**given_)


@pytest.mark.parametrize(
    ("shape", "more", "said"),
    [
        ((2, 3), {"structure": "psd"}, "square"),
        ((1, 2), {"rank": 2}, "exceeds"),
        (1, {"condition": 2}, "two"),
    ],
)
def test_shapes_that_cannot_be(shape: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        find(matrices(shape, **more), lambda A: True)
