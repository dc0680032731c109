"""Steps that several arguments share: norms of products, of shifted matrices, of layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from perturb.statements.argument import Inference, step
from perturb.vocab import I, T, absolute, kappa, lam_max, lam_min, larger, s1, s_min, smaller, sq
from perturb.vocab.grammar.tree import Expr, const

HALF = const(Fraction(1, 2))
NOTHING = HALF - HALF  # beside a part that may be anything, inputs that are not read are not made
Steps = Iterator[Inference]


def alone(lhs: Any, op: str, rhs: Any, *free: Expr) -> Inference:
    """A step that rests on nothing."""
    return step(lhs, op, rhs, free=[NOTHING, *free], by=[], given=[])


def by(
    known: Sequence[Inference], lhs: Any, op: str, rhs: Any, *free: Expr, given: Sequence[int] = ()
) -> Inference:
    """A step by some of those before it."""
    return step(lhs, op, rhs, free=[NOTHING, *free], by=known, given=given)


def product(A, B):
    """Singular values of a product of 2 x 2 matrices: s_1 by coordinates, s_2 by the determinant."""
    AB = A @ B
    most = alone(s1(AB), "<=", s1(A) * s1(B), A, B)
    left = alone(s_min(A) * s1(B), "<=", s1(AB), A, B)
    right = alone(s1(A) * s_min(B), "<=", s1(AB), A, B)
    det = alone(s1(AB) * s_min(AB), "==", s1(A) * s_min(A) * s1(B) * s_min(B), A, B)
    order = [alone(0, "<=", s_min(X), X) for X in (A, B, AB)]
    order += [alone(s_min(X), "<=", s1(X), X) for X in (A, B, AB)]
    yield from (most, left, right, det, *order)
    numbers = [f(X) for f in (s1, s_min) for X in (A, B, AB)]
    found = [most]
    for reason, lhs, rhs in (
        (left, s_min(AB), s1(A) * s_min(B)),
        (right, s_min(AB), s_min(A) * s1(B)),
        (most, s_min(A) * s_min(B), s_min(AB)),
    ):
        found.append(by([det, reason, *order], lhs, "<=", rhs, *numbers))
        yield found[-1]
    return found


def slopes(D, eta):
    """A diagonal matrix of 1 and eta."""
    most = alone(s1(D), "<=", larger(1, absolute(eta)))
    least = alone(smaller(1, absolute(eta)), "<=", s_min(D))
    yield from (most, least)
    return [most, least]


def shifted(M):
    """M + I: s_1 by Lemma 21, s_2 by Fan and Hoffman."""
    X, sym = M + I, T(M) + M
    top = alone(sq(s1(X)), "<=", 1 + lam_max(sym) + sq(s1(M)), M)
    least = alone(1 + lam_min(sym) / 2, "<=", s_min(X), M)
    yield from (top, least)
    return top, least


def ratio(X, known, given, *numbers, of=None):
    """kappa by s_1 and s_2 > 0, of X or of X times a diagonal matrix that is not 0."""
    Y = X if of is None else of
    one = by(known, 1, "<=", kappa(Y), X, *numbers, given=given)
    found = by(known, kappa(Y) * s_min(X), "<=", s1(X), X, *numbers, given=given)
    yield from (one, found)
    return [one, found]


def masked(D_1, W):
    """D_1 W is no longer than W."""
    found = alone(s1(D_1 @ W), "<=", s1(W))
    yield found
    return found


def bounded_by_one(M):
    """1 - s_1(M) <= s_2(M + I) and s_1(M + I) <= 1 + s_1(M)."""
    found = [alone(1 - s1(M), "<=", s_min(M + I), M), alone(s1(M + I), "<=", 1 + s1(M), M)]
    yield from found
    return found
