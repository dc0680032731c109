"""Figure 15: singular values, bounds and widths of a network of width 784 on digits."""

from __future__ import annotations

from simulations.dittmer2019.panels import appendix, three_panels


def draw(figure, seed):
    """Drawn from the record of a network; `seed` plays no part."""
    three_panels(figure, "fig-15-digits-784")


FIG_15 = appendix(15, "digits", 784, draw)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_15)
