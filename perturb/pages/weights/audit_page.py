"""The page of an audit: what was found in sentences, a table, and a figure a layer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.laws.distributions import marchenko_pastur
from perturb.networks.weights.auditing import Audit, AuditedLayer
from perturb.networks.weights.sentences import sentences, shown
from perturb.networks.weights.spectra import Bulk
from perturb.pages.markdown import joined, prose, table
from perturb.process.output import save_picture, write_whole
from perturb.types import FloatArray

HEAD = ["Layer", "Size", "s_1", "s_min", "kappa", "Rank", "Stable rank", "Distance", "Outliers"]
ACROSS = 3
MOST = 24  # layers in the figure


def write_page(found: Audit, path: Path, title: str, more: str = "") -> list[Path]:
    """Markdown at `path`, `more` at its end, and a picture beside it where a layer has a law; what was
    written. OSError.
    """
    drawn = [layer for layer in found.layers if layer.bulk is not None][:MOST]
    picture = path.with_suffix(".png")
    if drawn:
        save_picture(spectra(drawn), picture)
    write_whole(path, page(found, title, picture.name if drawn else None, more))
    return [path, *([picture] if drawn else [])]


def page(found: Audit, title: str, picture: str | None, more: str = "") -> str:
    """Markdown."""
    lines = "\n".join(f"- {prose(line)}" for line in sentences(found))
    return joined(
        f"# Audit of {prose(title)}",
        lines,
        "Numbers are certified: a pair of brackets holds the true value, and digits without brackets are "
        "right. Distance is the sup distance to the law of Marchenko and Pastur that has the layer's median.",
        table(HEAD, [_row(layer) for layer in found.layers], "lrrrrrrrr"),
        f"![Singular values of each layer beside the law of Marchenko and Pastur]({picture})"
        if picture
        else "",
        more,
    )


def _row(layer: AuditedLayer) -> list[str]:
    own, law = layer.values, layer.bulk
    least, most = layer.rank
    cells = [prose(layer.name), f"{own.shape[0]} x {own.shape[1]}", shown(own.largest), shown(own.smallest)]
    cells += [shown(own.condition), str(least) if least == most else f"{least} to {most}"]
    cells.append(shown(own.stable_rank))
    return [*cells, *(("", "") if law is None else (f"{law.distance[1]:.3g}", str(law.outliers[0])))]


def spectra(layers: list[AuditedLayer]) -> Figure:
    """A panel a layer: a histogram of its singular values, the law's density, the edge for outliers."""
    rows = -(-len(layers) // ACROSS)
    across = min(ACROSS, len(layers))
    figure = Figure(figsize=(4.0 * across, 2.9 * rows), dpi=85, layout="constrained")
    FigureCanvasAgg(figure)
    for k, layer in enumerate(layers, start=1):
        _panel(figure.add_subplot(rows, across, k), layer)
    return figure


def _panel(axes: Axes, layer: AuditedLayer) -> None:
    law = layer.bulk
    assert law is not None
    s = layer.values.values
    axes.hist(s, bins=min(60, 10 + len(s) // 10), density=True, color="#b8c9dc", label="singular values")
    x = np.linspace(0, 1.02 * law.edge, 600)
    axes.plot(x, _density(law, x, max(layer.values.shape)), color="#b2182b", lw=1.6, label="Marchenko-Pastur")
    axes.axvline(law.edge, color="#1b7837", lw=1.2, ls="-.", label=f"edge, alpha {law.alpha:g}")
    axes.set_title(layer.name, fontsize=9)
    axes.set_xlabel("singular value", fontsize=8)
    axes.set_ylabel("density", fontsize=8)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=7)


def _density(law: Bulk, x: FloatArray, N: int) -> FloatArray:
    """That of s when s^2 / N has the law: 2 s / N times its density there."""
    with np.errstate(divide="ignore", invalid="ignore"):  # at 0, where the density of a square law is none
        found = marchenko_pastur(law.ratio, law.variance).pdf(x**2 / N)
    return np.asarray(2 * x / N * np.where(np.isfinite(found), found, np.nan))
