"""The command `perturb report`, on a small catalogue."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.cli import report as command
from perturb.results.store import CLAIMS, Store
from perturb.statements import shelf as shelves
from perturb.statements.shelf import Shelf


@pytest.fixture
def report(samples, monkeypatch):
    claims, folder = samples
    monkeypatch.setattr(command, "catalogue", lambda: {claim.id: claim for claim in claims})
    monkeypatch.setattr(shelves, "shelf", lambda: Shelf())
    return lambda *options: CliRunner().invoke(main, ["report", "--out", str(folder), *options])


def test_rendering_writes_the_pages_and_the_check_agrees(report, samples):
    assert report("--render-only").exit_code == 0
    assert (samples[1] / "sample" / "three.md").is_file()
    found = report("--check")
    assert found.exit_code == 0, found.output
    assert found.output == f"{samples[1]} matches the catalogue\n"


def test_the_check_names_each_difference_and_what_to_do(report, samples):
    report("--render-only")
    (samples[1] / "sample" / "three.md").unlink()
    found = report("--check")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "sample/three.md: missing",
        f"1 differences between {samples[1]} and the catalogue; perturb report renews what they name",
    ]


def test_a_broken_record_is_a_line_and_no_traceback(report, samples):
    Store(samples[1]).path(CLAIMS).write_text("{")
    for option in ("--check", "--render-only"):
        found = report(option)
        assert found.exit_code == 2
        assert "claims.jsonl, line 1: " in found.output
        assert "Traceback" not in found.output


def test_benchmarks_and_simulations_that_are_there_are_listed(report, samples):
    (samples[1] / "benchmarks").mkdir()
    (samples[1] / "benchmarks" / "speed.md").write_text("# How fast\n")
    assert report("--render-only").exit_code == 0
    assert "- [How fast](benchmarks/speed.md)" in (samples[1] / "README.md").read_text()
    assert report("--check").exit_code == 0
