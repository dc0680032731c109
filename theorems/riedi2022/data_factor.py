"""Lemma 8: the matrix Q of the quadratic form in the weights, (7) and (49) to (52).

The printed Q = diag(z) x (MD) is n^2 x n^2. The quadratic form (50) needs MDWz = Qw, and that is another Q,
of size n x n^2: z^T x (MD) when w lists W by columns, (MD) x z^T when it lists W by rows.
"""

from __future__ import annotations

from perturb import claim, given, index, named, then
from perturb.domains import diagonal_matrices, square, together, vector
from perturb.vocab import (
    T,
    absolute,
    cols,
    column_matrix,
    diag,
    entries,
    fro,
    kron,
    largest,
    leading,
    norm,
    power,
    s,
    s1,
    s_star,
    sq,
    total,
    trace,
    trailing,
    vec_columns,
    vec_rows,
)
from perturb.vocab.words.matrix import matpow
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import squared_length

FORM = together(M=square(), D=diagonal_matrices(), W=square(), z=vector(), n=(1, 3))
FACTORS = together(M=square(), D=diagonal_matrices(), z=vector(), n=(1, 3))
ANY_FACTOR = {"domain:rim": "D enters through the product MD alone, and with D = I that is any square matrix"}


def block_diagonal(MD, z):
    """Q as printed in (49): the blocks z[j] MD on the diagonal."""
    return kron(diag(z), MD)


def of_columns(MD, z):
    """Q with MDWz = Q vec(W), W listed column by column."""
    return kron(T(column_matrix(z)), MD)


