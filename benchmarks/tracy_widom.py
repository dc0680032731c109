"""Accuracy and speed of the Tracy-Widom laws beside the packages that offer them.

    python benchmarks/tracy_widom.py [--peers PYTHON] [--beta 1 2 4]

PYTHON is the interpreter that has TracyWidom and scikit-rmt (the latter wants an old scipy, so perhaps not
this one); R's RMTstat is tried through Rscript. Errors: of the cdf, absolute in the bulk, relative in the
left tail, of 1 - cdf in the right one, against Fredholm determinants in balls at `POINTS`; of mean and
variance against print. Times: the best of several calls, in nanoseconds a value and in calls of np.exp.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from flint import arb

from perturb.laws import tracy_widom
from perturb.laws.offline.determinants import distributions, plan

COUNT = 100_000  # values a call: short enough to fit between interruptions
POINTS = {
    "bulk": np.linspace(-5.3, 3.1, 12),
    "left": np.linspace(-11.3, -6.3, 4),
    "right": np.linspace(6.1, 13.3, 4),
}
NODES, WEIGHTS = np.polynomial.legendre.leggauss(400)
LOW, HIGH = -10.0, 6.0  # where every package has values
WHERE = np.concatenate([*POINTS.values(), LOW + (NODES + 1) * (HIGH - LOW) / 2])
# Bornemann, Markov Processes Relat. Fields 16 (2010), Table 10: mean and variance, 12 digits.
PRINTED = {
    1: (-1.2065335745820, 1.607781034581),
    2: (-1.771086807411, 0.8131947928329),
    4: (-2.306884893241, 0.5177237207726),
}
LAW = {1: tracy_widom(1), 2: tracy_widom(2), 4: tracy_widom(4, convention="tracy-widom")}
TW_4 = 2**0.5  # the law of the printed convention, in the scale of the determinants

PEER = """
import json, sys, time, warnings
import numpy as np
warnings.simplefilter("ignore")
given = json.load(sys.stdin)
if given["name"] == "TracyWidom":
    from TracyWidom import TracyWidom
    law = TracyWidom(beta=given["beta"]); cdf, ppf = law.cdf, law.cdfinv
else:
    from skrmt.ensemble.spectral_law import TracyWidomDistribution
    law = TracyWidomDistribution(beta=given["beta"]); cdf = law.cdf; ppf = getattr(law, "ppf", None)
def best(f, x):
    times = []
    for _ in range(5):
        start = time.perf_counter(); f(x); times.append(time.perf_counter() - start)
    return min(times) / len(x) * 1e9
rng = np.random.default_rng(0)
x, q = rng.normal(-1.5, 1.0, given["count"]), rng.random(given["count"])
out = {"cdf": np.asarray(cdf(np.array(given["where"])), dtype=float).tolist(), "ns": best(cdf, x)}
try:
    out["quantile"] = best(ppf, q if given["name"] == "TracyWidom" else q[:20])
except Exception:
    out["quantile"] = None
