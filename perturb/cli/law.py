"""`perturb law`: how well samples of any simulator fit a distribution."""

from __future__ import annotations

import math
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from rich.markup import escape

from perturb.ask.fit import ranking
from perturb.cli.law_ranking import refuse_without_name, tell
from perturb.cli.law_words import Question, explained, measured, notes
from perturb.cli.terminal import OUT, kept, unwritable
from perturb.distributions import names
from perturb.distributions.finite import ENSEMBLES, at_size
from perturb.json_text import json_text
from perturb.stats.account import TOTAL
from perturb.stats.diagnose import diagnose
from perturb.stats.explanation import Explanation
from perturb.stats.goodness import GoodnessOfFit, goodness_of_fit
from perturb.stats.samples import BadSamples, checked, read_samples

UNIT = click.FloatRange(0, 1, min_open=True, max_open=True)
ALPHA = click.FloatRange(1e-300, 1, max_open=True)  # half of it is still a normal number
ERROR = click.FloatRange(0)
SIZE = click.IntRange(1, 10**12)
HEADLINES = {
    "not refuted": "[green]NOT REFUTED[/]",
    "certified": "[green]CERTIFIED[/]",
    "refuted": "[bold red]REFUTED[/]",
    "unresolved": "[yellow]UNRESOLVED[/]",
}


