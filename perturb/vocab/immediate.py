"""A word applied to numpy arrays: it means there what it means in a statement, or it refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from flint import ctx, fmpq, fmpq_mat

from perturb.balls.errors import Unavailable, Undefined
from perturb.balls.scalar import to_arb
from perturb.vocab.arrays import screened
from perturb.vocab.certified import CharPoly
from perturb.vocab.counted import Counted, guessed
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.floats import Floats
from perturb.vocab.tree import Expr, as_expr, const, variable
from perturb.vocab.word import Kind, Word

SQUARE = {"inv", "matpow", "det", "permanent", "trace", "moduli", "numerical_radius", "lam", "lam_min"}
SQUARE |= {"mat_exp", "mat_sqrt", "mat_log", "adjugate", "eig_re", "eig_im", "matching_distance"}
SQUARE |= {"eigenvector", "eigenprojection", "complex_s", "complex_lam", "complex_moduli"}
SYMMETRIC = {"lam", "lam_min", "mat_sqrt", "mat_log", "eigenvector", "eigenprojection", "complex_lam"}
ANY_SHAPES = {"matmul", "kron", "block"}  # numpy itself asks what must fit
ROUGH = {"relu_norm", "relu_distance", "numerical_radius"}  # in float64 good enough for a search alone
ROUGH |= {"relu_singular_values", "mean_width", "relu_width"}  # or without a value where it is not known
ROUNDING = 1e-10  # of the largest entry: what a computed A' A may be off from symmetric
BITS = 106
PARTIAL = {"div", "log", "pow", "inv", "mat_sqrt"}  # in numpy these have a value where the word has none
EPS = float(np.finfo(float).eps)


class CheckedFloats(Floats):
    """Float64 that refuses what a statement refuses: shapes that do not fit, what is not symmetric."""

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        name = expr.word.name
        matrices = [x for x, arg in zip(args, expr.args, strict=True) if arg.kind is Kind.MATRIX]
        vectors = [x for x, arg in zip(args, expr.args, strict=True) if arg.kind is Kind.VECTOR]
        if name not in ANY_SHAPES:
            _alike(name, [x.shape[-2:] for x in matrices])
            _alike(name, [x.shape[-2:-1] for x in vectors])
        if name in SQUARE and matrices[0].shape[-1] != matrices[0].shape[-2]:
            raise ValueError(f"{name}: a square matrix is needed, not {_sides(matrices[0].shape[-2:])}")
        if name in SYMMETRIC:
            _symmetric(name, matrices[0])
        if name == "block":
            _blocks([x.shape[-2:] for x in matrices])
        found = super().apply(expr, args, read, at)
        return np.where(without_value(expr, args), np.nan, found) if name in PARTIAL else found


def immediate(word: Word, args: tuple[Any, ...]) -> Any:
    """The word applied to numpy arrays: matrices (..., m, n), vectors (k,), numbers; float64 in and out.

    A scalar result has the batch shape (...); a vector (..., k) or a matrix (..., m, n) is `Counted`: its
    components count from 1. Where the word has no value the result is NaN. TypeError for what is no array
    of real numbers, ValueError for shapes that do not fit, matrices that are not symmetric where the word
    asks for that, arrays without entries, and integers that float64 does not hold.
    """
    kinds = {f"x{k}": guessed(arg) for k, arg in enumerate(args) if is_array(arg)}
    arrays = {f"x{k}": _real(word, k, arg) for k, arg in enumerate(args) if is_array(arg)}
    batch = np.broadcast_shapes(*[_batch(a, kinds[name]) for name, a in arrays.items()])
    nodes = [variable(n, kinds[n]) if (n := f"x{k}") in kinds else _said(x) for k, x in enumerate(args)]
    node = word.node(*nodes)
    inputs = {name: _spread(a, kinds[name], batch) for name, a in arrays.items()}
    if any(part.word.name in ROUGH for part in node.walk()):
        _finite(word, args, arrays)
        middles = np.array([_certified(node, one) for one in _one_by_one(inputs, kinds)])
        return _given_back(middles.reshape(len(middles), -1, 1), node.kind, batch)
    try:
        value = Evaluation(CheckedFloats(inputs))(node)
    except Undefined:
        return np.full(batch, np.nan)[()]
    return _given_back(value, node.kind, batch)


def _said(x: Any) -> Expr:
    """Beside arrays a float is a sample, too: the dyadic number that it is."""
    return const(Fraction(x)) if isinstance(x, float) and x - x == 0.0 else as_expr(x)


def is_array(x: Any) -> bool:
    return hasattr(x, "__array_interface__")


def _real(word: Word, position: int, x: Any) -> Any:
    """The array as float64, which holds each of its numbers."""
    array, where = np.asarray(x), f"{word.name}: argument {position + 1}"
    if array.dtype.kind not in "biuf" or (array.dtype.kind == "f" and array.dtype.itemsize > 8):
        raise TypeError(f"{where} has dtype {array.dtype}; words take arrays of real float64 numbers")
    if array.size == 0:
        raise ValueError(f"{where} has shape {array.shape}, so no entries")
    found = array.astype(np.float64)
    if array.dtype.kind in "iu" and any(int(a) != int(b) for a, b in _large(array, found)):
        raise ValueError(f"{where} has integers beyond 2^53 that no float64 is")
    return found


def _finite(word: Word, args: tuple[Any, ...], arrays: Mapping[str, Any]) -> None:
    """What is enclosed exactly has no place for a NaN or an infinity."""
    for k in range(len(args)):
        array = arrays.get(f"x{k}", np.zeros(1))
        if not np.isfinite(array).all():
            odd = array[~np.isfinite(array)][0]
            raise ValueError(
                f"{word.name}: argument {k + 1} holds {odd}; entries must be finite real numbers"
            )


def _large(array: Any, found: Any) -> Iterator[tuple[Any, Any]]:
    far = np.abs(found) >= 2.0**53
    return zip(array[far].tolist(), found[far].tolist(), strict=True)


def _batch(array: Any, kind: Kind) -> tuple[int, ...]:
    sides = {Kind.MATRIX: 2, Kind.VECTOR: 1}.get(kind, 0)
    return tuple(array.shape[: array.ndim - sides])


def _spread(array: Any, kind: Kind, batch: tuple[int, ...]) -> Any:
    """As `Floats` takes it, all batches of one length."""
    if kind is Kind.INTEGER:
        return int(array)
    sides = array.shape[len(_batch(array, kind)) :]
    whole = np.broadcast_to(array, (*batch, *sides)).reshape(-1, *sides)
    return whole.reshape(*whole.shape, *([1] * (3 - whole.ndim)))


def _given_back(value: Any, kind: Kind, batch: tuple[int, ...]) -> Any:
    if kind is Kind.INTEGER:
        return value
    sides = np.shape(value)[-2:]
    whole = np.broadcast_to(value, (int(np.prod(batch)), *(sides or (1, 1))))
    if kind is Kind.SCALAR:
        return whole.reshape(batch)[()]
    return Counted(whole.reshape(*batch, *(sides[:1] if kind is Kind.VECTOR else sides)), kind)


def _one_by_one(inputs: Mapping[str, Any], kinds: Mapping[str, Kind]) -> Iterator[dict[str, Any]]:
    count = max(len(a) for name, a in inputs.items() if kinds[name] is not Kind.INTEGER)
    for k in range(count):
        exact = {n: a if kinds[n] is Kind.INTEGER else _exact(a[k], kinds[n]) for n, a in inputs.items()}
        yield exact


def _exact(value: Any, kind: Kind) -> Any:
    """The exact value of a number, a vector or a matrix; each float64 is a dyadic number."""
    numbers = [fmpq(*float(x).as_integer_ratio()) for x in value.ravel()]
    if kind is Kind.MATRIX:
        return fmpq_mat(len(value), value.shape[1], numbers)
    return tuple(numbers) if kind is Kind.VECTOR else numbers[0]


# LAPACK refuses a NaN, which an argument without a value has left.
_singular_values = screened(lambda A: np.linalg.svd(A, compute_uv=False)[..., None])
_least = screened(lambda A: np.linalg.eigvalsh(A)[..., :1, None])


def without_value(expr: Expr, args: list[Any]) -> Any:
    """Where, in a batch, the word has no value, or float64 cannot tell whether it has one."""
    name, x, y = expr.word.name, args[0], args[-1]
    if name == "div" and expr.args[1].word.name == "s_min":  # below its own error it may be 0
        return y <= 1e2 * EPS * np.abs(x)
    if name == "div":
        return y == 0
    if name in ("log", "pow"):
        return (x == 0) & ((name == "log") | (y < 0))
    if name == "inv":
        values = _singular_values(x)
        return values[..., -1:, :] <= x.shape[-1] * EPS * values[..., :1, :]
    return _least(x) < -ROUNDING * np.abs(x).max(axis=(-2, -1), keepdims=True)


def _certified(node: Expr, values: Mapping[str, Any]) -> float | list[float]:
    """The middles of enclosures: where the float64 form is good enough for a search and no more.

    ValueError for what no method here encloses.
    """
    with ctx.workprec(BITS):
        try:
            found = Evaluation(CharPoly(values, BITS))(node)
        except Unavailable as error:
            raise ValueError(str(error)) from None
        middles = [float(to_arb(fmpq(x) if isinstance(x, int) else x).mid()) for x in _listed(found)]
    return middles if isinstance(found, tuple) else middles[0]


def _listed(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


def _alike(name: str, shapes: list[tuple[int, ...]]) -> None:
    if len(set(shapes)) > 1:
        raise ValueError(f"{name}: shapes {' and '.join(map(_sides, shapes))} do not fit")


def _blocks(shapes: list[tuple[int, ...]]) -> None:
    (a, b, c, d) = shapes
    if (a[0], c[0], a[1], b[1]) != (b[0], d[0], c[1], d[1]):
        raise ValueError(f"block: shapes {' and '.join(map(_sides, shapes))} do not fit")


def _sides(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def _symmetric(name: str, A: Any) -> None:
    off = np.abs(A - np.swapaxes(A, -1, -2))
    if (off > ROUNDING * np.abs(A).max(axis=(-2, -1), keepdims=True)).any():
        raise ValueError(f"{name}: the matrix is not symmetric: entries differ by {off.max():.2g}")
