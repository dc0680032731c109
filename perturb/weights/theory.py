"""What the theorems say about the weights of a network: layer by layer, and of the whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perturb.tables import frame
from perturb.weights.auditing import Audit, audit
from perturb.weights.layer_theory import LayerTheory, layer_theory
from perturb.weights.layers import found
from perturb.weights.spectra import ALPHA
from perturb.weights.theory_words import theory_sentences

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False)
class Theory:
    """Of the layers of `audit`, in their order."""

    audit: Audit
    layers: tuple[LayerTheory, ...]
    alpha: float

    def rows(self) -> list[dict[str, Any]]:
        """A mapping of plain values a layer: those of the audit, and what the theorems add."""
        pairs = zip(self.audit.rows(), self.layers, strict=True)
        return [row | one.row() for row, one in pairs]

    def object(self) -> dict[str, Any]:
        """What JSON holds: a row a layer, and the same in sentences."""
        said = {one.name: list(theory_sentences(one, self.alpha)) for one in self.layers}
        return {"layers": [one.row() for one in self.layers], "sentences": said}

    def to_frame(self) -> DataFrame:
        """A pandas table, a layer a row. ImportError that names the extra."""
        return frame(self.rows())


def theory(
    weights: Any,
    settings: Mapping[str, Any] | None = None,
    *,
    alpha: float = ALPHA,
    done: Audit | None = None,
    seen: Callable[[LayerTheory], None] | None = None,
) -> Theory:
    """What holds for the weights of a network, beyond its audit; `done` is that, made here if not given.

    `weights` and `settings` are those of `perturb.weights.audit`; each matrix is read once more, one at a
    time. `seen` is told of each layer as soon as it is done. BadWeights and ValueError as there.
    """
    there = found(weights, settings)
    whole = audit(weights, settings, alpha=alpha) if done is None else done
    layers = []
    for layer, one in zip(there.layers, whole.layers, strict=True):
        layers.append(layer_theory(layer, one))
        if seen is not None:
            seen(layers[-1])
    return Theory(whole, tuple(layers), alpha)
