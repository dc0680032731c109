"""The pytest plugin: a fixture `claim_holds`, and claims of files as tests.

Without `--perturb-seconds` all is deterministic. Nothing of the engine is loaded before a test needs it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

Holds = Callable[..., Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("perturb", "statements about matrices")
    group.addoption("--perturb-seconds", type=float, metavar="S", help="Time for each statement's search.")
    group.addoption("--perturb-profile", default="brief", help="Amount of work: ci, brief, quick, deep.")
    group.addoption("--perturb-seed", type=int, default=0, metavar="N", help="Root seed of the draws.")
    help_ = "Files whose claims and laws are tests, as globs relative to the root."
    parser.addini("perturb_claims", help_, type="linelist", default=[])


def _options(config: pytest.Config) -> dict[str, Any]:
    return {name: config.getoption(f"perturb_{name}") for name in ("seconds", "profile", "seed")}


@pytest.fixture
def claim_holds(request: pytest.FixtureRequest) -> Holds:
    """`claim_holds(claim)` fails where the claim is refuted, vacuous or open, and gives back the evidence."""
    from perturb.testing import assert_survives

    options = _options(request.config)

    def holds(statement: Any, **more: Any) -> Any:
        __tracebackhide__ = True
        return assert_survives(statement, **{**options, **more})

    return holds


def pytest_configure(config: pytest.Config) -> None:
    """UsageError where a pattern names no file, or a number makes no sense: no test would tell."""
    for pattern in config.getini("perturb_claims"):
        if not _named(config.rootpath, pattern):
            raise pytest.UsageError(f"perturb_claims: {pattern} names no Python file in {config.rootpath}")
    seconds, seed = config.getoption("perturb_seconds"), config.getoption("perturb_seed")
    if seconds is not None and not 0 < seconds < math.inf:
        raise pytest.UsageError(f"--perturb-seconds {seconds:g} is not a positive finite number")
    if seed < 0:
        raise pytest.UsageError(f"--perturb-seed {seed} is not an integer from 0 on")


def _named(root: Path, pattern: str) -> bool:
    """Is there a file that `pytest_collect_file` would take, here or, where the pattern may be, deeper?"""
    if Path(pattern).is_absolute():
        return False
    found = chain(root.glob(pattern), root.rglob(pattern))
    return any(path.suffix == ".py" and path.relative_to(root).match(pattern) for path in found)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that the ini option `perturb_claims` names."""
    patterns = parent.config.getini("perturb_claims")
    root = parent.config.rootpath
    if file_path.suffix != ".py" or not file_path.is_relative_to(root):
        return None
    named = any(file_path.relative_to(root).match(pattern) for pattern in patterns)
    return ClaimFile.from_parent(parent, path=file_path) if named else None


class ClaimFile(pytest.File):
    """The statements of a file, a test each."""

    def collect(self) -> Iterator[pytest.Item]:
        from perturb.statements.catalogue import BadTarget, load_statements

        try:
            found = load_statements(self.path)
        except BadTarget as error:
            raise self.CollectError(str(error)) from None
        for statement in found:
            yield ClaimItem.from_parent(self, name=statement.id, statement=statement)


class ClaimItem(pytest.Item):
    """One statement: its outcome has to fit its status."""

    def __init__(self, statement: Any, **given: Any) -> None:
        super().__init__(**given)
        self.statement = statement

    def runtest(self) -> None:
        from perturb.testing import assert_agrees

        assert_agrees(self.statement, **_options(self.config))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The statement and its witness, no traceback of the engine."""
        if isinstance(excinfo.value, AssertionError | ValueError):
            return str(excinfo.value).lstrip("\n")
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name
