"""Stacked matrices, norms, means, singular vectors, projections, angles, Laplacians beside numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from scipy.linalg import fractional_matrix_power, logm, sqrtm, subspace_angles

from perturb import indices, paper, then
from perturb.certify.point import certify
from perturb.domains import symmetric
from perturb.enclosure import Verdict
from perturb.numbers import functions, principal
from perturb.numbers.errors import Unavailable, Undefined
from perturb.statements.claim import Claim
from perturb.vocab import (
    canonical_cosines,
    canonical_sines,
    degrees,
    eigenprojection,
    geometric_mean,
    hstack,
    laplacian,
    left_singular_vector,
    norm_1,
    norm_inf,
    principal_log,
    principal_power,
    principal_sqrt,
    range_projection,
    right_singular_vector,
    s,
    schatten,
    spectral_projection,
    trace,
    vstack,
    weighted_geometric_mean,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import const, variable
from perturb.vocab.systems.certified import CharPoly, Exact
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange

A, B, x = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX), variable("x", Kind.VECTOR)
RNG = np.random.default_rng(5)
pytestmark = pytest.mark.filterwarnings("ignore::perturb.vocab.systems.elements.NotKnown")


def exact(expr: Any, **inputs: Any) -> Any:
    return Evaluation(Exact({name: fmpq_mat(rows) for name, rows in inputs.items()}))(expr)


def close(found: Any, known: Any) -> bool:
    return bool(np.allclose(np.asarray(found, dtype=float), known, rtol=1e-9, atol=1e-12))


def test_matrices_beside_and_above_each_other() -> None:
    P, Q = RNG.normal(size=(2, 3)), RNG.normal(size=(2, 2))
    assert close(hstack(P, Q), np.hstack([P, Q]))
    assert close(vstack(P.T, Q), np.vstack([P.T, Q]))
    assert exact(hstack(A, B), A=[[1], [2]], B=[[3, 4], [5, 6]]) == fmpq_mat([[1, 3, 4], [2, 5, 6]])
    assert exact(vstack(A, B), A=[[1, 2]], B=[[3, 4], [5, 6]]) == fmpq_mat([[1, 2], [3, 4], [5, 6]])
    with pytest.raises(ValueError, match="shapes 2 x 2 and 1 x 2 do not fit"):
        exact(hstack(A, B), A=[[1, 2], [3, 4]], B=[[1, 2]])


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (4, 2)])
def test_norms_by_columns_and_by_rows(shape: tuple[int, int]) -> None:
    P = RNG.normal(size=shape)
    assert close(norm_1(P), np.linalg.norm(P, 1))
    assert close(norm_inf(P), np.linalg.norm(P, np.inf))
    assert close(norm_1(P[0]), np.linalg.norm(P[0], 1))
    assert close(norm_inf(P[0]), np.linalg.norm(P[0], np.inf))


def test_a_norm_takes_no_number() -> None:
    with pytest.raises(TypeError, match="not a scalar"):
        norm_1(variable("t", Kind.SCALAR))


@pytest.mark.parametrize("t", [0.25, 0.5, 1.0, -0.5])
def test_weighted_means(t: float) -> None:
    P, Q = (X @ X.T + np.eye(3) for X in RNG.normal(size=(2, 3, 3)))
    P, Q = (P + P.T) / 2, (Q + Q.T) / 2
    root = sqrtm(P)
    back = np.linalg.inv(root)
    assert close(weighted_geometric_mean(P, Q, t), root @ fractional_matrix_power(back @ Q @ back, t) @ root)
    assert t != 0.5 or close(weighted_geometric_mean(P, Q, t), geometric_mean(P, Q))


def test_the_schatten_norm_takes_an_input() -> None:
    p = variable("p", Kind.SCALAR)
    value = Evaluation(CharPoly({"A": fmpq_mat([[3, 0], [0, 4]]), "p": fmpq(2)}))(schatten(A, p))
    assert arb(value).contains(5)


def test_singular_vectors_are_those_of_the_decomposition() -> None:
    P = RNG.normal(size=(3, 4))
    U, values, V = np.linalg.svd(P)
    for k in (1, 2, 3):
        u, v = np.asarray(left_singular_vector(P, k)), np.asarray(right_singular_vector(P, k))
        assert close(np.outer(u, v) * values[k - 1], values[k - 1] * np.outer(U[:, k - 1], V[k - 1]))
        assert v[np.abs(v) > 1e-12][0] > 0
    with pytest.raises(OutOfRange):
        exact(left_singular_vector(A, 2), A=[[1, 2]])


@pytest.mark.parametrize("rows", [[[1, 0], [0, 1]], [[0, 0], [0, 0]]])
def test_there_is_none_where_a_singular_value_is_repeated(rows: list[list[int]]) -> None:
    with pytest.raises(Undefined):
        exact(right_singular_vector(A, 1), A=rows)


def test_the_left_one_needs_a_positive_singular_value() -> None:
    assert exact(right_singular_vector(A, 2), A=[[2, 0], [0, 0]]) == (0, 1)
    with pytest.raises(Undefined):
        exact(left_singular_vector(A, 2), A=[[2, 0], [0, 0]])


def test_projections_on_several_eigenvectors() -> None:
    S = RNG.normal(size=(4, 4))
    S = S + S.T
    vectors = np.linalg.eigh(S)[1][:, ::-1]
    for i, j in ((1, 1), (1, 3), (2, 3), (2, 4), (1, 4)):
        basis = vectors[:, i - 1 : j]
        assert close(spectral_projection(S, i, j), basis @ basis.T)


def test_a_group_may_hold_repeated_eigenvalues() -> None:
    rows = [[2, 0, 0], [0, 2, 0], [0, 0, 1]]
    assert exact(spectral_projection(A, 1, 2), A=rows) == fmpq_mat([[1, 0, 0], [0, 1, 0], [0, 0, 0]])
    assert exact(spectral_projection(A, 1, 3), A=rows) == fmpq_mat([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert exact(spectral_projection(A, 3, 3), A=rows) == exact(eigenprojection(A, 3), A=rows)
    for i, j in ((1, 1), (2, 2), (2, 3), (2, 1)):
        with pytest.raises(Undefined):
            exact(spectral_projection(A, i, j), A=rows)
    with pytest.raises(OutOfRange):
        exact(spectral_projection(A, 4, 1), A=rows)


def test_a_statement_about_no_eigenvalue_has_no_value() -> None:
    """A group from the 2nd to the 1st is no subscript that is missing: the point lies outside."""
    i, j = indices("i j")
    for first, last in ((2, 1), (i, j)):
        links = then(trace(spectral_projection(A, first, last)), "<=", -1).links
        said = Claim("groups/none", paper("groups"), "", symmetric(n=2).named(["A"]), (), links, "")
        assert certify(said, said.domain.point({"A": [[2, 1], [1, 2]]})).verdict is Verdict.VACUOUS


def test_irrational_groups_are_enclosed() -> None:
    S = fmpq_mat([[0, 1, 0], [1, 0, 1], [0, 1, 1]])
    values = CharPoly({}).eigenvalues(S)
    P = functions.spectral_projection(S, values, 0, 1)
    last = functions.eigenprojection(S, values, 2)
    for p in range(3):
        for q in range(3):
            assert (P[p, q] + last[p, q]).contains(int(p == q))
            assert P[p, q].rad() < 1e-12


def test_balls_that_meet_tell_nothing() -> None:
    S, wide = fmpq_mat([[1, 0], [0, 1]]), [arb(1, 0.5), arb(1, 0.5)]
    assert not any(y.is_finite() for y in functions.spectral_projection(S, wide, 0, 0).entries())


@pytest.mark.parametrize("shapes", [((4, 2), (4, 2)), ((4, 1), (4, 3)), ((3, 2), (3, 2))])
def test_angles_are_those_of_scipy(shapes: tuple[tuple[int, int], tuple[int, int]]) -> None:
    P, Q = (RNG.normal(size=shape) for shape in shapes)
    angles = np.sort(subspace_angles(P, Q))
    value = Evaluation(CharPoly({"A": dyadic(P), "B": dyadic(Q)}))
    cosines = [float(c) for c in value(canonical_cosines(A, B))]
    sines = [float(c) for c in value(canonical_sines(A, B))]
    assert np.allclose(cosines, np.cos(angles), atol=1e-7)
    assert np.allclose(sines, np.sin(angles), atol=1e-6)


def dyadic(P: Any) -> fmpq_mat:
    return fmpq_mat(*P.shape, [fmpq(*float(y).as_integer_ratio()) for y in P.ravel()])


def test_the_projection_on_a_range() -> None:
    P = exact(range_projection(A), A=[[1, 2], [2, 4], [0, 0]])
    assert fmpq_mat(3, 3, [fmpq(1, 5), fmpq(2, 5), 0, fmpq(2, 5), fmpq(4, 5), 0, 0, 0, 0]) == P
    assert exact(range_projection(A), A=[[0, 0]]) == fmpq_mat([[0]])


def test_laplacians() -> None:
    W = [[0, 2, 1], [2, 0, 0], [1, 0, 0]]
    assert exact(degrees(A), A=W) == (3, 2, 1)
    assert exact(laplacian(A), A=W) == fmpq_mat([[3, -2, -1], [-2, 2, 0], [-1, 0, 1]])
    assert exact(s(laplacian(A))[const(3)], A=W) == 0


# Principal roots, logarithms and powers, of matrices that are not symmetric.


ONES = fmpq_mat([[1, 1], [0, 1]])
REGULAR = {
    "complex pair": [[0, -1], [1, 0]],
    "near the half-axis": [[-1000, 1], [-1, -1000]],
    "defective": [[2, 1, 0], [0, 2, 1], [0, 0, 2]],
    "graded": [[1, 1000], [0, fmpq(1, 1000)]],
    "one number": [[fmpq(9, 4)]],
    "nonnormal": [[1, 5, -3], [0, 2, 7], [fmpq(1, 2), 0, 3]],
    "symmetric": [[2, 1], [1, 2]],
}
OFF = {
    "zero": [[0]],
    "negative": [[-1, 5], [0, 2]],
    "nilpotent": [[0, 1], [0, 0]],
    "twice negative": [[-1, 1], [0, -1]],
    "singular": [[1, 2], [2, 4]],
}


def product(*factors: Any) -> arb_mat:
    found = arb_mat(factors[0])
    for factor in factors[1:]:
        found = found * arb_mat(factor)
    return found


def middles(X: arb_mat) -> Any:
    return np.array([float(y.mid()) for y in X.entries()]).reshape(X.nrows(), X.ncols())


@pytest.mark.parametrize("name", REGULAR)
def test_the_principal_root_squares_to_the_matrix_in_the_right_half_plane(name: str) -> None:
    P = fmpq_mat(REGULAR[name])
    with ctx.workprec(106):
        X = principal.principal_sqrt(P)
        assert product(X, X).overlaps(arb_mat(P))
        assert all(y.rad() < 1e-20 for y in arb_mat(X).entries())
        assert (np.linalg.eigvals(middles(arb_mat(X))).real > 1e-3).all()


@pytest.mark.parametrize("name", REGULAR)
def test_the_exponential_of_the_principal_logarithm_is_the_matrix(name: str) -> None:
    P = fmpq_mat(REGULAR[name])
    with ctx.workprec(106):
        L = principal.principal_log(P)
        assert L.exp().overlaps(arb_mat(P))
        assert all(y.rad() < 1e-9 for y in L.entries())
        assert (np.abs(np.linalg.eigvals(middles(L)).imag) < np.pi).all()


@pytest.mark.parametrize("name", OFF)
@pytest.mark.parametrize("f", [principal.principal_sqrt, principal.principal_log])
def test_there_is_none_on_the_half_axis(f: Any, name: str) -> None:
    with pytest.raises(Undefined, match="negative or 0"):
        f(fmpq_mat(OFF[name]))
    astride = arb_mat(fmpq_mat(OFF[name])) + principal.around(arb(1e-3), len(OFF[name]))
    assert not any(y.is_finite() for y in f(astride).entries())


def test_small_rational_roots_are_exact() -> None:
    assert principal.principal_sqrt(ONES) == fmpq_mat([[1, fmpq(1, 2)], [0, 1]])
    assert principal.principal_sqrt(fmpq_mat([[33, 24], [48, 57]])) == fmpq_mat([[5, 2], [4, 7]])


def test_the_root_of_balls_holds_those_of_its_members() -> None:
    wide = arb_mat(ONES) + principal.around(arb(1e-4), 2)
    X = principal.principal_sqrt(wide)
    for shift in (fmpq(1, 10**4), fmpq(-1, 10**4)):
        member = principal.principal_sqrt(ONES + fmpq_mat(2, 2, [0, 0, shift, 0]))
        assert all(x.overlaps(y) for x, y in zip(X.entries(), arb_mat(member).entries(), strict=True))
    assert all(y.rad() < 1e-2 for y in X.entries())


@pytest.mark.parametrize("rows", [[[-1]], [[0, -1], [1, 0]], [[1, 0], [0, -1]], [[0]]])
def test_another_root_is_not_taken_for_the_principal_one(rows: list[list[int]]) -> None:
    assert not principal.in_right_half_plane(arb_mat(rows))


@pytest.mark.parametrize("p", [0.3, -1.5, 2.0])
def test_principal_powers_are_those_of_scipy(p: float) -> None:
    P = np.array([[1.0, 2.0], [-3.0, 2.0]])
    assert close(principal_power(P, p), fractional_matrix_power(P, p))
    assert close(principal_sqrt(P), sqrtm(P))
    assert close(principal_log(P), logm(P))


def test_large_matrices_are_not_enclosed() -> None:
    with pytest.raises(Unavailable, match="size 11 exceeds 10"):
        principal.principal_sqrt(fmpq_mat(11, 11, [int(i == j) for i in range(11) for j in range(11)]))
    with pytest.raises(ValueError, match="a square matrix is needed, not 1 x 2"):
        principal.principal_log(fmpq_mat([[1, 2]]))


@pytest.mark.parametrize("seed", range(12))
def test_the_root_of_a_square_is_the_one_that_was_squared(seed: int) -> None:
    """X = P J P^-1 with a pair or a Jordan block; its logarithm is half of that of X^2."""
    rng = np.random.default_rng(seed)
    a, b, c = (int(k) for k in rng.integers(1, 5, size=3))
    J = [[[a, b, 0], [-b, a, 0], [0, 0, c]], [[a, 1, 0], [0, a, 1], [0, 0, a]]][seed % 2]
    P = fmpq_mat([[1, b, 0], [0, 1, c], [a, 0, -1]])
    X = P * fmpq_mat(J) * P.inv() * fmpq(10) ** int(rng.integers(-6, 7))
    with ctx.workprec(200):
        assert arb_mat(principal.principal_sqrt(X * X)).overlaps(arb_mat(X))
        twice = principal.principal_log(X) * arb(2)
        assert (seed % 2 == 0 and b >= a) or principal.principal_log(X * X).overlaps(twice)
    turn = P * fmpq_mat([[0, b, 0], [-b, 0, 0], [0, 0, c]]) * P.inv()
    with pytest.raises(Undefined):
        principal.principal_sqrt(turn * turn)
