"""Deleting rows or columns: the singular values that remain lie between the old ones."""

from perturb import claim, indices, then
from perturb.domains import integer, rectangular, together
from perturb.vocab import s, without_columns, without_rows
from theorems.classical import CLASSICAL

(i,) = indices("i")


@claim(
    CLASSICAL,
    "Cauchy 1829, Thompson 1972; Horn and Johnson, Topics in Matrix Analysis, Corollary 3.1.3, columns",
    id="cauchy-interlacing-columns",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), k=integer(1, "n"), m=(1, 4), n=(2, 4)),
    equality=[
        {"A": [[3, 0, 0], [0, 2, 0], [0, 0, 1]], "k": 1},
        {"A": [[0, 0, 3], [2, 0, 0]], "k": 1},
    ],
)
def singular_values_without_k_columns(A, k):
    """Without its last k columns a matrix has s_i(A) >= s_i >= s_{i+k}(A); k = n asserts nothing.

    The order of columns is immaterial, so the last k stand for any k.
    """
    rest = s(without_columns(A, k))[i]
    yield then(s(A)[i + k], "<=", rest, "<=", s(A)[i])


@claim(
    CLASSICAL,
    "Cauchy 1829, Thompson 1972; Horn and Johnson, Topics in Matrix Analysis, Corollary 3.1.3, rows",
    id="cauchy-interlacing-rows",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), k=integer(1, "m"), m=(2, 4), n=(1, 4)),
    equality=[
        {"A": [[3, 0], [0, 2], [0, 0]], "k": 1},
        {"A": [[0, 0, 1], [0, 2, 0], [3, 0, 0]], "k": 2},
    ],
)
def singular_values_without_k_rows(A, k):
    """Without its last k rows a matrix has s_i(A) >= s_i >= s_{i+k}(A); k = m asserts nothing.

    The order of rows is immaterial, so the last k stand for any k.
    """
    rest = s(without_rows(A, k))[i]
    yield then(s(A)[i + k], "<=", rest, "<=", s(A)[i])
