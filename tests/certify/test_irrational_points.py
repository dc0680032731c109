"""Decided at points with irrational entries: equalities by exact arithmetic, the rest by any kernel."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz_poly

from perturb import given, then
from perturb.certify.point import SECOND_KERNEL
from perturb.domains import hermitian, square
from perturb.enclosure import Verdict
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import field_of
from perturb.vocab import complex_lam, complex_s, fro, moduli
from tests.declared import at, declare

ROOT = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2)).generator
HALF = ROOT / 2


def test_an_equality_of_the_hypotheses_stays_decided() -> None:
    """|A|_F = 1 is seen by exact arithmetic alone, moduli by balls alone: no step had both."""

    def body(A: Any) -> Any:
        yield given(fro(A), "==", 1)
        yield then(moduli(A)[1], "<", fmpq(7, 10))

    claim = declare(body, square(n=2))
    for ladder in ({}, {"ladder": SECOND_KERNEL}):
        assert at(claim, A=ExactMatrix(2, 2, [HALF, 0, 0, HALF]), **ladder).verdict is Verdict.VIOLATED
        assert at(claim, A=ExactMatrix(2, 2, [HALF, HALF, 0, 0]), **ladder).verdict is Verdict.VIOLATED
        assert (
            at(claim, A=ExactMatrix(2, 2, [0, HALF, HALF / 2, HALF / 2]), **ladder).verdict is Verdict.VACUOUS
        )


def test_spectra_of_complex_matrices_are_exact() -> None:
    def eigenvalues(A: Any) -> Any:
        yield then(complex_lam(A)[1], "==", 1 + complex_lam(A)[2] * complex_lam(A)[2])

    def singular_values(A: Any) -> Any:
        yield then(complex_s(A)[1], "==", 2 * complex_s(A)[2])

    def twice(a: Any, b: Any, c: Any) -> ExactMatrix:
        return ExactMatrix(4, 4, [a, b, 0, 0, b, c, 0, 0, 0, 0, a, b, 0, 0, b, c])

    A = twice(fmpq(1), ROOT, fmpq(0))  # eigenvalues 2 and -1
    assert at(declare(eigenvalues, hermitian(2)), A=A).verdict is Verdict.HOLDS
    assert at(declare(singular_values, square(n=4)), A=A).verdict is Verdict.HOLDS
    assert at(declare(eigenvalues, hermitian(2)), A=twice(fmpq(1), ROOT, fmpq(1))).verdict is Verdict.VIOLATED
