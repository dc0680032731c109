"""What a user reads on the console: evidence line by line, decimals and sizes where and as they are."""

from __future__ import annotations

import json
import math
import subprocess
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from rich.console import Console

from perturb import then
from perturb.certify import witness
from perturb.certify.point import Certificate, certify
from perturb.cli import verdicts
from perturb.enclosure import Enclosure, Verdict
from perturb.laws.stats.account import Check, Ledger
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import Evidence, plain
from perturb.results.claims import stored_witness
from perturb.results.law_evidence import law_json
from perturb.search.found import SearchResult
from perturb.sharpen.directions import sites
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.catalogue import catalogue
from perturb.statements.chance import limit_law
from perturb.statements.paper import Outcome
from perturb.vocab import fro, s1
from tests.certify.witness_cases import made
from tests.cli.cli_files import Run
from tests.cli.processes import COMMAND, ENVIRONMENT, SECONDS
from tests.declared import SOURCE, declare
from tests.laws.stats.plain_distributions import Uniform


def mine(A: Any) -> Any:
    """With a second conclusion, which is the one that the witness is about."""
    yield then(s1(A), "<=", 2 * fro(A))
    yield then(fro(A), ">=", 0)


CLAIM = declare(mine, status="proved")


def lines(printer: Any, *args: Any) -> list[str]:
    text = Console(file=StringIO(), width=60, soft_wrap=True)
    printer(text, *args)
    return text.file.getvalue().splitlines()  # type: ignore[attr-defined]


def searched(**verdicts: int) -> SearchResult:
    found = SearchResult(drawn=12_345, inside=2_000, equality=7, verdicts=Counter(verdicts))
    found.origins["random"] = sum(verdicts.values())
    return found


def test_a_claim_that_survives() -> None:
    found = searched(holds=373, undecided=5, vacuous=22)
    found.tightest = (0.0123, CLAIM.domain.point({"A": [[1]]}))
    certificate = Certificate("residual", 53)
    evidence = Evidence(CLAIM, Outcome.SURVIVED, found, certificate, seconds=1.26)
    assert lines(verdicts.print_evidence, evidence, None) == [
        "test/mine (proved)  SURVIVED  certified (residual, 53 bits) after 12,345 points drawn, 1.3 s",
        "  no violation at 373 certified points: evidence, and no proof",
        "  373 of 400 points certified to hold, 5 undecided, 22 outside the statement",
        "  7 at equality; least relative margin 0.012",
    ]


def test_a_claim_that_is_refuted() -> None:
    """The witness, what the violations prove of the constant, the way to replay, what does not fit."""
    site = sites(CLAIM)[0]
    bracket = ConstantBracket(site, refuted=Fraction(2_000_001, 1_000_000))
    simplest = made(vary=("A[1,2]",))
    evidence = Evidence(CLAIM, Outcome.REFUTED, searched(violated=3), Certificate("exact", None), simplest)
    evidence.constant = bracket
    head, means, points, first, there, vary, constant, replayed, misfit = lines(
        verdicts.print_evidence, evidence, Path("witnesses/w.json")
    )
    assert head.startswith("test/mine (proved)  REFUTED  certified (exact arithmetic) after")
    assert means == "  false: the statement is certified to fail at the witness below"
    assert points == "  0 of 3 points certified to hold, 3 violated"
    assert first == "  simplest witness  A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]]"
    assert there.startswith("  there: left side ")
    assert vary == "  may vary: A[1,2]"
    assert constant.startswith("  still false with 2.000001 in place of 2 (certified)")
    assert replayed == "  replay: perturb replay witnesses/w.json"
    assert misfit == "  status proved and outcome refuted do not fit"


