"""Both spectral kernels against 60-digit references, against each other, and at several precisions."""

from __future__ import annotations

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers import algebraic, charpoly, residual
from perturb.numbers.scalar import to_arb
from tests.numbers import zoo

KERNELS = pytest.mark.parametrize(
    "kernel", [residual, charpoly, algebraic], ids=["residual", "charpoly", "algebraic"]
)


def _singular(kernel):
    return getattr(kernel, "singular_values", None) or kernel.algebraic_singular_values


def _eigen(kernel):
    return getattr(kernel, "symmetric_eigenvalues", None) or kernel.algebraic_eigenvalues


@KERNELS
@zoo.any_matrix
def test_singular_values_are_enclosed(kernel, A):
    zoo.check_singular_values(_singular(kernel), A)


@KERNELS
@zoo.symmetric_matrix
def test_eigenvalues_are_enclosed(kernel, S):
    zoo.check_eigenvalues(_eigen(kernel), S)


@pytest.mark.parametrize("bits", [64, 106, 212])
@zoo.any_matrix
def test_higher_precision_gives_narrower_enclosures(A, bits):
    gap = 1e-11 if bits == 64 else 2.0 ** (20 - bits)
    with ctx.workprec(bits):
        zoo.check_singular_values(residual.singular_values, A, gap)
        if A.transpose() == A:
            zoo.check_eigenvalues(residual.symmetric_eigenvalues, A, gap)
        assert ctx.prec == bits


@zoo.any_matrix
def test_the_kernels_agree(A):
    zoo.check_overlap(residual.singular_values(A), charpoly.singular_values(A))


@zoo.any_matrix
def test_the_transpose_has_the_same_singular_values(A):
    assert algebraic.algebraic_singular_values(A) == algebraic.algebraic_singular_values(A.transpose())


@zoo.any_matrix
def test_a_matrix_of_balls_encloses_the_spectra_of_its_members(A):
    wide = residual.singular_values(zoo.balls(A, arb(zoo.size(A)) * arb(1e-6)))
    zoo.check_overlap(wide, residual.singular_values(A))
    member = A + fmpq_mat(
        [[zoo.size(A) / 2**20 * (-1) ** (i * j) for j in range(A.ncols())] for i in range(A.nrows())]
    )
    zoo.check_overlap(wide, residual.singular_values(member))


def test_equality_cases_are_exact_where_the_spectrum_is_rational():
    assert charpoly.singular_values(zoo.diag(3, -4, 0)) == [4, 3, 0]
    assert charpoly.symmetric_eigenvalues(fmpq_mat([[0, 1], [1, 0]])) == [1, -1]
    assert charpoly.singular_values(fmpq_mat([[3, 4]])) == [5]


def test_close_rational_and_irrational_eigenvalues_are_ordered():
    """sqrt(2) and a rational 2^-200 away from it share a double, and yet their order is certified."""
    near = fmpq(fmpz(2 * 4**200).isqrt()) / fmpq(2) ** 200
    S = fmpq_mat([[near, 0, 0], [0, 1, 1], [0, 1, -1]])
    values = charpoly.symmetric_eigenvalues(S)
    assert values[1] == near
    assert isinstance(values[0], arb)
    with ctx.workprec(400):
        assert values[0] > near


@pytest.mark.parametrize("kernel", [residual, charpoly])
def test_an_unsymmetric_matrix_is_refused(kernel):
    with pytest.raises(ValueError, match="not symmetric"):
        kernel.symmetric_eigenvalues(fmpq_mat([[1, 2], [3, 4]]))


@pytest.mark.parametrize("entry", [arb.nan(), arb("inf"), arb(0, "inf")])
def test_entries_that_are_not_finite_give_nan(entry):
    A = arb_mat([[1, 0], [0, entry]])
    assert all(x.is_nan() for x in residual.singular_values(A))
    assert all(x.is_nan() for x in residual.symmetric_eigenvalues(A))


def test_wide_balls_may_give_wide_or_no_answers_but_no_exception():
    A = zoo.balls(zoo.integers(3, 3, 2), 1e3)
    exact = charpoly.singular_values(zoo.integers(3, 3, 2))
    for x, y in zip(residual.singular_values(A), exact, strict=True):
        assert x.is_nan() or x.overlaps(to_arb(y))


def test_entries_as_large_as_2_to_the_million_do_not_overflow():
    big = arb((1, 10**6))
    values = residual.singular_values(arb_mat([[3 * big, 0], [0, 4 * big]]))
    assert values[0].overlaps(4 * big)
    assert values[1].overlaps(3 * big)
    assert values[0] > values[1]


entries = st.integers(-6, 6)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=1, max_size=5)
    )
)
def test_small_integer_matrices(rows):
    A = fmpq_mat(rows)
    with ctx.workprec(106):
        zoo.check_overlap(residual.singular_values(A), charpoly.singular_values(A))
    zoo.check_singular_values(charpoly.singular_values, A)


@settings(derandomize=True, deadline=None, max_examples=80)
@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_inertia_counts_exact_eigenvalues(rows):
    S = zoo.symmetric(fmpq_mat(rows))
    values = algebraic.algebraic_eigenvalues(S)
    signs = [sum(x < 0 for x in values), sum(x == 0 for x in values), sum(x > 0 for x in values)]
    assert charpoly.inertia(S) == tuple(signs)
    assert charpoly.rank(S) == signs[0] + signs[2]


@zoo.symmetric_matrix
def test_inertia_agrees_with_the_residual_kernel(S):
    """Independent of Descartes: no eigenvalue that is certainly signed may be counted on the other side."""
    negative, zero, positive = charpoly.inertia(S)
    values = residual.symmetric_eigenvalues(S)
    assert sum(x < 0 for x in values) <= negative
    assert sum(x > 0 for x in values) <= positive
    assert negative + zero + positive == S.nrows()


def test_moduli_with_ties():
    rotation = fmpq_mat([[0, -1, 0], [1, 0, 0], [0, 0, -1]])
    assert charpoly.moduli(rotation) == [1, 1, 1]
    values = charpoly.moduli(fmpq_mat([[0, -2, 0], [1, 0, 0], [0, 0, -1]]))
    zoo.check_overlap(values, [arb(2).sqrt(), arb(2).sqrt(), fmpq(1)])
    assert values[2] == 1


def test_moduli_of_companions_are_those_of_the_roots():
    cube = charpoly.moduli(fmpq_mat([[0, 0, 2], [1, 0, 0], [0, 1, 0]]))
    zoo.check_overlap(cube, [arb(2).root(3)] * 3)
    assert len(charpoly.eigenvalues(zoo.jordan(4, 2))) == 4
    assert charpoly.moduli(zoo.jordan(4, -2)) == [2, 2, 2, 2]
