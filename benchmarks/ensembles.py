"""Samplers beside other packages, and how their cost grows with n; writes reports/benchmarks/ensembles.md.

    OPENBLAS_NUM_THREADS=1 python benchmarks/ensembles.py

The others live in .venv-peers (`make peers`). Each draws the largest eigenvalue of the GOE by its tridiagonal
model; 4,000 draws at n = 100 are held against the exact law. Seconds by the clock, one core, one BLAS thread.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from math import ceil
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from pandas import DataFrame
from peers import SAMPLERS, per_draw

from perturb.laws.distributions.gaussian_largest import goe_largest_distribution
from perturb.laws.ensembles import (
    gaussian_extremes as gaussian,
)
from perturb.laws.ensembles import (
    ginibre_extremes,
    goe_largest,
    singular_values,
)
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.pages.markdown import joined, table
from perturb.process.output import save_picture

HOME = Path(__file__).resolve().parent
PYTHON = HOME.parent / ".venv-peers" / "bin" / "python"
OUT = HOME.parent / "reports" / "benchmarks"
MATRICES = 4_000_000  # entries of a batch: 32 MB
SIZES, HELD, DRAWS, ALPHA = (100, 1000), 100, 4_000, 1e-6
GROWTH = {"$n^3$": (3.0, 400.0, 2e-3), "$n$": (1.0, 1000.0, 2.4e-4), "$n^{1/3}$": (1 / 3, 1e6, 2.5e-4)}
NOTES = (
    "Every row draws the largest eigenvalue of the GOE (variance 2 on the diagonal, edge at 2 sqrt(n)). The "
    "other packages compute all eigenvalues of a tridiagonal matrix; ours cuts it at the edge and draws many "
    "side by side. The verdict holds 4,000 draws at n = 100 against the exact law of that size, at alpha = "
    "1e-6: a package whose diagonal has half the variance is found out."
)


def numpy_loop(n: int, draws: int) -> np.ndarray:
    """What an author would write: one dense matrix and one call a draw."""
    rng = np.random.default_rng(0)
    largest = np.empty(draws)
    for k in range(draws):
        K = rng.standard_normal((n, n))
        largest[k] = np.linalg.eigvalsh((K + K.T) / 2**0.5)[-1]
    return largest


def svd_loop(n: int, draws: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(draws):
        np.linalg.svd(rng.standard_normal((n, n)))


def block(f: Callable, n: int) -> int:
    """The draws that our samplers make at a time."""
    if f is ours:
        return gaussian.lanes(min(n, ceil(gaussian.ROWS * n ** (1 / 3))))
    if f is batches:
        return max(1, MATRICES // n**2)
    return gaussian.lanes(n) if f is extremes else 1


def seconds(f: Callable, n: int) -> float:
    return per_draw(lambda draws: f(n, draws), block(f, n))


def ours(n: int, draws: int) -> np.ndarray:
    return goe_largest(n, draws, np.random.default_rng(0))


def batches(n: int, draws: int) -> None:
    """In batches of 32 MB."""
    rng, step = np.random.default_rng(0), block(batches, n)
    for start in range(0, draws, step):
        singular_values(rng.standard_normal((min(step, draws - start), n, n)))


def extremes(n: int, draws: int) -> None:
    ginibre_extremes(n, draws, np.random.default_rng(0))


def peer(package: str) -> dict:
    given = {"package": package, "sizes": SIZES, "n": HELD, "draws": DRAWS}
    settings = os.environ | {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
    command = [str(PYTHON), str(HOME / "peers.py"), "--answer"]
    ran = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=True, env=settings
    )
    return json.loads(ran.stdout)


def here(f: Callable) -> dict:
    return {"seconds": [seconds(f, n) for n in SIZES], "values": f(HELD, DRAWS)}


def verdict(values: np.ndarray) -> str:
    """`goe_largest_distribution` is that of (largest - 2 sqrt(n)) n^(1/6)."""
    edge = (np.asarray(values) - 2 * HELD**0.5) * HELD ** (1 / 6)
    found = goodness_of_fit(edge, goe_largest_distribution(HELD), ALPHA)
    return f"{found.verdict}, distance {found.observed:.3f}"


def rows() -> list[list[str]]:
    found = {"perturb": here(ours), "NumPy, dense": here(numpy_loop)}
    found |= {name: peer(name) for name in SAMPLERS if PYTHON.exists()}
    best = found["perturb"]["seconds"]
    lines = []
    for name, one in found.items():
        pairs = zip(one["seconds"], best, strict=True)
        rates = [cell for own, least in pairs for cell in (_rate(own), f"{own / least:,.3g}")]
        lines.append([name, verdict(one["values"]), *rates])
    return lines + [[name, "not installed", *[""] * 4] for name in SAMPLERS if name not in found]


def _rate(seconds: float) -> str:
    return f"{float(f'{1 / seconds:.2g}'):,.0f}"


CURVES = {
    "np.linalg.svd, one a matrix": (svd_loop, (5, 10, 25, 50, 100, 200, 400), "#444444"),
    "singular_values, in batches": (batches, (5, 10, 25, 50, 100, 200, 400), "#b2182b"),
    "ginibre_extremes": (extremes, (5, 10, 25, 50, 100, 400, 1000, 4000), "#1b7837"),
    "goe_largest": (ours, (10, 30, 100, 10**3, 10**4, 10**5, 10**6, 10**7, 10**8), "#2f6690"),
}


def growth() -> Figure:
    """Seconds a draw against n, with the slopes that the operation counts give."""
    figure = Figure(figsize=(7.5, 5.0), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for name, (f, sizes, color) in CURVES.items():
        axes.loglog(sizes, [seconds(f, n) for n in sizes], "o-", color=color, ms=3.5, lw=1.2, label=name)
    for name, (power, at, level) in GROWTH.items():
        n = np.array([at / 8, at * 8])
        axes.loglog(n, level * (n / at) ** power, "--", color="#888888", lw=1.0)
        axes.annotate(name, (n[1], level * 8**power), fontsize=9, color="#555555")
    axes.set_xlabel("n")
    axes.set_ylabel("seconds a draw (one core)")
    axes.set_title("What a draw costs; dashed: the slope expected")
    axes.grid(color="#e6e6e6", lw=0.6)
    axes.legend(fontsize=8, frameon=False, loc="upper left")
    return figure


def main() -> None:
    head = ["Package", "Against the exact law"]
    head += [cell for n in SIZES for cell in (f"draws a second, n = {n:,}", "time / ours")]
    frame = DataFrame(rows(), columns=head)
    print(frame.to_string(index=False))
    OUT.mkdir(parents=True, exist_ok=True)
    save_picture(growth(), OUT / "growth.png")
    load = f"Measured on {os.cpu_count()} cores at a load of {os.getloadavg()[0]:.1f}."
    figure = "![seconds a draw against n](growth.png)"
    text = table(head, frame.to_numpy().tolist(), "llrrrr")
    text = joined("# Samplers beside other packages", NOTES, load, text, figure)
    (OUT / "ensembles.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
