"""Words for spectra: singular values, condition numbers, eigenvalues, numerical radius; and for norms.

Words for norms, all defined by singular values or entries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb, arb_mat

from perturb.numbers.errors import Unavailable, Undefined
from perturb.vocab.grammar.kinds import INT, Kind, M, S, V, When, smaller
from perturb.vocab.grammar.tree import CONST, Expr, Word, const
from perturb.vocab.systems import batches, gradients
from perturb.vocab.systems.conditions import lipschitz, singular, smallest_nonzero
from perturb.vocab.systems.eigen_conditions import eigenvalues
from perturb.vocab.systems.evaluate import screened
from perturb.vocab.systems.facts import Facts
from perturb.vocab.words.arithmetic import power, sq, sqrt
from perturb.vocab.words.entrywise import column_sums, entrywise_abs, row_sums
from perturb.vocab.words.vector import entries, largest, total


def _of_last(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The spectrum of the last batch is kept: s_1, s_* and s_min are asked for one after the other."""
    last: list[tuple[Any, Any]] = [(None, None)]

    def kept(A: Any) -> Any:
        known, values = last[0]
        if known is not A:
            values = f(A)
            last[0] = A, values
        return values

    return kept


general_eigenvalues = _of_last(np.linalg.eigvals)


def _moduli(values: Any) -> Any:
    return -np.sort(-np.abs(values), axis=-1)[..., None]


@_of_last
def _float_eigenvalues(A: Any) -> Any:
    return batches.symmetric_eigenvalues((A + np.swapaxes(A, -1, -2)) / 2)[..., None]


@_of_last
def _float_singular_values(A: Any) -> Any:
    """Shape (B, k), descending."""
    return batches.singular_values(A)


def _float_smallest_nonzero(A: Any) -> Any:
    """Zero is not decided here: below the usual rank tolerance a singular value is screened as zero."""
    values = _float_singular_values(A)
    tolerance = values[..., :1] * max(A.shape[-2:]) * np.finfo(float).eps
    kept = np.where(values > tolerance, values, np.inf).min(axis=-1)
    return np.where(np.isinf(kept), np.nan, kept)[..., None, None]


def _smallest_nonzero(field: Any, A: Any, facts: Facts) -> Any:
    """The one whose number is the rank, where that is certain."""
    values, rank = field.singular_values(A), facts.rank()
    if rank == 0:
        raise Undefined("the smallest non-zero singular value of the zero matrix: the minimum is empty")
    if rank is None and values[-1] > 0:
        rank = len(values)
    return arb.nan() if rank is None else values[rank - 1]


def certified_eigenvalues(field: Any, A: Any, facts: Facts) -> Any:
    if isinstance(A, arb_mat) and A.overlaps(A.transpose()) and not facts.symmetric():
        raise Unavailable("eigenvalues: whether the matrix is symmetric cannot be seen from its balls")
    return field.eigenvalues(A)


def _float_numerical_radius(A: Any) -> Any:
    H, K = (A + np.swapaxes(A, -1, -2)) / 2, (A - np.swapaxes(A, -1, -2)) / 2
    angles = np.linspace(0, np.pi, 64)
    tops = [np.linalg.eigvalsh(np.cos(t) * H + 1j * np.sin(t) * K)[..., -1] for t in angles]
    return np.max(tops, axis=0)[..., None, None]


