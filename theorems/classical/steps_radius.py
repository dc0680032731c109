"""How products and squares are bounded by numerical radii at n = 2, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import numerical_radius, s1
from theorems.classical import moduli
from theorems.riedi2022.steps import alone


@argument(moduli.numerical_radius_of_a_product)
def by_the_norm(goal, A, B) -> Iterator[Inference]:
    """w(AB) <= s_1(AB) <= s_1(A) s_1(B), and s_1 <= 2 w."""
    if goal.sizes["n"] != 2:
        return
    w = numerical_radius
    known = [alone(w(A @ B), "<=", s1(A @ B), A @ B), alone(s1(A @ B), "<=", s1(A) * s1(B))]
    for X in (A, B):
        known += [alone(s1(X) / 2, "<=", w(X)), alone(0, "<=", s1(X))]
    yield from known
    yield therefore(free=[w(A @ B), w(A), w(B), s1(A @ B), s1(A), s1(B)], by=known)
