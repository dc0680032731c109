"""Accuracy and speed of the distributions beside other packages; writes reports/benchmarks/laws.md.

The others live in .venv-peers (`make peers`), because their pins clash with ours; R's RMTstat is tried
through Rscript. Everything is measured alike. The truth is Fredholm determinants in balls (Tracy-Widom) and
closed forms in balls.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from flint import arb, ctx
from pandas import DataFrame
from peers import PACKAGES, drawn, measured

from perturb.laws.distributions import ContinuousDistribution, marchenko_pastur, semicircle, tracy_widom
from perturb.pages.figures.distribution_reference import BITS, FACTORS, reference
from perturb.pages.markdown import joined, table
from tools.tracy_widom.determinants import distributions, plan

HOME = Path(__file__).resolve().parent
PYTHON = HOME.parent / ".venv-peers" / "bin" / "python"
OUT = HOME.parent / "reports" / "benchmarks" / "laws.md"
SECONDS = 120  # for one call of another package
LEVELS = (1e-20, 1e-100)
FAR = 1 - 1e-6
NODES, WEIGHTS = np.polynomial.legendre.leggauss(120)
HEAD = [
    "Package", "Law", "max abs error of cdf", "relative at F = 1e-20", "relative at F = 1e-100",
    "error of ppf(1 - 1e-6)", "error of the mean", "s for 10^6 cdf", "s for 10^6 quantiles", "cdf / ours",
    "quantiles / ours",
]  # fmt: skip
TARGETS = [
    "target", "", "<= 1e-15", "<= 1e-12", "<= 1e-12", "<= 1e-12", "", "<= 0.015 (Tracy-Widom)",
    "<= 0.060 (Tracy-Widom)", "", "",
]  # fmt: skip
NOTES = (
    "Absolute errors of the cdf are the largest at 400 points. The mean of a row is the integral of that "
    "package's cdf between the ends of the interval (Gauss-Legendre, 120 nodes); what lies beyond is ours "
    "for all. A tail is `none` where no float has such a level; 1 says that the package gives 0. Speed is "
    "the best of several calls, at points between the quantiles of 0.001 and 0.999 and at uniform levels; "
    "slow packages get fewer values, as few as 10^3, and the time is scaled. TW_4 is in the scale that "
    "Tracy and Widom printed, which is that of the others. DPPy 0.3.3 has densities of the semicircle and "
    "of Marchenko-Pastur, no cdf and no quantiles."
)
RMTSTAT = """
suppressMessages(library(RMTstat))
given <- commandArgs(TRUE); x <- scan("stdin", quiet = TRUE); beta <- as.numeric(given[1])
f <- if (given[2] == "cdf") function(x) ptw(x, beta) else function(q) qtw(q, beta)
values <- formatC(f(x), digits = 17, format = "g")
many <- if (given[2] == "cdf") rnorm(1e3, -1.5) else runif(1e3)
cat(1e3 * system.time(f(many))[["elapsed"]], values, sep = " ")
"""


@dataclass(frozen=True)
class Case:
    """A distribution, by name for the others; most of its mass is on `interval`."""

    distribution: ContinuousDistribution
    kind: str
    parameter: float
    interval: tuple[float, float]

    @cached_property
    def points(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points of the interval and the cdf there as two floats."""
        low, high = self.interval
        found = reference(self.distribution, low + (high - low) * (np.arange(400) + 0.5) / 400)
        return found.x, found.head, found.rest

    @cached_property
    def nodes(self) -> tuple[np.ndarray, np.ndarray]:
        """Quadrature on the interval; in an angle, where a cdf with roots at the ends is smooth."""
        low, high = self.interval
        t = np.pi * (1 + NODES) / 2
        return low + (high - low) * np.sin(t / 2) ** 2, WEIGHTS * np.pi / 4 * (high - low) * np.sin(t)

    def exact(self, x: float) -> arb:
        if self.kind == "tracy-widom":
            s = arb(x) / FACTORS[self.distribution.convention]()
            return distributions(s, plan(float(s), other=True))[self.distribution.beta]
        found = reference(self.distribution, np.array([x]))  # as exact as the precision in force
        return arb(float(found.head[0])) + arb(float(found.rest[0]))

    @cached_property
    def tails(self) -> list[tuple[float, arb]]:
        """Points at LEVELS and the cdf there, as far as there are floats of about that level."""
        with ctx.workprec(10 * BITS):
            points = [float(self.distribution.ppf(level)) for level in LEVELS]
            there = [(x, self.exact(x)) for x in points if x > self.distribution.support[0]]
        return [(x, F) for (x, F), level in zip(there, LEVELS, strict=False) if 0.5 < float(F) / level < 2]

    @cached_property
    def far(self) -> float:
        """The quantile of FAR by one Newton step in balls from ours."""
        x = float(self.distribution.isf(1 - FAR))
        with ctx.workprec(BITS):
            return x + float((1 - self.exact(x)) - (1 - arb(FAR))) / float(self.distribution.pdf(x))

    @cached_property
    def beyond(self) -> float:
        """What the half lines outside of the interval add to the mean."""
        if np.isfinite(self.distribution.support[1]):
            return 0.0
        (low, high), t = self.interval, 10 * (1 + NODES)
        return 10 * float(WEIGHTS @ (self.distribution.sf(high + t) - self.distribution.cdf(low - t)))

    @property
    def between(self) -> tuple[float, float]:
        return float(self.distribution.ppf(0.001)), float(self.distribution.isf(0.001))

    @property
    def where(self) -> list[float]:
        return [*self.points[0], *self.nodes[0], *[x for x, _ in self.tails]]