s = Word(
    "s",
    V,
    "s({0:0})",
    screened(lambda A: _float_singular_values(A)[..., None]),
    lambda field, A: field.singular_values(A),
    bounded=singular(lambda v: v[..., None]),
    meaning="the min(m, n) singular values, descending, counted from 1: "
    "s(A)[1] is the largest, zeros included",
    elsewhere="svd, svdvals, singular values",
    gradient=gradients.singular_values,
    nonneg=When.ALWAYS,
    descending=True,
    accepts=(M,),
    indexed="s_{{{i}}}({0:0})",
    shape=lambda A: (smaller(*A),),
    algebraic=True,
    invariant=True,
)
s1 = Word(
    "s1",
    S,
    "s_1({0:0})",
    meaning="the largest singular value",
    elsewhere="svd, svdvals, largest singular value, spectral norm",
    nonneg=When.ALWAYS,
    body=lambda A: s(A)[1],
    accepts=(M,),
    invariant=True,
)
s_min = Word(
    "s_min",
    S,
    r"s_{{\min}}({0:0})",
    screened(lambda A: _float_singular_values(A)[..., -1:, None]),
    lambda field, A: field.singular_values(A)[-1],
    bounded=singular(lambda v: v[..., -1:, None]),
    meaning="the last of the min(m, n) singular values; 0 where A has not full rank",
    elsewhere="svdvals, smallest singular value",
    gradient=gradients.smallest_singular_value,
    nonneg=When.ALWAYS,
    accepts=(M,),
    algebraic=True,
    invariant=True,
)
s_star = Word(
    "s_star",
    S,
    "s_*({0:0})",
    screened(_float_smallest_nonzero),
    _smallest_nonzero,
    bounded=smallest_nonzero(_float_singular_values),
    meaning="s_*, the smallest non-zero singular value, s_r for rank r; undefined for A = 0",
    elsewhere="smallest non-zero singular value",
    gradient=gradients.smallest_nonzero,
    nonneg=When.ALWAYS,
    accepts=(M,),
    partial=True,
    informed=True,
    algebraic=True,
    invariant=True,
)
kappa = Word(
    "kappa",
    S,
    r"\kappa({0:0})",
    meaning="the condition number s_1 / s_*, s_* the smallest non-zero singular value; undefined for A = 0",
    elsewhere="cond, condition number",
    nonneg=When.ALWAYS,
    body=lambda A: s1(A) / s_star(A),
    accepts=(M,),
    invariant=True,
)
cond = Word(
    "cond",
    S,
    r"\mathrm{{cond}}({0:0})",
    meaning="s_1 / s_min, with s_min the last of the min(m, n) singular values; undefined where s_min = 0",
    elsewhere="condition number",
    nonneg=When.ALWAYS,
    body=lambda A: s1(A) / s_min(A),
    accepts=(M,),
    invariant=True,
)
lam = Word(
    "lam",
    V,
    r"\lambda({0:0})",
    screened(_float_eigenvalues),
    certified_eigenvalues,
    bounded=lipschitz,
    meaning="the n eigenvalues of a symmetric matrix, descending, with multiplicity; symmetric only",
    elsewhere="eig, eigh, eigvals, eigvalsh, eigenvalues, spectrum",
    square=True,
    symmetric_in=(0,),
    gradient=gradients.eigenvalues,
    nonneg=When.SEMIDEFINITE,
    descending=True,
    accepts=(M,),
    indexed=r"\lambda_{{{i}}}({0:0})",
    shape=lambda A: A[:1],
    partial=True,
    informed=True,
    algebraic=True,
)
lam_max = Word(
    "lam_max",
    S,
    r"\lambda_{{\max}}({0:0})",
    meaning="the largest eigenvalue of a symmetric matrix; symmetric only",
    elsewhere="eigvalsh, largest eigenvalue",
    nonneg=When.SEMIDEFINITE,
    body=lambda A: lam(A)[1],
    accepts=(M,),
)
lam_min = Word(
    "lam_min",
    S,
    r"\lambda_{{\min}}({0:0})",
    screened(lambda A: _float_eigenvalues(A)[..., -1:, :]),
    lambda field, A, form: certified_eigenvalues(field, A, form)[-1],
    bounded=lipschitz,
    meaning="the smallest eigenvalue of a symmetric matrix; symmetric only",
    elsewhere="eigvalsh, smallest eigenvalue",
    square=True,
    symmetric_in=(0,),
    gradient=gradients.smallest_eigenvalue,
    nonneg=When.SEMIDEFINITE,
    accepts=(M,),
    partial=True,
    informed=True,
    algebraic=True,
)
moduli = Word(
    "moduli",
    V,
    r"\lvert\lambda({0:0})\rvert^\downarrow",
    screened(lambda A: _moduli(general_eigenvalues(A))),
    lambda field, A: field.moduli(A),
    bounded=eigenvalues(general_eigenvalues, _moduli),
    meaning="|eigenvalues| of a square matrix, complex ones too: n values, descending, with multiplicity",
    elsewhere="eig, eigvals, complex eigenvalues",
    square=True,
    gradient=gradients.moduli,
    nonneg=When.ALWAYS,
    descending=True,
    accepts=(M,),
    indexed=r"(\lvert\lambda({0:0})\rvert^\downarrow)_{{{i}}}",  # |lambda_i| would be of the i-th one
    shape=lambda A: A[:1],
)
spectral_radius = Word(
    "spectral_radius",
    S,
    r"r({0:0})",
    meaning="the largest modulus of the eigenvalues of a square matrix",
    elsewhere="largest modulus",
    nonneg=When.ALWAYS,
    body=lambda A: largest(moduli(A)),
    accepts=(M,),
)
numerical_radius = Word(
    "numerical_radius",
    S,
    "w({0:0})",
    screened(_float_numerical_radius),
    lambda field, A: field.numerical_radius(A),
    meaning="w(A) = max |x*Ax| over complex unit vectors x, for a real square matrix A",
    elsewhere="field of values, numerical range",
    square=True,
    nonneg=When.ALWAYS,
    accepts=(M,),
)


def _schatten_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (INT, S):
        raise TypeError(f"schatten takes a matrix and a number, not a {A.value} and a {p.value}")
    return S


