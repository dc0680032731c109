"""Checkpoints of one network: how each layer moved from the first one, its size, its values and its
directions, and what gradient flow keeps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.files.reader import BadWeights
from perturb.networks.machine import one_thread
from perturb.networks.weights.composition import Layer
from perturb.networks.weights.layers import found
from perturb.networks.weights.spectra import ALPHA, Bulk, bulk
from perturb.networks.weights.stack import stack
from perturb.networks.weights.values import Values, fmpq_of, values
from perturb.types import FloatArray

WIDEST = 1500  # rows and columns whose singular vectors are compared


@dataclass(frozen=True, eq=False)
class Movement:
    """A layer at two checkpoints, A and B = A + E.

    size         |E|, certified, and `part`, |E|_F / |A|_F
    values_moved the most that a singular value moved: enclosed; by Weyl it is at most |E|
    leading      k, how many leading singular directions are compared
    wedin        at most so large is the sine of the angle between their spans, left and right, certified;
                 None where the gap s_k(A) - s_(k+1)(B) may be closed, or the bound says nothing
    angle        the larger of the two sines, in float64; None beyond 1500 rows or columns
    laws         of A and of B, beside Marchenko and Pastur
    gained       outliers of B less those of A, with certainty: [low, high]
    new          outliers of E itself beside independent entries: the rank of what was learned, at least
    """

    layer: str
    size: Enclosure
    part: float
    values_moved: Enclosure
    leading: int
    wedin: float | None
    angle: float | None
    laws: tuple[Bulk | None, Bulk | None]
    gained: tuple[int, int] | None
    new: tuple[int, int] | None

    def row(self) -> dict[str, Any]:
        """Plain values."""
        row: dict[str, Any] = {"layer": self.layer, "moved_high": self.size.floats[1], "part": self.part}
        row |= {"value_moved_high": self.values_moved.floats[1], "leading": self.leading}
        row |= {"wedin": self.wedin, "angle": self.angle}
        for name, pair in (("outliers_gained", self.gained), ("outliers_of_change", self.new)):
            row[f"{name}_low"], row[f"{name}_high"] = pair or (None, None)
        return row


@one_thread()
def movement(layer: str, A: FloatArray, B: FloatArray, alpha: float) -> Movement:
    """Of two matrices of one shape. ValueError for other shapes.

    Weyl: |s_i(B) - s_i(A)| <= |E| for every i. Wedin (BIT 12, 1972): the sines are at most |E| / (s_k(A) -
    s_(k+1)(B)). Proof: let U, V hold the first k vectors of A and X, Y those of B beyond k, S, T the values
    there. Then U'EY = (U'X) T - S (V'Y), and the same with sides exchanged; of x = |U'X| and y = |V'Y| let y
    be the larger: |E| >= s_k y - s_(k+1) x >= (s_k - s_(k+1)) y. The factor covers the rounding of B - A.
    """
    if A.shape != B.shape:
        raise ValueError(f"{layer}: shapes {A.shape} and {B.shape}")
    E = B - A
    before, after, change = values(A), values(B), values(E)
    room = 1 + 2.0**-40
    laws = [bulk(one, alpha) for one in (before, after, change)]
    k = _leading(after, laws[1].outliers[0] if laws[1] else 0)
    moved = _moved(before, after)
    return Movement(
        layer,
        _widened(change.largest, room),
        change.norm / before.norm if before.norm else math.inf,
        moved,
        k,
        _wedin(before, after, float(change.high[0]) * room, k),
        _angle(A, B, k),
        (laws[0], laws[1]),
        None if laws[0] is None or laws[1] is None else _gained(laws[0].outliers, laws[1].outliers),
        None if laws[2] is None else laws[2].outliers,
    )


def _widened(x: Enclosure, room: float) -> Enclosure:
    """By that factor at both ends."""
    factor = fmpq_of(room)
    low, high = None if x.lo is None else x.lo / factor, None if x.hi is None else x.hi * factor
    return Enclosure(low, high, trusts=x.trusts)


def _leading(after: Values, outliers: int) -> int:
    """The outliers after training, else where the largest gap of ratios among the first half lies."""
    if outliers:
        return min(outliers, len(after.values))
    s = after.values[: max(1, len(after.values) // 2) + 1]
    if len(s) < 2 or not s[0] > 0:
        return 1
    return int(np.argmax(s[:-1] - s[1:])) + 1


def _moved(before: Values, after: Values) -> Enclosure:
    low = np.maximum(np.maximum(after.low - before.high, before.low - after.high), 0).max()
    high = np.maximum(after.high - before.low, before.high - after.low).max()
    ends = float(np.nextafter(low, -np.inf)), float(np.nextafter(high, np.inf))
    return Enclosure(fmpq_of(max(ends[0], 0.0)), fmpq_of(ends[1]), trusts=before.largest.trusts)


def _wedin(before: Values, after: Values, size: float, k: int) -> float | None:
    """None where it is no bound below 1."""
    beyond = float(after.high[k]) if k < len(after.values) else 0.0
    gap = float(np.nextafter(before.low[k - 1] - beyond, -np.inf))
    bound = float(np.nextafter(size / gap, np.inf)) if gap > 0 else math.inf
    return bound if bound < 1 else None


def _angle(A: FloatArray, B: FloatArray, k: int) -> float | None:
    if max(A.shape) > WIDEST:
        return None
    first, second = (np.linalg.svd(M, full_matrices=False) for M in (A, B))
    sines = []
    for U, V in ((first[0][:, :k], second[0][:, :k]), (first[2][:k].T, second[2][:k].T)):
        off = V - U @ (U.T @ V)
        sines.append(float(np.linalg.norm(off, 2)))
    return min(max(sines), 1.0)


def _gained(before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int]:
    return after[0] - before[1], after[1] - before[0]


@dataclass(frozen=True)
class Kept:
    """Between two consecutive layers, what gradient flow keeps, and how far it moved.

    Q = V'V - WW' - bb' for h -> V phi(Wh + b): all of Q for linear units, its diagonal for ReLU (S. S. Du,
    W. Hu and J. D. Lee, NeurIPS 2018; the invariances of le2022). `matrix` and `diagonal` are the changes of
    Q in the Frobenius norm, `size` the larger of |V'V|_F + |WW'|_F at the ends, `own` how far V'V or WW'
    moved by itself.
    """

    first: str
    second: str
    matrix: float
    diagonal: float
    size: float
    own: float

    def row(self) -> dict[str, Any]:
        return asdict(self)


@one_thread()
def kept(
    names: tuple[str, str],
    before: tuple[FloatArray, FloatArray, FloatArray],
    after: tuple[FloatArray, FloatArray, FloatArray],
) -> Kept:
    """Of (W, b, V) at two checkpoints, in float64."""
    (inner, outer), (inner_2, outer_2) = (_grams(*x) for x in (before, after))
    change = (outer_2 - inner_2) - (outer - inner)
    size = max(
        np.linalg.norm(inner) + np.linalg.norm(outer), np.linalg.norm(inner_2) + np.linalg.norm(outer_2)
    )
    own = max(float(np.linalg.norm(inner_2 - inner)), float(np.linalg.norm(outer_2 - outer)))
    diagonal = float(np.linalg.norm(np.diagonal(change)))
    return Kept(*names, float(np.linalg.norm(change)), diagonal, float(size), own)


def _grams(W: FloatArray, b: FloatArray, V: FloatArray) -> tuple[FloatArray, FloatArray]:
    return W @ W.T + np.outer(b, b), V.T @ V


@dataclass(frozen=True, eq=False)
class Step:
    """From the `first` checkpoint to a later one; `missing` names layers that both do not have in one shape
    and role, and finite, `why_not` says why nothing is told of invariants.
    """

    first: str
    name: str
    moved: tuple[Movement, ...]
    kept: tuple[Kept, ...]
    missing: tuple[str, ...] = ()
    why_not: str | None = None

    def object(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        said = {"first": self.first, "checkpoint": self.name, "moved": [one.row() for one in self.moved]}
        return said | {
            "kept": [one.row() for one in self.kept],
            "missing": list(self.missing),
            "no_invariants": self.why_not,
        }


def checkpoints(
    weights: Sequence[Any],
    settings: Mapping[str, Any] | None = None,
    *,
    names: Sequence[str] | None = None,
    alpha: float = ALPHA,
) -> list[Step]:
    """Each of the later ones beside the first; `names` of all of them, numbers if not given.

    BadWeights for weights that cannot be read, ValueError for fewer than two.
    """
    if len(weights) < 2:
        raise ValueError(f"checkpoints: {len(weights)} where two are needed")
    called = [str(k) for k in range(len(weights))] if names is None else list(names)
    first = {layer.name: layer for layer in found(weights[0], settings).layers}
    steps = []
    for name, one in zip(called[1:], weights[1:], strict=True):
        later = {layer.name: layer for layer in found(one, settings).layers}
        both = [k for k in first if k in later and _alike(first[k], later[k])]
        moved = tuple(x for k in both if (x := _movement(first[k], later[k], alpha)) is not None)
        told = [x.layer for x in moved]
        missing = tuple(k for k in (*first, *(k for k in later if k not in first)) if k not in told)
        steps.append(Step(called[0], name, moved, *_kept(weights[0], one, settings, missing)))
    return steps


def _alike(one: Layer, other: Layer) -> bool:
    """A matrix of unknown role may be stored the other way round."""
    return one.shape == other.shape and one.known == other.known


def _movement(first: Layer, later: Layer, alpha: float) -> Movement | None:
    """None where an entry is not finite."""
    try:
        return movement(first.name, first.load(), later.load(), alpha)
    except BadWeights:
        return None


def _kept(
    first: Any, later: Any, settings: Mapping[str, Any] | None, missing: tuple[str, ...]
) -> tuple[tuple[Kept, ...], tuple[str, ...], str | None]:
    """Skips change what is kept: nothing is said of a network with one."""
    if missing:
        return (), missing, "the checkpoints have other layers"
    try:
        a, b = stack(first, settings), stack(later, settings)
    except BadWeights as error:
        return (), missing, str(error).removeprefix("network: ")
    if (above := a.above or b.above) is not None:
        return (), missing, above
    if any(a.skips):
        return (), missing, "a skip ties the units of one layer to those of the next"
    pairs = tuple(
        kept(
            (a.names[k], a.names[k + 1]),
            (a.weights[k], a.biases[k], a.weights[k + 1]),
            (b.weights[k], b.biases[k], b.weights[k + 1]),
        )
        for k in range(len(a.weights) - 1)
    )
    return pairs, missing, None
