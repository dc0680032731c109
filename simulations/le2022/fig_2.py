"""The absolute values of the weights pulled back through the tree, layer by layer (Figure 2)."""

from __future__ import annotations

from perturb.statements.experiment import Picture
from simulations.le2022.source import PAPER, PATHS, graph, tree
from theorems.le2022 import LE

LAST = [(f"h_{j}", "o", rf"$\mathrm{{sign}}\,v_{j}$", 0.5) for j in (1, 2)]


def draw(figure, seed):
    """After the hidden layer on the left, after the inputs on the right."""
    del seed
    left, right = figure.subplots(1, 2)
    first = [(f"{i}{j}", f"h_{j}", rf"$|v_{j}|\,w_{{{j}{i}}}$", 0.5) for i, j in PATHS]
    graph(left, "pulled through the hidden layer", tree({p: f"$x_{p[0]}$" for p in PATHS}), first + LAST)
    signs = [(f"{i}{j}", f"h_{j}", rf"$\mathrm{{sign}}\,w_{{{j}{i}}}$", 0.5) for i, j in PATHS]
    inputs = {(i, j): rf"$|v_{j}w_{{{j}{i}}}|x_{i}$" for i, j in PATHS}
    graph(right, "pulled into the inputs", tree(inputs), signs + LAST)


FIG_2 = Picture(
    name="le2022/fig-2",
    title="Weights pulled back into the inputs",
    source=f"{PAPER}, Figure 2",
    paper=LE,
    covers=("le2022/fig-2", "le2022/fig-2.a", "le2022/fig-2.b"),
    draw=draw,
    size=(9.0, 3.8),
    note=(
        "What is left on the edges are signs. The inputs on the right are those of Lemma 5, with "
        "absolute values; moving the sign of the whole path from the tree into its input gives the path"
        " enumeration function of Lemma 1."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_2)
