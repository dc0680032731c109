"""Figure 13: singular values, bounds and widths of a network of width 20 on digits."""

from __future__ import annotations

from simulations.dittmer2019.panels import appendix, three_panels


def draw(figure, seed):
    """Drawn from the record of a network; `seed` plays no part."""
    three_panels(figure, "fig-13-digits-20")


FIG_13 = appendix(13, "digits", 20, draw)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_13)
