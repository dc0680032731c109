"""What a draw costs, which fixes how many draws one chunk of an experiment holds."""

from __future__ import annotations

from collections.abc import Callable

Cost = Callable[[int], float]

# What one chunk of an experiment is meant to cost, in microseconds, and the most draws it may hold.
TARGET = 500_000
MOST = 2**18


def dense(n: int) -> float:
    """Microseconds a draw of a statistic of one dense n x n matrix, roughly.

    The second term also keeps the entries of a chunk below 2^22 (32 MiB).
    """
    return 2 + 0.12 * n**2 + 5e-4 * n**3


def chunk_draws(n: int, cost: Cost) -> int:
    """Draws in a chunk: the largest power of two that `cost` allows. No clock: the chunks fix the streams."""
    price = cost(n)
    if not price > 0:
        raise ValueError(f"cost must be positive, got {price} at n = {n}")
    return int(1 << (max(1, min(MOST, int(TARGET / price))).bit_length() - 1))
