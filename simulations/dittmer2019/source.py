"""Where these figures come from, and what they share."""

PAPER = "Dittmer, King and Maass, Singular Values for ReLU Layers (2019)"
BLUE, RED, GREY, GREEN = "#2f6690", "#b2182b", "#777777", "#3a7d44"


def plain(axes, title, across, up):
    """Labels, and no frame on top and on the right."""
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.spines[["top", "right"]].set_visible(False)
