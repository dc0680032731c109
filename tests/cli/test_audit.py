"""The command `perturb audit`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.cli_files import Run, refused


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    np.savez(tmp_path / "w.npz", first=np.random.default_rng(0).standard_normal((20, 30)), bias=np.zeros(20))
    return tmp_path / "w.npz"


def test_a_file_in_sentences_and_as_json(weights: Path, run: Run) -> None:
    done = run("audit", str(weights))
    assert done.exit_code == 0
    assert done.stdout.startswith("first (20 x 30, role unknown): s_1 ")
    assert "no layer: bias (a vector)" in done.stdout
    said = json.loads(run("audit", str(weights), "--json").stdout)
    assert (said["layers"][0]["layer"], said["no_layers"]) == ("first", {"bias": "a vector"})


def test_two_files_and_a_page(weights: Path, tmp_path: Path, run: Run) -> None:
    np.savez(tmp_path / "later.npz", first=np.eye(20, 30))
    done = run("audit", str(weights), str(tmp_path / "later.npz"), "--page", str(tmp_path / "audit.md"))
    assert done.exit_code == 0
    assert "  first: s_1 " in done.stdout
    assert " -> 1, kappa " in done.stdout
    assert (tmp_path / "audit.md").read_text().startswith("# Audit of later.npz")  # the last is what one has
    assert (tmp_path / "audit.png").stat().st_size > 2_000


def test_nothing_is_said_to_have_become_none(tmp_path: Path, run: Run) -> None:
    """A small layer has no law, and so no outliers."""
    np.savez(tmp_path / "a.npz", first=np.eye(3))
    said = run("audit", str(tmp_path / "a.npz"), str(tmp_path / "a.npz")).stdout
    assert "  first: s_1 1 -> 1, kappa 1 -> 1, stable rank 3 -> 3\n" in said


def test_bad_files(weights: Path, tmp_path: Path, run: Run) -> None:
    refused(run("audit", str(tmp_path / "none.npz")), "no such file")
    (tmp_path / "s.toml").write_text("order = [")
    refused(run("audit", str(weights), "--settings", str(tmp_path / "s.toml")), "s.toml: ")
    np.save(tmp_path / "nan.npy", np.array([[np.nan]]))
    refused(run("audit", str(tmp_path / "nan.npy")), "nan: entry (0, 0) is nan")
