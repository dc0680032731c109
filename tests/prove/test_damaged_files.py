"""`perturb prove --check` on files of somebody else: a line each, and a code that tells which kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.process.guard import Exhausted
from perturb.prove import judging
from perturb.prove.store import LARGEST
from tests.prove.handmade import determinant, trace_below_norm

DEEP = "[" * 3000 + "]" * 3000
REFUSED: dict[str, str | bytes] = {
    "cut": json.dumps(determinant())[:-9],
    "text": "hello",
    "binary": b"\0\xff",
    "list": "[]",
    "witness": '{"format": "perturb-witness/1"}',
    "no keys": '{"format": 1, "proofs": []}',
    "depth": f'{{"format": 1, "proofs": {DEEP}}}',
    "long": " " * (LARGEST + 1),
}


def checked(tmp_path: Path, *contents: Any) -> tuple[int, list[str]]:
    paths = []
    for k, content in enumerate(contents):
        paths.append(tmp_path / f"{k}.json")
        text = content if isinstance(content, str | bytes) else json.dumps(content)
        paths[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
    done = CliRunner().invoke(main, ["prove", "--check", *map(str, paths)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output.splitlines()


def broken() -> dict[str, Any]:
    return {**trace_below_norm(), "then": ["(<= (trace A) (s1 A))"]}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """Before, it had the code of a proof that does not hold."""
    code, (line, count) = checked(tmp_path, REFUSED[name])
    assert (code, line[:9]) == (2, "REFUSED  ")
    assert count == "0 of 1 proofs hold"


def test_what_does_not_hold_is_rejected_and_the_others_are_checked(tmp_path: Path) -> None:
    code, said = checked(tmp_path, broken(), determinant())
    assert (code, said[0][:10], said[1:]) == (1, "REJECTED  ", ["1 of 2 proofs hold"])
    code, said = checked(tmp_path, "hello", broken(), determinant())
    assert (code, [line.split()[0] for line in said]) == (2, ["REFUSED", "REJECTED", "1"])
    assert checked(tmp_path, determinant()) == (0, ["1 of 1 proofs hold"])
    endless = json.dumps(determinant()).replace('"n": 2', '"n": 1e999999999')
    assert checked(tmp_path, endless) == (
        1,
        [f"REJECTED  {tmp_path / '0.json'}: another format", "0 of 1 proofs hold"],
    )


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    checked(tmp_path, determinant(), broken())
    done = CliRunner().invoke(main, ["prove", "--check", str(tmp_path), str(tmp_path / "none.json")])
    assert (done.exit_code, done.output.splitlines()[-1]) == (2, "1 of 3 proofs hold")
    assert "none.json: No such file or directory" in done.output
    done = CliRunner().invoke(main, ["replay", str(tmp_path)])
    assert (done.exit_code, "is a folder: name one file, such as" in done.output) == (2, True)


def test_one_that_asks_for_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(work: Any, seconds: int, memory: int) -> Any:
        raise Exhausted(f"more than {seconds} s of processor time or {memory >> 20} MB of memory")

    monkeypatch.setattr(judging, "guarded", exhausted)
    monkeypatch.setattr("perturb.prove.proved._done", {})
    code, said = checked(tmp_path, determinant())
    assert (code, "more than 2 s of processor time or 512 MB of memory" in said[0]) == (2, True)


def test_what_a_file_says_steers_no_terminal(tmp_path: Path) -> None:
    steering = {**determinant(), "inputs": [["A", "\x1b[31m\nB"]]}
    code, said = checked(tmp_path, steering)
    assert (code != 0, len(said), "\x1b" in "".join(said)) == (True, 2, False)
