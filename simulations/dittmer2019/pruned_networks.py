"""Pruned networks beside others with as many parameters, over many seeds: what Section V-C says of them."""

from __future__ import annotations

import numpy as np

from perturb.statements.picture import Picture
from perturb.stats.bands import clopper_pearson
from simulations.dittmer2019.seeds import lines
from simulations.dittmer2019.source import BLUE, GREEN, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

ALPHA = 0.05
NEAR = 0.02  # accuracies this far apart count as equal
RECORDS = lines("seeds-pruned")


def pruned(record):
    """Accuracy on the part for tests at the last step with 0.95 of the training part right."""
    return record["test"][record["good"]]


def rival(record, name, retrained):
    return record["rivals"][name][retrained][1]


def other(record, name):
    return record["others"][name][1]


KINDS = (
    ("harmonic pruning", RED, pruned),
    ("truncated SVD", GREY, lambda r: rival(r, "svd", 0)),
    ("weights by size", GREY, lambda r: rival(r, "magnitude", 0)),
    ("truncated SVD, retrained", BLUE, lambda r: rival(r, "svd", 1)),
    ("weights by size, retrained", BLUE, lambda r: rival(r, "magnitude", 1)),
    ("double layers, trained afresh", GREEN, lambda r: other(r, "double")),
    ("narrow single layers", GREEN, lambda r: other(r, "narrow")),
    ("wide single layers, all parameters", "k", lambda r: other(r, "single")),
    ("wide double layers, unpruned", "k", lambda r: r["start"][1]),
)
# Item of the paper, what is asked of a run, in words.
ASKED = (
    (
        "num-constant",
        lambda r: min(r["training"][:68]) >= 0.95,
        "0.95 of the training part for 3/4 of the steps",
    ),
    ("num-10-percent", lambda r: r["training"][-1] <= 0.15, "at most 0.15 of the training part at rank 0"),
    (
        "num-50-percent",
        lambda r: other(r, "double") >= pruned(r) - NEAR,
        "trained afresh with the ranks reached: no worse by 0.02",
    ),
    (
        "num-40-percent",
        lambda r: other(r, "narrow") < other(r, "double"),
        "narrow single layers worse than those double ones",
    ),
    (
        "num-cifar-normal",
        lambda r: other(r, "single") <= r["start"][1] + NEAR,
        "wide single layers no better than double ones by 0.02",
    ),
    (
        "alg-hp.diff",
        lambda r: pruned(r) > max(rival(r, "svd", 1), rival(r, "magnitude", 1)),
        "better than both rivals retrained as often",
    ),
)


def counted(question):
    return sum(map(question, RECORDS)), len(RECORDS)


def draw(figure, seed):
    """Drawn from the records of the runs; `seed` plays no part."""
    left, right = figure.subplots(1, 2)
    test = np.array([record["test"] for record in RECORDS])
    left.plot(test.T, color=GREY, lw=0.6, alpha=0.5)
    left.plot(np.median(test, axis=0), color=RED, lw=1.8, label="median")
    left.set_ylim(0, 1.02)
    left.legend(frameon=False, fontsize=9, loc="lower left")
    plain(left, f"(a) digits, {len(RECORDS)} networks", "step", "accuracy, part for tests")
    for row, (_, colour, measure) in enumerate(KINDS):
        found = [measure(record) for record in RECORDS]
        right.plot(found, [-row] * len(found), "o", color=colour, ms=4, alpha=0.35, mew=0)
        right.plot(np.median(found), -row, "|", color=colour, ms=16, mew=2)
    right.set_yticks([-row for row in range(len(KINDS))], [name for name, *_ in KINDS], fontsize=9)
    right.set_xlim(0, 1.02)
    plain(right, "(b) with as many parameters as are left; bars: medians", "accuracy, part for tests", "")


def table():
    """Yes of all with its band, by question, in markdown."""
    rows = [f"| {words} | `{item}` | {_cell(*counted(question))} |" for item, question, words in ASKED]
    return "\n".join(
        ["| asked of each run | item | runs, and the band of the chance |", "| --- | --- | --- |", *rows]
    )


def _cell(yes, count):
    lo, hi = clopper_pearson(yes, count, ALPHA / len(ASKED))
    return f"{yes} of {count}, [{lo:.2f}, {hi:.2f}]"


NOTE = (
    "Double layers of width 100 and rank 30 on scikit-learn's digits, trained for 30 epochs, pruned to rank "
    "0 with retraining where the paper retrains (50 batches of 128). (b) is at the last step with 0.95 of "
    "the training part right: the rivals are cut from the same trained network to as many parameters, and "
    "retrained on as many batches in one go; double layers of the ranks reached, and single layers of a "
    "width with as many parameters, are trained from the start. Bands are Clopper and Pearson's, all at "
    "once with 0.95."
)
FOUND = (
    "For three quarters of the steps the accuracy is as constant as printed, and it ends at guessing. What "
    "it rests on is the retraining: the rivals are no worse with it (a truncated SVD in 13 of 15 runs) and "
    "useless without. On digits a narrow network of single layers with as many parameters does better than "
    "double layers of the ranks reached, against what is printed of CIFAR-10."
)

PRUNED_NETWORKS = Picture(
    name="dittmer2019/pruned-networks",
    title="Harmonic pruning over many seeds, and networks with as many parameters",
    source=f"{PAPER}, Section V-C",
    paper=DITTMER,
    covers=tuple(f"dittmer2019/{item}" for item, *_ in ASKED),
    draw=draw,
    size=(12.0, 4.6),
    note=NOTE + "\n\n" + table() + "\n\n" + FOUND,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(PRUNED_NETWORKS)
