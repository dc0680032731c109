"""Section 6.1, Lemma 29 and Theorem 30: M(1) = M_o + Id with the entries of M_o bounded by c, cn < 1."""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import activation, bounded, diagonal_matrices, orthogonal, scalar, together
from perturb.vocab import I, kappa, s, s1, s_min, sq, sqrt, total
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.hard_bounds import LAYERS, ONES, SLOPES, residual, two_layers, weights

ENTRIES = together(V=bounded(), t=scalar(0, 1), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES)
TWO_LAYERS = (
    together(V_1=bounded(), V_2=bounded(), d_1=SLOPES, d_2=SLOPES, t=scalar(0, 1), n=(1, 3))
    .lettered(t="cn")
    .reads(readings.LAYERS)
)
ABSOLUTE = (
    together(V=bounded(), t=scalar(0, 1), D=activation(-1), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES)
)
NEGATIVE_ONES = [[-1, -1], [-1, -1]]
BEST = [[1, 1, 1], [1, -1, -1], [1, -1, -1]]
SIGNS = [[1, 0, 0], [0, -1, 0], [0, 0, 1]]
ONE_ENTRY = [{"V": [[0]], "t": 0}]


def printed(t):
    """(1 + cn) / (1 - cn), the right side of (87)."""
    return (1 + t) / (1 - t)


@term("f({0})")
def kappa_of_a_ball(x):
    """The largest (1 + a) / (1 - b) with a^2 + b^2 <= x^2 < 1: it is the k with x sqrt(1 + k^2) = k - 1."""
    return (1 + x * sqrt(2 - sq(x))) / (1 - sq(x))


@claim(
    RIEDI,
    "Lemma 29, (86), D_1 any diagonal matrix",
    id="lem-29.86~any-slope",
    status="misprint",
    domain=together(V=bounded(), t=scalar(0, 1), D=diagonal_matrices(), n=(1, 4))
    .lettered(t="cn")
    .reads(readings.ENTRIES),
)
def singular_values_with_any_slopes(V, t, D):
    """The bound 1 on the slopes, which Lemma 28 asks for, is needed and meant here too; Lemma 29 takes only
    the W_i from Lemma 28, and (44) has no bound on the slopes.
    """
    M = named("M(1)", D @ weights(t, V, "W_1") + I)
    yield given(t, "<", 1)
    yield then(1 - t, "<=", s_min(M), "<=", s1(M), "<=", 1 + t)


@claim(
    RIEDI,
    "Lemma 29, (86)",
    id="lem-29.86",
    status="proved",
    corrects="lem-29.86~any-slope",
    covers=["lem-29.86a", "lem-29.86b", "lem-29.86c", "lem-29.86d", "lem-29.86e"],
    depends=["eq-44", "lem-17.71a", "lem-17.71b", "lem-27.85", "lem-28.main"],
    domain=ENTRIES,
    presupposes=["weyl"],
    equality=[{"V": NEGATIVE_ONES, "t": "1/2"}, {"V": ONES, "t": "1/2"}, {"V": ONES, "t": 0}],
    true_mutants={
        "conclusion-3:left:s_min->s1": "both sides are s_1(M)",
        "conclusion-3:right:s1->s2": "s_n <= s_2 where there is an s_2",
    },
)
def singular_values_of_a_residual_network(V, t):
    """Lemma 17 at rho = 1 with s_1(M_o) <= cn, for slopes bounded by 1; entries all -c, all c are tight."""
    M = residual(t, V)
    yield given(t, "<", 1)
    yield then(0, "<", 1 - t, "<=", s_min(M), "<=", s1(M), "<=", 1 + t, "<", 2)


@claim(
    RIEDI,
    "Lemma 29, (86), all singular values at once",
    id="lem-29.86~sharpened",
    status="sharpened",
    sharpens="lem-29.86",
    domain=together(V=bounded(), t=scalar(0), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES),
    equality=[{"V": BEST, "t": "1/3"}, {"V": ONES, "t": 2}],
    true_mutants={"domain:rim-t": "a negative t is the positive one with -V in place of V"},
)
def singular_values_in_a_ball(V, t):
    """(s_1 - 1)^2 + ... + (s_n - 1)^2 <= (cn)^2, for any c; (86) says it of one term alone.

    Proof: Corollary 2 (Mirsky) with Id and M(1) = Id + M_o; |M_o|_F <= cn.
    """
    yield then(total(sq(s(residual(t, V)) - 1)), "<=", sq(t))


