"""How residual links improve condition numbers at n = 2, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, T, kappa, lam_max, lam_min, s1, s_min, sq, sqrt
from theorems.riedi2022 import residual_links
from theorems.riedi2022.steps import alone, bounded_by_one, by, masked, ratio


@argument(residual_links.residual_links_improve)
def by_the_norm(goal, X, D_1, D) -> Iterator[Inference]:
    """kappa(M D) = kappa(M), and kappa(M + I) <= (1 + s_1)/(1 - s_1), where s_1 < 1."""
    if goal.sizes["n"] != 2:
        return
    M = D_1 @ (X / 8)
    Y = M + I
    there = alone(0, "<=", s1(M), M)
    short = by([there], s1(M), "<", 1, s1(M), given=[0])
    ends = yield from bounded_by_one(M)
    yield from (there, short)
    known = yield from ratio(Y, [ends[0], short], [], s1(M))
    bound = by(
        [*known, *ends, short], kappa(Y) * (1 - s1(M)), "<=", 1 + s1(M), kappa(Y), s1(Y), s_min(Y), s1(M)
    )
    yield bound
    same = [step(kappa(A @ D), "==", kappa(A), free=[A], given=[1] if A is M else [], by=[]) for A in (M, Y)]
    yield from same
    numbers = [kappa(M @ D), kappa(Y @ D), kappa(M), kappa(Y), s1(M)]
    yield therefore(free=numbers, by=[bound, short, *same], given=[1])


@argument(residual_links.residual_links_improve_with_relu_where_152_holds_after_masking)
def by_the_norm_of_the_weight(goal, X, D_1, D) -> Iterator[Inference]:
    """kappa((M + I) D) <= (1 + s_1(M))/(1 - s_1(M)), and s_1(M) <= s_1(W_1)."""
    if goal.sizes["n"] != 2:
        return
    W_1 = X / 8
    M = D_1 @ W_1
    Y, norm = M + I, (yield from masked(D_1, W_1))
    whole, numbers = kappa(Y @ D), [s1(Y), s_min(Y), s1(M), s1(W_1)]
    ends = yield from bounded_by_one(M)
    low = by([ends[0], norm], 1 - s1(W_1), "<=", s_min(Y), *numbers)
    short = by([], 0, "<", 1 - s1(W_1), W_1, given=[0])
    yield from (low, short)
    known = yield from ratio(Y, [low, short], [], s1(W_1), of=Y @ D)
    bound = by([*known, *ends, norm, low], whole * (1 - s1(W_1)), "<=", 1 + s1(W_1), whole, *numbers)
    yield bound
    yield therefore(free=[kappa(M @ D), whole, s1(W_1)], by=[bound, short], given=[2])


@argument(residual_links.residual_links_improve_sooner)
def by_the_edges(goal, X, D_1, D) -> Iterator[Inference]:
    """kappa(M D) = kappa(M), and kappa(M + I) is at most the bound."""
    if goal.sizes["n"] != 2:
        return
    M = D_1 @ (X / 8)
    Y, edge, top = M + I, lam_min(T(M) + M), 1 + lam_max(T(M) + M) + sq(s1(M))
    below = residual_links.least(M)
    most = alone(sq(s1(Y)), "<=", top, M)
    low = [alone(1 + edge / 2, "<=", s_min(Y), M), alone(1 + edge + sq(s_min(M)), "<=", sq(s_min(Y)), M)]
    low += [alone(0, "<=", s_min(Y), Y), alone(0, "<=", s1(Y), Y)]
    yield from (most, *low)
    least = by(low, below, "<=", s_min(Y), s_min(Y), s_min(M), edge)
    yield least
    known = yield from ratio(Y, [least], [0], below)
    size = by([most, low[3]], s1(Y), "<=", sqrt(top), s1(Y), top)
    bound = by([*known, least, size], kappa(Y) * below, "<=", sqrt(top), kappa(Y), s1(Y), s_min(Y), below,
               sqrt(top), given=[0])  # fmt: skip
    same = [step(kappa(A @ D), "==", kappa(A), free=[A], given=[1] if A is M else [], by=[]) for A in (M, Y)]
    yield from (size, bound, *same)
    numbers = [kappa(M @ D), kappa(Y @ D), kappa(M), kappa(Y), sqrt(top), below]
    yield therefore(free=numbers, by=[bound, *same], given=[0, 1])
