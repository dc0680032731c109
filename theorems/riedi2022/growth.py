"""Definition 15 and Theorem 16: how far the singular values of M_o + rho Id are from those of M_o."""

from __future__ import annotations

from perturb import claim, given, indices, then
from perturb.domains import scalar, square, together, vector
from perturb.vocab import T, cols, entries, lam, larger, op, s, s1, smaller, sq, total
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.notation import tau_low, tau_up, with_residual

i, j = indices("i j")
ANY = together(M_o=square(), rho=scalar(), n=(1, 4))
FORWARD = together(M_o=square(), rho=scalar(0), n=(1, 4))
ANY_TWO = together(M_o=square(), rho=scalar(), rho_1=scalar(), n=(1, 3))
FORWARD_TWO = together(M_o=square(), rho=scalar(0), rho_1=scalar(), n=(1, 3))
ENDS = [{"M_o": [[2, 0], [0, -1]], "rho": 0}, {"M_o": [[3]], "rho": "1/2"}]
SIMPLICITY_IS_IDLE = dict.fromkeys(
    ("hypothesis-1:dropped", "hypothesis-1:non-strict", "hypothesis-1:relaxed-10%"),
    "the sharpened (70) asks nothing of multiplicities",
)
EITHER_WAY = [*ENDS, {"M_o": [[0, 2], [-2, 0]], "rho": -1}]


def no_multiple_singular_values(A):
    return given(s(A)[i], ">", s(A)[i + 1])


def growth(M_o, rho):
    """s_i(rho)^2 - s_i(0)^2, all i at once."""
    return sq(s(with_residual(M_o, rho))) - sq(s(M_o))


def least(M_o, rho):
    return rho * tau_low(M_o) + sq(rho)


def most(M_o, rho):
    return rho * tau_up(M_o) + sq(rho)


def least_either_way(M_o, rho):
    """The lower bound that a negative rho leaves: the two tau change places."""
    return smaller(rho * tau_low(M_o), rho * tau_up(M_o)) + sq(rho)


def most_either_way(M_o, rho):
    return larger(rho * tau_low(M_o), rho * tau_up(M_o)) + sq(rho)


@claim(
    RIEDI,
    "Definition 15, the two tau",
    id="def-15.tau",
    status="proved",
    domain=together(M_o=square(), x=vector(), n=(1, 4)),
    equality=[{"M_o": [[1, 0], [0, -2]], "x": [1, 0]}, {"M_o": [[0, 1], [-1, 0]], "x": [3, 4]}],
)
def extremes_of_the_symmetric_part(M_o, x):
    """M_o' + M_o is symmetric, so its eigenvalues are real, and all its Rayleigh quotients lie between the
    smallest and the largest; both are attained, at eigenvectors.
    """
    form = 2 * total(x * (M_o @ x))
    yield then(entries(T(M_o) + M_o), "==", entries(T(T(M_o) + M_o)))
    yield then(tau_low(M_o) * total(sq(x)), "<=", form, "<=", tau_up(M_o) * total(sq(x)))


@claim(
    RIEDI,
    "Definition 15, (69)",
    id="def-15.69",
    status="proved",
    covers=["def-15.69a", "def-15.69b", "def-15.69c"],
    domain=square(n=(1, 4)),
    equality=[[[1, 0], [0, -2]], [[-1]], [[0, 0], [0, 0]]],
    # Of (12) it uses the singular values |r_i| of a symmetric matrix only, which are right.
    depends=["prop-4.21"],
)
def symmetric_part_and_largest_singular_value(M_o):
    """A symmetric matrix has norm max |eigenvalue|; tau_low <= tau_up drops two of four signs; then (21)."""
    low, up = tau_low(M_o), tau_up(M_o)
    by_size, by_sign = larger(abs(low), abs(up)), larger(-low, up)
    yield then(op(T(M_o) + M_o), "==", by_size, "==", by_sign, "<=", 2 * s1(M_o))


