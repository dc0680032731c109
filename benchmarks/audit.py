"""The audit of weights beside WeightWatcher on the same files: numbers, verdicts, time.

    OPENBLAS_NUM_THREADS=1 python benchmarks/audit.py    # writes reports/benchmarks/audit.md

WeightWatcher runs in .venv-weightwatcher (`make peers`). Networks are trained here on digits, or random in
the shapes of ResNet-50 and GPT-2, where the laws are known.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from audit_networks import Arrays, gpt2, random_network, resnet50, trained

from perturb.networks.training import load
from perturb.networks.weights import audit, checkpoints, network_sentences, step_sentences, theory
from perturb.pages.markdown import joined, prose, table

HOME = Path(__file__).parent
OUT = HOME.parent / "reports" / "benchmarks" / "audit.md"
PYTHON = HOME.parent / ".venv-weightwatcher" / "bin" / "python"
HEAD = ["Network", "Layers", "s_1 agree to", "2 < alpha < 6", "heavier, p <= 0.01", "MP spikes", "Outliers"]
TIMES = [
    "Network",
    "audit, s",
    "with theory",
    "WeightWatcher",
    "with mp_fit",
    "theory / WeightWatcher with mp_fit",
]
KINDS = {"plain": "digits, 64-64-64-64-10", "skip": "the same, skips of 1", "linear": "the same, linear"}
SKIPS = {"skip": {"fc2.weight": 1.0, "fc3.weight": 1.0}}
ALPHA = 1e-6


def watched(path: Path) -> dict[str, Any] | None:
    """What WeightWatcher says, where it is installed."""
    if not PYTHON.exists():
        return None
    command = [str(PYTHON), str(HOME / "peers_weightwatcher.py"), str(path)]
    settings = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def timed(path: Path, settings: dict[str, Any]) -> tuple[Any, list[float]]:
    """The theory of a file, and processor seconds of the audit alone and with the theory."""
    before = process_time()
    done = audit(path, settings)
    between = process_time()
    found = theory(path, settings, done=done)
    return found, [between - before, process_time() - before]


def compared(name: str, arrays: Arrays, found: Any, theirs: dict[str, Any] | None) -> list[str]:
    """A row: what both say of the layers that both take; values of dense ones, by name."""
    tails = [one.laws.tail for one in found.layers if one.laws is not None and one.laws.tail is not None]
    heavier = sum(tail.verdict != "bulk" for tail in tails)
    laws = [layer.bulk for layer in found.audit.layers if layer.bulk is not None]
    ours = [f"{heavier} of {len(tails)}", f"{sum(law.outliers[0] for law in laws)} in {len(laws)} layers"]
    if theirs is None:
        return [name, str(len(found.layers)), "", "", ours[0], "", ours[1]]
    rows = {row["name"]: row for row in theirs["rows"]}
    apart = [
        abs(rows[short]["sv_max"] / high - 1)
        for layer in found.audit.layers
        if (short := layer.name.removesuffix(".weight")) in rows and arrays[layer.name].ndim == 2
        for high in [layer.values.largest.floats[1] or np.nan]
    ]
    alphas = [row["alpha"] for row in theirs["rows"] if row["alpha"] > 0]
    spikes = sum(max(row.get("num_spikes") or 0, 0) for row in theirs["rows"])
    said = f"{sum(2 < a < 6 for a in alphas)} of {len(alphas)}"
    shown = f"{int(spikes)} in {len(rows)} layers"
    return [name, str(len(found.layers)), f"{max(apart):.0e}", said, ours[0], shown, ours[1]]


def spent(name: str, seconds: list[float], theirs: dict[str, Any] | None) -> list[str]:
    cells = [name, *(f"{x:.2f}" for x in seconds)]
    if theirs is None:
        return [*cells, "", "", ""]
    other = theirs["seconds"]
    return [*cells, *(f"{x:.2f}" for x in other), f"{seconds[1] / other[1]:.2g}"]


def networks() -> dict[str, tuple[Arrays, dict[str, Any]]]:
    """By name: arrays and settings."""
    examples = load("digits")
    found: dict[str, tuple[Arrays, dict[str, Any]]] = {}
    for kind, title in KINDS.items():
        for when, arrays in zip(("start", "trained"), trained(kind, examples.X, examples.y, 10), strict=True):
            order = [name for name in arrays if name.endswith("weight")]
            found[f"{title}, {when}"] = arrays, {"skip": SKIPS.get(kind, {}), "order": order}
    shapes = random_network(resnet50)
    kernels = {name: {} for name, K in shapes.items() if K.ndim > 2}
    found["ResNet-50's shapes, random"] = shapes, {"convolution": kernels}
    found["GPT-2's shapes, random"] = random_network(gpt2), {}
    return found


def learned(title: str, pair: list[Arrays], settings: dict[str, Any], data: Any) -> str:
    """What learning did to a network, in sentences."""
    names = ("the initial weights", "the trained ones")
    (step,) = checkpoints(pair, settings, names=names, alpha=ALPHA)
    lines = list(step_sentences(step, ALPHA))
    if "linear" not in title:
        whole = theory(pair[1], settings, data=data)
        lines += [line for line in network_sentences(whole.network) if "taken to be" not in line]
    return joined(f"### {title}", "\n".join(f"- {prose(line)}" for line in lines))


def main() -> None:
    rows, times, version = [], [], None
    made = networks()
    with TemporaryDirectory() as folder:
        for k, (name, (arrays, settings)) in enumerate(made.items()):
            path = Path(folder) / f"{k}.npz"
            np.savez(path, **arrays)
            theirs = watched(path)
            found, seconds = timed(path, settings)
            rows.append(compared(name, arrays, found, theirs))
            times.append(spent(name, seconds, theirs))
            version = version or (theirs and theirs["version"])
            print(name, times[-1], flush=True)
    examples = load("digits")
    data = examples.X_test, examples.y_test
    told = []
    for title in KINDS.values():
        pair = [made[f"{title}, {when}"] for when in ("start", "trained")]
        told.append(learned(title, [one[0] for one in pair], pair[0][1], data))
    OUT.write_text(page(rows, times, told, version), encoding="utf-8")


def page(rows: list[list[str]], times: list[list[str]], told: list[str], version: str | None) -> str:
    beside = f"WeightWatcher {version}" if version else "WeightWatcher, which was not there for this run"
    load_now = f"{os.cpu_count()} cores at a load of {os.getloadavg()[0]:.1f}"
    return joined(
        "# The audit of weights beside WeightWatcher",
        f"{beside}, on the same files: networks trained on digits with 2500 steps of Adam, and one layer "
        "of each shape of ResNet-50 and of a block of GPT-2 with independent normal entries, of which "
        f"nothing is to be learned. Processor time, one thread, one run; measured on {load_now}.",
        "## Feature by feature",
        table(["", "perturb audit", "WeightWatcher"], FEATURES),
        "## The same numbers, and where the law is known",
        "Its alpha is the exponent of a power law fitted to the squared singular values; from 2 to 6 it "
        "calls a layer trained. Beside it stands in how many layers the fitted exponent is smaller than "
        "in all but 1 % of matrices of independent entries by the same fit, and the values beyond the "
        "edge: its spikes with `mp_fit`, and our outliers, which independent entries have in one layer "
        f"of a million (alpha {ALPHA:g}). Of a convolution it takes the slices of the kernel together, "
        "and we the kernel as one matrix.",
        table(HEAD, rows, "lrrrrrr"),
        "## Time",
        "Ours holds the certificates, 99 or 199 random spectra for each shape, masks and Lipschitz bounds.",
        table(TIMES, times, "lrrrrr"),
        "## What learning did",
        "The theorems of the papers on the three networks at their start and at their end. [proved] "
        "holds for these numbers, [test at alpha] is wrong of independent entries with that chance, "
        "[estimate] is neither.",
        *told,
    )


if __name__ == "__main__":
    main()

FEATURES = [
    ["singular values", "all, with certified error bars", "all, in float32 or float64"],
    ["rank, stable rank, kappa", "enclosed", "rank and stable rank in floating point; no kappa"],
    ["convolutions", "kernel as a matrix, bounds of the map", "slices of the kernel, or by FFT"],
    ["skips", "declared; tau, kappa and norm of A + rho I", "no"],
    ["law of Marchenko and Pastur", "median fit, distance with p-value", "fit of the bulk (`mp_fit`)"],
    ["values beyond the edge", "outliers at a stated alpha, with a band", "spikes, no level"],
    ["power law", "fit, p beside random matrices, goodness of fit, Vuong", "fit; exponent and distance D"],
    [
        "other heavy tails",
        "lognormal and exponential by Vuong's test",
        "truncated power law, exponential as fits",
    ],
    ["quality of a model without data", "no", "alpha, log norms, shape metrics: its purpose"],
    ["shuffled weights", "exact Gaussian spectra of the shape", "`randomize`: correlation traps"],
    ["ReLU singular values, mean widths", "enclosed", "no"],
    ["kappa with masks", "printed and sharpened bounds beside masks", "no"],
    ["Lipschitz bounds", "from above, attained, exact for small networks", "no"],
    ["activations on data", "dead units, regions, kappa where data are", "no"],
    ["pruning", "certified bound and measured change, harmonic pruning", "SVDSmoothing of weights"],
    ["checkpoints", "Weyl, Wedin, outliers gained, what gradient flow keeps", "distances of two models"],
    ["files", ".safetensors, .npz, .npy, .onnx, state_dict", "PyTorch, Keras, ONNX, safetensors, folders"],
    ["output", "sentences, page, JSON, DataFrame", "DataFrame, plots a layer"],
]