@claim(
    RIEDI,
    "Lemma 8, (49)",
    id="lem-8.49",
    status="proved",
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def kronecker_product_in_blocks(M, D, z):
    """diag(z) x (MD) has the n blocks z[j] MD on its diagonal, and as they make up its Frobenius norm, 0 off
    them. What is asserted of it is (50), which fails, and (51), (52), which hold.
    """
    MD = M @ D
    Q = named("Q", block_diagonal(MD, z))
    k = index("j", 1, cols(MD))
    of_block = leading(trailing(Q, cols(MD) * (k - 1)), cols(MD))
    yield then(entries(of_block), "==", entries(z[k] * MD))
    yield then(sq(fro(Q)), "==", squared_length(z) * sq(fro(MD)))


def of_rows(MD, z):
    """Q with MDWz = Q vec(W^T), W listed row by row."""
    return kron(MD, T(column_matrix(z)))


def both_factors_are_non_zero(MD, z):
    """(53) defines no condition number for the zero matrix: its minimum is empty."""
    return given(s1(MD), ">", 0), given(norm(z), ">", 0)


@claim(
    RIEDI,
    "Lemma 8, (50), W listed row by row",
    id="lem-8.50",
    depends=["lem-8.49"],
    status="refuted",
    domain=FORM,
)
def quadratic_form_of_the_printed_matrix(M, D, W, z):
    """False from n = 2 on: |Qw|^2 is a sum of n^2 squares in which no two inputs z[j] meet, while the left
    side adds them up before it squares.
    """
    Q = named("Q", block_diagonal(M @ D, z))
    yield then(squared_length(M @ D @ W @ z), "==", squared_length(Q @ vec_rows(W)))


@claim(
    RIEDI,
    "Lemma 8, (50), W listed column by column",
    id="lem-8.50~columns",
    depends=["lem-8.49"],
    covers=["eq-7"],
    status="refuted",
    printed=("eq-7",),
    domain=FORM,
)
def quadratic_form_of_the_printed_matrix_by_columns(M, D, W, z):
    """The other flattening, which the introduction uses ("columnized"), is no rescue: |Qw|^2 adds up the
    squares of the n columns z[j] MD W e_j, and the left side is the square of their sum.
    """
    Q = named("Q", block_diagonal(M @ D, z))
    yield then(squared_length(M @ D @ W @ z), "==", squared_length(Q @ vec_columns(W)))


@claim(
    RIEDI,
    "Lemma 8, (50), with Q = MD x z^T",
    id="lem-8.50~corrected",
    depends=["eq-47"],
    status="corrected",
    corrects="lem-8.50",
    domain=FORM,
    true_mutants=ANY_FACTOR,
)
def quadratic_form_by_rows(M, D, W, z):
    """Proof: row k of (MD x z^T) w is sum_ij (MD)[k,i] z[j] W[i,j] = (MDWz)[k]; both sides are the squared
    length.
    """
    Q = named("Q", of_rows(M @ D, z))
    yield then(M @ D @ W @ z, "==", Q @ vec_rows(W))
    yield then(squared_length(M @ D @ W @ z), "==", squared_length(Q @ vec_rows(W)))


@claim(
    RIEDI,
    "Lemma 8, (50), with Q = z^T x MD",
    id="lem-8.50~columns-corrected",
    depends=["eq-47"],
    status="corrected",
    corrects="lem-8.50~columns",
    printed=("eq-7",),
    domain=FORM,
    true_mutants=ANY_FACTOR,
)
def quadratic_form_by_columns(M, D, W, z):
    """Proof: (z^T x MD) vec(W) = vec(MD W z) is the rule for vec of a product; both sides are its squared
    length.
    """
    Q = named("Q", of_columns(M @ D, z))
    yield then(M @ D @ W @ z, "==", Q @ vec_columns(W))
    yield then(squared_length(M @ D @ W @ z), "==", squared_length(Q @ vec_columns(W)))


@claim(
    RIEDI,
    "Lemma 8, (51)",
    id="lem-8.51",
    reading=readings.POWER_SUMS,
    depends=["lem-8.52"],
    status="proved",
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def singular_values_of_the_printed_matrix(M, D, z):
    """The n^2 numbers s_ij(Q) are the s_i(MD) |z[j]|, stated by power sums, which fix a list up to its order
    (Newton): for k = 1..n^2, sum s_ij(Q)^2k = sum s_i(MD)^2k sum z[j]^2k, the sums of s^2k as traces by (16).

    Proof: Q is block diagonal, and the block z[j] MD has the singular values |z[j]| s_i(MD).
    """
    MD = M @ D
    Q = named("Q", block_diagonal(MD, z))
    k = index("k", 1, cols(Q))
    of_blocks = trace(matpow(T(MD) @ MD, k)) * total(power(z, 2 * k))
    yield then(trace(matpow(T(Q) @ Q, k)), "==", of_blocks)


@claim(
    RIEDI,
    "Lemma 8, (51), largest and smallest",
    id="lem-8.51~extremes",
    depends=["lem-8.51"],
    status="proved",
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def extreme_singular_values_of_the_printed_matrix(M, D, z):
    """What the condition number needs of (51): the largest and the smallest non-zero s_i(MD) |z[j]|."""
    MD = M @ D
    yield from both_factors_are_non_zero(MD, z)
    Q = named("Q", block_diagonal(MD, z))
    yield then(s1(Q), "==", s1(MD) * largest(absolute(z)))
    yield then(s_star(Q), "==", s_star(MD) * s_star(diag(z)))


@claim(
    RIEDI,
    "Lemma 8, (52)",
    id="lem-8.52",
    reading=readings.GRAM,
    depends=["lem-8.49"],
    status="proved",
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def gram_matrix_of_the_printed_matrix(M, D, z):
    """Q^T Q is block diagonal with the blocks z[j]^2 (MD)^T (MD); their characteristic functions multiply."""
    MD = M @ D
    Q = named("Q", block_diagonal(MD, z))
    yield then(entries(T(Q) @ Q), "==", entries(kron(diag(sq(z)), T(MD) @ MD)))


@claim(
    RIEDI,
    "Lemma 8, (51), for the matrix of (50)",
    id="lem-8.51~form",
    depends=["lem-8.50~corrected"],
    status="proved",
    printed=("lem-8.50", "lem-8.51"),
    domain=FACTORS,
    true_mutants=ANY_FACTOR,
)
def singular_values_of_the_form(M, D, z):
    """The Q that (50) needs is n x n^2 with s_i(Q) = |z| s_i(MD): Q Q^T = |z|^2 (MD)(MD)^T for both
    flattenings.

    As an n^2 x n^2 form Q^T Q has n^2 - n zeros more: the loss is flat in all but n directions.
    """
    MD = M @ D
    yield then(sq(s(named("Q_c", of_columns(MD, z)))), "==", squared_length(z) * sq(s(MD)))
    yield then(sq(s(named("Q_r", of_rows(MD, z)))), "==", squared_length(z) * sq(s(MD)))
