"""How the growth of singular values along rho Id follows, step by step; each step is proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, kappa, larger, s, s1, s_min, sq
from theorems.riedi2022 import comparison, numbers, random_bounds, random_relu_chains
from theorems.riedi2022.growth import least_either_way
from theorems.riedi2022.multilayers import singular_values_of_two_residual_layers
from theorems.riedi2022.notation import tau_low, with_residual
from theorems.riedi2022.residual_slopes import singular_values_grow_at_most_like_rho
from theorems.riedi2022.steps import by


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


@argument(comparison.growth_from_below_cut_off)
def by_the_squares(goal, M_o, rho):
    """The bound of the square, and where it is negative the root of 0."""
    k = goal.component + 1
    here, there = s(M_o), s(with_residual(M_o, rho))
    low = least_either_way(M_o, rho)
    square = step(sq(here[k]) + low, "<=", sq(there[k]), by=[])
    sign = step(0, "<=", there[k], free=[with_residual(M_o, rho)], by=[])
    yield square
    yield sign
    yield therefore(free=[here, there, low], by=[square, sign])


@argument(numbers.efficiencies)
def by_the_bounds(goal, W_1):
    """Each fraction from its bound without a quotient."""
    shifted, tau = W_1 + I, tau_low(W_1)
    if goal.conclusion == 0:
        yield step(sq(s_min(W_1)) + tau + 1, "<=", sq(s_min(shifted)), given=[])
        yield therefore(free=[s_min(W_1), tau, s_min(shifted)])
    elif goal.conclusion == 1:
        yield step(sq(s1(shifted)), "<=", random_bounds.numerator(W_1), given=[])
        yield therefore(free=[s1(shifted), random_bounds.numerator(W_1)], given=[])
    else:
        bound = random_bounds.by_the_edge(W_1)
        yield step(kappa(shifted), "<=", bound)
        yield step(1, "<=", kappa(shifted), free=[shifted], given=[], by=[])
        yield therefore(free=[kappa(shifted), bound], given=[])


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
