"""How bounds near the identity follow: singular values in a ball around 1, and its tangent from 0."""

from __future__ import annotations

from fractions import Fraction

from perturb.statements.argument import argument, therefore
from perturb.vocab import I, absolute, cols, diag, entries, fro, kappa, s, s1, s_min, sq, sqrt, total
from perturb.vocab.grammar.tree import const
from theorems.riedi2022 import hard_bounds, hard_numbers, hard_residual
from theorems.riedi2022.steps import alone, by, ratio

PLACES = [(i, j) for i in (1, 2) for j in (1, 2)]


def f(a):
    """Numerator and denominator of the bound."""
    return 1 + a * sqrt(2 - sq(a)), 1 - sq(a)


def tangent(X, k, c, ball, *given):
    """From (s_1 - 1)^2 + (s_2 - 1)^2 <= 1 - c with c^2 = k (2 - k): s_1 / s_2 <= k / c and s_2 > 0."""
    x, y = s1(X), s_min(X)
    size = [by([], sq(c), "==", k * (2 - k), given=given), by([], 1, "<=", k, given=given)]
    size += [by([], c, "<=", 1, given=given), by([], 0, "<", c, given=given)]
    turned, gap = k * x + c * y - k - c, c * x - k * y
    square = by([ball, *size], sq(turned) + sq(gap) + 2 * gap * (k - c), "<=", 0, x, y, k, c)
    bound = by([square, *size], gap, "<=", 0, turned, x, y, k, c)
    positive = by([ball, *size], 0, "<", y, x, y, c)
    yield from (*size, square, bound, positive)
    return [bound, positive, *size]


def around_one(M, c, size):
    """The ball for I + M with |M|_F^2 <= 1 - c by the step `size`."""
    x, y = s1(M + I), s_min(M + I)
    near = sq(x - 1) + sq(y - 1)
    mirsky = alone(near, "<=", sq(fro(M)), M)
    ball = by([size, mirsky], near, "<=", 1 - c, x, y, fro(M))
    yield from (mirsky, ball)
    return ball


def residual(V, t, k, c, *given):
    """s_1 / s_2 <= k / c for I + P, the entries of P being at most t/n."""
    P = (t / cols(V)) * V
    size = alone(sq(fro(P)), "<=", sq(t))
    yield size
    ball = yield from around_one(P, c, size)
    return P + I, (yield from tangent(P + I, k, c, ball, *given))


@argument(hard_residual.best_kappa_of_a_residual_network)
def by_the_tangent(goal, V, t):
    k, c = f(t)
    X, known = yield from residual(V, t, k, c, 0)
    yield therefore(free=[X, k, c], by=known, given=[])


@argument(hard_residual.best_kappa_with_absolute_value, hard_residual.kappa_with_a_rotation)
def beside_an_isometry(goal, V, t, D):
    k, c = f(t)
    X, known = yield from residual(V, t, k, c, 0)
    more = yield from ratio(X, known, [], k, c, of=X @ D)
    yield therefore(free=[kappa(X @ D), s1(X), s_min(X), k, c], by=[*known, *more], given=[])


@argument(hard_numbers.at_most_one_and_two_thirds, hard_numbers.at_most_one_and_two_thirds_with_relu)
def at_one_third(goal, V, D):
    X, known = yield from residual(V, const(Fraction(1, 3)), (9 + sqrt(17)) / 9, const(Fraction(8, 9)))
    more = yield from ratio(X, known, None, of=X @ D)
    yield therefore(free=[kappa(X @ D), s1(X), s_min(X)], by=[*known, *more], given=[])


def two_layers(V_1, V_2, d_1, d_2, t):
    """The entries of D_2 W_2 D_1 W_1 are at most t^2/n: first those of D_1 W_1 and of D_2 W_2."""
    layers = [diag(entries(d)) @ ((t / cols(V)) * V) for d, V in ((d_2, V_2), (d_1, V_1))]
    known = {}
    for A, V in zip(layers, (V_2, V_1), strict=True):
        for i, j in PLACES:
            bound = t / cols(V)
            known[A, i, j] = [alone(-bound, "<=", A[i, j]), alone(A[i, j], "<=", bound)]
            yield from known[A, i, j]
    M = layers[0] @ layers[1]
    found = []
    for i, j in PLACES:
        terms = [x for k in (1, 2) for x in (*known[layers[0], i, k], *known[layers[1], k, j])]
        found.append(by(terms, absolute(M[i, j]), "<=", sq(t) / cols(V_1), *layers))
        yield found[-1]
    return M, found


def in_a_ball(M, t, entries_of_it):
    size = by(entries_of_it, sq(fro(M)), "<=", sq(sq(t)), M)
    yield size
    return size


@argument(hard_bounds.entries_of_two_layers, hard_bounds.entries_of_two_layers_for_any_bound)
def entry_by_entry(goal, V_1, V_2, d_1, d_2, t):
    if goal.sizes["n"] == 2:
        M, found = yield from two_layers(V_1, V_2, d_1, d_2, t)
        yield therefore(free=[M], by=found)


@argument(hard_residual.singular_values_of_two_layers_in_a_ball)
def by_mirsky(goal, V_1, V_2, d_1, d_2, t):
    if goal.sizes["n"] == 2:
        M, found = yield from two_layers(V_1, V_2, d_1, d_2, t)
        size = yield from in_a_ball(M, t, found)
        X = M + I
        ball = total(sq(s(X) - 1))
        known = [alone(ball, "<=", sq(fro(M)), M), alone(1 - fro(M), "<=", s_min(X), M)]
        known += [alone(s1(X), "<=", 1 + fro(M), M), alone(s_min(X), "<=", s1(X), M)]
        length = by([size], fro(M), "<=", sq(t), fro(M))
        yield from (*known, length)
        yield therefore(free=[ball, fro(M), s1(X), s_min(X)], by=[*known, size, length])


@argument(hard_residual.kappa_of_two_layers)
def by_the_tangent_of_two_layers(goal, V_1, V_2, d_1, d_2, t):
    if goal.sizes["n"] == 2:
        M, found = yield from two_layers(V_1, V_2, d_1, d_2, t)
        size = yield from in_a_ball(M, t, found)
        k, c = f(sq(t))
        ball = yield from around_one(M, c, size)
        known = yield from tangent(M + I, k, c, ball, 0)
        yield therefore(free=[M + I, k, c], by=known, given=[])
