"""The command `perturb audit`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from perturb.cli.aside import away
from perturb.cli.audit_layers import layers_of
from perturb.cli.audit_theory import theory_object, theory_text, told
from perturb.cli.ending import Ending, interrupted
from perturb.cli.terminal import OUT, needs_drawing
from perturb.files import write_whole
from perturb.say import visible
from perturb.weights.auditing import TOLERANCE, Audit
from perturb.weights.layers import found, read_settings
from perturb.weights.sentences import changes
from perturb.weights.spectra import ALPHA

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("audit", cls=Ending)
@click.argument("weights", type=FILE)
@click.argument("other", type=FILE, required=False)
@click.option("--settings", type=FILE, help="TOML: order, skips, convolutions.")
@click.option("--tolerance", type=click.FloatRange(0, 1, max_open=True), default=TOLERANCE, show_default=True)
@click.option("--alpha", type=click.FloatRange(1e-12, 0.5), default=ALPHA, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One object instead of sentences.")
@click.option("--theory", "deep", is_flag=True, help="What the theorems say of each layer as well.")
@click.option("--csv", "table", type=FILE, help="Write a table, a line a layer.")
@click.option("--page", type=FILE, help="Write a page in markdown and a picture beside it.")
def command(
    weights: Path,
    other: Path | None,
    settings: Path | None,
    tolerance: float,
    alpha: float,
    as_json: bool,
    deep: bool,
    table: Path | None,
    page: Path | None,
) -> None:
    """What the theorems say about trained weights: certified numbers a layer, and laws beside them.

    WEIGHTS is a .safetensors, .npz, .npy, .onnx or PyTorch file (a state_dict); nothing in it is run. With
    OTHER, a later checkpoint, what changed. Tensors with two axes are layers, with more the kernels of
    convolutions; others are listed. The file of --settings may say: order and ignore, lists of names; and by
    the name of a layer skip = rho, activation = "relu", and tables convolution.NAME with stride, dilation,
    groups, padding = "zeros" or "circular", and input, its sizes. --tolerance is that of the rank, relative
    to s_1, and --alpha the chance to call the largest value of independent entries an outlier. --theory adds ReLU
    singular values and mean widths, condition numbers with masks, and tests beside random matrices; each
    line says what it rests on. Interrupted, it says and writes what is done.

    \b
    Examples:
      perturb audit model.safetensors
      perturb audit model.npz --theory --page audit.md
      perturb audit before.safetensors after.safetensors
    """
    if page is not None:
        needs_drawing()
        import perturb.weights.page  # noqa: F401  (what is slow to load is there before an interruption)
    later = more = broken = None
    try:
        given = read_settings(settings) if settings else None
        done, broken = layers_of(found(weights, given), (tolerance, alpha), not as_json)
        if other and not broken:
            later, broken = layers_of(found(other, given), (tolerance, alpha), not as_json)
        more = told(weights, given, done, alpha, not as_json) if deep and not broken else None
    except ValueError as error:
        raise click.UsageError(visible(str(error))) from None
    if as_json:
        click.echo(json.dumps(_object(done, later) | theory_object(more), indent=1))
    elif later is not None:
        _say_changes(done, later)
    _written(done, table, page, weights.name, theory_text(more))
    if broken:
        try:
            interrupted(broken)
        except SystemExit as end:
            away(int(str(end.code)))


def _written(done: Audit, table: Path | None, page: Path | None, title: str, more: str) -> None:
    places = []
    if table is not None:
        write_whole(table, _csv(done.rows()))
        places.append(table)
    if page is not None:
        from perturb.weights.page import write_page  # which loads what draws

        places += write_page(done, page, title, more)
    for place in places:
        click.echo(f"written: {visible(str(place))}", err=True)


def _csv(rows: list[dict[str, Any]]) -> str:
    """A line a layer, with the columns that any of them has."""
    text = io.StringIO()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _object(done: Audit, later: Audit | None) -> dict[str, Any]:
    said: dict[str, Any] = {"layers": done.rows(), "lipschitz_high": done.lipschitz.floats[1]}
    said |= {"no_layers": dict(done.others), "guessed": list(done.guessed)}
    return said if later is None else said | {"later": later.rows(), "changes": list(changes(done, later))}


def _say_changes(done: Audit, later: Audit) -> None:
    OUT.print("changes:", highlight=False)
    for row in changes(done, later):
        if "change" in row:
            OUT.print(escape(visible(f"  {row['layer']}: {row['change']}")), highlight=False)
            continue
        parts = [f"{name} {row[f'{key}_before']} -> {row[f'{key}_after']}" for key, name in SAID.items()]
        OUT.print(escape(visible(f"  {row['layer']}: {', '.join(parts)}")), highlight=False)


SAID = {"s_1": "s_1", "kappa": "kappa", "stable_rank": "stable rank", "outliers": "outliers"}
