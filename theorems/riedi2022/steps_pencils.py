"""How spreads along a line of matrices and blocks of a batch are bounded, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, diag, kappa, lam, larger, s, s1, s_min, smaller, sq, trace
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import minibatch, multiplicities
from theorems.riedi2022.batches import constants, gram, mean_squares, printed_gram


def off(N: Expr) -> Expr:
    """N less the multiple of Id with its trace, for n = 2: twice its norm is the spread."""
    return N - (trace(N) / 2) * I


def of_a_line(c: Expr, Z: Expr, a: Expr, X: Expr, b: Expr, Y: Expr) -> Iterator[Inference]:
    """|c| spread(Z) <= |a| spread(X) + |b| spread(Y), where c Z = a X - b Y."""
    kept = []
    spread = multiplicities.spread
    for k, M in ((c, Z), (a, X), (b, Y)):
        one = step(spread(M), "==", 2 * s1(off(M)), by=[])
        two = step(s1(k * off(M)), "==", abs(k) * s1(off(M)), free=[k, off(M)], by=[])
        yield one
        yield two
        kept += [one, two]
    x, y = a * off(X), b * off(Y)
    same = step(s1(c * off(Z)), "==", s1(x - y), by=[])
    norm = step(s1(x - y), "<=", s1(x) + s1(y), free=[x, y], by=[])
    yield same
    yield norm
    norms = [s1(off(M)) for M in (X, Y, Z)]
    parts = [spread(M) for M in (X, Y, Z)]
    yield therefore(
        free=[*parts, *norms, s1(x), s1(y), s1(c * off(Z)), s1(x - y), abs(a), abs(b), abs(c)],
        by=[*kept, same, norm],
    )


@argument(multiplicities.coinciding_at_two_values_is_coinciding_always)
def by_a_seminorm(goal, N_0, N_1, rho_1, rho_2, rho) -> Iterator[Inference]:
    """(rho_1 - rho_2) N(rho) = (rho - rho_2) N(rho_1) - (rho - rho_1) N(rho_2)."""
    Z, X, Y = (multiplicities.line(N_0, N_1, x) for x in (rho, rho_1, rho_2))
    yield from of_a_line(rho_1 - rho_2, Z, rho - rho_2, X, rho - rho_1, Y)


@argument(multiplicities.simple_at_zero_is_simple_but_once)
def by_a_seminorm_from_zero(goal, N_0, N_1, rho_1, rho) -> Iterator[Inference]:
    """(rho_1 - rho) N(0) = rho_1 N(rho) - rho N(rho_1)."""
    X, Y = (multiplicities.line(N_0, N_1, x) for x in (rho, rho_1))
    yield from of_a_line(rho_1 - rho, N_0, rho_1, X, rho, Y)


def of_a_block(goal, A, B, z, x, k, ends, way) -> Iterator[Inference]:
    """lambda_k((a P + b Q) / 2) beside a s^2 and b t^2, s^2 and t^2 being values of P = A'A and Q = B'B."""
    j = goal.at["j"]
    P, Q, a, b = gram(A), gram(B), sq(z[j]), sq(x[j])
    facts = []
    for M, of, (value, i) in ((P, A, ends[0]), (Q, B, ends[1])):
        facts += [step(M[1, 2], "==", M[2, 1], by=[]), step(lam(M)[i], "==", sq(value(of)), by=[])]
    facts += [step(0, "<=", c, by=[], given=[]) for c in (a, b)]
    yield from facts
    s_A, s_B = ends[0][0](A), ends[1][0](B)
    values = (a * sq(s_A) + b * sq(s_B)) / 2
    bound = step(lam((a * P + b * Q) / 2)[k], way, values, free=[P, Q, a, b, s_A, s_B], by=facts)
    yield bound
    tops = [top.args[0] if top.word.name == "component" else top for top in (s_A, s_B)]
    yield therefore(free=[P, Q, *tops], by=[*facts, bound])


@argument(minibatch.blocks_from_above)
def by_largest_values(goal, A, B, z, x) -> Iterator[Inference]:
    """Any symmetric A'A and B'B: the largest eigenvalues add up."""
    yield from of_a_block(goal, A, B, z, x, goal.at["i"], [(s1, 1)] * 2, "<=")


@argument(minibatch.blocks_from_below)
def by_smallest_values(goal, A, B, z, x) -> Iterator[Inference]:
    """Any symmetric A'A and B'B: the smallest eigenvalues add up."""
    yield from of_a_block(goal, A, B, z, x, goal.at["i"], [(s_min, goal.sizes["n"])] * 2, ">=")


def value_of(i):
    return lambda A: s(A)[i]


@argument(minibatch.blocks_from_above_by_index)
def by_two_values(goal, A, B, z, x) -> Iterator[Inference]:
    i, k = goal.at["i"], goal.at["k"]
    yield from of_a_block(goal, A, B, z, x, i + k - 1, [(value_of(i), i), (value_of(k), k)], "<=")


@argument(minibatch.blocks_from_below_by_index)
def by_two_values_from_below(goal, A, B, z, x) -> Iterator[Inference]:
    i, k = goal.at["i"], goal.at["k"]
    yield from of_a_block(
        goal, A, B, z, x, i + k - goal.sizes["n"], [(value_of(i), i), (value_of(k), k)], ">="
    )


@argument(minibatch.condition_number_of_the_printed_batch)
def by_one_number(goal, A, B, z, x, more, less) -> Iterator[Inference]:
    """At n = 1 both condition numbers are 1, and C >= c."""
    if goal.sizes["n"] > 1:
        return
    C, c = constants(A, B, more, less)
    whole, mean = kappa(printed_gram(A, B, z, x)), kappa(diag(mean_squares(z, x)))
    one = step(whole, "==", 1, given=[], by=[])
    two = step(mean, "==", 1, given=[], by=[])
    least = smaller(s_min(A), s_min(B))
    order = step(least, "<=", larger(s1(A), s1(B)), given=[], by=[])
    below = step(c, "<=", C, free=[least, larger(s1(A), s1(B))], given=[0], by=[order])
    ratio = step(1, "<=", sq(C / c), free=[C, c], given=[0], by=[below])
    yield from (one, two, order, below, ratio)
    yield therefore(free=[whole, mean, sq(C / c)], given=[], by=[one, two, ratio])