@claim(
    RIEDI,
    "Theorem 16, (70), lower bound",
    id="thm-16.70a",
    status="misprint",
    domain=ANY,
    depends=["cor-13.64", "lem-14.65", "cor-13.finite"],
)
def growth_from_below(M_o, rho):
    """Section 1 announces bounds for 0 <= rho <= 1; the theorem itself names no range, while Lemmas 18 to 20
    speak of all rho. Read for every real rho it is false: for rho < 0 one has rho tau_low >= rho tau_up.
    """
    yield no_multiple_singular_values(M_o)
    yield then(least(M_o, rho), "<=", growth(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), upper bound",
    id="thm-16.70b",
    status="misprint",
    domain=ANY,
    depends=["cor-13.64", "lem-14.65", "cor-13.finite"],
)
def growth_from_above(M_o, rho):
    """As for the lower bound, rho >= 0 is meant; for rho < 0 one has rho tau_up <= rho tau_low."""
    yield no_multiple_singular_values(M_o)
    yield then(growth(M_o, rho), "<=", most(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), lower bound, rho >= 0",
    id="thm-16.70a~corrected",
    status="corrected",
    corrects="thm-16.70a",
    domain=FORWARD,
    true_mutants=SIMPLICITY_IS_IDLE,
    equality=ENDS,
)
def growth_from_below_forward(M_o, rho):
    """As printed, with rho >= 0 said. Proof: a special case of the sharpened claim."""
    yield no_multiple_singular_values(M_o)
    yield then(least(M_o, rho), "<=", growth(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), upper bound, rho >= 0",
    id="thm-16.70b~corrected",
    status="corrected",
    corrects="thm-16.70b",
    domain=FORWARD,
    true_mutants=SIMPLICITY_IS_IDLE,
    equality=ENDS,
)
def growth_from_above_forward(M_o, rho):
    """As printed, with rho >= 0 said. Proof: a special case of the sharpened claim."""
    yield no_multiple_singular_values(M_o)
    yield then(growth(M_o, rho), "<=", most(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), lower bound, any rho, any multiplicity",
    id="thm-16.70a~sharpened",
    status="sharpened",
    sharpens="thm-16.70a~corrected",
    domain=ANY,
    equality=EITHER_WAY,
    presupposes=["weyl"],
)
def growth_from_below_without_simplicity(M_o, rho):
    """Singular values may be multiple and rho negative.

    Proof: M^T M = M_o^T M_o + rho (M_o^T + M_o) + rho^2 I, and Weyl adds to each eigenvalue of M_o^T M_o at
    least the smallest eigenvalue of the rest, which is the smaller of rho tau_low and rho tau_up, plus rho^2.
    """
    yield then(least_either_way(M_o, rho), "<=", growth(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), upper bound, any rho, any multiplicity",
    id="thm-16.70b~sharpened",
    status="sharpened",
    sharpens="thm-16.70b~corrected",
    domain=ANY,
    equality=EITHER_WAY,
    presupposes=["weyl"],
)
def growth_from_above_without_simplicity(M_o, rho):
    """Singular values may be multiple and rho negative.

    Proof: as for the lower bound; Weyl adds at most the largest eigenvalue of rho (M_o^T + M_o) + rho^2 I.
    """
    yield then(growth(M_o, rho), "<=", most_either_way(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, (70), lower bound, all pairs of indices",
    id="thm-16.70a~sharpened-2",
    status="sharpened",
    sharpens="thm-16.70a~corrected",
    domain=FORWARD,
    equality=[*ENDS, {"M_o": [[0, 2], [-2, 0]], "rho": 1}],
    presupposes=["weyl"],
)
def growth_from_below_by_all_eigenvalues(M_o, rho):
    """With all the eigenvalues tau_1 >= ... >= tau_n of M_o^T + M_o; the lower bound of (70) is j = n.

    Proof: the duals of Weyl's inequalities for two indices, on the same sum, rho >= 0.
    """
    tau = lam(T(M_o) + M_o)
    before, after = s(M_o), s(with_residual(M_o, rho))
    yield then(sq(before[i]) + rho * tau[j] + sq(rho), "<=", sq(after[i + j - cols(M_o)]))


@claim(
    RIEDI,
    "Theorem 16, (70), upper bound, all pairs of indices",
    id="thm-16.70b~sharpened-2",
    status="sharpened",
    sharpens="thm-16.70b~corrected",
    domain=FORWARD,
    equality=[*ENDS, {"M_o": [[0, 2], [-2, 0]], "rho": 1}],
    presupposes=["weyl"],
)
def growth_from_above_by_all_eigenvalues(M_o, rho):
    """With all the eigenvalues tau_1 >= ... >= tau_n of M_o^T + M_o; the upper bound of (70) is j = 1.

    Proof: Weyl's inequalities for two indices on the same sum, rho >= 0.
    """
    tau = lam(T(M_o) + M_o)
    before, after = s(M_o), s(with_residual(M_o, rho))
    yield then(sq(after[i + j - 1]), "<=", sq(before[i]) + rho * tau[j] + sq(rho))


@claim(
    RIEDI,
    "Theorem 16, remark on M(rho)",
    id="thm-16.any",
    status="misprint",
    domain=ANY_TWO,
    depends=["thm-16.70a", "thm-16.70b"],
)
def growth_is_bounded_if_simple_somewhere(M_o, rho, rho_1):
    """(70) when M(rho_1) has no multiple singular values for one rho_1; here too rho >= 0 is to be said."""
    yield no_multiple_singular_values(with_residual(M_o, rho_1))
    yield then(least(M_o, rho), "<=", growth(M_o, rho), "<=", most(M_o, rho))


@claim(
    RIEDI,
    "Theorem 16, remark on M(rho), rho >= 0",
    id="thm-16.any~corrected",
    status="corrected",
    corrects="thm-16.any",
    domain=FORWARD_TWO,
    true_mutants=SIMPLICITY_IS_IDLE,
)
def growth_is_bounded_forward_if_simple_somewhere(M_o, rho, rho_1):
    """True for rho >= 0. Proof: a special case of the sharpened (70), which asks nothing of
    multiplicities.
    """
    yield no_multiple_singular_values(with_residual(M_o, rho_1))
    yield then(least(M_o, rho), "<=", growth(M_o, rho), "<=", most(M_o, rho))
