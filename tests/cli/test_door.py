"""What a user meets first: bad claims among good ones, what is broken told in a line, hashes of all."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from importlib import import_module
from pathlib import Path

import pytest

from perturb.laws.stats.samples import BadSamples, read_samples
from perturb.montecarlo.run import PATIENCE, cluster
from perturb.prove.store import every
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write
from tests.cli.processes import ENVIRONMENT

TWO = files.true() + files.false().removeprefix(files.HEAD)
CI = ("--profile", "ci", "--workers", "1")


def ids(done) -> list[str]:
    return [json.loads(line)["id"] for line in done.stdout.splitlines()]


def test_one_claim_of_a_file(run: Run) -> None:
    path = write(TWO)
    assert ids(run("check", f"{path}::small", *CI, "--json")) == ["me/small"]
    assert ids(run("check", f"{path}::me/submultiplicative", *CI, "--json")) == ["me/submultiplicative"]
    refused(run("check", f"{path}::smal", *CI), "the file declares small, submultiplicative")


def test_claims_by_a_part_of_their_name(run: Run) -> None:
    path = write(TWO)
    assert ids(run("check", path, "-k", "mall", *CI, "--json")) == ["me/small"]
    assert ids(run("check", path, "-k", "me/sub*", *CI, "--json")) == ["me/submultiplicative"]
    refused(
        run("check", path, "-k", "nothing", *CI), "-k 'nothing' fits none of 2 statements, such as me/sub"
    )


def test_one_bad_claim_does_not_stop_a_file(run: Run) -> None:
    odd = files.body("yield then(kron(A, A), 'loewner', A + A.T)")
    path = write(odd + TWO.removeprefix(files.HEAD))
    done = run("check", path, *CI, "--json")
    assert ids(done) == ["me/submultiplicative", "me/small"]
    assert done.exit_code == 2
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("Error:")]
    assert "claim me/stated" in line


def test_a_verdict_is_printed_before_the_complaint(run: Run) -> None:
    Path("witnesses").write_text("a file where the folder should be", encoding="utf-8")
    done = run("check", write(files.false()), *CI)
    assert done.exit_code == 2
    assert "REFUTED" in done.stdout
    assert "simplest witness" in done.stdout
    assert "witnesses" in done.stderr
    assert "replay:" not in done.stdout


def test_hypotheses_are_counted_each(run: Run) -> None:
    lines = "yield given(s1(A), '<=', 1)\nyield given(s1(A), '>=', 0)\nyield then(s1(A) * s1(A), '<=', 1)"
    said = run("check", write(files.body(lines)), *CI).stdout
    assert "  draws that meet hypothesis 1: " in said
    assert ", 2: 100 %\n" in said


def test_a_picture(run: Run) -> None:
    assert run("check", write(files.true()), *CI, "--plot", "figures").exit_code == 0
    assert Path("figures/me-submultiplicative.svg").read_text().startswith("<svg ")


def test_domains_and_words_by_other_names(run: Run) -> None:
    assert "symmetric(size='n', count=1, field='real', **ranges)" in run("domains").stdout
    assert [row["domain"] for row in json.loads(run("domains", "gram", "--json").stdout)] == [
        "positive_definite",
        "psd",
    ]
    refused(run("domains", "nothing"), "fits no domain")
    for said, word in (("inner", "mul"), ("dot", "mul"), ("relu", "larger"), ("operator norm", "op")):
        assert word in [row["name"] for row in json.loads(run("words", said, "--json").stdout)], said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (files.body("yield then(s1(A), '<=', 1)", "square(n=10**6)"), "sizes above 2,000 cannot be searched"),
        (files.body("yield then(s1(A), '<=', 1)", "square(n=(1, 10**9))"), "cannot be searched"),
    ],
)
def test_sizes_beyond_all_memory(text: str, said: str, run: Run) -> None:
    refused(run("check", write(text), *CI), said)


def test_more_workers_than_anybody_has(run: Run) -> None:
    true = write(files.true())
    for command in (("check", true), ("mutants", true), ("simulate", "fig-4"), ("report",)):
        done = run(*command, "--workers", "1000")
        assert done.exit_code == 2
        assert "--workers" in done.stderr


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "perturb", "--version"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("perturb, version")


def test_watching_a_file(tmp_path: Path) -> None:
    """A check for each content that is saved; Ctrl-C ends it with 130."""
    file, out = tmp_path / "c.py", tmp_path / "out"
    file.write_text(files.true())
    command = [sys.executable, "-m", "perturb", "watch", "c.py", *CI]
    with open(out, "w") as stream:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=ENVIRONMENT, stdout=stream, stderr=stream, start_new_session=True
        )
    for text, word in ((None, "SURVIVED"), (files.false(), "REFUTED")):
        if text is not None:
            file.write_text(text)
        end = time.monotonic() + 60
        while word not in out.read_text():
            assert time.monotonic() < end, out.read_text()
            time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(30) == 130
    assert "Traceback" not in out.read_text()


# What does not work at one place does not spoil the rest, and is said in one line.


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


# Of those that look at what stands in a statement; the prover knows no such thing.
SENSE = ("check", "attack", "tighten", "mutants", "referee")
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
    "referee": ["--seconds", "3"],
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
    monkeypatch.setattr(import_module("perturb.montecarlo.run"), "PATIENCE", 0.5)
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


# What was judged is named by a hash in everything that is kept or printed of it.


ROOT = Path(__file__).parents[2]
HASH = re.compile(r"[0-9a-f]{12}|[0-9a-f]{16}")
RECORDS = sorted((ROOT / "reports" / "records").glob("*.jsonl"))
LAW = """from perturb import limit_law, paper
from perturb.laws.distributions import semicircle


@limit_law(paper("me"), "a law", limit=semicircle(), sizes=(4,), rate=lambda n: 1.0)
def even(n, draws, rng):
    return semicircle().rvs(draws, rng)
"""


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_every_record_names_what_was_judged(path: Path) -> None:
    key = "stream_key" if path.stem.startswith("simulations") else "fingerprint"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert rows
    assert [row for row in rows if not HASH.fullmatch(row[key])] == []


def test_every_proof_and_witness_does() -> None:
    witnesses = [path.read_bytes() for path in (ROOT / "theorems").rglob("witnesses/*.json")]
    proofs = [one.raw for one in every(ROOT / "proofs")]
    assert min(len(witnesses), len(proofs)) > 100
    rows = [json.loads(text) for text in (*witnesses, *proofs)]
    assert [row["id"] for row in rows if not HASH.fullmatch(row["fingerprint"])] == []


def test_every_line_of_json_does(run: Run) -> None:
    """The line of a law had the hash of its file alone."""
    law = write(LAW, "law.py")
    done = run("check", law, write(files.true()), "--profile", "ci", "--workers", "1", "--json")
    claim, stated = map(json.loads, done.stdout.splitlines())
    assert HASH.fullmatch(claim["fingerprint"])
    assert HASH.fullmatch(stated["fingerprint"])
    assert len(claim["source"]) == len(stated["source"]) == 64
