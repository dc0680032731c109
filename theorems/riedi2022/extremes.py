"""Lemma 21: bounds on the extreme singular values of M_o + rho Id, when they grow, how they compare."""

from __future__ import annotations

from perturb import claim, given, remark, then
from perturb.vocab import larger, s, s1, s_min, sq, sqrt
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.growth import (
    ANY,
    FORWARD,
    least,
    least_either_way,
    most,
    most_either_way,
    no_multiple_singular_values,
)
from theorems.riedi2022.notation import tau_low, tau_up, with_residual

CLOSED = [{"M_o": [[2]], "rho": 1}, {"M_o": [[0, 2], [-2, 0]], "rho": -1}]


@claim(
    RIEDI,
    "Lemma 21, (74), lower bound",
    id="lem-21.74a",
    status="misprint",
    domain=ANY,
    depends=["eq-10"],
)
def smallest_singular_value(M_o, rho):
    """The lemma asks for "no technical assumptions at all" and names no range; rho >= 0, as in Section 1, is
    meant. For rho < 0 it is false: there rho u'(M_o' + M_o)u is least at tau_up.
    """
    yield then(sq(s_min(M_o)) + least(M_o, rho), "<=", sq(s_min(with_residual(M_o, rho))))


@claim(
    RIEDI,
    "Lemma 21, (74), middle",
    id="lem-21.74b",
    status="proved",
    domain=ANY,
    true_mutants={
        "conclusion-1:left:s_min->s1": "both sides are s_1(M)^2",
        "conclusion-1:right:s1->s2": "s_n <= s_2 where there is an s_2",
    },
    equality=[{"M_o": [[0, 2], [-2, 0]], "rho": 1}],
)
def order_of_the_extremes(M_o, rho):
    """s_n <= s_1: the order of singular values."""
    M = with_residual(M_o, rho)
    yield then(sq(s_min(M)), "<=", sq(s1(M)))


@claim(
    RIEDI,
    "Lemma 21, (74), upper bound",
    id="lem-21.74c",
    status="misprint",
    domain=ANY,
    depends=["eq-10"],
)
def largest_singular_value(M_o, rho):
    """As for the lower bound, rho >= 0 is meant. For rho < 0, rho u'(M_o' + M_o)u is largest at tau_low."""
    yield then(sq(s1(with_residual(M_o, rho))), "<=", sq(s1(M_o)) + most(M_o, rho))


@claim(
    RIEDI,
    "Lemma 21, (74), lower bound, any rho",
    id="lem-21.74a~corrected",
    status="corrected",
    corrects="lem-21.74a",
    domain=ANY,
    equality=CLOSED,
)
def smallest_singular_value_either_way(M_o, rho):
    """With the smaller of rho tau; for rho >= 0 it is (74) as printed.

    Proof (the paper's): u'M'Mu = |M_o u|^2 + rho u'(M_o' + M_o)u + rho^2 for unit u, term by term.
    """
    yield then(sq(s_min(M_o)) + least_either_way(M_o, rho), "<=", sq(s_min(with_residual(M_o, rho))))


@claim(
    RIEDI,
    "Lemma 21, (74), upper bound, any rho",
    id="lem-21.74c~corrected",
    status="corrected",
    corrects="lem-21.74c",
    domain=ANY,
    equality=CLOSED,
)
def largest_singular_value_either_way(M_o, rho):
    """With the larger of rho tau; for rho >= 0 it is (74) as printed. Proof: as for the lower bound."""
    yield then(sq(s1(with_residual(M_o, rho))), "<=", sq(s1(M_o)) + most_either_way(M_o, rho))


@claim(
    RIEDI,
    "Text after Lemma 21: (74) is sharper than (71), lower bounds",
    id="lem-21.compare~lower",
    status="refuted",
    domain=FORWARD,
    depends=["lem-21.74a", "lem-17.71a", "eq-73.sharper"],
)
def lower_bounds_compared(M_o, rho):
    """Compared where (71) says something, rho >= s_1(M_o). (74) pairs the smallest singular value of M_o with
    the smallest tau, which different directions may reach; (71) then says more.
    """
    yield given(rho, ">=", s1(M_o))
    yield then(sq(rho - s1(M_o)), "<=", sq(s_min(M_o)) + least(M_o, rho))


