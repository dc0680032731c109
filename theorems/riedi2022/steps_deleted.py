"""What deleting columns, or scaling them, does to singular values at n = 2, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, T, absolute, lam, larger, s, s1, s_min, smaller, sq, total
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import activation, deleted_columns, growth, majorisation
from theorems.riedi2022.notation import with_residual
from theorems.riedi2022.steps import alone, by, product


@argument(deleted_columns.distance_by_what_is_deleted, deleted_columns.distance_and_what_is_deleted)
def by_the_squares(goal, M_o, rho, D) -> Iterator[Inference]:
    """(x - y)^2 <= x^2 - y^2 where 0 <= y <= x."""
    if goal.sizes["n"] != 2:
        return
    M = with_residual(M_o, rho)
    X, gone = M @ D, deleted_columns.deleted(M, D)
    known = [alone(s(X)[k], "<=", s(M)[k], M) for k in (1, 2)]
    known += [alone(total(sq(s(M))) - total(sq(s(X))), "==", gone, M)]
    known += [alone(0, "<=", s(X)[2], X), alone(s(X)[2], "<=", s(X)[1], X)]
    yield from known
    yield therefore(free=[s(M), s(X), gone], by=known)


@argument(deleted_columns.squares_of_what_is_scaled_down)
def by_slopes_up_to_one(goal, M, P, eta) -> Iterator[Inference]:
    """No singular value grows, and the sum of the squares is a sum over columns."""
    if goal.sizes["n"] != 2:
        return
    D, gone = activation.sloped(P, eta), deleted_columns.deleted(M, P)
    X = M @ D
    known = yield from product(M, D)
    known += [alone(s1(D), "<=", 1), *[alone(s_min(A), "==", s(A)[2], A) for A in (M, X)]]
    known += [alone(s1(A), "==", s(A)[1], A) for A in (M, X)]
    least = [alone(0, "<=", s(A)[2], A) for A in (M, X)] + [alone(s(A)[2], "<=", s(A)[1], A) for A in (M, X)]
    numbers = [s(X), s(M), s1(D), s_min(D), s1(X), s_min(X), s1(M), s_min(M)]
    yield from (*known[4:], *least)
    ends = [by([*known, *least], s(X)[k], "<=", s(M)[k], *numbers) for k in (1, 2)]
    same = alone(total(sq(s(M))) - total(sq(s(X))), "==", (1 - sq(eta)) * gone, M)
    yield from (*ends, same)
    yield therefore(free=[s(M), s(X), gone], by=[*ends, *least, same])


@argument(deleted_columns.leaky_relu_from_below)
def by_the_least_slope(goal, M, P, eta) -> Iterator[Inference]:
    D = activation.sloped(P, eta)
    if goal.sizes["n"] != 2:
        return
    if goal.conclusion == 2:
        if goal.at["i"] < goal.at["j"]:
            yield from by_the_largest_slope(M, P, D)
        return
    A, B = ((M, D), (D, M))[goal.conclusion]
    least, k = smaller(1, absolute(eta)), goal.component + 1
    below = alone(least, "<=", s_min(D))
    yield below
    last = alone(s_min(D) * s(M)[k], "<=", s(A @ B)[k], D, M)
    yield last
    there = alone(0, "<=", s(M)[k], M)
    yield there
    yield therefore(free=[least, s_min(D), s(M), s(A @ B)], by=[below, last, there])


def by_the_largest_slope(M: Expr, P: Expr, D: Expr) -> Iterator[Inference]:
    """s_2(M) <= s_2(M) s_1(D) <= s_1(M D), where some slope is 1."""
    some = alone(1 - larger(0, activation.affected(P) - 1), "<=", s1(D))
    last = alone(s(M)[2] * s1(D), "<=", s(M @ D)[1], M, D)
    order = [alone(s(M)[2], "<=", s1(M), M), alone(0, "<=", s(M)[2], M), alone(0, "<=", s(M @ D)[1], M @ D)]
    yield from (some, last, *order)
    yield therefore(free=[s(M), s1(M), s1(D), s(M @ D)], by=[some, last, *order])


@argument(majorisation.growth_is_majorised)
def by_weyl(goal, M_o, rho) -> Iterator[Inference]:
    """Each of the numbers is at most the largest eigenvalue."""
    if goal.sizes["n"] != 2 or goal.conclusion:
        return
    change, most = growth.growth(M_o, rho), lam(rho * (T(M_o) + M_o) + sq(rho) * I)
    less = [alone(change[k], "<=", most[1]) for k in (1, 2)]
    yield from less
    yield therefore(free=[change, most], by=less)
