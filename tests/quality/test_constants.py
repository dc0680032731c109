"""Best constants found from nothing: a constant a hair too small is refuted, no equality case given."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from perturb import claim, given, paper, then
from perturb.domains import square, symmetric, together, vector
from perturb.results.claims import attack
from perturb.search.method import PROFILES
from perturb.vocab import I, commutator, fro, inv, mat_abs, numerical_radius, op, sq, total

UNTIL_FOUND = replace(PROFILES["quick"], rounds=10**9, climb_every=1, related=False, seconds=400.0)
OURS = paper("constants", "Constants a hair too small")


@claim(OURS, "true: sqrt 2", domain=square(count=2, n=(2, 4)))
def boettcher_wenzel(A, B):
    yield then(fro(commutator(A, B)), "<=", Fraction("1.41421") * fro(A) * fro(B))


@claim(OURS, "true: 1/2", domain=square(n=(1, 3)))
def numerical_radius_from_below(A):
    yield then(numerical_radius(A), ">=", Fraction("0.50001") * op(A))


@claim(OURS, "true: 3.025 at condition number 10", domain=together(A=symmetric(), x=vector(), n=(1, 3)))
def kantorovich(A, x):
    yield given(I, "loewner", A)
    yield given(A, "loewner", 10 * I)
    yield then(total(x * (A @ x)) * total(x * (inv(A) @ x)), "<=", Fraction("3.0249") * sq(total(sq(x))))


@claim(OURS, "true: sqrt 2, not attained", domain=square(count=2, n=(1, 3)))
def absolute_values(A, B):
    yield then(fro(mat_abs(A) - mat_abs(B)), "<=", Fraction("1.414") * fro(A - B))


@pytest.mark.usefixtures("counted_time")
@pytest.mark.parametrize(
    ("statement", "true_constant"),
    [
        (boettcher_wenzel, 2**0.5),
        (numerical_radius_from_below, 0.5),
        (kantorovich, 3.025),
        (absolute_values, 2**0.5),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_a_constant_a_hair_too_good_is_refuted(statement, true_constant):
    """The search goes on until it finds; the limit counts points, not time."""
    evidence = attack(statement, UNTIL_FOUND, seed=3, progress=lambda found: None)
    assert evidence.outcome == "refuted"
    assert evidence.constant is not None
    assert abs(float(evidence.constant.refuted) - true_constant) <= 1.5e-4 * true_constant
    beyond = float(evidence.constant.refuted) - true_constant
    assert beyond <= 1e-12 if evidence.constant.refuted > evidence.constant.printed else beyond >= -1e-12
