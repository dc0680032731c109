"""Inputs at a point, in the coordinates of the checker."""

from __future__ import annotations

import re

from flint import fmpq


def called(name: str) -> str:
    """The variable of a number."""
    return f"{name}." if re.fullmatch(r"r[0-9]+", name) else name


def variant_of(space: str, parameters: list[str], flat: list[fmpq]) -> int:
    """Which of the cases of a space an element is."""
    if space == "activation":
        eta = fmpq(*map(int, parameters[-1].split("/")))
        slopes = flat if len(flat) == 1 else [flat[0], flat[3]]
        return sum(2**k for k, x in enumerate(reversed(slopes)) if x == eta and eta != 1)
    if space == "orthogonal":
        return int(flat[0] < 0) if len(flat) == 1 else int(flat[0] * flat[3] - flat[1] * flat[2] < 0)
    if space == "projection":
        if len(flat) == 1:
            return int(flat[0] == 1)
        return {0: 0, 2: 1}.get(int(flat[0] + flat[3]), 2)
    return 0
