"""Checkpoints of one network: how each layer moved from the first one, and what gradient flow keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perturb.networks.weights.composition import Layer
from perturb.networks.weights.layers import found
from perturb.networks.weights.movement import Kept, Movement, kept, movement
from perturb.networks.weights.spectra import ALPHA
from perturb.networks.weights.stack import stack
from perturb.networks.weights.tensors import BadWeights


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
        moved = tuple(x for k in both if (x := _moved(first[k], later[k], alpha)) is not None)
        told = [x.layer for x in moved]
        missing = tuple(k for k in (*first, *(k for k in later if k not in first)) if k not in told)
        steps.append(Step(called[0], name, moved, *_kept(weights[0], one, settings, missing)))
    return steps


def _alike(one: Layer, other: Layer) -> bool:
    """A matrix of unknown role may be stored the other way round."""
    return one.shape == other.shape and one.known == other.known


def _moved(first: Layer, later: Layer, alpha: float) -> Movement | None:
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
