"""Sections 1 and 3.5: the condition number over the non-zero singular values and the data factor of Corollary
9; (8), (9), (53), (54), for the printed Q and for the Q of the quadratic form.
"""

from __future__ import annotations

from perturb import claim, given, index, named, then
from perturb.domains import rectangular, vector
from perturb.vocab import (
    T,
    absolute,
    block,
    cols,
    column_matrix,
    diag,
    kappa,
    largest,
    norm,
    power,
    s,
    s1,
    s_min,
    s_star,
    smallest,
    total,
)
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.data_factor import (
    ANY_FACTOR,
    FACTORS,
    block_diagonal,
    both_factors_are_non_zero,
    of_columns,
    of_rows,
)

DATA = vector(n=(1, 4))


@claim(
    RIEDI,
    "(53), (9)",
    id="eq-53",
    covers=["eq-9"],
    status="proved",
    domain=rectangular(m=(1, 4), n=(1, 4)),
    equality=[[[1, 0], [0, 0]]],
)
def condition_number(A):
    """What (53) defines: s_* is one of the s_i, and no positive s_i is smaller. "Arbitrary" A
    must leave out A = 0, for which the minimum is empty; (9) is A = MD, empty when D or M vanishes.
    """
    yield given(s1(A), ">", 0)
    yield then(smallest(absolute(s(A) - s_star(A))), "==", 0)
    yield then(s(A) * (s(A) - s_star(A)), ">=", 0)
    yield then(kappa(A) * s_star(A), "==", s1(A), ">=", s_star(A))


@claim(
    RIEDI,
    "After (53), diag(z)",
    id="eq-53.diag",
    reading=readings.POWER_SUMS,
    status="proved",
    domain=DATA,
    depends=["eq-53"],
)
def singular_values_of_the_data(z):
    """The s_i(diag(z)) are the |z[j]|, by power sums, which fix a list up to its order; a coordinate 0 more
    changes no condition number. Proof: diag(z)'diag(z) = diag(z[j]^2).
    """
    A, empty = diag(z), 0 * column_matrix(z)
    k = index("k", 1, cols(A))
    yield given(norm(z), ">", 0)
    yield then(total(power(s(A), k)), "==", total(power(absolute(z), k)))
    wider = block(A, empty, T(empty), T(empty) @ empty)
    yield then(kappa(wider), "==", kappa(A))


@claim(
    RIEDI,
    "After (53), diag(z) without zeros",
    id="eq-53.diag~extremes",
    status="proved",
    domain=DATA,
    depends=["eq-53"],
    equality=[[2, 2]],
)
def condition_number_of_the_data(z):
    """For z without zeros the data factor is max |z[j]| / min |z[j]|; it is 1 when all |z[j]| agree."""
    low, up = smallest(absolute(z)), largest(absolute(z))
    yield given(low, ">", 0)
    yield then(kappa(diag(z)), "==", up / low, ">=", 1)
    yield then(s_min(diag(z)), "==", low)


@claim(
    RIEDI,
    "Corollary 9, (54)",
    id="cor-9.54",
    depends=["lem-8.51", "eq-53"],
    covers=["eq-8"],
    status="proved",
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
    equality=[{"M": [[2, 0], [0, 1]], "D": [[1, 0], [0, 1]], "z": [1, 3]}],
)
def condition_number_of_the_printed_matrix(M, D, z):
    """True of the printed Q: by (51) both extremes are products of extremes, zeros left out on both sides."""
    MD = M @ D
    yield from both_factors_are_non_zero(MD, z)
    yield then(kappa(named("Q", block_diagonal(MD, z))), "==", kappa(MD) * kappa(diag(z)))


@claim(
    RIEDI,
    "Corollary 9, (54), for the matrix of (50)",
    id="cor-9.54~form",
    depends=["lem-8.50", "lem-8.51", "eq-53"],
    covers=["eq-8"],
    status="refuted",
    printed=("lem-8.50", "cor-9.54"),
    domain=FACTORS,
)
def data_factor_of_the_quadratic_form(M, D, z):
    """Read for the Q that satisfies (50), as the shape of the loss surface requires, (54) is false: the level
    sets know z by its length only.
    """
    MD = M @ D
    yield from both_factors_are_non_zero(MD, z)
    yield then(kappa(named("Q_c", of_columns(MD, z))), "==", kappa(MD) * kappa(diag(z)))


@claim(
    RIEDI,
    "Corollary 9, (54), without the data factor",
    id="cor-9.54~corrected",
    depends=["lem-8.51~form", "eq-53"],
    status="corrected",
    corrects="cor-9.54~form",
    printed=("lem-8.50", "cor-9.54"),
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def condition_number_of_the_quadratic_form(M, D, z):
    """kappa(Q) = kappa(MD), for both flattenings.

    Proof: QQ' = |z|^2 (MD)(MD)', so the singular values are |z| s_i(MD) and |z| cancels in their ratio.
    """
    MD = M @ D
    yield from both_factors_are_non_zero(MD, z)
    yield then(kappa(named("Q_c", of_columns(MD, z))), "==", kappa(MD))
    yield then(kappa(named("Q_r", of_rows(MD, z))), "==", kappa(MD))
