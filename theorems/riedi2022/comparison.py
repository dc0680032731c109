"""Lemma 17, (73) and Lemma 21: bounds on the singular values of M_o + rho Id, and which is sharper."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.vocab import larger, s, s1, s_min, sq, sqrt
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.growth import ANY, FORWARD, growth, least, least_either_way, most, most_either_way
from theorems.riedi2022.notation import with_residual

DIAGONAL = [[1, 0], [0, "-1/2"]]
CLOSED = [{"M_o": [[2]], "rho": 1}, {"M_o": [[0, 2], [-2, 0]], "rho": -1}]


@claim(
    RIEDI,
    "Lemma 17, (71), lower bound",
    id="lem-17.71a",
    status="proved",
    domain=ANY,
    presupposes=["weyl"],
    equality=[{"M_o": [[-1, 0], [0, -1]], "rho": 3}],
)
def smallest_growth_by_the_norm(M_o, rho):
    """(22) on rho I = M(rho) - M_o gives |rho| - s_1(M_o) <= s_i(M(rho)), and rho <= |rho|."""
    yield then(rho - s1(M_o), "<=", s(with_residual(M_o, rho)))


@claim(RIEDI, "Lemma 17, (71), upper bound", id="lem-17.71b", status="refuted", domain=ANY)
def largest_growth_by_the_norm(M_o, rho):
    """False for negative rho, whose multiple of the identity has the singular values |rho|, not rho."""
    yield then(s(with_residual(M_o, rho)), "<=", rho + s1(M_o))


@claim(
    RIEDI,
    "Lemma 17, (71), with |rho|",
    id="lem-17.71~corrected",
    status="corrected",
    corrects="lem-17.71b",
    domain=ANY,
    presupposes=["weyl"],
    equality=[{"M_o": DIAGONAL, "rho": 1}, {"M_o": [[0]], "rho": -1}],
)
def growth_by_the_norm(M_o, rho):
    """It implies (71) for rho >= 0. Proof: (24) with A = M(rho), A~ = rho I and s_i(A~) = |rho|."""
    after = s(with_residual(M_o, rho))
    yield then(abs(rho) - s1(M_o), "<=", after, "<=", abs(rho) + s1(M_o))


@claim(RIEDI, "(72)", id="eq-72", status="refuted", domain=ANY)
def distance_from_the_identity(M_o, rho):
    """The step of the proof of Lemma 17 in which s_i(rho I) is taken for rho: false for negative rho."""
    yield then(abs(s(with_residual(M_o, rho)) - rho), "<=", s1(M_o))


@claim(
    RIEDI,
    "(72), with |rho|",
    id="eq-72~corrected",
    status="corrected",
    corrects="eq-72",
    domain=ANY,
    presupposes=["weyl"],
    equality=[{"M_o": DIAGONAL, "rho": 1}],
)
def distance_from_the_scaled_identity(M_o, rho):
    """The distance is to |rho|, not to rho. Proof: (24) with A = M(rho) and A~ = rho I, s_i(A~) = |rho|."""
    yield then(abs(s(with_residual(M_o, rho)) - abs(rho)), "<=", s1(M_o))


@claim(RIEDI, "(73), the left root is real", id="eq-73a~real", status="refuted", domain=FORWARD)
def lower_bound_has_a_root(M_o, rho):
    """(73) is printed for every i whenever (70) holds, but the number under its left root can be negative:
    (70) keeps it below s_i(rho)^2 and nothing keeps it above 0.
    """
    yield given(least(M_o, rho), "<=", growth(M_o, rho))
    yield then(sq(s(M_o)) + least(M_o, rho), ">=", 0)


@claim(
    RIEDI,
    "(73), left inequality where its root is real",
    id="eq-73a",
    status="proved",
    domain=ANY,
    equality=[{"M_o": [[2, 0], [0, 1]], "rho": 0}, {"M_o": [[3]], "rho": 1}],
)
def growth_from_below(M_o, rho):
    """The root of (70), which is a hypothesis here, as in the paper."""
    under = sq(s(M_o)) + least(M_o, rho)
    yield given(least(M_o, rho), "<=", growth(M_o, rho))
    yield given(under, ">=", 0)
    yield then(sqrt(under), "<=", s(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "(73), left inequality, cut off at 0",
    id="eq-73a~corrected",
    status="corrected",
    corrects="eq-73a~real",
    domain=ANY,
    equality=[{"M_o": [[2, 0], [0, 1]], "rho": 0}, {"M_o": [[3]], "rho": -2}],
)
def growth_from_below_cut_off(M_o, rho):
    """Any rho. Proof: where the cut is active the left side is 0, elsewhere it is the root of the
    sharpened (70).
    """
    under = sq(s(M_o)) + least_either_way(M_o, rho)
    yield then(sqrt(larger(0, under)), "<=", s(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "(73), right inequality",
    id="eq-73b",
    status="proved",
    domain=ANY,
    equality=[{"M_o": [[2, 0], [0, 1]], "rho": 0}, {"M_o": [[3]], "rho": 1}],
)
def growth_from_above(M_o, rho):
    """The root of (70), a hypothesis here as in the paper; what is under it is at least s_i(rho)^2 >= 0."""
    yield given(growth(M_o, rho), "<=", most(M_o, rho))
    yield then(s(with_residual(M_o, rho)), "<=", sqrt(sq(s(M_o)) + most(M_o, rho)))


@claim(
    RIEDI,
    "Text after (73): its upper bound is sharper than that of (71)",
    id="eq-73.sharper",
    status="proved",
    covers=["lem-21.compare"],
    domain=FORWARD,
    equality=[{"M_o": [[1, 0], [0, 1]], "rho": 2}, {"M_o": DIAGONAL, "rho": 0}],
)
def upper_bounds_compared(M_o, rho):
    """For rho >= 0, where (71) holds: s_i^2 + rho tau_up + rho^2 <= s_1^2 + 2 rho s_1 + rho^2 by (69)."""
    yield then(sqrt(sq(s(M_o)) + most(M_o, rho)), "<=", rho + s1(M_o))


@claim(RIEDI, "Lemma 21, (74), lower bound", id="lem-21.74a", status="refuted", domain=ANY)
def smallest_singular_value(M_o, rho):
    """No range is printed for rho. False for negative rho, where rho u'(M_o' + M_o)u is least at tau_up."""
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


@claim(RIEDI, "Lemma 21, (74), upper bound", id="lem-21.74c", status="refuted", domain=ANY)
def largest_singular_value(M_o, rho):
    """No range is printed for rho. False for rho < 0, where rho u'(M_o' + M_o)u is largest at tau_low."""
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
