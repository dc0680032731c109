"""The command `perturb report`: examine everything, write the pages."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from perturb.cli.simulate import Choice, campaign
from perturb.examine import chance_records as law_records
from perturb.examine import claim_records as records
from perturb.report.places import page_of, simulation
from perturb.search.attack import PROFILES
from perturb.statements import registry
from perturb.statements.claim import Claim

ERR = Console(stderr=True)


def bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    return Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal)


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True
)
@click.option("--profile", type=click.Choice(list(PROFILES)), default="brief", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--workers", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--render-only", is_flag=True, help="Render the pages from the records that are there.")
@click.option(
    "--check", is_flag=True, help="Only say what in OUT differs from the catalogue; exit 1 if anything does."
)
def report(out: Path, profile: str, seed: int, workers: int, render_only: bool, check: bool) -> None:
    """Examine the whole catalogue and write OUT/README.md, a chapter a theorem file, and the simulations.

    \b
    Examples:
      perturb report
      perturb report --profile deep --out /tmp/deep-reports
      perturb report --check
    """
    claims = list(registry.catalogue().values())
    if check:
        _check(claims, out)
    try:
        if not render_only:
            disagreeing = _examine(claims, out, profile, seed, workers)
            disagreeing += _examine_laws(out, profile, seed, workers)
            _simulate_all(out, workers)
        else:
            disagreeing = []
        _render(claims, out)
    except KeyboardInterrupt:
        ERR.print(
            f"interrupted: finished records are under {out}/records; perturb report --render-only shows them"
        )
        sys.exit(130)
    except OSError as error:
        raise click.UsageError(f"{error.filename or out}: {error.strerror or error}") from None
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    click.echo(f"wrote {out}/README.md: {len(claims)} claims, {len(registry.laws())} laws, tails and means")
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
    many = f"{len(found)} differences between {out} and the catalogue; perturb report renews what they name"
    click.echo(many if found else f"{out} matches the catalogue")
    sys.exit(1 if found else 0)


def _examine(claims: list[Claim], out: Path, profile: str, seed: int, workers: int) -> list[str]:
    records.remove_strangers(claims, out)
    disagreeing = []
    with bar() as progress:
        task = progress.add_task("claims", total=len(claims))
        for found in records.run_all([c.id for c in claims], profile, seed, workers):
            records.write(found, out)
            progress.update(task, advance=1, description=found["id"])
            if not found["agrees"]:
                disagreeing.append(found["id"])
    return sorted(disagreeing)


def _examine_laws(out: Path, profile: str, seed: int, workers: int) -> list[str]:
    statements = registry.laws()
    law_records.remove_strangers(statements.values(), out)
    disagreeing = []
    with bar() as progress:
        task = progress.add_task("laws", total=len(statements))
        for found in law_records.run_all(list(statements), profile, seed, workers):
            law_records.write(found, out)
            progress.update(task, advance=1, description=found["id"])
            if not found["agrees"]:
                disagreeing.append(found["id"])
    return sorted(disagreeing)


def _simulate_all(out: Path, workers: int) -> None:
    from perturb.montecarlo import experiments, pictures
    from perturb.report.figures.picture import write

    for experiment in experiments().values():
        folder = out / simulation(experiment.name)[0]
        if not campaign(experiment, Choice(workers=workers), folder, resume=False):
            raise KeyboardInterrupt
    for picture in pictures().values():
        write(picture, out / simulation(picture.name)[0])


def _render(claims: list[Claim], out: Path) -> None:
    from perturb.montecarlo import experiments, pictures
    from perturb.report.site import render
    from perturb.statements.shelf import shelf

    titles = {e.name: e.title for e in experiments().values()}
    titles |= {p.name: p.title for p in pictures().values()}
    pages = [(titles[name], page_of(name)) for name in sorted(titles)]
    # Long runs are kept from `perturb simulate NAME --profile full`.
    pages += [(f"{titles[name]}, full profile", page_of(name, "full")) for name in sorted(titles)]
    there = [page for page in pages if (out / page[1]).exists()]
    render(claims, out, there + _benchmarks(out), shelf())


def _benchmarks(out: Path) -> list[tuple[str, str]]:
    """Pages that `make bench` wrote, by their titles."""
    pages = sorted((out / "benchmarks").glob("*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for page in pages]
    return [(title, f"benchmarks/{page.name}") for title, page in zip(titles, pages, strict=True)]


def register(group: click.Group) -> None:
    group.add_command(report)
