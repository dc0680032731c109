"""Commands as processes of a session of their own, and a small catalogue that says where it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import perturb

COMMAND = [sys.executable, "-m", "perturb"]  # the entry point, as a shell starts it
ROOT = str(Path(perturb.__file__).parent.parent)  # the code that the other tests run
ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "200", "PYTHONPATH": ROOT}
SECONDS = 60  # a machine under load; what hangs, hangs for ever

# PHASE says where the work stops, for longer than a test waits, after a line that says so.
WAIT = """import os, time


def wait(phase):
    if os.environ.get("PHASE") == phase:
        os.write(1, f"{phase}\\n".encode())  # in one piece, whoever else writes
        # A signal that comes just before one long sleep would wait for its end.
        for _ in range(60_000):
            time.sleep(0.01)
"""
CLAIMS = """from multiprocessing import parent_process

import numpy as np
from wait import wait

from perturb import claim, limit_law, paper, then
from perturb.laws.distributions import tracy_widom
from perturb.domains import square
from perturb.vocab import s1

SMALL = paper("small")

if parent_process() is not None:
    wait("claims")


@claim(SMALL, "true", domain=square(count=2, n=2), status="proved")
def true(A, B):
    yield then(s1(A @ B), "<=", s1(A) * s1(B))


@limit_law(SMALL, "one", limit=tracy_widom(1), sizes=(2, 3), rate=lambda n: 1.0)
def one(n, draws, rng):
    wait("laws")
    return rng.normal(size=draws)
"""
FIGURES = """from wait import wait

from perturb.laws.distributions import tracy_widom
from perturb.statements.experiment import Bins, Experiment
from perturb.statements.experiment import Picture


def normal(n, draws, rng):
    if n == 10:  # so that something is drawn before
        wait("simulations")
    return rng.normal(size=draws)


def draw(figure, seed):
    wait("pictures")


NORMAL = Experiment(
    name="small/normal",
    title="normal",
    source="small",
    statistic=normal,
    symbol="x",
    sizes=(5, 10),
    draws=400,
    bins=Bins(-4.0, 4.0, 8),
    reference=tracy_widom(1),
)
DRAWN = Picture(name="small/drawn", title="drawn", source="small", draw=draw, size=(1, 1))
"""
# Rendering starts with this import.
SITE = """import sys
from importlib.abc import MetaPathFinder


class Finder(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "perturb.pages.render":
            from wait import wait

            wait("rendering")


sys.meta_path.insert(0, Finder())
"""
PHASES = ("claims", "laws", "simulations", "pictures", "rendering")


def small_catalogue(folder: Path) -> None:
    """Installs it in the folder under the name of this package, whose own catalogue it hides."""
    about = folder / "perturb-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: perturb\nVersion: 0.1.0\n")
    entries = "[perturb.claims]\nsmall = small_claims\n[perturb.simulations]\nsmall = small_figures\n"
    (about / "entry_points.txt").write_text(entries)
    files = {"wait": WAIT, "small_claims": CLAIMS, "small_figures": FIGURES, "sitecustomize": SITE}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


def start(folder: Path, *args: str, into: str = "", **more: str) -> subprocess.Popen[str]:
    """`more` is added to the environment; output goes `into` a file; its modules come first."""
    with open(into or os.devnull, "w") as file:
        return subprocess.Popen(
            [*COMMAND, *args],
            cwd=folder,
            env={**ENVIRONMENT, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **more},
            text=True,
            stdout=file if into else subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


def finish(process: subprocess.Popen[str], seconds: float = SECONDS) -> tuple[int, str, str]:
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        pytest.fail(f"still running after {seconds} s: {process.args}")
    return process.returncode, out, err


def session(leader: int) -> list[str]:
    """The processes of a session, from /proc; the dead that nobody has waited for do not count."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, *numbers = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has just ended
        if int(numbers[2]) == leader and state not in "ZX":
            found.append(f"{folder.name} {line}")
    return found


def nobody_left(leader: int, seconds: float = SECONDS) -> None:
    """Waits for the last process of the session: one that follows the end of its parent may need a moment."""
    end = time.monotonic() + seconds
    while left := session(leader):
        if time.monotonic() > end:
            os.killpg(leader, signal.SIGKILL)
            pytest.fail(f"left behind: {left}")
        time.sleep(0.01)
