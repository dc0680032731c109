"""The page of an audit: what was found in sentences, a table, a figure a layer; with theory, its sections.

These are what the theorems say of layers, of the whole network and of its checkpoints; each statement says
what it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.enclosure import Enclosure
from perturb.laws.distributions import marchenko_pastur
from perturb.networks.weights.auditing import Audit, AuditedLayer
from perturb.networks.weights.checkpoints import Step
from perturb.networks.weights.layer_theory import LayerTheory
from perturb.networks.weights.mask_bounds import MaskBound
from perturb.networks.weights.masks import Masked
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.sentences import (
    kept_sentence,
    law_sentences,
    mask_sentences,
    network_sentences,
    sentences,
    shown,
    verdict,
)
from perturb.networks.weights.spectra import Bulk
from perturb.networks.weights.theory import Theory
from perturb.pages.markdown import folded, joined, prose, table
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


CUT_HEAD = ["Layer", "Rank", "Weights kept", "Bound", "Measured", "Mean output", "Accuracy"]
UNIT_HEAD = ["Layer", "Units", "Active", "Dead", "Always active", "Patterns"]
MOVED_HEAD = ["Layer", "Moved", "Norm of the change", "A value, at most", "Outliers", "of the change", "k"]
MOVED_HEAD += ["Turned by", "Wedin"]
NONE: Mapping[str, str] = {}
RESTS = (
    "Behind each statement stands what it rests on: proved (for these very numbers, with rounding), test "
    "at a level (the chance to say it of independent entries), or estimate."
)
RELU_HEAD = ["Layer", "s_1", "s_0 with ReLU", "Width of the image", "with ReLU"]
LAW_HEAD = ["Layer", "p of the bulk", "p of s_1", "Outliers", "Exponent", "Independent entries", "Tail"]
MASK_HEAD = ["Bound", "", "Hypothesis", "holds", "Least rho"]
TAILS = {
    "bulk": "no heavier than random",
    "other": "heavier, no power law",
    "lognormal": "heavier, rather lognormal",
    "power": "heavier, a power law is not ruled out",
}


def theory_sections(found: Theory, pictures: Mapping[str, str] = NONE) -> str:
    """Markdown; `pictures` are the names of those that there are, by what they show."""
    return joined(
        "## What the theorems say",
        RESTS,
        relu_section(found),
        law_section(found),
        image(pictures, "exponents", "Exponents of fitted power laws beside those of random matrices"),
        mask_section(found),
        image(pictures, "masks", "Condition numbers with masks and their bounds"),
        left_out(found),
    )


def left_out(found: Theory) -> str:
    lines = [f"- {prose(f'{one.name}: {line}')}" for one in found.layers for line in one.omitted]
    return joined("### Left out", "\n".join(lines)) if lines else ""


def relu_section(found: Theory) -> str:
    rows = []
    for layer, one in zip(found.audit.layers, found.layers, strict=True):
        if (relu := one.relu) is None:
            continue
        cells = [shown(layer.values.largest), shown(relu.norm), shown(relu.linear_width), shown(relu.width)]
        rows.append([prose(one.name), *cells])
    text = (
        "Of x -> ReLU(Ax) on the unit ball, without bias (Dittmer, King, Maass). The k-th ReLU singular "
        "value lies between s_(k+1) / sqrt 2 and s_(k+1) for every k; the largest, s_0, is enclosed "
        "here. The width is the Gaussian mean width of the image. [proved]"
    )
    if not rows:
        return ""
    return joined("### With ReLU behind it", prose(text), table(RELU_HEAD, rows, "lrrrr"))


def law_section(found: Theory) -> str:
    rows = [_law_row(one) for one in found.layers if one.laws is not None]
    if not rows:
        return ""
    draws = sorted({one.laws.draws for one in found.layers if one.laws is not None})
    text = (
        f"Beside {' or '.join(map(str, draws))} spectra of independent Gaussian entries of the same "
        "shape, drawn exactly: p of the distance to the law of Marchenko and Pastur with its variance "
        "fitted, and of the largest value; the outliers, for every variance that the bulk allows, with "
        f"the edge of Tracy and Widom [test at {found.alpha:g}]. A power law can be fitted to every "
        "spectrum: beside its exponent stand those that independent entries have by the same fit, and "
        "what the tests say of the tail [test at 0.01]; they take eigenvalues to be independent, which "
        "they are not, except for the one beside random matrices."
    )
    told = [
        f"- {prose(one.name)}: {prose(line)}"
        for one in found.layers
        if one.laws is not None
        for line in law_sentences(one.laws, found.alpha)
    ]
    return joined(
        "### Beside random matrices",
        prose(text),
        table(LAW_HEAD, rows, "lrrrrrl"),
        folded("In words", "\n".join(told)),
    )


def _law_row(one: LayerTheory) -> list[str]:
    law = one.laws
    assert law is not None
    least, most = law.outliers
    cells = [prose(one.name), f"{law.p_distance:.2g}", f"{law.p_largest:.2g}"]
    cells.append(str(least) if least == most else f"{least} to {most}")
    if (tail := law.tail) is None:
        return [*cells, "", "", ""]
    usual = f"{tail.usual[0]:.2f} to {tail.usual[1]:.2f}"
    return [*cells, f"{tail.fit.exponent:.2f}", usual, TAILS[tail.verdict]]


def mask_section(found: Theory) -> str:
    parts = []
    for one in found.layers:
        if one.masked is None or not one.masked.cases:
            continue
        lines = "\n".join(f"- {prose(line)}" for line in mask_sentences(one.masked))
        parts += [f"#### {prose(one.name)}", lines, *_tables(one.masked)]
    if not parts:
        return ""
    text = (
        "D is the diagonal of zeros and ones that ReLU puts there. The bounds are those of Riedi, "
        "Balestriero and Baraniuk as printed, those that the catalogue proves in their place, and the "
        "quotient of the matrix's own singular values, which no mask exceeds; c is the largest entry of "
        "A / rho. Beside each stands how many times the worst mask seen it is: a bound whose hypothesis "
        "does not hold says nothing, and the least rho is the skip from which it would. [proved]"
    )
    return joined("### Condition numbers with masks: kappa of D A", prose(text), *parts)


def _tables(masked: Masked) -> list[str]:
    """One table for the bounds of a layer with a skip: a column a number of zeros."""
    cases = [case for case in masked.cases if case.deleted == "columns"]
    if not cases:
        return []
    labels: dict[str, list[MaskBound]] = {}
    for case in cases:
        for b in case.bounds:
            labels.setdefault(b.label, []).append(b)
    head = [*MASK_HEAD, *(f"m = {case.m}" for case in cases)]
    rows = []
    for label, bounds in labels.items():
        first = bounds[0]
        row = [prose(label), first.kind, prose(first.needs), _answers(bounds), _rhos(bounds)]
        for case in cases:
            own = next((b for b in case.bounds if b.label == label), None)
            row.append("" if own is None else _value(own, case.loose(own), case.failed(own)))
        rows.append(row)
    seen = ["the worst mask seen", "truth", "", "", "", *(shown(case.truth) for case in cases)]
    made = table(head, [*rows, seen], "lllrr" + "r" * len(cases))
    supposed = ", had it a skip," if masked.supposed else ""
    return [f"kappa of (A + rho I) D{supposed} at rho = {masked.rho:g}, m zeros among {cases[0].n}:", made]


def _answer(met: bool | None) -> str:
    return {True: "yes", False: "no", None: "undecided"}[met]


def _answers(bounds: list[MaskBound]) -> str:
    """One word where it is the same for every m, else one for each."""
    words = [_answer(one.met) for one in bounds]
    return words[0] if len(set(words)) == 1 else ", ".join(words)


def _rhos(bounds: list[MaskBound]) -> str:
    """Of every m; some hypotheses ask for more where m is larger."""
    there = [float(one.rho) for one in bounds if one.rho is not None]
    if not there:
        return ""
    least, most = (f"{x:.3g}" for x in (min(there), max(there)))
    return least if least == most else f"{least} to {most}"


def _value(one: MaskBound, loose: float | None, failed: bool) -> str:
    if one.value is None or loose is None:
        return "-"
    high = shown(Enclosure(one.value.hi, one.value.hi))
    return f"{high} **fails**" if failed else f"{high} ({loose:.3g} x)"


def network_sections(found: Theory, steps: Sequence[Step], pictures: Mapping[str, str]) -> str:
    """Markdown."""
    network = found.network
    lines = "\n".join(f"- {prose(line)}" for line in network_sentences(network) if " cut from " not in line)
    return joined(
        "## The whole network",
        lines,
        image(pictures, "lipschitz", "Lipschitz bounds of the network"),
        _units(network),
        _cuts(network),
        image(pictures, "cuts", "What a lower rank of each layer moves"),
        *(step_section(step, found.alpha) for step in steps),
    )


def image(pictures: Mapping[str, str], key: str, text: str) -> str:
    return f"![{text}]({pictures[key]})" if key in pictures else ""


def _units(found: NetworkTheory) -> str:
    if found.activity is None:
        return ""
    rows = [
        [prose(x.name), str(x.units), f"{100 * x.share:.3g} %", str(x.dead), str(x.always), str(x.patterns)]
        for x in found.activity.layers
    ]
    return joined("### Units on these data", table(UNIT_HEAD, rows, "lrrrrr"))


def _cuts(found: NetworkTheory) -> str:
    if not found.cuts:
        return ""
    rows = []
    for x in found.cuts:
        cells = [prose(x.layer), f"{x.rank} of {x.full}", f"{100 * x.parameters:.3g} %", f"{x.bound:.3g}"]
        cells += [f"{x.changed:.3g}", f"{x.output:.3g}"]
        cells.append("" if x.accuracy is None else f"{x.accuracy[0]:.4g} to {x.accuracy[1]:.4g}")
        rows.append(cells)
    text = (
        "Each layer alone, cut to fewer singular values: how far the output of the network may move on these "
        "data [proved], how far it does and what becomes of the accuracy [estimate]. As a product of two "
        "matrices the layer then keeps that part of its weights."
    )
    return joined("### What pruning by singular values costs", prose(text), table(CUT_HEAD, rows, "lrrrrrr"))


def step_section(step: Step, alpha: float) -> str:
    rows = []
    for x in step.moved:
        cells = [prose(x.layer), f"{100 * x.part:.3g} %", shown(x.size)]
        cells.append("" if x.values_moved.floats[1] is None else f"{x.values_moved.floats[1]:.4g}")
        cells += [_pair(x.gained, "+"), _pair(x.new, ""), str(x.leading)]
        cells += ["" if x.angle is None else f"{x.angle:.3g}", "-" if x.wedin is None else f"{x.wedin:.3g}"]
        rows.append(cells)
    text = (
        "How far each layer moved, as a part of its length, and the norm of the change, which no "
        "singular value exceeds (Weyl) [proved]; outliers gained, and those of the change itself [test "
        f"at {alpha:g}]: so many directions, at least, were learned. The span of the k leading directions "
        "turned by the sine that is given [estimate], at most by Wedin's bound where that says something "
        "[proved]."
    )
    said = [line for one in step.moved if (line := verdict(one, step.first, step.name)) is not None]
    lines = "\n".join(f"- {prose(kept_sentence(one))}" for one in step.kept)
    why = "" if step.why_not is None else f"What gradient flow keeps: not said, {prose(step.why_not)}."
    return joined(
        f"## From the first checkpoint to {prose(step.name)}",
        "\n".join(f"- {prose(line)}" for line in said),
        prose(text),
        table(MOVED_HEAD, rows, "lrrrrrrrr"),
        lines,
        why,
    )


def _pair(x: tuple[int, int] | None, sign: str) -> str:
    if x is None:
        return ""
    low, high = (f"{v:{sign}d}" if v else "0" for v in x)
    return low if low == high else f"{low} to {high}"
