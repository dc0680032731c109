"""How singular values of A B' follow those of A'A + B'B at n = 2, each step proved by machine.

From above: |A W|^2 + |B W|^2 <= k |W|^2 with k = s_1(M), M = A'A + B'B, and for W = B'Y also |W|^2 <= |Y| |B W|;
so 4 |A B'Y|^2 <= k^2 |Y|^2, for every Y. From below: with Y = adj(B)'X, B'Y = det(B) X and |Y| |B X| >= |det B| |X|^2,
so s_2(A B') |X|^2 <= |A X| |B X|, for every X. Y and X are then taken from the spectral projections, which a
symmetric matrix less half its trace has without a quotient, and to be I where there are none.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import T, absolute, eye, fro, nuclear, s, s1, sq, trace
from perturb.vocab.tree import Expr
from theorems.classical import products
from theorems.riedi2022.steps import alone, by

Steps = Iterator[Inference]


def off(M: Expr) -> Expr:
    """A 2 x 2 matrix less half its trace."""
    return M - (trace(M) / 2) * eye.node(M)


def minor(B: Expr) -> Expr:
    """The determinant."""
    return B[1, 1] * B[2, 2] - B[1, 2] * B[2, 1]


def product(A: Expr, B: Expr, Y: Expr) -> Inference:
    """(A B')Y and A (B'Y) are equally long."""
    return alone(sq(fro((A @ T(B)) @ Y)), "==", sq(fro(A @ (T(B) @ Y))), Y)


def both(A: Expr, B: Expr, W: Expr) -> Inference:
    """|A W|^2 + |B W|^2 is a form with M."""
    M = T(A) @ A + T(B) @ B
    return alone(sq(fro(A @ W)) + sq(fro(B @ W)), "==", trace(T(W) @ (M @ W)), W)


def symmetric(M: Expr) -> Inference:
    return alone(M[1, 2], "==", M[2, 1])


def projection(M: Expr, X: Expr, sign: int, flat: Inference) -> Iterator[Inference]:
    """X, the projection on an eigenvector times twice rho = s_1(off M), sees one eigenvalue of M."""
    rho = s1(off(M))
    size = by([flat], sq(fro(X)), "==", 4 * sq(rho), M)
    form = by([flat], trace(T(X) @ (M @ X)), "==", (trace(M) / 2 + sign * rho) * 4 * sq(rho), M)
    yield from (size, form)


def from_above(A: Expr, B: Expr, Y: Expr) -> Iterator[Inference]:
    """4 |A B'Y|^2 <= s_1(M)^2 |Y|^2, the last step."""
    M = T(A) @ A + T(B) @ B
    C, W = A @ T(B), T(B) @ Y
    Z = B @ W
    known = [
        product(A, B, Y),
        both(A, B, W),
        alone(trace(T(W) @ (M @ W)), "<=", s(M)[1] * sq(fro(W)), M, W),
        alone(sq(fro(W)), "==", trace(T(Y) @ Z), Y),
        alone(trace(T(Y) @ Z), "<=", fro(Y) * fro(Z), Y, Z),
        alone(0, "<=", s(M)[1], M),
        alone(0, "<=", fro(Z), Z),
        alone(0, "<=", fro(Y), Y),
    ]
    numbers = [fro(C @ Y), fro(A @ W), fro(Z), fro(W), fro(Y), s(M)[1], trace(T(W) @ (M @ W)), trace(T(Y) @ Z)]
    yield from known
    yield by(known, 4 * sq(fro(C @ Y)), "<=", sq(s(M)[1]) * sq(fro(Y)), *numbers)


