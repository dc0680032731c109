"""How what is said of interpolated and of truncated layers follows for every size."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_factor, by_squares, cite, have, nonneg, product, route, square
from perturb.vocab import (
    T,
    absolute,
    cols,
    diag,
    eye,
    head,
    indices,
    lam_min,
    larger,
    norm,
    partial_sums,
    s,
    s1,
    s_min,
    s_star,
    smaller,
    sq,
    total,
    without_columns,
)
from theorems.dittmer2019 import interpolation, interpolation_inverse, layers, lipschitz, operators

Stops = Iterator[Stop]
EACH, AT = indices("l _")


def sloped(P, p):
    return P + p * (eye(P) - P)


def parts(u, v):
    """What the positive parts of two vectors differ by."""
    return larger(u, 0) - larger(v, 0)


def firmly(u, v) -> Stops:
    """|r|^2 <= r'd and 0 <= r'd <= |d|^2 of d = u - v and the difference r of the positive parts."""
    r, d = parts(u, v), u - v
    yield cite("relu-firm", x=u, y=v)
    yield have(0, "<=", sq(norm(r)))
    yield have(0, "<=", total(r * d))
    yield cite("young", x=r, y=d)
    yield have(total(r * d), "<=", total(sq(d)))


def expands_at_most(u, v, eta) -> Stops:
    """x_+ - eta (-x)_+ moves at most max(1, |eta|) times as far as x."""
    r, d = parts(u, v), u - v
    moved = (larger(u, 0) - eta * larger(-u, 0)) - (larger(v, 0) - eta * larger(-v, 0))
    most = larger(1, absolute(eta))
    yield from firmly(u, v)
    yield have(1, "<=", most)
    yield have(1, "<=", sq(most))
    yield have(absolute(eta), "<=", most)
    yield by_squares(absolute(eta), most)
    yield have(sq(eta), "<=", sq(most))
    yield product(square(1 - eta), have(total(sq(r)), "<=", total(r * d)))
    yield product(have(1, "<=", sq(most)), have(0, "<=", total(r * d)))
    yield product(have(sq(eta), "<=", sq(most)), have(total(r * d), "<=", total(sq(d))))
    yield have(sq(norm(moved)), "<=", sq(most) * sq(norm(d)))
    yield by_squares(norm(moved), most * norm(d))


@route(lipschitz.leaky_relu_expands_by_its_slope)
def leaky_relu(k, x, y, eta) -> Stops:
    yield from expands_at_most(x, y, eta)


def expands_at_least(u, v, p, moved) -> Stops:
    """p u + (1 - p) u_+ moves at least p times as far as u, 0 <= p <= 1, or a multiple of it."""
    yield from firmly(u, v)
    yield have(sq(p) * sq(norm(u - v)), "<=", sq(norm(moved)))
    yield by_squares(p * norm(u - v), norm(moved))


@route(interpolation.an_interpolated_layer_is_one_to_one)
def one_to_one(k, A, x, y, p) -> Stops:
    u, v = A @ x, A @ y
    moved = (larger(u, 0) - p * larger(-u, 0)) - (larger(v, 0) - p * larger(-v, 0))
    yield from expands_at_least(u, v, p, moved)
    yield cite("vector-lower", A=A, x=x - y)
    yield have(p * s_min(A) * norm(x - y), "<=", p * norm(u - v))


@route(interpolation_inverse.the_absolute_value_unfolds_beyond_a_half)
def unfolds(k, A, x, y, p) -> Stops:
    u, v, q = A @ x, A @ y, 2 * p - 1
    moved = (p * u + (1 - p) * absolute(u)) - (p * v + (1 - p) * absolute(v))
    yield have(q, ">=", 0)
    yield have(q * (1 - p), ">=", 0)
    yield from expands_at_least(u, v, q, moved)
    yield cite("vector-lower", A=A, x=x - y)
    yield have(q * s_min(A) * norm(x - y), "<=", q * norm(u - v))


@route(interpolation.singular_values_with_the_absolute_value)
def with_the_absolute_value(k, A, P, p) -> Stops:
    t = 2 * p - 1
    yield have(absolute(t), "<=", 1)
    if k == 0:
        yield have(smaller(1, absolute(t)), "==", absolute(t))
        yield cite("leaky-columns-lower", A=T(A), P=P, t=t, i="_")
    else:
        yield have(larger(1, absolute(t)), "==", 1)
        yield cite("leaky-columns", A=T(A), P=P, t=t, i="_")


@route(
    layers.a_truncated_layer, layers.a_truncated_leaky_layer, layers.a_truncated_layer_expands_by_its_slope
)
def truncated(k, U, V, e, rank, x, eta=None) -> Stops:
    A = U @ diag(partial_sums(sq(e))) @ T(V)
    left = cols(V) - rank
    kept = diag(head(partial_sums(sq(e)), left))
    N = without_columns(U, rank) @ kept @ T(without_columns(V, rank))
    u, v = A @ x, (A - N) @ x
    yield cite("diagonal-ascending", x=e, i=rank + 1)
    yield cite("diagonal-ascending-first", x=e, k=left)
    yield cite("orthonormal-columns", Q=U, B=kept @ T(without_columns(V, rank)), i=1)
    yield cite("orthonormal-columns", Q=V, B=T(kept), i=1)
    yield cite("vector-upper", A=N, x=x)
    size = s(A)[rank + 1]
    yield have(norm(N @ x), "<=", size * norm(x))
    if eta is None:
        yield cite("relu-lipschitz", x=u, y=v)
        return
    yield from expands_at_most(u, v, eta)
    most = larger(1, absolute(eta))
    yield have(most * norm(N @ x), "<=", most * (size * norm(x)))
    if k == 0:
        yield have(absolute(eta), "<=", most)


@route(operators.the_truncated_svd_attains_the_minimum)
def truncation_attains(k, U, V, e, rank) -> Stops:
    x, left = partial_sums(sq(e)), cols(V) - rank
    kept = diag(head(x, left))
    if k == 0:
        yield cite("rank-of-the-last-dyads", A=U, x=x, B=V, k=rank)
        return
    yield cite("diagonal-ascending", x=e, i=rank + 1)
    yield cite("diagonal-ascending-first", x=e, k=left)
    yield cite("orthonormal-columns", Q=U, B=kept @ T(without_columns(V, rank)), i=1)
    yield cite("orthonormal-columns", Q=V, B=T(kept), i=1)


@route(interpolation.condition_number_of_an_interpolated_layer)
def condition_number_of_a_layer(k, A, P, p) -> Stops:
    yield from slopes_of(P, p)
    yield from multiplied_from_the_left(P, A, p)


def slopes_of(P, p) -> Stops:
    """p <= s_n(D) <= s_1(D) <= 1 for the slopes 1 and p, 0 < p <= 1."""
    D = sloped(P, p)
    yield have(absolute(p), "<=", 1)
    yield cite("leaky-mask-norm", P=P, t=p)
    yield cite("leaky-mask-smallest", P=P, t=p)
    yield have(s1(D), "<=", 1)
    yield have(p, "<=", s_min(D))
    yield have(s_min(D), ">", 0)


def multiplied_from_the_left(P, A, p) -> Stops:
    """p kappa(A) <= kappa(DA) <= kappa(A)/p for D with the slopes 1 and p, which 1 and 1/p undo."""
    D, back = sloped(P, p), sloped(P, 1 / p)
    Y = D @ A
    a, b, c, d = s1(A), s_star(A), s1(Y), s_star(Y)
    yield cite("product-upper", A=D, B=A, i=1, j=1)
    yield cite("product-smallest", A=T(A), B=T(D), i=1)
    yield cite("smallest-nonzero-product-lower", A=A, B=D)
    yield have(1 / p, ">=", 1)
    yield have(absolute(1 / p), ">=", 1)
    yield cite("leaky-mask-smallest", P=P, t=1 / p)
    yield have(s_min(back), ">=", 1)
    yield cite("smallest-nonzero-product-lower", A=Y, B=back)
    yield have(p * b, "<=", s_min(D) * b)
    yield have(p * b, "<=", d)
    yield have(d, "<=", s_min(back) * d)
    yield have(d, "<=", b)
    yield have(p * a, "<=", s_min(D) * a)
    yield have(p * a, "<=", c)
    yield have(s1(D) * a, "<=", a)
    yield have(c, "<=", a)
    yield have(p * a * d, "<=", p * a * b)
    yield have(p * a * b, "<=", c * b)
    yield have(p * a * d, "<=", c * b)
    yield have(p * c * b, "<=", c * d)
    yield have(c * d, "<=", a * d)


@route(interpolation_inverse.the_condition_number_moves_with_p)
def condition_number_moves(k, A, P, p, q) -> Stops:
    """D_p = E D_q with the slopes 1 and p/q of E."""
    ratio = p / q
    yield have(q, ">", 0)
    yield have(ratio, "<=", 1)
    yield have(ratio, ">", 0)
    yield from slopes_of(P, ratio)
    B = sloped(P, q) @ A
    Y = sloped(P, ratio) @ B
    yield from multiplied_from_the_left(P, B, ratio)
    a, b, c, d = s1(B), s_star(B), s1(Y), s_star(Y)
    if k == 0:
        yield by_factor(b, ratio * d * (a / b), "<=", c)
        yield by_factor(d, ratio * (a / b), "<=", c / d)
    else:
        yield by_factor(d, ratio * b * (c / d), "<=", a)
        yield by_factor(b, ratio * (c / d), "<=", a / b)
        yield by_factor(ratio, c / d, "<=", q / p * (a / b))


@route(interpolation.singular_values_grow_with_p)
def grow_with_p(k, A, P, p, q) -> Stops:
    X, Y = sloped(P, p) @ A, sloped(P, q) @ A
    idle = (eye(P) - P) @ A
    G, c = T(idle) @ idle, sq(q) - sq(p)
    yield cite("gram-semidefinite", A=idle)
    yield product(have(0, "<=", q - p), have(0, "<=", q + p))
    yield cite("eigenvalues-scaled", A=G, c=c, i=cols(A))
    yield have(c * lam_min(G), ">=", 0)
    yield have(lam_min(c * G), ">=", 0)
    yield cite("eigenvalues-monotone", A=T(X) @ X, B=c * G, i="_")
    yield cite("gram-eigenvalues", A=X, i="_")
    yield cite("gram-eigenvalues", A=Y, i="_")


@route(interpolation_inverse.singular_values_for_slopes_from_p_to_1)
def any_slopes(k, A, v, p) -> Stops:
    slopes = p + (1 - p) / (1 + v * v)
    D, one = diag(slopes), slopes[EACH]
    inside = (1 - p) / (1 + sq(v[EACH]))
    shown = (
        square(v[EACH]),
        have(1 / (1 + sq(v[EACH])), "<=", 1),
        have(1 / (1 + sq(v[EACH])), ">=", 0),
        product(have(1 - p, ">=", 0), have(1 / (1 + sq(v[EACH])), "<=", 1)),
        product(have(1 - p, ">=", 0), have(1 / (1 + sq(v[EACH])), ">=", 0)),
        have(inside, ">=", 0),
        have(one, ">=", 0),
        have(absolute(slopes)[EACH], "==", one),
    )
    if k == 0:
        yield nonneg("l", absolute(slopes) - p, *shown, have(absolute(slopes)[EACH] - p, ">=", 0))
        yield cite("smallest-greatest", x=absolute(slopes), c=p)
        yield cite("diagonal-extremes", 1, x=slopes)
        yield cite("product-smallest", A=T(A), B=D, i=AT)
        yield have(p * s(A)[AT], "<=", s_min(D) * s(A)[AT])
    else:
        yield nonneg("l", 1 - absolute(slopes), *shown, have(1 - absolute(slopes)[EACH], ">=", 0))
        yield cite("largest-least", x=absolute(slopes), c=1)
        yield cite("diagonal-extremes", 0, x=slopes)
        yield cite("product-upper", A=D, B=A, i=1, j=AT)
        yield have(s1(D) * s(A)[AT], "<=", s(A)[AT])
