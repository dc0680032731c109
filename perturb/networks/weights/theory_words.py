"""What the theorems say of a layer, in sentences; each says what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from perturb.networks.weights.laws import Laws
from perturb.networks.weights.layer_theory import LayerTheory
from perturb.networks.weights.masks import Masked
from perturb.networks.weights.relu_layer import ReluLayer
from perturb.networks.weights.sentences import shown

PROVED, ESTIMATE = "[proved]", "[estimate]"


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
