"""Special and small inputs: the dictionary of matrices, parametrisations that fit, every small input."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb.domains import activation, graph, orthogonal, psd, square, symmetric, together
from perturb.domains.space import Param
from perturb.results.claims import attack
from perturb.search.method import Effort
from perturb.search.methods.listed import (
    LARGEST,
    allowed,
    as_floats,
    small_inputs,
    special_matrices,
    structured,
)
from perturb.search.methods.solve import fitted
from perturb.vocab import I, T, diagonal, entries, lam, lam_max, rank, trace
from tests.declared import declare


def arrays(n: int) -> np.ndarray:
    return as_floats(structured(n, n))


@pytest.mark.parametrize("n", range(1, LARGEST + 1))
def test_a_size_has_few_matrices_and_no_two_are_equal(n: int) -> None:
    found = structured(n, n)
    assert len(set(found)) == len(found) <= 80
    assert all(isinstance(x, Fraction) for rows in found for row in rows for x in row)
    assert all(len(rows) == n == len(row) for rows in found for row in rows)


@pytest.mark.parametrize("n", [2, 4, 8, 12])
def test_hadamard_matrices(n: int) -> None:
    assert any((abs(H) == 1).all() and (n * np.eye(n) == H @ H.T).all() for H in arrays(n))


@pytest.mark.parametrize("n", [4, 6, 8, 12])
def test_conference_matrices(n: int) -> None:
    zero_diagonal = [C for C in arrays(n) if (abs(C) == 1 - np.eye(n)).all()]
    assert any(((n - 1) * np.eye(n) == C @ C.T).all() for C in zero_diagonal)


def test_petersens_graph_and_the_laplacian_of_a_star() -> None:
    spectra = [np.round(np.linalg.eigvalsh(A), 9).tolist() for A in arrays(10) if (A == A.T).all()]
    assert [-2.0] * 4 + [1.0] * 5 + [3.0] in spectra
    assert [0.0] + [1.0] * 8 + [10.0] in spectra


def test_two_nilpotents_that_commute_are_tensor_products() -> None:
    found = [X for X in arrays(4) if not (X @ X).any() and X.any()]
    assert any((X @ Y == Y @ X).all() and (X @ Y).any() for X in found for Y in found)


def test_only_what_a_parameter_allows() -> None:
    assert all(x in (0, 1) for rows in allowed(Param(("n", "n"), "bit"), (4, 4)) for row in rows for x in row)
    assert len(structured(3, 5)) > 30
    assert structured(LARGEST + 1, 2) == ()


def test_the_search_sees_pairs_of_them_beyond_n_3_and_a_graph_as_a_graph() -> None:
    domain, rng = square(count=2, n=4).named(["A", "B"]), np.random.default_rng(0)
    batch = small_inputs(domain, {"n": 4}, 4_000, rng)
    pairs = {(A.tobytes(), B.tobytes()) for A, B in zip(*batch.params.values(), strict=True)}
    known = [X.tobytes() for X in arrays(4)]
    assert sum((A, B) in pairs for A in known for B in known) >= 400
    drawn = small_inputs(graph(n=5).named(["A"]), {"n": 5}, 200, rng)
    assert set(np.unique(drawn.params["A.X"])) <= {0.0, 1.0}


# Parametrisations that fit the hypotheses of a statement, chosen by drawing from them.


SMALL = Effort(rounds=2, batch=64, certified=4, corners=10, grid=500)


def rank_two(A: Any) -> Any:
    yield given(rank(A), "<=", 2)
    yield then(trace(A), "<=", 0)


def rotation(A: Any) -> Any:
    yield given(entries(I - T(A) @ A), "==", 0)
    yield given(trace(A), "==", 0)
    yield then(trace(A), "==", 0)


def skew(A: Any) -> Any:
    yield given(entries(A + T(A)), "==", 0)
    yield then(trace(A), "==", 0)


def commuting_pair(A: Any, B: Any) -> Any:
    yield given(entries(A @ B - B @ A), "==", 0)
    yield then(trace(A), "==", trace(B))


def traceless(A: Any) -> Any:
    yield given(trace(A), "==", 0)
    yield then(lam_max(A), "<=", 0)


@pytest.mark.parametrize(
    ("body", "domain", "parameters"),
    [
        (rank_two, square(n=(1, 4)), {"A.B": ("n", 2), "A.C": (2, "n")}),
        (rank_two, psd(n=4), {"A.B": (2, "n")}),
        (rotation, square(n=3), {"A.K": ("n", "n"), "A.e": ("n",)}),
        (commuting_pair, symmetric(count=2, n=3), {"A.d": ("n",), "B.d": ("n",)}),
    ],
)
def test_a_parametrisation_is_chosen_by_what_meets_the_hypotheses(
    body: Any, domain: Any, parameters: dict[str, Any]
) -> None:
    """However the hypothesis is written; one equation between numbers is left to Newton's method."""
    found = fitted(declare(body, domain), np.random.default_rng(1))
    assert found is not None
    shapes = {key: param.shape for key, param in found.domain.params.items()}
    assert shapes.items() >= parameters.items()


