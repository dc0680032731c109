"""Arrays of numpy.ma: `numpy.asarray` shows what the mask hides, so a missing entry would be a number."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.types import AnyArray


def whole(name: str, values: Any) -> AnyArray:
    """As an array. ValueError, naming it, where entries are masked."""
    hidden = int(np.ma.getmaskarray(values).sum()) if isinstance(values, np.ma.MaskedArray) else 0
    if hidden:
        count = f"{hidden:,} of {values.size:,} entries"
        raise ValueError(f"{name}: {count} are masked; leave them out, as x.compressed() does, or fill them")
    return np.asarray(values)
