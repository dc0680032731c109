"""The sections of an audit's page on the whole network and on its checkpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perturb.networks.weights.checkpoints import Step
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.network_words import kept_sentence, network_sentences, verdict
from perturb.networks.weights.sentences import shown
from perturb.networks.weights.theory import Theory
from perturb.pages.markdown import joined, prose, table

CUT_HEAD = ["Layer", "Rank", "Weights kept", "Bound", "Measured", "Mean output", "Accuracy"]
UNIT_HEAD = ["Layer", "Units", "Active", "Dead", "Always active", "Patterns"]
MOVED_HEAD = ["Layer", "Moved", "Norm of the change", "A value, at most", "Outliers", "of the change", "k"]
MOVED_HEAD += ["Turned by", "Wedin"]


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
