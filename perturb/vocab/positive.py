"""Words for positive definite matrices: logarithm, real powers, geometric mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb_mat

from perturb.numbers import logarithm
from perturb.numbers.errors import Unavailable
from perturb.vocab.arrays import screened
from perturb.vocab.definite import mean, of_symmetric, real_power
from perturb.vocab.facts import Facts
from perturb.vocab.matrix import inv
from perturb.vocab.matrix_functions import mat_exp, mat_sqrt
from perturb.vocab.tree import Expr
from perturb.vocab.word import Kind, M, S, When, Word


def _log(field: Any, A: Any, facts: Facts) -> Any:
    """Defined where the matrix is certainly symmetric and positive definite."""
    if isinstance(A, arb_mat) and A.overlaps(A.transpose()) and not facts.symmetric():
        raise Unavailable("mat_log: whether the matrix is symmetric cannot be seen from its balls")
    return field.matrix(logarithm.matrix_log, A, frozenset({"weyl", "ostrowski", "logarithm-lipschitz"}))


def _float_log(A: Any) -> Any:
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    logs = np.log(np.where(values > 0, values, np.nan))
    return (vectors * logs[..., None, :]) @ np.swapaxes(vectors, -1, -2)


def _power_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (Kind.INTEGER, S):
        raise TypeError(f"mat_power takes a matrix and a number, not a {A.value} and a {p.value}")
    return M


def _mean(A: Expr, B: Expr) -> Expr:
    root = mat_sqrt.node(A)
    back = inv.node(root)
    return root @ mat_sqrt.node(back @ B @ back) @ root


mat_log = Word(
    "mat_log",
    M,
    r"\log {0:9}",
    screened(_float_log),
    _log,
    bounded=of_symmetric(np.log, lambda least, most: 1 / least),
    meaning="the symmetric logarithm of a positive definite matrix; undefined for any other",
    symmetric=True,
    level=3,
    accepts=(M,),
    partial=True,
    informed=True,
    inexact=True,
)
mat_power = Word(
    "mat_power",
    _power_kind,
    "{0:9}^{{{1:0}}}",
    meaning="the p-th power e^(p log A) of a positive definite matrix, p real; undefined for any other",
    takes=("matrix", "number p"),
    bounded=real_power,
    body=lambda A, p: mat_exp.node(p * mat_log.node(A)),
    symmetric=True,
    semidefinite=When.ALWAYS,
    counts=True,
    level=3,
    instead=r"\mathrm{{pow}}\left({0:0}, {1:0}\right)",
    inexact=True,
    shape=lambda A, p: A,
)
geometric_mean = Word(
    "geometric_mean",
    M,
    r"{0:3} \# {1:3}",
    meaning="A^(1/2) (A^(-1/2) B A^(-1/2))^(1/2) A^(1/2); undefined unless A > 0 and B >= 0",
    bounded=mean,
    body=_mean,
    symmetric=True,
    semidefinite=When.ALWAYS,
    level=1,
    accepts=(M, M),
)