@claim(
    RIEDI,
    "Lemma 29, (86), two layers",
    id="lem-29.86~two-layers",
    status="sharpened",
    sharpens="lem-29.86",
    domain=LAYERS,
    equality=[{"V_1": ONES, "V_2": ONES, "d_1": [[1], [1]], "d_2": [[-1], [-1]], "t": "1/2"}],
    true_mutants={
        "conclusion-3:left:s_min->s1": "both sides are s_1(M)",
        "conclusion-3:right:s1->s2": "s_n <= s_2 where there is an s_2",
        "domain:rim-t": "M_o and the bounds depend on t^2 alone",
    },
)
def singular_values_of_two_layers_in_a_ball(V_1, V_2, d_1, d_2, t):
    """With p layers the radius is (cn)^p, not cn: deeper blocks are closer to the identity.

    Proof: as for one layer, with |D_p W_p ... D_1 W_1|_F <= (cn)^p, the norm being submultiplicative.
    """
    M = named("M(1)", two_layers(t, V_1, V_2, d_1, d_2) + I)
    yield then(total(sq(s(M) - 1)), "<=", sq(sq(t)))
    yield then(1 - sq(t), "<=", s_min(M), "<=", s1(M), "<=", 1 + sq(t))


@claim(
    RIEDI,
    "Lemma 29, (87)",
    id="lem-29.87",
    status="proved",
    depends=["eq-44", "lem-29.86b", "lem-29.86d"],
    domain=ENTRIES,
    equality=ONE_ENTRY,
)
def kappa_of_a_residual_network(V, t):
    """The ends of (86) divided. Tight for c = 0 only: no V reaches both ends."""
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V)), "<=", printed(t))


@claim(
    RIEDI,
    "Lemma 29, (87), the best bound in cn",
    id="lem-29.87~sharpened",
    status="sharpened",
    sharpens="lem-29.87",
    domain=ENTRIES,
    equality=[{"V": BEST, "t": "1/3"}, *ONE_ENTRY],
)
def best_kappa_of_a_residual_network(V, t):
    """kappa <= (1 + cn sqrt(2 - (cn)^2)) / (1 - (cn)^2), 1 + sqrt(2) cn + ... for 1 + 2 cn + ...

    Proof: s_1 = 1 + a and s_n = 1 - b with a^2 + b^2 <= (cn)^2 by the sharpened (86). No bound in cn alone
    is better: V = [[J, J], [J, -J]], J of ones, p and q rows, is tight when cn = (q - p)/n.
    """
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V)), "<=", kappa_of_a_ball(t))


@claim(
    RIEDI,
    "Lemma 29, (87), two layers",
    id="lem-29.87~two-layers",
    status="sharpened",
    sharpens="lem-29.87",
    domain=TWO_LAYERS,
)
def kappa_of_two_layers(V_1, V_2, d_1, d_2, t):
    """With p layers (cn)^p takes the place of cn. Proof: the ball of radius (cn)^p of the sharpened (86)."""
    M = named("M(1)", two_layers(t, V_1, V_2, d_1, d_2) + I)
    yield given(t, "<", 1)
    yield then(kappa(M), "<=", kappa_of_a_ball(sq(t)))


@claim(
    RIEDI,
    "Theorem 30, (88)",
    id="thm-30.88",
    status="proved",
    depends=["eq-44", "prop-23.79", "lem-29.87"],
    domain=ABSOLUTE,
    equality=[{"V": [[0]], "t": 0, "D": [[-1]]}],
)
def kappa_with_absolute_value(V, t, D):
    """By Proposition 23 the singular values of M(1)D are those of M(1)."""
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", printed(t))


@claim(
    RIEDI,
    "Theorem 30, (88), the best bound in cn",
    id="thm-30.88~sharpened",
    status="sharpened",
    sharpens="thm-30.88",
    domain=ABSOLUTE,
    equality=[{"V": BEST, "t": "1/3", "D": SIGNS}],
)
def best_kappa_with_absolute_value(V, t, D):
    """Proof: the sharpened (87) and Proposition 23."""
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_a_ball(t))


@claim(
    RIEDI,
    "Theorem 30, (88), any orthogonal D",
    id="thm-30.88~orthogonal",
    status="sharpened",
    sharpens="thm-30.88",
    domain=together(V=bounded(), t=scalar(0, 1), D=orthogonal(), n=(1, 3))
    .lettered(t="cn")
    .reads(readings.ENTRIES),
    equality=[{"V": BEST, "t": "1/3", "D": SIGNS}],
)
def kappa_with_a_rotation(V, t, D):
    """That D holds signs only is idle. Proof: the singular values of M(1)D are those of M(1)."""
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_a_ball(t))
