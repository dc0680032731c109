"""What `perturb audit --theory` adds: progress and sentences, the object for JSON, the text of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from perturb.cli.terminal import OUT, bar
from perturb.networks.weights.auditing import Audit
from perturb.networks.weights.checkpoints import Step, checkpoints
from perturb.networks.weights.layer_theory import LayerTheory
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.sentences import network_sentences, step_sentences, theory_sentences
from perturb.networks.weights.stack import network_of, points
from perturb.networks.weights.theory import Theory, finished, theories
from perturb.process.beside import beside
from perturb.process.signals import keeping
from perturb.results.say import visible


@dataclass(frozen=True)
class AuditAsked:
    """The files, settings, data and alpha of a command, and whether it speaks."""

    files: tuple[Path, ...]
    settings: Any
    data: Path | None
    alpha: float
    aloud: bool


def refuse_data(asked: AuditAsked | None) -> None:
    """BadWeights for data that do not fit the network of the last file, before any work is done."""
    if asked is not None and asked.data is not None:
        layers = network_of(asked.files[-1], asked.settings).layers
        points(asked.data, layers[0].shape[1], layers[-1].shape[0])


def told(asked: AuditAsked, done: Audit) -> tuple[Theory, str | None]:
    """The theory of the last file, which was audited, each layer printed as soon as it is done.

    After Ctrl-C that of the layers that are done, and a word on how many these are.
    """
    layers: list[LayerTheory] = []
    network: NetworkTheory | None = None
    file, settings = asked.files[-1], asked.settings
    with bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as shown:
        task = shown.add_task("theory: the network", total=len(done.layers))
        with keeping() as kept:
            for one in beside(theories(file, settings, done, asked.data)):
                if isinstance(one, NetworkTheory):
                    network = one
                    shown.update(task, description="theory")
                    continue
                layers.append(one)
                shown.advance(task)
                if asked.aloud:
                    _say(f"{one.name}:", theory_sentences(one, asked.alpha))
        if kept.interrupted:
            broken = f"the theory of {len(layers)} of {len(done.layers)} layers is done"
            return finished(done, layers, network, asked.alpha), broken
    assert network is not None
    if asked.aloud:
        _say("the network:", network_sentences(network))
    return Theory(done, tuple(layers), network, asked.alpha), None


def moved(asked: AuditAsked) -> Sequence[Step]:
    """From the first file to each later one; nothing for one file alone."""
    if len(asked.files) < 2:
        return ()
    names = [file.name for file in asked.files]
    steps = checkpoints(asked.files, asked.settings, names=names, alpha=asked.alpha)
    for step in steps if asked.aloud else ():
        _say(f"from {names[0]} to {step.name}:", step_sentences(step, asked.alpha))
    return steps


def _say(head: str, lines: Iterable[str]) -> None:
    OUT.print(escape(visible(head)), highlight=False)
    for line in lines:
        OUT.print(escape(visible(f"  {line}")), highlight=False)


def theory_object(whole: Theory | None, steps: Sequence[Step]) -> dict[str, Any]:
    """For JSON; empty without a theory."""
    if whole is None:
        return {}
    return {"theory": whole.object()} | ({"checkpoints": [step.object() for step in steps]} if steps else {})


def theory_text(whole: Theory | None, steps: Sequence[Step], page: Path | None) -> str:
    """The sections of the page, which name the pictures that `drawn` writes; empty without a theory."""
    if whole is None:
        return ""
    from perturb.pages.weights.audit_page import network_sections, theory_sections
    from perturb.pages.weights.theory_figures import pictures  # which load what pages need

    names = {} if page is None else {key: place.name for key, place in pictures(whole, page).items()}
    return theory_sections(whole, names) + "\n" + network_sections(whole, steps, names)


def drawn(whole: Theory | None, page: Path) -> list[Path]:
    """The pictures of the theory, written beside the page. OSError."""
    if whole is None:
        return []
    from perturb.pages.weights.theory_figures import pictures, write

    places = pictures(whole, page)
    write(whole, places)
    return list(places.values())
