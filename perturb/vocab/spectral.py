"""Words for spectra: singular values, condition numbers, eigenvalues, numerical radius, matrix functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from perturb.balls import functions, residual
from perturb.balls.scalar import Unavailable, Undefined
from perturb.vocab.arrays import screened
from perturb.vocab.facts import Facts
from perturb.vocab.intervals import smaller
from perturb.vocab.matrix import M, S, V
from perturb.vocab.tree import Word
from perturb.vocab.vector import largest


def _float_moduli(A: Any) -> Any:
    return -np.sort(-np.abs(np.linalg.eigvals(A)), axis=-1)[..., None]


def _float_eigenvalues(A: Any) -> Any:
    return np.linalg.eigvalsh((A + np.swapaxes(A, -1, -2)) / 2)[..., ::-1, None]


def _float_smallest_nonzero(A: Any) -> Any:
    """Zero is not decided here: below the usual rank tolerance a singular value is screened as zero."""
    values = np.linalg.svd(A, compute_uv=False)
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


def _eigenvalues(field: Any, A: Any, facts: Facts) -> Any:
    if isinstance(A, arb_mat) and A.overlaps(A.transpose()) and not facts.symmetric():
        raise Unavailable("eigenvalues: whether the matrix is symmetric cannot be seen from its balls")
    return field.eigenvalues(A)


def _sqrt(field: Any, P: Any, facts: Facts) -> Any:
    """Defined where the matrix is certainly symmetric and positive semidefinite."""
    _check_square(P)
    if isinstance(P, arb_mat) and P.overlaps(P.transpose()):
        if not facts.symmetric():
            raise Unavailable("mat_sqrt: whether the matrix is symmetric cannot be seen from its balls")
        least = residual.symmetric_eigenvalues(P)[-1]
        if not (least >= 0 or least < 0 or facts.semidefinite()):
            raise Unavailable("mat_sqrt: whether the matrix is positive semidefinite cannot be seen")
        if not least > 0:
            return _from_twice_the_digits(field, functions.matrix_sqrt, facts)
    return field.matrix(functions.matrix_sqrt, P)


def _abs(field: Any, A: Any, facts: Facts) -> Any:
    if isinstance(A, arb_mat) and not residual.singular_values(A)[-1] > 0:
        return _from_twice_the_digits(field, functions.matrix_abs, facts)
    return field.matrix(functions.matrix_abs, A)


def _from_twice_the_digits(field: Any, f: Any, facts: Facts) -> Any:
    """A root halves the digits of a matrix of balls where an eigenvalue is 0."""
    bits = 2 * ctx.prec + 16
    with ctx.workprec(bits):
        return field.matrix(f, facts.sharper(bits))


def _check_square(A: Any) -> None:
    if A.nrows() != A.ncols():
        raise ValueError(f"a square matrix is needed, not {A.nrows()} x {A.ncols()}")


def _power_of(f: Any, A: Any, clip: bool) -> Any:
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    mapped = f(np.maximum(values, 0) if clip else values)
    return (vectors * mapped[..., None, :]) @ np.swapaxes(vectors, -1, -2)


def _float_abs(A: Any) -> Any:
    _, values, right = np.linalg.svd(A, full_matrices=False)
    return np.swapaxes(right, -1, -2) @ (values[..., None] * right)


def _float_exp(A: Any) -> Any:
    """Scaling and squaring on a whole batch: good enough to screen, far faster than one by one."""
    norm = np.abs(A).sum(axis=-1).max(initial=1e-300)
    halvings = min(max(int(np.ceil(np.log2(norm))) + 3, 0), 60) if np.isfinite(norm) else 0
    scaled, term = A / 2.0**halvings, np.eye(A.shape[-1])
    result = np.broadcast_to(term, A.shape)
    for k in range(1, 13):
        term = term @ scaled / k
        result = result + term
    for _ in range(halvings):
        result = result @ result
    return result


def _float_numerical_radius(A: Any) -> Any:
    H, K = (A + np.swapaxes(A, -1, -2)) / 2, (A - np.swapaxes(A, -1, -2)) / 2
    angles = np.linspace(0, np.pi, 64)
    tops = [np.linalg.eigvalsh(np.cos(t) * H + 1j * np.sin(t) * K)[..., -1] for t in angles]
    return np.max(tops, axis=0)[..., None, None]


s = Word(
    "s",
    V,
    "s({0:0})",
    screened(lambda A: np.linalg.svd(A, compute_uv=False)[..., None]),
    lambda field, A: field.singular_values(A),
    accepts=(M,),
    indexed="s_{{{i}}}({0:0})",
    shape=lambda A: (smaller(*A),),
)
s1 = Word("s1", S, "s_1({0:0})", body=lambda A: s(A)[1], accepts=(M,))
s_min = Word(
    "s_min",
    S,
    r"s_{{\min}}({0:0})",
    screened(lambda A: np.linalg.svd(A, compute_uv=False)[..., -1:, None]),
    lambda field, A: field.singular_values(A)[-1],
    accepts=(M,),
)
s_star = Word(
    "s_star",
    S,
    "s_*({0:0})",
    screened(_float_smallest_nonzero),
    _smallest_nonzero,
    accepts=(M,),
    partial=True,
    informed=True,
)
kappa = Word("kappa", S, r"\kappa({0:0})", body=lambda A: s1(A) / s_star(A), accepts=(M,))
cond = Word("cond", S, r"\mathrm{{cond}}({0:0})", body=lambda A: s1(A) / s_min(A), accepts=(M,))
lam = Word(
    "lam",
    V,
    r"\lambda({0:0})",
    screened(_float_eigenvalues),
    _eigenvalues,
    accepts=(M,),
    indexed=r"\lambda_{{{i}}}({0:0})",
    shape=lambda A: A[:1],
    partial=True,
    informed=True,
)
lam_max = Word("lam_max", S, r"\lambda_{{\max}}({0:0})", body=lambda A: lam(A)[1], accepts=(M,))
lam_min = Word(
    "lam_min",
    S,
    r"\lambda_{{\min}}({0:0})",
    screened(lambda A: _float_eigenvalues(A)[..., -1:, :]),
    lambda field, A, form: _eigenvalues(field, A, form)[-1],
    accepts=(M,),
    partial=True,
    informed=True,
)
moduli = Word(
    "moduli",
    V,
    r"\lvert\lambda({0:0})\rvert",
    screened(_float_moduli),
    lambda field, A: field.moduli(A),
    accepts=(M,),
    indexed=r"\lvert\lambda_{{{i}}}({0:0})\rvert",
    shape=lambda A: A[:1],
)
spectral_radius = Word("spectral_radius", S, r"r({0:0})", body=lambda A: largest(moduli(A)), accepts=(M,))
numerical_radius = Word(
    "numerical_radius",
    S,
    "w({0:0})",
    screened(_float_numerical_radius),
    lambda field, A: field.numerical_radius(A),
    accepts=(M,),
)
mat_exp = Word(
    "mat_exp",
    M,
    "e^{{{0:0}}}",
    screened(_float_exp),
    lambda field, A: field.matrix(functions.matrix_exp, A, frozenset()),
    level=3,
    accepts=(M,),
    inexact=True,
)
mat_sqrt = Word(
    "mat_sqrt",
    M,
    "{0:9}^{{1/2}}",
    screened(lambda A: _power_of(np.sqrt, A, clip=True)),
    _sqrt,
    level=3,
    accepts=(M,),
    partial=True,
    informed=True,
)
mat_abs = Word(
    "mat_abs",
    M,
    r"\lvert {0:0} \rvert",
    screened(_float_abs),
    _abs,
    accepts=(M,),
    shape=lambda A: (A[1], A[1]),
    informed=True,
)
