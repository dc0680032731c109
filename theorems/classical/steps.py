"""How singular values of A B' follow those of M = A'A + B'B at n = 2, each step proved by machine.

With W = B'Y, |A B'Y|^2 + |B W|^2 = tr W'M W and |W|^2 = tr Y'B W <= |Y| |B W|, for every Y. So

    4 |A B'Y|^2 <= s_1(M)^2 |Y|^2        since tr W'M W <= s_1(M) |W|^2,
    2 s_2(A B') |W|^2 <= tr W'M W        since s_2(A B') |Y| <= |A B'Y|.

In the first Y sees the largest singular value of A B' alone; in the second W = det(B) X, where X sees the
smallest eigenvalue of M alone. Where these matrices are 0, the two values are equal and the traces decide.

How close roots of positive matrices are. With P^2 = A, Q^2 = B, D = P - Q = e I + K, tr K = 0 and r = s_1(K):
|D|_F^2 = 2 e^2 + 2 r^2, and

    |tr (A - B)| <= |A - B|_1,    tr K(A - B) = e tr K(P + Q) + r^2 tr (P + Q) <= r |A - B|_1.

Where |e| >= r the first decides, otherwise the second, because r tr Q + tr K Q >= 0 and r tr P - tr K P >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import (
    T,
    absolute,
    entries,
    eye,
    fro,
    mat_sqrt,
    nuclear,
    numerical_radius,
    s,
    s1,
    sq,
    total,
    trace,
)
from perturb.vocab.grammar.tree import Expr
from theorems.classical import moduli, positive, products
from theorems.riedi2022.steps import alone, by


def minor(B: Expr) -> Expr:
    """The determinant."""
    return B[1, 1] * B[2, 2] - B[1, 2] * B[2, 1]


def form(X: Expr, M: Expr) -> Expr:
    return trace(T(X) @ (M @ X))


def projection(M: Expr, one: Expr, least: bool, *free: Expr) -> tuple[Expr, list[Inference]]:
    """The projection X on an eigenvector of M = M' times the gap: tr X'M X is the eigenvalue times |X|^2."""
    top = s1(M)
    X = top * one - M if least else M - (trace(M) - top) * one
    value = trace(M) - top if least else top
    known = [alone(M[1, 2], "==", M[2, 1], *free), alone(0, "<=", trace(M), *free)]
    size = by(known, sq(fro(X)), "==", sq(2 * top - trace(M)), M)
    image = by(known, form(X, M), "==", value * sq(fro(X)), M)
    return X, [*known, size, image]


def of_a_product(A: Expr, B: Expr, Y: Expr, above: bool) -> list[Inference]:
    """The two inequalities for a matrix Y, the one that is wanted last."""
    M, C, W = T(A) @ A + T(B) @ B, A @ T(B), T(B) @ Y
    Z = B @ W
    known = [
        alone(sq(fro(C @ Y)), "==", sq(fro(A @ W)), Y),
        alone(sq(fro(A @ W)) + sq(fro(Z)), "==", form(W, M), W),
        alone(sq(fro(W)), "==", trace(T(Y) @ Z), Y),
        alone(trace(T(Y) @ Z), "<=", fro(Y) * fro(Z), Y, Z),
    ]
    numbers = [fro(C @ Y), fro(A @ W), fro(Z), fro(W), fro(Y), form(W, M), trace(T(Y) @ Z)]
    if above:
        known += [alone(form(W, M), "<=", s(M)[1] * sq(fro(W)), M, W), alone(0, "<=", s(M)[1], M)]
        return [*known, by(known, 4 * sq(fro(C @ Y)), "<=", sq(s(M)[1]) * sq(fro(Y)), s(M)[1], *numbers)]
    known += [alone(sq(s(C)[2]) * sq(fro(Y)), "<=", sq(fro(C @ Y)), C, Y), alone(0, "<=", s(C)[2], C)]
    return [*known, by(known, 2 * s(C)[2] * sq(fro(W)), "<=", form(W, M), s(C)[2], *numbers)]


def largest(A: Expr, B: Expr) -> Iterator[Inference]:
    """Y is the projection of N = C'C on its largest eigenvalue."""
    M, C = T(A) @ A + T(B) @ B, A @ T(B)
    N = T(C) @ C
    Y, facts = projection(N, eye.node(A), False, C)
    yield from facts
    steps = of_a_product(A, B, Y, above=True)
    yield from steps
    k, gap = s(M)[1], 2 * s1(N) - trace(N)
    image = alone(sq(fro(C @ Y)), "==", form(Y, N), C, Y)
    numbers = [k, s1(N), trace(N), fro(Y), fro(C @ Y), form(Y, N)]
    scaled = by([*facts[2:], image, steps[-1]], 4 * s1(N) * sq(gap), "<=", sq(k) * sq(gap), *numbers)
    yield from (image, scaled)
    a, b, t = s(C)[1], s(C)[2], trace(M)
    squares = [alone(s1(N), "==", sq(a), C), alone(gap, "==", sq(a) - sq(b), C)]
    signs = [alone(0, "<=", x, of) for x, of in ((k, M), (a, C), (b, C))]
    parts = [alone(nuclear(C), "==", a + b, C), alone(t, "<=", 2 * k, M), *traces(A, B)]
    mean = by(parts, a + b, "<=", k, a, b, k, t, nuclear(C), fro(A), fro(B))
    wide = alone(0, "<=", gap, N)
    less = by([scaled, squares[0], wide, *signs[:2]], gap * (2 * a - k), "<=", 0, a, k, s1(N), trace(N))
    yield wide
    yield from (*squares, *signs, *parts, mean, less)
    yield therefore(free=[s(C), s(M), s1(N), trace(N)], by=[less, squares[1], mean, *signs])


