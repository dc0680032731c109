"""The command `perturb audit`: the layers one after the other, and what is kept after Ctrl-C.

Below stands what `--theory` adds: progress and sentences, the object for JSON, the text of the page.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

from perturb.cli.terminal import OUT, bar, needs_drawing
from perturb.networks.weights.auditing import TOLERANCE, Audit, AuditedLayer, Unread, audited, together
from perturb.networks.weights.checkpoints import Step, checkpoints
from perturb.networks.weights.composition import Found, Layer, read_settings
from perturb.networks.weights.layer_theory import LayerTheory
from perturb.networks.weights.layers import found
from perturb.networks.weights.network_theory import NetworkTheory
from perturb.networks.weights.sentences import (
    changes,
    layer_sentence,
    network_sentences,
    sentences,
    step_sentences,
    theory_sentences,
)
from perturb.networks.weights.spectra import ALPHA
from perturb.networks.weights.stack import network_of, points
from perturb.networks.weights.theory import Theory, finished, theories
from perturb.process.beside import beside
from perturb.process.ending import interrupted
from perturb.process.output import json_text, write_whole
from perturb.process.signals import keeping
from perturb.results.say import visible

FILE = click.Path(path_type=Path, dir_okay=False)
# What changed between checkpoints, by column.
SAID = {"s_1": "s_1", "kappa": "kappa", "stable_rank": "stable rank", "outliers": "outliers"}


@click.command("audit")
@click.argument("weights", type=FILE)
@click.argument("later", type=FILE, nargs=-1)
@click.option("--settings", type=FILE, help="TOML: order, skips, convolutions.")
@click.option("--order", help="Names of the layers of a network, the first one first, with commas.")
@click.option("--tolerance", type=click.FloatRange(0, 1, max_open=True), default=TOLERANCE, show_default=True)
@click.option("--alpha", type=click.FloatRange(1e-12, 0.5), default=ALPHA, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One object instead of sentences.")
@click.option("--theory", "deep", is_flag=True, help="What the theorems say of each layer as well.")
@click.option("--data", type=FILE, help="Inputs X and labels y (.npz), or inputs (.npy); implies --theory.")
@click.option("--csv", "table", type=FILE, help="Write a table, a line a layer.")
@click.option("--page", type=FILE, help="Write a page in markdown and a picture beside it.")
def command(
    weights: Path,
    later: tuple[Path, ...],
    settings: Path | None,
    order: str | None,
    tolerance: float,
    alpha: float,
    as_json: bool,
    deep: bool,
    data: Path | None,
    table: Path | None,
    page: Path | None,
) -> None:
    """What the theorems say about trained weights: certified numbers a layer, and laws beside them.

    WEIGHTS is a .safetensors, .npz, .npy, .onnx or PyTorch file (a state_dict); nothing in it is run. With
    LATER checkpoints, what changed. Tensors with two axes are matrices; with more they are the kernels of
    convolutions where a graph or the settings say so; others are listed. What layers do one behind the other
    is said where a graph of ONNX or --order tells which follows which, and their sizes fit. The file of
    --settings may say: order and ignore, lists of names; and by the name of a layer skip = rho, activation =
    "relu", and tables convolution.NAME with stride, dilation, groups, padding = "zeros" or "circular", and
    input, its sizes. --tolerance is that of the rank, relative to s_1, and --alpha the chance to call the
    largest value of independent entries an outlier. --theory adds, of the last file, ReLU singular values and
    mean widths, condition numbers with masks, tests beside random matrices, Lipschitz bounds of the network,
    and how layers moved between checkpoints; with --data what units do and what pruning costs. Each line says
    what it rests on. Interrupted, it says and writes what is done.

    \b
    Examples:
      perturb audit model.safetensors
      perturb audit model.npz --theory --page audit.md
      perturb audit model.npz --order fc1.weight,fc2.weight --data test.npz --json
      perturb audit before.safetensors after.safetensors --theory
    """
    if page is not None:
        needs_drawing()
        import perturb.pages.weights.audit_page  # noqa: F401  (what is slow to load is there before an interruption)
    audits: list[Audit] = []
    more, broken = None, None
    steps: Sequence[Step] = ()
    files = (weights, *later)
    try:
        with keeping() as kept:
            given = read_settings(settings) if settings else {}
            if order is not None:
                given["order"] = [name.strip() for name in order.split(",")]
            asked = AuditAsked(files, given, data, alpha, not as_json) if deep or data else None
            refuse_data(asked)
            for file in files:
                one, broken = layers_of(found(file, given), (tolerance, alpha), not as_json)
                audits.append(one)
                if broken:
                    break
            if asked is not None and not broken:
                more, broken = told(asked, audits[-1])
                steps = () if broken else moved(asked)
    except ValueError as error:
        raise click.UsageError(visible(str(error))) from None
    if kept.interrupted:
        broken = f"{len(audits)} of {len(files)} files are done"
        if not audits:
            interrupted()
    if as_json:
        click.echo(json_text(_object(audits) | theory_object(more, steps), indent=1))
    else:
        for one in audits[1:]:
            _say_changes(audits[0], one)
    last = files[len(audits) - 1].name
    _written(audits[-1], table, page, last, theory_text(more, steps, page) if page else "")
    for place in drawn(more, page) if page else ():
        _told(place)
    if broken:
        interrupted(broken)


def _written(done: Audit, table: Path | None, page: Path | None, title: str, more: str) -> None:
    if table is not None:
        write_whole(table, _csv(done.rows()))
        _told(table)
    if page is not None:
        from perturb.pages.weights.audit_page import write_page  # which loads what draws

        for place in write_page(done, page, title, more):
            _told(place)


def _told(place: Path) -> None:
    click.echo(f"written: {visible(str(place))}", err=True)


def _csv(rows: list[dict[str, Any]]) -> str:
    """A line a layer, with the columns that any of them has."""
    text = io.StringIO()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _object(audits: list[Audit]) -> dict[str, Any]:
    done, last = audits[0], audits[-1]
    said: dict[str, Any] = {"layers": done.rows(), "lipschitz_high": done.lipschitz.floats[1]}
    said |= {"no_layers": dict(done.others), "guessed": list(done.guessed)}
    return said if last is done else said | {"later": last.rows(), "changes": list(changes(done, last))}


def _say_changes(done: Audit, later: Audit) -> None:
    OUT.print("changes:", highlight=False)
    for row in changes(done, later):
        if "change" in row:
            OUT.print(escape(visible(f"  {row['layer']}: {row['change']}")), highlight=False)
            continue
        ends = [(name, row[f"{key}_before"], row[f"{key}_after"]) for key, name in SAID.items()]
        parts = [f"{name} {before} -> {after}" for name, before, after in ends if None not in (before, after)]
        OUT.print(escape(visible(f"  {row['layer']}: {', '.join(parts)}")), highlight=False)


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
