"""Section 6.1, Theorem 32: the condition number of M(1)D when D has m entries eta in [0, 1] (leaky ReLU)."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.domains import activation, bounded, diagonal_matrices, scalar, square, together
from perturb.vocab import cols, fro, kappa, s, s1, s_min, sq, sqrt, total
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.activation import affected, sloped
from theorems.riedi2022.condition import upper
from theorems.riedi2022.hard_bounds import entry_bound, residual, weights
from theorems.riedi2022.hard_residual import BEST, kappa_of_a_ball

LEAKY = (
    together(V=bounded(), t=scalar(0, 1), P=activation(0), eta=scalar(0, 1), n=(1, 4))
    .lettered(t="cn")
    .reads(readings.ENTRIES)
)
FROM_FIVE = (
    together(V=bounded(), t=scalar(0, 1), P=activation(0), eta=scalar(0, 1), n=(5, 6))
    .lettered(t="cn")
    .reads(readings.ENTRIES)
)
ZEROS = [[0, 0], [0, 0]]
SCALED = {"V": ZEROS, "t": 0, "P": [[1, 0], [0, 0]], "eta": "1/2"}
UNTOUCHED = {"V": BEST, "t": "1/3", "P": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "eta": "1/2"}
ALL_SCALED = {"V": BEST, "t": "1/3", "P": [[0, 0, 0], [0, 0, 0], [0, 0, 0]], "eta": "1/2"}
EMPTY = {"V": [[0] * 5] * 5, "t": 0, "P": [[int(i == j) for j in range(5)] for i in range(5)], "eta": "1/2"}


def on_hypothesis(k):
    """The names of the mutants of the k-th hypothesis, for those that are true."""
    return [f"hypothesis-{k}:{what}" for what in ("dropped", "non-strict", "relaxed-10%")]


def loss_by_norms(V, t, P, eta):
    """(1 - eta) m (3c + 1), what (101) takes away from 1 - cn."""
    return (1 - eta) * affected(P) * (3 * entry_bound(t, V) + 1)


def loss_by_squares(P, eta):
    """4 (1 - eta) sqrt(m), what (100) takes away from (1 - cn)^2."""
    return 4 * (1 - eta) * sqrt(affected(P))


def radius(t, D):
    """c sqrt(n) |D|_F, the most that |M_o D|_F can be."""
    return t * fro(D) / sqrt(cols(D))


def kappa_by_the_ball(t, D):
    """The largest (s_1 + a) / (s_n - b) with a^2 + b^2 <= radius^2, s_1 and s_n those of D, radius < s_n."""
    r = radius(t, D)
    top, bottom = s1(D), s_min(D)
    return (top * bottom + r * sqrt(sq(top) + sq(bottom) - sq(r))) / (sq(bottom) - sq(r))


@claim(
    RIEDI,
    "Theorem 32, (100)",
    id="thm-32.100",
    status="proved",
    depends=["eq-44", "prop-1.17", "lem-24.leaky", "lem-28.main", "lem-29.86b", "lem-29.86d"],
    domain=FROM_FIVE,
    equality=[EMPTY],
    true_mutants={
        "conclusion-1:right:4-1%": "by the sharpened claim: 2 in place of 4 is enough",
        **dict.fromkeys(on_hypothesis(1), "t <= 1 in the domain, and t = 1 fails the last hypothesis"),
        **dict.fromkeys(on_hypothesis(2), "eta <= 1 in the domain, and D = Id for eta = 1"),
        **dict.fromkeys(on_hypothesis(3)[1:], "where the bound is defined the hypothesis holds"),
        "domain:rim-eta": "eta < 0 fails the last hypothesis unless m = 0, and then D = Id",
    },
)
def kappa_with_leaky_relu_by_squares(V, t, P, eta):
    """The printed proof is complete: |M'M - DM'MD|_F <= 4 (1 - eta) sqrt(m) needs n >= 5 in its last step;
    here 5 is the least size. By the sharpened claim neither n >= 5 nor the condition on eta is needed.
    """
    under = sq(1 - t) - loss_by_squares(P, eta)
    yield given(t, "<", 1)
    yield given(eta, "<", 1)
    yield given(sq(1 - t), ">", loss_by_squares(P, eta))
    yield then(kappa(residual(t, V) @ sloped(P, eta)), "<=", (1 + t) / sqrt(under))


@claim(
    RIEDI,
    "Theorem 32, (101)",
    id="thm-32.101",
    status="proved",
    depends=["eq-44", "cor-2.18", "lem-24.leaky", "lem-29.86b", "lem-29.86d"],
    domain=LEAKY,
    equality=[{"V": ZEROS, "t": 0, "P": [[1, 0], [0, 1]], "eta": "1/2"}, SCALED],
    true_mutants={
        **dict.fromkeys(on_hypothesis(1), "eta <= 1 in the domain, and D = Id for eta = 1"),
        "domain:rim-eta": "eta < 0 fails the last hypothesis unless m = 0, and then D = Id",
    },
)
def kappa_with_leaky_relu_by_norms(V, t, P, eta):
    """The line before (101) has (1 - eta) sqrt(m (3c + 1)), the display drops the root: true and weaker."""
    yield given(eta, "<", 1)
    yield given(1 - t, ">", loss_by_norms(V, t, P, eta))
    yield then(kappa(residual(t, V) @ sloped(P, eta)), "<=", (1 + t) / (1 - t - loss_by_norms(V, t, P, eta)))


@claim(
    RIEDI,
    "Theorem 32, (101) with the root of its proof",
    id="thm-32.101~root",
    status="sharpened",
    sharpens="thm-32.101",
    domain=LEAKY,
)
def kappa_with_leaky_relu_by_norms_with_the_root(V, t, P, eta):
    """What the printed argument gives.

    Proof: (105) and c^2 n <= c; it follows from the next claim too, as eta (1 - cn) is the larger divisor.
    """
    root = (1 - eta) * sqrt(affected(P) * (3 * entry_bound(t, V) + 1))
    yield given(1 - t, ">", root)
    yield then(kappa(residual(t, V) @ sloped(P, eta)), "<=", (1 + t) / (1 - t - root))


@claim(
    RIEDI,
    "Theorem 32, (100) without conditions",
    id="thm-32.100~sharpened",
    status="sharpened",
    sharpens="thm-32.100",
    domain=LEAKY,
    equality=[SCALED, UNTOUCHED, ALL_SCALED],
    true_mutants=dict.fromkeys(
        ("domain:rim-P", "domain:rim-eta"), "any matrix may stand for D, as the next claim says"
    ),
)
def kappa_with_leaky_relu(V, t, P, eta):
    """kappa(M(1)D) <= f(cn) kappa(D), f as in the sharpened (87); kappa(D) is 1/eta when 0 < m < n, 0 < eta.

    Proof: s_1(MD) <= s_1(M) s_1(D), and each non-zero s_i(MD) is at least s_n(M) s_i(D). It is below (100)
    for every n, m, eta: (1 - eta^2)(1 - cn)^2 <= 2 (1 - eta) <= 4 (1 - eta) sqrt(m) when m >= 1.
    """
    D = sloped(P, eta)
    yield given(t, "<", 1)
    yield given(s1(D), ">", 0)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_a_ball(t) * kappa(D))


@claim(
    RIEDI,
    "Theorem 32, (101), any matrix in place of D",
    id="thm-32.101~any-factor",
    status="sharpened",
    sharpens="thm-32.101",
    domain=together(V=bounded(), t=scalar(0, 1), D=square(), n=(1, 3))
    .lettered(t="cn")
    .reads(readings.ENTRIES),
    equality=[{"V": BEST, "t": "1/3", "D": [[0, 1, 0], [1, 0, 0], [0, 0, -1]]}],
)
def kappa_with_any_factor(V, t, D):
    """Theorems 30, 31 and 32 in one: every activation, every slope, every m; cn < 1, and D is not zero.

    Proof: as before; nothing in it asks D to be diagonal.
    """
    yield given(t, "<", 1)
    yield given(s1(D), ">", 0)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_a_ball(t) * kappa(D))


@claim(
    RIEDI,
    "Theorem 32, the singular values in a ball",
    id="thm-32.101~ball",
    status="sharpened",
    sharpens="thm-32.101",
    domain=together(V=bounded(), t=scalar(0), D=diagonal_matrices(), n=(1, 4))
    .lettered(t="cn")
    .reads(readings.ENTRIES),
    equality=[{"V": BEST, "t": "1/3", "D": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}],
    true_mutants={"domain:rim-t": "a negative t is the positive one with -V in place of V"},
)
def singular_values_with_slopes_in_a_ball(V, t, D):
    """sum (s_i(MD) - s_i(D))^2 <= c^2 n |D|_F^2, for any slopes and any c.

    Proof: Corollary 2 (Mirsky) with D and MD = D + M_o D; column j of M_o D is no longer than
    c sqrt(n) |D[j,j]|.
    """
    yield then(total(sq(s(residual(t, V) @ D) - s(D))), "<=", sq(radius(t, D)))


@claim(
    RIEDI,
    "Theorem 32, (101), by the ball",
    id="thm-32.101~sharpened",
    status="sharpened",
    sharpens="thm-32.101",
    domain=LEAKY,
    equality=[SCALED, UNTOUCHED, ALL_SCALED],
    true_mutants=dict.fromkeys(("domain:rim-P", "domain:rim-eta"), "the ball holds for every diagonal D"),
)
def kappa_with_leaky_relu_by_the_ball(V, t, P, eta):
    """Below (101) wherever (101) says something; better than f(cn) kappa(D) when eta is near 1 and most
    outputs are scaled, m/n > f^2 / (1 + f^2).

    Proof: s_1(MD) = s_1(D) + a and s_n(MD) = s_n(D) - b with a^2 + b^2 <= radius^2 < s_n(D)^2 by the ball;
    the maximum k of the quotient solves radius sqrt(1 + k^2) = k s_n(D) - s_1(D).
    """
    D = sloped(P, eta)
    yield given(radius(t, D), "<", s_min(D))
    yield then(kappa(residual(t, V) @ D), "<=", kappa_by_the_ball(t, D))


@claim(
    RIEDI,
    "Text after Theorem 32: Theorem 22 with kappa(D) beside (101)",
    id="thm-32.rem",
    status="proved",
    depends=["thm-22.76a", "thm-22.76b"],
    domain=LEAKY,
    equality=[{"V": ZEROS, "t": 0, "P": [[1, 0], [0, 1]], "eta": "1/2"}],
)
def the_earlier_theorem_is_stronger(V, t, P, eta):
    """Theorem 22 "will not lead to strong results" here, the text says, and means the hypotheses on tau. With
    kappa(MD) <= kappa(M) kappa(D), its first bound (76) is never above (101).

    Proof: s_1(M_o) <= cn turns (76) into at most (1 + cn)/(1 - cn), and eta (1 - cn) is at least
    1 - cn - (1 - eta) m (3c + 1) when m >= 1; for m = 0 both divisors are 1 - cn. The same holds for (100).
    """
    M_o, D = weights(t, V), sloped(P, eta)
    yield given(1 - t, ">", loss_by_norms(V, t, P, eta))
    bound = (1 + t) / (1 - t - loss_by_norms(V, t, P, eta))
    yield then(sqrt(upper(M_o)) / (1 - s1(M_o)) * kappa(D), "<=", bound)
