"""The tensors that a user gives: those of a file, of a mapping, or of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.weights.tensors import BadWeights, Tensor, real, tensors


def listed(weights: Any) -> list[Tensor]:
    """The tensors of a file, of a mapping, or of a sequence, named by their places there. BadWeights."""
    if isinstance(weights, (str, Path)):
        return tensors(weights)
    if isinstance(weights, Mapping):
        pairs = [(str(name), A) for name, A in weights.items()]
    elif isinstance(weights, Sequence):
        pairs = [(str(k), A) for k, A in enumerate(weights)]
    else:
        raise BadWeights(f"weights: a {type(weights).__name__} is no file, no mapping and no list of arrays")
    return [_given(name, A) for name, A in pairs]


def _given(name: str, A: Any) -> Tensor:
    """Numbers are copied when they are asked for, and not before."""
    try:
        array = np.asarray(A)
        if array.dtype.kind == "c":
            raise BadWeights(f"{name}: complex numbers")
        if np.ma.is_masked(A):
            raise BadWeights(f"{name}: masked entries")
        if array.dtype.kind not in "fiub":
            numbers = np.asarray(A, dtype=np.float64)
            if array.dtype.kind in "USMm":
                raise BadWeights(f"{name}: entries of type {array.dtype} are no numbers")
            array = array if array.dtype.kind == "O" else numbers  # types of others, of fewer bits
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise error if isinstance(error, BadWeights) else BadWeights(f"{name}: {error}") from None
    return Tensor(name, array.shape, str(array.dtype), lambda: real(name, array))
