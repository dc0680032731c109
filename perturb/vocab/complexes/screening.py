"""Complex matrices in float64 as complex arrays, half as wide as their doubles: for screening only.

A word of a double [[X, -Y], [Y, X]] is computed from X + iY where that says all; others see the double.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.evaluate import Evaluation, Floats, screened

At = Mapping[str, int]


def shortcut(expr: Expr, read: Evaluation, at: At) -> Any:
    """The float64 value of a word of a complex matrix; None where there is no shorter way."""
    word = SHORT.get(expr.word.name)
    return None if word is None else word(_complex(expr.args[0], read, at))


def _complex(expr: Expr, read: Evaluation, at: At) -> Any:
    """X + iY of a double, (B, m, n), each part once."""
    key = ("complex", expr, tuple([at[name] for name in expr.indices]))
    found = read.kept.get(key)
    if found is None:
        with np.errstate(all="ignore"):
            found = read.kept[key] = _made(expr, read, at)
    return found


def _made(expr: Expr, read: Evaluation, at: At) -> Any:
    args, made = expr.args, MADE.get(expr.word.name)
    if expr.word.name == "complex_matrix":
        return read(args[0], at) + 1j * read(args[1], at)
    doubles = [arg for arg in args if arg.kind is Kind.MATRIX]
    if made is None or not all(arg.double for arg in doubles):
        return _halved(read(expr, at))
    return made(*[_complex(arg, read, at) if arg.kind is Kind.MATRIX else read(arg, at) for arg in args])


def _halved(D: Any) -> Any:
    m, n = D.shape[-2] // 2, D.shape[-1] // 2
    return D[..., :m, :n] + 1j * D[..., m:, :n]


def _adjoint(Z: Any) -> Any:
    return np.conj(np.swapaxes(Z, -1, -2))


def _identity(Z: Any) -> Any:
    return np.eye(Z.shape[-1], dtype=complex)[None]


MADE: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "neg": np.negative,
    "matmul": np.matmul,
    "mul": np.multiply,
    "div": np.divide,
    "T": _adjoint,
    "inv": screened(np.linalg.inv),
    "eye": _identity,
}


def _singular_values(Z: Any) -> Any:
    """(B, k), descending; of 2 x 2 ones by s_1^2 + s_2^2 = |Z|_F^2 and s_1 s_2 = |det Z|."""
    if Z.shape[-2:] == (2, 2):
        squares, area = _squares(Z)[..., 0, 0], abs(_determinant(Z))
        first = (np.sqrt(squares + 2 * area) + np.sqrt(np.maximum(squares - 2 * area, 0.0))) / 2
        return np.stack([first, area / np.where(first > 0, first, 1.0)], axis=-1)
    return abs(Z).reshape(*Z.shape[:-2], 1) if Z.shape[-2:] == (1, 1) else _svd(Z)


def _values(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """(B, k) of a routine of LAPACK, NaN where it fails."""
    safe = screened(lambda Z: f(Z)[..., None])
    return lambda Z: safe(Z)[..., 0]


_svd = _values(lambda Z: np.linalg.svd(Z, compute_uv=False))
_eigvalsh = _values(lambda Z: np.linalg.eigvalsh((Z + _adjoint(Z)) / 2)[..., ::-1])
_eigvals = _values(np.linalg.eigvals)
_all_of_one = _values(lambda Z: np.linalg.det(Z)[..., None])


def _determinant(Z: Any) -> Any:
    return _all_of_one(Z)[..., 0]


def _squares(Z: Any) -> Any:
    return (Z.real**2 + Z.imag**2).sum(axis=(-2, -1))[..., None, None]


def _moduli(Z: Any) -> Any:
    return -np.sort(-abs(_eigvals(Z)), axis=-1)


def _vector(values: Callable[[Any], Any], times: int = 1) -> Callable[[Any], Any]:
    """As (B, k, 1); those of the double come twice each."""
    return lambda Z: np.repeat(values(Z), times, axis=-1)[..., None]


SHORT: dict[str, Callable[[Any], Any]] = {
    "s": _vector(_singular_values, 2),
    "complex_s": _vector(_singular_values),
    "lam": _vector(_eigvalsh, 2),
    "complex_lam": _vector(_eigvalsh),
    "lam_min": lambda Z: _eigvalsh(Z)[..., -1:, None],
    "moduli": _vector(_moduli, 2),
    "complex_moduli": _vector(_moduli),
    "fro": lambda Z: np.sqrt(2 * _squares(Z)),
    "trace": lambda Z: 2 * np.trace(Z.real, axis1=-2, axis2=-1)[..., None, None],
    "det": lambda Z: abs(_determinant(Z)[..., None, None]) ** 2,
    "complex_det_re": lambda Z: _determinant(Z)[..., None, None].real,
    "complex_det_im": lambda Z: _determinant(Z)[..., None, None].imag,
}


Floats.shortcut = staticmethod(shortcut)
