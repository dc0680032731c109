"""The arrays that the engine passes around, by the kind of their entries, and those from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

AnyArray = NDArray[Any]
FloatArray = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]
IntArray = NDArray[np.int64]
PlaceArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]

# Elementwise: an array of any shape to one of the same.
Function = Callable[[FloatArray], FloatArray]


def whole(name: str, values: Any) -> AnyArray:
    """As an array. ValueError, naming it, where entries are masked: as numbers they would be shown."""
    hidden = int(np.ma.getmaskarray(values).sum()) if isinstance(values, np.ma.MaskedArray) else 0
    if hidden:
        count = f"{hidden:,} of {values.size:,} entries"
        raise ValueError(f"{name}: {count} are masked; leave them out, as x.compressed() does, or fill them")
    return np.asarray(values)
