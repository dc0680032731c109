"""At most four pictures of what the theorems say: exponents, masks, Lipschitz bounds, the price of a rank."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.networks.weights.layer_theory import LayerTheory
from perturb.networks.weights.masks import MaskCase
from perturb.networks.weights.network_lipschitz import Lipschitz
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.theory import Theory

BLUE, RED, GREEN, GREY = "#2166ac", "#b2182b", "#1b7837", "#8c9bab"
MOST = 30  # layers in a picture


def pictures(found: Theory, page: Path) -> dict[str, Path]:
    """Where each picture that has something to show is written, by what it shows."""
    there = {
        "exponents": bool(_tailed(found)),
        "masks": bool(_masked(found)),
        "lipschitz": found.network.lipschitz is not None,
        "cuts": bool(found.network.cuts),
    }
    return {key: page.with_name(f"{page.stem}-{key}.png") for key, drawn in there.items() if drawn}


def write(found: Theory, places: dict[str, Path]) -> None:
    """OSError where that is not possible."""
    makers = {"exponents": exponents, "masks": masks, "lipschitz": constants, "cuts": prices}
    for key, place in places.items():
        makers[key](found).savefig(place)


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), dpi=85, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _tailed(found: Theory) -> list[LayerTheory]:
    return [one for one in found.layers if one.laws is not None and one.laws.tail is not None][:MOST]


def exponents(found: Theory) -> Figure:
    """The fitted exponent of each layer beside those that independent entries have."""
    layers = _tailed(found)
    figure, axes = _figure(7.2, 1.5 + 0.32 * len(layers))
    for y, one in enumerate(layers):
        assert one.laws is not None
        tail = one.laws.tail
        assert tail is not None
        heavy = tail.verdict != "bulk"
        axes.plot(tail.usual, [y, y], color=GREY, lw=7, alpha=0.55, solid_capstyle="butt")
        axes.plot(tail.fit.exponent, y, "o", color=RED if heavy else BLUE, ms=7)
    axes.plot([], [], color=GREY, lw=7, alpha=0.55, label="90 % of matrices of independent entries")
    axes.plot([], [], "o", color=BLUE, label="no heavier than those")
    axes.plot([], [], "o", color=RED, label="heavier")
    _names(axes, [one.name for one in layers])
    axes.set_xscale("log")
    axes.set_xticks([1.5, 2, 3, 4, 6, 10, 15], ["1.5", "2", "3", "4", "6", "10", "15"], minor=False)
    axes.minorticks_off()
    axes.set_xlabel("exponent of the power law fitted to the squared singular values", fontsize=9)
    _legend(axes)
    return figure


def _masked(found: Theory) -> list[tuple[str, MaskCase]]:
    """Of each layer the case with most zeros among those drawn, with its skip where it has one."""
    cases = []
    for one in found.layers:
        side = "rows" if one.masked is None or one.masked.supposed or one.masked.rho is None else "columns"
        here = [] if one.masked is None else [c for c in one.masked.cases if c.source == "drawn"]
        here = [c for c in here if c.deleted == side]
        if here and (here[-1].bounds or here[-1].truth.hi is not None):
            cases.append((one.name, here[-1]))
    return cases[:MOST]


def masks(found: Theory) -> Figure:
    """kappa of the worst mask seen, and what each kind of bound says."""
    cases = _masked(found)
    figure, axes = _figure(7.2, 1.6 + 0.34 * len(cases))
    kinds = {"seen"}
    for y, (_, case) in enumerate(cases):
        low = case.truth.floats[0] or 1.0
        axes.plot(low, y, "o", color=BLUE, ms=7, zorder=3)
        for b in case.bounds:
            top = None if b.value is None else b.value.floats[1]
            if top is not None:
                kinds.add(b.kind if b.source else "own")
                mark, colour = ("|", GREEN) if b.source == "" else ("d", RED if b.kind == "printed" else GREY)
                axes.plot(top, y, mark, color=colour, ms=12 if b.source == "" else 6, mew=2)
                axes.plot([low, top], [y, y], color=GREY, lw=0.8, zorder=0)
    for kind, label, mark, colour in (
        ("seen", "worst mask seen", "o", BLUE),
        ("own", "the matrix's own s_1 / s_min", "|", GREEN),
        ("printed", "printed bound that applies", "d", RED),
        ("sharpened", "sharpened bound in the largest entry", "d", GREY),
    ):
        if kind in kinds:
            axes.plot([], [], mark, color=colour, label=label, ms=7, mew=2)
    _names(axes, [f"{name} ({_side(case)}, m = {case.m})" for name, case in cases])
    axes.set_xscale("log")
    axes.set_xlabel("condition number with m zeros on the diagonal of D", fontsize=9)
    _legend(axes)
    return figure


def _side(case: MaskCase) -> str:
    return "D A" if case.deleted == "rows" else "(A + rho I) D"


def constants(found: Theory) -> Figure:
    """From the regions that data visit, over what is attained, to the bounds."""
    own = found.network.lipschitz
    assert own is not None
    rows = _ladder(found.network, own)
    figure, axes = _figure(7.2, 1.4 + 0.36 * len(rows))
    for y, (_, value, colour) in enumerate(rows):
        axes.plot(value, y, "o", color=colour, ms=8)
        axes.annotate(f"{value:.4g}", (value, y), xytext=(8, -3), textcoords="offset points", fontsize=8)
    ends = [value for name, value, _ in rows if name.startswith(("attained", "exact"))]
    tops = [value for _, value, colour in rows if colour == RED]
    where = "it is at most the least of these"
    if ends:
        where = "it lies in the shaded part"
        axes.axvspan(max(ends), max(min(tops), max(ends)), color=GREEN, alpha=0.12, lw=0)
    _names(axes, [name for name, _, _ in rows])
    axes.set_xscale("log")
    axes.margins(x=0.14)
    axes.set_xlabel(f"Lipschitz constant: {where}", fontsize=9)
    return figure


def _ladder(network: NetworkTheory, own: Lipschitz) -> list[tuple[str, float, str]]:
    rows = []
    if network.activity is not None:
        rows.append(("median of visited regions", float(np.median(network.activity.norms)), GREY))
        rows.append(("largest of visited regions", float(network.activity.norms.max()), GREY))
        rows.append(("their active blocks", network.activity.active_blocks, GREY))
    if own.exact is not None:
        rows.append((f"exact, {own.regions} regions", own.exact.floats[1] or 0.0, BLUE))
    else:
        rows.append(("attained", own.lower.floats[0] or 0.0, BLUE))
    tops = [(name, x.floats[1], RED) for name, x in own.upper.items()]
    rows += sorted([(n, x, c) for n, x, c in tops if x is not None], key=lambda row: row[1])
    return [(name, value, colour) for name, value, colour in rows if value > 0]


def prices(found: Theory) -> Figure:
    """Of each hidden layer, what a lower rank moves: the bound and the measured."""
    cuts = found.network.cuts
    names = list(dict.fromkeys(one.layer for one in cuts))[:8]
    figure, axes = _figure(7.2, 3.6)
    colours = [BLUE, RED, GREEN, "#762a83", "#bf812d", GREY, "#35978f", "#000000"]
    for name, colour in zip(names, colours, strict=False):
        own = [one for one in cuts if one.layer == name]
        share = [one.rank / one.full for one in own]
        axes.plot(share, [one.changed / one.output for one in own], "o-", color=colour, label=name)
        axes.plot(share, [one.bound / one.output for one in own], "v--", color=colour, alpha=0.6)
    axes.plot([], [], "o-", color="k", label="as measured")
    axes.plot([], [], "v--", color="k", alpha=0.6, label="certified bound")
    axes.set_yscale("log")
    axes.invert_xaxis()
    axes.set_xlabel("rank kept, as a part of the full one", fontsize=9)
    axes.set_ylabel("largest change / mean output", fontsize=9)
    axes.legend(fontsize=7, ncols=2, frameon=False)
    return figure


def _names(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), [name if len(name) < 40 else f"{name[:37]}..." for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color="#dddddd", lw=0.6)


def _legend(axes: Axes) -> None:
    axes.legend(fontsize=7.5, frameon=False, loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=2)
