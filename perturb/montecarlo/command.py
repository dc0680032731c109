"""The command line of a single experiment file."""

from __future__ import annotations

from pathlib import Path

import click

from perturb.montecarlo.plan import Experiment
from perturb.montecarlo.run import run


def main(experiment: Experiment) -> None:
    """Parse the command line, run the experiment, write its figure and page."""

    @click.command(help=f"{experiment.title} ({experiment.name}).")
    @click.option("--draws", type=click.IntRange(1), default=experiment.draws, show_default=True)
    @click.option("--seed", type=click.IntRange(0), default=experiment.seed, show_default=True)
    @click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
    @click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=".", show_default=True)
    def command(draws: int, seed: int, workers: int, out: Path) -> None:
        results = run(experiment, draws=draws, seed=seed, workers=workers)
        # matplotlib is slow to load and not needed to draw numbers.
        from perturb.report.histogram import write

        for path in write(experiment, results, out):
            click.echo(path)
        if results.interrupted:
            click.echo("interrupted: the figure shows what was done", err=True)
            raise SystemExit(130)

    command()
