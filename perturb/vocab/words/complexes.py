"""Words for complex matrices X + iY as the real matrices [[X, -Y], [Y, X]] of twice the size.

Sums, products, inverses and functions of these are those of the complex matrices, T is the adjoint; spectra
come twice, so that the words here take every second value.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from flint import acb, acb_mat, arb_mat, fmpq, fmpq_mat

from perturb.numbers import functions
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.grammar.kinds import M, S, V, When, smaller
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.conditions import hermitian, lipschitz, singular
from perturb.vocab.systems.eigen_conditions import eigenvalues
from perturb.vocab.systems.evaluate import screened
from perturb.vocab.systems.facts import Facts
from perturb.vocab.words.arithmetic import sq, sqrt
from perturb.vocab.words.matrix import T, det, rank, trace
from perturb.vocab.words.parts import block
from perturb.vocab.words.spectral import certified_eigenvalues, fro, general_eigenvalues

EVEN = "a complex n x n matrix is a real one of 2n x 2n, [[X, -Y], [Y, X]]"
BOTH_EVEN = "a complex m x n matrix is a real one of 2m x 2n, [[X, -Y], [Y, X]]"


def _halves(A: Any) -> tuple[int, int]:
    sides = (A.nrows(), A.ncols()) if isinstance(A, fmpq_mat | arb_mat | ExactMatrix) else A.shape[-2:]
    if sides[0] % 2 or sides[1] % 2:
        raise Undefined(BOTH_EVEN)
    return int(sides[0]) // 2, int(sides[1]) // 2


def _half(A: Any) -> int:
    m, n = _halves(A)
    if m != n:
        raise Undefined(EVEN)
    return m


def _every_second(A: Any, values: Any) -> Any:
    _half(A)
    return values[::2]


def _eigenvalues(field: Any, A: Any, facts: Facts) -> Any:
    return _every_second(A, certified_eigenvalues(field, A, facts))


def _entries(A: Any) -> Any:
    """X + iY of float64 matrices [[X, -Y], [Y, X]]."""
    m, n = _halves(A)
    return A[..., :m, :n] + 1j * A[..., m:, :n]


def _float_second(A: Any, values: Any) -> Any:
    _halves(A)
    return values[..., ::2, None]


def _singular_values(field: Any, A: Any) -> Any:
    _halves(A)
    return field.singular_values(A)[::2]


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


def _ryser(Z: Any, n: int) -> Any:
    total = np.zeros(Z.shape[:-2], dtype=complex)
    for chosen in itertools.product((False, True), repeat=n):
        sign = -1.0 if (n - sum(chosen)) % 2 else 1.0
        total = total + sign * np.prod(Z[..., list(chosen)].sum(axis=-1), axis=-1)
    return total


def _float_permanent(A: Any) -> Any:
    """Ryser's formula, its real part; NaN where it is not real."""
    n = _half(A)
    total = _ryser(_entries(A), n)
    real = np.abs(total.imag) <= 1e-9 * np.abs(total) + 1e-300
    return np.where(real, total.real, np.nan)[..., None, None]


def _values(A: Any) -> Any:
    return (_sides(A[0]),)


