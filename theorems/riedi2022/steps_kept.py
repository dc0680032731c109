"""How bounds with ReLU follow from balls of smaller radius: only what D keeps of the weights counts.

With M = W D, or D W D, the matrix Z = M + I has as small a radius as the bound asks for, and

    kappa((W + I) D) s_2(Z) <= s_1(Z):

for D = I both sides are the same, and where one column is left kappa is 1. Each step is proved by machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, cols, fro, kappa, s1, s_min, sq, sqrt
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import hard_relu
from theorems.riedi2022.hard_relu import beside_the_block, kept
from theorems.riedi2022.steps import alone, by
from theorems.riedi2022.steps_ball import around_one, f, tangent


def of_what_is_kept(V: Expr, t: Expr, D: Expr, radius: Expr, twice: bool) -> Iterator[Inference]:
    """kappa <= k / c, with k and c of the radius, and 0 < c."""
    W = (t / cols(V)) * V
    M = D @ (W @ D) if twice else W @ D
    Z, whole, (k, c) = M + I, kappa((W + I) @ D), f(radius)
    size = alone(sq(fro(M)), "<=", sq(radius))
    yield size
    ball = yield from around_one(M, c, size)
    known = yield from tangent(Z, k, c, ball, 1)
    least = by([], whole * s_min(Z), "<=", s1(Z), W, given=[0])
    one = by([least, *known[:2], known[-1]], whole * c, "<=", k, whole, s1(Z), s_min(Z), k, c)
    yield from (least, one)
    return whole, k, c, [one, *known[2:]]


@argument(hard_relu.kappa_with_relu_and_all_outputs_in_a_ball)
def in_a_smaller_ball(goal, V, t, D) -> Iterator[Inference]:
    whole, k, c, known = yield from of_what_is_kept(V, t, D, t * sqrt(kept(D)), twice=False)
    yield therefore(free=[whole, k, c], by=known, given=[])


@argument(hard_relu.kappa_with_relu_by_the_kept_block)
def in_the_kept_block(goal, V, t, D) -> Iterator[Inference]:
    """The second part of the bound only adds to it."""
    a = t * kept(D)
    whole, k, c, known = yield from of_what_is_kept(V, t, D, a, twice=True)
    there = [alone(0, "<=", whole, whole.args[0]), by(known[1:], 0, "<=", k / c, k, c)]
    known = [by(known, whole, "<=", k / c, whole, k, c), *there]
    yield from known
    yield therefore(free=[whole, k / c, beside_the_block(t, D) / (1 - a)], by=known, given=[])
