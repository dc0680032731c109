"""The command `perturb audit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from perturb.beside import beside
from perturb.cli.audit_theory import (
    AuditAsked,
    drawn,
    moved,
    refuse_data,
    theory_object,
    theory_text,
    told,
)
from perturb.cli.ending import interrupted
from perturb.cli.terminal import OUT, bar, needs_drawing
from perturb.say import visible
from perturb.weights.auditing import TOLERANCE, Audit, AuditedLayer, audited
from perturb.weights.layers import Found, found, read_settings
from perturb.weights.sentences import changes, layer_sentence, sentences
from perturb.weights.spectra import ALPHA

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("audit")
@click.argument("weights", type=FILE)
@click.argument("later", type=FILE, nargs=-1)
@click.option("--settings", type=FILE, help="TOML: order, ignore, and skip (rho by the name of a layer).")
@click.option("--tolerance", type=click.FloatRange(0, 1, max_open=True), default=TOLERANCE, show_default=True)
@click.option("--alpha", type=click.FloatRange(1e-12, 0.5), default=ALPHA, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One object instead of sentences.")
@click.option("--theory", "deep", is_flag=True, help="What the theorems say of each layer as well.")
@click.option("--data", type=FILE, help="Inputs X and labels y (.npz), or inputs (.npy); implies --theory.")
@click.option("--page", type=FILE, help="Write a page in markdown and a picture beside it.")
def command(
    weights: Path,
    later: tuple[Path, ...],
    settings: Path | None,
    tolerance: float,
    alpha: float,
    as_json: bool,
    deep: bool,
    data: Path | None,
    page: Path | None,
) -> None:
    """What the theorems say about trained weights: certified numbers a layer, and laws beside them.

    WEIGHTS is a .safetensors, .npz, .npy, .onnx or PyTorch file (a state_dict); nothing in it is run. With
    LATER checkpoints, what changed. Tensors with two axes are layers, with more the kernels of convolutions
    without groups; others are listed. --tolerance is that of the rank, relative to s_1, and --alpha the
    chance to call the largest value of independent entries an outlier. --theory adds, of the last file, ReLU
    singular values and mean widths, condition numbers with masks, tests beside random matrices, Lipschitz
    bounds of the network, and how layers moved between checkpoints; with --data what units do and what
    pruning costs. Each line says what it rests on. Interrupted, it says what is done.

    \b
    Examples:
      perturb audit model.safetensors
      perturb audit model.npz --theory --page audit.md
      perturb audit model.npz --data test.npz --json
      perturb audit before.safetensors after.safetensors --theory
    """
    if page is not None:
        needs_drawing()
    try:
        given = read_settings(settings) if settings else None
        files = (weights, *later)
        asked = AuditAsked(files, given, data, alpha, not as_json) if deep or data else None
        refuse_data(asked)
        audits = [_done(found(file, given), (tolerance, alpha), not as_json) for file in files]
        more = None if asked is None else told(asked, audits[-1])
        steps = () if asked is None else moved(asked)
    except ValueError as error:
        raise click.UsageError(visible(str(error))) from None
    if as_json:
        click.echo(json.dumps(_object(audits) | theory_object(more, steps), indent=1))
    else:
        for one in audits[1:]:
            _say_changes(audits[0], one)
    if page is not None:
        from perturb.weights.page import write_page  # which loads what draws

        written = write_page(audits[-1], page, files[-1].name, theory_text(more, steps, page))
        for place in (*written, *drawn(more, page)):
            OUT.print(f"written: {escape(str(place))}", highlight=False)


def _done(there: Found, numbers: tuple[float, float], aloud: bool) -> Audit:
    """The audit, each layer printed as soon as it is done."""
    layers: list[AuditedLayer] = []
    with bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as shown:
        task = shown.add_task("layers", total=len(there.layers))
        try:
            for layer in beside(audited(there, *numbers)):
                layers.append(layer)
                shown.advance(task)
                if aloud:
                    OUT.print(escape(visible(layer_sentence(layer))), highlight=False)
        except KeyboardInterrupt:
            interrupted(f"{len(layers)} of {len(there.layers)} layers are done")
    whole = Audit(tuple(layers), there.others, there.guessed)
    for line in sentences(whole)[len(layers) :] if aloud else ():
        OUT.print(escape(visible(line)), highlight=False)
    return whole


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
        parts = [f"{name} {row[f'{key}_before']} -> {row[f'{key}_after']}" for key, name in SAID.items()]
        OUT.print(escape(visible(f"  {row['layer']}: {', '.join(parts)}")), highlight=False)


SAID = {"s_1": "s_1", "kappa": "kappa", "stable_rank": "stable rank", "outliers": "outliers"}
