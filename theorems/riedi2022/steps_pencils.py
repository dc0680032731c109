"""How spreads along a line of matrices and blocks of a batch are bounded, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, s1, trace
from perturb.vocab.tree import Expr
from theorems.riedi2022 import multiplicities


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
