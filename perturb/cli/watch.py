"""The command `perturb watch`: a file is checked again each time it is saved."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import click

from perturb.process.ending import ends_saying

PAUSE = 0.2  # seconds between two looks


@click.command("watch", context_settings={"ignore_unknown_options": True})
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF CHECK]...")
def command(file: Path, options: tuple[str, ...]) -> None:
    """Check FILE, and again whenever it is saved with other content; Ctrl-C ends it.

    \b
    Example:
      perturb watch my_claim.py --seconds 5
    """
    seen: bytes | None = None
    with ends_saying("the verdicts stand above"):
        while True:
            now = _content(file)
            if now is not None and now != seen:
                seen = now
                click.echo(f"-- {file}, {time.strftime('%H:%M:%S')}")
                # A process of its own, which has imported nothing of the last version.
                subprocess.run([sys.executable, "-m", "perturb", "check", str(file), *options], check=False)
            time.sleep(PAUSE)


def _content(file: Path) -> bytes | None:
    """None while an editor puts another file in its place."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
