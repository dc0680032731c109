"""Names of files, exit codes, counts: what scripts around the command line rest on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from perturb.cli import terminal
from perturb.results import say
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import catalogue
from tests.certify.witness_cases import edited
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write

# 5 is missed by all large matrices, so that the worst witness is another one than the simplest.
SMALL = files.false()


def test_names_of_witnesses(run: Run) -> None:
    """The claim and four digits of its fingerprint, so that a changed statement overwrites nothing."""
    (row,) = map(json.loads, run("check", write(SMALL), "--profile", "ci", "--json").stdout.splitlines())
    stem = f"me-small-{row['fingerprint'][:4]}"
    assert row["witness"] == f"witnesses/{stem}.json"
    assert {path.name for path in Path("witnesses").iterdir()} == {f"{stem}.json", f"{stem}-worst.json"}
    run("check", write(SMALL.replace("5)", "6)")), "--profile", "ci")
    assert len({path.name for path in Path("witnesses").iterdir()}) == 4


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (files.true(), 0, "2 statements: 2 survived; each outcome fits what is asserted"),
        (files.false(), 1, say.tally(["refuted", "survived"], [False])),
    ],
)
def test_a_count_is_the_last_word(text: str, code: int, said: str, run: Run) -> None:
    two = write(files.true().replace("def submultiplicative", "def another"), "two.py")
    done = run("check", write(text), two, "--profile", "ci", "--workers", "1")
    assert done.exit_code == code
    assert done.stdout.splitlines()[-1] == said
    assert said not in run("check", two, "--profile", "ci").stdout


@pytest.mark.parametrize(("text", "code"), [(files.true(), 0), (files.false(), 1)])
def test_an_attack(text: str, code: int, run: Run) -> None:
    """The margin is negative where the statement fails, and the sign is all that a reader looks for."""
    done = run("attack", write(text), "--seconds", "0.5")
    assert done.exit_code == code
    last = done.stdout.splitlines()[-1]
    found = re.fullmatch(r"  best margin (\S+) at .*; [\d,]+ drawn, [\d,]+ certified", last)
    assert found
    assert (float(found[1]) < 0) == bool(code)


def _refuted_on_a_special_domain() -> Path:
    claims = [c for c in catalogue().values() if c.status == "refuted" and stored_witness(c).exists()]
    found = (stored_witness(c) for c in claims)
    return next(path for path in found if len(json.loads(path.read_text())["membership"]) > 0)


def test_a_witness_that_has_lost_its_domain(run: Run) -> None:
    """It replays, for more is allowed to it, but it says nothing of the catalogue's statement."""
    kept = _refuted_on_a_special_domain().read_text(encoding="utf-8")
    Path("w.json").write_text(kept, encoding="utf-8")
    assert run("replay", "w.json").exit_code == 0
    edited(Path("w.json"), lambda data: data.update(membership=[]))
    done = run("replay", "w.json")
    assert "REFUTED, but the catalogue's " in done.stdout
    assert "as saved" not in done.stdout
    assert "is another statement than the one in this file" in done.stdout
    assert done.exit_code == 1


def test_a_witness_of_nothing(run: Run) -> None:
    """Of a point where the statement holds: damaged or made up, it refutes nothing."""
    kept = _refuted_on_a_special_domain().read_text(encoding="utf-8")
    Path("w.json").write_text(kept, encoding="utf-8")
    edited(Path("w.json"), lambda data: data.update(lhs="123456789"))
    done = run("replay", "w.json")
    assert "NOT REPRODUCED: not the violation that the file describes" in done.stdout
    assert done.exit_code == 1


@pytest.mark.parametrize(
    "command", [("report", "--check"), ("report",), ("simulate", "fig-4"), ("simulate", "fig-3")]
)
def test_a_missing_extra_is_said_before_any_work(command, monkeypatch, run: Run):
    found = terminal.find_spec
    monkeypatch.setattr(terminal, "find_spec", lambda name: None if name == "matplotlib" else found(name))
    refused(run(*command), "pages and figures need matplotlib: pip install 'perturb[report]'")
