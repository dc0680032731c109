"""Figure 8: singular values, bounds and widths of a network of width 20 on Fashion-MNIST."""

from __future__ import annotations

from simulations.dittmer2019.panels import appendix, three_panels


def draw(figure, seed):
    """Drawn from the record of a network; `seed` plays no part."""
    three_panels(figure, "fig-8-fashion-mnist-20")


FIG_8 = appendix(8, "fashion-mnist", 20, draw)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_8)
