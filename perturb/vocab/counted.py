"""What a word gives on numpy arrays: values whose components are counted from 1, as in a statement."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index as whole
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from perturb.vocab.word import Kind

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
        if not 1 <= whole(key) <= length:
            raise IndexError(f"component {key} of {length}, which are counted from 1; {FROM_ZERO}")
        return whole(key) - 1

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
