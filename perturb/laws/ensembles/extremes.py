"""Extreme statistics of dense models: f(n, draws, rng) -> arrays of shape (draws,). Batches bound the memory.

Matrices are drawn one after the other, so a shorter run is a prefix of a longer one, up to rounding; but not
for `masked_extremes`, whose masks are drawn batch by batch.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from perturb.laws.ensembles.dense import batches, circulant, masks
from perturb.laws.ensembles.entries import Entries, entries_of
from perturb.laws.ensembles.spectra import singular_values, symmetric_eigenvalues
from perturb.types import FloatArray

Extremes = dict[str, FloatArray]


def extremes_of(W: FloatArray, rho: float = 1.0) -> Extremes:
    """Of matrices W, shape (draws, n, n): s_1, s_n; tau_low and tau_up, the ends of the spectrum of W + W';

    shifted_s_1 and shifted_s_n, of W + rho I.
    """
    s, t = singular_values(W), singular_values(W + rho * np.eye(W.shape[-1]))
    tau = symmetric_eigenvalues(W + W.swapaxes(-1, -2))
    return {
        "s_1": s[:, 0], "s_n": s[:, -1], "tau_low": tau[:, 0], "tau_up": tau[:, -1],
        "shifted_s_1": t[:, 0], "shifted_s_n": t[:, -1],
    }  # fmt: skip


def shifted_extremes(
    n: int,
    draws: int,
    rng: np.random.Generator,
    r: float,
    rho: float = 1.0,
    entries: str | Entries = "gaussian",
) -> Extremes:
    """Extremes of W = r K / sqrt(n) and of W + rho I, the entries of K of variance 1; see `extremes_of`."""
    draw = entries_of(entries)
    return _collect(n, draws, rho, lambda size: draw(n, size, rng) * (r / sqrt(n)))


def masked_extremes(
    n: int,
    draws: int,
    rng: np.random.Generator,
    r: float,
    *,
    m: int,
    eta: float,
    m_1: int | None = None,
    rho: float = 1.0,
    entries: str | Entries = "gaussian",
) -> Extremes:
    """Extremes of D_1 W D and of D_1 W D + rho I, W = r K / sqrt(n), D_1 in D(m_1, n, eta),
    D in D(m, n, eta), those with m_1 and m entries eta and the others 1.

    m_1 = m by default; the masks are uniform and independent of W.
    """
    draw, rows = entries_of(entries), m if m_1 is None else m_1

    def matrices(size: int) -> FloatArray:
        W = draw(n, size, rng) * (r / sqrt(n))
        D_1, D = masks(n, size, rows, eta, rng), masks(n, size, m, eta, rng)
        return np.asarray(D_1[:, :, None] * W * D[:, None, :])

    return _collect(n, draws, rho, matrices)


def circulant_extremes(
    n: int, draws: int, rng: np.random.Generator, r: float, rho: float = 1.0, *, taps: int | None = None
) -> Extremes:
    """Extremes of a circulant convolution W = r C / sqrt(taps), C of N(0, 1) weights, and of W + rho I."""
    weights = max(1, n if taps is None else taps)  # `circulant` refuses less
    return _collect(n, draws, rho, lambda size: circulant(n, size, rng, taps=taps) * (r / sqrt(weights)))


def _collect(n: int, draws: int, rho: float, matrices: Callable[[int], FloatArray]) -> Extremes:
    if draws < 1:
        raise ValueError(f"draws = {draws} must be at least 1")
    parts = [extremes_of(matrices(size), rho) for size in batches(n, draws)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
