"""Words for complex matrices X + iY as the real matrices [[X, -Y], [Y, X]] of twice the size.

Sums, products, inverses and functions of these are those of the complex matrices, T is the adjoint; spectra
come twice, so that the words here take every second value.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from flint import arb_mat, fmpq, fmpq_mat

from perturb.numbers import functions
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.grammar.kinds import M, S, V, When
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.conditions import hermitian, lipschitz, singular
from perturb.vocab.systems.eigen_conditions import eigenvalues
from perturb.vocab.systems.evaluate import screened
from perturb.vocab.systems.facts import Facts
from perturb.vocab.words.arithmetic import sqrt
from perturb.vocab.words.matrix import det, trace
from perturb.vocab.words.parts import block
from perturb.vocab.words.spectral import certified_eigenvalues, general_eigenvalues

EVEN = "a complex n x n matrix is a real one of 2n x 2n, [[X, -Y], [Y, X]]"


def _half(A: Any) -> int:
    sides = (A.nrows(), A.ncols()) if isinstance(A, fmpq_mat | arb_mat | ExactMatrix) else A.shape[-2:]
    if sides[0] != sides[1] or sides[0] % 2:
        raise Undefined(EVEN)
    return int(sides[0]) // 2


def _every_second(A: Any, values: Any) -> Any:
    _half(A)
    return values[::2]


def _eigenvalues(field: Any, A: Any, facts: Facts) -> Any:
    return _every_second(A, certified_eigenvalues(field, A, facts))


def _float_second(A: Any, values: Any) -> Any:
    _half(A)
    return values[..., ::2, None]


def _moduli(values: Any) -> Any:
    if values.shape[-1] % 2:
        raise Undefined(EVEN)
    return -np.sort(-np.abs(values), axis=-1)[..., ::2, None]


def _permanent(field: Any, A: Any) -> Any:
    n = _half(A)
    if not isinstance(A, fmpq_mat):
        raise Unavailable("the permanent of a matrix with irrational entries")
    X = [[(A[i, j], A[n + i, j]) for j in range(n)] for i in range(n)]
    real, imaginary = functions.complex_permanent(X)
    if imaginary != 0:
        raise Undefined("the permanent of a matrix that is not Hermitian is not real")
    return fmpq(real)


def _float_permanent(A: Any) -> Any:
    """Ryser's formula, its real part; NaN where it is not real."""
    n = _half(A)
    Z = A[..., :n, :n] + 1j * A[..., n:, :n]
    total = np.zeros(A.shape[:-2], dtype=complex)
    for chosen in itertools.product((False, True), repeat=n):
        sign = -1.0 if (n - sum(chosen)) % 2 else 1.0
        total = total + sign * np.prod(Z[..., list(chosen)].sum(axis=-1), axis=-1)
    real = np.abs(total.imag) <= 1e-9 * np.abs(total) + 1e-300
    return np.where(real, total.real, np.nan)[..., None, None]


def _values(A: Any) -> Any:
    return (_sides(A[0]),)


def _sides(side: Any) -> Any:
    """Half of a size."""
    return type(side)(*[x if isinstance(x, float) else x // 2 for x in side])


complex_matrix = Word(
    "complex_matrix",
    M,
    r"({0:1} + \mathrm{{i}} \, {1:3})",
    meaning="X + iY as the real matrix [[X, -Y], [Y, X]] of twice the size, whose transpose is the adjoint",
    elsewhere="complex, real and imaginary part, 1j, embedding",
    body=lambda X, Y: block(X, -Y, Y, X),
    accepts=(M, M),
)
complex_s = Word(
    "complex_s",
    V,
    r"s^{{\mathbb{{C}}}}({0:0})",
    screened(lambda A: _float_second(A, np.linalg.svd(A, compute_uv=False))),
    lambda field, A: _every_second(A, field.singular_values(A)),
    bounded=singular(lambda v: v[..., ::2, None]),
    meaning="the n singular values of a complex n x n matrix [[X, -Y], [Y, X]], descending",
    elsewhere="complex singular values",
    square=True,
    nonneg=When.ALWAYS,
    descending=True,
    accepts=(M,),
    indexed=r"s^{{\mathbb{{C}}}}_{{{i}}}({0:0})",
    shape=_values,
    partial=True,
    algebraic=True,
)
complex_lam = Word(
    "complex_lam",
    V,
    r"\lambda^{{\mathbb{{C}}}}({0:0})",
    screened(lambda A: _float_second(A, np.linalg.eigvalsh((A + np.swapaxes(A, -1, -2)) / 2)[..., ::-1])),
    _eigenvalues,
    bounded=lipschitz,
    meaning="the n eigenvalues of a Hermitian n x n matrix [[X, -Y], [Y, X]], descending",
    elsewhere="Hermitian eigenvalues",
    square=True,
    symmetric_in=(0,),
    nonneg=When.SEMIDEFINITE,
    descending=True,
    accepts=(M,),
    indexed=r"\lambda^{{\mathbb{{C}}}}_{{{i}}}({0:0})",
    shape=_values,
    partial=True,
    informed=True,
    algebraic=True,
)
complex_moduli = Word(
    "complex_moduli",
    V,
    r"\lvert\lambda^{{\mathbb{{C}}}}({0:0})\rvert^\downarrow",
    screened(lambda A: _moduli(general_eigenvalues(A))),
    lambda field, A: _every_second(A, field.moduli(A)),
    bounded=eigenvalues(general_eigenvalues, _moduli),
    meaning="the moduli of the n eigenvalues of a complex n x n matrix [[X, -Y], [Y, X]], descending",
    elsewhere="complex eigenvalues",
    square=True,
    nonneg=When.ALWAYS,
    descending=True,
    accepts=(M,),
    indexed=r"(\lvert\lambda^{{\mathbb{{C}}}}({0:0})\rvert^\downarrow)_{{{i}}}",
    shape=_values,
    partial=True,
)
complex_trace = Word(
    "complex_trace",
    S,
    r"\mathrm{{Re}}\,\mathrm{{tr}}^{{\mathbb{{C}}}}\left({0:0}\right)",
    meaning="the real part of the trace of a complex matrix [[X, -Y], [Y, X]]",
    elsewhere="real part of a trace",
    body=lambda A: trace(A) / 2,
    level=3,
    accepts=(M,),
)
complex_det = Word(
    "complex_det",
    S,
    r"\lvert\det^{{\mathbb{{C}}}}\left({0:0}\right)\rvert",
    meaning="the modulus of the determinant of a complex matrix [[X, -Y], [Y, X]]",
    elsewhere="modulus of a complex determinant",
    body=lambda A: sqrt(det(A)),
    nonneg=When.ALWAYS,
    accepts=(M,),
)
hermitian_permanent = Word(
    "hermitian_permanent",
    S,
    r"\mathrm{{per}}^{{\mathbb{{C}}}}\left({0:0}\right)",
    _float_permanent,
    _permanent,
    bounded=hermitian,
    meaning="the real permanent of a Hermitian rational matrix [[X, -Y], [Y, X]]; undefined where not real",
    elsewhere="complex permanent",
    accepts=(M,),
    partial=True,
    exact=True,
)
