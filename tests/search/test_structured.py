"""The dictionary of special matrices holds what its names say, and the search draws on it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perturb.domains import graph, square
from perturb.domains.space import Param
from perturb.search.methods.listed import LARGEST, allowed, as_floats, small_inputs, structured


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
