"""Power of `perturb law` for ten usual slips, beside tests of scipy; writes reports/benchmarks/power.md.

    OPENBLAS_NUM_THREADS=1 python benchmarks/power.py            # draws, keeps the record, writes the page
    OPENBLAS_NUM_THREADS=1 python benchmarks/power.py --render   # the page alone, from the record

The record is reports/benchmarks/power.json. All tests have the same alpha; shares of samples are shown, and
decide nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy import stats

from perturb.laws.distributions import (
    goe_largest_distribution,
    gue_largest_distribution,
    tracy_widom,
)
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.slips import largest_with
from perturb.pages.markdown import joined, table

OUT = Path(__file__).resolve().parents[1] / "reports" / "benchmarks"
RECORD, PAGE = OUT / "power.json", OUT / "power.md"
SIZES, DRAWS, REPEATS, POOL, ALPHA, SEED = (20, 100), (30, 100, 300, 1_000), 100, 20_000, 0.01, 2026
NULL = 9_999  # samples behind the critical value of Anderson and Darling's statistic
TESTS = {"goodness": "perturb", "ks": "KS", "cvm": "CvM", "ad": "AD"}
LEAD = (
    "The share of samples in which a slip is found out. A sample is to be n^(1/6) (largest - 2 sqrt(n)) of "
    "the GOE and is held against the exact distribution at n; each row has another slip in it. Beside "
    "`perturb law` stand the tests of Kolmogorov and Smirnov (KS, `kstest`), Cramer and von Mises (CvM, "
    "`cramervonmises`) and Anderson and Darling (AD, `goodness_of_fit`, its critical value from {null:,} "
    "samples) of scipy, all at alpha = {alpha:g}. perturb's bands are bounds at every number of draws and at "
    "the smallest alpha too, where the others are asymptotic or would need as many samples of their own; its "
    "order statistics see the tails. The last row has no slip: there the share is the rate of false alarms."
)
NOTE = "Shares are of {repeats} samples each, with a standard error of up to {error:.0%}. Made by `{made}`."


def dense(n: int, moved: np.ndarray) -> np.ndarray:
    """Variance 1 on the diagonal of a dense matrix moves the largest eigenvalue by -1/sqrt(n), nearly."""
    return moved - n ** (-1 / 3)


def slips(n: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Ten samples that are not what they are said to be, and one that is, shape (POOL,) each."""
    x = goe_largest_distribution(n).rvs(POOL, rng)
    largest = 2 * n**0.5 + x / n ** (1 / 6)
    return {
        "minus sign": -x,
        "a factor sqrt(2)": 2**0.5 * x,
        "variance 1 on the diagonal": dense(n, x),
        "half the diagonal of the tridiagonal model": rng.permutation(largest_with(1, n, 0.5)),
        "centred at 2 sqrt(n - 1)": x + n ** (1 / 6) * 2 * (n**0.5 - (n - 1) ** 0.5),
        "entries divided by n - 1 in place of n": n ** (1 / 6)
        * (largest * (n / (n - 1)) ** 0.5 - 2 * n**0.5),
        "complex in place of real": gue_largest_distribution(n).rvs(POOL, rng),
        "second largest eigenvalue": tracy_widom(4, convention="goe").rvs(POOL, rng) - n ** (-1 / 3) / 2,
        "the limit in place of size n": tracy_widom(1).rvs(POOL, rng),
        "a tenth from N(0, 16)": np.where(rng.random(POOL) < 0.1, 4 * rng.standard_normal(POOL), x),
        "none": x,
    }


def anderson_darling(u: np.ndarray) -> float:
    """The statistic of uniform values."""
    u, m = np.sort(np.clip(u, 1e-300, 1 - 1e-16)), len(u)
    return float(-m - np.mean((2 * np.arange(1, m + 1) - 1) * (np.log(u) + np.log1p(-u[::-1]))))


def critical(m: int, rng: np.random.Generator) -> float:
    """Of the statistic by scipy's own null distribution, whose value of a sample ours must be."""
    u = rng.random(m)
    known = {"loc": 0.0, "scale": 1.0}
    found = stats.goodness_of_fit(
        stats.uniform, u, known_params=known, statistic="ad", n_mc_samples=NULL, rng=rng
    )
    assert abs(found.statistic - anderson_darling(u)) < 1e-6
    return float(np.quantile(found.null_distribution, 1 - ALPHA))


def found_out(sample: np.ndarray, law: Callable, above: float) -> list[bool]:
    """By each of the tests, in their order."""
    u = law.cdf(sample)
    return [
        goodness_of_fit(sample, law, ALPHA).verdict == "refuted",
        stats.kstest(u, "uniform").pvalue < ALPHA,
        stats.cramervonmises(u, "uniform").pvalue < ALPHA,
        anderson_darling(u) > above,
    ]


def measured() -> list[dict]:
    rng, rows = np.random.default_rng(SEED), []
    above = {m: critical(m, rng) for m in DRAWS}
    for n in SIZES:
        law = goe_largest_distribution(n)
        for slip, pool in slips(n, rng).items():
            for m in DRAWS:
                tried = [found_out(rng.choice(pool, m, replace=False), law, above[m]) for _ in range(REPEATS)]
                shares = dict(zip(TESTS, np.mean(tried, axis=0).tolist(), strict=True))
                rows.append({"n": n, "slip": slip, "draws": m, **shares})
    return rows


def page(record: dict) -> str:
    """Markdown: a table for each size and number of draws, a row a slip, a column a test."""
    parts = [LEAD.format(alpha=record["alpha"], null=NULL)]
    for n in SIZES:
        parts.append(f"## n = {n}")
        for draws in DRAWS:
            rows = [row for row in record["rows"] if (row["n"], row["draws"]) == (n, draws)]
            lines = [[row["slip"], *[f"{row[test]:.2f}" for test in TESTS]] for row in rows]
            parts += [f"### {draws:,} draws", table(["slip", *TESTS.values()], lines, "lrrrr")]
    error = 0.5 / record["repeats"] ** 0.5
    note = NOTE.format(repeats=record["repeats"], error=error, made="python benchmarks/power.py")
    return joined("# Power of goodness of fit", *parts, note) + "\n"


def main() -> None:
    if "--render" not in sys.argv:
        record = {"alpha": ALPHA, "repeats": REPEATS, "seed": SEED, "rows": measured()}
        RECORD.write_text(json.dumps(record, indent=0) + "\n")
    PAGE.write_text(page(json.loads(RECORD.read_text())))


if __name__ == "__main__":
    main()
