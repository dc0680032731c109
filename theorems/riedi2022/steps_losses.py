"""How the loss moves with the weights, each step proved by machine."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import larger, norm, s1, sq
from perturb.vocab.grammar.tree import Expr
from theorems.riedi2022 import gaussian_comparison, loss
from theorems.riedi2022.piecewise import phi


def steps_of_phi(p: Expr, q: Expr, eta: Expr, n: int) -> list[Inference]:
    """|phi(p) - phi(q)| <= L |p - q|, the last step, by its components."""
    L, F, G = larger(1, abs(eta)), phi(p, eta) - phi(q, eta), p - q
    sign, found, each = step(0, "<=", L, by=[]), list[Inference](), list[Inference]()
    for i in range(1, n + 1):
        one = phi(p[i], eta) - phi(q[i], eta)
        found.append(step(F[i], "==", one, free=[p, q], by=[]))
        found.append(step(abs(one), "<=", L * abs(p[i] - q[i]), free=[p[i], q[i]], by=[]))
        found.append(step(p[i] - q[i], "==", G[i], free=[p, q], by=[]))
        each.append(step(abs(F[i]), "<=", L * abs(G[i]), free=[F, G, L, one, p[i] - q[i]], by=found[-3:]))
    return [*found, *each, sign, step(norm(F), "<=", L * norm(G), free=[F, G, L], by=[*each, sign])]


@argument(loss.loss_is_continuous)
def by_one_layer_after_the_other(goal, W, b, z, W_1, b_1, eta, rho, y, E) -> Iterator[Inference]:
    """What the loss moves by is bounded by the outputs, these by the hidden layer, this by EW."""
    n = goal.sizes["n"]
    L, size = larger(1, abs(eta)), abs(rho)
    q, p = W @ z + b, (W + E) @ z + b
    h, g = phi(q, eta), phi(p, eta)
    u, v = W_1 @ h + b_1, W_1 @ g + b_1
    f, e = phi(u, eta), phi(v, eta)
    first, second = steps_of_phi(p, q, eta, n), steps_of_phi(v, u, eta, n)
    x, w = y - (f + rho * h), y - (e + rho * g)
    inner = [step((p - q)[i], "==", (E @ z)[i], by=[]) for i in range(1, n + 1)]
    start = step(norm(p - q), "==", norm(E @ z), free=[p - q, E @ z], by=inner)
    same = [step((v - u)[i], "==", (W_1 @ (g - h))[i], free=[g, h], by=[]) for i in range(1, n + 1)]
    move = step(norm(v - u), "==", norm(W_1 @ (g - h)), free=[v - u, W_1 @ (g - h)], by=same)
    grow = step(norm(W_1 @ (g - h)), "<=", s1(W_1) * norm(g - h), free=[g - h], by=[])
    change, ns = (e - f) + rho * (g - h), range(1, n + 1)
    sums = step(norm(change), "<=", norm(e - f) + size * norm(g - h), free=[e - f, g - h], by=[])
    outs = [step((x - w)[i], "==", change[i], free=[e, f, g, h], by=[]) for i in ns]
    out = step(norm(x - w), "==", norm(change), free=[x - w, change], by=outs)
    back = step(abs(norm(w) - norm(x)), "<=", norm(x - w), free=[w, x], by=[])
    yield from (*first, *second, *inner, start, *same, move, grow, sums, *outs, out, back)
    signs = [step(0, "<=", c, by=[]) for c in (L, size, s1(W_1))]
    yield from signs
    lengths = [norm(p - q), norm(E @ z), norm(v - u), norm(W_1 @ (g - h)), norm(g - h), norm(e - f)]
    lengths += [norm(x - w), norm(change), abs(norm(w) - norm(x)), s1(W_1), L, size]
    yield therefore(free=lengths, by=[first[-1], second[-1], start, move, grow, sums, out, back, *signs])


@argument(gaussian_comparison.largest_value_of_the_comparison)
def by_half_sums(goal, u, v, g, h) -> Iterator[Inference]:
    """For p = |v| u and q = |u| v, both as long as m = |u||v|: p'q = m^2 - |p - q|^2/2, and the rest by p + q
    and p - q.
    """
    a, b, dot = norm(u), norm(v), gaussian_comparison.dot
    p, q, m = b * u, a * v, a * b
    k, c, d = norm(p - q), norm(g + h), norm(g - h)
    x, y, t = dot(g + h, p + q), dot(g - h, p - q), norm(p + q)
    value, bound = dot(u, v) + b * dot(g, u) + a * dot(h, v), 1 + c + sq(d) / 8
    signs = [step(0, "<=", e, by=[]) for e in (a, b, c, d, k, norm(g), norm(h))]
    sign = step(0, "<=", m, free=[a, b], by=signs[:2])
    yield from (*signs, sign)
    equal = [step(norm(p), "==", m, by=[]), step(norm(q), "==", m, by=[])]
    same = step(m * dot(u, v), "==", dot(p, q), by=[])
    cosine = step(dot(p, q), "==", (sq(norm(p)) + sq(norm(q)) - sq(k)) / 2, free=[p, q], by=[])
    split = step(value, "==", dot(u, v) + (x + y) / 2, by=[])
    yield from (*equal, same, cosine, split)
    uv = step(
        m * dot(u, v), "==", sq(m) - sq(k) / 2, free=[m, dot(u, v), dot(p, q), norm(p), norm(q), k],
        by=[*equal, same, cosine],
    )  # fmt: skip
    along = [
        step(x, "<=", c * t, free=[p + q, g + h], by=[]),
        step(t, "<=", norm(p) + norm(q), free=[p, q], by=[]),
    ]
    first = step(x, "<=", 2 * c * m, free=[x, c, t, norm(p), norm(q), m], by=[*equal, *along, signs[2]])
    second = step(y, "<=", d * k, free=[p - q, g - h], by=[])
    young = step(m * (d * k) / 2, "<=", sq(m) * (sq(d) / 8) + sq(k) / 2, free=[m, d, k], by=[])
    scaled = step(
        m * value, "<=", sq(m) * bound, free=[m, value, dot(u, v), x, y, k, c, d],
        by=[sign, split, uv, first, second, young],
    )  # fmt: skip
    yield from (uv, *along, first, second, young, scaled)
    each = [
        step(e, "<=", norm(i) * norm(j), free=[], by=[])
        for e, i, j in ((dot(u, v), u, v), (dot(g, u), g, u), (dot(h, v), h, v))
    ]
    apart = [a, b, norm(g), norm(h), dot(u, v), dot(g, u), dot(h, v)]
    crude = step(value, "<=", m * (1 + norm(g) + norm(h)), free=apart, by=[*signs, *each])
    yield from (*each, crude)
    yield therefore(free=[m, value, c, d, norm(g), norm(h)], by=[sign, scaled, crude])


@argument(loss.quadratic_around_its_minimum)
def by_pythagoras(goal, P, M, W_o, W, B, x, z) -> Iterator[Inference]:
    """MD(W - W_o)z lies in the range of P, to which x - Px is orthogonal."""
    ns, A = range(1, goal.sizes["n"] + 1), P @ M
    a, b, c = A @ W_o @ z, A @ W @ z, A @ (W - W_o) @ z
    m, dot = M @ ((W - W_o) @ z), gaussian_comparison.dot
    linear = [step(c[i], "==", b[i] - a[i], by=[]) for i in ns]
    inside = [step(c[i], "==", (P @ m)[i], by=[]) for i in ns]
    right = step(dot(x - P @ x, P @ m), "==", 0, free=[m], by=[])
    same = step(dot(x - P @ x, c), "==", 0, free=[P @ x, P @ m, c], by=[*inside, right])
    yield from (*linear, *inside, right, same)
    yield therefore(free=[a, b, c, P @ x], by=[*linear, same])
