"""How what is said of M + I follows for every size: Gram matrices, the symmetric part, masks."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_factor, by_squares, cite, have, route
from perturb.vocab import (
    T,
    cols,
    eye,
    fro,
    lam_max,
    lam_min,
    larger,
    s1,
    s_min,
    s_star,
    smaller,
    sq,
    sqrt,
    trace,
)
from theorems.riedi2022 import (
    condition,
    condition_compared,
    extremes,
    numbers,
    random_folded,
    random_relu,
    residual_links,
)
from theorems.riedi2022.routes import full_rank, gram, kept_columns, near_identity, symmetric_part

Stops = Iterator[Stop]


@route(numbers.efficiencies)
def efficiencies(k, W) -> Stops:
    X, S = W + eye(W), T(W) + W
    low = 1 + lam_min(S)
    if k < 2:
        return
    yield from gram(W)
    yield have(low, "<=", sq(s_min(X)))
    yield have(s_min(X), ">", 0)
    yield from full_rank(X)
    ratio = (sq(s1(W)) + lam_max(S) + 1) / (lam_min(S) + 1)
    yield have(sq(s1(X)), "<=", ratio * sq(s_min(X)))
    yield by_squares(s1(X), sqrt(ratio) * s_min(X))


@route(random_folded.kappa_of_a_folded_layer_by_the_edge)
def folded_layer(k, W, D_1, D) -> Stops:
    M = D_1 @ W
    X, S = M + eye(M), T(M) + M
    yield from gram(M)
    if k == 0:
        yield have(lam_min(S) + 1, "<=", sq(s_min(X)))
        yield have(s_min(X), ">", 0)
        yield from full_rank(X)
        ratio = (sq(s1(M)) + lam_max(S) + 1) / (lam_min(S) + 1)
        yield have(sq(s1(X)), "<=", ratio * sq(s_min(X)))
        yield by_squares(s1(X), sqrt(ratio) * s_min(X))
    else:
        yield cite("fan-hoffman", A=M, _=1)
        ratio = (sq(s1(M)) + lam_max(S) + 1) / (lam_min(S) + 1)
        yield by_squares(sqrt(ratio), (s1(M) + 1) / sqrt(lam_min(S) + 1))


@route(random_relu.kappa_with_relu_by_the_symmetric_part)
def relu_by_the_symmetric_part(k, W, D_1, D) -> Stops:
    M = D_1 @ W
    X, S = M + eye(M), T(M) + M
    yield from gram(M)
    yield from symmetric_part(M)
    yield have(s_min(X), ">", 0)
    yield from kept_columns(X, D)
    yield by_squares(s1(X), sqrt(1 + lam_max(S) + sq(s1(M))))
    yield have(s1(X @ D), "<=", sqrt(1 + lam_max(S) + sq(s1(M))))


@route(residual_links.residual_links_improve)
def residual_links_by_the_norm(k, X, D_1, D) -> Stops:
    M = D_1 @ (X / 8)
    yield by_factor((1 + s1(M)) / (1 - s1(M)), s1(M), "<", 1)
    yield from near_identity(M)
    Y = M + eye(M)
    yield from full_rank(Y)
    yield have(s1(Y) / s_star(Y), "<=", (1 + s1(M)) / (1 - s1(M)))


@route(residual_links.residual_links_improve_with_relu_where_152_holds_after_masking)
def residual_links_with_relu(k, X, D_1, D) -> Stops:
    W = X / 8
    M = D_1 @ W
    yield cite("mask-rows", A=W, D=D_1, i=1)
    yield cite("mask-columns", A=M, D=D, i=1)
    yield cite("product-upper", A=M, B=D, i=1, j=1)
    yield cite("spectral-frobenius", A=D)
    yield have(s1(M) * s1(D), "<=", s1(M) * fro(D))
    yield by_factor(s1(M), 0, "<", fro(D))
    yield have(sq(fro(D)), ">", 0)
    yield have(trace(D), ">", 0)
    yield from near_identity(M)
    yield have(s_min(M + eye(M)), ">", 0)
    yield from kept_columns(M + eye(M), D)
    yield have(s1((M + eye(M)) @ D), "<=", 1 + s1(W))
    Y = (M + eye(M)) @ D
    yield have(1 - s1(W), "<=", s_star(Y))
    yield have(s1(Y) / s_star(Y), "<=", (1 + s1(W)) / (1 - s1(W)))


@route(residual_links.residual_links_improve_sooner)
def residual_links_by_the_edge(k, X, D_1, D) -> Stops:
    M = D_1 @ (X / 8)
    Y, S = M + eye(M), T(M) + M
    yield from gram(M)
    yield from symmetric_part(M)
    root = sqrt(larger(0, 1 + lam_min(S) + sq(s_min(M))))
    yield by_squares(root, s_min(Y))
    low = larger(1 + lam_min(S) / 2, root)
    yield have(low, "<=", s_min(Y))
    yield have(s_min(Y), ">", 0)
    yield from full_rank(Y)
    yield by_squares(s1(Y), sqrt(1 + lam_max(S) + sq(s1(M))))
    yield have(s1(Y) / s_star(Y), "<=", sqrt(1 + lam_max(S) + sq(s1(M))) / low)


@route(extremes.smallest_singular_value_by_the_symmetric_part)
def smallest_by_the_symmetric_part(k, M, rho) -> Stops:
    n, X, S = cols(M), M + rho * eye(M), T(M) + M
    low, up = lam_min(S), lam_max(S)
    yield cite("fan-hoffman", A=X, _=n)
    yield cite("fan-hoffman", A=-X, _=n)
    for A in (X, M):
        yield cite("gram-eigenvalues", A=A, i=n)
    yield cite("extreme-eigenvalues-scaled", 1, A=S, c=rho)
    yield cite("weyl-eigenvalues", 1, A=T(M) @ M, B=rho * S, i=n, j=n)
    root = sqrt(larger(0, sq(s_min(M)) + (smaller(rho * low, rho * up) + sq(rho))))
    yield by_squares(root, s_min(X))
    yield have(larger(rho + low / 2, -rho - up / 2), "<=", s_min(X))


@route(condition.kappa_by_the_best_lower_bound)
def best_lower_bound(k, M) -> Stops:
    X, S = M + eye(M), T(M) + M
    yield from gram(M)
    yield from symmetric_part(M)
    yield cite("weyl-additive", A=X, B=-eye(M), i=cols(M), j=1)
    root = sqrt(larger(0, 1 + lam_min(S) + sq(s_min(M))))
    yield by_squares(root, s_min(X))
    first = larger(1 + lam_min(S) / 2, s_min(M) - 1)
    yield have(first, "<=", s_min(X))
    low = larger(first, root)
    yield have(low, "<=", s_min(X))
    yield have(s_min(X), ">", 0)
    yield from full_rank(X)
    yield by_squares(s1(X), sqrt(1 + lam_max(S) + sq(s1(M))))


@route(random_relu.kappa_with_relu)
def relu_on_the_event(k, X, D_1, D, e, theta) -> Stops:
    M = D_1 @ (X / 3)
    m, m_1, n = cols(D) - trace(D), cols(D_1) - trace(D_1), cols(D)
    yield cite("mask-rows", A=X / 3, D=D_1, i=1)
    yield have(s1(M), "<=", (1 - s1(M)) / 2)
    yield from near_identity(M)
    yield have(s_min(M + eye(M)), ">", 0)
    yield from kept_columns(M + eye(M), D)
    Y = (M + eye(M)) @ D
    yield have(s1(Y), "<=", 2 * s_star(Y))
    yield have(s1(Y) / s_star(Y), "<=", 2)
    for mask in (D, D_1):
        yield cite("mask-trace", D=mask)
    nu = random_relu.nu(D_1, D)
    yield have(m * m_1 / n, "<=", m)
    yield have(nu, ">=", 0)
    r = 2 + 2 * nu + theta
    R = r + 10000 * e
    yield have(r / R, "<", 1)
    yield have(2, "<=", 2 * (1 + 1 / R) / (1 - r / R))


@route(condition_compared.the_bound_by_the_symmetric_part_is_tighter)
def tighter_by_the_symmetric_part(k, M) -> Stops:
    S = T(M) + M
    low = lam_min(S)
    yield cite("eigenvalue-spectral-norm", A=S, i=cols(M))
    yield cite("weyl-additive", A=T(M), B=M, i=1, j=1)
    yield have(1 + low / 2, ">=", 1 - s1(M))
    yield have(1 + low / 2, ">", 0)
    yield have(sq(s_min(M)), "<=", sq(low / 2))
    if k == 1:
        top = 1 + lam_max(S) + sq(s1(M))
        under = 1 + low + sq(s_min(M))
        yield have(under, "<=", sq(1 + low / 2))
        yield by_squares(sqrt(top) / (1 + low / 2), sqrt(top / under))