@claim(
    RIEDI,
    "Text after Lemma 21: the lower bounds side by side",
    id="lem-21.compare~corrected",
    status="corrected",
    corrects="lem-21.compare~lower",
    domain=FORWARD,
    equality=[{"M_o": [[-1, 0], [0, 0]], "rho": 2}, {"M_o": [[0, 2], [-2, 0]], "rho": 1}],
)
def best_lower_bound(M_o, rho):
    """Neither of the two lower bounds implies the other; their maximum holds.

    Proof: each holds by itself, by the corrected (71) and (74).
    """
    under = larger(0, sq(s_min(M_o)) + least(M_o, rho))
    yield then(larger(rho - s1(M_o), sqrt(under)), "<=", s_min(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "Lemma 21, (74), lower bound, by the symmetric part",
    id="lem-21.74a~sharpened",
    status="sharpened",
    sharpens="lem-21.74a~corrected",
    domain=ANY,
    equality=[*CLOSED, {"M_o": [[1, 0], [0, "-1/2"]], "rho": 1}, {"M_o": [[1, 0], [0, "1/2"]], "rho": -2}],
)
def smallest_singular_value_by_the_symmetric_part(M_o, rho):
    """Three bounds; rho + tau_low/2 beats that of (74) where rho >= -tau_low/2 > s_n, and (71) always.

    Proof: |M(rho)u| >= |u'M(rho)u| = |rho + u'(M_o' + M_o)u/2| for unit u, at least the first two.
    """
    by_form = larger(rho + tau_low(M_o) / 2, -rho - tau_up(M_o) / 2)
    under = sq(s_min(M_o)) + least_either_way(M_o, rho)
    yield then(larger(by_form, sqrt(larger(0, under))), "<=", s_min(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "Text before Lemma 21, adding the identity increases all singular values, under Theorem 16's conditions",
    id="lem-21.pre",
    status="misprint",
    domain=FORWARD,
    depends=["thm-16.70a"],
)
def the_identity_increases_all_singular_values(M_o, rho):
    """To be expected, says the text, "under mild conditions"; those of Theorem 16 are taken here. (70) gives
    it for rho > -tau_low only; M_o = -1 shows that more is needed. For a law of M_o that is symmetric, such
    as the Gaussian, s_i' at rho = 0 is as likely to be negative as positive, M_o and -M_o being alike.
    """
    yield no_multiple_singular_values(M_o)
    yield given(rho, ">", 0)
    yield then(s(with_residual(M_o, rho)), ">", s(M_o))


@claim(
    RIEDI,
    "Text before Lemma 21, when all singular values increase",
    id="lem-21.pre~corrected",
    status="corrected",
    corrects="lem-21.pre",
    domain=ANY,
    depends=["thm-16.70a"],
)
def a_large_multiple_increases_all_singular_values(M_o, rho):
    """Proof: by the sharpened (70) each s_i^2 grows by rho(tau_low + rho) > 0 at least, even if multiple."""
    yield given(rho, ">", 0)
    yield given(rho + tau_low(M_o), ">", 0)
    yield then(s(with_residual(M_o, rho)), ">", s(M_o))


REMARKS = [
    remark(
        RIEDI,
        "lem-21.pre",
        kind="qualitative",
        reason="An expectation, under mild conditions that are not named. What is sure is a claim: all "
        "singular values are larger once rho exceeds the larger of 0 and -tau_low.",
        seen_by=["lem-21.pre~corrected"],
    ),
    remark(
        RIEDI,
        "lem-21.random",
        kind="empirical",
        reason="That certain random matrices come close to the upper bound of (74) is seen in simulations; "
        "the bound itself, for every matrix, is a claim.",
        seen_by=["lem-21.74c~corrected"],
    ),
]
