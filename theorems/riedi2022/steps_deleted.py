"""What deleting columns, or scaling them, does to singular values at n = 2, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, T, absolute, lam, larger, s, s1, s_min, smaller, sq, total
from perturb.vocab.tree import Expr
from theorems.riedi2022 import activation, deleted_columns, growth, majorisation
from theorems.riedi2022.notation import with_residual
from theorems.riedi2022.steps import alone


@argument(deleted_columns.distance_by_what_is_deleted)
def by_the_squares(goal, M_o, rho, D) -> Iterator[Inference]:
    """(x - y)^2 <= x^2 - y^2 where 0 <= y <= x."""
    if goal.sizes["n"] != 2:
        return
    M = with_residual(M_o, rho)
    X, gone = M @ D, deleted_columns.deleted(M, D)
    less = [alone(s(X)[k], "<=", s(M)[k], M) for k in (1, 2)]
    same = alone(total(sq(s(M))) - total(sq(s(X))), "==", gone, M)
    there = alone(0, "<=", s(X)[2], X)
    order = alone(s(X)[2], "<=", s(X)[1], X)
    yield from (*less, same, there, order)
    yield therefore(free=[s(M), s(X), gone], by=[*less, same, there, order])


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
