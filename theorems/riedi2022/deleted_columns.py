"""Propositions 25 and 26: what zeros and slopes in D take from singular values and leave; transposition."""

from __future__ import annotations

from perturb import claim, indices, term, then
from perturb.domains import activation, diagonal_matrices, scalar, square, together
from perturb.vocab import I, absolute, entries, fro, larger, s, s1, smaller, sq, total
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.activation import affected, sloped
from theorems.riedi2022.notation import with_residual

i, j = indices("i j")
SCALED = together(M=square(), P=activation(0), eta=scalar(-1, 1), n=(1, 4))
ZEROED = together(M_o=square(), rho=scalar(), D=activation(0), n=(1, 4))
SHIFTED = [{"M_o": [[1, 0], [0, -1]], "rho": 1, "D": [[0, 0], [0, 0]]}]


@term(r"\sum_{k:\,{1}[k,k]=0} \sum_j {0}[j,k]^2")
def deleted(M, D):
    """The sum of the squares of the entries of M in the columns where D is zero."""
    return total(sq(entries(M @ (I - D))))


def squares(M):
    return total(sq(s(M)))


@claim(
    RIEDI,
    "Proposition 25, (81)",
    id="prop-25.81",
    status="proved",
    covers=["prop-25.81a", "prop-25.81b", "prop-25.81c"],
    depends=["lem-24.80a", "eq-16"],
    domain=ZEROED,
)
def squares_of_what_is_deleted(M_o, rho, D):
    """By Lemma 24 no term is negative; a sum of squared singular values is that of all squared entries."""
    M = with_residual(M_o, rho)
    MD = M @ D
    yield then(squares(M) - squares(MD), "==", total(absolute(sq(s(M)) - sq(s(MD)))))
    yield then(squares(M) - squares(MD), "==", sq(fro(M)) - sq(fro(MD)))
    yield then(squares(M) - squares(MD), "==", deleted(M, D))


@claim(
    RIEDI,
    "Proposition 25, (82)",
    id="prop-25.82",
    status="proved",
    depends=["cor-2.18", "prop-25.81b"],
    domain=ZEROED,
    equality=SHIFTED,
    true_mutants={"domain:rim": "Corollary 2 (Mirsky) for M and MD, which asks nothing of D"},
)
def distance_by_what_is_deleted(M_o, rho, D):
    """(s - s~)^2 <= s^2 - s~^2 as 0 <= s~ <= s, term by term: (81) is enough, Corollary 2 is not needed."""
    M = with_residual(M_o, rho)
    yield then(total(sq(s(M) - s(M @ D))), "<=", deleted(M, D))


@claim(
    RIEDI,
    "Proposition 25, (82), with what it leaves out",
    id="prop-25.82~sharpened",
    status="sharpened",
    sharpens="prop-25.82",
    domain=ZEROED,
)
def distance_and_what_is_deleted(M_o, rho, D):
    """An equality. Proof: (s - s~)^2 = s^2 - s~^2 - 2 s~ (s - s~), summed with (81). The last sum is not
    negative by (80), and it is zero exactly where each s~_i is 0 or s_i.
    """
    M = with_residual(M_o, rho)
    before, after = s(M), s(M @ D)
    left_out = 2 * total(after * (before - after))
    yield then(total(sq(before - after)), "==", deleted(M, D) - left_out)
    yield then(left_out, ">=", 0)


@claim(
    RIEDI,
    "Proposition 25, (81), every slope from -1 to 1",
    id="prop-25.81~leaky",
    status="sharpened",
    sharpens="prop-25.81",
    domain=SCALED,
)
def squares_of_what_is_scaled_down(M, P, eta):
    """The form of (81) for leaky ReLU, in whose place the proof of Theorem 32 estimates |M'M - DM'MD|_F.

    Proof: s_i(MD) <= s_i(M) for every i, and each scaled column keeps eta^2 of its squared length.
    """
    MD = M @ sloped(P, eta)
    yield then(total(absolute(sq(s(M)) - sq(s(MD)))), "==", (1 - sq(eta)) * deleted(M, P))


@claim(
    RIEDI,
    "Proposition 26, (84)",
    id="prop-26.84",
    status="proved",
    domain=together(M=square(), D=diagonal_matrices(), n=(1, 4)),
)
def transposition(M, D):
    """DM' = (MD)', as D' = D; a matrix and its transpose have the same singular values."""
    yield then(s(M @ D), "==", s(D @ M.T))


@claim(
    RIEDI,
    "Proposition 26, (84), any D",
    id="prop-26.84~sharpened",
    status="sharpened",
    sharpens="prop-26.84",
    domain=square(count=2, n=(1, 4)),
)
def transposition_of_any_product(M, D):
    """That D is diagonal serves D' = D only. Proof: D'M' = (MD)'."""
    yield then(s(M @ D), "==", s(D.T @ M.T))


@claim(
    RIEDI,
    "Text after Lemma 24, leaky ReLU, from below",
    id="lem-24.leaky~below",
    status="sharpened",
    sharpens="lem-24.leaky",
    domain=together(M=square(), P=activation(0), eta=scalar(), n=(1, 4)),
    equality=[
        {"M": [[2, 0], [0, 1]], "P": [[1, 0], [0, 0]], "eta": "1/2"},
        {"M": [[1, 0], [0, 2]], "P": [[1, 0], [0, 0]], "eta": 0},
    ],
    presupposes=["weyl", "ostrowski"],
)
def leaky_relu_from_below(M, P, eta):
    """The half that the text leaves out, for every slope: s_i(MD) >= min(1, |eta|) s_i(M), the same for DM,
    and s_i(MD) >= s_{i+m}(M), as if the m affected columns were deleted. With s_i(MD) <= max(1, |eta|) s_i(M)
    it holds s_i(MD) from both sides, and kappa(MD) <= kappa(M)/|eta| for 0 < |eta| <= 1.

    Proof: D^2 >= min(1, eta^2) Id and D^2 >= P, then as for (80). Written for all i and j: the added term is
    zero where j >= i + m, and makes the rest trivial.
    """
    D = sloped(P, eta)
    yield then(smaller(1, absolute(eta)) * s(M), "<=", s(M @ D))
    yield then(smaller(1, absolute(eta)) * s(M), "<=", s(D @ M))
    beyond = larger(0, i + affected(P) - j)
    yield then(s(M @ D)[i] + beyond * s1(M), ">=", s(M)[j])
