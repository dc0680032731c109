"""How the growth of singular values along rho Id follows, step by step; each step is proved by machine."""

from __future__ import annotations

from perturb.statements.argument import argument, step, therefore
from perturb.vocab import I, larger, s, s1, s_min
from theorems.riedi2022.multilayers import singular_values_of_two_residual_layers
from theorems.riedi2022.notation import with_residual
from theorems.riedi2022.residual_slopes import singular_values_grow_at_most_like_rho


@argument(singular_values_grow_at_most_like_rho)
def by_one_shift(goal, M_o, rho, rho_1):
    """M(rho_1) = M(rho) + (rho_1 - rho) Id, and then M(rho) may be any matrix."""
    k, before, shift = goal.component + 1, with_residual(M_o, rho), rho_1 - rho
    after = s(with_residual(M_o, rho_1))
    yield step(after[k], "==", s(before + shift * I)[k])
    yield therefore(free=[before, shift, after])


@argument(singular_values_of_two_residual_layers)
def by_factors(goal, A_1, A_2, rho):
    """Each factor by itself, then the product of any two matrices."""
    first, second, size = A_1 + rho * I, A_2 + rho * I, abs(rho)
    M = second @ first
    if goal.conclusion == 0:
        below = [larger(size - s1(A_2), 0), larger(size - s1(A_1), 0)]
        for bound, factor in zip(below, (second, first), strict=True):
            yield step(bound, "<=", s_min(factor))
            yield step(0, "<=", bound, free=[size, s1(A_1), s1(A_2)], by=[])
        yield step(s_min(second) * s_min(first), "<=", s_min(M), free=[first, second], by=[])
        yield therefore(free=[*below, s_min(first), s_min(second), s_min(M)])
    else:
        for A, factor in ((A_1, first), (A_2, second)):
            yield step(s1(factor), "<=", size + s1(A))
            yield step(0, "<=", s1(factor), free=[factor], by=[])
        yield step(s1(M), "<=", s1(second) * s1(first), free=[first, second], by=[])
        yield therefore(free=[s1(A_1), s1(A_2), size, s1(first), s1(second), s1(M)])
