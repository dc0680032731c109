"""The command `perturb report`: examine everything, write the pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from perturb.cli.campaign import Choice, campaign
from perturb.cli.ending import interrupted
from perturb.cli.terminal import bar, unwritable
from perturb.examine import chance_records as law_records
from perturb.examine import claim_records as records
from perturb.search.attack import PROFILES
from perturb.statements.catalogue import catalogue, laws
from perturb.statements.claim import Claim

Records = Generator[dict[str, Any]]
COLUMNS = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()


@click.command("report")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True
)
@click.option("--profile", type=click.Choice(list(PROFILES)), default="brief", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--render-only", is_flag=True, help="Render the pages from the records that are there.")
@click.option("--check", is_flag=True, help="Only say whether the pages match the catalogue; exit 1 if not.")
def command(out: Path, profile: str, seed: int, workers: int, render_only: bool, check: bool) -> None:
    """Examine the whole catalogue and write OUT/README.md, a page a claim, and the simulations.

    \b
    Examples:
      perturb report
      perturb report --profile deep --out /tmp/deep-reports
      perturb report --check
    """
    claims = list(catalogue().values())
    if check:
        _check(claims, out)
    try:
        (out / "records").mkdir(parents=True, exist_ok=True)  # what cannot be written is said at once
        if not render_only:
            disagreeing = _examine(claims, out, profile, seed, workers)
            disagreeing += _examine_laws(out, profile, seed, workers)
            _simulate_all(out, workers)
        else:
            disagreeing = []
        _render(claims, out, workers)
    except KeyboardInterrupt:
        interrupted(f"finished records are under {out}/records; perturb report --render-only shows them")
    except OSError as error:
        raise unwritable(error, out) from None
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    click.echo(f"wrote {out}/README.md: {len(claims)} claims, {len(laws())} laws, tails and means")
    if disagreeing:
        click.echo("status and outcome do not fit: " + ", ".join(disagreeing))
        sys.exit(1)


def _check(claims: list[Claim], out: Path) -> None:
    from perturb.report.stale import stale
    from perturb.statements.shelf import shelf

    try:
        found = stale(claims, out, shelf=shelf())
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    for line in found:
        click.echo(line)
    click.echo(f"{len(found)} pages do not match the catalogue" if found else "the pages match the catalogue")
    sys.exit(1 if found else 0)


def _examine(claims: list[Claim], out: Path, profile: str, seed: int, workers: int) -> list[str]:
    records.remove_strangers(claims, out)
    found = records.run_all([c.id for c in claims], profile, seed, workers)
    return _recorded("claims", len(claims), found, records.write, out)


def _examine_laws(out: Path, profile: str, seed: int, workers: int) -> list[str]:
    statements = laws()
    law_records.remove_strangers(statements.values(), out)
    found = law_records.run_all(list(statements), profile, seed, workers)
    return _recorded("laws", len(statements), found, law_records.write, out)


def _recorded(
    what: str, total: int, found: Records, write: Callable[[dict[str, Any], Path], Path], out: Path
) -> list[str]:
    """Write each record as it comes; the ids of those whose status and outcome do not fit."""
    disagreeing = []
    # Closed at once when a record cannot be written: its workers must not go on meanwhile.
    with bar(*COLUMNS) as progress, closing(found):
        task = progress.add_task(what, total=total)
        for record in found:
            write(record, out)
            progress.update(task, advance=1, description=record["id"])
            if not record["agrees"]:
                disagreeing.append(record["id"])
    return sorted(disagreeing)


def _simulate_all(out: Path, workers: int) -> None:
    from perturb.montecarlo import experiments, pictures
    from perturb.report.figures.picture import write

    for experiment in experiments().values():
        if not campaign(experiment, Choice(workers=workers), out / "simulations", resume=False):
            raise KeyboardInterrupt
    for picture in pictures().values():
        write(picture, out / "simulations")


def _render(claims: list[Claim], out: Path, workers: int) -> None:
    from perturb.montecarlo import experiments, pictures
    from perturb.report.site import render
    from perturb.statements.shelf import shelf

    titles = {e.name: e.title for e in experiments().values()}
    titles |= {p.name: p.title for p in pictures().values()}
    pages = [(titles[name], f"simulations/{name.replace('/', '-')}.md") for name in sorted(titles)]
    # Long runs are kept from `perturb simulate NAME --profile full --out OUT/full`.
    deeper = [(f"{title}, full profile", f"full/{page}") for title, page in pages]
    there = [page for page in pages + deeper if (out / page[1]).exists()]
    render(claims, out, there + _benchmarks(out), shelf(), workers)


def _benchmarks(out: Path) -> list[tuple[str, str]]:
    """Pages that `make bench` wrote, by their titles."""
    pages = sorted((out / "benchmarks").glob("*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for page in pages]
    return [(title, f"benchmarks/{page.name}") for title, page in zip(titles, pages, strict=True)]
