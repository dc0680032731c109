"""How many cells of full dimension networks of given widths can have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, prod

from perturb.process import public

__all__ = ["at_most", "at_most_coarse", "attained", "zaslavsky"]
__dir__ = public.offered(__name__)


def zaslavsky(hyperplanes: int, n: int) -> int:
    """Cells of m hyperplanes in R^n in general position, and the most for any (Zaslavsky 1975)."""
    _refuse("hyperplanes", hyperplanes, 0)
    _refuse("n", n, 1)
    return sum(comb(hyperplanes, k) for k in range(n + 1))


def at_most(n: int, widths: Sequence[int]) -> int:
    """A bound of the cells of full dimension of a ReLU network on R^n (Serra et al. 2018, Theorem 1).

    Of layer l, j_l neurons count for rank: at most n, and at most the inactive ones left by each layer
    before.
    """
    _refuse("n", n, 1)
    for width in widths:
        _refuse("width", width, 1)

    @cache
    def count(layer: int, room: int) -> int:
        if layer == len(widths):
            return 1
        m = widths[layer]
        most = range(min(room, m) + 1)
        total: int = sum(comb(m, j) * count(layer + 1, min(room, m - j)) for j in most)
        return total

    return count(0, n)


def at_most_coarse(n: int, widths: Sequence[int]) -> int:
    """The product of Zaslavsky's numbers, each in the least width so far (Montufar 2017)."""
    least = [min(n, *widths[: k + 1]) for k in range(len(widths))]
    return prod(zaslavsky(m, d) for m, d in zip(widths, least, strict=True))


def attained(n: int, widths: Sequence[int]) -> int:
    """Some ReLU network of these widths, each at least n, has so many (Montufar et al. 2014)."""
    if min(widths) < n:
        raise ValueError(f"widths: {min(widths)} is less than n = {n}")
    return prod(int((m // n) ** n) for m in widths[:-1]) * zaslavsky(widths[-1], n)


def _refuse(name: str, value: int, least: int) -> None:
    if value < least:
        raise ValueError(f"{name} = {value} is less than {least}")
