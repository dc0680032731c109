"""Theorem 22: the condition number of M_o + Id, over the non-zero singular values as in (53)."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.domains import square
from perturb.vocab import I, kappa, larger, s, s1, s_min, sq, sqrt
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.notation import tau_low, tau_up

ANY = square(n=(1, 4))
OPPOSITE = [["1/2", 0], [0, "-1/2"]]
NEGATIVE = [["-1/2"]]


def upper(M_o):
    """1 + tau_up + s_1^2, at least s_1(M_o + Id)^2 by Lemma 21."""
    return 1 + tau_up(M_o) + sq(s1(M_o))


def lower(M_o):
    """1 + tau_low + s_n^2, at most s_n(M_o + Id)^2 by Lemma 21; it may be negative."""
    return 1 + tau_low(M_o) + sq(s_min(M_o))


@claim(
    RIEDI,
    "Theorem 22, (76), first inequality",
    id="thm-22.76a",
    status="proved",
    domain=ANY,
    equality=[OPPOSITE, NEGATIVE],
)
def kappa_of_a_shifted_contraction(M_o):
    """Lemma 21 above, Lemma 17 below: s_n(M_o + Id) >= 1 - s_1(M_o) > 0, so no singular value is zero."""
    yield given(s1(M_o), "<", 1)
    yield then(kappa(M_o + I), "<=", sqrt(upper(M_o)) / (1 - s1(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (76), with the second singular value",
    id="thm-22.76a~conjectured",
    status="conjectured",
    sharpens="thm-22.76a",
    domain=ANY,
    equality=[OPPOSITE],
)
def kappa_of_a_shifted_contraction_by_the_second_singular_value(M_o):
    """s_2 in place of s_1 under the root: no search has refuted it, and no complete proof is known.

    It was met as a mutant of (76) that nothing kills. Where s_1(M_o + Id) >= 1 it follows by interlacing:
    on the two extreme right singular vectors of M_o + Id, M_o has squared lengths of sum <= s_1^2 + s_2^2.
    """
    yield given(s1(M_o), "<", 1)
    under = 1 + tau_up(M_o) + sq(s(M_o)[2])
    yield then(kappa(M_o + I), "<=", sqrt(under) / (1 - s1(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (76), second inequality",
    id="thm-22.76b",
    status="proved",
    covers=["thm-22.rem-1"],
    domain=ANY,
    equality=[OPPOSITE, [["1/2"]], [[0]]],
)
def second_bound_for_a_shifted_contraction(M_o):
    """tau_up <= 2 s_1 by (69) makes the root at most 1 + s_1. Beyond s_1 = 1 the sign of 1 - s_1 turns it."""
    yield given(s1(M_o), "<", 1)
    yield then(sqrt(upper(M_o)) / (1 - s1(M_o)), "<=", (1 + s1(M_o)) / (1 - s1(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (77), first inequality",
    id="thm-22.77a",
    status="proved",
    domain=ANY,
    true_mutants=dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-1:non-strict", "hypothesis-1:relaxed-10%"),
        "by the sharpened claim: where the root is defined, 1 + tau_low + s_n^2 is positive",
    ),
    equality=[[["1/4", 0], [0, "-1/4"]], [["-1/4"]], [[0, 2], [-2, 0]]],
)
def kappa_by_the_symmetric_part(M_o):
    """Lemma 21 twice: s_n(M_o + Id)^2 >= 1 + tau_low + s_n^2 > 0, so no singular value is zero."""
    yield given(tau_low(M_o), ">", -1)
    yield then(kappa(M_o + I), "<=", sqrt(upper(M_o) / lower(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (77), second inequality",
    id="thm-22.77b",
    status="proved",
    covers=["thm-22.rem-1"],
    domain=ANY,
    equality=[[[0, 0], [0, 3]], [[0]]],
)
def second_bound_by_the_symmetric_part(M_o):
    """tau_up <= 2 s_1 by (69) in the numerator, s_n^2 >= 0 in the denominator."""
    yield given(tau_low(M_o), ">", -1)
    yield then(sqrt(upper(M_o) / lower(M_o)), "<=", (1 + s1(M_o)) / sqrt(1 + tau_low(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (77), first inequality, weaker hypothesis",
    id="thm-22.77a~sharpened",
    status="sharpened",
    sharpens="thm-22.77a",
    domain=ANY,
    equality=[OPPOSITE, [[-2]], [[0, 2], [-2, 0]]],
)
def kappa_where_the_lower_bound_is_positive(M_o):
    """Proof: by the corrected (74) at rho = 1, s_n(1)^2 >= 1 + tau_low + s_n^2 > 0, all that (77) needs;
    tau_low > -1 implies it.
    """
    yield given(lower(M_o), ">", 0)
    yield then(kappa(M_o + I), "<=", sqrt(upper(M_o) / lower(M_o)))


@claim(
    RIEDI,
    "Theorem 22, (76) and (77) in one bound",
    id="thm-22.76a~sharpened",
    status="sharpened",
    sharpens="thm-22.76a",
    domain=ANY,
    equality=[OPPOSITE, [[-2]], [[-3, 0], [0, 3]], [[0, 2], [-2, 0]]],
)
def kappa_by_the_best_lower_bound(M_o):
    """s_n(M_o + Id) is at least 1 - s_1, s_n - 1 and the root of 1 + tau_low + s_n^2: divide by the largest.

    Proof: (22) on Id and on M_o, Lemma 21. It implies both first bounds and covers s_n(M_o) > 1 as well.
    """
    by_weyl = larger(1 - s1(M_o), s_min(M_o) - 1)
    least = larger(by_weyl, sqrt(larger(0, lower(M_o))))
    yield given(least, ">", 0)
    yield then(kappa(M_o + I), "<=", sqrt(upper(M_o)) / least)
