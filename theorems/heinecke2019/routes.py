"""How what is said of networks with two hidden layers follows for every size."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_squares, cite, have, hypothesis, nonneg, product, route
from perturb.vocab import (
    T,
    diagonal,
    fro,
    indices,
    larger,
    largest,
    max_entry,
    norm,
    rows,
    s1,
    sqrt,
)
from theorems.heinecke2019 import affine_maps, gradients, lipschitz

Stops = Iterator[Stop]
EACH, AT = indices("l _")


@route(gradients.smooth_in_the_input)
def forwards_and_backwards(k, W_1, W_2, W_3, Q_1, Q_2, x, g, h, m) -> Stops:
    J = W_3 @ Q_2 @ W_2 @ Q_1 @ W_1
    most = larger(larger(s1(W_1), s1(W_2)), s1(W_3))
    yield cite("vector-upper", A=T(J), x=g - h)
    yield cite("vector-upper", A=J, x=x)
    yield cite("product-upper", A=W_3 @ Q_2, B=W_2 @ Q_1 @ W_1, i=1, j=1)
    yield cite("mask-columns", A=W_3, D=Q_2, i=1)
    yield cite("product-upper", A=W_2 @ Q_1, B=W_1, i=1, j=1)
    yield cite("mask-columns", A=W_2, D=Q_1, i=1)
    for W in (W_1, W_2, W_3):
        yield have(s1(W), "<=", most)


@route(lipschitz.all_neurons_count)
def all_neurons(k, W_1, W_2, W_3, b_1, b_2, b_3, x, y) -> Stops:
    a, b = rows(W_1), rows(W_2)
    first = [W_1 @ z + b_1 for z in (x, y)]
    second = [W_2 @ larger(z, 0) + b_2 for z in first]
    parts = [larger(u, 0) - larger(v, 0) for u, v in (first, second)]
    yield cite("vector-upper", A=W_3, x=parts[1])
    yield cite("relu-lipschitz", x=second[0], y=second[1])
    yield cite("vector-upper", A=W_2, x=parts[0])
    yield cite("relu-lipschitz", x=first[0], y=first[1])
    yield cite("vector-upper", A=W_1, x=x - y)
    yield cite("frobenius-columns", A=W_3)
    yield cite("frobenius-columns", A=T(W_1))
    for W in (W_1, W_3):
        yield cite("spectral-frobenius", A=W)
    column = sqrt(largest(diagonal(T(W_3) @ W_3)))
    row = sqrt(largest(diagonal(W_1 @ T(W_1))))
    yield by_squares(fro(W_3), sqrt(b) * column)
    yield by_squares(fro(W_1), sqrt(a) * row)
    yield cite("spectral-frobenius", A=W_2)
    yield cite("frobenius-largest-entry", A=W_2)
    middle = sqrt(a) * sqrt(b) * max_entry(W_2)
    yield by_squares(fro(W_2), middle)
    yield have(s1(W_2), "<=", middle)
    far = [norm(u - v) for u, v in (first, second)]
    yield have(far[0], "<=", sqrt(a) * row * norm(x - y))
    yield have(far[1], "<=", middle * norm(parts[0]))
    yield have(far[1], "<=", middle * far[0])
    yield have(middle * far[0], "<=", middle * (sqrt(a) * row * norm(x - y)))
    top = sqrt(b) * column
    yield have(s1(W_3) * norm(parts[1]), "<=", top * norm(parts[1]))
    yield have(top * norm(parts[1]), "<=", top * far[1])
    yield have(top * far[1], "<=", top * (middle * (sqrt(a) * row * norm(x - y))))
    rest = column * row * max_entry(W_2) * norm(x - y)
    yield have(sqrt(a) * sqrt(a) * rest, "==", a * rest)
    yield have(sqrt(b) * sqrt(b) * a * rest, "==", b * a * rest)
    yield have(sqrt(b) * sqrt(b) * (sqrt(a) * sqrt(a) * rest), "==", sqrt(b) * sqrt(b) * a * rest)


def signs(Q, z):
    """What is not negative where z has the signs that Q says."""
    return 2 * (Q @ z) - z


def on_a_cell(W_1, W_2, W_3, Q_1, Q_2, factors, first, second, k) -> Stops:
    """`first`, `second`: what rectifiers see at two points of a cell and at their sum with these factors."""
    if k == 2:
        yield nonneg("l", signs(Q_1, first[2]), *inputs(Q_1, first, factors, EACH))
        yield nonneg("l", signs(Q_2, second[2]), *hidden(W_2, Q_1, Q_2, first, second, factors, EACH))
        for u, v, factor in zip(first, second, (*factors, None), strict=True):
            for same in (
                cite("relu-on-a-cell", A=W_3, Q=Q_2, z=v, _=AT),
                cite("relu-on-a-cell", A=W_3 @ Q_2 @ W_2, Q=Q_1, z=u, _=AT),
            ):
                yield same if factor is None else product(have(0, "<=", factor), same)
    elif k == 1:
        yield nonneg("l", signs(Q_1, first[2]), *inputs(Q_1, first, factors, EACH))
        yield from hidden(W_2, Q_1, Q_2, first, second, factors, AT)
    else:
        yield from inputs(Q_1, first, factors, AT)


def inputs(Q_1, first, factors, at) -> Stops:
    yield from (hypothesis(part, _=at) for part in (0, 2))
    parts = [signs(Q_1, z)[at] for z in first]
    for factor, part in zip(factors, parts, strict=False):
        yield product(have(0, "<=", factor), have(0, "<=", part))
    yield have(0, "<=", parts[2])


def hidden(W_2, Q_1, Q_2, first, second, factors, at) -> Stops:
    """The positive part of what the first rectifier sees is Q_1 times that, at all three points."""
    for z, factor in zip(first, (*factors, None), strict=True):
        for A in (W_2, Q_2 @ W_2):
            same = cite("relu-on-a-cell", A=A, Q=Q_1, z=z, _=at)
            yield same if factor is None else product(have(0, "<=", factor), same)
    yield from (hypothesis(part, _=at) for part in (1, 3))
    parts = [signs(Q_2, z)[at] for z in second]
    for factor, part in zip(factors, parts, strict=False):
        yield product(have(0, "<=", factor), have(0, "<=", part))
    yield have(0, "<=", parts[2])


@route(affine_maps.affine_on_convex_polytopes)
def affine_on_a_polytope(k, W_1, W_2, W_3, b_1, b_2, b_3, Q_1, Q_2, x, y, t) -> Stops:
    points = x, y, x + t * (y - x)
    first = [W_1 @ z + b_1 for z in points]
    second = [W_2 @ larger(z, 0) + b_2 for z in first]
    yield from on_a_cell(W_1, W_2, W_3, Q_1, Q_2, (1 - t, t), first, second, k)


@route(affine_maps.linear_on_convex_cones)
def linear_on_a_cone(k, W_1, W_2, W_3, Q_1, Q_2, x, y, r, t) -> Stops:
    points = x, y, r * x + t * y
    first = [W_1 @ z for z in points]
    second = [W_2 @ larger(z, 0) for z in first]
    yield from on_a_cell(W_1, W_2, W_3, Q_1, Q_2, (r, t), first, second, k)
