"""The Lipschitz constants of small networks beside all that bounds them: a table and a figure."""

from __future__ import annotations

import json
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import cache
from pathlib import Path

from perturb.results.say import number
from perturb.statements.experiment import Picture
from simulations.heinecke2019.source import PAPER
from theorems.heinecke2019 import HEINECKE

RECORD = Path(__file__).parent / "lipschitz.json"
# Key of the record -> what the table calls it; the best of them first.
BOUNDS = {
    "LipSDP": "LipSDP",
    "active blocks": "active blocks",
    "absolute values": "absolute values",
    "product of norms": "product of norms",
    "largest norm ^ L": "(ii)",
    "c r w^(L-2) prod s_l": "(i), cells",
    "c r w^(L-2) n^(L-1)": "(i), global",
}
STYLES = dict(zip(BOUNDS, "osD^v*P", strict=True))
COLOURS = ("#2f6690", "#3a7d44", "#777777", "#9a6fb0", "#d98c21", "#e0706f", "#b2182b")


@cache
def record():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def least(bounds):
    """The constant from below."""
    return bounds.get("constant", bounds.get("at least"))[0]


def draw(figure, seed):
    """Each bound over the constant, on a logarithmic axis; `seed` plays no part."""
    del seed
    axes = figure.subplots()
    for (key, label), colour in zip(BOUNDS.items(), COLOURS, strict=True):
        rows = [(k, one["bounds"]) for k, one in enumerate(record().values()) if key in one["bounds"]]
        ratios = [bounds[key][1] / least(bounds) for _, bounds in rows]
        axes.plot(ratios, [-k for k, _ in rows], STYLES[key], color=colour, markersize=5, label=label)
    axes.axvline(1, color="#222222", linewidth=0.8)
    axes.set_yticks([-k for k in range(len(record()))], list(record()))
    axes.set_xscale("log")
    axes.set_xlabel("bound over the exact constant (digits: over a lower bound)")
    axes.legend(fontsize=8, frameon=False, loc="upper right")
    axes.spines[["top", "right"]].set_visible(False)


def row(name, found):
    """Bounds are rounded up, lower bounds down."""
    bounds = found["bounds"]
    exact = number(bounds["constant"][1], ROUND_CEILING, 5) if "constant" in bounds else None
    cells = [name, exact or f"at least {number(least(bounds), ROUND_FLOOR, 5)}"]
    cells += [number(bounds[key][1], ROUND_CEILING, 5) if key in bounds else "" for key in BOUNDS]
    there = bounds.get("constant in the box")
    inside = number(there[1], ROUND_CEILING, 5) if there else ""
    return [*cells, inside, number(bounds["box"][1], ROUND_CEILING, 5)]


def table():
    head = ["network", "constant", *BOUNDS.values(), "constant in a box", "CROWN and slopes there"]
    rows = [head, ["---", *["---:"] * (len(head) - 1)], *(row(*item) for item in record().items())]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


NOTE = "\n\n".join(
    [
        "Every number of the table is certified and rounded up. The constant is the largest norm over all "
        "cells with inner points; of the digits it is out of reach, and the norm of one cell bounds it from "
        "below. (i) and (ii) are Theorem 6, without its normalisation: the lengths of rows and columns stand "
        "in front.",
        table(),
        "LipSDP is the semidefinite program of Fazlyab et al. (2019), one multiplier a neuron. Its solver "
        "(Clarabel) works in float64; what stands here is what its multipliers prove in exact arithmetic, by "
        "block elimination, whatever the solver says. The last two columns are for the box $[-1,1]^n$, of "
        "digits $[0,1]^{64}$: pre-activations bounded as in CROWN (Zhang et al. 2018), and the interval "
        "matrix of all slopes that they allow (Fast-Lip, Weng et al. 2018), in rational arithmetic of ours: "
        "the one package for it that pip finds, auto_LiRPA 0.3, asks for a torch below 1.13 and bounds no "
        "Jacobian.",
        "Copies of one unit attain (i), and with it all other bounds but (ii); identities attain (ii), where "
        "(i) is $n^{L-1}$. After training each constant is at least eight times that at the start.",
    ]
)

LIPSCHITZ = Picture(
    name="heinecke2019/lipschitz",
    title="Lipschitz constants, and what bounds them",
    source=f"{PAPER}, Theorem 6",
    paper=HEINECKE,
    covers=("heinecke2019/thm-6.rem-crude", "heinecke2019/thm-6.rem-refine", "heinecke2019/num-lip"),
    draw=draw,
    size=(9.6, 4.8),
    note=NOTE,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(LIPSCHITZ)
