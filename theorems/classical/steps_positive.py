"""How close roots of positive matrices are at n = 2, each step proved by machine.

With P^2 = A, Q^2 = B, D = P - Q = e I + K, tr K = 0 and r = s_1(K): |D|_F^2 = 2 e^2 + 2 r^2, and

    |tr (A - B)| <= |A - B|_1,    tr K(A - B) = e tr K(P + Q) + r^2 tr (P + Q) <= r |A - B|_1.

Where |e| >= r the first decides, otherwise the second, because r tr Q + tr K Q >= 0 and r tr P - tr K P >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import absolute, entries, eye, mat_sqrt, nuclear, s1, sq, total, trace
from perturb.vocab.grammar.tree import Expr
from theorems.classical import positive
from theorems.riedi2022.steps import alone, by


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
