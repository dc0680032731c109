"""Lemma 17, (72) and (73): bounds on each singular value of M_o + rho Id, and which is sharper."""

from __future__ import annotations

from perturb import claim, given, indices, then
from perturb.vocab import I, T, cols, lam, larger, s, s1, sq, sqrt
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.growth import ANY, FORWARD, growth, least, least_either_way, most
from theorems.riedi2022.notation import with_residual

i = indices("i")[0]
DIAGONAL = [[1, 0], [0, "-1/2"]]


@claim(
    RIEDI,
    "Lemma 17, (71), lower bound",
    id="lem-17.71a",
    status="proved",
    domain=ANY,
    presupposes=["weyl"],
    equality=[{"M_o": [[-1, 0], [0, -1]], "rho": 3}],
    depends=["prop-5.24", "eq-72"],
)
def smallest_growth_by_the_norm(M_o, rho):
    """(22) on rho I = M(rho) - M_o gives |rho| - s_1(M_o) <= s_i(M(rho)), and rho <= |rho|."""
    yield then(rho - s1(M_o), "<=", s(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "Lemma 17, (71), upper bound",
    id="lem-17.71b",
    status="misprint",
    domain=ANY,
    depends=["prop-5.24", "eq-72"],
)
def largest_growth_by_the_norm(M_o, rho):
    """The lemma names no range; rho >= 0, as in Section 1, is meant. For rho < 0 the singular values of
    rho Id are |rho|, not rho.
    """
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


@claim(
    RIEDI,
    "Lemma 17, (71), lower bound, by the symmetric part",
    id="lem-17.71a~sharpened",
    status="sharpened",
    sharpens="lem-17.71a",
    domain=ANY,
    equality=[{"M_o": DIAGONAL, "rho": 1}],
)
def growth_by_the_symmetric_part(M_o, rho):
    """With the eigenvalues tau_1 >= ... >= tau_n of M_o' + M_o: tau_i >= tau_low >= -2 s_1, so never worse.

    Proof: s_i(A) >= lambda_i((A + A')/2) for every A (Fan, Hoffman), and rho shifts the symmetric part.
    """
    yield then(rho + lam(T(M_o) + M_o) / 2, "<=", s(with_residual(M_o, rho)))


@claim(
    RIEDI,
    "Lemma 17, (71), each value by its own",
    id="lem-17.71~sharpened",
    status="sharpened",
    sharpens="lem-17.71~corrected",
    domain=ANY,
    presupposes=["weyl"],
    equality=[{"M_o": [[1, 0], [0, 1]], "rho": 1}],
)
def growth_by_each_singular_value(M_o, rho):
    """s_i(rho) is within |rho| of s_i(0), and at least |rho| - s_(n+1-i)(0).

    Proof: (22) with j = 1 for M(rho) and M_o both ways; (22) for rho I = M(rho) - M_o with i + j - 1 = n.
    """
    before, after = s(M_o), s(with_residual(M_o, rho))
    yield then(abs(after - before), "<=", abs(rho))
    yield then(abs(rho) - before[cols(M_o) + 1 - i], "<=", after[i])


@claim(
    RIEDI,
    "(72)",
    id="eq-72",
    status="misprint",
    domain=ANY,
    depends=["prop-5.24"],
)
def distance_from_the_identity(M_o, rho):
    """The proof of Lemma 17 takes s_i(rho I) for rho. That holds for rho >= 0, which is meant but not said;
    for rho < 0 it is |rho|.
    """
    difference = s1(with_residual(M_o, rho) - rho * I)
    yield then(abs(s(with_residual(M_o, rho)) - rho), "<=", difference, "==", s1(M_o))


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
    difference = s1(with_residual(M_o, rho) - rho * I)
    yield then(abs(s(with_residual(M_o, rho)) - abs(rho)), "<=", difference, "==", s1(M_o))


@claim(
    RIEDI,
    "(73), the left root is real",
    id="eq-73a~real",
    status="refuted",
    domain=FORWARD,
    depends=["thm-16.70a"],
)
def lower_bound_has_a_root(M_o, rho):
    """(73) is printed for every i whenever (70) holds, but the number under its left root can be negative:
    (70) keeps it below s_i(rho)^2 and nothing keeps it above 0 for i >= 2. (For i = 1 and rho >= 0 it is at
    least (s_1 - rho)^2, by (69).)
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
    depends=["thm-16.70a"],
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
    depends=["thm-16.70b"],
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
    depends=["def-15.69", "eq-73b", "lem-17.71b"],
)
def upper_bounds_compared(M_o, rho):
    """For rho >= 0, where (71) holds: s_i^2 + rho tau_up + rho^2 <= s_1^2 + 2 rho s_1 + rho^2 by (69)."""
    yield then(sqrt(sq(s(M_o)) + most(M_o, rho)), "<=", rho + s1(M_o))
