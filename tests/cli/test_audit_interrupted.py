"""Ctrl-C in the midst of a large layer: those before it are said and written, and the answer is at once."""

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

from tests.cli.processes import ROOT

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
