"""How narrow certified ReLU singular values of 4 x 4 matrices are; writes relu-singular.md.

    OPENBLAS_NUM_THREADS=1 python benchmarks/relu_singular.py

The hundred: seeds 0 to 24 of four laws, all chosen before any of them was run. Their score is the median of
upper over lower end over k = 1, 2, 3; s_0 is known to 1e-11. Each matrix takes 15 s or so of processor time
and is kept as a line beside the page, in reports/benchmarks: a run that is broken off goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from perturb.networks.relu import relu_singular_values
from perturb.pages.markdown import joined, table

OUT = Path(__file__).resolve().parents[1] / "reports" / "benchmarks"
ROWS, PAGE = OUT / "relu-singular.ndjson", OUT / "relu-singular.md"
SIZE, SEEDS, KEY = 4, range(25), 2019
TARGET, SECONDS = 1.12, 60
LAWS: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    "normal": lambda rng: rng.standard_normal((SIZE, SIZE)),
    "uniform": lambda rng: rng.uniform(-1, 1, (SIZE, SIZE)),
    "laplace": lambda rng: rng.laplace(size=(SIZE, SIZE)),
    "sign": lambda rng: rng.choice([-1.0, 1.0], (SIZE, SIZE)),
}
NOTES = """Upper over lower end of the enclosures of s_k, k = 1, 2, 3, of random 4 x 4 matrices: entries
normal, uniform on [-1, 1], Laplace, and signs, 25 seeds of each. Laws and seeds of the hundred were fixed
before any of them was run; the first score, of seeds 0 to 4 of another key, was taken while the bounds were
written and is kept as it was. A value that is 0, because the matrix lacks rank, is known exactly and counts
as 1. s_0 comes from another route and is known to 1e-11: medians in brackets are those over k = 0 to 3. Where
a search finds nothing better the ratio is sqrt(2), that of the bounds for every matrix. Seconds are processor
time of one core."""
Row = dict[str, Any]


def measured(law: str, seed: int) -> Row:
    """The ratios for k = 0, ..., 3 of one matrix, and the time."""
    A = LAWS[law](np.random.default_rng([KEY, seed]))
    start = process_time()
    ends = [found.floats for found in relu_singular_values(A)]
    ratios = [hi / lo if hi > 0 else 1.0 for lo, hi in ends]
    return {"score": "hundred", "law": law, "seed": seed, "ratios": ratios, "seconds": process_time() - start}


def kept() -> list[Row]:
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def completed() -> list[Row]:
    """All rows, those that were missing now measured and kept."""
    rows = kept()
    known = {(row["law"], row["seed"]) for row in rows if row["score"] == "hundred"}
    for law, seed in [(law, seed) for seed in SEEDS for law in LAWS if (law, seed) not in known]:
        rows.append(measured(law, seed))
        with ROWS.open("a", encoding="utf-8") as file:
            print(json.dumps(rows[-1]), file=file)
    return rows


def line(name: str, rows: list[Row]) -> list[str]:
    """The medians, the largest ratio and the times of some rows."""
    hard = [ratio for row in rows for ratio in row["ratios"][1:]]
    whole = [ratio for row in rows for ratio in row["ratios"]]
    each = [f"{median(row['ratios'][k] for row in rows):.4f}" for k in range(1, SIZE)]
    times = [row["seconds"] for row in rows]
    score = f"{median(hard):.4f} ({median(whole):.4f})"
    return [
        name,
        str(len(rows)),
        score,
        *each,
        f"{max(hard):.4f}",
        f"{median(times):.1f}",
        f"{max(times):.1f}",
    ]


def page(rows: list[Row]) -> str:
    hundred = [row for row in rows if row["score"] == "hundred"]
    first = [row for row in rows if row["score"] == "first"]
    lines = [line("the hundred", hundred), line("the first score", first)]
    lines += [line(f"of the hundred: {law}", [row for row in hundred if row["law"] == law]) for law in LAWS]
    lines.append(["target", "100", f"<= {TARGET}", "", "", "", "", "", f"<= {SECONDS}"])
    head = [
        "Matrices",
        "number",
        "median",
        *(f"k = {k}" for k in range(1, SIZE)),
        "largest",
        "seconds",
        "most",
    ]
    return joined(
        "# Certified ReLU singular values of 4 x 4 matrices", NOTES, table(head, lines, "lrrrrrrrr")
    )


if __name__ == "__main__":
    text = page(completed())
    PAGE.write_text(text, encoding="utf-8")
    print(text)
