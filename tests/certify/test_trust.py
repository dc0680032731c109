"""What a verdict rests on: kernels, what they trust, what is settled early."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from perturb import given, indices, then
from perturb.certify.point import LADDER, SECOND_KERNEL
from perturb.domains import square
from perturb.enclosure import Verdict
from perturb.numbers import residual
from perturb.vocab import (
    T,
    pi,
    s,
    s1,
    trace,
)
from tests.declared import at, declare

i, j, k = indices("i j k")


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


WEYL_POINT = {"A": [[1, 2], [3, 4]], "B": [[0, 1], [1, 1]]}


def test_presupposed_theorems_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step whose enclosures rest on Weyl may run, but what it says is thrown away."""
    two = square(count=2, n=(1, 3))
    free = at(declare(weyl, two), **WEYL_POINT)
    assert (free.verdict, free.kernel, free.trusts) == (Verdict.HOLDS, "residual", {"weyl", "ostrowski"})
    bound = at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT)
    assert (bound.verdict, bound.kernel, bound.trusts) == (Verdict.HOLDS, "charpoly", frozenset())

    def wrong(A: Any) -> Any:
        return [fmpq(10**6 if A[0, 0] == 1 and A[0, 1] == 3 else 0)] * 2

    monkeypatch.setattr(residual, "singular_values", wrong)
    assert at(declare(weyl, two), **WEYL_POINT).verdict is Verdict.VIOLATED
    assert at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT).verdict is Verdict.HOLDS


def test_nothing_but_a_circular_kernel() -> None:
    c = declare(weyl, square(count=2, n=(1, 3)), presupposes=["ostrowski"])
    found = at(c, LADDER[:1], **WEYL_POINT)
    assert (found.verdict, found.kernel) == (Verdict.UNDECIDED, "none")
    assert "circular" in found.reason


def test_the_second_kernel_never_calls_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Any:
        raise AssertionError("the residual kernel was called")

    monkeypatch.setattr(residual, "singular_values", forbidden)
    monkeypatch.setattr(residual, "symmetric_eigenvalues", forbidden)
    c = declare(weyl, square(count=2, n=(1, 3)))
    assert at(c, SECOND_KERNEL, **WEYL_POINT).verdict is Verdict.HOLDS


def test_what_is_settled_early_keeps_what_it_trusts() -> None:
    """The first conclusion is settled by residuals, the second by exact arithmetic that trusts nothing."""

    def body(A: Any) -> Any:
        yield then(s1(A), "<=", 3)
        yield then(s1(A) * s1(T(A)), "<=", 2)

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert found.verdict is Verdict.HOLDS
    assert found.trusts == {"weyl", "ostrowski"}
    assert found.certificate == "residual@53"
    alone = at(declare(lambda A: (yield then(s1(A) * s1(T(A)), "<=", 2))), A=[[1, 1], [0, 0]])
    assert (alone.certificate, alone.trusts) == ("exact", frozenset())


def test_exact_is_what_rests_on_rational_numbers_alone() -> None:
    def by_balls(A: Any) -> Any:
        yield given(pi * trace(A), ">", 3)
        yield then(trace(A), "<=", 0)

    def rational(A: Any) -> Any:
        yield given(trace(A), ">", 0)
        yield then(trace(A), "<=", 0)

    assert at(declare(by_balls), A=[[1]]).certificate == "residual@53"
    assert at(declare(rational), A=[[1]]).certificate == "exact"


def test_what_is_presupposed_is_not_settled_by_it() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), "<=", 3)
        yield then(s1(A) * s1(T(A)), "<=", 2)

    found = at(declare(body, presupposes=["weyl"]), A=[[1, 1], [0, 0]])
    assert (found.verdict, found.trusts) == (Verdict.HOLDS, frozenset())