def test_nothing_was_certified_or_a_witness_was_replayed() -> None:
    (head, means, note, misfit) = lines(verdicts.print_evidence, Evidence(CLAIM, note="overflow [1]"), None)
    assert "UNRESOLVED  nothing certified after 0 points drawn" in head
    assert means == "  open: no violation was found, and too few points were decided to speak for it"
    assert note == "  overflow [1]"
    assert misfit == "  status proved and outcome unresolved do not fit"
    stored = Evidence(CLAIM, Outcome.REFUTED, certificate=Certificate("exact", None), stored=Path("w"))
    assert (
        "stored witness replayed (exact arithmetic), 0.0 s" in lines(verdicts.print_evidence, stored, None)[0]
    )
    unnamed = replace(CLAIM, status=None)
    (_, means) = lines(verdicts.print_evidence, Evidence(unnamed, Outcome.REFUTED), None)
    assert means == "  false: a violation is certified"


LAW = limit_law(SOURCE, "u", limit=Uniform(), sizes=(10, 20), rate=lambda n: 1 / n, id="u", status="proved")(
    lambda n, draws, rng: rng.random(draws)
)


def checked(lo: int, hi: int, verdict: Verdict, n: int = 10) -> Check:
    band = Enclosure(fmpq(lo, 30_000), fmpq(hi, 30_000))
    return Check(f"n = {n}", n, "<=", 1 / n, band, verdict, 1e-9, np.zeros(8_000))


def test_a_law() -> None:
    checks = (checked(1_000, 2_000, Verdict.HOLDS), checked(4_000, 5_000, Verdict.UNDECIDED, 20))
    found = ChanceEvidence(LAW, checks, 1e-8, {0.05: 20, 0.01: None}, (-math.inf, 0.551), seconds=2.0)
    assert lines(verdicts.print_law, found) == [
        "test/u (proved)  UNRESOLVED  at alpha 1e-08, 2.0 s",
        "  open: what was seen decides neither for the bound nor against it",
        "  n = 10: sup distance in [0.03333, 0.06667] <= 0.1: holds (8,000 draws)",
        "  n = 20: sup distance in [0.1333, 0.1667] <= 0.05: undecided (8,000 draws)",
        "  usable within 0.05 from n = 20 on, at the sizes drawn",
        "  distance as a power of n: n^-p with p <= 0.56 (asymptotic: if it is a power)",
        "  status proved and outcome unresolved do not fit",
    ]


def test_a_law_that_is_refuted_says_why_and_nothing_else() -> None:
    found = ChanceEvidence(
        LAW, (checked(4_000, 5_000, Verdict.VIOLATED),), 1e-8, {0.05: 20}, (0.1, 0.2), "wrong scale"
    )
    said = lines(verdicts.print_law, found)
    assert said[0].startswith("test/u (proved)  REFUTED")
    assert said[1].endswith(
        "fails at a size or case that was looked at, except with probability 1e-08 at most"
    )
    assert said[2].endswith("<= 0.1: violated (8,000 draws)")
    assert said[3:] == ["  hint: wrong scale", "  status proved and outcome refuted do not fit"]
    assert lines(verdicts.print_law, replace(found, explanation=""))[3:] == said[4:]


def test_a_law_as_json() -> None:
    found = ChanceEvidence(LAW, (checked(3_750, 7_500, Verdict.HOLDS),), 1e-8)
    row = json.loads(law_json(found))
    drawn = {"at": "n = 10", "draws": 8_000, "lo": 0.125, "hi": 0.25}
    assert row["checks"] == [{**drawn, "op": "<=", "bound": 0.1, "verdict": "holds"}]
    assert (row["kind"], row["outcome"], row["drawn"], row["agrees"]) == ("law", "consistent", 8_000, True)


def test_a_band_in_json_holds_the_band_that_was_certified() -> None:
    """1/30 and 1/15 are no floats: the nearest ones lie inside at one end or the other."""
    for lo, hi in ((1_000, 2_000), (4_000, 5_000), (7_000, 11_000)):
        check = checked(lo, hi, Verdict.HOLDS)
        (row,) = json.loads(law_json(ChanceEvidence(LAW, (check,), 1e-8)))["checks"]
        low, high = (fmpq(*row[end].as_integer_ratio()) for end in ("lo", "hi"))
        assert low < check.measured.lo < check.measured.hi < high
    whole = replace(checked(0, 1, Verdict.UNDECIDED), measured=Enclosure())
    (row,) = json.loads(law_json(ChanceEvidence(LAW, (whole,), 1e-8)))["checks"]
    assert row["lo"] is row["hi"] is None


