"""Example 2: two neurons and one behind them cut the plane into up to seven regions (Figure 1)."""

from __future__ import annotations

from perturb.networks import dense
from perturb.statements.experiment import Picture
from simulations.heinecke2019.source import PAPER, panel
from theorems.heinecke2019 import HEINECKE

FIRST = [[2, 1], [-1, 2]]


def example(weights, bias):
    """W_1 and b_1 as drawn, W_2 and b_2 as given, and no third layer, which cuts nothing."""
    return dense([FIRST, [weights]], [[0, 1], [bias]], last="relu")


SEVEN = example([1, 1], -2)
FIVE = example([1, -1], 0)


def draw(figure, seed):
    """The first layer, both layers with and without the second bias."""
    del seed
    first, seven, five = figure.subplots(1, 3)
    panel(first, SEVEN.head(1), "first layer")
    panel(seven, SEVEN, "$W_2=(1, 1)$, $b_2=-2$")
    panel(five, FIVE, "$W_2=(1, -1)$, $b_2=0$")


FIG_1 = Picture(
    name="heinecke2019/fig-1",
    title="Example 2 with seven regions and with five",
    source=f"{PAPER}, Figure 1",
    paper=HEINECKE,
    covers=("heinecke2019/fig-1",),
    draw=draw,
    size=(12.0, 4.2),
    note=(
        "The weights of the source are not legible; these are ours. Polygons are exact. Seven regions occur "
        "exactly if both weights of $W_2$ have the sign opposite to that of $b_2$; without $b_2$ there are "
        "five at most."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_1)