def _list(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        rows = names.listing()
        width = max(len(usage) for usage, _ in rows)
        click.echo("\n".join(f"{usage:<{width}}  {meaning}" for usage, meaning in rows))
        click.echo("\nWith a factor in front: sqrt(2)*tracy-widom-1, 1/2*semicircle.")
        click.echo("Known at size n by --n: " + ", ".join(f"{k} ({v[0]})" for k, v in ENSEMBLES.items()))
        context.exit()


@click.command("law")
@click.argument("samples", type=click.Path(path_type=Path))
@click.option("--distribution", "name", metavar="NAME", help="Which one; --list shows all.")
@click.option("--n", type=SIZE, help="Size of the matrices: hold against the distribution at n.")
@click.option("--ensemble", type=click.Choice(list(ENSEMBLES)), help="Of which matrices; NAME implies it.")
@click.option("--scale", type=float, default=1.0, show_default=True, help="Samples are (x - shift) / scale.")
@click.option("--shift", type=float, default=0.0, show_default=True, help="See --scale.")
@click.option("--column", metavar="NAME", help="Column of a csv file: its name or number, from 1.")
@click.option("--alpha", type=ALPHA, default=TOTAL, show_default=True, help="Chance of a wrong verdict.")
@click.option("--tolerance", "--within", type=UNIT, metavar="EPS", help="Certify the sup distance <= EPS.")
@click.option("--value-error", type=ERROR, metavar="EPS", help="How far a value may be from the exact one.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for the figure (PNG).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="All names.")
def command(
    samples: Path,
    name: str | None,
    n: int | None,
    ensemble: str | None,
    scale: float,
    shift: float,
    column: str | None,
    alpha: float,
    tolerance: float | None,
    value_error: float | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Test how well SAMPLES fit a distribution: verdict, distance, reasons.

    SAMPLES is a .npy array, a table (.csv, or blanks between the columns), one number a line, a Parquet file
    or a folder of them, or - for standard input.

    Without --distribution: all that are known here and fit, the likeliest first.

    The draws must be independent. "Not refuted" says that these draws do not tell the sample from the
    distribution, and no more; with --tolerance a small distance is certified. Exit code 0 when the sample is
    not refuted (with --tolerance: certified), 1 when it is refuted or unresolved, 2 for bad input.

    \b
    Examples:
      perturb law edges.npy
      perturb law edges.npy --distribution tracy-widom-1 --n 100 --out figures
      perturb law runs.csv --column kappa --distribution edelman --scale 200
      perturb law edges.txt --distribution 'sqrt(2)*tracy-widom-1' --within 0.02
      perturb law --list
    """
    try:
        if name is None:
            needing = {"ensemble": ensemble, "tolerance": tolerance, "value-error": value_error, "out": out}
            refuse_without_name([option for option, value in needing.items() if value is not None])
        asked = None if name is None else question(name, n, ensemble)
        values = _moved(read_samples(samples, column), samples, scale, shift)
        if asked is None:
            sys.exit(tell(samples, ranking(values, _number("--alpha", alpha), n), as_json))
        within = None if tolerance is None else _number("--tolerance", tolerance)
        error = None if value_error is None else _number("--value-error", value_error)
        judged = goodness_of_fit(values, asked.held, _number("--alpha", alpha), within, error)
        hints = judged.verdict == "refuted" and tolerance is None
        found = diagnose(values, asked.named, asked.held, alpha, n) if hints else []
        write = None if out is None else partial(draw, values, judged, asked, samples, out)
        figure, complaint = (None, "") if write is None else kept(write)
    except (BadSamples, names.BadName) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(error, samples) from None
    if as_json:
        click.echo(json_text(record(samples, judged, asked, found, figure), ensure_ascii=False))
    else:
        print_judgement(samples, judged, asked, found, figure)
    if complaint:
        raise click.UsageError(complaint)
    sys.exit(0 if judged.verdict in ("not refuted", "certified") else 1)


def question(name: str, n: int | None, ensemble: str | None) -> Question:
    """BadName for a distribution, an ensemble or an n that make no sense together."""
    named = names.parse(name)
    if ensemble is not None and n is None:
        raise names.BadName(f"--ensemble {ensemble} needs the size --n")
    limit = named.distribution()
    held = (at_size(named, n, ensemble) if n is not None else None) or limit
    return Question(named, limit, held, n)


def _number(option: str, value: float, zero: bool = True) -> float:
    if not math.isfinite(value) or (value == 0 and not zero):
        raise click.UsageError(f"{option} {value} is not a finite number{'' if zero else ' other than 0'}")
    return value


def _moved(values: NDArray[np.float64], path: Path, scale: float, shift: float) -> NDArray[np.float64]:
    with np.errstate(over="ignore", under="ignore"):
        moved = (values - _number("--shift", shift)) / _number("--scale", scale, zero=False)
    return checked(moved, f"{path} after --shift and --scale")


def draw(values: NDArray[np.float64], judged: GoodnessOfFit, asked: Question, path: Path, out: Path) -> Path:
    try:
        from perturb.report.figures.samples import sample_figure, write_figure
    except ImportError:
        raise click.UsageError("--out needs matplotlib: pip install 'perturb[report]'") from None
    return write_figure(sample_figure(values, judged, asked.limit, path.name, asked.n), out, path.stem)


def record(
    path: Path, judged: GoodnessOfFit, asked: Question, found: list[Explanation], figure: Path | None
) -> dict[str, Any]:
    least, most = judged.interval
    return {
        "samples": click.format_filename(path),
        "distribution": judged.distribution.name,
        "n": asked.n,
        "draws": judged.draws,
        "alpha": judged.alpha,
        "verdict": judged.verdict,
        "tolerance": judged.tolerance,
        "distance": {"seen": judged.observed, "lo": least, "hi": most, "alpha": judged.distance.alpha},
        "refutable": judged.refutable,
        "mean": None if judged.offset is None else {"offset": judged.offset, "slack": judged.slack},
        "tails": judged.tails,
        "hints": [{"kind": e.kind, "text": e.text, "distance": e.distance, "p": e.p} for e in found],
        "notes": notes(judged, asked),
        "figure": None if figure is None else click.format_filename(figure),
    }


def print_judgement(
    path: Path, judged: GoodnessOfFit, asked: Question, found: list[Explanation], figure: Path | None
) -> None:
    within = "" if judged.tolerance is None else f" within {judged.tolerance:g}"
    head = f"at alpha {judged.alpha:.0e}, {judged.draws:,} draws"
    name = escape(click.format_filename(path))
    OUT.print(f"[bold]{name}[/]  {HEADLINES[judged.verdict]}{within}  {head}", highlight=False)
    for line in (*measured(judged), *explained(judged, found), *notes(judged, asked)):
        OUT.print(f"  {escape(line)}", highlight=False)
    if figure is not None:
        OUT.print(f"  figure: {escape(click.format_filename(figure))}", highlight=False)