def _norm_kind(A: Kind) -> Kind:
    if A not in (M, V):
        raise TypeError(f"a norm takes a matrix or a vector, not a {A.value}")
    return S


def _schatten(A: Expr, p: Expr) -> Expr:
    """(sum s_i^p)^(1/p), p >= 1 a constant."""
    return power.node(total.node(power.node(s.node(A), p)), 1 / p)


def _by_roots(A: Expr, p: Expr) -> Expr | None:
    """Of p = 4, 8, ...: the root as square roots."""
    root = 1 / p.payload[0] if p.word is CONST and p.payload[0] > 0 else 1
    by_squares = root.denominator > 2 and root.denominator & (root.denominator - 1) == 0
    return power.node(total.node(power.node(s.node(A), p)), const(root)) if by_squares else None


def _no_norm(A: Expr, p: Expr) -> bool:
    """For p > 0 the sum under the root is never negative."""
    return not (p.word is CONST and p.payload[0] > 0)


op = Word(
    "op",
    S,
    r"\lVert {0:0‖} \rVert",
    meaning="the operator (spectral) norm, s_1",
    elsewhere="norm, spectral norm, operator norm, 2-norm, induced norm, Lipschitz",
    nonneg=When.ALWAYS,
    body=lambda A: s1(A),
    accepts=(M,),
    invariant=True,
)
fro = Word(
    "fro",
    S,
    r"\lVert {0:0‖} \rVert_F",
    meaning="the Frobenius norm, the root of the sum of all squared entries",
    elsewhere="norm, Frobenius, Hilbert-Schmidt, Schatten 2-norm, l2",
    nonneg=When.ALWAYS,
    body=lambda A: sqrt(total(sq(entries(A)))),
    accepts=(M,),
    partial=False,
    invariant=True,
)
nuclear = Word(
    "nuclear",
    S,
    r"\lVert {0:0‖} \rVert_*",
    meaning="the nuclear (trace) norm, the sum of the singular values",
    elsewhere="norm, trace norm, Schatten 1-norm",
    nonneg=When.ALWAYS,
    body=lambda A: total(s(A)),
    accepts=(M,),
    invariant=True,
)
schatten = Word(
    "schatten",
    _schatten_kind,
    r"\lVert {0:0‖} \rVert_{{S_{{{1:0}}}}}",
    meaning="the Schatten norm, (the sum of all s_i^p)^(1/p), p >= 1",
    elsewhere="norm, Schatten norm",
    takes=("matrix", "number p"),
    nonneg=When.ALWAYS,
    counts=True,
    body=_schatten,
    formula=_by_roots,
    partial=_no_norm,
    invariant=True,
)
ky_fan = Word(
    "ky_fan",
    S,
    r"\lVert {0:0‖} \rVert_{{({1:0})}}",
    meaning="the Ky Fan norm, the sum of the k largest singular values, 0 <= k <= min(m, n)",
    elsewhere="Ky Fan norm",
    nonneg=When.ALWAYS,
    body=lambda A, k: total(s(A)[:k]),
    accepts=(M, INT),
    invariant=True,
)
norm = Word(
    "norm",
    S,
    r"\lVert {0:0‖} \rVert",
    meaning="the Euclidean norm of a vector",
    elsewhere="length, euclidean norm, l2, 2-norm",
    nonneg=When.ALWAYS,
    body=lambda v: sqrt(total(sq(v))),
    accepts=(V,),
    partial=False,
    invariant=True,
)
norm_1 = Word(
    "norm_1",
    _norm_kind,
    r"\lVert {0:0‖} \rVert_1",
    meaning="of a matrix the largest column sum of |a_ij|, of a vector the sum of |x_i|",
    takes=("matrix or vector",),
    elsewhere="norm, 1-norm, l1, taxicab, maximum column sum",
    nonneg=When.ALWAYS,
    body=lambda A: largest(column_sums(entrywise_abs(A))) if A.kind is M else total(abs(A)),
)
norm_inf = Word(
    "norm_inf",
    _norm_kind,
    r"\lVert {0:0‖} \rVert_\infty",
    meaning="of a matrix the largest row sum of |a_ij|, of a vector the largest |x_i|",
    takes=("matrix or vector",),
    elsewhere="norm, infinity norm, max norm of a vector, maximum row sum",
    nonneg=When.ALWAYS,
    body=lambda A: largest(row_sums(entrywise_abs(A))) if A.kind is M else largest(abs(A)),
)
max_entry = Word(
    "max_entry",
    S,
    r"\lVert {0:0‖} \rVert_{{\max}}",
    meaning="the largest |a_ij|; a norm, not a submultiplicative one",
    elsewhere="max, amax, max norm",
    nonneg=When.ALWAYS,
    body=lambda A: largest(abs(entries(A))),
    accepts=(M,),
)
