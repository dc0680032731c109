"""The data that a network is asked about: a .npz of inputs X and labels y, a .npy of inputs, or arrays."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from perturb.networks.files.entries import as_stored, real
from perturb.networks.files.reader import BadWeights, Tensor
from perturb.networks.files.tensors import tensors
from perturb.types import AnyArray, FloatArray, IntArray

INPUTS, LABELS = ("X", "x", "inputs", "data"), ("y", "labels", "targets")
LARGEST = 2**27  # numbers


class Points(NamedTuple):
    """Inputs, shape (N, n), and labels (N,) where there are any."""

    X: FloatArray
    y: IntArray | None


def points(data: Any, inputs: int, classes: int) -> Points:
    """For a network from R^inputs to `classes` numbers. BadWeights for what is no such data."""
    if isinstance(data, (str, Path)):
        data = _read(Path(data))
    X, y = data if isinstance(data, tuple) else (data, None)
    try:
        X = real("data: inputs", X)
    except (TypeError, ValueError) as error:
        raise BadWeights(f"data: {error}") from None
    if X.ndim > 2:
        X = X.reshape(len(X), -1)
    if X.ndim != 2 or not len(X) or X.shape[1] != inputs:
        raise BadWeights(f"data: inputs of shape {X.shape} for a network of {inputs} inputs")
    return Points(X, None if y is None else _labels(y, len(X), classes))


def _labels(y: Any, count: int, classes: int) -> IntArray:
    found = np.asarray(y)
    if found.shape != (count,) or found.dtype.kind not in "iuf" or (found != found.astype(np.int64)).any():
        raise BadWeights(f"data: labels of shape {found.shape} and type {found.dtype} for {count} inputs")
    if found.min() < 0 or found.max() >= classes:
        raise BadWeights(f"data: labels must lie between 0 and {classes - 1}")
    return found.astype(np.int64)


def _read(path: Path) -> Any:
    if path.suffix not in (".npz", ".npy"):
        raise BadWeights(f"{path}: data are a .npz with X, and y for labels, or a .npy of inputs")
    known = {one.name: one for one in tensors(path)}
    if path.suffix == ".npy":
        (one,) = known.values()
        return _loaded(path, one)
    inputs = [known[name] for name in INPUTS if name in known]
    if not inputs:
        raise BadWeights(f"{path}: there is no array X, but {', '.join(known) or 'none'}")
    labels = [known[name] for name in LABELS if name in known]
    return _loaded(path, inputs[0]), _loaded(path, labels[0]) if labels else None


def _loaded(path: Path, one: Tensor) -> AnyArray:
    """Integers of 64 bits as well, which labels are, and which are no weights."""
    if np.dtype(one.dtype).kind not in "iuf" or math.prod(one.shape) > LARGEST:
        raise BadWeights(f"{path}: {one.name} has shape {one.shape} and type {one.dtype}")
    return as_stored(one)
