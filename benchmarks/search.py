"""Points a second of the search: screened batches against a plain loop, and certified points."""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time

import numpy as np
from pandas import DataFrame, Series

from perturb import claim, given, paper, then
from perturb.certify.point import certify, screen
from perturb.domains import square
from perturb.domains.draws import draw
from perturb.pages.markdown import joined, table
from perturb.statements.claim import Claim
from perturb.vocab import I, T, kappa, lam_max, s1, sq, sqrt

BATCH = 4096
SIZES = (2, 3, 4, 5, 6)
OUT = Path("reports/benchmarks/search.md")
NOTES = f"""Points a second of one core, by the clock of the processor, in batches of {BATCH:,} as the
search draws them. "Screened" is in float64: kappa(I + M) <= sqrt(1 + lam_max(M + M') + s_1^2) / (1 - s_1) for
contractions M; most of the points drawn do not meet its hypothesis, s_1(M) < 1, and its conclusion is not
read there. "All of them" is kappa(I + M) <= 3 + lam_max(M + M') without a hypothesis: two decompositions of
every point. The loop is what one would write with NumPy, a matrix at a time, for the first. "Certified" is
the whole verdict on a point of the first, in balls."""


def shifted(n: int) -> Claim:
    @claim(paper("bench"), f"kappa of a shifted contraction, n = {n}", domain=square(n=(n, n)))
    def statement(M):
        yield given(s1(M), "<", 1)
        yield then(kappa(I + M), "<=", sqrt(1 + lam_max(M + T(M)) + sq(s1(M))) / (1 - s1(M)))

    return statement


def everywhere(n: int) -> Claim:
    @claim(paper("bench"), f"two decompositions of every point, n = {n}", domain=square(n=(n, n)))
    def statement(M):
        yield then(kappa(I + M), "<=", 3 + lam_max(M + T(M)))

    return statement


def plain(matrices: np.ndarray) -> float:
    """What an author would write."""
    worst = np.inf
    for M in matrices:
        s = np.linalg.svd(M, compute_uv=False)[0]
        if s < 1:
            tau = np.linalg.eigvalsh(M + M.T)[-1]
            worst = min(worst, np.sqrt(1 + tau + s**2) / (1 - s) - np.linalg.cond(np.eye(len(M)) + M))
    return float(worst)


def rate(f, count: int) -> float:
    start = process_time()
    f()
    return count / (process_time() - start)


def rates(n: int) -> Series:
    """At one size; screening asks for two batches in turn, because the last one is remembered."""
    statement, other = shifted(n), everywhere(n)
    batches = [draw(statement.domain, np.random.default_rng(k), BATCH, {"n": n}) for k in (0, 1)]
    matrices = statement.domain.inputs(batches[0])["M"]
    points = [statement.domain.construct(batches[0].sizes, batches[0].params_of(k)) for k in range(300)]
    both = lambda which: [screen(which, batch) for batch in batches]  # noqa: E731
    return Series(
        {
            "plain loop": max(rate(lambda: plain(matrices), BATCH) for _ in range(2)),
            "screened": max(rate(lambda: both(statement), 2 * BATCH) for _ in range(9)),
            "screened, all of them": max(rate(lambda: both(other), 2 * BATCH) for _ in range(9)),
            "certified": max(rate(lambda: [certify(statement, p) for p in points], 300) for _ in range(3)),
        }
    )


def main() -> None:
    found = DataFrame({n: rates(n) for n in SIZES}).T
    print("points a second", found.round(0), sep="\n")
    rows = [[str(n), *(f"{float(f'{x:.2g}'):,.0f}" for x in row)] for n, row in found.iterrows()]
    load = f"Measured on {os.cpu_count()} cores at a load of {os.getloadavg()[0]:.1f}."
    text = joined("# Points a second of the search", NOTES, load, table(["n", *found.columns], rows, "rrrrr"))
    OUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
