"""What a user reads of evidence: made by hand, so that each line can be told."""

from __future__ import annotations

import json
import math
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
from perturb.certify.point import Certificate
from perturb.cli import verdicts
from perturb.enclosure import Enclosure, Verdict
from perturb.laws.stats.account import Ledger
from perturb.laws.stats.sequential import Check
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import Evidence, plain
from perturb.results.law_evidence import law_json
from perturb.search.found import SearchResult
from perturb.sharpen.directions import sites
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.chance import limit_law
from perturb.statements.paper import Outcome
from perturb.vocab import fro, s1
from tests.certify.witness_cases import made
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
    head, points, first, there, vary, constant, replayed, misfit = lines(
        verdicts.print_evidence, evidence, Path("witnesses/w.json")
    )
    assert head.startswith("test/mine (proved)  REFUTED  certified (exact arithmetic) after")
    assert points == "  0 of 3 points certified to hold, 3 violated"
    assert first == "  simplest witness  A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]]"
    assert there.startswith("  there: left side ")
    assert vary == "  may vary: A[1,2]"
    assert constant.startswith("  still false with 2.000001 in place of 2 (certified)")
    assert replayed == "  replay: perturb replay witnesses/w.json"
    assert misfit == "  status proved and outcome refuted do not fit"


def test_nothing_was_certified_or_a_witness_was_replayed() -> None:
    (head, note, misfit) = lines(verdicts.print_evidence, Evidence(CLAIM, note="overflow [1]"), None)
    assert "UNRESOLVED  nothing certified after 0 points drawn" in head
    assert note == "  overflow [1]"
    assert misfit == "  status proved and outcome unresolved do not fit"
    stored = Evidence(CLAIM, Outcome.REFUTED, certificate=Certificate("exact", None), stored=Path("w"))
    assert (
        "stored witness replayed (exact arithmetic), 0.0 s" in lines(verdicts.print_evidence, stored, None)[0]
    )
    unnamed = replace(CLAIM, status=None)
    assert len(lines(verdicts.print_evidence, Evidence(unnamed, Outcome.REFUTED), None)) == 1


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
    assert said[1].endswith("<= 0.1: violated (8,000 draws)")
    assert said[2:] == ["  hint: wrong scale", "  status proved and outcome refuted do not fit"]
    assert lines(verdicts.print_law, replace(found, explanation=""))[2:] == said[3:]


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
