"""Numbers and figures of Section 6, and Theorem 34: what every realisation shows, whatever is drawn."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, indices, then
from perturb.domains import scalar, square, together
from perturb.vocab import I, diag, diagonal, eye, kappa, partial_sums, s, s1, s_min, sq
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import tau_low, tau_up, with_residual
from theorems.riedi2022.random_bounds import by_the_edge, numerator
from theorems.riedi2022.random_limits import AT_TWO, ends, limit
from theorems.riedi2022.random_limits import by_the_edge as limit_by_edge

i, j = indices("i j")


def growth(M_o, rho):
    """s_i(rho)^2 - s_i(0)^2, all i at once."""
    return sq(s(with_residual(M_o, rho))) - sq(s(M_o))


@claim(
    RIEDI,
    "Theorem 34: a matrix with simple singular values at every size",
    id="thm-34.simple",
    reading=readings.NULL_SET,
    status="proved",
    domain=square(n=(2, 5)),
    true_mutants={"conclusion-1:right+1%": "k + 1 > 1.01 k for k < 100"},
)
def simple_singular_values(M_o):
    """diag(1, ..., n), of the size of M_o. So the discriminant of the characteristic polynomial of M_o' M_o
    is not the zero polynomial in the entries; its zeros have Lebesgue measure 0, hence probability 0 for
    every density.
    """
    values = s(diag(partial_sums(diagonal(eye(M_o)))))
    yield then(values[i], ">", values[i + 1])


@claim(
    RIEDI,
    "Theorem 34, the growth of (70)",
    id="thm-34.growth",
    status="misprint",
    depends=["thm-16.70a", "thm-16.70b", "thm-34.simple"],
    domain=together(M_o=square(), rho=scalar(), n=(1, 4)),
)
def almost_sure_growth(M_o, rho):
    """As in Theorem 16, on which it rests, rho >= 0 is meant ("grow"): no range is printed, and for rho < 0
    the two tau change places. It fails there on open sets of M_o, so not only on a null set.
    """
    yield given(s(M_o)[i], ">", s(M_o)[i + 1])
    low, up = rho * tau_low(M_o) + sq(rho), rho * tau_up(M_o) + sq(rho)
    yield then(low, "<=", growth(M_o, rho), "<=", up)


@claim(
    RIEDI,
    "Theorem 34, the growth of (70), rho >= 0",
    id="thm-34.growth~corrected",
    status="corrected",
    corrects="thm-34.growth",
    domain=together(M_o=square(), rho=scalar(0), n=(1, 4)),
    presupposes=["weyl"],
    equality=[{"M_o": [[1, 0], [0, 1]], "rho": 2}, {"M_o": [[3]], "rho": "1/2"}],
)
def sure_growth(M_o, rho):
    """For every matrix, not for almost every one; Theorem 34 is not needed. Proof: Weyl on M_o'M_o + rho
    (M_o' + M_o) + rho^2 I.
    """
    low, up = rho * tau_low(M_o) + sq(rho), rho * tau_up(M_o) + sq(rho)
    yield then(low, "<=", growth(M_o, rho), "<=", up)


@claim(
    RIEDI,
    "Figure 5 (b): the ratio of the edge and the largest singular value",
    id="fig-5.b",
    status="proved",
    domain=square(n=(1, 4)),
    equality=[[[1, 0], [0, 0]]],
)
def ratio_of_the_edge_and_the_norm(W_1):
    """tau_up / (sqrt(2) s_1) is at most sqrt(2) = 1.414... by (69), so it is almost bound to stay below 1.4,
    the upper end of the figure. Typical is 1, half of that: an empirical matter.
    """
    yield given(s1(W_1), ">", 0)
    yield then(tau_up(W_1) / s1(W_1), "<=", 2)


@claim(
    RIEDI,
    "Figure 6: the fractions are above 1",
    id="fig-6.claim",
    status="proved",
    covers=["fig-6.a", "fig-6.b", "fig-6.c"],
    depends=["lem-36.115a", "lem-36.116a"],
    domain=square(n=(2, 4)),
    equality=[[[0, 0], [0, 0]]],
)
def efficiencies(W_1):
    """At least 1 for every realisation with tau > -1: (115) and (116) as quotients. They are 1 at W_1 = 0."""
    shifted = W_1 + I
    yield given(tau_low(W_1), ">", -1)
    yield then(1, "<=", sq(s_min(shifted)) / (sq(s_min(W_1)) + tau_low(W_1) + 1))
    yield then(1, "<=", numerator(W_1) / sq(s1(shifted)))
    yield then(1, "<=", by_the_edge(W_1) / kappa(shifted))


@claim(
    RIEDI,
    "Figure 6: the fractions are quite close to 1, in the limit",
    id="fig-6.claim~limit",
    status="proved",
    covers=["fig-6.a", "fig-6.b", "fig-6.c"],
    depends=["thm-38.121"],
    domain=AT_TWO,
    true_mutants=dict.fromkeys(
        [f"conclusion-{k}:{change}" for k in (1, 3, 5) for change in ("right-1%", "left:1+1%")],
        "the fractions are at least 1.027",
    ),
)
def efficiencies_in_the_limit(r):
    """At r = 2 they tend to 1.1501, 1.0278 and 1.0873: within 16, 3 and 9 percent of 1. For s_1 -> 1/(sqrt(2)
    r), s_n -> 0, tau_up -> 1/r, tau_low -> -1/r and the ends of the spectrum of W_1 + Id as for Figure 7.
    """
    least, most = ends(r)
    yield then(1, "<", least / (1 - 1 / r), "<", Fraction(1151, 1000))
    yield then(1, "<", (1 / (2 * sq(r)) + 1 / r + 1) / most, "<", Fraction(1028, 1000))
    yield then(1, "<", limit_by_edge(r) / limit(r), "<", Fraction(1088, 1000))
