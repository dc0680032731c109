"""One other package at work, in the interpreter that has it (`make peers`): JSON on stdin, JSON on stdout.

Run alone it says which packages this interpreter has. It imports nothing of perturb.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any

import numpy as np

MILLION = 1_000_000
BUDGET = 0.4  # seconds that one call may take before the number of values is increased no further
FEWEST = 1_000


def tracy_widom(kind: str, parameter: float) -> dict[str, Callable]:
    from TracyWidom import TracyWidom

    if kind != "tracy-widom":
        return {}
    law = TracyWidom(beta=int(parameter))
    return {"cdf": law.cdf, "ppf": law.cdfinv}


def scikit_rmt(kind: str, parameter: float) -> dict[str, Callable]:
    from skrmt.ensemble import spectral_law

    if kind == "semicircle":
        return {"cdf": spectral_law.WignerSemicircleDistribution(beta=1, sigma=parameter**0.5).cdf}
    if kind == "marchenko-pastur":
        law = spectral_law.MarchenkoPasturDistribution(ratio=parameter)
    else:
        law = spectral_law.TracyWidomDistribution(beta=int(parameter))
    return {"cdf": law.cdf, "ppf": law.ppf}


def dppy_largest(n: int, draws: int) -> np.ndarray:
    from dppy.beta_ensembles import HermiteEnsemble

    ensemble = HermiteEnsemble(beta=1)
    return np.array([ensemble.sample_banded_model(size_N=n).max() for _ in range(draws)])


def beta_ensembles_largest(n: int, draws: int) -> np.ndarray:
    from beta_ensembles import gaussian

    return np.array([x.max() for x in gaussian.spectra(1, n, draws, rng=0, verbose=False)])


def scikit_rmt_largest(n: int, draws: int) -> np.ndarray:
    from skrmt.ensemble import GaussianEnsemble

    return np.array(
        [GaussianEnsemble(beta=1, n=n, tridiagonal_form=True).eigvals().max() for _ in range(draws)]
    )


PACKAGES = {"TracyWidom": tracy_widom, "scikit-rmt": scikit_rmt}
# The largest eigenvalue of the GOE, edge at 2 sqrt(n); each package draws all eigenvalues.
SAMPLERS = {"DPPy": dppy_largest, "beta-ensembles": beta_ensembles_largest, "scikit-rmt": scikit_rmt_largest}


def clocked(f: Callable, values: np.ndarray) -> dict[str, float]:
    """Seconds for 10^6 values, from the best of some calls on as many as fit the budget, at least FEWEST."""
    count, best = FEWEST, _once(f, values[:FEWEST])
    while best < BUDGET / 10 and count < MILLION:
        count *= 10
        best = _once(f, values[:count])
    again = min(60, int(2 * BUDGET / best))
    best = min([best, *[_once(f, values[:count]) for _ in range(again)]])
    return {"seconds": best * MILLION / count, "count": count}


def _once(f: Callable, values: np.ndarray) -> float:
    start = perf_counter()
    f(values)
    return perf_counter() - start


def measured(f: Callable, at: list[float], drawn: np.ndarray) -> dict[str, Any]:
    """Values at `at`, and what `clocked` says of `drawn`."""
    return {"values": np.asarray(f(np.array(at)), dtype=float).tolist(), **clocked(f, drawn)}


def drawn(method: str, low: float, high: float) -> np.ndarray:
    """Where speed is measured: uniform levels for quantiles, else points between `low` and `high`."""
    unit = np.random.default_rng(0).random(MILLION)
    return unit if method == "ppf" else low + (high - low) * unit


def per_draw(f: Callable[[int], Any], block: int = 1) -> float:
    """Seconds a draw of f(draws), in whole blocks: the best of three calls that take the budget together."""
    f(block)
    draws, taken = block, _clock(f, block)
    while taken < BUDGET / 10:
        draws *= 4
        taken = _clock(f, draws)
    return min(taken, _clock(f, draws), _clock(f, draws)) / draws


def _clock(f: Callable[[int], Any], draws: int) -> float:
    start = perf_counter()
    f(draws)
    return perf_counter() - start


def sampled(given: dict[str, Any]) -> dict[str, Any]:
    """Seconds a draw at each size, and draws at one size."""
    f = SAMPLERS[given["package"]]
    np.random.seed(0)
    return {
        "seconds": [per_draw(lambda draws, n=n: f(n, draws)) for n in given["sizes"]],
        "values": f(given["n"], given["draws"]).tolist(),
    }


def answer(given: dict[str, Any]) -> dict[str, Any] | None:
    """None for what the package does not offer."""
    if "sizes" in given:
        return sampled(given)
    method = PACKAGES[given["package"]](given["kind"], given["parameter"]).get(given["method"])
    if method is None:
        return None
    return measured(method, given["at"], drawn(given["method"], *given["between"]))


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = "--answer" in sys.argv
    if asked:
        json.dump(answer(json.load(sys.stdin)), sys.stdout)
    else:
        names = {**PACKAGES, **SAMPLERS}
        print("in this interpreter: " + ", ".join(f"{name} {installed(name)}" for name in names))
