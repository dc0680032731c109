"""An audit in words: a verdict a line."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_FLOOR
from typing import Any

from perturb.enclosure import Enclosure
from perturb.networks.weights.auditing import Audit, AuditedLayer
from perturb.networks.weights.spectra import Bulk
from perturb.results import say

DIGITS = 4


def sentences(found: Audit) -> list[str]:
    """What an engineer asks first: a line a layer, one for the network, what was guessed or left out."""
    lines = [layer_sentence(layer) for layer in found.layers]
    top = found.lipschitz.floats[1]
    if len(lines) > 1 and top is not None:
        lines.append(
            f"the layers in this order, activations that stretch nothing: Lipschitz, at most {top:.4g}"
        )
    if found.breaks and (len(found.layers) > 1 or found.layers[0].known):
        lines.append(f"no bound of the whole network: {'; '.join(found.breaks)}")
    lines += [f"guessed: {line}" for line in found.guessed]
    return [*lines, *(f"no layer: {name} ({why})" for name, why in found.others)]


def layer_sentence(layer: AuditedLayer) -> str:
    """Certified numbers first, then the law beside them."""
    m, n = layer.values.shape
    parts = [f"s_1 {shown(layer.values.largest)}", f"kappa {shown(layer.values.condition)}", _rank(layer)]
    parts.append(f"stable rank {shown(layer.values.stable_rank)}")
    if layer.stretch is not None:
        how = layer.stretch.how + layer.stretch.where
        parts.append(f"as a convolution it stretches by {shown(layer.lipschitz)} ({how})")
    if layer.skip is not None:
        parts.append(f"with skip {layer.skip.rho:g} kappa {shown(layer.skip.values.condition)}")
    size = f"{m} x {n}" if layer.known else f"{m} x {n}, role unknown"
    return f"{layer.name} ({size}): {', '.join(parts)}; {law_sentence(layer.bulk)}"


def law_sentence(law: Bulk | None) -> str:
    if law is None:
        return "too few values, or too many zeros, for a law"
    least, most = law.outliers
    count = str(least) if least == most else f"{least} to {most}"
    said = "1 outlier" if count == "1" else f"{count} outliers"
    return (
        f"within {100 * law.distance[1]:.2g} % of the Marchenko-Pastur law of ratio {law.ratio:.3g} and "
        f"variance {law.variance:.3g}, {said} above {law.edge:.4g} (alpha {law.alpha:g})"
    )


def shown(x: Enclosure) -> str:
    """Four digits where the ends agree in them, else both, outwards; "above ..." without an upper end."""
    if x.lo is None:
        return "undefined"
    if x.hi is None:
        return f"above {say.number(x.lo, ROUND_FLOOR, DIGITS)}"
    low, high = (say.number(end, digits=DIGITS) for end in (x.lo, x.hi))
    return low if low == high else say.interval(x.lo, x.hi, DIGITS)


def _rank(layer: AuditedLayer) -> str:
    least, most = layer.rank
    return f"rank {least}" if least == most else f"rank {least} to {most}"


def changes(before: Audit, after: Audit) -> Iterator[dict[str, Any]]:
    """What two checkpoints say of each layer that both have, by name: a mapping of plain values a layer."""
    later = {layer.name: layer for layer in after.layers}
    for one in before.layers:
        other = later.get(one.name)
        if other is None or other.values.shape != one.values.shape:
            yield {"layer": one.name, "change": "not in both, or of another shape"}
            continue
        yield _change(one, other)


def _change(one: AuditedLayer, other: AuditedLayer) -> dict[str, Any]:
    row: dict[str, Any] = {"layer": one.name}
    for name, key in (("s_1", "largest"), ("kappa", "condition"), ("stable_rank", "stable_rank")):
        for word, layer in (("before", one), ("after", other)):
            row[f"{name}_{word}"] = shown(getattr(layer.values, key))
    for word, law in (("before", one.bulk), ("after", other.bulk)):
        row[f"distance_{word}"] = None if law is None else law.distance[1]
        row[f"outliers_{word}"] = None if law is None else law.outliers[0]
    return row
