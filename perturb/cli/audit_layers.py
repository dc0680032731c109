"""The layers of `perturb audit`, one after the other: progress, sentences, and what is kept after Ctrl-C."""

from __future__ import annotations

import math

from rich.markup import escape
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

from perturb.cli.terminal import OUT, bar
from perturb.networks.weights.auditing import Audit, AuditedLayer, Unread, audited, together
from perturb.networks.weights.composition import Found, Layer
from perturb.networks.weights.sentences import layer_sentence, sentences
from perturb.process.beside import beside
from perturb.process.signals import keeping
from perturb.results.say import visible


def layers_of(there: Found, numbers: tuple[float, float], aloud: bool) -> tuple[Audit, str | None]:
    """The audit, each layer printed as soon as it is done; after Ctrl-C that of those, and a word on it.

    `numbers` are the tolerance of the rank and alpha. BadWeights.
    """
    layers: list[AuditedLayer] = []
    unread: list[Unread] = []
    broken = None
    with bar(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()) as shown:
        task = shown.add_task("", total=sum(map(_work, there.layers)))
        with keeping() as kept:
            shown.update(task, description=_next(there, 0))
            for k, one in enumerate(beside(audited(there, *numbers)), start=1):
                if isinstance(one, Unread):
                    unread.append(one)
                else:
                    layers.append(one)
                    if aloud:
                        OUT.print(escape(visible(layer_sentence(one))), highlight=False)
                shown.update(task, advance=_work(there.layers[k - 1]), description=_next(there, k))
        if kept.interrupted:
            broken = f"{len(layers)} of {len(there.layers)} layers are done"
    whole = together(there, layers, [] if broken and not layers else unread)
    for line in sentences(whole)[len(layers) :] if aloud and not broken else ():
        OUT.print(escape(visible(line)), highlight=False)
    return whole, broken


def _next(there: Found, k: int) -> str:
    """What is at work."""
    if k >= len(there.layers):
        return "layers"
    one = there.layers[k]
    return escape(
        visible(f"layer {k + 1} of {len(there.layers)}: {one.name} ({one.shape[0]} x {one.shape[1]})")
    )


def _work(layer: Layer) -> float:
    """In proportion to the time that a layer takes, and never 0."""
    return math.prod(layer.shape) * min(layer.shape) + 1e6
