"""What is found of a whole network and of its checkpoints, in sentences; each says what it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from perturb.networks.weights.activity import Activity
from perturb.networks.weights.checkpoints import Step
from perturb.networks.weights.movement import Kept, Movement
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.sentences import shown
from perturb.networks.weights.theory_words import ESTIMATE, PROVED, tested
from perturb.types import FloatArray

CONSTANT = "Lipschitz constant of the network"


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
