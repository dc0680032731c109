"""How inequalities between numbers follow, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from theorems.riedi2022 import random_relu_chains
from theorems.riedi2022.steps import by


@argument(random_relu_chains.chain_of_the_second_part)
def by_the_difference(goal, nu, theta, r1, e) -> Iterator[Inference]:
    """sqrt(a) - sqrt(b) = (a - b)/(sqrt(a) + sqrt(b)), where 0 <= b < a <= 1."""
    threshold = r1 + r1 * nu + theta
    r = threshold + e
    a, b, gap = 1 - r1 / r, (r1 * nu + theta) / r, 1 - threshold / r
    every = (0, 1, 2)
    known = [by([], 0, "<", r, given=every)]
    known += [by(known[:1], 0, "<=", b, given=every), by(known[:1], a, "<=", 1, given=every)]
    known += [by(known[:1], 0, "<", gap, given=every), by(known[:1], a - b, "==", gap, given=every)]
    yield from known
    yield therefore(free=[a, b, threshold / r], by=known[1:], given=[])