@argument(products.arithmetic_geometric_mean)
def by_projections(goal, A, B) -> Iterator[Inference]:
    if goal.sizes["m"] == goal.sizes["n"] == 2:
        yield from (largest if goal.at["i"] == 1 else smallest)(A, B)


def traces(A: Expr, B: Expr) -> list[Inference]:
    """2 (s_1 + s_2)(A B') <= tr M."""
    size = sq(fro(A)) + sq(fro(B))
    mean = alone(2 * nuclear(A @ T(B)), "<=", size)
    same = alone(size, "==", trace(T(A) @ A + T(B) @ B))
    return [mean, same]


def smallest(A: Expr, B: Expr) -> Iterator[Inference]:
    """W = det(B) X, X the projection of M on its smallest eigenvalue."""
    M, C, d = T(A) @ A + T(B) @ B, A @ T(B), minor(B)
    X, facts = projection(M, eye.node(A), True)
    Y = T(trace(B) * eye.node(A) - B) @ X
    W = T(B) @ Y
    steps = of_a_product(A, B, Y, above=False)
    size = alone(sq(fro(W)), "==", sq(d) * sq(fro(X)), X)
    image = alone(form(W, M), "==", sq(d) * form(X, M), X, M)
    yield from (*facts, *steps, size, image)
    least, top, t = s(C)[2], s1(M), trace(M)
    numbers = [least, top, t, d, fro(X), fro(W), form(X, M), form(W, M)]
    known = [facts[3], steps[-1], size, image]
    scaled = by(known, sq(d) * sq(fro(X)) * (2 * least - t + top), "<=", 0, *numbers)
    flat = alone(sq(least), "<=", absolute(minor(A)) * absolute(d))
    signs = [alone(sq(absolute(d)), "==", sq(d), d), *[alone(0, "<=", absolute(x), x) for x in (d, minor(A))]]
    sign = alone(0, "<=", least, C)
    half = [alone(2 * least, "<=", nuclear(C), C), *traces(A, B)]
    order = [alone(t - top, "<=", s(M)[2], M), alone(0, "<=", s(M)[2], M)]
    mean = by(half, 4 * least, "<=", t, least, nuclear(C), fro(A), fro(B), t)
    zero = by([scaled, mean, facts[2]], sq(d) * (2 * least - t + top), "<=", 0, least, top, t, d, fro(X))
    numbers = [least, top, t, d, absolute(d), absolute(minor(A))]
    less = by([zero, flat, sign, *signs], least * (2 * least - t + top), "<=", 0, *numbers)
    yield from (scaled, flat, sign, *signs, *half, *order, mean, zero, less)
    yield therefore(free=[s(C), s(M), top, t], by=[less, sign, *order])


