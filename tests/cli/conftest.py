"""A command in this process, in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from perturb.cli import main
from tests.cli.cli_files import Run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder; anything but an exit is a failure."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(*args: str) -> Result:
        done = CliRunner().invoke(main, list(args))
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise AssertionError(f"{args} ended in a traceback") from done.exception
        return done

    return invoke
