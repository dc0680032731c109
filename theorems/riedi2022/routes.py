"""How what is said of layers follows for every size: the lemmas, and the relations on the way."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_cases, by_factor, by_squares, cite, have, route, square
from perturb.statements.route import product as multiplied
from perturb.vocab import (
    T,
    absolute,
    cols,
    diag,
    entries,
    eye,
    fro,
    lam_max,
    lam_min,
    larger,
    s,
    s1,
    s_min,
    s_star,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.riedi2022 import (
    activation,
    eccentricity,
    families,
    growth,
    hard_leaky,
    hard_residual,
    multilayers,
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


def gram(M) -> Stops:
    """s_1(M + I)^2 <= 1 + tau_up + s_1^2, s_n(M + I)^2 >= 1 + tau_low + s_n^2, of Gram matrices."""
    n, X, S = cols(M), M + eye(M), T(M) + M
    for A, i in ((X, 1), (X, n), (M, 1), (M, n)):
        yield cite("gram-eigenvalues", A=A, i=i)
    yield cite("weyl-eigenvalues", A=T(M) @ M, B=S, i=1, j=1)
    yield cite("weyl-eigenvalues", 1, A=T(M) @ M, B=S, i=n, j=n)


def symmetric_part(M) -> Stops:
    """s_n(M + I) >= 1 + tau_low/2, by Fan and Hoffman."""
    yield cite("fan-hoffman", A=M + eye(M), _=cols(M))


def kept_columns(M, D) -> Stops:
    """s_n(M) <= s_*(MD), s_1(MD) <= s_1(M) for a mask that keeps something."""
    yield cite("mask-columns", A=M, D=D, i=1)
    yield cite("mask-smallest-nonzero", A=M, D=D)


def entries_at_most_one(V, t) -> Stops:
    """s_1(t V/n) <= t."""
    yield cite("spectral-largest-entry-square", A=V)
    yield have(s1(t / cols(V) * V), "<=", t)


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


@route(hard_leaky.kappa_with_leaky_relu_by_norms)
def leaky_layers_by_counts(k, V, t, P, eta) -> Stops:
    """s_n(D) >= 1 - (1 - eta) m."""
    m = cols(P) - trace(P)
    loss = (1 - eta) * m
    yield from with_slopes(V, t, P, eta)
    yield cite("leaky-mask-count", P=P, t=eta)
    yield have(loss, ">=", 0)
    yield have(t * loss, ">=", 0)
    yield have(1 - t, ">", 0)
    yield from by_a_loss(V, t, P, eta, loss, 1 - t - loss * (3 * (t / cols(V)) + 1))


@route(hard_leaky.kappa_with_leaky_relu_by_norms_with_the_root)
def leaky_layers_by_roots_of_counts(k, V, t, P, eta) -> Stops:
    """s_n(D) >= 1 - (1 - eta) sqrt(m), and sqrt(m) is at most the root of (101)."""
    m = cols(P) - trace(P)
    more = m * (3 * (t / cols(V)) + 1)
    loss, larger_loss = (1 - eta) * sqrt(m), (1 - eta) * sqrt(more)
    yield from with_slopes(V, t, P, eta)
    yield cite("leaky-mask-count-root", P=P, t=eta)
    yield have(t / cols(V) * m, ">=", 0)
    yield by_squares(sqrt(m), sqrt(more))
    yield have(loss, ">=", 0)
    yield have(larger_loss, ">=", 0)
    yield have(t * loss, ">=", 0)
    yield have(loss, "<=", larger_loss)
    yield have(1 - t, ">", 0)
    yield from by_a_loss(V, t, P, eta, loss, 1 - t - larger_loss)


@route(hard_leaky.kappa_with_leaky_relu_by_squares)
def leaky_layers_by_squares(k, V, t, P, eta) -> Stops:
    """(1 - t)^2 (1 - loss)^2 is at least (1 - t)^2 - 2 loss, for the loss of the root of the count."""
    loss = (1 - eta) * sqrt(cols(P) - trace(P))
    under = sq(1 - t) - 4 * loss
    yield from with_slopes(V, t, P, eta)
    yield cite("leaky-mask-count-root", P=P, t=eta)
    yield have(loss, ">=", 0)
    yield multiplied(have(1 - t, ">=", 0), have(t, ">=", 0))
    yield have(sq(1 - t), "<=", 1)
    yield have(loss, "<", 1)
    yield have(1 - t, ">", 0)
    yield multiplied(have(loss, ">=", 0), have(sq(1 - t), "<=", 1))
    yield multiplied(have(1 - t, ">=", 0), have(1 - loss, ">=", 0))
    yield square((1 - t) * loss)
    yield have(under, "<=", sq((1 - t) * (1 - loss)))
    yield by_squares(sqrt(under), (1 - t) * (1 - loss))
    yield from by_a_loss(V, t, P, eta, loss, sqrt(under))


def with_slopes(V, t, P, eta) -> Stops:
    """1 - t <= s_n(M), s_1(MD) <= 1 + t for entries of M - I of at most t/n and slopes of at most 1."""
    W, D = t / cols(V) * V, leaky(P, eta)
    M = W + eye(W)
    yield from entries_at_most_one(V, t)
    yield from near_identity(W)
    yield from slopes(P, eta)
    yield have(absolute(eta), "<=", 1)
    yield have(s1(D), "<=", 1)
    yield from product(M, D)
    yield cite("mask-trace", D=P)
    yield have(s1(M @ D), "<=", 1 + t)


def by_a_loss(V, t, P, eta, loss, low) -> Stops:
    """kappa(MD) <= (1 + t)/low where s_n(D) >= 1 - loss and low <= (1 - t)(1 - loss)."""
    W, D = t / cols(V) * V, leaky(P, eta)
    Y = (W + eye(W)) @ D
    yield have((1 - t) * (1 - loss), "<=", (1 - t) * s_min(D))
    yield have((1 - t) * s_min(D), "<=", s_min(Y))
    yield have(low, "<=", s_min(Y))
    yield from full_rank(Y)
    yield have(low, ">", 0)
    yield have(s1(Y) * low, "<=", (1 + t) * low)
    yield have((1 + t) * low, "<=", (1 + t) * s_min(Y))
    yield have(s1(Y) * low, "<=", (1 + t) * s_star(Y))
    yield have(s1(Y), "<=", (1 + t) / low * s_star(Y))
    yield by_factor(s_star(Y), s1(Y) / s_star(Y), "<=", (1 + t) / low)


@route(hard_leaky.singular_values_with_slopes_in_a_ball)
def slopes_in_a_ball(k, V, t, D) -> Stops:
    W = t / cols(V) * V
    yield cite("hoffman-wielandt-singular", A=(W + eye(W)) @ D, B=D)
    yield cite("scaled-columns-frobenius", A=V, D=D)
    n, moved = cols(V), total(sq(s((W + eye(W)) @ D) - s(D)))
    yield have(sq(fro(W @ D)), "<=", sq(t) * sq(fro(D)) / n)
    yield by_factor(sq(sqrt(n)), moved, "<=", sq(t * fro(D) / sqrt(n)))


@route(activation.leaky_relu_and_all_singular_values)
def slopes_of_at_most_one(k, M, P, eta) -> Stops:
    yield have(absolute(eta), "<=", 1)
    yield have(larger(1, absolute(eta)), "==", 1)
    yield cite("leaky-columns", A=T(M) if k else M, P=P, t=eta, i="_")


@route(eccentricity.condition_number_of_the_data)
def extremes_of_the_data(k, z) -> Stops:
    yield cite("smallest-largest", x=absolute(z))
    yield cite("diagonal-extremes", 0, x=z)
    yield cite("diagonal-extremes", 1, x=z)
    if k == 0:
        yield from full_rank(diag(z))


@route(families.gaps_persist_by_the_operator_norm)
def gaps(k, A, B) -> Stops:
    E = A - B
    yield cite("weyl-additive", A=B, B=E, i="i", j=1)
    if k == 0:
        yield cite("weyl-additive", A=A, B=-E, i="(add i 1)", j=1)
        yield cite("hoffman-wielandt-gap", A=A, B=B, i="i", j="(add i 1)")


@route(growth.symmetric_part_and_largest_singular_value)
def norm_of_the_symmetric_part(k, M) -> Stops:
    S, n = T(M) + M, cols(M)
    yield cite("spectral-norm-eigenvalues", A=S)
    yield cite("eigenvalues-descend", A=S, i=1, k=n - 1)
    yield cite("weyl-additive", A=T(M), B=M, i=1, j=1)
    low, up = lam_min(S), lam_max(S)
    yield have(low, "<=", up)
    yield have(-low, "<=", larger(-low, up))
    yield have(up, "<=", larger(-low, up))
    yield have(absolute(low), "<=", larger(-low, up))
    yield have(absolute(up), "<=", larger(-low, up))
    yield have(larger(absolute(low), absolute(up)), "<=", larger(-low, up))
    most = larger(absolute(low), absolute(up))
    yield have(absolute(low), "<=", most)
    yield have(absolute(up), "<=", most)
    yield have(-low, "<=", absolute(low))
    yield have(up, "<=", absolute(up))
    yield have(-low, "<=", most)
    yield have(up, "<=", most)
    yield by_cases(-low - up, larger(-low, up), "<=", larger(absolute(low), absolute(up)))
    yield have(larger(-low, up), "==", larger(absolute(low), absolute(up)))


@route(hard_residual.singular_values_of_two_layers_in_a_ball)
def two_layers_in_a_ball(k, V_1, V_2, d_1, d_2, t) -> Stops:
    n = cols(V_1)
    D_1, D_2 = diag(entries(d_1)), diag(entries(d_2))
    yield cite("diagonal-extremes", x=entries(d_1))
    yield cite("diagonal-extremes", x=entries(d_2))
    yield cite("frobenius-largest-entry", A=V_1)
    yield cite("frobenius-largest-entry", A=V_2)
    for V in (V_1, V_2):
        yield by_squares(fro(V), n)
    X_1, X_2 = D_1 @ V_1, D_2 @ V_2
    for D, V in ((D_1, V_1), (D_2, V_2)):
        yield cite("spectral-frobenius-product", A=D, B=V)
        yield have(fro(D @ V), "<=", n)
    yield cite("spectral-frobenius", A=X_2)
    yield cite("spectral-frobenius-product", A=X_2, B=X_1)
    M = sq(t / n) * (X_2 @ X_1)
    yield have(fro(X_2 @ X_1), "<=", s1(X_2) * n)
    yield have(fro(X_2 @ X_1), "<=", sq(n))
    yield have(fro(M), "<=", sq(t))
    yield cite("spectral-frobenius", A=M)
    yield from near_identity(M)
    yield cite("hoffman-wielandt-singular", A=M + eye(M), B=eye(M))
    yield cite("singular-values-descend", A=M + eye(M), i=1, k=n - 1)


def in_a_ball(X, r, factors) -> Stops:
    """s_1 <= k s_n for k = (1 + r sqrt(2 - r^2))/(1 - r^2), where the squares of s_i - 1 add up to r^2 < 1.

    `factors`: those of r^2.
    """
    top, low = 1 + r * sqrt(2 - sq(r)), 1 - sq(r)
    n = cols(X)
    yield cite("hoffman-wielandt-two", A=X, B=eye(X), p=low, r=top, i=1, j=n)
    moved = total(sq(entries(X - eye(X))))
    yield have(moved, "<=", sq(r))
    change = low * (s1(X) - 1) - top * (s_min(X) - 1)
    yield have(r, "<=", 1)
    yield have(2 - sq(r), ">=", 1)
    yield have(top - low, ">=", 0)
    both, root = sq(low) + sq(top), sq(r + sqrt(2 - sq(r)))
    yield have(both, "==", root)
    left, right = both, root
    for factor in factors:
        left, right = factor * left, factor * right
        yield have(left, "==", right)
    yield have(both * moved, "<=", both * sq(r))
    yield have(sq(change), "<=", both * sq(r))
    yield have(sq(change), "<=", root * sq(r))
    yield by_squares(change, r * (r + sqrt(2 - sq(r))))
    yield have(low * s1(X), "<=", top * s_min(X))


@route(hard_residual.kappa_of_two_layers)
def kappa_of_two_layers(k, V_1, V_2, d_1, d_2, t) -> Stops:
    n = cols(V_1)
    yield from two_layers_in_a_ball(k, V_1, V_2, d_1, d_2, t)
    M = sq(t / n) * (diag(entries(d_2)) @ V_2 @ diag(entries(d_1)) @ V_1)
    X = M + eye(M)
    yield have(sq(t), "<", 1)
    yield from in_a_ball(X, sq(t), [t] * 4)
    yield have(s_min(X), ">", 0)
    yield from full_rank(X)


@route(hard_leaky.kappa_with_any_factor, hard_leaky.kappa_with_leaky_relu)
def any_factor(k, V, t, D, eta=None) -> Stops:
    E = D if eta is None else leaky(D, eta)
    W = t / cols(V) * V
    M = W + eye(W)
    yield cite("frobenius-largest-entry", A=V)
    yield have(sq(fro(W)), "<=", sq(t))
    yield by_squares(fro(W), t)
    yield cite("spectral-frobenius", A=W)
    yield from near_identity(W)
    yield have(s_min(M), ">", 0)
    yield from in_a_ball(M, t, [t] * 2)
    yield cite("product-upper", A=M, B=E, i=1, j=1)
    yield cite("smallest-nonzero-product-lower", A=E, B=M)
    yield cite("smallest-nonzero-positive", A=E)
    top, low = 1 + t * sqrt(2 - sq(t)), 1 - sq(t)
    Y = M @ E
    yield have(low, ">", 0)
    yield have(s_min(M) * s_star(E), ">", 0)
    yield have(s_star(Y), ">", 0)
    yield have(low * s1(M) * s1(E), "<=", top * s_min(M) * s1(E))
    yield have(low * s1(Y), "<=", low * (s1(M) * s1(E)))
    yield have(low * s1(Y), "<=", top * s_min(M) * s1(E))
    yield have(low * s1(Y) * s_star(E), "<=", top * s_min(M) * s1(E) * s_star(E))
    yield have(top * s1(E), ">=", 0)
    yield have(top * s1(E) * (s_min(M) * s_star(E)), "<=", top * s1(E) * s_star(Y))
    yield have(low * s1(Y) * s_star(E), "<=", top * s1(E) * s_star(Y))


@route(multilayers.singular_values_of_two_residual_layers)
def two_residual_layers(k, A_1, A_2, rho) -> Stops:
    n, r = cols(A_1), absolute(rho)
    M_1, M_2 = A_1 + rho * eye(A_1), A_2 + rho * eye(A_2)
    if k == 1:
        for A in (A_1, A_2):
            yield cite("weyl-additive", A=A, B=rho * eye(A), i=1, j=1)
        yield cite("product-upper", A=M_2, B=M_1, i=1, j=1)
        yield have(s1(M_2) * s1(M_1), "<=", (r + s1(A_2)) * (r + s1(A_1)))
        return
    parts = []
    for A, M in ((A_1, M_1), (A_2, M_2)):
        yield cite("weyl-additive", A=M, B=-A, i=n, j=1)
        parts.append(larger(r - s1(A), 0))
        yield have(parts[-1], "<=", s_min(M))
    yield cite("product-smallest", A=M_2, B=M_1, i=n)
    yield have(parts[1] * parts[0], "<=", parts[1] * s_min(M_1))
    yield have(parts[1] * s_min(M_1), "<=", s_min(M_2) * s_min(M_1))
