"""Pruned networks beside others with as many parameters, over many seeds: what Section V-C says of them."""

from __future__ import annotations

import numpy as np

from perturb.statements.experiment import Picture
from simulations.dittmer2019.source import BLUE, GREEN, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER, networks_pruned
from theorems.dittmer2019.networks_pruned import other, pruned, rival
from theorems.dittmer2019.records import lines

RECORDS = lines("seeds-pruned")
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
ASKED = (
    networks_pruned.constant,
    networks_pruned.better_than_rivals,
    networks_pruned.ends_at_guessing,
    networks_pruned.afresh_as_good,
    networks_pruned.narrow_is_worse,
    networks_pruned.single_no_better,
    networks_pruned.double_is_better,
)


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


NOTE = (
    f"{len(RECORDS)} "
    "networks of double layers of width 100 and rank 30 on scikit-learn's digits, which differ by their "
    "seed, trained for 30 epochs, pruned to rank 0 with retraining where the paper retrains (50 batches "
    "of 128). (b) is at the last step with 0.95 of the training part right: the rivals are cut from the "
    "same trained network to as many parameters, and retrained on as many batches in one go; double "
    "layers of the ranks reached, and single layers of a width with as many parameters, are trained "
    "from the start. What is asked of each run, with bands, stands in the chapter on pruned networks."
)
AS_GOOD = sum(rival(record, "svd", 1) >= pruned(record) for record in RECORDS)
FOUND = (
    "For three quarters of the steps the accuracy is as constant as printed, and it ends at guessing. What "
    "it rests on is the retraining: the rivals are no worse with it (a truncated SVD in "
    f"{AS_GOOD} of {len(RECORDS)} runs) and useless without. On digits a narrow network of single layers "
    "with as many parameters does better than double layers of the ranks reached, against what is printed of "
    "CIFAR-10."
)

PRUNED_NETWORKS = Picture(
    name="dittmer2019/pruned-networks",
    title="Harmonic pruning over many seeds, and networks with as many parameters",
    source=f"{PAPER}, Section V-C",
    paper=DITTMER,
    covers=tuple(dict.fromkeys(one.id.partition("~")[0] for one in ASKED)),
    draw=draw,
    size=(12.0, 4.6),
    note=NOTE + "\n\n" + FOUND,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(PRUNED_NETWORKS)