json.dump(out, sys.stdout)
"""

RMTSTAT = """
suppressMessages(library(RMTstat))
a <- commandArgs(TRUE); beta <- as.numeric(a[1]); n <- as.numeric(a[2]); where <- scan("stdin", quiet = TRUE)
best <- function(f, x) min(replicate(5, system.time(f(x))[["elapsed"]])) / length(x) * 1e9
cdf <- function(x) ptw(x, beta); ppf <- function(q) qtw(q, beta)
values <- formatC(cdf(where), digits = 17, format = "g")
cat(best(cdf, rnorm(n, -1.5)), best(ppf, runif(200)), values, sep = " ")
"""


def best(f: Callable[[Any], object], x: Any) -> float:
    times = []
    for _ in range(25):
        start = perf_counter()
        f(x)
        times.append(perf_counter() - start)
    return min(times) / len(x) * 1e9


def ours(beta: int) -> dict[str, Any]:
    law = LAW[beta]
    rng = np.random.default_rng(0)
    x, q = rng.normal(-1.5, 1.0, COUNT), rng.random(COUNT)
    times = {"ns": best(law.cdf, x), "quantile": best(law.ppf, q)}
    return times | {"cdf": law.cdf(WHERE), "sf": law.sf(WHERE), "moments": (law.mean(), law.var())}


def python_peer(python: str, name: str, beta: int) -> dict[str, Any] | None:
    given = json.dumps({"name": name, "beta": beta, "count": COUNT, "where": WHERE.tolist()})
    ran = subprocess.run([python, "-c", PEER], input=given, capture_output=True, text=True, check=False)
    return json.loads(ran.stdout) if ran.returncode == 0 else None


def rmtstat(beta: int) -> dict[str, Any] | None:
    if shutil.which("Rscript") is None:
        return None
    points = " ".join(repr(float(x)) for x in WHERE)
    command = ["Rscript", "-e", RMTSTAT, str(beta), str(COUNT)]
    ran = subprocess.run(command, input=points, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        return None
    ns, quantile, *cdf = (float(v) for v in ran.stdout.split())
    return {"ns": ns, "quantile": quantile, "cdf": cdf}


def truth(beta: int) -> tuple[np.ndarray, np.ndarray]:
    """cdf and survival function at the points, rounded from balls."""
    points = np.concatenate(list(POINTS.values())) * (TW_4 if beta == 4 else 1)
    values = [distributions(arb(float(s)), plan(float(s), other=True))[beta] for s in points]
    return np.array([float(F) for F in values]), np.array([float(1 - F) for F in values])


def errors(found: dict[str, Any], exact: tuple[np.ndarray, np.ndarray]) -> list[float]:
    """In the bulk (absolute), the left and the right tail (relative)."""
    sizes = np.cumsum([len(p) for p in POINTS.values()])
    every = np.array(found["cdf"], dtype=float)[: sizes[-1]]
    sf = np.array(found["sf"])[: sizes[-1]] if "sf" in found else 1 - every
    bulk, left, _ = np.split(every, sizes[:2])
    F, S = (np.split(values, sizes[:2]) for values in exact)
    right = np.split(sf, sizes[:2])[2]
    return [np.abs(bulk - F[0]).max(), np.abs(left / F[1] - 1).max(), np.abs(right / S[2] - 1).max()]


def moments(found: dict[str, Any], beta: int) -> tuple[float, float]:
    """Mean and variance from the cdf on [LOW, HIGH]; what lies beyond is ours for everybody."""
    if "moments" in found:
        return found["moments"]
    grid, half = WHERE[-len(NODES) :], (HIGH - LOW) / 2
    cdf = np.array(found["cdf"], dtype=float)[-len(NODES) :]
    far = HIGH + (NODES + 1) * half
    sf = LAW[beta].sf(far)
    mean = HIGH - half * WEIGHTS @ cdf + half * WEIGHTS @ sf
    square = HIGH**2 - 2 * half * WEIGHTS @ (grid * cdf) + 2 * half * WEIGHTS @ (far * sf)
    return mean, square - mean**2


def row(name: str, found: dict[str, Any] | None, exact: Any, beta: int, exp: float) -> str:
    if found is None:
        return f"{name:<12}not installed"
    gaps = [abs(a - b) for a, b in zip(moments(found, beta), PRINTED[beta], strict=True)]
    cells = [f"{e:.0e}" for e in [*errors(found, exact), *gaps]]
    for ns in (found["ns"], found["quantile"]):
        cells += [f"{ns:.1f}", f"{ns / exp:.0f}"] if ns else ["none", ""]
    return f"{name:<12}" + "".join(f"{c:>10}" for c in cells)


def report(beta: int, python: str) -> None:
    exact, exp = truth(beta), best(np.exp, np.random.default_rng(0).standard_normal(COUNT))
    heads = ("cdf", "left", "right", "mean", "variance", "ns cdf", "/ exp", "ns ppf", "/ exp")
    print(f"\nTracy-Widom, beta = {beta}; np.exp takes {exp:.2f} ns a value")
    print(" " * 12 + "".join(f"{head:>10}" for head in heads))
    rows = {"perturb": ours(beta)} | {n: python_peer(python, n, beta) for n in ("TracyWidom", "scikit-rmt")}
    for name, found in (rows | {"RMTstat": rmtstat(beta)}).items():
        print(row(name, found, exact, beta, exp))


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=sys.executable, help="the Python that has the other packages")
    parser.add_argument("--beta", type=int, nargs="+", default=[1, 2, 4])
    chosen = parser.parse_args()
    for index in chosen.beta:
        report(index, chosen.peers)
