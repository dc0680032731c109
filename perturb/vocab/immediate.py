"""A word applied to numpy arrays: it means there what it means in a statement, or it refuses."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.balls.errors import Unavailable, Undefined
from perturb.vocab.bounded import Bounded, Extended, alike, in_range, known, symmetric
from perturb.vocab.counted import Counted, guessed
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.floats import Floats
from perturb.vocab.sharp import Sharp, near
from perturb.vocab.tree import INPUT, LEAVES, Expr, as_expr, variable
from perturb.vocab.word import Kind, Word

COMPONENTWISE = "number or vector"  # what such words take first
BOTH_SYMMETRIC = {"geometric_mean"}  # which its definition does not ask of its second argument by itself


class NotKnown(RuntimeWarning):
    """A word has a value at an array, and nine digits of it are not known."""


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
    kinds = {f"x{k}": guessed(arg) for k, arg in enumerate(args) if is_array(arg)}
    arrays = {f"x{k}": _real(word, k, arg) for k, arg in enumerate(args) if is_array(arg)}
    nodes = [variable(n, kinds[n]) if (n := f"x{k}") in kinds else as_expr(x) for k, x in enumerate(args)]
    kind = word.node(*nodes).kind
    if kind is Kind.VECTOR and _by_components(word, nodes):
        alike(word.name, [a.shape[-1:] for n, a in arrays.items() if kinds[n] is Kind.VECTOR])
        arrays = {n: a if kinds[n] is Kind.VECTOR else a[..., None] for n, a in arrays.items()}
        return Counted(_values(word, args, arrays, dict.fromkeys(kinds, Kind.SCALAR)), kind)
    return _values(word, args, arrays, kinds)


def _values(word: Word, args: tuple[Any, ...], arrays: dict[str, Any], kinds: dict[str, Kind]) -> Any:
    batch = np.broadcast_shapes(*[_batch(a, kinds[name]) for name, a in arrays.items()])
    nodes = [variable(n, kinds[n]) if (n := f"x{k}") in kinds else as_expr(x) for k, x in enumerate(args)]
    node = word.node(*nodes)
    inputs = {name: _spread(a, kinds[name], batch) for name, a in arrays.items()}
    if node.kind is Kind.INTEGER:
        return _integer(node, inputs, kinds)
    for array in inputs.values() if word.name in BOTH_SYMMETRIC else ():
        symmetric(word.name, array)
    value = _read(word, node, inputs, kinds)
    return np.full(batch, np.nan)[()] if value is None else _given_back(value, node.kind, batch)


def _by_components(word: Word, nodes: list[Expr]) -> bool:
    """Does the word act on each component of its arrays alone, so that they are a batch of numbers to it?"""
    constants = [node for node in nodes if node.word is not INPUT]
    return word.takes[:1] == (COMPONENTWISE,) and all(node.kind is not Kind.VECTOR for node in constants)


def _integer(node: Expr, inputs: Mapping[str, Any], kinds: Mapping[str, Kind]) -> int:
    """Sides and lengths from the shapes; of integers exactly, at any size."""
    sized = any(kind is not Kind.INTEGER for kind in kinds.values())
    return int(Evaluation(Floats(inputs) if sized else Sharp(inputs))(node))


def _read(word: Word, node: Expr, inputs: Mapping[str, Any], kinds: Mapping[str, Kind]) -> Any:
    """The values (B, m, n) of a batch; None where the word has a value nowhere."""
    arrays = [a for name, a in inputs.items() if kinds[name] is not Kind.INTEGER]
    count = len(arrays[0]) if arrays else 1
    inside = np.all([in_range(a) for a in arrays], axis=0) if arrays else np.ones(1, dtype=bool)
    finite = inside if inside.all() else np.all([np.isfinite(a).all(axis=(-2, -1)) for a in arrays], axis=0)
    if not bounded(node):
        _refuse_infinite(word, arrays, finite)
    batch = _Batch(node, count, inputs)
    try:
        batch.look(inside & bounded(node), Bounded)
        batch.look(inside & bounded(node) & batch.left, Extended)
        batch.look(~finite, Floats)
        for k in np.flatnonzero(batch.left):
            batch.enclose(
                k, {n: a if isinstance(a, int) else _exact(a[k], kinds[n]) for n, a in inputs.items()}
            )
    except Undefined:
        return None
    batch.warn(word)
    return batch.values


@lru_cache(maxsize=1024)
def bounded(node: Expr) -> bool:
    """Has float64 a bound of its error for every word in it?"""
    parts = [part for part in node.walk() if part.expansion is None and part.word not in LEAVES]
    return all(part.word.bounded is not None for part in parts)


class _Batch:
    """The values of a word at a batch of inputs, as they come to be known."""

    def __init__(self, node: Expr, count: int, inputs: Mapping[str, Any]) -> None:
        self.node, self.count, self.inputs = node, count, inputs
        self.values: Any = None
        self.left = np.ones(count, dtype=bool)  # for balls
        self.open: list[str] = []

    def look(self, where: Any, system: type[Floats]) -> None:
        """In float64, at some of the inputs; without bounds all is taken that comes."""
        if not where.any():
            return
        with np.errstate(all="ignore"):
            try:
                found = self._floats(where, system)
            except (np.linalg.LinAlgError, TypeError):  # LAPACK gives up, or has no such numbers
                return
            value, error = found if isinstance(found, tuple) else (found, None)
            value = np.asarray(value).reshape(1, 1, 1) if np.ndim(value) == 0 else value
            self.left[where] = ~known((value, error), int(where.sum()))
            value = value.astype(float)
        if where.all():
            self.values = np.broadcast_to(value, (self.count, *value.shape[1:]))
        else:
            self._writable(value.shape[-2:])[where] = value

    def _floats(self, where: Any, system: type[Floats]) -> Any:
        some = self.inputs
        if not where.all():
            some = {n: a if isinstance(a, int) else a[where] for n, a in some.items()}
        return Evaluation(system(some))(self.node)

    def _writable(self, sides: tuple[int, ...]) -> Any:
        if self.values is None:
            self.values = np.full((self.count, *sides), np.nan)
        elif not self.values.flags.writeable:
            self.values = self.values.copy()
        return self.values

    def enclose(self, k: int, exact: Mapping[str, Any]) -> None:
        """The k-th value by balls. ValueError where only balls know the word, and no method encloses it."""
        found = None
        try:
            found = near(self.node, exact)
            why = found.why if found else ""
        except Unavailable as error:
            if not bounded(self.node):
                raise ValueError(str(error)) from None
            why = str(error)
        if found is not None:
            self._writable(found.sides)[k] = np.reshape(found.entries, found.sides)
        else:
            self._writable(self._sides(k))[k] = np.nan
        self.open += [why] if why else []

    def _sides(self, k: int) -> tuple[int, ...]:
        """Of a value that is not there those of what float64 makes of it; Undefined where that has none."""
        if self.values is not None:
            return ()
        with np.errstate(all="ignore"):
            return tuple(np.shape(self._floats(np.arange(self.count) == k, Floats))[-2:])

    def warn(self, word: Word) -> None:
        if self.open:
            many = f"{len(self.open)} of {self.count} values have" if self.count > 1 else "the value has"
            said = f"{word.name}: {many} NaN for numbers that are not given to nine digits: {self.open[0]}"
            warnings.warn(said, NotKnown, stacklevel=6)


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


def _refuse_infinite(word: Word, arrays: list[Any], finite: Any) -> None:
    """What is enclosed exactly has no place for a NaN or an infinity."""
    for k, array in enumerate(arrays, 1):
        if not finite.all() and not np.isfinite(array).all():
            odd = array[~np.isfinite(array)][0]
            raise ValueError(f"{word.name}: argument {k} holds {odd}; entries must be finite real numbers")


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


def _exact(value: Any, kind: Kind) -> Any:
    """The exact value of a number, a vector or a matrix; each float64 is a dyadic number."""
    numbers = [fmpq(*float(x).as_integer_ratio()) for x in value.ravel()]
    if kind is Kind.MATRIX:
        return fmpq_mat(len(value), value.shape[1], numbers)
    return tuple(numbers) if kind is Kind.VECTOR else numbers[0]
