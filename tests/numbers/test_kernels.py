"""Both spectral kernels against references and each other; the checks object to broken kernels.

Refined factors are as good as mpmath's where they say that they are.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers import algebraic, charpoly, factors, residual, roots
from perturb.numbers.errors import Undefined
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


# The checks of the zoo can fail: each kernel is broken on purpose and the very same check must object.


def check_everything():
    for A in zoo.ALL.values():
        zoo.check_singular_values(residual.singular_values, A)
        zoo.check_singular_values(charpoly.singular_values, A)
    for S in zoo.SYMMETRIC.values():
        zoo.check_eigenvalues(residual.symmetric_eigenvalues, S)
        zoo.check_eigenvalues(charpoly.symmetric_eigenvalues, S)


def skew(V: arb_mat) -> arb_mat:
    """Factors that are far from orthogonal, as a broken LAPACK might return."""
    return V * arb(1.01)


def break_svd(change):
    original = factors.svd
    return lambda A: change(*original(A)) if original(A) else None


def break_eigh(change):
    original = factors.eigh
    return lambda A: change(*original(A)) if original(A) else None


def nan_like(V: arb_mat) -> arb_mat:
    return arb_mat(V.nrows(), V.ncols(), [arb.nan()] * (V.nrows() * V.ncols()))


SABOTAGE = {
    "the residual is dropped and the factors are poor": lambda m: (
        m.setattr(residual, "norm_bound", lambda E: arb(0)),
        m.setattr(factors, "svd", break_svd(lambda U, d, V: (U, [x * arb(1.001) for x in d], V))),
    ),
    "the orthogonality defect is forgotten": lambda m: (
        m.setattr(residual, "orthogonality_defect", lambda V: arb(0)),
        m.setattr(factors, "svd", break_svd(lambda U, d, V: (U, [x * arb(1.01) for x in d], skew(V)))),
    ),
    "the defect is forgotten for eigenvalues": lambda m: (
        m.setattr(residual, "orthogonality_defect", lambda V: arb(0)),
        m.setattr(factors, "eigh", break_eigh(lambda d, V: ([x * arb(1.0201) for x in d], skew(V)))),
    ),
    "the factors are NaN": lambda m: m.setattr(
        factors, "svd", break_svd(lambda U, d, V: (nan_like(U), [arb.nan()] * len(d), nan_like(V)))
    ),
    "LAPACK gives up": lambda m: m.setattr(factors, "svd", lambda A: None),
    "the eigenvalues change sign": lambda m: m.setattr(
        residual, "_enclose_eigenvalues", _flipped(residual._enclose_eigenvalues)
    ),
    "the scale is lost": lambda m: (
        m.setattr(factors, "exponent", lambda A: 0),
        m.setattr(residual, "_refined", lambda A, values: values),  # which would make up for it
    ),
    "the scale is not undone": lambda m: m.setattr(
        factors, "scale", lambda A, original=factors.scale: original(A)._replace(exponent=0)
    ),
    "the lower end is lifted": lambda m: m.setattr(residual, "_interval", lambda lo, hi: hi.upper()),
    "the roots are not in order": lambda m: m.setattr(roots, "_descending", lambda found: found),
    "multiplicity is forgotten": lambda m: m.setattr(
        roots,
        "irreducible_factors",
        lambda p, original=roots.irreducible_factors: [(f, 1) for f, _ in original(p)],
    ),
    "the root of the Gram eigenvalue is not taken": lambda m: m.setattr(charpoly, "sqrt_nonneg", lambda x: x),
    "a rational root has the wrong sign": lambda m: m.setattr(
        roots, "_roots_of", _sign_error(roots._roots_of)
    ),
}


def _flipped(original):
    return lambda S, d, V: [-x for x in original(S, d, V)]


def _sign_error(original):
    return lambda f, m: [
        r._replace(value=-r.value) if isinstance(r.value, fmpq) else r for r in original(f, m)
    ]


def test_the_check_passes_unbroken():
    check_everything()


@pytest.mark.parametrize("sabotage", SABOTAGE.values(), ids=SABOTAGE.keys())
def test_the_check_fails_when_the_kernel_is_broken(sabotage, monkeypatch):
    sabotage(monkeypatch)
    with pytest.raises((AssertionError, Undefined)):
        check_everything()


def test_poor_factors_alone_do_no_harm(monkeypatch):
    """LAPACK is not trusted: bad factors widen the enclosure, they do not move it."""
    monkeypatch.setattr(
        factors, "svd", break_svd(lambda U, d, V: (skew(U), [x * arb(1.02) for x in d], skew(V)))
    )
    for A in zoo.ALL.values():
        zoo.check_singular_values(residual.singular_values, A, gap=10.0)


@pytest.mark.parametrize("failure", [np.linalg.LinAlgError("no convergence"), None])
def test_a_failing_lapack_gives_nan_and_no_exception(failure, monkeypatch):
    def fail(*args, **kwargs):
        if failure is not None:
            raise failure
        return np.full((2, 2), np.nan), np.full(2, np.nan), np.full((2, 2), np.nan)

    broken = SimpleNamespace(svd=fail, eigh=lambda F: fail(F)[1:], LinAlgError=np.linalg.LinAlgError)
    monkeypatch.setattr(np, "linalg", broken)
    S = fmpq_mat([[2, 1], [1, 2]])
    for values in (residual.singular_values(S), residual.symmetric_eigenvalues(S)):
        assert len(values) == 2
        assert all(x.is_nan() for x in values)


# Refined factors: as good as mpmath's where they say that they are, None where they do not get there.


def exact(F: np.ndarray) -> fmpq_mat:
    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in F.tolist()])


@pytest.mark.parametrize("bits", [106, 212, 424])
@pytest.mark.parametrize("shape", [(12, 12), (20, 13), (30, 30)])
def test_large_spectra_are_enclosed_to_the_precision_without_mpmath(bits, shape, monkeypatch) -> None:
    monkeypatch.setattr(factors, "_svd_mpmath", lambda A: None)
    monkeypatch.setattr(factors, "_eigh_mpmath", lambda A: None)
    A = exact(np.random.default_rng(1).standard_normal(shape))
    with ctx.workprec(bits):
        values = [*residual.singular_values(A), *residual.symmetric_eigenvalues(A.transpose() * A)]
    assert all(x.is_finite() for x in values)
    assert min(x.rel_accuracy_bits() for x in values) > bits - 40


def test_equal_and_close_values() -> None:
    """A repeated eigenvalue is refined, one that is close to another gives way to mpmath."""
    n = 14
    equal = np.kron(np.eye(2), np.diag(np.arange(1.0, 8.0)))
    close = np.diag(1 + 1e-20 * np.arange(n))
    Q = np.linalg.qr(np.random.default_rng(2).standard_normal((n, n)))[0]
    with ctx.workprec(106):
        assert factors.refined_eigh(factors.from_floats(equal), factors.from_floats(np.eye(n))) is not None
        start = factors.from_floats(Q)
        S = start * arb_mat(exact(close)) * start.transpose()
        for x in residual.symmetric_eigenvalues((S + S.transpose()).mid()):
            assert x.rel_accuracy_bits() > 70


def test_a_singular_matrix_gives_way_to_mpmath() -> None:
    F = np.outer(np.arange(1.0, 14.0), np.ones(13))
    with ctx.workprec(106):
        assert factors.refined_svd(factors.from_floats(F), factors.from_floats(np.linalg.svd(F)[2].T)) is None
        values = residual.singular_values(exact(F))
    assert values[0].rel_accuracy_bits() > 80
    assert all(x < 1e-25 for x in values[1:])
