"""`perturb audit --theory`: sentences, JSON, page with its pictures, data, several checkpoints."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.cli_files import Run, refused

ORDER = ("--order", "fc1.weight,fc2.weight")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Three checkpoints of a network, and data."""
    rng = np.random.default_rng(0)
    net = {"fc1.weight": rng.standard_normal((24, 20)) / 5, "fc1.bias": rng.standard_normal(24) / 9}
    net |= {"fc2.weight": rng.standard_normal((3, 24)) / 5, "fc2.bias": np.zeros(3)}
    for k in range(3):
        moved = {name: A + k * rng.standard_normal(A.shape) / 50 for name, A in net.items()}
        np.savez(tmp_path / f"w{k}.npz", **moved)
    np.savez(tmp_path / "data.npz", X=rng.standard_normal((30, 20)), y=rng.integers(0, 3, 30))
    return [str(tmp_path / f"w{k}.npz") for k in range(3)]


def test_sentences_say_what_they_rest_on(files: list[str], run: Run) -> None:
    done = run("audit", *files[:1], "--theory", *ORDER)
    assert done.exit_code == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert "kappa of D A with 12 of 24 zeros" in text
    assert "Lipschitz constant of the network: [" in text
    assert "the lower end attained [proved]" in text
    assert "[test at 0.01]" in text


def test_checkpoints_data_and_a_page(files: list[str], tmp_path: Path, run: Run) -> None:
    page = tmp_path / "audit.md"
    done = run("audit", *files, *ORDER, "--data", str(tmp_path / "data.npz"), "--page", str(page))
    assert done.exit_code == 0, done.stderr
    text = page.read_text()
    for head in ("## What the theorems say", "## The whole network", "### Units on these data"):
        assert head in text
    assert "## From the first checkpoint to w1.npz" in text
    assert "## From the first checkpoint to w2.npz" in text
    drawn = {place.name for place in tmp_path.glob("*.png")}
    assert drawn == {f"audit{x}.png" for x in ("", "-exponents", "-masks", "-lipschitz", "-cuts")}
    assert all(name in text for name in drawn)


def test_json(files: list[str], tmp_path: Path, run: Run) -> None:
    said = json.loads(run("audit", *files[:2], *ORDER, "--data", str(tmp_path / "data.npz"), "--json").stdout)
    assert said["theory"]["layers"][0]["layer"] == "fc1.weight"
    assert said["theory"]["network"]["activity"]["points"] == 30
    assert len(said["theory"]["network"]["cuts"]) == 3
    (step,) = said["checkpoints"]
    assert step["kept"][0]["diagonal"] > 0
    assert "theory" not in json.loads(run("audit", files[0], "--json").stdout)


def test_data_that_do_not_fit(files: list[str], tmp_path: Path, run: Run) -> None:
    np.save(tmp_path / "x.npy", np.ones((3, 7)))
    refused(run("audit", files[0], *ORDER, "--data", str(tmp_path / "x.npy")), "data: inputs of shape (3, 7)")
    refused(run("audit", files[0], *ORDER, "--data", str(tmp_path / "none.npz")), "no such file")
    refused(run("audit", files[0], "--data", str(tmp_path / "x.npy")), "nobody declared the order")


def test_a_page_of_another_activation(files: list[str], tmp_path: Path, run: Run) -> None:
    (tmp_path / "s.toml").write_text(
        'order = ["fc1.weight", "fc2.weight"]\n[activation]\n"fc1.weight" = "tanh"\n'
    )
    page = tmp_path / "t.md"
    done = run("audit", files[0], "--theory", "--settings", str(tmp_path / "s.toml"), "--page", str(page))
    assert done.exit_code == 0, done.output
    text = page.read_text()
    assert "tanh behind" in text
    assert "### Left out" in text
    assert "the lower end attained" not in text
    assert (tmp_path / "t-lipschitz.png").is_file()