CASES = (
    *(Case(tracy_widom(beta), "tracy-widom", beta, (-10.0, 6.0)) for beta in (1, 2)),
    Case(tracy_widom(4, convention="tracy-widom"), "tracy-widom", 4, (-9.0, 5.0)),
    Case(marchenko_pastur(0.5), "marchenko-pastur", 0.5, marchenko_pastur(0.5).support),
    Case(marchenko_pastur(1.0), "marchenko-pastur", 1.0, marchenko_pastur(1.0).support),
    Case(semicircle(), "semicircle", 1.0, semicircle().support),
)


def ours(case: Case) -> dict[str, Any]:
    methods = {"cdf": (case.distribution.cdf, case.where), "ppf": (case.distribution.ppf, [FAR])}
    return {m: measured(f, at, drawn(m, *case.between)) for m, (f, at) in methods.items()}


def peer(case: Case, package: str) -> dict[str, Any]:
    about = {"package": package, "kind": case.kind, "parameter": case.parameter, "between": case.between}
    command, found = [str(PYTHON), str(HOME / "peers.py"), "--answer"], {}
    for method, at in (("cdf", case.where), ("ppf", [FAR])):
        text, why = _ran(command, json.dumps(about | {"method": method, "at": at}))
        found[method] = {"why": why} if why else json.loads(text) or {"why": "none"}
    return found


def _ran(command: list[str], given: str) -> tuple[str, str]:
    """What it prints, or why it prints nothing."""
    settings = os.environ | {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
    try:
        ran = subprocess.run(
            command, input=given, capture_output=True, text=True, check=True, timeout=SECONDS, env=settings
        )
    except subprocess.TimeoutExpired:
        return "", f"over {SECONDS} s"
    except subprocess.CalledProcessError as error:
        return "", f"failed: {(error.stderr.strip().splitlines() or ['no message'])[-1][:60]}"
    return ran.stdout, ""


def rmtstat(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for method, at in (("cdf", case.where), ("ppf", [FAR])):
        command = ["Rscript", "-e", RMTSTAT, str(int(case.parameter)), method]
        text, why = _ran(command, " ".join(map(repr, map(float, at))))
        seconds, *values = [float(word) for word in text.split()] or [np.nan]
        found[method] = {"why": why} if why else {"seconds": seconds, "count": 1000, "values": values}
    return found


def errors(case: Case, cdf: list[float]) -> list[str]:
    """Of the cdf, in both tails, and of the mean."""
    (x, head, rest), (_, weights) = case.points, case.nodes
    F, at_nodes, tails = np.split(np.array(cdf, dtype=float), [len(x), len(x) + len(weights)])
    with ctx.workprec(BITS):
        relative = [abs(float(arb(float(f)) / e - 1)) for f, (_, e) in zip(tails, case.tails, strict=True)]
    mean = case.interval[1] - float(weights @ at_nodes) + case.beyond
    tail_cells = [_brief(r) if r != 1 else "1" for r in relative]
    tail_cells += ["none"] * (len(LEVELS) - len(relative))
    return [_brief(np.abs((F - head) - rest).max()), *tail_cells, _brief(mean - case.distribution.mean())]


def row(name: str, case: Case, found: dict[str, Any], best: dict[str, Any]) -> list[str]:
    cdf, ppf = found["cdf"], found["ppf"]
    error, *tails, mean = [""] * 4 if "why" in cdf else errors(case, cdf["values"])
    quantile = "" if "why" in ppf else _brief(ppf["values"][0] - case.far)
    ratios = [
        "" if "why" in found[m] else f"{found[m]['seconds'] / best[m]['seconds']:.3g}" for m in ("cdf", "ppf")
    ]
    return [
        name,
        case.distribution.name,
        error,
        *tails,
        quantile,
        mean,
        _seconds(cdf),
        _seconds(ppf),
        *ratios,
    ]


def _brief(error: float) -> str:
    return f"{abs(error):.0e}" if error else "0"


def _seconds(found: dict[str, Any]) -> str:
    if "why" in found:
        return found["why"]
    return f"{found['seconds']:.3g}" + ("" if found["count"] == 10**6 else f" (from {found['count']:,})")


def rows(case: Case) -> list[list[str]]:
    best = ours(case)
    lines = [row("perturb", case, best, best)]
    for name in [*PACKAGES, *(["RMTstat"] if case.kind == "tracy-widom" else [])]:
        there = bool(shutil.which("Rscript")) if name == "RMTstat" else PYTHON.exists()
        if not there:
            lines.append([name, case.distribution.name, "not installed", *[""] * 8])
            continue
        found = rmtstat(case) if name == "RMTstat" else peer(case, name)
        if any(m != {"why": "none"} for m in found.values()):
            lines.append(row(name, case, found, best))
    return lines


def main() -> None:
    frame = DataFrame([*(line for case in CASES for line in rows(case)), TARGETS], columns=HEAD)
    print(frame.to_string(index=False))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    load = f"Measured on {os.cpu_count()} cores at a load of {os.getloadavg()[0]:.1f}."
    text = table(HEAD, frame.to_numpy().tolist(), "ll" + "r" * 9)
    OUT.write_text(joined("# Laws beside other packages", NOTES, load, text), encoding="utf-8")


if __name__ == "__main__":
    main()
