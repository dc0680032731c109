"""JSON as everything here writes it: without NaN and Infinity, which are no JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def json_text(value: Any, *, strict: bool = False, **options: Any) -> str:
    """The text of plain data; a number that is not finite is null: it is not known. Options as of json.dumps.

    `strict` is for what is read back: there such a number is a ValueError. TypeError for what is no plain
    data.
    """
    try:
        return json.dumps(value, allow_nan=False, **options)
    except ValueError:
        if strict:
            raise
        return json.dumps(finite(value), allow_nan=False, **options)


def finite(value: Any) -> Any:
    """Plain data with None for each number that is not finite."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {finite(key) if isinstance(key, float) else key: finite(each) for key, each in value.items()}
    return [finite(each) for each in value] if isinstance(value, (list, tuple)) else value
