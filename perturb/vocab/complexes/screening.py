"""Complex matrices in float64 as complex arrays, half as wide as their doubles: for screening only.

A word of a double [[X, -Y], [Y, X]] is computed from X + iY where that says all; others see the double.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.batches import singular_values, symmetric_eigenvalues
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
    "mat_abs": screened(lambda Z: _absolute(Z)),
    "mat_sqrt": screened(lambda Z: _by_spectrum(lambda x: np.sqrt(np.maximum(x, 0.0)), Z)),
}


def _values(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """(B, k) of a routine of LAPACK, NaN where it fails."""
    safe = screened(lambda Z: f(Z)[..., None])
    return lambda Z: safe(Z)[..., 0]


_singular_values = _values(singular_values)
_eigvalsh = _values(lambda Z: symmetric_eigenvalues((Z + _adjoint(Z)) / 2))
_eigvals = _values(np.linalg.eigvals)
_all_of_one = _values(lambda Z: np.linalg.det(Z)[..., None])


def _determinant(Z: Any) -> Any:
    return _all_of_one(Z)[..., 0]


def _squares(Z: Any) -> Any:
    return (Z.real**2 + Z.imag**2).sum(axis=(-2, -1))[..., None, None]


def _moduli(Z: Any) -> Any:
    return -np.sort(-abs(_eigvals(Z)), axis=-1)


def _absolute(Z: Any) -> Any:
    """(Z^* Z)^(1/2)."""
    _, values, right = np.linalg.svd(Z, full_matrices=False)
    return _adjoint(right) @ (values[..., None] * right)


def _by_spectrum(f: Callable[[Any], Any], Z: Any) -> Any:
    values, vectors = np.linalg.eigh((Z + _adjoint(Z)) / 2)
    return (vectors * f(values)[..., None, :]) @ _adjoint(vectors)


def _doubled(Z: Any) -> Any:
    """[[X, -Y], [Y, X]]."""
    return np.concatenate(
        [np.concatenate([Z.real, -Z.imag], axis=-1), np.concatenate([Z.imag, Z.real], axis=-1)], axis=-2
    )


ANGLES = 24  # of half a turn, a first look
CLOSER = (1.0, 1 / 4, 1 / 32)  # steps of a look at three angles beside the best one, in steps of the first


def _numerical_radius(Z: Any) -> Any:
    """max |h| of the eigenvalues h of the Hermitian parts of e^(-it) Z: on a grid, then by parabolas.

    Never above the radius but for rounding; beside a smooth maximum to some 12 digits.
    """
    if Z.shape[-1] == 1:
        return abs(Z[..., 0])
    step = np.pi / ANGLES
    angles = np.broadcast_to(step * np.arange(ANGLES), (len(Z), ANGLES))
    found = _heights(Z, angles)
    best = found.argmax(axis=-1)[:, None]
    angle, top = np.take_along_axis(angles, best, 1), np.take_along_axis(found, best, 1)
    for share in CLOSER:
        near = step * share
        left, right = np.split(_heights(Z, angle + np.array([-near, near])), 2, axis=-1)
        bend = left - 2 * top + right
        move = np.where(bend < 0, (left - right) / np.where(bend < 0, 2 * bend, 1.0), 0.0)
        moved = angle + near * np.clip(move, -1.0, 1.0)
        height = _heights(Z, moved)
        angle, top = np.where(height > top, moved, angle), np.maximum(height, top)
    return top


def _heights(Z: Any, angles: Any) -> Any:
    """The largest modulus of an eigenvalue of the Hermitian part of e^(-it) Z, t in (B, k) angles."""
    turned = np.exp(-1j * angles)[..., None, None] * Z[:, None]
    S = (turned + _adjoint(turned)) / 2
    if Z.shape[-1] == 2:
        middle, half = (S[..., 0, 0] + S[..., 1, 1]).real / 2, (S[..., 0, 0] - S[..., 1, 1]).real / 2
        return abs(middle) + np.sqrt(half**2 + S[..., 0, 1].real ** 2 + S[..., 0, 1].imag ** 2)
    if Z.shape[-1] == 3:
        return _largest_of_three(S)
    values = np.linalg.eigvalsh(S)
    return np.maximum(values[..., -1], -values[..., 0])


def _largest_of_three(S: Any) -> Any:
    """max |h| of the roots h of the characteristic polynomial: by the cosine of a third of an angle."""
    a, b, c = (S[..., k, k].real for k in range(3))
    middle = (a + b + c) / 3
    a, b, c = a - middle, b - middle, c - middle
    x, y, z = S[..., 0, 1], S[..., 1, 2], S[..., 0, 2]
    p, q, r = (w.real**2 + w.imag**2 for w in (x, y, z))
    size = np.sqrt((a * a + b * b + c * c + 2 * (p + q + r)) / 6)
    volume = a * b * c + 2 * (x * y * z.conj()).real - a * q - b * r - c * p
    cosine = volume / np.where(size > 0, 2 * size**3, 1.0)
    angle = np.arccos(np.clip(cosine, -1.0, 1.0)) / 3
    first, last = middle + 2 * size * np.cos(angle), middle + 2 * size * np.cos(angle + 2 * np.pi / 3)
    return np.maximum(first, -last)


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
    "numerical_radius": lambda Z: _values(_numerical_radius)(Z)[..., None],
    "mat_abs": lambda Z: _doubled(MADE["mat_abs"](Z)),
    "mat_sqrt": lambda Z: _doubled(MADE["mat_sqrt"](Z)),
    "fro": lambda Z: np.sqrt(2 * _squares(Z)),
    "trace": lambda Z: 2 * np.trace(Z.real, axis1=-2, axis2=-1)[..., None, None],
    "det": lambda Z: abs(_determinant(Z)[..., None, None]) ** 2,
    "complex_det_re": lambda Z: _determinant(Z)[..., None, None].real,
    "complex_det_im": lambda Z: _determinant(Z)[..., None, None].imag,
}


Floats.shortcut = staticmethod(shortcut)
