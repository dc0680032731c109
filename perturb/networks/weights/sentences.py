"""What is found, in sentences: of an audit, of what the theorems say of a layer and of the whole network,
of checkpoints. Those of theorems say what they rest on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_FLOOR
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.weights.auditing import Audit, AuditedLayer
from perturb.networks.weights.checkpoints import Kept, Movement, Step
from perturb.networks.weights.laws import Laws
from perturb.networks.weights.layer_theory import LayerTheory, ReluLayer
from perturb.networks.weights.masks import Masked
from perturb.networks.weights.network_theory import Activity, NetworkTheory
from perturb.networks.weights.spectra import Bulk
from perturb.results import say
from perturb.types import FloatArray

DIGITS = 4
PROVED, ESTIMATE = "[proved]", "[estimate]"
CONSTANT = "Lipschitz constant of the network"


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


def _role(layer: AuditedLayer) -> str:
    return "role unknown" if layer.part == "unknown" else f"{layer.part}: {layer.why}"


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
    size = f"{m} x {n}" if layer.known else f"{m} x {n}, {_role(layer)}"
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


def tested(level: float) -> str:
    return f"[test at {level:g}]"


def theory_sentences(one: LayerTheory, alpha: float) -> Iterator[str]:
    """ReLU, masks, laws, what was left out."""
    relu = one.relu
    if relu is not None:
        yield from relu_sentences(relu)
    if one.masked is not None:
        yield from mask_sentences(one.masked)
    if one.laws is not None:
        yield from law_sentences(one.laws, alpha)
    yield from one.omitted


def relu_sentences(relu: ReluLayer) -> Iterator[str]:
    yield (
        f"ReLU: s_0 {shown(relu.norm)}, every s_k between s_(k+1) / sqrt 2 and s_(k+1); mean width of the "
        f"image {shown(relu.width)}, {shown(relu.linear_width)} without ReLU {PROVED}"
    )
    if relu.sampled is not None:
        yield f"mean width by directions: {shown(relu.sampled)} {tested(1e-6)}"


def mask_sentences(found: Masked) -> Iterator[str]:
    """The worst mask seen, and how many printed bounds say something here."""
    for case in found.cases:
        if case.m == 0 or case.source == "no mask":
            continue
        what = f"kappa of {'D A' if case.deleted == 'rows' else '(A + rho I) D'}"
        if case.deleted == "columns":
            what += f" at rho = {found.rho:g}" + (", had it that skip," if found.supposed else "")
        good = [b for b in case.bounds if b.value is not None]
        best = min(good, key=lambda b: case.loose(b) or float("inf"), default=None)
        line = (
            f"{what} with {case.m} of {case.n} zeros: {shown(case.truth)} is the worst of {case.count} masks"
        )
        line += f" ({'of the data' if case.source == 'data' else 'drawn'})"
        if best is not None and best.value is not None and (loose := case.loose(best)) is not None:
            more = f"{loose:.3g} times as much" if loose >= 1.005 else "no more than that"
            line += f"; at most {shown(best.value)} for every mask ({best.label}), {more}"
        else:
            line += "; no bound applies"
        yield f"{line} {PROVED}"
    printed = [b for case in found.cases for b in case.bounds if b.kind == "printed"]
    if printed:
        met = sum(b.met is True for b in printed)
        failed = sum(case.failed(b) for case in found.cases for b in case.bounds)
        word = "none fails" if not failed else f"{failed} fail"
        cn = next((b.margin for case in found.cases for b in case.bounds if b.needs == "cn < 1"), None)
        size = "" if cn is None or cn.lo is None else f" (cn = {float(1 - cn.lo):.3g})"
        yield f"of {len(printed)} printed bounds of riedi2022 {met} apply here{size}; {word} {PROVED}"


def law_sentences(found: Laws, alpha: float) -> Iterator[str]:
    """Distance, outliers with their band, and the tail."""
    least, most = found.outliers
    band = f"{least}" if least == most else f"{least} to {most}"
    word = "cannot be told from" if found.p_distance > 0.01 else "is not"
    yield (
        f"the bulk {word} that of independent entries: p = {found.p_distance:.2g} of its distance, "
        f"p = {found.p_largest:.2g} of the largest value, beside {found.draws} random matrices {tested(0.01)}"
    )
    noun = "outlier" if (least, most) == (1, 1) else "outliers"
    yield f"{band} {noun} over the variances that the bulk allows {tested(alpha)}"
    tail = found.tail
    if tail is None:
        return
    low, high = tail.usual
    said = f"power law fitted to the tail: exponent {tail.fit.exponent:.3g} over {tail.fit.count} values"
    said += f"; independent entries give {low:.3g} to {high:.3g}"
    reasons = {
        "bulk": f"no heavier than those, p = {tail.heavier:.2g}: the exponent says nothing",
        "other": f"heavier, p = {tail.heavier:.2g}, but no power law, p = {tail.goodness:.2g}",
        "lognormal": f"heavier, but a lognormal fits better, Vuong p = {tail.lognormal.p:.2g}",
        "power": f"heavier, p = {tail.heavier:.2g}, and a power law is not ruled out (goodness of fit p = "
        f"{tail.goodness:.2g}; beside a lognormal Vuong p = {tail.lognormal.p:.2g})",
    }
    yield f"{said}; {reasons[tail.verdict]} {tested(0.01)}"


def network_sentences(found: NetworkTheory) -> Iterator[str]:
    """What holds for the whole network, a line each; each ends with what it rests on."""
    if found.why_not is not None:
        yield f"no statement of the whole network: {found.why_not}"
        return
    assert found.lipschitz is not None
    own = found.lipschitz
    if own.exact is not None:
        yield f"{CONSTANT}: {shown(own.exact)}, by all {own.regions} regions {PROVED}"
    elif own.at is None:
        most = "not bounded here" if own.best.hi is None else f"at most {own.best.floats[1]:.4g}"
        yield f"{CONSTANT}: {most} {PROVED}"
    else:
        yield f"{CONSTANT}: {shown(own.best)}, the lower end attained {PROVED}"
    tops = [f"{name} {x.floats[1]:.4g}" for name, x in own.upper.items() if x.floats[1] is not None]
    yield f"from above: {', '.join(tops)} {PROVED}"
    yield f"taken to be so: {'; '.join(found.guessed)}"
    if found.activity is not None:
        yield from activity_sentences(found.activity)
    yield from _cut_sentences(found)


def activity_sentences(found: Activity) -> Iterator[str]:
    for one in found.layers:
        yield (
            f"{one.name}: {100 * one.share:.3g} % of {one.units} units active on average, {one.dead} dead "
            f"and {one.always} always active on {found.count} points {ESTIMATE}"
        )
    yield (
        f"{found.regions} regions visited; of {found.looked_at} of them the largest norm of a linear part is "
        f"{shown(found.largest)} {PROVED}, the median {_median(found.norms):.4g}, the largest product of "
        f"active blocks {found.active_blocks:.4g}, the median kappa {_median(found.kappas):.4g} {ESTIMATE}"
    )
    if found.doubtful:
        yield f"{found.doubtful} points have a unit whose sign rounding may have changed"


def _median(x: FloatArray) -> float:
    return float(np.nanmedian(x))


def _cut_sentences(found: NetworkTheory) -> Iterator[str]:
    for one in found.cuts:
        if one.rank != max((c.rank for c in found.cuts if c.layer == one.layer), default=0):
            continue
        line = (
            f"{one.layer} cut from rank {one.full} to {one.rank}: the output moves by at most {one.bound:.3g}"
        )
        line += f" on these data {PROVED}, by {one.changed:.3g} as measured beside {one.output:.3g}"
        if one.accuracy is not None:
            line += f", accuracy {one.accuracy[0]:.4g} to {one.accuracy[1]:.4g}"
        yield f"{line} {ESTIMATE}"
    if found.pruned:
        last = found.pruned[-1]
        times = Counter(one.layer for one in found.pruned)
        path = ", ".join(f"{count} from {name}" for name, count in times.most_common())
        yield (
            f"the first {last.step} steps of harmonic pruning take ranks so: {path}; the accuracy is then "
            f"{last.accuracy:.4g} {ESTIMATE}"
        )


def verdict(one: Movement, first: str, later: str) -> str | None:
    """In a line: near the law at first, so many outliers later; None where no law was fitted."""
    before, after = one.laws
    if before is None or after is None:
        return None
    now = f"{_pair(after.outliers)} {'outlier' if after.outliers == (1, 1) else 'outliers'}"
    was = "" if before.outliers == (0, 0) else f" with {_pair(before.outliers)} outliers"
    return (
        f"{one.layer} is within {100 * before.distance[1]:.2g} % of the Marchenko-Pastur law in {first}{was}"
        f", within {100 * after.distance[1]:.2g} % with {now} in {later} {tested(after.alpha)}"
    )


def movement_sentence(one: Movement, alpha: float) -> str:
    parts = [f"moved by {100 * one.part:.3g} % of its length, norm of the change {shown(one.size)}"]
    parts.append(f"no singular value by more than {shown(one.values_moved)} {PROVED}")
    if one.angle is not None:
        bound = "Wedin's bound says nothing" if one.wedin is None else f"at most {one.wedin:.3g} {PROVED}"
        count = "1 leading direction" if one.leading == 1 else f"{one.leading} leading directions"
        parts.append(f"the {count} turned by a sine of {one.angle:.3g} {ESTIMATE}, {bound}")
    if one.gained is not None:
        parts.append(f"outliers {_signed(one.gained)}")
    if one.new is not None:
        parts.append(f"{_pair(one.new)} outliers in the change itself {tested(alpha)}")
    return f"{one.layer}: {'; '.join(parts)}"


def kept_sentence(one: Kept) -> str:
    part = 100 / one.size if one.size else 0.0
    return (
        f"{one.first} to {one.second}: gradient flow keeps the diagonal of V'V - WW' - bb' with ReLU "
        f"between, all of it without; the diagonal moved by {part * one.diagonal:.3g} %, the matrix by "
        f"{part * one.matrix:.3g} %, where V'V and WW' themselves moved by {part * one.own:.3g} % "
        f"{ESTIMATE}"
    )


def _pair(x: tuple[int, int]) -> str:
    return str(x[0]) if x[0] == x[1] else f"{x[0]} to {x[1]}"


def _signed(x: tuple[int, int]) -> str:
    low, high = (f"{v:+d}" if v else "0" for v in x)
    return low if low == high else f"{low} to {high}"


def step_sentences(one: Step, alpha: float) -> Iterator[str]:
    """Of one later checkpoint: a verdict a layer, then what moved."""
    for move in one.moved:
        if (said := verdict(move, one.first, one.name)) is not None:
            yield said
    for move in one.moved:
        yield movement_sentence(move, alpha)
    for pair in one.kept:
        yield kept_sentence(pair)
    if one.why_not is not None:
        yield f"what gradient flow keeps: not said, {one.why_not}"
    for name in one.missing:
        yield f"{name}: not in both, of another shape or role, or not finite"
