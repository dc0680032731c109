"""Widths, ReLU singular values and distances beside the authors' way and semidefinite bounds, in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/relu_peers.py    # writes reports/benchmarks/relu_layers.md

The authors' notebooks are of 2018 (TensorFlow 1); their algorithms are written again here in NumPy and SciPy.
The semidefinite programs run in .venv-peers (`make peers`), where there is a solver.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np
from pandas import DataFrame
from scipy.optimize import linprog, minimize

from perturb.networks.relu import (
    mean_width,
    relu_distance,
    relu_singular_bounds_on,
    relu_singular_values,
    relu_singular_values_sampled,
)
from perturb.pages.markdown import joined, table

HOME = Path(__file__).parent
OUT = HOME.parent / "reports" / "benchmarks" / "relu_layers.md"
PYTHON = HOME.parent / ".venv-peers" / "bin" / "python"
SETS = ((40, 64), (40, 784), (1000, 100))
DRAWS, POINTS = 100, 2000
DISTANCES = (2, 4, 6, 8)
HEAD = ["question", "ours", "ours, ms", "by", "finds", "theirs / ours", "time / ours"]
NOTES = (
    "Processor time, best of three, one thread. Ours are enclosures: a ratio is that to their upper end, "
    "and below lower / upper of ours a value is certainly too small. `(27)` is a linear program a "
    "direction, 100 directions (five are timed), of which a trimmed mean is taken. `(9)-(10)` fits W and M "
    "to 2000 points of the sphere by Adam (2000 steps) or by L-BFGS (from three random starts; the best sum "
    "counts) and reports the maximum over the points. Over a finite set of data (13) such a maximum is a "
    "bound, and ours is one too. `LipSDP` and `quadratic` are semidefinite programs (Clarabel), to their "
    "tolerance of 1e-8: the first knows of a slope between 0 and 1 alone and is |A - L| whatever the layers "
    "are; the second knows all products of what is not negative. Both are bounds from above without a "
    "certificate."
)
Row = list[str]


def timed(f: Callable[[], object], repetitions: int = 3) -> tuple[float, object]:
    times, found = [], None
    for _ in range(repetitions):
        start = process_time()
        found = f()
        times.append(process_time() - start)
    return min(times), found


def shown(lo: float, hi: float) -> str:
    return f"[{lo:.5g}, {hi:.5g}]"


def row(question: str, ends: tuple[float, float], ours: float, by: str, value: float, theirs: float) -> Row:
    found = [question, shown(*ends), f"{1e3 * ours:.3g}", by, f"{value:.5g}"]
    return [*found, f"{value / ends[1]:.4f}", f"{theirs / ours:,.3g}"]


def program(K: np.ndarray, g: np.ndarray) -> float:
    """(27) as printed: the width of the hull in direction g."""
    values = K @ g
    sums = np.kron(np.eye(2), np.ones(len(K)))
    return -linprog(np.concatenate([-values, values]), A_eq=sums, b_eq=[1.0, 1.0], method="highs").fun


def width(count: int, n: int) -> Row:
    K = np.random.default_rng(count + n).standard_normal((count, n))
    seconds, found = timed(lambda: mean_width(K, draws=DRAWS))
    g = np.random.default_rng(0).standard_normal((DRAWS, n))
    slow, _ = timed(lambda: [program(K, x) for x in g[:5]])
    values = np.sort([np.ptp(K @ x) for x in g])[DRAWS // 10 : -DRAWS // 10]  # what the programs find
    return row(f"width, {count} points of R^{n}", found.floats, seconds, "(27)", values.mean(), 20 * slow)


def fitted(A: np.ndarray, b: np.ndarray, X: np.ndarray, k: int, starts: int = 3) -> float:
    """(10) after (9) by L-BFGS: the maximum over X for the best sum of several random starts."""
    m, n = A.shape
    target, rng, best = np.maximum(X @ A.T + b, 0), np.random.default_rng(k), (np.inf, np.inf)

    def loss(theta: np.ndarray) -> tuple[float, np.ndarray]:
        W, M = theta[: m * k].reshape(m, k), theta[m * k :].reshape(k, n)
        inner = X @ M.T
        outer = inner @ W.T + b
        error = np.maximum(outer, 0) - target
        push = 2 * error * (outer > 0)
        return (error**2).sum(), np.concatenate([(push.T @ inner).ravel(), ((push @ W).T @ X).ravel()])

    for _ in range(starts):
        theta = minimize(loss, rng.standard_normal(k * (m + n)) / k**0.5, jac=True, method="L-BFGS-B").x
        W, M = theta[: m * k].reshape(m, k), theta[m * k :].reshape(k, n)
        error = np.maximum(X @ M.T @ W.T + b, 0) - target
        best = min(best, (float((error**2).sum()), float(np.linalg.norm(error, axis=1).max())))
    return best[1]


def singular(n: int) -> list[Row]:
    rng = np.random.default_rng(n)
    A, X = rng.standard_normal((n, n)), rng.standard_normal((POINTS, n))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    seconds, found = timed(lambda: relu_singular_values(A), 1)
    adam, values = timed(lambda: relu_singular_values_sampled(A, X), 1)
    newton, others = timed(lambda: [fitted(A, np.zeros(n), X, k) for k in range(1, n)], 1)
    rows = []
    for k in range(1, n):
        name = f"s_{k}, {n} x {n} (time of all)"
        rows.append(row(name, found[k].floats, seconds, "(9)-(10), Adam", values[k], adam))
        rows.append(row(name, found[k].floats, seconds, "(9)-(10), L-BFGS", others[k - 1], newton))
    return rows


def on_data(m: int, count: int) -> list[Row]:
    """(13) for a layer with bias and images of a layer before it, as data are in a network."""
    rng = np.random.default_rng(m)
    A, b = rng.standard_normal((m, m)) / m**0.5, 0.3 * rng.standard_normal(m)
    X = np.maximum(rng.standard_normal((count, m)), 0)
    ranks = (1, m // 4, m // 2)
    seconds, found = timed(lambda: relu_singular_bounds_on(A, b, X, ranks=ranks))
    slow, values = timed(lambda: [fitted(A, b, X, k) for k in ranks], 1)
    pairs = zip(ranks, found, values, strict=True)
    name = f"s_k over {count} data, {m} x {m} (time of three)"
    return [
        row(name.replace("s_k", f"s_{k}"), one.floats, seconds, "(9)-(10), L-BFGS", value, slow)
        for k, one, value in pairs
    ]


def truncated(n: int) -> tuple[np.ndarray, np.ndarray]:
    A = np.random.default_rng(n).standard_normal((n, n))
    U, d, V = np.linalg.svd(A)
    return A, (U[:, : n // 2] * d[: n // 2]) @ V[: n // 2]


def distances() -> list[Row]:
    pairs = [pair for n in DISTANCES for pair in (truncated(n), (truncated(n)[0], np.zeros((n, n))))]
    asked = json.dumps([{"A": A.tolist(), "L": L.tolist()} for A, L in pairs])
    command = [str(PYTHON), str(HOME / "peers_sdp.py"), "--answer"]
    settings = os.environ | {"OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, env=settings)
    rows = []
    for (A, L), theirs in zip(pairs, json.loads(ran.stdout), strict=True):
        seconds, found = timed(lambda A=A, L=L: relu_distance(A, L))
        name = f"{'F(A, L)' if L.any() else 's_0(A)'}, {len(A)} x {len(A)}"
        for by, label in (("lipsdp", "LipSDP"), ("quadratic", "quadratic")):
            rows.append(row(name, found.floats, seconds, label, theirs[by], theirs[f"{by} seconds"]))
    return rows


def main() -> None:
    rows = [width(*size) for size in SETS] + singular(4) + on_data(20, 40)
    rows += distances() if PYTHON.exists() else []
    print(DataFrame(rows, columns=HEAD).to_string(index=False))
    load = f"Measured on {os.cpu_count()} cores at a load of {os.getloadavg()[0]:.1f}."
    missing = "" if PYTHON.exists() else "The semidefinite programs were not run: no .venv-peers."
    text = joined("# ReLU layers beside other ways", NOTES, load, missing, table(HEAD, rows, "llrlrrr"))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
