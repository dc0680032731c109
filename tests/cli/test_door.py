"""What a user meets first: parts of a file, one bad claim among good ones, places that cannot be written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    assert "square(size='n', count=1, **ranges)" in run("domains").stdout
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
