"""How kappa of a layer with ReLU follows from the edge of W_1 and from what is deleted; proved by machine.

With N = D_1 W_1 D, kappa((D_1 W_1 + I) D) s_2(N + I) is at most 1 or s_1(D_1 W_1 + I), and what s_2(N + I) is
at least follows from Fan and Hoffman for N and from Weyl for W_1 and N.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, T, kappa, lam_min, larger, op, s1, s_min, s_star
from theorems.riedi2022 import random_relu_proof
from theorems.riedi2022.notation import tau_low
from theorems.riedi2022.random_relu import needed, nu
from theorems.riedi2022.steps import alone, by, masked


@argument(random_relu_proof.kappa_with_relu_by_the_edge_and_the_deleted_entries)
def by_the_kept_entries(goal, W_1, D_1, D) -> Iterator[Inference]:
    if goal.sizes["n"] != 2:
        return
    M = D_1 @ W_1
    N, X = M @ D, M + I
    Y, Z, E = X @ D, N + I, W_1 - N
    least, edge = 1 + tau_low(W_1) / 2 - op(E), lam_min(T(N) + N)
    fan = alone(1 + edge / 2, "<=", s_min(Z), N)
    weyl = alone(tau_low(W_1), "<=", edge + 2 * op(E), N)
    low = by([fan, weyl], least, "<=", s_min(Z), edge, s_min(Z), tau_low(W_1), op(E))
    turned = by([], kappa(Y) * s_min(Z), "<=", larger(1, s1(X)), M, given=[1])
    top = alone(s1(X), "<=", 1 + s1(M), M)
    norm = yield from masked(D_1, W_1)
    there = [alone(0, "<=", s1(W_1)), by([], 0, "<=", kappa(Y), M, given=[1])]
    known = [low, turned, top, norm, *there]
    numbers = [kappa(Y), s_min(Z), s1(X), s1(M), s1(W_1), least]
    last = by(known, kappa(Y) * least, "<=", 1 + s1(W_1), *numbers)
    yield from (fan, weyl, low, turned, top, *there, last)
    yield therefore(free=[kappa(Y), s1(W_1), least], by=[last], given=[0])


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
