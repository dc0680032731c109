"""An upper bound of the spectral norm."""

from __future__ import annotations

from flint import arb, arb_mat


def norm_bound(E: arb_mat) -> arb:
    """An upper bound of the spectral norm: the Frobenius norm, from above."""
    entries = E.entries()
    total = (arb_mat(1, len(entries), entries) * arb_mat(len(entries), 1, entries))[0, 0]
    return total.upper().sqrt().upper()
