"""How kappa with leaky ReLU follows from the ball around the singular values of D; proved by machine.

The line from 0 to (k, c) touches the ball of radius r around (p, q): with u^2 = p^2 + q^2 - r^2 and
w = r p + q u, k^2 + c^2 = w^2 and k q - c p = r w. So c x <= k y for (x, y) in the ball.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, therefore
from perturb.vocab import I, cols, fro, kappa, s1, s_min, sq, sqrt
from theorems.riedi2022 import hard_leaky
from theorems.riedi2022.activation import sloped
from theorems.riedi2022.steps import alone, by


@argument(hard_leaky.kappa_with_leaky_relu_by_the_ball)
def by_the_tangent_of_the_ball(goal, V, t, P, eta) -> Iterator[Inference]:
    if goal.sizes["n"] != 2:
        return
    D = sloped(P, eta)
    Y, r = ((t / cols(V)) * V + I) @ D, hard_leaky.radius(t, D)
    p, q, x, y, whole = s1(D), s_min(D), s1(Y), s_min(Y), kappa(Y)
    u = sqrt(sq(p) + sq(q) - sq(r))
    k, c, w = p * q + r * u, sq(q) - sq(r), r * p + q * u
    size = alone(sq(fro(Y - D)), "<=", sq(r))
    mirsky = alone(sq(x - p) + sq(y - q), "<=", sq(fro(Y - D)), Y, D)
    inside = by([size, mirsky], sq(x - p) + sq(y - q), "<=", sq(r), x, y, p, q, r, fro(Y - D))
    order = [alone(0, "<=", r), alone(q, "<=", p, D)]
    root = by(order, sq(u), "==", sq(p) + sq(q) - sq(r), p, q, r, given=[0])
    there = by(order, 0, "<=", u, p, q, r, given=[0])
    length = by([root], sq(k) + sq(c), "==", sq(w), p, q, r, u)
    touch = alone(k * q - c * p, "==", r * w, p, q, r, u)
    far = by([*order, there], 0, "<=", w, p, q, r, u, given=[0])
    numbers = [k, c, w, x, y, p, q, r]
    square = by([inside, length], sq(c * (x - p) - k * (y - q)), "<=", sq(w * r), *numbers)
    bound = by([square, far, touch, order[0]], c * x - k * y, "<=", 0, *numbers)
    positive = [by([inside, order[0]], 0, "<", y, x, y, p, q, r, given=[0])]
    positive += [by(order[:1], 0, "<", c, q, r, given=[0])]
    least = alone(whole * y, "<=", x, Y)
    last = by([least, bound, *positive], whole * c, "<=", k, whole, x, y, k, c)
    yield from (size, mirsky, inside, *order, root, there, length, touch, far, square, bound)
    yield from (*positive, least, last)
    yield therefore(free=[whole, k, c], by=[last, positive[1]], given=[])
