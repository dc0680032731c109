"""Train the networks behind the figures of Dittmer, King and Maass (2019), and record what is drawn of them.

    nice python tools/trained_networks.py figures    # one network a figure, observed while it is trained
    nice python tools/trained_networks.py seeds      # 30 networks on each of three data sets
    nice python tools/trained_networks.py pruned     # 30 networks of double layers, pruned, and their rivals
    nice python tools/trained_networks.py printed    # 5 of the printed size, from full rank, on Fashion-MNIST

Needs perturb[train] and, for Figures 8 and 9, `make data`. About 25 minutes of one core, and an hour for
Figure 9. Can be killed: what is recorded is not made again, and training goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.relu import parameter_count
from perturb.networks.relu.dense import DenseStack, accuracy
from perturb.networks.relu.pruning import PruningStep, printed_criteria, prune, prune_by_magnitude, truncate
from perturb.networks.training import (
    TrainingRun,
    TrainingSettings,
    load,
    pruning_record,
    retrainer,
    train,
    watched,
)
from perturb.networks.training.measuring import both_parts, layer_ends, observation_record
from perturb.networks.training.run import rounded
from perturb.process.output import write_whole

PLACE = Path(__file__).parent.parent / "simulations" / "dittmer2019" / "trained"
CHECKPOINTS = Path(__file__).parent.parent / ".data" / "checkpoints"
SEEDS = range(30)
HOW: dict[str, Any] = {"count": 40, "draws": 10_000, "alpha": 0.01}
EPOCHS = {
    "digits": (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30),
    "breast-cancer": (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30),
    "fashion-mnist": (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30),
    "photographs": (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 30),
    "wine": (0, 2, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 44, 52, 60),
}
# Figure, data, width of the three hidden layers, seed. Widths and kinds of data are those of the paper.
FIGURES = (
    ("3", "breast-cancer", 20, 1),
    ("3", "digits", 100, 1),
    ("6", "wine", 10, 0),
    ("7", "wine", 20, 0),
    ("8", "photographs", 20, 0),
    ("9", "photographs", 784, 0),
    ("8", "fashion-mnist", 20, 0),
    ("9", "fashion-mnist", 784, 0),
    ("10", "breast-cancer", 10, 0),
    ("11", "breast-cancer", 20, 0),
    ("12", "breast-cancer", 50, 0),
    ("13", "digits", 20, 0),
    ("14", "digits", 100, 0),
    ("15", "digits", 784, 0),
)
SETS = {"digits": 20, "breast-cancer": 10, "wine": 10}
LATE = {"digits": (10, 30), "breast-cancer": (10, 30), "wine": (30, 60)}
ENOUGH = 12  # data of either kind for bounds at all ranks
RANKS = sorted({round(1.25**i) for i in range(17)} | {0, 39})
LEFT = 0.95  # of the training part: what a pruned network still classifies correctly at its last good step


def settings(data: str, width: int, seed: int, **more: Any) -> TrainingSettings:
    return TrainingSettings(data, widths=(width,) * 3, seed=seed, **more)


def figure(name: str, data: str, width: int, seed: int) -> None:
    """One network over its training. Bounds at all ranks are kept of the last epoch with enough data."""
    place, known = PLACE / "networks.jsonl", f"fig-{name}-{data}-{width}"
    old = kept(place)
    if any(json.loads(line)["name"] == known for line in old):
        return
    chosen, ranks = settings(data, width, seed), list(range(width)) if width <= 20 else RANKS
    course = []
    for run, seen in watched(chosen, EPOCHS[data], ranks=[0], steps=0, folder=CHECKPOINTS, **HOW):
        course.append({"epoch": run.settings.epochs, **observation_record(seen)})
    layers = layer_ends(seen)
    at = max((point["epoch"] for point in course if point["count"] >= ENOUGH), default=EPOCHS[data][-1])
    steps = 60 if width > 100 else 200
    ((_, seen),) = watched(chosen, [at], ranks=ranks, steps=steps, folder=CHECKPOINTS, **HOW)
    course[EPOCHS[data].index(at)] = {"epoch": at, **observation_record(seen)}
    record = {
        "name": known,
        "settings": asdict(run.settings),
        "alpha": HOW["alpha"],
        "history": [rounded(epoch) for epoch in run.history],
        "ranks": ranks,
        "bounds_at": at,
        "before": [rounded(layer.svd[1][:: thin(width)]) for layer in run.before.layers[:-1]],
        "after": [[x[1] for x in layer["singular_values"]][:: thin(width)] for layer in layers],
        "course": course,
    }
    write_whole(place, "\n".join([*old, json.dumps(record)]) + "\n")


def thin(width: int) -> int:
    """Of very wide layers every eighth singular value is kept."""
    return 8 if width > 100 else 1


def of_seed(data: str, seed: int) -> dict[str, Any]:
    """One of 30 networks: what is observed of it late in its training, and what is left at low ranks."""
    found: dict[str, Any] = {"seed": seed, "observed": {}}
    for run, seen in watched(settings(data, SETS[data], seed), LATE[data], steps=200, **HOW):
        found["observed"][str(run.settings.epochs)] = observation_record(seen)
    found["before"], found["after"] = (
        [rounded(layer.svd[1]) for layer in stack.layers[:-1]] for stack in (run.before, run.after)
    )
    found["accuracy"] = rounded(run.history[-1][1:])
    found["truncated"] = {str(k): cut_accuracy(run, k) for k in (SETS[data] // 2, SETS[data] // 4)}
    found["aligned"] = aligned(run)
    return found


def cut_accuracy(run: TrainingRun, k: int) -> list[float]:
    return part_accuracies(truncate(run.after, [k, k, k, None]), run.settings.data)


def part_accuracies(stack: DenseStack, data: str) -> list[float]:
    """On the training part and on the part for tests."""
    seen = load(data)
    return rounded(accuracy(stack(X), y) for X, y in ((seen.X, seen.y), (seen.X_test, seen.y_test)))


def aligned(run: TrainingRun) -> list[list[float]]:
    """Layer by layer, for correctly and wrongly classified data: the mean of |D_x U_q S_q V_q'x| / |x|.

    q counts the first quarter of the singular values, D_x is the mask of ReLU.
    """
    X, y = both_parts(load(run.settings.data))
    right = run.after(X).argmax(axis=1) == y
    found = []
    for layer, x in zip(run.after.layers[:-1], run.after.inputs(X), strict=False):
        U, values, V = layer.svd
        q = max(1, len(values) // 4)
        through = (x @ V[:q].T * values[:q]) @ U[:, :q].T * (layer(x) > 0)
        share = np.linalg.norm(through, axis=1) / np.maximum(np.linalg.norm(x, axis=1), 1e-300)
        found.append(rounded(share[kind].mean() for kind in (right, ~right) if kind.any()))
    return found


def of_pruning(seed: int) -> dict[str, Any]:
    """A network of double layers of width 100 and rank 30 on digits, pruned to rank 0, and what else so many
    parameters can do.
    """
    wide = settings("digits", 100, seed)
    start = train(replace(wide, ranks=(30, 30, 30)))
    examples = load("digits")
    again = retrainer(examples.X, examples.y, batches=50, batch=128, seed=seed)
    steps = list(prune(start.after, (examples.X, examples.y), retrain=again, when=printed_criteria))
    good = max(step.iteration for step in steps if step.accuracy >= LEFT)
    last = steps[good]
    narrow = max(w for w in range(1, 100) if parameter_count((64, w, w, w, 10)) <= last.parameters)
    others = {"single": wide, "narrow": settings("digits", narrow, seed)}
    others["double"] = replace(wide, ranks=last.ranks[:3])
    return {
        "seed": seed,
        "training": rounded(step.accuracy for step in steps),
        "test": [part_accuracies(step.network, "digits")[1] for step in steps],
        "ranks": [list(step.ranks[:3]) for step in steps],
        "good": good,
        "parameters": [start.after.parameters, last.parameters],
        "widths": {"narrow": narrow},
        "others": {name: rounded(train(one).history[-1][1:]) for name, one in others.items()},
        "rivals": rivals(start.after, last, sum(step.retrained for step in steps[: good + 1]), seed),
        "start": rounded(start.history[-1][1:]),
    }


def of_printed(seed: int) -> dict[str, Any]:
    """The printed size, on Fashion-MNIST: double layers from full rank, batches of 1024, pruned to
    rank 0 as printed, beside its rivals after every 60 cuts.
    """
    run = train(settings("fashion-mnist", 100, seed, ranks=(100,) * 3, batch=1024), folder=CHECKPOINTS)
    told = pruning_record(run.after, load("fashion-mnist"), seed=seed, every=60, batch=1024)
    history = [rounded(epoch) for epoch in run.history]
    return {"seed": seed, "settings": asdict(run.settings), "history": history, "pruning": told}


def rivals(start: DenseStack, last: PruningStep, times: int, seed: int) -> dict[str, Any]:
    """Other ways to as many parameters, as they are and after as many batches as the pruning has had."""
    examples = load("digits")
    cuts = {
        "svd": truncate(start, [*last.ranks[:3], None]),
        "magnitude": prune_by_magnitude(start, last.parameters),
    }
    found = {}
    for name, cut in cuts.items():
        how: dict[str, Any] = {
            "batches": 50 * times,
            "batch": 128,
            "seed": seed,
            "keep_zeros": name == "magnitude",
        }
        again = retrainer(examples.X, examples.y, **how)(cut)
        found[name] = [part_accuracies(one, "digits") for one in (cut, again)]
    return found


def kept(place: Path) -> list[str]:
    """The lines of an earlier run."""
    return place.read_text(encoding="utf-8").splitlines() if place.exists() else []


def lines(name: str, work: Callable[[int], dict[str, Any]], seeds: range = SEEDS) -> None:
    """One line a seed; those that are there are not made again."""
    place = PLACE / f"{name}.jsonl"
    old = kept(place)
    for seed in seeds[len(old) :]:
        old.append(json.dumps(work(seed)))
        write_whole(place, "\n".join(old) + "\n")
        print(name, seed, flush=True)


if __name__ == "__main__":
    if "figures" in sys.argv:
        for one in FIGURES:
            figure(*one)
            print(*one, flush=True)
    if "seeds" in sys.argv:
        for kind in SETS:
            lines(f"seeds-{kind}", lambda seed, kind=kind: of_seed(kind, seed))  # type: ignore[misc]
    if "pruned" in sys.argv:
        lines("seeds-pruned", of_pruning)
    if "printed" in sys.argv:
        lines("printed-pruned", of_printed, range(5))
