"""Rows as a pandas table, for those who have the extra `report`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(rows: Sequence[Any], columns: Sequence[str] | None = None) -> DataFrame:
    """A table of dicts, or of tuples under the names of `columns`. ImportError that names the extra."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise ImportError("tables need the extra: pip install 'perturb[report]'") from None
    return DataFrame(rows, columns=columns)
