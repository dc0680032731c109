"""A word applied to numpy arrays: it means there what it means in a statement, or it refuses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import index as as_integer
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from perturb.types import whole
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import alike
from perturb.vocab.grammar.tree import INPUT, Expr, Word, as_expr, const, variable
from perturb.vocab.systems.bounded import symmetric
from perturb.vocab.systems.elements import Elements, Sharp
from perturb.vocab.systems.evaluate import Evaluation, Floats

COMPONENTWISE = "number or vector"  # what such words take first


def immediate(word: Word, args: tuple[Any, ...]) -> Any:
    """The word applied to numpy arrays: matrices (..., m, n), vectors (k,), numbers; float64 in and out.

    Each entry is the value at the exact input to a relative 1e-9: float64 where a bound of its error says so,
    else balls, by themselves for each element of a batch. It is NaN where the word has no value, and, with
    the warning `NotKnown`, where that accuracy is not reached or no float64 number is so near.

    A scalar result has the batch shape (...); a vector (..., k) or a matrix (..., m, n) is `Counted`: its
    components count from 1. TypeError for what is no array of real numbers, ValueError for shapes that do not
    fit, matrices that are not symmetric where the word asks for that, arrays without entries, and integers
    that float64 does not hold. Entries that are not finite give what float64 makes of them.
    """
    kinds: dict[str, Kind] = {}
    arrays: dict[str, Any] = {}
    names: list[Any] = []
    for k, arg in enumerate(args):
        if is_array(arg):
            name, kind = f"x{k}", guessed(arg)
            kinds[name], arrays[name] = kind, _real(word, k, arg)
            names.append((name, kind))
        else:
            names.append(_said(arg))
    node = _node(word, tuple(names))
    if node.kind is Kind.VECTOR and _by_components(node):
        alike(word.written, [a.shape[-1:] for n, a in arrays.items() if kinds[n] is Kind.VECTOR])
        arrays = {n: a if kinds[n] is Kind.VECTOR else a[..., None] for n, a in arrays.items()}
        names = [x if isinstance(x, Expr) else (x[0], Kind.SCALAR) for x in names]
        node = _node(word, tuple(names))
        return Counted(_values(node, arrays, dict.fromkeys(kinds, Kind.SCALAR)), Kind.VECTOR)
    return _values(node, arrays, kinds)


def value_at(word: Word, node: Expr, arrays: Mapping[str, Any], kinds: dict[str, Kind]) -> Any:
    """A part of a statement at real arrays, by the names of its inputs; `word` is what errors name."""
    return _values(node, {n: _real(word, k, a) for k, (n, a) in enumerate(arrays.items())}, kinds)


def _values(node: Expr, arrays: dict[str, Any], kinds: dict[str, Kind]) -> Any:
    batches = {_batch(a, kinds[name]) for name, a in arrays.items()}
    batch = batches.pop() if len(batches) == 1 else np.broadcast_shapes(*batches)
    inputs = {name: _spread(a, kinds[name], batch) for name, a in arrays.items()}
    if node.kind is Kind.INTEGER:
        return _integer(node, inputs, kinds)
    for k in node.word.symmetric_in if node.expansion is not None else ():  # a definition may ask less
        arg = node.args[k]
        if arg.word is INPUT:
            symmetric(node.word.written, inputs[arg.payload[0]])
    value = Elements(node, inputs, kinds).values()
    return np.full(batch, np.nan)[()] if value is None else _given_back(value, node.kind, batch, arrays)


@lru_cache(maxsize=4096)
def _by_components(node: Expr) -> bool:
    """Does the word act on each component of its arrays alone, so that they are a batch of numbers to it?"""
    constants = [arg for arg in node.args if arg.word is not INPUT]
    return node.word.takes[:1] == (COMPONENTWISE,) and all(arg.kind is not Kind.VECTOR for arg in constants)


def _integer(node: Expr, inputs: Mapping[str, Any], kinds: Mapping[str, Kind]) -> int:
    """Sides and lengths from the shapes; of integers exactly, at any size."""
    sized = any(kind is not Kind.INTEGER for kind in kinds.values())
    return int(Evaluation(Floats(inputs) if sized else Sharp(inputs))(node))


@lru_cache(maxsize=4096)
def _node(word: Word, names: tuple[tuple[str, Kind] | Expr, ...]) -> Expr:
    """The word over inputs of these names and kinds, and over constants."""
    return word.node(*[x if isinstance(x, Expr) else variable(*x) for x in names])


def _said(x: Any) -> Expr:
    """Beside arrays a float is a sample, too: the dyadic number that it is."""
    return _number(x) if isinstance(x, int | float) else as_expr(x)


@lru_cache(maxsize=4096, typed=True)
def _number(x: int | float) -> Expr:
    return const(Fraction(x)) if isinstance(x, float) and x - x == 0.0 else as_expr(x)


def is_array(x: Any) -> bool:
    return isinstance(x, np.ndarray | np.generic) or hasattr(x, "__array_interface__")


def _real(word: Word, position: int, x: Any) -> Any:
    """The array as float64, which holds each of its numbers."""
    where = f"{word.written}: argument {position + 1}"
    array = whole(where, x)
    if array.dtype.kind not in "biuf" or (array.dtype.kind == "f" and array.dtype.itemsize > 8):
        raise TypeError(f"{where} has dtype {array.dtype}; words take arrays of real float64 numbers")
    if array.size == 0:
        raise ValueError(f"{where} has shape {array.shape}, so no entries")
    found = array.astype(np.float64, copy=not (array.flags.forc or _dense(array)))
    if array.dtype.kind in "iu" and any(int(a) != int(b) for a, b in _large(array, found)):
        raise ValueError(f"{where} has integers beyond 2^53 that no float64 is")
    return found


def _dense(array: Any) -> bool:
    """Has it no gaps in memory, which would slow each look at it?"""
    steps = [(k - 1) * step for k, step in zip(array.shape, array.strides, strict=True)]
    return bool(sum(map(abs, steps)) < array.nbytes)


def _large(array: Any, found: Any) -> Iterator[tuple[Any, Any]]:
    far = np.abs(found) >= 2.0**53
    return zip(array[far].tolist(), found[far].tolist(), strict=True)


def _batch(array: Any, kind: Kind) -> tuple[int, ...]:
    sides = 2 if kind is Kind.MATRIX else 1 if kind is Kind.VECTOR else 0
    return tuple(array.shape[: array.ndim - sides])


def _spread(array: Any, kind: Kind, batch: tuple[int, ...]) -> Any:
    """As `Floats` takes it, all batches of one length; an array of its own, for spectra are kept by array."""
    if kind is Kind.INTEGER:
        return int(array)
    sides = array.shape[len(_batch(array, kind)) :]
    whole = array if array.shape == (*batch, *sides) else np.broadcast_to(array, (*batch, *sides))
    return whole.reshape(-1, *sides, *([1] * (2 - len(sides))))


def _given_back(value: Any, kind: Kind, batch: tuple[int, ...], arrays: Mapping[str, Any]) -> Any:
    """Numbers of their own, not a view of what the caller holds."""
    if kind is Kind.INTEGER:
        return value
    sides = np.shape(value)[-2:] or (1, 1)
    shape = (math.prod(batch), *sides)
    whole = value if np.shape(value) == shape else np.broadcast_to(value, shape)
    if whole.base is not None and any([np.may_share_memory(whole, a) for a in arrays.values()]):
        whole = whole.copy()
    if kind is Kind.SCALAR:
        return whole.reshape(batch)[()]
    return Counted(whole.reshape(*batch, *(sides[:1] if kind is Kind.VECTOR else sides)), kind)


FROM_ZERO = "numpy.asarray(x) is the array, counted from 0"


class Counted(NDArrayOperatorsMixin):
    """A vector (..., k) or matrix (..., m, n) of float64: x[i], X[i, j] count from 1, x[:k] is the first k.

    One index has one meaning: s(A)[1] is the largest singular value here and in statements. Whatever else
    numpy does it does with the plain array `numpy.asarray(x)`, which its functions take by themselves.
    Loops, `len` and arithmetic are those of the array; what arithmetic gives is counted from 1 too.
    """

    def __init__(self, values: Any, kind: Kind) -> None:
        self.values, self.kind = values, kind

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.values, dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [x.values if isinstance(x, Counted) else x for x in inputs]
        found = getattr(ufunc, method)(*plain, **options)
        if method != "__call__" or not isinstance(found, np.ndarray) or found.ndim == 0:
            return found
        return Counted(found, self._kind_of(ufunc, inputs))

    def _kind_of(self, ufunc: Any, inputs: tuple[Any, ...]) -> Kind:
        """A matrix with a matrix or a number is one; a product with a vector is a vector."""
        kinds = [x.kind if isinstance(x, Counted) else guessed(x) for x in inputs]
        if ufunc is np.matmul:
            return Kind.VECTOR if Kind.VECTOR in kinds else Kind.MATRIX
        return Kind.MATRIX if Kind.MATRIX in kinds else Kind.VECTOR

    def __getitem__(self, key: Any) -> Any:
        """TypeError for what a statement cannot write, IndexError for a component that is not there."""
        if self.kind is Kind.VECTOR and isinstance(key, slice) and key.start is None and key.step is None:
            return Counted(self.values[..., : key.stop], self.kind)
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) != self._sides or not all(isinstance(k, int | np.integer) for k in keys):
            raise TypeError(f"a {self.kind.value} has the components {self._written}; {FROM_ZERO}")
        return self.values[(..., *map(self._place, keys, self.values.shape[-self._sides :]))]

    def _place(self, key: Any, length: int) -> int:
        if not 1 <= as_integer(key) <= length:
            raise IndexError(f"component {key} of {length}, which are counted from 1; {FROM_ZERO}")
        return as_integer(key) - 1

    @property
    def _sides(self) -> int:
        return 1 if self.kind is Kind.VECTOR else 2

    @property
    def _written(self) -> str:
        return "x[i] from 1 and x[:k]" if self.kind is Kind.VECTOR else "X[i, j] from 1"

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __getattr__(self, name: str) -> Any:
        """shape, sum(), max() and the like of the array."""
        if name in ("values", "kind"):  # before it is made, when it is copied
            raise AttributeError(name)
        return getattr(self.values, name)

    def __repr__(self) -> str:
        return f"counted from 1: {self.values!r}"


def guessed(x: Any) -> Kind:
    """What an array of this many dimensions is: a number, a vector, a matrix or a batch of matrices."""
    if isinstance(x, Counted):
        return x.kind
    if isinstance(x, int | np.integer) and not isinstance(x, bool):
        return Kind.INTEGER
    dimensions = np.ndim(x)
    return (Kind.SCALAR, Kind.VECTOR)[dimensions] if dimensions < 2 else Kind.MATRIX
