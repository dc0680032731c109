"""Pairs of expressions that are equal wherever both are defined: the engine may not separate them."""

from __future__ import annotations

from typing import Any

from perturb import vocab as w
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable

A, M, C, S, P = (variable(name, Kind.MATRIX) for name in "AMCSP")
V, X, Y = variable("v", Kind.VECTOR), variable("x", Kind.SCALAR), variable("y", Kind.SCALAR)


FIXED: list[tuple[Any, Any]] = [
    (w.sq(w.fro(A)), w.trace(w.T(A) @ A)),
    (w.total(w.sq(w.s(A))), w.total(w.sq(w.entries(A)))),
    (w.sq(w.s1(A)), w.lam_max(w.T(A) @ A)),
    (w.s(A), w.s(w.T(A))),
    (w.s1(A), w.op(A)),
    (w.nuclear(A), w.schatten(A, 1)),
    (w.nuclear(A), w.trace(w.mat_abs(A))),
    (w.fro(A), w.schatten(A, 2)),
    (w.ky_fan(A, 1), w.s1(A)),
    (w.det(M @ C), w.det(M) * w.det(C)),
    (w.absolute(w.det(M)), w.product(w.s(M))),
    (w.absolute(w.det(M)), w.product(w.moduli(M))),
    (w.trace(M @ C), w.trace(C @ M)),
    (w.trace(w.commutator(M, C)), 0),
    (w.trace(S), w.total(w.lam(S))),
    (w.det(S), w.product(w.lam(S))),
    (w.largest(w.absolute(w.lam(S))), w.s1(S)),
    (w.numerical_radius(S), w.op(S)),
    (w.spectral_radius(S), w.op(S)),
    (w.spectral_radius(M), w.spectral_radius(w.T(M))),
    (w.spectral_radius(M @ C), w.spectral_radius(C @ M)),
    (w.entries(w.mat_sqrt(P) @ w.mat_sqrt(P)), w.entries(P)),
    (w.lam(w.mat_sqrt(P)), w.sqrt(w.lam(P))),
    (w.det(w.mat_exp(M)), w.exp(w.trace(M))),
    (w.lam_max(w.mat_exp(S)), w.exp(w.lam_max(S))),
    (w.entries(M @ w.inv(M)), w.entries(w.eye(M))),
    (w.det(w.inv(M)), 1 / w.det(M)),
    (w.kappa(M), w.cond(M)),
    (w.rank(M), w.rank(w.T(M) @ M)),
    (w.fro(w.kron(M, C)), w.fro(M) * w.fro(C)),
    (w.s1(w.kron(A, V)), w.s1(A) * w.norm(V)),
    (w.vec_columns(A), w.vec_rows(w.T(A))),
    (w.vec_rows(A), w.entries(A)),
    (w.sq(w.norm(V)), w.total(w.sq(V))),
    (w.s1(w.column_matrix(V)), w.norm(V)),
    (w.trace(w.circulant(V)), w.length(V) * w.partial_sums(V)[1]),
    (w.permanent(w.diag(V)), w.product(V)),
    (w.largest(V), -w.smallest(-V)),
    (w.larger(X, Y) + w.smaller(X, Y), X + Y),
    (w.larger(X, Y), (X + Y + w.absolute(X - Y)) / 2),
    (w.exp(X + Y), w.exp(X) * w.exp(Y)),
    (w.log(w.exp(X)), X),
    (w.sqrt(w.sq(X)), w.absolute(X)),
    (w.power(w.sqrt(w.absolute(X)), 2), w.absolute(X)),
    (w.sqrt(2) * w.sqrt(3), w.sqrt(6)),
    (w.max_entry(A), w.largest(w.absolute(w.vec_columns(A)))),
    (w.s(w.sqrt(2) * M), w.sqrt(2) * w.s(M)),
    (w.det(M), w.det(w.leading(M, 1)) * w.det(w.schur(M, 1))),
]


def random_identity(grammar: Any) -> tuple[Any, Any]:
    """One of the fixed ones, or one between random parts."""
    if grammar.chance(0.85):
        return grammar.one(FIXED)
    a, v = grammar.number(1), grammar.vector(1)
    return grammar.one([(a - a, 0), (a, a), (v, v), (a / a, 1), (a * a, w.sq(a)), (v + v, 2 * v)])
