"""How what is said of interpolated and of truncated layers follows for every size."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_squares, cite, have, route, square
from perturb.vocab import T, absolute, cols, diag, eye, head, larger, norm, partial_sums, s, s1, s_min
from perturb.vocab import s_star, smaller, sq, total, without_columns
from theorems.dittmer2019 import interpolation, interpolation_inverse, layers, lipschitz, operators

Stops = Iterator[Stop]


def sloped(P, p):
    return P + p * (eye(P) - P)


def parts(u, v):
    """What the positive parts of two vectors differ by."""
    return larger(u, 0) - larger(v, 0)


def firmly(u, v) -> Stops:
    """|r|^2 <= r'd and 0 <= r'd <= |d|^2 for the difference d of u and v and that r of their positive parts."""
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
    yield square(1 - eta)
    yield have(sq(1 - eta) * (total(r * d) - total(sq(r))), ">=", 0)
    yield have((sq(most) - 1) * total(r * d), ">=", 0)
    yield have((sq(most) - sq(eta)) * (total(sq(d)) - total(r * d)), ">=", 0)
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
