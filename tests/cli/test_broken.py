"""What does not work at one place does not spoil the rest, and is said in one line."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import pytest

from perturb.laws.stats.samples import BadSamples, read_samples
from perturb.montecarlo.executors import PATIENCE, cluster
from tests.cli.cli_files import Run

THREE = """
from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import fro, s1

ME = paper("me")


@claim(ME, "norms", domain=square(n=(1, 2)))
def first(A):
    yield then(s1(A), "<=", fro(A))


@claim(ME, "a word that is none", domain=square(n=(1, 2)))
def second(A):
    yield then(s1(A), "<=", nonsense(A))


@claim(ME, "sizes that are none", domain=square(n=(2, 1)))
def third(A):
    yield then(s1(A), "<=", fro(A))


@claim(ME, "signs", domain=square(n=(1, 2)))
def fourth(A):
    yield then(fro(A), ">=", 0)
"""


def test_a_claim_that_cannot_be_declared_does_not_stop_the_file(run: Run) -> None:
    Path("three.py").write_text(THREE)
    done = run("check", "three.py", "--profile", "ci", "--workers", "1")
    assert done.exit_code == 2
    assert "me/first  SURVIVED" in done.output
    assert "me/fourth  SURVIVED" in done.output
    assert "name 'nonsense' is not defined (line 16)" in done.output
    assert "n = (2, 1) is not a range of sizes (least, greatest) (line 19)" in done.output


# Of those that look at what stands in a statement; the prover knows no such thing, and it has no mutants.
SENSE = ("check", "attack", "tighten")
ODD = """

@claim(ME, "shapes that do not fit", domain=square(n=(2, 2)))
def odd(A):
    yield then(s(kron(A, A) + A)[1], "<=", s(A)[1] + s(A)[2])
"""
COMMANDS = {
    "list": [],
    "show": [],
    "check": ["--profile", "ci", "--workers", "1"],
    "prove": ["--seconds", "5"],
    "attack": ["--seconds", "0.1"],
    "tighten": ["--seconds", "0.1"],
    "mutants": ["--seconds", "0.1", "--workers", "1"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_one_bad_claim_stops_no_command(command: str, run: Run) -> None:
    """Only `check` went on."""
    text = THREE.replace("import fro", "import fro, kron, s").replace(
        'fro(A), ">=", 0', 's1(A), "<=", 2 * fro(A)'
    )
    Path("three.py").write_text(text + ODD)
    done = run(command, "three.py", *COMMANDS[command])
    assert done.exit_code == 2
    (line,) = [line for line in done.output.splitlines() if line.startswith("Error: ")]
    assert "name 'nonsense' is not defined (line 16)" in line
    assert "n = (2, 1) is not a range of sizes (least, greatest) (line 19)" in line
    assert ("claim me/odd: sum: shapes 4 x 4 and 2 x 2 do not fit" in line) == (command in SENSE)
    for said in ("me/first", "me/fourth") if command != "mutants" else ("by driver",):
        assert said in done.output


def test_one_that_is_asked_for_by_name_is_judged_alone(run: Run) -> None:
    Path("three.py").write_text(THREE)
    assert run("check", "three.py::first", "--profile", "ci").exit_code == 0
    done = run("check", "three.py::second", "--profile", "ci")
    assert (done.exit_code, "(line 16)" in done.output) == (2, True)


def test_what_is_no_definition_stops_the_file(run: Run) -> None:
    """What stands below may need it."""
    Path("three.py").write_text(THREE + "\n1 / 0\n")
    done = run("check", "three.py", "--profile", "ci")
    assert done.exit_code == 2
    assert "SURVIVED" not in done.output


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""], ids=["talks", "mute"])
def test_somebody_else_at_the_address_of_a_scheduler(
    greeting: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("perturb.montecarlo.executors.PATIENCE", 0.5)
    stranger = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def greet() -> None:
        for _ in range(2):
            held.append(stranger.accept()[0])
            held[-1].sendall(greeting)

    threading.Thread(target=greet, daemon=True).start()
    address = f"tcp://127.0.0.1:{stranger.getsockname()[1]}"
    start = time.process_time()
    with pytest.raises(ConnectionError, match="no Dask scheduler"), cluster(address):
        pass
    assert time.process_time() - start < 5 > PATIENCE
    for one in (stranger, *held):
        one.close()


def test_zeros_without_end_are_no_samples() -> None:
    """A gigabyte of them was read first."""
    start = time.process_time()
    with pytest.raises(BadSamples, match="zero bytes"):
        read_samples(Path("/dev/zero"))
    assert time.process_time() - start < 1
