"""How slopes of singular values are off, in the bases of their vectors; each step is proved by machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import I, T, diag, diagonal, op, s, sq
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import residual_slopes, singular_derivatives
from theorems.riedi2022.derivatives import rise
from theorems.riedi2022.singular_vectors import with_vectors


def in_these_bases(
    V: Expr, U: Expr, d: Expr, X: Expr, E: Expr, k: int, n: int
) -> tuple[list[Inference], list[Inference]]:
    """s_k(A + E) = s_k(diag(sigma) + V'E U) and the order of sigma, after the steps before them."""
    _, sigma = with_vectors(V, U, d)
    Y, Z = T(V) @ X @ U, diag(sigma) + T(V) @ E @ U
    places = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
    ordered = [step(sigma[i], ">=", sigma[i + 1], by=[]) for i in range(1, n)]
    ordered += [step(sigma[n], ">=", 0, by=[])]
    left = T(V) @ X
    turned = [
        step(s(X)[k], "==", s(left)[k], free=[X], by=[]),
        step(s(left)[k], "==", s(Y)[k], free=[left], by=[]),
    ]
    entries = [step(Y[i, j], "==", Z[i, j], free=[sigma], by=[]) for i, j in places]
    same = step(s(Y)[k], "==", s(Z)[k], free=[Y, Z], by=entries)
    last = step(s(X)[k], "==", s(Z)[k], free=[s(X), s(left), s(Y), s(Z)], by=[*turned, same])
    return [*turned, *entries, same], [*ordered, last]


def remainder(
    sigma: Expr, X: Expr, B: Expr, which: int, k: int, known: Sequence[Inference], given: Sequence[Expr] = ()
) -> Inference:
    """What s_k is off its slope, times the gap, for any B = V'E U."""
    y = s(X)[k] - sigma[k] - diagonal(B)[k]
    left = (
        rise(y) * (sigma[k] - sigma[k + 1]) if which == 0
        else rise(-y) * (sigma[k - 1] - sigma[k]) if which == 1
        else rise(y) * 2 * sigma[k]
    )  # fmt: skip
    return step(left, "<=", sq(op(B)), free=[sigma, B, s(X)], by=known)


@argument(singular_derivatives.slope_of_a_singular_value)
def by_bases(goal, V, U, d, E) -> Iterator[Inference]:
    """V'E U is any matrix; the triangle inequality for its two parts."""
    n = goal.sizes["n"]
    A, sigma = with_vectors(V, U, d)
    B, X = T(V) @ E @ U, A + E
    k = (goal.at.get("i"), goal.at.get("i", 0) + 1, n, 1)[goal.conclusion]
    before, known = in_these_bases(V, U, d, X, E, k, n)
    first = step(op(E), "==", op(T(V) @ E), free=[E], by=[])
    second = step(op(T(V) @ E), "==", op(B), free=[T(V) @ E], by=[])
    norm = step(op(E), "==", op(B), free=[op(E), op(T(V) @ E), op(B)], by=[first, second])
    yield from (*before, *known, first, second, norm)
    if goal.conclusion == 3:
        yield therefore(free=[sigma, B, s(X)], by=known)
        return
    off = remainder(sigma, X, B, goal.conclusion, k, known)
    yield off
    yield therefore(free=[sigma, diagonal(B), s(X), op(E), op(B)], by=[*known[:-1], norm, off])


@argument(residual_slopes.slope_of_a_singular_value_of_a_residual)
def by_bases_of_a_residual(goal, V, U, d, rho, h) -> Iterator[Inference]:
    """The same with E = h Id."""
    if goal.conclusion < 2:
        return
    n = goal.sizes["n"]
    A, sigma = with_vectors(V, U, d)
    X = A + h * I
    E = X.args[1]
    B, cosine = T(V) @ E @ U, diagonal(T(U) @ V)
    k = (goal.at.get("i"), goal.at.get("i", 0) + 1, n)[goal.conclusion - 2]
    before, known = in_these_bases(V, U, d, X, E, k, n)
    left = T(V) @ E
    norm = [
        step(op(B), "==", op(left), free=[left], by=[]),
        step(op(left), "==", op(E), free=[E], by=[]),
        step(op(E), "<=", abs(h), by=[]),
        step(op(B), ">=", 0, free=[B], by=[]),
    ]
    slope = step(h * cosine[k], "==", diagonal(B)[k], by=[])
    size = step(sq(h), "==", sq(abs(h)), by=[])
    bound = step(sq(op(B)), "<=", sq(h), free=[op(B), op(left), op(E), abs(h)], by=[*norm, size])
    off = remainder(sigma, X, B, goal.conclusion - 2, k, known)
    yield from (*before, *known, *norm, slope, size, bound, off)
    yield therefore(free=[sigma, diagonal(B), s(X), cosine, op(B)], by=[*known[:-1], bound, slope, off])
