"""`perturb check` in this process: what it prints, saves and exits with; short numbers; verdicts first."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perturb.numbers.numerals import sides
from perturb.prove.prover import Worker, attempt
from perturb.statements.catalogue import catalogue
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write

CATALOGUE = catalogue()
RECORD = {"id", "status", "outcome", "certificate", "drawn", "inside", "seconds", "witness", "agrees"}
COUNTS = ("holds", "violated", "undecided", "vacuous")


def test_the_example_of_the_first_page(run: Run) -> None:
    """A false constant: REFUTED, exit code 1, the simplest witness on disk, and it replays."""
    done = run("check", write(files.COMMUTATOR), "--profile", "ci")
    assert done.exit_code == 1
    assert "me/commutator" in done.output
    assert "REFUTED" in done.output
    twins = "A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]]", "A = [[0, 0], [1, 0]], B = [[0, 1], [0, 0]]"
    assert any(f"simplest witness  {twin}" in done.output for twin in twins)
    saved = [p for p in Path("witnesses").iterdir() if "worst" not in p.name]
    assert len(saved) == 1
    assert saved[0].name.startswith("me-commutator-")
    assert f"perturb replay {saved[0]}" in done.output
    again = run("replay", str(saved[0]))
    assert again.exit_code == 0
    assert "REFUTED, as saved" in again.output


def test_a_true_claim(run: Run) -> None:
    done = run("check", write(files.true()), "--profile", "ci")
    assert done.exit_code == 0
    assert "SURVIVED" in done.output
    assert not Path("witnesses").exists()


@pytest.mark.parametrize(
    ("text", "outcome", "agrees"),
    [
        (files.true(options=', status="proved"'), "survived", True),
        (files.true(options=', status="refuted"'), "survived", False),
        (files.false(options=', status="refuted"'), "refuted", True),
        (files.false(options=', status="proved"'), "refuted", False),
        (files.false(), "refuted", False),
        (files.true(), "survived", True),
    ],
)
def test_status_and_outcome(text: str, outcome: str, agrees: bool, run: Run) -> None:
    done = run("check", write(text), "--profile", "ci", "--json")
    (record,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert set(record) >= RECORD
    assert (record["outcome"], record["agrees"]) == (outcome, agrees)
    assert done.exit_code == (0 if agrees else 1)
    assert record["drawn"] >= record["inside"] > 0
    assert record["seconds"] >= 0
    assert set(record["certificate"]) == {"kernel", "bits"}
    assert (record["witness"] is not None) == (outcome == "refuted")
    assert record["witness"] is None or Path(record["witness"]).exists()


def test_one_line_of_json_a_claim(run: Run) -> None:
    one, two = write(files.true(), "one.py"), write(files.false(), "two.py")
    done = run("check", one, two, "--profile", "ci", "--workers", "1", "--json")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [
        "me/submultiplicative",
        "me/small",
    ]
    assert done.exit_code == 1


def test_the_same_seed_says_the_same(run: Run) -> None:
    path = write(files.COMMUTATOR)
    records = [
        json.loads(run("check", path, "--profile", "ci", "--seed", "7", "--json").stdout) for _ in range(2)
    ]
    for record in records:
        del record["seconds"]
    assert records[0] == records[1]


def test_points_are_counted_by_what_was_certified(run: Run) -> None:
    """Each certified point holds, is violated, is open or misses a hypothesis."""
    lines = "yield given(s1(A), '<=', 1)\nyield then(s1(A) * s1(A), '<=', 1)"
    path = write(files.body(lines, "square(n=(1, 2))"))
    (record,) = [
        json.loads(line) for line in run("check", path, "--profile", "ci", "--json").stdout.splitlines()
    ]
    assert record["points"] == sum(record[key] for key in COUNTS)
    assert record["outcome"] == "survived"
    assert record["holds"] >= 20
    assert record["vacuous"] > 0
    assert not record["replayed"]
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert [key for key in record if f"`{key}`" not in page.partition("`check --json`")[2]] == []
    said = f"{record['holds']:,} of {record['points']:,} points certified to hold"
    shown = run("check", path, "--profile", "ci").stdout
    assert said in shown
    assert f"{record['vacuous']:,} outside the statement" in shown
    assert ("undecided" in shown) == (record["undecided"] > 0)


def test_points_of_a_refutation_and_of_its_replay(run: Run) -> None:
    """Violated points are counted too; a replay searches nothing, and says so."""
    path = write(files.false(options=', status="refuted"'))
    command = ("check", path, "--profile", "ci", "--json")
    found = json.loads(run(*command, "--store").stdout)
    again = json.loads(run(*command).stdout)
    assert found["violated"] > 0
    assert found["points"] == sum(found[key] for key in COUNTS)
    assert (found["replayed"], again["replayed"]) == (False, True)
    assert [again[key] for key in ("drawn", "inside", "points", *COUNTS)] == [0] * 7
    assert {again[key] for key in ("source", "fingerprint")} == {found["source"], found["fingerprint"]}
    assert "points certified" not in run(*command[:-1]).stdout


def test_store_keeps_the_witness_beside_the_file(run: Run) -> None:
    Path("sub").mkdir()
    path = write(files.false(options=', status="refuted"'), "sub/c.py")
    assert run("check", path, "--profile", "ci", "--store").exit_code == 0
    assert Path("sub/witnesses/me-small.json").exists()
    replayed = run("check", path, "--profile", "ci")
    assert replayed.exit_code == 0
    assert "stored witness replayed" in replayed.output


def test_a_stored_witness_of_an_older_statement(run: Run) -> None:
    run("check", write(files.false(options=', status="refuted"')), "--profile", "ci", "--store")
    changed = write(files.false(options=', status="refuted"').replace("5)", "6)"))
    done = run("check", changed, "--profile", "ci")
    assert done.exit_code == 1
    assert "the claim has changed since" in done.output
    assert run("check", changed, "--profile", "ci", "--search").exit_code == 0


@pytest.mark.parametrize("name", files.BAD)
def test_bad_files(name: str, run: Run) -> None:
    text, message = files.BAD[name]
    refused(run("check", write(text), "--profile", "ci"), message)


def test_the_same_id_in_two_files(run: Run) -> None:
    """Neither may silently stand for the other."""
    one, two = write(files.false(), "one.py"), write(files.false().replace("5)", "-1)"), "two.py")
    refused(run("check", one, two, "--profile", "ci"), "me/small")


def test_the_same_file_twice_is_checked_once(run: Run) -> None:
    path = write(files.true())
    done = run("check", path, path, "--profile", "ci", "--json")
    assert len(done.stdout.splitlines()) == 1
    assert done.exit_code == 0


@pytest.mark.parametrize("target", ["missing.py", "nowhere/c.py", "folder.py"])
def test_missing_files(target: str, run: Run) -> None:
    Path("folder.py").mkdir()
    refused(run("check", target), target)


@pytest.mark.parametrize(
    "options",
    [
        ("--seconds", "0"),
        ("--seconds", "-1"),
        ("--seconds", "soon"),
        ("--seed", "-1"),
        ("--seed", "1.5"),
        ("--seed", "x"),
        ("--profile", "lazy"),
        ("--nothing",),
    ],
)
def test_bad_options(options: tuple[str, ...], run: Run) -> None:
    done = run("check", write(files.true()), *options)
    assert done.exit_code == 2
    assert options[0] in done.stderr


def test_no_target(run: Run) -> None:
    assert run("check").exit_code == 2
    assert run("show").exit_code == 2


def test_check_by_glob(run: Run) -> None:
    key = next(c.paper.key for c in CATALOGUE.values() if c.status == "refuted")
    some = next(i for i, c in CATALOGUE.items() if c.paper.key == key and c.status == "refuted")
    done = run("check", some[:-1] + "[" + some[-1] + "]", "--profile", "ci", "--json")
    (record,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (record["id"], record["outcome"]) == (some, "refuted")


def test_no_place_for_a_witness(run: Run) -> None:
    Path("witnesses").write_text("a file where the folder should be", encoding="utf-8")
    done = run("check", write(files.false()), "--profile", "ci")
    assert done.exit_code == 2
    assert "witnesses" in done.stderr


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
def test_the_number_of_workers_changes_nothing_but_the_clock(options: tuple[str, ...], run: Run) -> None:
    """Claims and laws in one run, of files and of the catalogue; the account is that of the laws."""
    mine = write(files.COMMUTATOR, "false.py"), write(files.true(), "true.py"), write(files.TAILS, "tails.py")
    targets = (*mine, "refuted/weyl-same-index")
    alone, beside = (
        run("check", *targets, "--profile", "ci", "--workers", n, *options).output for n in ("1", "2")
    )
    clock = re.compile(r'[\d.]+ s\b|"seconds": [\d.e-]+')
    assert clock.sub("", alone) == clock.sub("", beside)
    if options:
        found = [json.loads(line)["outcome"] for line in beside.splitlines()]
        assert found == ["refuted", "survived", "refuted", "consistent", "refuted"]
    else:
        assert "me/one  CONSISTENT" in beside
        assert "alpha spent 2e-08" in beside


# Numbers on the console are as short as what they say allows, and right.


LONG = re.compile(r"\d\.\d{13,}|\d{17,}")  # a float to its last digit, or an integer that nobody reads
DIGITS = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        # sqrt(2) beside 1.4142 takes six digits, to the outside; beside 1 it takes four.
        ("[1.4142135623730947, 1.4142135623730952]", "7071/5000", "[1.41421, 1.41422] 1.4142"),
        # The float64 beside 1/10 is not shown as 0.1, which means 1/10.
        ("1/10", str(Fraction(0.1)), f"0.1 {Fraction(0.1)}"),
        ("[1.4142135623730947, 1.4142135623730952]", "1", "[1.414, 1.415] 1"),
        ("[-1.4142135623730952, -1.4142135623730947]", "0", "[-1.415, -1.414] 0"),
        ("[2.7263745721125659e+347, 2.7263745721125671e+347]", "10", "[2.726e+347, 2.727e+347] 10"),
        ("1/3", "[0.33333333333333337, 0.34]", "1/3 [0.33333333333333337, 0.34]"),
        ("[0, 5]", "[6, +inf]", "[0, 5] [6, +inf]"),
        ("[1, 2]", "[1.5, 3]", "[1, 2] [1.5, 3]"),
        ("\x1b[1, 2]", "x", "\x1b[1, 2] x"),
        ("[1e999999999, 2]", "1/0", "[1e+999999999, 2] 1/0"),
    ],
)
def test_sides_are_told_apart_in_few_digits(left: str, right: str, said: str) -> None:
    assert " ".join(sides(left, right)) == said


def test_a_shortened_ball_holds_the_certified_one() -> None:
    for k in range(1, 200):
        low, high = Fraction(k, 7), Fraction(k, 7) + Fraction(1, 10**9)
        ball = f"[{float(low) - 1e-12:.15f}, {float(high) + 1e-12:.15f}]"
        shown, _ = sides(ball, str(k + 1))
        least, most = map(Fraction, DIGITS.findall(shown))
        assert least <= low <= high <= most < k + 1


def test_no_number_of_a_refutation_is_long(run: Run) -> None:
    """1.4142135623730947 was printed beside 1.4142; in a table, 1.4142 as the fraction that it is."""
    path = write(files.COMMUTATOR)
    checked = run("check", path, "--profile", "ci", "--workers", "1").stdout
    assert "left side [1.41421, 1.41422], right side 1.4142 (ball)" in checked
    saved = checked.rpartition("perturb replay ")[2].strip()
    others = (("replay", saved), ("tighten", path, "--seconds", "0.1"), ("show", path))
    for said in (checked, *(run(*args).stdout for args in others)):
        assert not LONG.search(said), said
        assert "\\lVert" not in said  # LaTeX is for pages


# Where nothing can be written the verdict is printed all the same, then the complaint, with exit code 2.


TIGHT = files.COMMUTATOR.replace("1.4142", "1.5")


@pytest.mark.parametrize(
    ("text", "command", "blocked", "said"),
    [
        (files.false(), ("attack", "{}", "--seconds", "0.1"), "witnesses", "best margin -"),
        (TIGHT, ("tighten", "{}", "--seconds", "0.1", "--record", "out"), "out/records", "3/2"),
    ],
)
def test_of_a_statement(text: str, command: tuple[str, ...], blocked: str, said: str, run: Run) -> None:
    """`attack`, `prove`, `tighten` told the complaint alone: the work was lost."""
    Path(blocked).parent.mkdir(exist_ok=True)
    Path(blocked).write_text("a file where the folder should be", encoding="utf-8")
    path = write(text)
    done = run(*(part.format(path) for part in command))
    assert done.exit_code == 2
    assert said in done.stdout
    assert [line for line in done.stderr.splitlines() if line.startswith(f"Error: {blocked}")]


def test_of_a_proof(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker, "prove", lambda _, *asked: replace(attempt(*asked), seconds=0.1, leaves=2))
    Path("proofs").write_text("a file where the folder should be", encoding="utf-8")
    done = run("prove", write(files.true()), "--n", "1")
    assert (done.exit_code, "n = 1  PROVED  0.1 s, 2 leaves\n" in done.stdout) == (2, True)
    assert "Error: proofs" in done.stderr


def test_of_samples(run: Run) -> None:
    np.save("s.npy", np.random.default_rng(0).normal(size=200))
    Path("figures").mkdir()
    Path("figures/s.png").mkdir()  # a folder where the picture should be
    done = run("law", "s.npy", "--distribution", "semicircle", "--out", "figures")
    assert done.exit_code == 2
    assert "sup distance" in done.stdout
    assert "Error: figures/s.png: Is a directory" in done.stderr


def test_of_a_statement_with_a_picture(run: Run) -> None:
    """The witness is saved where the picture cannot be."""
    Path("figures/me-small.svg").mkdir(parents=True)
    done = run("check", write(files.false()), "--profile", "ci", "--plot", "figures")
    assert done.exit_code == 2
    assert "replay: perturb replay witnesses/me-small" in done.stdout
    assert "Error: figures/me-small.svg: Is a directory" in done.stderr
