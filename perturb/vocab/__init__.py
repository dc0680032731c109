"""The words that statements are written in; the same words work on numpy arrays in a notebook."""

from __future__ import annotations

from importlib import import_module

from perturb import version
from perturb.process import public
from perturb.vocab.arithmetic import power
from perturb.vocab.blocks import (
    block,
    leading,
    lower_left,
    schur,
    trailing,
    upper_right,
    without_columns,
    without_rows,
)
from perturb.vocab.complexes import (
    complex_det,
    complex_lam,
    complex_matrix,
    complex_moduli,
    complex_s,
    complex_trace,
    hermitian_permanent,
)
from perturb.vocab.eigen import eig_im, eig_re, eigenprojection, eigenvector, matching_distance
from perturb.vocab.entries import (
    column_matrix,
    diag,
    diagonal,
    entries,
    strict_upper,
    upper,
    vec_columns,
    vec_rows,
)
from perturb.vocab.entrywise import column_sums, entrywise_abs, entrywise_exp, entrywise_power, row_sums
from perturb.vocab.identity import I
from perturb.vocab.inverses import adjugate, least_minor, pinv, polar
from perturb.vocab.kronecker import hadamard, kron
from perturb.vocab.lists import ascending, descending, ones, ones_matrix, unit
from perturb.vocab.matrix import T, commutator, eye, inv, matpow, mul, sym
from perturb.vocab.matrix_functions import mat_abs, mat_exp, mat_sqrt
from perturb.vocab.matrix_numbers import cols, det, permanent, rank, rows, trace
from perturb.vocab.norms import fro, ky_fan, max_entry, norm, nuclear, op, schatten
from perturb.vocab.order import given, then
from perturb.vocab.parts import banded, column, lower, reshape, row, strict_lower
from perturb.vocab.positive import geometric_mean, mat_log, mat_power
from perturb.vocab.scalar import absolute, exp, larger, log, pi, smaller, sq, sqrt
from perturb.vocab.spectral import (
    cond,
    kappa,
    lam,
    lam_max,
    lam_min,
    moduli,
    numerical_radius,
    s,
    s1,
    s_min,
    s_star,
    spectral_radius,
)
from perturb.vocab.tree import indices
from perturb.vocab.vector import (
    head,
    largest,
    length,
    partial_products,
    partial_sums,
    product,
    smallest,
    total,
)
from perturb.vocab.word import WORDS as _WORDS
from perturb.vocab.word import Word as _Word

if version.TYPE_CHECKING:
    circulant: _Word
    mean_width: _Word
    operator_width: _Word
    relu_distance: _Word
    relu_norm: _Word
    relu_singular_values: _Word
    relu_width: _Word
    slopes: _Word

__all__ = [
    "I",
    "T",
    "absolute",
    "adjugate",
    "ascending",
    "banded",
    "block",
    "circulant",
    "cols",
    "column",
    "column_matrix",
    "column_sums",
    "commutator",
    "complex_det",
    "complex_lam",
    "complex_matrix",
    "complex_moduli",
    "complex_s",
    "complex_trace",
    "cond",
    "descending",
    "det",
    "diag",
    "diagonal",
    "eig_im",
    "eig_re",
    "eigenprojection",
    "eigenvector",
    "entries",
    "entrywise_abs",
    "entrywise_exp",
    "entrywise_power",
    "exp",
    "eye",
    "fro",
    "geometric_mean",
    "given",
    "hadamard",
    "head",
    "hermitian_permanent",
    "indices",
    "inv",
    "kappa",
    "kron",
    "ky_fan",
    "lam",
    "lam_max",
    "lam_min",
    "larger",
    "largest",
    "leading",
    "least_minor",
    "length",
    "log",
    "lower",
    "lower_left",
    "mat_abs",
    "mat_exp",
    "mat_log",
    "mat_power",
    "mat_sqrt",
    "matching_distance",
    "matpow",
    "max_entry",
    "mean_width",
    "moduli",
    "mul",
    "norm",
    "nuclear",
    "numerical_radius",
    "ones",
    "ones_matrix",
    "op",
    "operator_width",
    "partial_products",
    "partial_sums",
    "permanent",
    "pi",
    "pinv",
    "polar",
    "power",
    "product",
    "rank",
    "relu_distance",
    "relu_norm",
    "relu_singular_values",
    "relu_width",
    "reshape",
    "row",
    "row_sums",
    "rows",
    "s",
    "s1",
    "s_min",
    "s_star",
    "schatten",
    "schur",
    "slopes",
    "smaller",
    "smallest",
    "spectral_radius",
    "sq",
    "sqrt",
    "strict_lower",
    "strict_upper",
    "sym",
    "then",
    "total",
    "trace",
    "trailing",
    "unit",
    "upper",
    "upper_right",
    "vec_columns",
    "vec_rows",
    "without_columns",
    "without_rows",
]
__dir__ = public.offered(__name__)

# Words about layers stand with the layers; they rest on this package, so they are loaded after it, by name.
import_module("perturb.networks.words")


def __getattr__(name: str) -> _Word:
    if name in __all__ and name in _WORDS:
        return _WORDS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
