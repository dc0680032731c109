"""The command `perturb audit`: what it prints, `--theory` and its pages, Ctrl-C in a large layer."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.cli.cli_files import Run, refused
from tests.cli.processes import ROOT


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


# `perturb audit --theory`: sentences, JSON, page with its pictures, data, several checkpoints.


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


# Ctrl-C in the midst of a large layer: those before it are said and written, and the answer is at once.


SLOW = """
import sys
from perturb.networks.weights import large
from perturb.__main__ import main

whole = large._call

def slow(name, *arguments):
    if name == "dsytrd":
        print("in LAPACK", file=sys.stderr, flush=True)
    whole(name, *arguments)

large._call = slow
main()
"""


def test_finished_layers_are_kept(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    np.savez(
        tmp_path / "w.npz", first=rng.standard_normal((20, 30)), second=rng.standard_normal((2600, 2600))
    )
    (tmp_path / "slow.py").write_text(SLOW)
    process = subprocess.Popen(
        [sys.executable, "slow.py", "audit", "w.npz", "--json", "--csv", "w.csv", "--page", "w.md"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "in LAPACK\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert [row["layer"] for row in json.loads(out)["layers"]] == ["first"]
    assert err.splitlines() == [
        *(f"written: {name}" for name in ("w.csv", "w.md", "w.png")),
        "interrupted: 1 of 2 layers are done",
    ]
    with (tmp_path / "w.csv").open() as stream:
        assert [row["layer"] for row in csv.DictReader(stream)] == ["first"]
    assert "first" in (tmp_path / "w.md").read_text()


SLOW_THEORY = """
import sys, time
from importlib import import_module
from perturb.__main__ import main

theory = import_module("perturb.networks.weights.theory")

whole = theory.layer_theory

def slow(layer, *arguments):
    if layer.name == "second":
        print("in the theory", file=sys.stderr, flush=True)
        time.sleep(50)
    return whole(layer, *arguments)

theory.layer_theory = slow
main()
"""


def test_the_finished_theory_of_layers_is_kept(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "w.npz", first=rng.standard_normal((20, 30)), second=rng.standard_normal((9, 20)))
    (tmp_path / "slow.py").write_text(SLOW_THEORY)
    process = subprocess.Popen(
        [
            sys.executable,
            "slow.py",
            "audit",
            "w.npz",
            "--theory",
            "--json",
            "--page",
            "w.md",
            "--order",
            "first,second",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "in the theory\n"
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=40)
    assert process.returncode == 130, err
    said = json.loads(out)
    assert [row["layer"] for row in said["layers"]] == ["first", "second"]
    assert [row["layer"] for row in said["theory"]["layers"]] == ["first"]
    assert "lipschitz_high" in said["theory"]["network"]
    page = (tmp_path / "w.md").read_text()
    assert "### With ReLU behind it" in page
    assert "Lipschitz constant" in page
    assert err.splitlines()[-1] == "interrupted: the theory of 1 of 2 layers is done"
