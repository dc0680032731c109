"""Double layers x -> ReLU(WMx + b): how many parameters they have, and how Definition 15 initialises them.

S. Dittmer, E. J. King and P. Maass, Singular values for ReLU layers (2019), (28) and Definition 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perturb.networks.relu.arguments import listed, seeded, whole
from perturb.types import FloatArray


def parameter_count(widths: Sequence[int], ranks: Sequence[int | None] | None = None) -> int:
    """Weights and biases of dense layers between `widths`, the input first.

    A layer from n to m with rank None has mn + m, a double one of rank k has k(m + n) + m: less for k <
    mn/(m + n), and only then. ValueError for widths below 1, or ranks that are not between 0 and min(m, n).
    """
    sizes = [whole("widths: m", width, 1) for width in listed("widths", widths)]
    given = [None] * (len(sizes) - 1) if ranks is None else listed("ranks", ranks)
    if len(sizes) < 2 or len(given) != len(sizes) - 1:
        raise ValueError(f"widths = {sizes} with ranks = {given} are no layers")
    return sum(_count(n, m, k) for n, m, k in zip(sizes, sizes[1:], given, strict=False))


def _count(n: int, m: int, k: int | None) -> int:
    if k is not None and whole("ranks: k", k, 0) > min(m, n):
        raise ValueError(f"ranks: k = {k} is not between 0 and {min(m, n)}")
    return m + (m * n if k is None else k * (m + n))


def entry_variance(m: int, n: int, k: int, printed: bool = False) -> Fraction:
    """The variance of an entry of WM: 4/(m + n), or 2/n with n + n for m + n as printed."""
    _check(m, n, k, 1)
    return k * Fraction(4, k * (n + n if printed else m + n))


def entry_kurtosis(k: int, p: int = 1) -> Fraction:
    """E x^4 / (E x^2)^2 of an entry x of WM: 3 + (9^p - 3)/k, so that 9^p at k = 1.

    Proof: x is a sum of k independent terms wm with E (wm)^4 = 9^p (E (wm)^2)^2, and 3k(k - 1) pairs.
    """
    _check(1, 1, k, p)
    return 3 + Fraction(9**p - 3, k)


def factor_entries(shape: tuple[int, int], variance: float, p: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries of the given variance, products of p normal ones."""
    return np.asarray(variance**0.5 * np.prod(rng.standard_normal((p, *shape)), axis=0))


def double_product(
    m: int, n: int, k: int, p: int, rng: np.random.Generator | int, printed: bool = False
) -> tuple[FloatArray, FloatArray]:
    """W (m, k) and M (k, n) of the double-p-product initialisation.

    Entries are products of p normal variables of variance (4/(k(m + n)))^(1/(2p)), so that an entry of W or
    of M has variance (4/(k(m + n)))^(1/2) and one of WM 4/(m + n). `printed`: with n + n for m + n.
    ValueError for sizes or p below 1, a k above min(m, n), which no rank of WM is, or an rng that is neither
    a generator nor a seed.
    """
    _check(m, n, k, p)
    rng = seeded(rng)
    if k > min(m, n):
        raise ValueError(f"k = {k} is above min(m, n) = {min(m, n)}: a product WM has no higher rank")
    variance = (4 / (k * (n + n if printed else m + n))) ** 0.5
    return factor_entries((m, k), variance, p, rng), factor_entries((k, n), variance, p, rng)


def _check(m: int, n: int, k: int, p: int) -> None:
    for name, value in (("m", m), ("n", n), ("k", k), ("p", p)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
            raise ValueError(f"{name} = {value!r} is not a positive integer")
