"""Figure 9: singular values, bounds and widths of a network of width 784 on Fashion-MNIST."""

from __future__ import annotations

from simulations.dittmer2019.panels import appendix, three_panels


def draw(figure, seed):
    """Drawn from the record of a network; `seed` plays no part."""
    three_panels(figure, "fig-9-fashion-mnist-784")


FIG_9 = appendix(9, "fashion-mnist", 784, draw)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_9)