def test_the_account_of_alpha() -> None:
    ledger = Ledger()
    for name, alpha in (("one", 2e-8), ("two", 1e-8), ("three", 1e-8)):
        ledger.spend(name, alpha)
    assert lines(verdicts.print_ledger, ledger) == [
        "alpha 2e-08 each: one",
        "alpha 1e-08 each: 2 statements",
        "alpha spent 4e-08 of 1e-06 (union bound over 3)",
    ]


@pytest.mark.parametrize("value", [[["0", "1/2"], ["-1", "0"]], "1/2", ["1", "2"]])
def test_inputs_are_printed_without_quotes(value: Any) -> None:
    assert plain(value) == str(value).replace("'", "")


# Decimals and sizes on the console: what is told and where; verdicts are those of what is shown.


HEAD = """import math
from perturb import claim, given, paper, then
from perturb.domains import probability_vector, scalar, square
from perturb.vocab import I, T, det, entries, fro, largest, s1, trace

ME = paper("me")

"""
TENTHS = (
    HEAD
    + """
@claim(ME, "sums", domain=scalar())
def sums(t):
    yield then(0.1 * t + 0.2 * t, "==", 0.3 * t)

@claim(ME, "ten times", domain=scalar(0, 0.1))
def ten_times(t):
    yield then(10 * t, "<=", 1)

@claim(ME, "the largest", domain=probability_vector(n=10))
def the_largest(p):
    yield then(largest(p), ">=", 0.1)
"""
)
ROOTS = (
    HEAD
    + """
@claim(ME, "a root", domain=square(n=(1, 3)))
def root(A):
    yield given(fro(A), "<=", math.sqrt(3))
    yield then(s1(A), "<=", math.sqrt(3))
"""
)
CAYLEY_HAMILTON = (
    HEAD
    + """
@claim(ME, "Cayley and Hamilton", domain=square(n={n}))
def cayley_hamilton(A):
    yield then(entries(A @ A - trace(A) * A + det(A) * I), "==", 0)
"""
)
OTHER = (
    HEAD
    + """
@claim(ME, "unrelated", domain=square(n=3))
def unrelated(A):
    yield then(trace(A), "<=", 2)
"""
)


def test_what_is_true_of_tenths_is_not_refuted(run: Run) -> None:
    Path("mine.py").write_text(TENTHS)
    done = run("check", "mine.py", "--seconds", "1", "--json")
    found = {line["id"]: line["outcome"] for line in map(json.loads, done.stdout.splitlines())}
    assert found == dict.fromkeys(("me/sums", "me/ten_times", "me/the_largest"), "survived")
    assert "warning" not in done.stderr


def test_a_statement_shows_its_decimals(run: Run) -> None:
    Path("mine.py").write_text(TENTHS)
    shown = run("show", "mine.py::ten_times").stdout + run("show", "mine.py::sums").stdout
    assert "t ∈ [0, 0.1]" in shown
    assert "0.1 t + 0.2 t = 0.3 t" in shown


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_long_float_is_told_in_one_line_a_place(more: tuple[str, ...], run: Run) -> None:
    """On stderr, so that what a program reads stays whole."""
    Path("mine.py").write_text(ROOTS)
    done = run("check", "mine.py", "--seconds", "1", *more)
    lines = [line for line in done.stderr.splitlines() if "warning" in line]
    number = ROOTS[: ROOTS.index("yield given")].count("\n") + 1
    said = "1.7320508075688772 means just that decimal in a statement; for the number beside it write sqrt(3)"
    assert lines == [f"mine.py:{number + k}: warning: {said}" for k in (0, 1)]
    assert "warning" not in done.stdout


