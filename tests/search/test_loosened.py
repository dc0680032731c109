"""Equations about positive matrices and contractions, solved in their entries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perturb import given, then
from perturb.domains import commuting_symmetric, contraction, nonnegative, positive_definite, projection, psd
from perturb.results.claims import attack
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.methods.solve import solved
from perturb.search.solvers.restated import brought_back, loosened
from perturb.vocab import diagonal, trace
from tests.declared import declare

HALF = Fraction(1, 2)
SMALL = Effort(rounds=2, batch=64, certified=4, corners=10, grid=500)


def correlations(A: Any) -> Any:
    """No factor B of two rows with A = B'B is rational here: 3/4 is no sum of two squares."""
    yield given(diagonal(A), "==", 1)
    yield given(A[1, 2], "==", HALF)
    yield given(A[2, 3], "==", HALF)


def test_a_false_statement_about_given_correlations_is_refuted() -> None:
    def positive(A: Any) -> Any:
        yield from correlations(A)
        yield then(0, "<=", A[1, 3])

    evidence = attack(declare(positive, psd(n=3)), SMALL, 0, lambda found: None)
    assert evidence.outcome == "refuted"
    assert evidence.found.inside == 0  # no draw meets them


def test_a_true_one_is_held_at_points_of_the_domain() -> None:
    def bounded(A: Any) -> Any:
        yield from correlations(A)
        yield then(-HALF, "<=", A[1, 3])

    claim, found = declare(bounded, psd(n=3)), SearchResult()
    for _ in solved(claim, Effort(), 0, found):
        pass
    assert found.verdicts["holds"] >= 20
    assert set(found.verdicts) == {"holds"}
    assert found.tightest[1] is not None
    assert claim.domain.contains(found.tightest[1])


def traces(A: Any) -> Any:
    yield given(trace(A), "==", 1)
    yield then(trace(A), "==", 1)


def two_traces(A: Any, B: Any) -> Any:
    yield given(trace(A), "==", trace(B))
    yield then(trace(A), "==", trace(B))


def test_what_parameters_hide_becomes_a_hypothesis() -> None:
    for domain, more in ((psd(n=2), 1), (positive_definite(n=2), 2), (contraction(n=2), 1)):
        wider = loosened(declare(traces, domain))
        assert wider is not None
        assert len(wider.hypotheses) == 1 + more
        assert list(wider.domain.params) == ["A.X"]


def test_nothing_to_loosen_where_entries_are_parameters_or_equations_are_hidden() -> None:
    for domain in (nonnegative(n=2), projection(n=2)):
        assert loosened(declare(traces, domain)) is None
    assert loosened(declare(two_traces, commuting_symmetric(n=2))) is None


def test_a_point_outside_is_not_brought_back() -> None:
    claim = declare(traces, psd(n=2))
    wider = loosened(claim)
    assert wider is not None
    inside, outside = (wider.domain.point({"A": rows}) for rows in ([[1, 0], [0, 0]], [[2, 0], [0, -1]]))
    assert brought_back(claim.domain, inside) is not None
    assert brought_back(claim.domain, outside) is None
