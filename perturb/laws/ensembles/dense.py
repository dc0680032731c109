"""Dense random matrices, shape (draws, n, n), by their entries, and extremes of them, shape (draws,).

Entries have mean 0 and variance 1; `entries_of` finds them by name. Streams are consumed draw by draw: the
first k of `draws` draws do not depend on `draws`, up to rounding; but those of `masked_extremes` do, whose
masks are drawn batch by batch. Batches bound the memory of extremes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import sqrt

import numpy as np

from perturb.laws.ensembles.spectra import singular_values, symmetric_eigenvalues
from perturb.types import ComplexArray, FloatArray

# Entries held at a time (8 MiB): larger batches gain no speed and cost memory.
BATCH = 2**20

Entries = Callable[[int, int, np.random.Generator], FloatArray]
Extremes = dict[str, FloatArray]


def ginibre(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Real Ginibre matrices, shape (draws, n, n): independent N(0, 1) entries."""
    return rng.standard_normal((draws, n, n))


def complex_ginibre(n: int, draws: int, rng: np.random.Generator) -> ComplexArray:
    """Complex Ginibre matrices, shape (draws, n, n): real and imaginary parts independent N(0, 1/2)."""
    pairs = rng.standard_normal((draws, n, n, 2)) / np.sqrt(2)
    return np.asarray(pairs.view(np.complex128)[..., 0])


def uniform_entries(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries uniform on (-sqrt 3, sqrt 3), hence of variance 1; shape (draws, n, n)."""
    return rng.uniform(-np.sqrt(3), np.sqrt(3), (draws, n, n))


def rademacher(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Independent signs, shape (draws, n, n)."""
    return np.where(rng.random((draws, n, n)) < 0.5, -1.0, 1.0)


def student(df: float) -> Entries:
    """Student's t with df degrees of freedom, over its standard deviation. ValueError unless df > 2."""
    if not df > 2:
        raise ValueError(f"student: df = {df} must be more than 2, or the variance is infinite")
    scale = np.sqrt((df - 2) / df)

    def draw(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
        drawn = np.empty((draws, n, n))
        for K in drawn:
            K[:] = rng.standard_t(df, (n, n))
        return np.asarray(scale * drawn)

    return draw


def sparse(p: float) -> Entries:
    """+-1/sqrt(p) with probability p/2 each, else 0. ValueError unless 0 < p <= 1."""
    if not 0 < p <= 1:
        raise ValueError(f"sparse: p = {p} must be in (0, 1]")

    def draw(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
        u = rng.random((draws, n, n))
        return np.asarray(np.where(u < p / 2, -1.0, np.where(u < p, 1.0, 0.0)) / np.sqrt(p))

    return draw


PLAIN: dict[str, Entries] = {"gaussian": ginibre, "uniform": uniform_entries, "rademacher": rademacher}
WITH_PARAMETER: dict[str, Callable[[float], Entries]] = {"student": student, "sparse": sparse}


def entries_of(entries: str | Entries) -> Entries:
    """The sampler of entries by name: `gaussian`, `uniform`, `rademacher`, `student(5)`, `sparse(0.1)`.

    A sampler is returned as it is. ValueError for anything else.
    """
    if not isinstance(entries, str):
        return entries
    if entries in PLAIN:
        return PLAIN[entries]
    found = re.fullmatch(r"(\w+)\((\d+\.?\d*|\.\d+)\)", entries.replace(" ", ""))
    if found is None or found[1] not in WITH_PARAMETER:
        names = ", ".join([*PLAIN, *(f"{name}(x)" for name in WITH_PARAMETER)])
        raise ValueError(f"entries = {entries!r} is none of {names}")
    return WITH_PARAMETER[found[1]](float(found[2]))


def goe(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """(K + K')/sqrt(2): N(0, 1) off the diagonal, N(0, 2) on it."""
    K = ginibre(n, draws, rng)
    return np.asarray((K + K.swapaxes(-1, -2)) / sqrt(2))


def gue(n: int, draws: int, rng: np.random.Generator) -> ComplexArray:
    """(K + K*)/sqrt(2), K complex: E|entry|^2 = 1 off the diagonal, N(0, 1) on it."""
    K = complex_ginibre(n, draws, rng)
    return np.asarray((K + K.swapaxes(-1, -2).conj()) / sqrt(2))


def wishart(n: int, m: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """X'X, n x n, X of shape m x n with independent N(0, 1) entries."""
    X = rng.standard_normal((draws, m, n))
    return np.asarray(X.swapaxes(-1, -2) @ X)


def haar_orthogonal(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Haar orthogonal matrices: Q of QR, the diagonal of R positive (F. Mezzadri, Notices AMS 54, 2007)."""
    Q, R = np.linalg.qr(ginibre(n, draws, rng))
    return np.asarray(Q * np.sign(np.diagonal(R, axis1=-2, axis2=-1))[:, None, :])


def masks(n: int, draws: int, m: int, eta: float, rng: np.random.Generator) -> FloatArray:
    """Diagonals of D(m, n, eta): m entries, at places drawn uniformly, are eta, the others 1; (draws, n)."""
    if not 0 <= m <= n:
        raise ValueError(f"m = {m} must be in 0..{n}")
    places = np.argsort(rng.random((draws, n)), axis=1)[:, :m]
    diagonals = np.ones((draws, n))
    np.put_along_axis(diagonals, places, eta, axis=1)
    return diagonals


def circulant(n: int, draws: int, rng: np.random.Generator, *, taps: int | None = None) -> FloatArray:
    """Circulant convolutions: row i is the filter shifted by i; `taps` (by default n) N(0, 1) weights."""
    taps = n if taps is None else taps
    if not 1 <= taps <= n:
        raise ValueError(f"taps = {taps} must be in 1..{n}")
    c = np.zeros((draws, n))
    c[:, :taps] = rng.standard_normal((draws, taps))
    return c[:, (np.arange(n)[None, :] - np.arange(n)[:, None]) % n]


def symmetrised_largest(
    n: int, draws: int, rng: np.random.Generator, entries: str | Entries = ginibre
) -> FloatArray:
    """Largest eigenvalue of K + K', shape (draws,); entries: a name of `entries_of` or a sampler.

    For `ginibre` entries K + K' is sqrt(2) times the Gaussian orthogonal ensemble of off-diagonal variance 1.
    """
    draw = entries_of(entries)
    return np.concatenate([np.empty(0), *(_largest(draw(n, size, rng)) for size in batches(n, draws))])


def _largest(K: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.eigvalsh(K + K.swapaxes(-1, -2))[:, -1], dtype=np.float64)


def batches(n: int, draws: int) -> Iterator[int]:
    """Sizes of batches of n x n matrices, `draws` in all, each within BATCH entries."""
    if n < 1 or draws < 0:
        raise ValueError(f"n = {n} must be at least 1 and draws = {draws} not negative")
    step = max(1, BATCH // (n * n))
    for start in range(0, draws, step):
        yield min(step, draws - start)


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
