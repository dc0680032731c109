"""The margin of a refuted statement along a segment from a random input to the simplest witness, and on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb import files
from perturb.certify.screen import margins, screen
from perturb.domains.base import Point
from perturb.report.records import WitnessFile
from perturb.search.streams import claim_stream
from perturb.statements.claim import Claim
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.floats import Floats
from perturb.vocab.order import Link
from perturb.vocab.word import Kind

STEPS, BEYOND, CANDIDATES = 401, 1.25, 64
LEAST_SHARE, EQUAL, CLEAR = 0.5, 1e-9, 1e-3
LINE, BELOW = "#31618f", "#b2182b"
VERSION = 1


@dataclass(frozen=True)
class Landscape:
    """Relative margins at t; NaN where the screen has no number or t is outside the statement."""

    t: Any
    margin: Any


def landscape(claim: Claim, found: WitnessFile | None) -> Landscape | None:
    """None where a picture would say little: no witness, integer inputs, a segment mostly outside."""
    if found is None or Kind.INTEGER in claim.domain.kinds.values():
        return None
    witness = found.point(claim)
    start = _start(claim, witness)
    if start is None:
        return None
    t = np.linspace(0.0, BEYOND, STEPS)
    margin = along(claim, start, {n: np.asarray(x) for n, x in witness.as_floats().items()}, t)
    some = margin[np.isfinite(margin)]
    # Against zero every margin is 1 or -1: no landscape.
    telling = (np.abs(some) < 1).any() and (some < 0).any()
    return Landscape(t, margin) if telling and some.size >= LEAST_SHARE * t.size else None


def _start(claim: Claim, witness: Point) -> dict[str, Any] | None:
    """The first of some random inputs of the same sizes at which the statement holds with room."""
    batch = claim.domain.draw(claim_stream(claim, "landscape", 0), CANDIDATES, dict(witness.sizes))
    seen = screen(claim, batch)
    good = np.flatnonzero(seen.inside & np.isfinite(seen.margin) & (seen.margin > CLEAR))
    if not good.size:
        return None
    inputs, shapes = claim.domain.inputs(batch), witness.as_floats()
    return {
        name: np.broadcast_to(x, (CANDIDATES, *x.shape[1:]))[good[0]].reshape(np.shape(shapes[name]))
        for name, x in inputs.items()
    }


def along(claim: Claim, start: dict[str, Any], end: dict[str, Any], t: Any) -> Any:
    """The least relative margin of the conclusions at (1 - t) start + t end, a float64 screen."""
    points = {
        name: _columns(np.multiply.outer(1 - t, start[name]) + np.multiply.outer(t, end[name]))
        for name in end
    }
    read = Evaluation(Floats(points))
    with np.errstate(all="ignore"):
        inside = np.ones(len(t), dtype=bool)
        for link in (*claim.domain.membership(), *claim.hypotheses):
            inside &= _met(link, np.broadcast_to(margins(link, read), t.shape))
        least = np.min([np.broadcast_to(margins(c, read), t.shape) for c in claim.conclusions], axis=0)
    return np.where(inside & np.isfinite(least), least, np.nan)


def _met(link: Link, margin: Any) -> Any:
    """An equality holds to rounding; a strict relation with room."""
    return margin > 0 if link.op in ("<", ">", "!=") else margin >= -EQUAL


def _columns(points: Any) -> Any:
    return points.reshape(*points.shape, *([1] * (3 - points.ndim)))


def figure(shown: Landscape) -> Figure:
    """The margin over t, the zero line, and the violated part shaded."""
    picture = Figure(figsize=(7.0, 2.9), dpi=110, layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    axes.plot(shown.t, shown.margin, color=LINE, lw=1.4)
    axes.axhline(0.0, color="#444444", lw=0.8)
    axes.axvline(1.0, color="#999999", lw=0.8, ls=":")
    below = shown.margin < 0
    axes.fill_between(shown.t, shown.margin, 0.0, where=below, color=BELOW, alpha=0.25, linewidth=0)
    axes.set_xlim(0.0, BEYOND)
    axes.set_xticks([0.0, 0.25, 0.5, 0.75, 1.0], ["random input", "0.25", "0.5", "0.75", "witness"])
    axes.set_ylabel("least relative margin", fontsize=9)
    axes.set_title(
        "Along the segment to the simplest witness: violated where shaded (float64 screen)", fontsize=10
    )
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return picture


def name_of(claim: Claim) -> str:
    return f"{claim.slug}-margin.png"


def digest(claim: Claim, found: WitnessFile) -> str:
    """Names what the picture is drawn from: no rounding error is part of it."""
    data = [VERSION, claim.fingerprint, found.content["inputs"]]
    return files.digest(data)


def save(claim: Claim, found: WitnessFile, shown: Landscape, path: Path) -> None:
    files.save_picture(figure(shown), path, digest(claim, found))


def is_of(claim: Claim, found: WitnessFile, path: Path) -> bool:
    """The picture was drawn from this witness of this statement."""
    return files.drawn_from(digest(claim, found), path)
