"""The command `perturb site`: the reports, a cookbook, a tutorial and a reference as pages for a browser."""

from __future__ import annotations

from pathlib import Path

import click

from perturb.cli.terminal import needs_site, unwritable
from perturb.process.ending import ends_saying
from perturb.statements.catalogue import catalogue

FOLDER = click.Path(path_type=Path, file_okay=False)
THERE = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command("site")
@click.option("--out", type=FOLDER, default=Path("build/site"), show_default=True, help="Replaced whole.")
@click.option(
    "--reports",
    type=THERE,
    default=Path("reports"),
    show_default=True,
    help="Where `perturb report` wrote its records and pictures.",
)
@click.option(
    "--docs",
    type=THERE,
    default=Path("docs"),
    show_default=True,
    help="Pages written by hand, the recipes of the cookbook, the tutorial.",
)
def command(out: Path, reports: Path, docs: Path) -> None:
    """Write the site into OUT: pages that need neither a server nor a network.

    Recipes and tutorial are run while it is built. The same records and pages give the same bytes.

    \b
    Examples:
      perturb site
      perturb site --out /tmp/site && open /tmp/site/index.html
    """
    needs_site()
    from perturb.pages.material import gather
    from perturb.pages.runs import further
    from perturb.pages.website.build import build
    from perturb.statements.shelf import shelf

    try:
        with ends_saying(f"{out} is as it was"):
            number = build(gather(list(catalogue().values()), shelf(), reports, further(reports)), docs, out)
    except OSError as error:
        raise unwritable(error, out) from None
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"wrote {out}/index.html: {number} pages")
