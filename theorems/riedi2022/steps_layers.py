"""How bounds of kappa and s_i by the norm or by the symmetric part follow, each step proved by machine."""

from __future__ import annotations

from perturb.statements.argument import argument, therefore
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    kappa,
    lam_max,
    lam_min,
    larger,
    s,
    s1,
    s_min,
    smaller,
    sq,
    sqrt,
    trace,
)
from theorems.riedi2022 import activation, condition, extremes, products, random_bounds
from theorems.riedi2022 import random_relu as relu
from theorems.riedi2022.steps import alone, bounded_by_one, by, masked, product, ratio, shifted, slopes


def by_the_symmetric_part(M, *given, of=None):
    """s_1(M + I) / s_2(M + I), the first hypothesis being tau_low > -2."""
    X, sym = M + I, T(M) + M
    Y = X if of is None else of
    top, least = yield from shifted(M)
    known = yield from ratio(X, [least], [0, *given], lam_min(sym), of=Y)
    numbers = [kappa(Y), s1(X), s_min(X), lam_max(sym), lam_min(sym), s1(M)]
    yield therefore(free=numbers, by=[top, least, *known], given=[0])


@argument(random_bounds.kappa_by_fan_and_hoffman)
def of_a_weight(goal, W_1):
    yield from by_the_symmetric_part(W_1)


@argument(relu.kappa_with_relu_by_the_symmetric_part)
def of_a_layer(goal, W_1, D_1, D):
    M = D_1 @ W_1
    yield from by_the_symmetric_part(M, 1, of=(M + I) @ D)


@argument(condition.kappa_by_the_best_lower_bound)
def by_the_best(goal, M_o):
    """Three lower bounds of s_2(M + I), hence the largest."""
    X, sym = M_o + I, T(M_o) + M_o
    top, least = yield from shifted(M_o)
    low = 1 + lam_min(sym) + sq(s_min(M_o))
    more = [
        alone(s_min(M_o) - 1, "<=", s_min(X)),
        alone(low, "<=", sq(s_min(X))),
        alone(0, "<=", s_min(X)),
    ]
    yield from more
    best = larger(larger(1 + lam_min(sym) / 2, s_min(M_o) - 1), sqrt(larger(0, low)))
    found = by([least, *more], best, "<=", s_min(X), s_min(X), s_min(M_o), lam_min(sym))
    yield found
    known = yield from ratio(X, [found], [0], best)
    numbers = [kappa(X), s1(X), s_min(X), lam_max(sym), s1(M_o), best]
    yield therefore(free=numbers, by=[top, found, *known], given=[0])


@argument(extremes.smallest_singular_value_by_the_symmetric_part)
def by_three_bounds(goal, M_o, rho):
    X, sym = M_o + rho * I, T(M_o) + M_o
    least = smaller(rho * lam_min(sym), rho * lam_max(sym))
    known = [
        alone(rho + lam_min(sym) / 2, "<=", s_min(X)),
        alone(-rho - lam_max(sym) / 2, "<=", s_min(X)),
        alone(sq(s_min(M_o)) + least + sq(rho), "<=", sq(s_min(X))),
        alone(0, "<=", s_min(X)),
    ]
    yield from known
    yield therefore(free=[s_min(X), s_min(M_o), lam_min(sym), lam_max(sym)], by=known)


@argument(activation.every_slope_and_all_singular_values)
def by_the_slopes(goal, M, P, eta):
    D = activation.sloped(P, eta)
    known = yield from slopes(D, eta)
    A, B = ((M, D), (D, M))[goal.conclusion]
    known += yield from product(A, B)
    yield therefore(free=[D, A @ B, larger(1, absolute(eta))], by=known)


@argument(activation.leaky_relu_and_the_largest_singular_value, activation.leaky_relu_and_all_singular_values)
def by_small_slopes(goal, M, P, eta):
    D = activation.sloped(P, eta)
    small = alone(s1(D), "<=", 1)
    yield small
    A, B = ((M, D), (D, M))[goal.conclusion]
    known = yield from product(A, B)
    yield therefore(free=[D, A @ B], by=[small, *known])


