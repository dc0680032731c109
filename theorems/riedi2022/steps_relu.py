"""How the bounds of a residual layer with an activation follow, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, kappa, s, s1
from theorems.riedi2022 import random_folded
from theorems.riedi2022 import random_relu_regions as regions


@argument(
    random_folded.kappa_of_a_folded_layer_by_the_norm,
    random_folded.kappa_of_a_folded_layer_by_the_edge,
    random_folded.kappa_of_a_folded_layer_by_fan_and_hoffman,
)
def by_the_layer_unfolded(goal, W_1, D_1, D) -> Iterator[Inference]:
    """D is orthogonal, and D_1 W_1 is any matrix."""
    M_o = D_1 @ W_1
    shifted = M_o + I
    if goal.conclusion == 0:
        yield step(kappa(shifted @ D), "==", kappa(shifted), free=[shifted], given=[])
        yield therefore(free=[M_o, kappa(shifted @ D)])
    else:
        yield therefore(free=[M_o])


@argument(regions.every_singular_value_from_above)
def by_the_largest(goal, W_1, D_1, D) -> Iterator[Inference]:
    """s_1((M + Id) D) <= s_1(M + Id) <= 1 + s_1(M), s_1(M) <= s_1(W_1) for M = D_1 W_1."""
    M = D_1 @ W_1
    whole = s((M + I) @ D)[goal.component + 1]
    yield step(s1(M), "<=", s1(W_1), given=[])
    yield step(s1(M + I), "<=", 1 + s1(M), free=[M], by=[])
    yield step(whole, "<=", s1(M + I), free=[M + I], by=[])
    yield therefore(free=[s((M + I) @ D), s1(M + I), s1(M), s1(W_1)])


@argument(regions.nonzero_singular_values_by_the_norm)
def by_the_norm(goal, W_1, D_1, D) -> Iterator[Inference]:
    """s_1(D_1 W_1) <= s_1(W_1), and then D_1 W_1 is any matrix."""
    M = D_1 @ W_1
    yield step(s1(M), "<=", s1(W_1), given=[])
    yield therefore(free=[M, s1(W_1)])


@argument(regions.nonzero_singular_values_from_below)
def by_one_half(goal, X, D_1, D, theta, e) -> Iterator[Inference]:
    """The bound is below 1/2, and 1 - s_1(W_1) is at least that."""
    W_1 = X / 8
    M, r = D_1 @ W_1, regions.far_above(D, theta, e)
    low = regions.lower(r, D, theta)
    yield step(s1(M), "<=", s1(W_1), free=[W_1], given=[])
    yield step(low, "<=", 1 / 2, given=[1, 2], by=[])
    yield therefore(free=[M, s1(W_1), low], given=[3, 4])


@argument(regions.kappa_for_all_masks)
def by_two(goal, X, D_1, D, theta, e) -> Iterator[Inference]:
    """kappa <= (1 + s_1)/(1 - s_1) <= 2, and C/c > 2."""
    W_1 = X / 8
    M, r = D_1 @ W_1, regions.far_above(D, theta, e)
    bound, whole = regions.upper(r) / regions.lower(r, D, theta), kappa((M + I) @ D)
    norm = step(s1(M), "<=", s1(W_1), free=[W_1], given=[])
    yield norm
    two = step(whole, "<=", 2, free=[M, s1(W_1)], given=[3, 4], by=[norm])
    yield two
    high = step(2, "<=", bound, given=[1, 2], by=[])
    yield high
    yield therefore(free=[whole, bound], given=[], by=[two, high])


@argument(regions.half_of_the_bound_for_all_masks)
def by_the_quotient(goal, X, D_1, D, theta, e) -> Iterator[Inference]:
    """kappa <= (1 + q)/(1 - q) where s_1 <= q."""
    x = regions.needed_for_all(D, theta)
    r = x + e
    W_1, q = X / (4 * r), (1 + x) / (2 * r)
    M, bound = D_1 @ W_1, regions.upper(r) / regions.lower(r, D, theta)
    whole = kappa((M + I) @ D)
    norm = step(s1(M), "<=", s1(W_1), free=[W_1], given=[])
    yield norm
    less = step(q, "<", 1, given=[0], by=[])
    yield less
    first = step(whole, "<=", (1 + q) / (1 - q), free=[M, s1(W_1), q], given=[1, 2], by=[norm, less])
    yield first
    second = step(2 * ((1 + q) / (1 - q)), "<=", bound, given=[0], by=[])
    yield second
    yield therefore(free=[whole, (1 + q) / (1 - q), bound], given=[], by=[first, second])
