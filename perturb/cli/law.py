"""`perturb law`: how well samples of any simulator fit a distribution."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from rich.markup import escape

from perturb.api.fit import Goodness, Ranking, clashing, goodness, question, ranking
from perturb.api.spectral import SpectrumGoodness
from perturb.cli.terminal import OUT, kept, unwritable
from perturb.laws.distributions import names
from perturb.laws.distributions.names import ENSEMBLES
from perturb.laws.spectrum.judge import NoEnsemble, judge_spectrum
from perturb.laws.stats.account import TOTAL
from perturb.laws.stats.samples import BadSamples, checked, read_samples
from perturb.process.output import json_text

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
@click.option("--spectrum", is_flag=True, help="SAMPLES are all eigenvalues of one matrix.")
@click.option("--beta", type=click.Choice(["1", "2", "4"]), help="Of a spectrum: 1 real, 2 complex.")
@click.option("--draws", type=click.IntRange(19, 10**6), help="Of a spectrum: how many are drawn beside it.")
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
    spectrum: bool,
    beta: str | None,
    draws: int | None,
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

    The draws must be independent; the eigenvalues of one matrix are not, and --spectrum holds them, all n,
    against the Gaussian ensemble of that size whose limit NAME is. "Not refuted" says that these draws do not
    tell the sample from the distribution, and no more; with --tolerance a small distance is certified. Exit
    code 0 when the sample is not refuted (with --tolerance: certified), 1 when it is refuted or unresolved, 2
    for bad input.

    \b
    Examples:
      perturb law edges.npy
      perturb law edges.npy --distribution tracy-widom-1 --n 100 --out figures
      perturb law runs.csv --column kappa --distribution edelman --scale 200
      perturb law eigenvalues.npy --spectrum --distribution marchenko-pastur:0.5
      perturb law edges.txt --distribution 'sqrt(2)*tracy-widom-1' --within 0.02
      perturb law --list
    """
    others = {"--ensemble": ensemble, "--tolerance": tolerance, "--value-error": value_error, "--out": out}
    own = {"--beta": beta, "--draws": draws}
    try:
        if name is None:
            refuse_without_name({**others, "--spectrum": spectrum or None, **own})
        elif clash := clashing(spectrum, {"--n": n, **others}, own, "--spectrum"):
            raise click.UsageError(clash)
        if ensemble is not None and n is None:
            raise click.UsageError(f"--ensemble {ensemble} needs the size --n")
        asked = None if name is None else question(name, n, ensemble)
        values = _moved(read_samples(samples, column), samples, scale, shift)
        alpha = _number("--alpha", alpha)
        if asked is None:
            sys.exit(tell(samples, ranking(values, alpha, n), as_json))
        if spectrum:
            judged = judge_spectrum(values, asked.limit, alpha, int(beta or 1), draws)
            sys.exit(show(samples, SpectrumGoodness(judged), as_json))
        within = None if tolerance is None else _number("--tolerance", tolerance)
        error = None if value_error is None else _number("--value-error", value_error)
        found = goodness(values, asked, alpha, within, error)
        write = None if out is None else partial(draw, values, found, samples, out)
        figure, complaint = (None, "") if write is None else kept(write)
    except (BadSamples, names.BadName, NoEnsemble) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(error, samples) from None
    code = show(samples, found, as_json, figure)
    if complaint:
        raise click.UsageError(complaint)
    sys.exit(code)


def show(path: Path, found: Goodness | SpectrumGoodness, as_json: bool, figure: Path | None = None) -> int:
    """Prints it; 0 where it is not refuted, or certified, else 1."""
    name, drawn = (None if p is None else click.format_filename(p) for p in (path, figure))
    if as_json:
        more = {"figure": drawn} if isinstance(found, Goodness) else {}
        click.echo(json_text({"samples": name, **found.record(), **more}, ensure_ascii=False))
    else:
        head = f"[bold]{escape(str(name))}[/]  {HEADLINES[found.verdict]}{found.how}"
        OUT.print(head, *(f"  {escape(line)}" for line in found.details()), sep="\n", highlight=False)
        if drawn is not None:
            OUT.print(f"  figure: {escape(drawn)}", highlight=False)
    return 0 if found.verdict in ("not refuted", "certified") else 1


def _number(option: str, value: float, zero: bool = True) -> float:
    if not math.isfinite(value) or (value == 0 and not zero):
        raise click.UsageError(f"{option} {value} is not a finite number{'' if zero else ' other than 0'}")
    return value


def _moved(values: NDArray[np.float64], path: Path, scale: float, shift: float) -> NDArray[np.float64]:
    with np.errstate(over="ignore", under="ignore"):
        moved = (values - _number("--shift", shift)) / _number("--scale", scale, zero=False)
    return checked(moved, f"{path} after --shift and --scale")


def draw(values: NDArray[np.float64], found: Goodness, path: Path, out: Path) -> Path:
    try:
        from perturb.pages.figures.histogram import sample_figure, write_figure
    except ImportError:
        raise click.UsageError("--out needs matplotlib: pip install 'perturb[report]'") from None
    asked = found.asked
    return write_figure(sample_figure(values, found.judged, asked.limit, path.name, asked.n), out, path.stem)


def refuse_without_name(options: Mapping[str, Any]) -> None:
    """UsageError for options that speak of one distribution, where they are given."""
    for option, value in options.items():
        if value is not None:
            raise click.UsageError(f"{option} needs --distribution NAME; --list shows all")


def tell(path: Path, found: Ranking, as_json: bool) -> int:
    """Prints it; 0 where something fits, else 1."""
    name = click.format_filename(path)
    if as_json:
        click.echo(json_text({"samples": name, **found.record()}, ensure_ascii=False))
    else:
        first, *rest = found.lines()
        OUT.print(f"[bold]{escape(name)}[/]  {escape(first)}", highlight=False)
        for line in rest:
            OUT.print(escape(line), highlight=False)
    return 0 if found.verdict == "not refuted" else 1
