"""Parametrisations that fit the hypotheses of a statement, chosen by drawing from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb.domains import psd, square, symmetric
from perturb.results.claims import attack
from perturb.search.method import Effort
from perturb.search.solvers.restated import fitted
from perturb.vocab import I, T, diagonal, entries, lam, lam_max, rank, trace
from tests.declared import declare

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
