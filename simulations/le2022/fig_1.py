"""A network with one hidden layer and the tree into which it is unrolled (Figure 1)."""

from __future__ import annotations

from perturb.statements.experiment import Picture
from simulations.le2022.source import NETWORK, PAPER, PATHS, graph, tree
from theorems.le2022 import LE


def draw(figure, seed):
    """The network on the left, the tree on the right."""
    del seed
    left, right = figure.subplots(1, 2)
    edges = [(f"x_{i}", f"h_{j}", f"$w_{{{j}{i}}}$", 0.3) for i, j in PATHS]
    last = [(f"h_{j}", "o", f"$v_{j}$", 0.5) for j in (1, 2)]
    graph(left, "the network: 6 weights", NETWORK, edges + last)
    unrolled = [(f"{i}{j}", f"h_{j}", f"$w_{{{j}{i}}}$", 0.5) for i, j in PATHS]
    graph(right, "unrolled: an input for each path", tree({p: f"$x_{p[0]}$" for p in PATHS}), unrolled + last)


FIG_1 = Picture(
    name="le2022/fig-1",
    title="A network with one hidden layer, unrolled",
    source=f"{PAPER}, Figure 1",
    paper=LE,
    covers=("le2022/fig-1", "le2022/fig-1.a", "le2022/fig-1.b"),
    draw=draw,
    size=(9.0, 3.8),
    note=(
        "Each vertex of the tree is a path from a neuron to the output. The widths of the source's "
        "figure are not legible. With one hidden layer every weight of the tree is used once; with more"
        " layers weights of the last ones are shared by many of its edges."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_1)
