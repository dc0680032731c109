"""What the theorems say about the weights of a network: layer by layer, and of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from perturb.networks.weights.auditing import Audit, audit
from perturb.networks.weights.layer_theory import LayerTheory, layer_theory
from perturb.networks.weights.layers import found
from perturb.networks.weights.network_theory import NetworkTheory, network_theory
from perturb.networks.weights.sentences import network_sentences, theory_sentences
from perturb.networks.weights.spectra import ALPHA
from perturb.process.output import frame

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False)
class Theory:
    """Of the layers of `audit`, in their order, and of the network that they make."""

    audit: Audit
    layers: tuple[LayerTheory, ...]
    network: NetworkTheory
    alpha: float

    def rows(self) -> list[dict[str, Any]]:
        """A mapping of plain values a layer: those of the audit, and what the theorems add."""
        pairs = zip(self.audit.rows(), self.layers, strict=True)
        return [row | one.row() for row, one in pairs]

    def object(self) -> dict[str, Any]:
        """What JSON holds: a row a layer, the network, and the same in sentences."""
        said = {one.name: list(theory_sentences(one, self.alpha)) for one in self.layers}
        whole = {"network": self.network.object(), "network_sentences": list(network_sentences(self.network))}
        return {"layers": [one.row() for one in self.layers], "sentences": said, **whole}

    def to_frame(self) -> DataFrame:
        """A pandas table, a layer a row. ImportError that names the extra."""
        return frame(self.rows())


def theory(
    weights: Any,
    settings: Mapping[str, Any] | None = None,
    *,
    data: Any = None,
    alpha: float = ALPHA,
    done: Audit | None = None,
    seen: Callable[[LayerTheory], None] | None = None,
) -> Theory:
    """What holds for the weights of a network, beyond its audit; `done` is that, made here if not given.

    `weights` and `settings` are those of `perturb.weights.audit`; each matrix is read once more, one at a
    time, and all together where they make a network of at most 2^24 weights. `data` are inputs (N, n), a pair
    (inputs, labels), a .npz with X and y, or a .npy. `seen` is told of each layer as soon as it is done.
    BadWeights and ValueError as there, and for data that do not fit.
    """
    whole = audit(weights, settings, alpha=alpha) if done is None else done
    steps = theories(weights, settings, whole, data)
    network = next(steps)
    assert isinstance(network, NetworkTheory)
    layers = []
    for one in steps:
        assert isinstance(one, LayerTheory)
        layers.append(one)
        if seen is not None:
            seen(one)
    return Theory(whole, tuple(layers), network, alpha)


def theories(
    weights: Any, settings: Mapping[str, Any] | None, whole: Audit, data: Any = None
) -> Iterator[NetworkTheory | LayerTheory]:
    """First that of the network, whose masks are those of its layers; then that of each layer of `whole`."""
    there = found(weights, settings)
    network = network_theory(weights, settings, data)
    yield network
    masks, before, gate = network.masks or {}, None, None
    audited = {one.name: one for one in whole.layers}  # those that are not finite are left out
    for layer in there.layers:
        own = masks.get(layer.name)
        # The paper's D stands behind the layer before a skip, and D A deletes rows of a layer without one.
        if layer.name in audited:
            yield layer_theory(layer, audited[layer.name], own, before, gate)
        before, gate = own, None if there.breaks else layer.activation


def finished(
    whole: Audit, layers: Sequence[LayerTheory], network: NetworkTheory | None, alpha: float
) -> Theory:
    """What there is of a theory that was interrupted: its first layers, and the network if that is done."""
    kept = replace(whole, layers=whole.layers[: len(layers)])
    return Theory(kept, tuple(layers), network or NetworkTheory(why_not="interrupted"), alpha)
