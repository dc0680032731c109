"""How what is said of networks with two hidden layers follows for every size."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.route import Stop, by_squares, cite, have, route
from perturb.vocab import T, cols, diagonal, fro, larger, largest, max_entry, norm, rows, s1, sq, sqrt
from theorems.heinecke2019 import gradients, lipschitz

Stops = Iterator[Stop]


@route(gradients.smooth_in_the_input)
def forwards_and_backwards(k, W_1, W_2, W_3, Q_1, Q_2, x) -> Stops:
    J = W_3 @ Q_2 @ W_2 @ Q_1 @ W_1
    most = larger(larger(s1(W_1), s1(W_2)), s1(W_3))
    yield cite("vector-upper", A=T(J) @ J, x=x)
    yield cite("product-upper", A=T(J), B=J, i=1, j=1)
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
