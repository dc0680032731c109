"""What shows in how a matrix is made: that it is symmetric, that two sides are one number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from perturb import then
from perturb.certify.point import LADDER
from perturb.domains import square, symmetric, together
from perturb.enclosure import Verdict
from perturb.vocab import (
    T,
    inv,
    kron,
    lam,
    lam_max,
    lam_min,
    leading,
    mat_abs,
    mat_exp,
    matpow,
    mul,
    pi,
    trace,
)
from tests.declared import at, declare, one

HOLDS, VIOLATED, UNDECIDED, VACUOUS = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.VACUOUS
TINY = Fraction(1, 10**40)


def test_eigenvalues_of_balls_want_a_symmetric_matrix() -> None:
    c = one(lambda A: lam_max(pi * A), ">=", 10)
    nearly = [[2, 1 + Fraction(1, 10**30)], [1, 2]]
    assert at(c, LADDER[:1], A=nearly).verdict is UNDECIDED
    assert at(c, A=[[2, 1], [1, 2]]).verdict is VIOLATED
    for A in (nearly, [[2, 3], [1, 2]]):
        with pytest.raises(ValueError, match="not symmetric"):
            at(c, A=A)


SYMMETRIC_BY_FORM: dict[str, Callable[[Any], Any]] = {
    "scaled": lambda A: pi * (A + T(A)),
    "divided": lambda A: (A + T(A)) / pi,
    "sum": lambda A: pi * A + T(pi * A),
    "gram": lambda A: mul(T(A), pi * A),
    "gram, scalar inside": lambda A: mul(T(pi * A), A),
    "congruence": lambda A: mul(mul(T(A), mat_exp(A + T(A))), A),
    "exponential": lambda A: mat_exp(A) @ mat_exp(T(A)),
    "power": lambda A: matpow(pi * (A + T(A)), 3),
    "inverse": lambda A: inv(mat_exp(A + T(A))),
    "kron": lambda A: kron(pi * (A + T(A)), A @ T(A)),
    "difference": lambda A: mat_exp(A) - A + T(mat_exp(A) - A),
    "absolute": lambda A: pi * mat_abs(A),
    "corner": lambda A: leading(mat_exp(A + T(A)), 1),
}


@pytest.mark.parametrize("name", SYMMETRIC_BY_FORM)
def test_symmetric_by_the_way_it_is_made(name: str) -> None:
    c = one(lambda A: lam(SYMMETRIC_BY_FORM[name](A)), "<=", 10**9)
    for A in ([[1, 2], [3, 4]], [[0, 1], [-1, 0]]):
        assert at(c, A=A).verdict is HOLDS


@pytest.mark.parametrize(
    "f",
    [lambda A: mat_exp(A), lambda A: pi * A, lambda A: A @ mat_exp(A), lambda A: mat_exp(A) - T(mat_exp(A))],
)
def test_not_symmetric(f: Callable[[Any], Any]) -> None:
    """Certainly not, or it cannot be seen: never a value."""
    c = one(lambda A: lam_max(f(A)), "<=", 10**9)
    try:
        assert at(c, A=[[1, TINY], [0, 2]]).verdict is UNDECIDED
    except ValueError as error:
        assert "not symmetric" in str(error)  # noqa: PT017


def test_equal_by_the_way_they_are_made() -> None:
    def golden_thompson(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<=", trace(mat_exp(A) @ mat_exp(B)))

    c = declare(golden_thompson, symmetric(count=2, n=(1, 3)))
    commuting = at(c, A=[[1, 2], [2, 1]], B=[[0, 3], [3, 0]])
    assert (commuting.verdict, commuting.margin) == (HOLDS, 0.0)
    assert at(c, A=[[1, 0], [0, 2]], B=[[0, 1], [1, 0]]).margin > 0

    def strict(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(A + B)), "<", trace(mat_exp(A) @ mat_exp(B)))

    assert at(declare(strict, symmetric(count=2, n=(1, 3))), A=[[1]], B=[[2]]).verdict is VIOLATED


def test_nothing_of_one_size_is_not_nothing_of_another() -> None:
    """X - X has the trace of its exponential from its size alone; enclosures are too wide here to tell."""

    def traces(A: Any, B: Any) -> Any:
        yield then(trace(mat_exp(pi * A - A * pi)), "==", trace(mat_exp(pi * B - B * pi)))

    c = declare(traces, together(A=square("m"), B=square("n"), m=(1, 3), n=(1, 3)))
    huge = 10**25
    for bits in (LADDER[:1], LADDER):
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 3] * 3).verdict is not HOLDS
        assert at(c, bits, A=[[huge] * 2] * 2, B=[[huge] * 2] * 2).verdict is HOLDS


def test_forms_that_share_parts_end_soon() -> None:
    def doubled(A: Any) -> Any:
        X = pi * A
        for _ in range(40):
            X = (X + T(X)) / 2
        yield then(trace(X), "<=", trace(T(X)))

    def squared(A: Any) -> Any:
        X = pi * A
        for _ in range(24):
            X = X @ X
        yield then(lam_min(X), ">=", 0)

    for body in (doubled, squared):
        assert at(declare(body), A=[[1, 0], [0, 0]]).verdict in (HOLDS, UNDECIDED)
