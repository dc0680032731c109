"""The arrays that the engine passes around, by the kind of their entries; shapes are in the docstrings."""

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