def from_below(A: Expr, B: Expr, X: Expr) -> Iterator[Inference]:
    """2 s_2(A B') |X|^2 <= |A X|^2 + |B X|^2, the last step."""
    C, d = A @ T(B), minor(B)
    Y = T(trace(B) * eye.node(B) - B) @ X
    W, Z = T(B) @ Y, B @ X
    places = [(i, j) for i in (1, 2) for j in (1, 2)]
    entries = [alone(W[i, j], "==", d * X[i, j], X) for i, j in places]
    scaled = by(entries, sq(fro(A @ W)), "==", sq(d) * sq(fro(A @ X)), W, X, d)
    least, c, a, b, x, y = s(C)[2], fro(C @ Y), fro(A @ X), fro(Z), fro(X), fro(Y)
    form, size = trace(T(Y) @ Z), absolute(d)
    same = product(A, B, Y)
    short = alone(least * y, "<=", c, C, Y)
    cauchy = alone(absolute(form), "<=", y * b, Y, Z)
    inner = alone(form, "==", d * sq(x), X)
    flat = alone(sq(least), "<=", absolute(minor(A)) * size)
    signs = {v: alone(0, "<=", v, of) for v, of in ((least, C), (a, A @ X), (b, Z), (y, Y), (c, C @ Y), (size, d))}
    yield from (*entries, scaled, same, short, cauchy, inner, flat, *signs.values())
    image = by([same, scaled, signs[c], signs[a], signs[size]], c, "==", size * a, c, fro(A @ W), a, d)
    above = by([inner], size * sq(x), "<=", absolute(form), form, d, x)
    product_of = by(
        [image, short, above, cauchy, signs[least], signs[b]],
        size * (least * sq(x) - a * b),
        "<=",
        0,
        *(least, c, a, b, x, y, size, absolute(form)),
    )
    by_both = by(
        [product_of, flat, signs[size], signs[least], signs[a], signs[b]],
        least * sq(x),
        "<=",
        a * b,
        *(least, a, b, x, size, absolute(minor(A))),
    )
    yield from (image, above, product_of, by_both)
    yield by([by_both], 2 * least * sq(x), "<=", sq(a) + sq(b), least, a, b, x)


@argument(products.arithmetic_geometric_mean)
def by_projections(goal, A, B) -> Steps:
    """s_1 by the projection of C'C on its largest eigenvalue, s_2 by that of M on its smallest."""
    if goal.sizes["m"] != 2 or goal.sizes["n"] != 2:
        return
    first = goal.at["i"] == 1
    M, C = T(A) @ A + T(B) @ B, A @ T(B)
    N, sign = (T(C) @ C, 1) if first else (M, -1)
    rho, half = s1(off(N)), trace(N) / 2
    flat = symmetric(N)
    X = rho * eye.node(N) + sign * off(N)
    size, form = projection(N, X, sign, flat)
    order = alone(0, "<=", rho, off(N))
    steps = list(from_above(A, B, X) if first else from_below(A, B, X))
    image = alone(sq(fro(C @ X)), "==", trace(T(X) @ (N @ X)), C, X) if first else both(A, B, X)
    yield from (flat, size, form, order, *steps, image)
    value, bound = half + sign * rho, sq(s(M)[1]) if first else 2 * s(C)[2]
    left, right = (4 * value, bound) if first else (bound, value)
    numbers = [rho, trace(N), bound, fro(X), fro(C @ X), fro(A @ X), fro(B @ X), trace(T(X) @ (N @ X))]
    scaled = by([size, form, steps[-1], image], left * sq(rho), "<=", right * sq(rho), *numbers)
    # where rho = 0, by the traces
    size = sq(fro(A)) + sq(fro(B))
    mean = alone(2 * nuclear(C), "<=", size)
    same = alone(size, "==", trace(M))
    yield from (scaled, mean, same)
    if first:
        facts = [
            alone(trace(M), "<=", 2 * s(M)[1], M),
            alone(nuclear(C), "==", s(C)[1] + s(C)[2], C),
            alone(sq(s(C)[1]) - sq(s(C)[2]), "==", 2 * rho, C),
            alone(sq(s(C)[1]), "==", value, C),
            *[alone(0, "<=", x, V) for x, V in ((s(C)[1], C), (s(C)[2], C), (s(M)[1], M))],
        ]
        free = [s(C), s(M), rho, trace(N), trace(M), fro(A), fro(B), nuclear(C)]
    else:
        facts = [alone(value, "<=", s(M)[2], M), alone(2 * s(C)[2], "<=", nuclear(C), C)]
        free = [s(C), s(M), rho, trace(M), fro(A), fro(B), nuclear(C)]
    yield from facts
    known = [scaled, order, mean, same, *facts]
    if first:
        known += [by(known, left, "<=", bound + 6 * rho, *free)]
        known += [by([*known[:2], known[-1]], left, "<=", bound, *free)]
        yield from known[-2:]
        known = [*facts, known[-1]]
    yield therefore(free=free, by=known)
