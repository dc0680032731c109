"""How bounds with ReLU follow from what D keeps of the weights, each step proved by machine.

From balls of smaller radius: with M = W D, or D W D, the matrix Z = M + I has as small a radius as the bound
asks for, and

    kappa((W + I) D) s_2(Z) <= s_1(Z):

for D = I both sides are the same, and where one column is left kappa is 1. From the edge of W_1: with
N = D_1 W_1 D, kappa((D_1 W_1 + I) D) s_2(N + I) is at most 1 or s_1(D_1 W_1 + I), and what s_2(N + I) is at
least follows from Fan and Hoffman for N and from Weyl for W_1 and N.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, T, cols, fro, kappa, lam_min, larger, op, s1, s_min, s_star, sq, sqrt, trace
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import hard_relu, random_relu_proof
from theorems.riedi2022.hard_relu import beside_the_block, kept
from theorems.riedi2022.notation import tau_low
from theorems.riedi2022.random_relu import needed, nu, zeros
from theorems.riedi2022.steps import alone, by
from theorems.riedi2022.steps_ball import around_one, f, tangent


def of_kept_entries(W_1: Expr, D_1: Expr, D: Expr, some: int) -> Iterator[Any]:
    """kappa((D_1 W_1 + I) D) (1 + tau_low / 2 - s_1(W_1 - N)) <= 1 + s_1(W_1); `some`: trace D > 0."""
    M = D_1 @ W_1
    N, X = M @ D, M + I
    Y, Z, E = X @ D, N + I, W_1 - N
    least, edge = 1 + tau_low(W_1) / 2 - op(E), lam_min(T(N) + N)
    fan = alone(1 + edge / 2, "<=", s_min(Z), N)
    weyl = alone(tau_low(W_1), "<=", edge + 2 * op(E), N, W_1)
    low = by([fan, weyl], least, "<=", s_min(Z), edge, s_min(Z), tau_low(W_1), op(E))
    turned = by([], kappa(Y) * s_min(Z), "<=", larger(1, s1(X)), M, given=[some])
    top = alone(s1(X), "<=", 1 + s1(M), M)
    there = [alone(s1(M), "<=", s1(W_1), W_1), alone(0, "<=", s1(W_1), W_1)]
    there += [by([], 0, "<=", kappa(Y), M, given=[some])]
    numbers = [kappa(Y), s_min(Z), s1(X), s1(M), s1(W_1), least]
    last = by([low, turned, top, *there], kappa(Y) * least, "<=", 1 + s1(W_1), *numbers)
    yield from (fan, weyl, low, turned, top, *there, last)
    return kappa(Y), least, op(E), [last, *there]


@argument(random_relu_proof.kappa_with_relu_by_the_edge_and_the_deleted_entries)
def by_the_kept_entries(goal, W_1, D_1, D) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        whole, least, _, known = yield from of_kept_entries(W_1, D_1, D, 1)
        yield therefore(free=[whole, s1(W_1), least], by=known, given=[0])


@argument(random_relu_proof.kappa_with_relu_by_the_edge)
def by_what_is_deleted(goal, X, Y, D_1, D, theta, r1, e, f) -> Iterator[Inference]:
    """The norm of what is deleted is at most sqrt(V_1), and 4 r sqrt(V_1) <= nu + 1 + theta."""
    if goal.sizes["n"] != 2:
        return
    v = nu(D_1, D)
    threshold = r1 + r1 * v + theta
    r = threshold + e
    kept = (1 + 24 * f) * X
    W_1 = random_relu_proof.parts(kept, Y - 2 * r * f * T(D_1 @ kept @ D), D_1, D, r)
    whole, least, gone, known = yield from of_kept_entries(W_1, D_1, D, 2)
    n = cols(D)
    V_1 = sq(fro(W_1)) - sq(fro(D_1 @ W_1 @ D))
    most = n * v + 2 * theta * sqrt(n * v / 2) + sq(theta)
    first = V_1 * 8 * n * sq(r) - most
    second = 2 * trace((I - D) @ W_1) * r * sqrt(8 * n) - 2 * theta * sqrt(zeros(D))
    inside = by([], first, "<=", 0, first, second, given=[5])
    short = [alone(sq(gone), "<=", V_1, W_1), alone(0, "<=", gone, W_1 - D_1 @ W_1 @ D), alone(0, "<=", v)]
    short += [by([short[2]], most, "<=", sq(v + 1 + theta), v, given=[0, 1])]
    far = by([short[2]], 0, "<", r, v, given=[1, 3, 4])
    size = by([inside, *short, far], 4 * r * gone, "<=", v + 1 + theta, gone, V_1, most, r, v, given=[1])
    half = by([size, far, short[2]], (1 - threshold / r) / 2, "<=", least, gone, tau_low(W_1), v,
              given=[1, 3, 4, 6])  # fmt: skip
    some = by([short[2]], 0, "<", 1 - threshold / r, v, given=[1, 3, 4])
    yield from (inside, *short, far, size, half, some)
    yield therefore(free=[whole, s1(W_1), least, threshold / r], by=[*known, half, some], given=[])


@argument(random_relu_proof.smallest_singular_value_on_a_larger_event)
def by_a_small_norm(goal, X, D_1, D, theta, e) -> Iterator[Inference]:
    """All is within s_1(W_1) of 1, s_1(W_1) <= 5/(2r), and q r > 48 for q = 2 nu + theta."""
    if goal.sizes["n"] != 2:
        return
    q, r = 2 * nu(D_1, D) + theta, needed(D_1, D, theta) + e**6
    W_1 = 5 * X / (2 * r)
    M = D_1 @ W_1
    Y, bound = (M + I) @ D, random_relu_proof.first_bound(D_1, D, r, theta)
    six = by([], 6, "<=", q, given=[0, 1])
    far = by([], q + 2, "<=", r)
    low = by([six, far], bound, "<=", 1 - 15 / (2 * r), q, r)
    size = by([six, far], s1(W_1) * 2 * r, "<=", 5, q, r)
    norm = alone(s1(M), "<=", s1(W_1), W_1)
    if goal.conclusion == 0:
        near = [by([], 1 - s1(M), "<=", s_star(Y), M, given=[2])]
    else:
        Z = W_1 + I
        near = [alone(1 - s1(W_1), "<=", s_min(Z), W_1), alone(s1(Y), "<=", s1(M + I), M + I)]
        near += [alone(s1(M + I), "<=", 1 + s1(M), M)]
    yield from (six, far, low, size, norm, *near)
    own = [s1(Y), s1(M + I), s_min(W_1 + I)] if goal.conclusion else [s_star(Y)]
    numbers = [bound, *own, s1(M), s1(W_1), r, q]
    yield therefore(free=numbers, by=[six, far, low, size, norm, *near], given=[])


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
