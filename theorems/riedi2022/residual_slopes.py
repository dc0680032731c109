"""Lemma 14 and the bound before Lemma 19: slopes of the singular values of M(rho) = M_o + rho Id.

As for any family, the derivative is given as a bound on the remainder; here the change of M is h Id.
"""

from __future__ import annotations

from perturb import claim, indices, named, remark, then
from perturb.domains import orthogonal, scalar, together, vector
from perturb.vocab import I, T, cols, diagonal, lam_max, lam_min, s, sq
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.derivatives import off_by_at_most, rise
from theorems.riedi2022.growth import ANY_TWO
from theorems.riedi2022.notation import with_residual
from theorems.riedi2022.singular_vectors import with_vectors

i = indices("i")[0]
RESIDUAL = together(V=orthogonal(), U=orthogonal(), d=vector(), rho=scalar(), h=scalar(), n=(1, 3))
STILL = {"V": [[0, 1], [1, 0]], "U": [[1, 0], [0, 1]], "d": [1, 1], "rho": 0, "h": 0}
REFLECTION = [["3/5", "4/5"], ["4/5", "-3/5"]]
MOVED = {"V": REFLECTION, "U": [[1, 0], [0, 1]], "d": [1, 1], "rho": 0, "h": "-3/5"}


@claim(
    RIEDI,
    "Lemma 14, (65)",
    id="lem-14.65",
    status="proved",
    domain=RESIDUAL,
    equality=[STILL, MOVED],
    depends=["thm-6.30"],
    reading=readings.RESIDUAL_SLOPE,
)
def slope_of_the_squares(V, U, d, rho, h):
    """The two forms of the slope, which is also 2 s_i u_i'v_i, and the remainder of lambda_i at rho + h.

    Proof: M(rho + h)'M(rho + h) is M'M plus h(M + M') plus h^2 I: the second sharpened (30) with E = h(M +
    M'), where half the spread of M + M' may replace its norm.
    """
    M, sigma = with_vectors(V, U, d, "M")
    M_o = named("M_o", M - rho * I)
    slope = named(r"\lambda'", diagonal(T(U) @ (T(M_o) + M_o) @ U) + 2 * rho)
    yield then(slope, "==", 2 * diagonal(T(U) @ M_o @ U) + 2 * rho, "==", 2 * sigma * diagonal(T(U) @ V))
    x = named("R", sq(s(with_residual(M_o, rho + h))) - sq(sigma) - h * slope - sq(h))
    size = h * (lam_max(M + T(M)) - lam_min(M + T(M))) / 2
    gap = sq(sigma[i]) - sq(sigma[i + 1])
    yield from off_by_at_most(x, gap, sq(size))


@claim(
    RIEDI,
    "Lemma 14, (66)",
    id="lem-14.66",
    status="proved",
    domain=RESIDUAL,
    equality=[STILL, MOVED, {"V": [[1]], "U": [[1]], "d": [1], "rho": 0, "h": -2}],
    depends=["lem-14.65", "cor-7.31"],
    reading=readings.RESIDUAL_SLOPE,
)
def slope_of_a_singular_value_of_a_residual(V, U, d, rho, h):
    """lambda_i'/(2 s_i) = u_i'v_i, a cosine, and it is the slope of s_i at rho: (31) with E = hI."""
    M, sigma = with_vectors(V, U, d, "M")
    cosine = named("c", diagonal(T(U) @ V), "the cosines of the angles between u_i and v_i")
    named("M_o", M - rho * I)
    yield then(2 * diagonal(T(U) @ (M - rho * I) @ U) + 2 * rho, "==", 2 * sigma * cosine)
    yield then(abs(cosine), "<=", 1)
    moved = named(r"M(\rho + h)", M + h * I)
    x, last = named("R", s(moved) - sigma - h * cosine), cols(M)
    yield from off_by_at_most(x, sigma[i] - sigma[i + 1], sq(h))
    yield then(rise(x[last]) * 2 * sigma[last], "<=", sq(h))


@claim(
    RIEDI,
    "Lemma 14, (66), by the sine of the angle",
    id="lem-14.66~sharpened",
    status="sharpened",
    sharpens="lem-14.66",
    reading=readings.RESIDUAL_SLOPE,
    domain=RESIDUAL,
)
def remainder_by_the_sine(V, U, d, rho, h):
    """With the bound by h^2, which is the better one for large h: the remainder is second order in h times
    the sine of the angle between u_i and v_i, none where v_i = +-u_i.

    Proof: the sharpened (30) for [0 A; A' 0], where E maps (v, u)/sqrt(2) to h(u, v)/sqrt(2), whose part
    orthogonal to it is h sin(alpha_i).
    """
    M, sigma = with_vectors(V, U, d, "M")
    cosine = named("c", diagonal(T(U) @ V), "the cosines of the angles between u_i and v_i")
    moved = named(r"M(\rho + h)", M + h * I)
    x, e = named("R", s(moved) - sigma - h * cosine), named("e", sq(h) * (1 - sq(cosine)))
    gap, last = sigma[i] - sigma[i + 1], cols(M)
    room = gap - 2 * abs(h)
    yield then(rise(x[i]) * (room + rise(x[i])), "<=", e[i])
    yield then(rise(-x[i + 1]) * (room + rise(-x[i + 1])), "<=", e[i + 1])
    yield from off_by_at_most(x, gap, sq(h))
    yield then(rise(x[last]) * 2 * sigma[last], "<=", sq(h))


@claim(
    RIEDI,
    "Text before Lemma 19, |s_i'| <= 1",
    id="lem-19.pre-bound",
    status="proved",
    domain=ANY_TWO,
    presupposes=["weyl"],
    depends=["lem-14.66"],
    reading=readings.LIPSCHITZ,
    equality=[{"M_o": [[2, 0], [0, 1]], "rho": 0, "rho_1": 3}],
)
def singular_values_grow_at_most_like_rho(M_o, rho, rho_1):
    """For every i and all rho, on S_i^* or not: (24) for two members of the family."""
    before, after = s(with_residual(M_o, rho)), s(with_residual(M_o, rho_1))
    yield then(abs(after - before), "<=", abs(rho_1 - rho))


REMARKS = [
    remark(
        RIEDI,
        "lem-14.num",
        kind="qualitative",
        reason="Says that (66) is easy to compute; no quantity is named. (66) itself is a claim.",
        seen_by=["lem-14.66"],
    ),
]