@argument(relu.kappa_with_relu)
def by_one_third(goal, X, D_1, D, e, theta):
    M = D_1 @ (X / 3)
    norm = alone(3 * s1(M), "<=", 1)
    yield norm
    yield therefore(free=[M])


@argument(relu.kappa_with_relu_by_the_norm)
def by_the_norm(goal, W_1, D_1, D):
    yield from masked(D_1, W_1)
    yield therefore(free=[D_1 @ W_1, s1(W_1)])


@argument(relu.kappa_with_relu_by_two_singular_values)
def by_two_values(goal, W_1, D_1, D):
    M = D_1 @ W_1
    yield from masked(D_1, W_1)
    yield alone(s_min(M), "<=", s(W_1)[2])
    yield therefore(free=[M, s1(W_1), s(W_1)[2]])


@argument(relu.half_of_the_bound)
def by_the_quotient(goal, X, D_1, D, e, theta):
    """kappa <= (1 + s_1)/(1 - s_1), and s_1 <= (1 + x)/(2r) < 1."""
    off, off_1 = cols(D) - trace(D), cols(D_1) - trace(D_1)
    x = 2 + 2 * (off + off_1 - off * off_1 / cols(D)) + theta
    r = x + 1000 * e
    W_1 = X / (4 * r)
    M = D_1 @ W_1
    size = [by([], 1, "<=", x, given=[0]), by([], x, "<", r, given=[0])]
    there = by(size, 0, "<=", s1(W_1), x, r, given=[0])
    short = by([*size, there], s1(W_1), "<", 1, s1(W_1), x, r, given=[1])
    yield from (*size, there, short)
    norm = yield from masked(D_1, W_1)
    k = kappa((M + I) @ D)
    bound = by([norm, short], k * (1 - s1(W_1)), "<=", 1 + s1(W_1), M, s1(W_1), given=[2])
    yield bound
    yield therefore(free=[k, s1(W_1), x, r], by=[bound, short, *size, there], given=[1])


@argument(relu.kappa_with_leaky_relu)
def by_the_least_slope(goal, W_1, P_1, P, eta):
    D_1, D = P_1 + eta * (I - P_1), P + eta * (I - P)
    M = D_1 @ W_1
    X, Y = M + I, (M + I) @ D
    small = [alone(s1(D_1), "<=", 1), alone(s1(D), "<=", 1), alone(eta, "<=", s_min(D))]
    first = [alone(s1(M), "<=", s1(D_1) * s1(W_1), D_1), alone(0, "<=", s1(W_1)), alone(0, "<=", s1(X), X)]
    yield from (*small, *first)
    ends = yield from bounded_by_one(M)
    short = by([small[0], *first[:2]], s1(M), "<=", s1(W_1), s1(M), s1(D_1), s1(W_1))
    yield short
    norms = yield from product(X, D)
    known = [*small[1:], first[2], short, *ends, *norms]
    least = by(known, eta * (1 - s1(W_1)), "<=", s_min(Y), *_numbers(M, W_1, X, Y, D), given=[0, 1])
    most = by(known, s1(Y), "<=", 1 + s1(W_1), *_numbers(M, W_1, X, Y, D), given=[0, 1])
    yield from (least, most)
    bounds = yield from ratio(Y, [least], [0, 1], s1(W_1))
    yield therefore(free=[kappa(Y), s_min(Y), s1(Y), s1(W_1)], by=[*bounds, least, most], given=[0, 1])


def _numbers(M, W_1, X, Y, D):
    return s1(M), s1(W_1), s1(X), s_min(X), s1(Y), s_min(Y), s1(D), s_min(D)


@argument(products.singular_values_of_a_product)
def by_the_determinant(goal, M, D):
    if min(goal.sizes.values()) == 2:
        known = yield from product(M, D)
        yield therefore(free=[M @ D], by=known)