def test_workers_do_not_tell_it_again(tmp_path: Path) -> None:
    """Each of them reads the file for itself."""
    (tmp_path / "mine.py").write_text(ROOTS + ROOTS[len(HEAD) :].replace("def root", "def two"))
    done = subprocess.run(
        [*COMMAND, "check", "mine.py", "--seconds", "1", "--workers", "2"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=10 * SECONDS,
    )
    assert done.stdout.count("SURVIVED") == 2
    assert [line for line in done.stderr.splitlines() if "sqrt(3)" in line] == _four(done.stderr)


def _four(told: str) -> list[str]:
    """The lines of two statements with two floats each, as they came."""
    lines = sorted({line for line in told.splitlines() if "warning: 1.7320508075688772" in line})
    assert len(lines) == 4
    return lines


def _left_a_witness(run: Run) -> None:
    Path("other.py").write_text(OTHER)
    assert run("check", "other.py", "--seconds", "20").exit_code == 1
    (file,) = Path("witnesses").glob("me-unrelated-????.json")
    assert len(json.loads(file.read_text())["inputs"]["A"]["value"]) == 3


def test_a_witness_of_another_size_in_the_folder_decides_nothing(run: Run) -> None:
    _left_a_witness(run)
    Path("mine.py").write_text(CAYLEY_HAMILTON.format(n="(2, 2)"))
    assert "SURVIVED" in run("check", "mine.py", "--seconds", "1").stdout


def test_a_constant_matrix_beside_a_witness_of_another_size(run: Run) -> None:
    """It ended with exit code 2 and no verdict: the shapes did not fit at the size of the file."""
    _left_a_witness(run)
    fits = HEAD + (
        '@claim(ME, "a product", domain=square(n=2))\n'
        "def product(A):\n"
        '    yield then(fro(A @ [[1, 0, 0], [0, 1, 0]]), "==", fro(A))\n'
    )
    Path("mine.py").write_text(fits)
    assert "SURVIVED" in run("check", "mine.py", "--seconds", "1").stdout


def test_the_meaning_of_a_range_is_shown(run: Run) -> None:
    for n, said in (("(2, 2)", "n = 2"), ("2", "n = 2"), ("(2, 3)", "every n >= 2, searched up to 3")):
        Path("mine.py").write_text(CAYLEY_HAMILTON.format(n=n))
        assert f"sizes    {said}\n" in run("show", "mine.py::cayley_hamilton").stdout


def test_a_violation_beyond_the_sizes_that_are_searched_is_told_as_such(run: Run) -> None:
    """Of every n >= 1 it is false, and an equality case says so, at a size that no search looks at."""
    Path("mine.py").write_text(
        HEAD
        + '@claim(ME, "a trace", domain=square(n=(1, 2)), equality=[[[1, 0, 0], [0, 1, 0], [0, 0, 1]]])\n'
        + "def a_trace(A):\n"
        + '    yield given(entries(T(A) @ A), "==", entries(I + 0 * A))\n'
        + '    yield then(trace(A), "<=", 2)\n'
    )
    said = "n = 3 is beyond the sizes searched (n <= 2)"
    done = run("check", "mine.py", "--seconds", "5")
    assert "REFUTED" in done.stdout
    assert said in done.stdout
    found = json.loads(run("check", "mine.py", "--seconds", "5", "--json").stdout)
    assert found["outcome"] == "refuted"
    assert said in found["note"]


def test_a_replay_tells_what_lies_beyond(run: Run) -> None:
    """A violation of a claim of the catalogue with zeros around it, larger than any that is searched."""
    claim = catalogue()["refuted/spectral-radius-submultiplicative"]
    (name, (_, most)), *_ = claim.domain.ranges.items()
    stored = witness.load(stored_witness(claim)).data["inputs"]
    larger = {key: _padded(entry["value"], most + 1) for key, entry in stored.items()}
    point = claim.domain.point(larger)
    found = certify(claim, point)
    assert found.verdict is Verdict.VIOLATED
    witness.save(witness.make(claim, point, found), Path("w.json"))
    done = run("replay", "w.json")
    assert done.exit_code == 0
    assert f"{name} = {most + 1} is beyond the sizes searched ({name} <= {most})" in done.stdout


def _padded(rows: list[list[str]], n: int) -> list[list[str]]:
    wide = [row + ["0"] * (n - len(row)) for row in rows]
    return wide + [["0"] * n] * (n - len(rows))