def test_every_draw_of_a_skew_domain_is_skew() -> None:
    found = fitted(declare(skew, square(n=3)), np.random.default_rng(1))
    assert found is not None
    drawn = found.domain.inputs(found.domain.draw(np.random.default_rng(2), 5))["A"]
    assert (drawn == -np.swapaxes(drawn, 1, 2)).all()


def test_nothing_is_fitted_to_one_equation_or_none() -> None:
    assert fitted(declare(traceless, symmetric(n=3)), np.random.default_rng(1)) is None


def low_correlations(A: Any) -> Any:
    yield given(diagonal(A), "==", 1)
    yield given(rank(A), "<=", 2)
    yield given(A[1, 2], "==", 0)
    yield given(A[1, 3], "==", Fraction(3, 5))


def test_correlations_of_rank_two_are_found() -> None:
    """The third one is 4/5 or -4/5."""

    def positive(A: Any) -> Any:
        yield from low_correlations(A)
        yield then(0, "<=", A[2, 3])

    assert attack(declare(positive, psd(n=4)), SMALL, 0, lambda found: None).outcome == "refuted"


def test_a_true_statement_about_them_survives_at_points_of_the_domain() -> None:
    def second(A: Any) -> Any:
        yield given(diagonal(A), "==", 1)
        yield given(rank(A), "==", 2)
        yield then(lam(A)[2], "<=", 2)

    evidence = attack(declare(second, psd(n=4)), SMALL, 0, lambda found: None)
    assert evidence.outcome == "survived", evidence.note
    assert evidence.found.origins["solved"] >= 20


# Small inputs: every one where they are few, else the special matrices that refute by their structure.


def listed(arrays: Any) -> set[tuple[float, ...]]:
    return {tuple(array.ravel()) for array in arrays}


def small(domain: Any, n: int, limit: int) -> Any:
    return small_inputs(domain, {"n": n}, limit, np.random.default_rng(0))


def test_every_ternary_matrix_where_they_are_few() -> None:
    batch = small(square(), 2, 81)
    (entries,) = batch.params.values()
    assert batch.count == len(entries) == len(listed(entries)) == 81
    assert set(entries.ravel()) == {0.0, 1.0, -1.0}
    assert small(square(), 2, 80).count == 80 + 40  # special ones, and half as many at random


@pytest.mark.parametrize("domain", [square(), psd(), orthogonal(), together(A=square(), D=activation(-1))])
def test_parameters_stay_in_their_range(domain: Any) -> None:
    for limit in (50, 5_000):
        batch = small(domain, 3, limit)
        for key, arrays in batch.params.items():
            assert len(arrays) == batch.count
            assert all(domain.params[key].allows(x) for x in np.unique(arrays))


def test_the_special_matrices_hold_each_kind_once() -> None:
    found = special_matrices(3, 3)
    known = listed(found)
    assert len(known) == len(found)
    shift = np.eye(3, k=1)
    for A in (shift, shift.T, -shift, np.eye(3)[[2, 0, 1]], np.diag([1.0, -1.0, 0.0]), np.ones((3, 3))):
        assert tuple(A.ravel()) in known
    assert tuple(np.diag([1.0, 2.0, 0.0]).ravel()) not in known


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 3), (3, 2)])
def test_rectangular_ones(m: int, n: int) -> None:
    found = special_matrices(m, n)
    assert found.shape[1:] == (m, n)
    assert tuple(np.eye(m, n).ravel()) in listed(found)
