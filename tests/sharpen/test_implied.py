"""What violations say of the constant of a false conclusion: only what is less than the conclusion says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perturb import then
from perturb.domains import scalar, together
from perturb.sharpen.tighten import implied
from perturb.vocab import sq
from tests.declared import declare


def told(op: str, constant: Any, t: Any, left: Any = lambda t: t) -> Fraction | None:
    """The constant that a point t of [-10, 10] refutes in left(t) op constant u, at u = 1."""

    def body(t: Any, u: Any) -> Any:
        yield then(left(t), op, constant * u)

    claim = declare(body, together(t=scalar(-10, 10), u=scalar(1, 2)))
    bracket = implied(claim, 0, [claim.domain.point({"t": t, "u": 1})])
    return bracket.refuted if bracket is not None else None


@pytest.mark.parametrize(
    ("op", "constant", "t", "below", "above"),
    [
        ("<=", 0.1, 2, Fraction(19, 10), 2),
        ("<", 0.1, 2, Fraction(19, 10), 2),
        (">=", 0.1, "1/20", Fraction(1, 20), Fraction(51, 1000)),
        (">=", -0.5, -2, -2, Fraction(-19, 10)),
        ("<=", -0.5, "-1/4", Fraction(-26, 100), Fraction(-1, 4)),
    ],
)
def test_a_weaker_demand_that_is_still_false(op: str, constant: Any, t: Any, below: Any, above: Any) -> None:
    refuted = told(op, constant, t)
    assert refuted is not None
    assert below <= refuted <= above
    assert (refuted > Fraction(str(constant))) is (op in ("<=", "<"))


@pytest.mark.parametrize(("op", "constant"), [("<", 1), (">", 1), ("<", 0.1), (">", -0.3)])
def test_equality_says_nothing_of_a_demand_weaker_than_a_strict_one(op: str, constant: Any) -> None:
    """t < 1 fails at t = 1, and no larger constant does: "still false with 1 in place of 1" told nothing."""
    assert told(op, constant, str(constant)) is None


def test_a_constant_that_stands_twice_or_in_an_equation_has_no_direction() -> None:
    assert told("==", 1, 2) is None
    assert told("<=", 1, 2, lambda t: sq(t) - t / 2) is None