def _least(A: Any) -> Any:
    return (smaller(_sides(A[0]), _sides(A[1])),)


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
    _singular_values,
    bounded=singular(lambda v: v[..., ::2, None]),
    meaning="the min(m, n) singular values of a complex m x n matrix [[X, -Y], [Y, X]], descending",
    elsewhere="complex singular values",
    nonneg=When.ALWAYS,
    descending=True,
    accepts=(M,),
    indexed=r"s^{{\mathbb{{C}}}}_{{{i}}}({0:0})",
    shape=_least,
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
complex_fro = Word(
    "complex_fro",
    S,
    r"\lVert {0:0‖} \rVert_{{F}}^{{\mathbb{{C}}}}",
    meaning="the Frobenius norm of a complex matrix [[X, -Y], [Y, X]]: the root of the sum of the |z_ij|^2",
    elsewhere="complex Frobenius norm",
    body=lambda A: sqrt(sq(fro(A)) / 2),
    nonneg=When.ALWAYS,
    accepts=(M,),
)
complex_norm = Word(
    "complex_norm",
    S,
    r"\lVert {0:0‖} \rVert^{{\mathbb{{C}}}}",
    meaning="the Euclidean norm of a complex vector, [[x, -y], [y, x]] of its column x + iy",
    elsewhere="complex norm",
    body=lambda x: sqrt(sq(fro(x)) / 2),
    nonneg=When.ALWAYS,
    accepts=(M,),
)
complex_re = Word(
    "complex_re",
    S,
    r"\mathrm{{Re}}^{{\mathbb{{C}}}}\left({0:0}\right)",
    meaning="the real part x of a complex number, [[x, -y], [y, x]]",
    elsewhere="real part",
    body=lambda z: z[1, 1],
    accepts=(M,),
)
complex_im = Word(
    "complex_im",
    S,
    r"\mathrm{{Im}}^{{\mathbb{{C}}}}\left({0:0}\right)",
    meaning="the imaginary part y of a complex number, [[x, -y], [y, x]]",
    elsewhere="imaginary part",
    body=lambda z: z[2, 1],
    accepts=(M,),
)
complex_abs = Word(
    "complex_abs",
    S,
    r"\lvert {0:0|} \rvert^{{\mathbb{{C}}}}",
    meaning="the modulus of a complex number, [[x, -y], [y, x]]",
    elsewhere="modulus",
    body=lambda z: sqrt(sq(z[1, 1]) + sq(z[2, 1])),
    nonneg=When.ALWAYS,
    accepts=(M,),
)
complex_rank = Word(
    "complex_rank",
    S,
    r"\mathrm{{rank}}^{{\mathbb{{C}}}}\left({0:0}\right)",
    meaning="the rank of a complex matrix [[X, -Y], [Y, X]]",
    elsewhere="complex rank",
    body=lambda A: rank(A) / 2,
    nonneg=When.ALWAYS,
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


def _part(
    name: str, shown: str, meaning: str, floats: Any, certified: Any, **facts: Any
) -> tuple[Word, Word]:
    """The real and the imaginary part of a number, both computed by `floats` and `certified` as a pair."""

    def part(k: int) -> Word:
        which = ("real", "imaginary")[k]
        return Word(
            f"{name}_{('re', 'im')[k]}",
            S,
            rf"\mathrm{{{{{('Re', 'Im')[k]}}}}}\,{shown}^{{{{\mathbb{{{{C}}}}}}}}\left({{0:0}}\right)",
            lambda A: (floats(A).real, floats(A).imag)[k],
            lambda field, A: certified(A)[k],
            meaning=f"the {which} part of {meaning} of a complex matrix [[X, -Y], [Y, X]]",
            elsewhere=f"{which} part",
            square=True,
            accepts=(M,),
            partial=True,
            **facts,
        )

    return part(0), part(1)


def _determinant(A: Any) -> tuple[Any, Any]:
    n = _half(A)
    if isinstance(A, arb_mat):
        Z = acb_mat([[acb(A[i, j], A[n + i, j]) for j in range(n)] for i in range(n)])
        found = Z.det()
        return found.real, found.imag
    return functions.complex_determinant([[(A[i, j], A[n + i, j]) for j in range(n)] for i in range(n)])


def _both_parts(A: Any) -> tuple[Any, Any]:
    n = _half(A)
    if not isinstance(A, fmpq_mat):
        raise Unavailable("the permanent of a matrix with irrational entries")
    return functions.complex_permanent([[(A[i, j], A[n + i, j]) for j in range(n)] for i in range(n)])


complex_det_re, complex_det_im = _part(
    "complex_det",
    r"\det",
    "the determinant",
    screened(lambda A: np.linalg.det(_entries(A))[..., None, None]),
    _determinant,
    algebraic=True,
)
complex_permanent_re, complex_permanent_im = _part(
    "complex_permanent",
    r"\mathrm{{per}}",
    "the permanent",
    lambda A: _ryser(_entries(A), _half(A))[..., None, None],
    _both_parts,
    exact=True,
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


def _of_real(name: str, latex: str, meaning: str, elsewhere: str, body: Any) -> Word:
    """What is asked of a complex number, vector or matrix: the word at a real one."""
    return Word(name, lambda z: z, latex, meaning=meaning, elsewhere=elsewhere, body=body, takes=(ANYTHING,))


ANYTHING = "number or vector or matrix"
real = _of_real(
    "real",
    r"\mathrm{{Re}}\,{0:3}",
    "the real part of a complex number, or of every component of a vector or entry of a matrix",
    "Re, real part",
    lambda z: z,
)
imag = _of_real(
    "imag",
    r"\mathrm{{Im}}\,{0:3}",
    "the imaginary part of a complex number, or of every component of a vector or entry of a matrix; "
    "0 of real ones",
    "Im, imaginary part",
    lambda z: 0 * z,
)
conj = _of_real(
    "conj",
    r"\overline{{{0:0}}}",
    "the conjugate of a complex number, of every component of a vector, of every entry of a matrix",
    "conjugate, bar",
    lambda z: z,
)
H = _of_real(
    "H",
    r"{0:9}^*",
    "the adjoint A^* of a complex matrix, conjugated and transposed; of a vector the conjugate; also A.H",
    "adjoint, conjugate transpose, Hermitian transpose, dagger",
    lambda A: T(A) if A.kind is M else A,
)
