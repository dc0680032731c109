"""How kappa of a product follows from its factors at n = 2, and the bounds for leaky ReLU; proved by machine.

Where X is not singular, kappa(X D) s_2(X) <= s_1(X) kappa(D) for every D but 0: if s_2(X D) > 0 then
s_2(D) > 0 and both condition numbers are quotients, otherwise kappa(X D) = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, T, cols, fro, kappa, lam_max, s, s1, s_min, sq, sqrt, total
from perturb.vocab.grammar.tree import Expr, const
from theorems.riedi2022 import hard_leaky
from theorems.riedi2022.activation import affected, sloped
from theorems.riedi2022.hard_bounds import entry_bound
from theorems.riedi2022.steps import alone, by
from theorems.riedi2022.steps_ball import around_one, f, residual


def kappa_of_a_product(
    X: Expr, D: Expr, of_D: tuple[Expr, Expr, Sequence[Inference]], known: Sequence[Inference], *given: int
) -> Iterator[Any]:
    """kappa(X D) s_2(X) v <= s_1(X) u, by s_2(X) > 0 and what says that D is not 0.

    `of_D`: u and v, and why 0 <= v <= u, and s_1(D) <= s_2(D) u / v where s_2(D) > 0.
    """
    Y, (top, bottom, sizes) = X @ D, of_D
    most = alone(s1(Y), "<=", s1(X) * s1(D), X, D)
    low = alone(s_min(X) * s1(D), "<=", s1(Y), X, D)
    det = alone(s1(Y) * s_min(Y), "==", s1(X) * s_min(X) * s1(D) * s_min(D), X, D)
    signs = [alone(s_min(X), "<=", s1(X), X), alone(0, "<=", s_min(D), D), alone(0, "<=", s_min(Y), Y)]
    order = alone(s_min(Y), "<=", s1(Y), Y)
    either = alone((kappa(Y) * s_min(Y) - s1(Y)) * (kappa(Y) - 1), "==", 0, Y)
    yield from (most, low, det, *signs, order, either)
    numbers = [kappa(Y), *[g(A) for g in (s1, s_min) for A in (X, D, Y)], top, bottom]
    there = by([low, *known], 0, "<", s1(Y), *numbers, given=given)
    less = by([det, most, there, *known, *signs], s_min(X) * s_min(D), "<=", s_min(Y), *numbers)
    steps = [most, less, either, order, there, *signs]
    whole = by(steps, kappa(Y) * s_min(X) * s_min(D), "<=", s1(X) * s1(D), *numbers)
    every = [whole, less, det, either, there, *signs, *sizes, *known]
    found = by(every, kappa(Y) * s_min(X) * bottom, "<=", s1(X) * top, *numbers)
    yield from (there, less, whole, found)
    return found


@argument(hard_leaky.kappa_with_any_factor)
def by_both_factors(goal, V, t, D) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        yield from of_a_factor(V, t, D)


@argument(hard_leaky.kappa_with_leaky_relu)
def by_both_factors_with_leaky_relu(goal, V, t, P, eta) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        yield from of_a_factor(V, t, sloped(P, eta))


def of_a_factor(V: Expr, t: Expr, D: Expr) -> Iterator[Inference]:
    """The bound for M(1) times kappa(D)."""
    k, c = f(t)
    X, known = yield from residual(V, t, k, c, 0)
    one = alone(1, "<=", kappa(D), D)
    ratio = alone(s_min(D) * (kappa(D) * s_min(D) - s1(D)), "==", 0, D)
    yield from (one, ratio)
    found = yield from kappa_of_a_product(X, D, (kappa(D), const(1), [one, ratio]), known[1:2], 1)
    numbers = [kappa(X @ D), kappa(D), s1(X), s_min(X), k, c]
    yield therefore(free=numbers, by=[found, one, *known[:2], known[-1]], given=[])


def ball(V: Expr, t: Expr, D: Expr) -> Iterator[Any]:
    """sum (s_i(X D) - s_i(D))^2 <= radius^2 (Mirsky)."""
    Y = ((t / cols(V)) * V + I) @ D
    size = alone(sq(fro(Y - D)), "<=", sq(hard_leaky.radius(t, D)))
    mirsky = alone(total(sq(s(Y) - s(D))), "<=", sq(fro(Y - D)), Y, D)
    yield from (size, mirsky)
    return Y, [size, mirsky]


@argument(hard_leaky.singular_values_with_slopes_in_a_ball)
def by_mirsky(goal, V, t, D) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        Y, known = yield from ball(V, t, D)
        numbers = [total(sq(s(Y) - s(D))), sq(fro(Y - D)), sq(hard_leaky.radius(t, D))]
        yield therefore(free=numbers, by=known)


@argument(hard_leaky.kappa_with_leaky_relu_by_norms)
def by_norms(goal, V, t, P, eta) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        yield from by_the_loss(V, t, P, eta, hard_leaky.loss_by_norms(V, t, P, eta), 1)


@argument(hard_leaky.kappa_with_leaky_relu_by_norms_with_the_root)
def by_norms_and_the_root(goal, V, t, P, eta) -> Iterator[Inference]:
    if goal.sizes["n"] == 2:
        root = (1 - eta) * sqrt(affected(P) * (3 * entry_bound(t, V) + 1))
        yield from by_the_loss(V, t, P, eta, root, 0)


def by_the_loss(V: Expr, t: Expr, P: Expr, eta: Expr, loss: Expr, given: int) -> Iterator[Inference]:
    """kappa(X D) <= (1 + t)/(1 - t) kappa(D), and kappa(D) (1 - t - loss) <= 1 - t."""
    M, D = (t / cols(V)) * V, sloped(P, eta)
    X = M + I
    v, whole = 1 - t - loss, kappa(X @ D)
    sizes = [by([], v, "<=", 1 - t, given=[given]), by([], 0, "<", v, given=[given])]
    sizes += [by([], s_min(D) * ((1 - t) * s_min(D) - v * s1(D)), ">=", 0, given=[given])]
    short, some = by(sizes[:2], 0, "<", 1 - t, v), by([], 0, "<", s1(D), given=[given])
    yield from (*sizes, short, some)
    size = alone(sq(fro(M)), "<=", sq(t))
    yield size
    near = yield from around_one(M, 1 - sq(t), size)
    x, y, least = s1(X), s_min(X), alone(0, "<=", t)
    yield least
    ends = [by([near, least], x, "<=", 1 + t, x, y), by([near, least], 1 - t, "<=", y, x, y)]
    positive = by([ends[1], short], 0, "<", y, y)
    yield from (*ends, positive)
    found = yield from kappa_of_a_product(X, D, (1 - t, v, sizes), [positive, some])
    known = [found, *ends, short, *sizes]
    last = by(known, whole * v, "<=", 1 + t, whole, v, x, y)
    yield last
    yield therefore(free=[whole, v], by=[last, *sizes], given=[])


@argument(hard_leaky.the_earlier_theorem_is_stronger)
def by_the_norm_and_the_loss(goal, V, t, P, eta) -> Iterator[Inference]:
    """The root is at most 1 + s_1(M), s_1(M) <= t, and kappa(D) (1 - t - loss) <= 1 - t."""
    if goal.sizes["n"] != 2:
        return
    M, D = (t / cols(V)) * V, sloped(P, eta)
    x, edge, top = s1(M), lam_max(T(M) + M), 1 + lam_max(T(M) + M) + sq(s1(M))
    v, k = 1 - t - hard_leaky.loss_by_norms(V, t, P, eta), kappa(D)
    size, least = alone(sq(fro(M)), "<=", sq(t)), alone(0, "<=", t)
    signs = [alone(0, "<=", x, M), alone(x, "<=", fro(M), M), alone(edge, "<=", 2 * x, M)]
    norm = by([size, least, *signs], x, "<=", t, x, fro(M))
    root = by([signs[0], signs[2]], sqrt(top), "<=", 1 + x, x, edge)
    sizes = [by([], v, "<=", 1 - t, given=[0]), by([], 0, "<", v, given=[0])]
    sizes += [by([], k * v, "<=", 1 - t, given=[0]), by([], 1, "<=", k)]
    yield from (size, least, *signs, norm, root, *sizes)
    known = [signs[0], norm, root, *sizes]
    last = by(known, sqrt(top) * k * v, "<=", (1 + t) * (1 - x), sqrt(top), k, v, x)
    yield last
    yield therefore(free=[sqrt(top), k, v, x], by=[last, norm, *sizes], given=[])
