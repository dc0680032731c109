"""The words that statements are written in; the same words work on numpy arrays in a notebook.

May import process, numbers and laws. Inside, a package imports those before it: `grammar` (what words and
trees are, start with `grammar.tree`), `systems` (the number systems in which trees are read, protocol
`systems.evaluate.System`), `words` (the words themselves), `printing` (trees as LaTeX), `relations`
(`given`, `then`, and verdicts on them).
"""

from __future__ import annotations

from importlib import import_module

from perturb import version
from perturb.process import public
from perturb.vocab.grammar.tree import LATER as _LATER
from perturb.vocab.grammar.tree import WORDS as _WORDS
from perturb.vocab.grammar.tree import Word as _Word
from perturb.vocab.grammar.tree import indices
from perturb.vocab.relations.order import given, then
from perturb.vocab.systems.immediate import immediate as _immediate
from perturb.vocab.words.arithmetic import absolute, exp, larger, log, pi, power, smaller, sq, sqrt
from perturb.vocab.words.complexes import (
    complex_det,
    complex_lam,
    complex_matrix,
    complex_moduli,
    complex_s,
    complex_trace,
    hermitian_permanent,
)
from perturb.vocab.words.eigen import eig_im, eig_re, eigenprojection, eigenvector, matching_distance
from perturb.vocab.words.entrywise import (
    column_sums,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    hadamard,
    kron,
    row_sums,
)
from perturb.vocab.words.lists import I, ascending, descending, ones, ones_matrix, unit
from perturb.vocab.words.lists import from_list as _from_list
from perturb.vocab.words.matrix import (
    T,
    cols,
    commutator,
    det,
    eye,
    inv,
    matpow,
    mul,
    permanent,
    rank,
    rows,
    sym,
    trace,
)
from perturb.vocab.words.matrix_functions import (
    adjugate,
    geometric_mean,
    least_minor,
    mat_abs,
    mat_exp,
    mat_log,
    mat_power,
    mat_sqrt,
    pinv,
    polar,
)
from perturb.vocab.words.parts import (
    banded,
    block,
    column,
    leading,
    lower,
    lower_left,
    reshape,
    row,
    schur,
    strict_lower,
    strict_upper,
    trailing,
    upper,
    upper_right,
    without_columns,
    without_rows,
)
from perturb.vocab.words.spectral import (
    cond,
    fro,
    kappa,
    ky_fan,
    lam,
    lam_max,
    lam_min,
    max_entry,
    moduli,
    norm,
    nuclear,
    numerical_radius,
    op,
    s,
    s1,
    s_min,
    s_star,
    schatten,
    spectral_radius,
)
from perturb.vocab.words.vector import (
    column_matrix,
    diag,
    diagonal,
    entries,
    head,
    largest,
    length,
    partial_products,
    partial_sums,
    product,
    smallest,
    total,
    vec_columns,
    vec_rows,
)

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

# What words and trees ask of files that rest on them.
_LATER.on_arrays, _LATER.from_list = _immediate, _from_list

# Words about layers stand with the layers; they rest on this package, so they are loaded after it, by name.
import_module("perturb.networks.words")


def __getattr__(name: str) -> _Word:
    if name in __all__ and name in _WORDS:
        return _WORDS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
