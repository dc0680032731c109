"""Text after Lemma 24: the singular values of a product of any two matrices."""

from __future__ import annotations

from perturb import claim, indices, then
from perturb.domains import rectangular, together
from perturb.vocab import s, s1
from theorems.riedi2022 import RIEDI

i, j = indices("i j")
FACTORS = together(M=rectangular("m", "k"), D=rectangular("k", "n"), m=(1, 3), k=(1, 3), n=(1, 3))


@claim(
    RIEDI,
    "Text after Lemma 24, s_1 of a product",
    id="lem-24.submult",
    status="proved",
    domain=FACTORS,
    equality=[{"M": [[2]], "D": [[3]]}],
)
def largest_singular_value_of_a_product(M, D):
    """|MDx| <= s_1(M) |Dx| <= s_1(M) s_1(D) |x|."""
    yield then(s1(M @ D), "<=", s1(M) * s1(D))


@claim(
    RIEDI,
    "Text after Lemma 24, all singular values of a product",
    id="lem-24.submult~sharpened",
    status="sharpened",
    sharpens="lem-24.submult",
    domain=FACTORS,
    equality=[{"M": [[2, 0], [0, 1]], "D": [[3, 0], [0, 1]]}],
)
def singular_values_of_a_product(M, D):
    """s_{i+j-1}(MD) <= s_i(M) s_j(D), Horn 1950; the printed case is i = j = 1.

    Proof: cut M to rank i - 1 and D to rank j - 1 by their SVD; MD - M_cut D - (M - M_cut) D_cut is
    (M - M_cut)(D - D_cut), of norm at most s_i(M) s_j(D), and a matrix of rank i + j - 2 was taken away.
    """
    yield then(s(M @ D)[i + j - 1], "<=", s(M)[i] * s(D)[j])