@argument(moduli.numerical_radius_of_a_product)
def by_the_norm(goal, A, B) -> Iterator[Inference]:
    """w(AB) <= s_1(AB) <= s_1(A) s_1(B), and s_1 <= 2 w."""
    if goal.sizes["n"] != 2:
        return
    w = numerical_radius
    known = [alone(w(A @ B), "<=", s1(A @ B), A @ B), alone(s1(A @ B), "<=", s1(A) * s1(B))]
    for X in (A, B):
        known += [alone(s1(X) / 2, "<=", w(X)), alone(0, "<=", s1(X))]
    yield from known
    yield therefore(free=[w(A @ B), w(A), w(B), s1(A @ B), s1(A), s1(B)], by=known)


def root(A: Expr) -> tuple[Expr, list[Inference], list[Inference]]:
    """P with P^2 = A, that it is symmetric and positive, and that it is the root."""
    P = mat_sqrt(A)
    places = [(i, j) for i in (1, 2) for j in (1, 2)]
    same = [alone((P @ P)[i, j], "==", A[i, j]) for i, j in places]
    flat = alone(P[1, 2], "==", P[2, 1])
    definite = [alone(0, "<=", trace(P)), alone(0, "<=", P[1, 1] * P[2, 2] - P[1, 2] * P[2, 1])]
    return P, [flat, *definite], same


@argument(positive.roots_and_the_trace_norm)
def by_the_sign_of_the_difference(goal, A, B) -> Iterator[Inference]:
    if goal.sizes["n"] != 2:
        return
    (P, of_P, P_is), (Q, of_Q, Q_is) = root(A), root(B)
    D, E, norm = P - Q, P @ P - Q @ Q, nuclear(A - B)
    yield from (*of_P, *P_is, *of_Q, *Q_is)
    same = by([*P_is, *Q_is], norm, "==", nuclear(E), P @ P, Q @ Q)
    e = (trace(P) - trace(Q)) / 2
    K = D - e * eye.node(A)
    r, a, b, y, z = s1(K), trace(P), trace(Q), trace(K @ P), trace(K @ Q)
    f, nu, flat = total(sq(entries(D))), nuclear(E), [of_P[0], of_Q[0]]
    whole = alone(absolute(trace(E)), "<=", nu, E)
    turned = alone(trace(K @ E), "<=", r * nu, K, E)
    of_b, of_a = (by(of_Q, absolute(z), "<=", r * b, Q, K), by(of_P, absolute(y), "<=", r * a, P, K))
    gap = by(flat, y - z, "==", 2 * sq(r), P, Q)
    image = by(flat, trace(K @ E), "==", e * (y + z) + sq(r) * (a + b), P, Q)
    size = by(flat, trace(E), "==", e * (a + b) + y + z, P, Q)
    length = by(flat, f, "==", 2 * sq(e) + 2 * sq(r), P, Q)
    yield from (same, whole, turned, of_b, of_a, gap, image, size, length)
    numbers = [nu, r, a, b, y, z, trace(E), trace(K @ E), f]
    first, second = r * b + z, r * a - y
    last = [
        by([whole, of_b, gap, size, length], f - nu, "<=", 2 * (r - e) * b, *numbers),
        by([whole, of_a, gap, size, length], f - nu, "<=", 2 * (r + e) * a, *numbers),
        by([turned, gap, image, length], (e + r) * first + (r - e) * second, "<=", r * (nu - f), *numbers),
        *[by([one_of], 0, "<=", x, *numbers) for one_of, x in ((of_b, first), (of_a, second))],
    ]
    yield from last
    yield therefore(free=[norm, *numbers], by=[*last, of_P[1], of_Q[1], same])
