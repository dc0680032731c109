"""An upper bound of the spectral norm."""

from __future__ import annotations

from flint import arb, arb_mat

SMALL = 8  # up to this size a product of matrices costs less than a list of their entries


def norm_bound(E: arb_mat) -> arb:
    """An upper bound of the spectral norm: the Frobenius norm, from above; its square is the trace of E'E."""
    if max(E.nrows(), E.ncols()) <= SMALL:
        return (E * E.transpose()).trace().upper().sqrt().upper()
    entries = E.entries()
    row = arb_mat(1, len(entries), entries)
    return (row * row.transpose())[0, 0].upper().sqrt().upper()
