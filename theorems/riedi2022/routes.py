"""How what is said of layers follows for every size: the lemmas, and the relations on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perturb.statements.route import Stop, by_squares, cite, have, route
from perturb.vocab import (
    T,
    absolute,
    cols,
    eye,
    fro,
    kappa,
    lam_max,
    lam_min,
    larger,
    max_entry,
    s,
    s1,
    s_min,
    s_star,
    smaller,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.riedi2022 import (
    random_relu,
)
Stops = Iterator[Stop]


def leaky(P, eta):
    return P + eta * (eye(P) - P)


def near_identity(M) -> Stops:
    """1 - s_1(M) <= s_n(M + I), s_1(M + I) <= 1 + s_1(M)."""
    yield cite("weyl-additive", A=M, B=eye(M), i=1, j=1)
    yield cite("weyl-additive", A=M + eye(M), B=-M, i=cols(M), j=1)


def slopes(P, eta) -> Stops:
    yield cite("leaky-mask-norm", P=P, t=eta)
    yield cite("leaky-mask-smallest", P=P, t=eta)


def product(A, B) -> Stops:
    """s_1(AB) from above, s_n(AB) from below."""
    yield cite("product-upper", A=A, B=B, i=1, j=1)
    yield cite("product-smallest", A=A, B=B, i=cols(B))


def full_rank(A) -> Stops:
    yield cite("smallest-nonzero-of-full-rank", A=A)


@route(random_relu.kappa_with_leaky_relu)
def leaky_layers(k, W, P_1, P, eta) -> Stops:
    E, D = leaky(P_1, eta), leaky(P, eta)
    M = E @ W + eye(W)
    yield have(absolute(eta), "<=", 1)
    yield from slopes(P_1, eta)
    yield from slopes(P, eta)
    for X in (E, D):
        yield have(s1(X), "<=", 1)
    yield have(eta, "<=", s_min(D))
    yield from product(E, W)
    yield have(s1(E @ W), "<=", s1(W))
    yield from near_identity(E @ W)
    yield from product(M, D)
    yield have(eta * (1 - s1(W)), "<=", s_min(M @ D))
    yield have(s1(M @ D), "<=", 1 + s1(W))
    yield from full_rank(M @ D)
