"""A claim at inputs of one's own, and how it prints."""

from __future__ import annotations

import numpy as np
import pytest

import perturb
from perturb import claim, given, paper, relations, then
from perturb.domains import psd, square
from perturb.vocab import fro, kappa, lam_min, mul, s, s1, trace

ME = paper("me")


@claim(ME, "eq. (7)", domain=square(count=2, n=(2, 4)), status="printed")
def commutator(A, B):
    yield given(s1(A), "<=", 1)
    yield then(fro(mul(A, B) - mul(B, A)), "<=", 1.4142 * fro(A) * fro(B))


@claim(ME, "trace", domain=psd(n=(1, 3)))
def positive(P):
    yield then(lam_min(P), "<=", trace(P))


UP, DOWN = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0, 0], [1, 0]])


def test_a_claim_prints_as_its_statement() -> None:
    assert repr(commutator).splitlines() == [
        "me/commutator (printed): eq. (7)",
        "for all  A, B ∈ ℝⁿˣⁿ",
        "sizes    every n >= 2, searched up to 4",
        "given    s₁(A) ≤ 1",
        "then     ‖A B - B A‖_F ≤ 1.4142 ‖A‖_F ‖B‖_F",
    ]
    assert r"\lVert A B - B A \rVert_F \le 1.4142" in commutator._repr_markdown_()


def test_which_relations_hold_and_by_how_much() -> None:
    found = commutator(UP, DOWN)
    assert [(r.part, r.verdict) for r in found.relations] == [("given", "holds"), ("then", "violated")]
    assert found.relations[1].margin == pytest.approx(1.4142 / 2**0.5 - 1, rel=1e-6)
    assert (found.verdict, found.inside, bool(found)) == ("violated", True, False)
    assert "violated, margin -9.59e-06" in repr(found)
    assert commutator(B=DOWN, A=UP / 2).verdict == "violated"
    assert commutator(UP, UP.tolist())
    outside = relations(commutator, 2 * UP, DOWN)
    assert (outside.verdict, outside.relations[0].verdict) == ("vacuous", "violated")
    with pytest.raises(TypeError, match="vacuous at this point"):
        bool(outside)


def test_a_point_outside_the_domain_says_so() -> None:
    found = positive(np.array([[-1.0]]))
    assert (found.inside, found.verdict) == (False, "vacuous")
    assert "outside the domain" in repr(found)


def test_what_has_no_verdict_has_none() -> None:
    @claim(ME, "no value at 0", domain=square(n=(1, 2)))
    def condition(A):
        yield then(kappa(A), ">=", 1)

    assert condition(np.zeros((2, 2))).verdict == "vacuous"
    assert condition(np.eye(2)).verdict == "holds"


@pytest.mark.parametrize(
    ("arrays", "named", "error", "said"),
    [
        ((UP,), {}, TypeError, "takes A, B"),
        ((UP, DOWN, UP), {}, TypeError, "takes A, B"),
        ((UP, DOWN), {"A": UP}, TypeError, "takes A, B"),
        ((UP, np.eye(3)), {}, ValueError, "size n is 2 elsewhere, 3 here"),
        ((UP, np.full((2, 2), np.nan)), {}, ValueError, "not a finite number"),
        ((UP * 1j, DOWN), {}, ValueError, "not a finite number"),
        ((s(UP), DOWN), {}, ValueError, "not a matrix"),
    ],
)
def test_inputs_that_do_not_fit(arrays, named, error, said) -> None:
    with pytest.raises(error, match=said):
        commutator(*arrays, **named)


def test_as_a_table_and_in_a_notebook() -> None:
    pytest.importorskip("pandas")
    table = commutator(UP, DOWN).to_frame()
    assert list(table.verdict) == ["holds", "violated"]
    assert "| then | $" in commutator(UP, DOWN)._repr_markdown_()


def test_what_is_public_is_there() -> None:
    for name in ("attack", "check", "law", "relations", "simulate", "tighten"):
        assert name in perturb.__all__
        assert (getattr(perturb, name).__doc__ or "").count("\n") > 2


def test_sizes_beyond_those_that_are_searched() -> None:
    """The statement speaks of them, and the answer says that no search looks there."""
    zero = np.zeros((5, 5))
    first = str(commutator(zero, zero)).splitlines()[0]
    assert first == "me/commutator: holds at this point; n = 5 is beyond the sizes searched (n <= 4)"
    assert "beyond" not in str(commutator(np.eye(2), np.eye(2)))
