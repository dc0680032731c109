"""How what is said of deleted entries, of averages and of numbers follows for every size."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_cases, by_factor, by_squares, cite, have, product, route, summed
from perturb.vocab import (
    T,
    absolute,
    cols,
    diag,
    eye,
    indices,
    lam_max,
    lam_min,
    larger,
    partial_sums,
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
    deleted_columns,
    families,
    hard_leaky,
    hard_numbers,
    multiplicities,
    random_bounds,
    random_relu,
    random_relu_proof,
)
from theorems.riedi2022.routes import entries_at_most_one, kept_columns, leaky, near_identity, slopes

Stops = Iterator[Stop]
i, j, each, AT = indices("i j l _")


@route(hard_leaky.the_earlier_theorem_is_stronger)
def earlier(k, V, t, P, eta) -> Stops:
    n, W, D = cols(V), t / cols(V) * V, leaky(P, eta)
    m, S = cols(P) - trace(P), T(W) + W
    loss = (1 - eta) * m
    low = 1 - t - loss * (3 * (t / n) + 1)
    yield from entries_at_most_one(V, t)
    yield from slopes(P, eta)
    yield have(absolute(eta), "<=", 1)
    yield have(s1(D), "<=", 1)
    yield cite("leaky-mask-count", P=P, t=eta)
    yield cite("mask-trace", D=P)
    yield have(loss, ">=", 0)
    yield have(t / n * loss, ">=", 0)
    yield have(t * loss, ">=", 0)
    yield have(1 - t, ">", 0)
    yield have(loss, "<", 1)
    yield have(s_min(D), ">", 0)
    yield cite("smallest-nonzero-of-full-rank", A=D)
    yield cite("fan-hoffman", A=W, _=1)
    yield by_squares(sqrt(1 + lam_max(S) + sq(s1(W))), 1 + s1(W))
    root = sqrt(1 + lam_max(S) + sq(s1(W)))
    yield have(root, "<=", 1 + t)
    yield have((1 - t) * (1 - loss), "<=", (1 - t) * s_min(D))
    yield have(low, "<=", (1 - t) * s_min(D))
    yield have((1 - t) * s_min(D), "<=", (1 - s1(W)) * s_min(D))
    under = (1 - s1(W)) * s_min(D)
    yield have(low, "<=", under)
    yield have(root * s1(D), "<=", root)
    yield have(root * s1(D) * low, "<=", (1 + t) * low)
    yield have((1 + t) * low, "<=", (1 + t) * under)
    yield have(root * s1(D) * low, "<=", (1 + t) * under)
    yield have(root * s1(D), "<=", (1 + t) / low * under)
    yield have(root * s1(D), "<=", (1 + t) / low * (1 - s1(W)) * s_star(D))
    yield have(root / (1 - s1(W)) * s1(D), "<=", (1 + t) / low * s_star(D))
    yield by_factor(s_star(D), root / (1 - s1(W)) * (s1(D) / s_star(D)), "<=", (1 + t) / low)


@route(random_relu_proof.kappa_with_relu_by_the_edge_and_the_deleted_entries)
def edge_and_deleted_entries(k, W, D_1, D) -> Stops:
    n, M = cols(W), D_1 @ W
    Z = M @ D
    E, X, Y = W - Z, M + eye(M), Z + eye(Z)
    yield cite("fan-hoffman", A=Y, _=n)
    yield cite("weyl-eigenvalues", A=T(Z) + Z, B=T(E) + E, i=n, j=1)
    yield cite("fan-hoffman", A=E, _=1)
    low = 1 + lam_min(T(W) + W) / 2 - s1(E)
    yield have(low, "<=", s_min(Y))
    yield have(s_min(Y), ">", 0)
    yield cite("mask-smallest-nonzero", A=Y, D=D)
    yield cite("mask-rows", A=W, D=D_1, i=1)
    yield from near_identity(M)
    yield cite("mask-columns", A=X, D=D, i=1)
    yield have(s1(X @ D), "<=", 1 + s1(W))
    yield have(low, "<=", s_star(X @ D))
    yield have(s_star(X @ D), ">", 0)
    yield have(s1(X @ D) * low, "<=", (1 + s1(W)) * low)
    yield have((1 + s1(W)) * low, "<=", (1 + s1(W)) * s_star(X @ D))
    yield have(s1(X @ D) * low, "<=", (1 + s1(W)) * s_star(X @ D))
    yield have(s1(X @ D), "<=", (1 + s1(W)) / low * s_star(X @ D))
    yield by_factor(s_star(X @ D), s1(X @ D) / s_star(X @ D), "<=", (1 + s1(W)) / low)


@route(hard_numbers.absolute_value_asks_less)
def conditions_of_layers(k, t, D) -> Stops:
    n, m = cols(D), cols(D) - trace(D)
    yield cite("mask-trace", D=D)
    first, second = 1 / (1 + n) - 2 * t, 1 - t - sqrt(m / n)
    third = 1 / (1 + 2 * m) - 2 * t
    for one in (1 / (1 + n), 1 / (1 + 2 * m)):
        yield have(one, "<=", 1)
    for one in (first, second, third):
        yield have(one, "<=", 1 - t)
    yield have(larger(first, second), "<=", 1 - t)
    yield have(larger(larger(first, second), third), "<=", 1 - t)


@route(deleted_columns.distance_and_what_is_deleted)
def distance_and_deleted(k, M, rho, D) -> Stops:
    X = M + rho * eye(M)
    Y = X @ D
    if k == 1:
        yield summed(
            "l",
            cols(M),
            cite("mask-columns", A=X, D=D, i=each),
            cite("singular-values-nonnegative", A=Y, i=each),
            have(0, "<=", s(Y)[each] * (s(X)[each] - s(Y)[each])),
        )


@route(multiplicities.all_singular_values_coincide_once_or_always)
def spreads(k, M, rho_1, rho_2, rho) -> Stops:
    G, S, n = T(M) @ M, T(M) + M, cols(M)
    A, B, L = G + rho_1 * S, G + rho_2 * S, G + rho * S
    widths = []
    for r in (rho_1, rho_2, rho):
        X = M + r * eye(M)
        for i in (1, n):
            yield cite("gram-eigenvalues", A=X, i=i)
        widths.append(sq(s1(X)) - sq(s_min(X)))
        H = G + r * S
        yield have(widths[-1], "==", lam_max(H) - lam_min(H))
    a, b, c = rho - rho_2, rho_1 - rho, rho_1 - rho_2
    yield cite("spread-scaled", A=A, c=a)
    yield cite("spread-scaled", A=B, c=b)
    yield cite("spread-scaled", A=L, c=c)
    yield cite("spread-sum", A=a * A, B=b * B)


@route(random_relu.range_of_nu)
def range_of_nu(k, D_1, D) -> Stops:
    """(n - m)(n - m~) is not negative, and m is 0 or at least 1."""
    n, m, m_1 = cols(D), cols(D) - trace(D), cols(D_1) - trace(D_1)
    nu = random_relu.nu(D_1, D)
    if k == 0:
        some = product(have(m_1, ">=", 0), have(n - m, ">=", 0)), by_factor(n, 1, "<=", nu)
        none = product(have(-m, ">=", 0), have(m_1, ">=", 0)), by_factor(n, 1, "<=", nu)
        yield by_cases(m - 1, 1, "<=", nu, some, none)
    else:
        yield product(have(n - m, ">=", 0), have(n - m_1, ">=", 0))
        yield by_factor(n, nu, "<=", n)


def deleted(M, D, Y) -> Stops:
    """s_i(Y) + max(0, i + m - j) s_1(M) >= s_j(M), where s_i(MD) <= s_i(Y) and D has m zeros."""
    m, idle = cols(D) - trace(D), eye(D) - D
    kept = (
        cite("mask-complement-rank", D=D),
        cite("rank-product-right", A=M, B=idle),
        cite("rank-perturbation", A=M, B=M @ idle, k=m, j=i),
        cite("singular-values-descend", A=M, i=i + m, k=j - i - m),
    )
    lost = (
        cite("singular-values-descend", A=M, i=1, k=j - 1),
        product(have(i + m - j, ">=", 1), have(s1(M), ">=", 0)),
    )
    yield by_cases(j - i - m, s(Y)[i] + larger(0, i + m - j) * s1(M), ">=", s(M)[j], kept, lost)


@route(activation.relu_at_the_input_from_below)
def relu_from_below(k, M, D) -> Stops:
    yield from deleted(M, D, M @ D)


@route(deleted_columns.leaky_relu_from_below)
def leaky_relu_from_below(k, M, P, eta) -> Stops:
    Y = M @ leaky(P, eta)
    if k < 2:
        yield cite("leaky-columns-lower", A=T(M) if k else M, P=P, t=eta, i="_")
        return
    yield cite("mask-columns", A=Y, D=P, i=i)
    yield from deleted(M, P, Y)


@route(random_bounds.kappa_by_two_singular_values)
def by_two_singular_values(k, W) -> Stops:
    yield from ends_do_not_both_move(W)
    X = W + eye(W)
    yield have(s_min(X), ">", 0)
    yield cite("smallest-nonzero-of-full-rank", A=X)


def ends_do_not_both_move(M) -> Stops:
    """(1 - s_1) s_1(M + I) <= (1 + s_2) s_n(M + I): a rise a and a fall b <= s_1 with a + b <= s_1 + s_2."""
    X, n = M + eye(M), cols(M)
    yield from near_identity(M)
    yield cite("mirsky-two", A=X, B=eye(M), i=1, j=n)
    first, second = s1(M), s(M)[2]
    fall = 1 - s_min(X)
    yield product(have(first + second, ">=", 0), have(first - fall, ">=", 0))
    yield have((1 - first) * s1(X), "<=", (1 - first) * (1 + first + second - fall))
    yield have((1 - first) * s1(X), "<=", (1 + second) * s_min(X))


@route(random_relu.kappa_with_relu_by_two_singular_values)
def relu_by_two_singular_values(k, W, D_1, D) -> Stops:
    M = D_1 @ W
    Z, Y = M @ D, (M + eye(M)) @ D
    for at in (1, 2):
        yield cite("mask-rows", A=W, D=D_1, i=at)
        yield cite("mask-columns", A=M, D=D, i=at)
    yield have(s1(Z), "<=", s1(W))
    yield have(s(Z)[2], "<=", s(W)[2])
    yield have(1 - s1(Z), ">", 0)
    yield from ends_do_not_both_move(Z)
    X = Z + eye(Z)
    yield have(s_min(X), ">", 0)
    yield from kept_columns(X, D)
    low, top = 1 - s1(W), 1 + s(W)[2]
    yield have(low * s1(X), "<=", (1 - s1(Z)) * s1(X))
    yield have((1 + s(Z)[2]) * s_min(X), "<=", top * s_min(X))
    yield have(low * s1(X), "<=", top * s_min(X))
    yield have(top * s_min(X), "<=", top * s_star(Y))
    yield have(low * s1(Y), "<=", low * s1(X))
    yield have(low * s1(Y), "<=", top * s_star(Y))


@route(families.growth_between_riemann_sums)
def riemann_sums(k, P, x, Q, y) -> Stops:
    """`x`, `y`: the descending diagonals are the sums of the later absolute values."""
    K, L = [diag(total(absolute(v)) - partial_sums(absolute(v)) + absolute(v)) for v in (x, y)]
    inner, A, v = (T(P) @ Q, L, y) if k == 0 else (T(Q) @ P, K, x)
    yield cite("schur-partial-sums", A=inner @ A @ T(inner), i=AT)
    yield cite("diagonal-descending-sums", x=v, i=AT)
