"""What is told of a search is what it did: margins, counts, sides, what may vary; and it ends with a word."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, relations, then
from perturb.certify.sides import sides
from perturb.domains import scalar, square
from perturb.enclosure import Verdict
from perturb.results.claim_evidence import Evidence, how, witness_lines
from perturb.search.found import FIRST_PIECE, SearchResult, certify_best
from perturb.vocab import s1
from perturb.vocab.relations.decide import Instance, _margin
from perturb.vocab.systems.certified import Residual
from tests.certify.witness_cases import CLAIM, made

ME = paper("test")


@claim(ME, "not a third", domain=scalar(low=-3, high=3))
def not_a_third(t: Any) -> Any:
    yield then(t, "!=", Fraction(1, 3))


@claim(ME, "norms", domain=square(n=(1, 2)))
def norms(A: Any) -> Any:
    yield then(s1(A), ">=", 0)


@claim(ME, "small norms", domain=square(n=(1, 2)))
def small_norms(A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(s1(A), ">=", 0)


def test_a_margin_has_the_sign_of_the_verdict() -> None:
    """Of what holds it is not negative, though the middles of two balls may lie the other way round."""
    for t in (2, -2, Fraction(1, 3) + Fraction(1, 10**9)):
        held = relations(not_a_third, t).relations[0]
        assert held.verdict == "holds"
        assert held.margin > 0
    assert relations(not_a_third, Fraction(1, 3)).relations[0].margin <= 0

    class Turned(Residual):
        def margin(self, lhs: Any, op: str, rhs: Any) -> float:
            return -2.5e-24

    def told(verdict: Verdict) -> float:
        return _margin(Turned({}), "<=", Instance({}, 1, 2), verdict)

    assert (told(Verdict.HOLDS), told(Verdict.VIOLATED)) == (2.5e-24, -2.5e-24)


def test_points_that_were_certified_are_not_called_nothing() -> None:
    found = SearchResult(drawn=900, inside=900, verdicts=Counter(holds=26, undecided=9))
    found.origins["random"] = 35
    head, shares, *_ = Evidence(norms, found=found, seconds=2.0).lines()
    assert head == "test/norms  UNRESOLVED  not decided after 900 points drawn, 2.0 s"
    assert shares == "  26 of 35 points certified to hold, 9 undecided"


def test_inside_is_said_where_there_are_hypotheses() -> None:
    found = SearchResult(drawn=900, inside=700)
    assert "inside" not in how(Evidence(norms, found=found))
    assert "900 points drawn, 700 inside" in how(Evidence(small_norms, found=found))


def test_what_nobody_looked_at_was_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that the clock cuts short: its rest is neither drawn nor outside of the hypotheses."""
    monkeypatch.setattr(SearchResult, "late", lambda self: True)
    found, rng = SearchResult(), np.random.default_rng(0)
    found.deadline = found.seconds = 1e9
    batch = norms.domain.draw(rng, 100, {"n": 2})
    found.pace[tuple(batch.sizes.items())] = 1.0
    list(certify_best(norms, batch, 2, "random", found, rng))
    assert found.drawn == found.screened == found.inside == FIRST_PIECE


def test_two_long_numbers_are_told_apart() -> None:
    low, high = f"{10**30 + 1}/{10**36}", f"{10**30 + 2}/{10**36}"
    left, right = sides(low, high)
    assert left != right
    assert left == "about 1.000000000000000000000000000001e-6"
    assert sides(low, low) == ("about 0.000001", "the same number")
    far, near = sides(f"{10**40 + 7}/{3 * 10**40}", "1/3")
    assert far != near == "1/3"
    assert sides("[0.1000001, 0.1000002]", f"{10**30 + 1}/{10**31}")[1].startswith("about 0.1")
    assert sides("2", "1") == ("2", "1")


def test_what_may_vary_is_named_unless_it_is_everything() -> None:
    every = [f"{name}[{i},{j}]" for name in "AB" for i in (1, 2) for j in (1, 2)]
    assert witness_lines("w", made(vary=tuple(every)), CLAIM)[-1] == "may vary: every entry"
    assert witness_lines("w", made(vary=("A[1,2]",)), CLAIM)[-1] == "may vary: A[1,2]"


@pytest.mark.parametrize("way", ["os._exit(0)", "posix._exit(0)", "os.execv('/bin/true', ['true'])"])
def test_a_file_does_not_end_the_command_without_a_word(way: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"import os\nimport {way.partition('.')[0]}\n{way}\n", encoding="utf-8")
    run = [sys.executable, "-m", "perturb", "check", str(file)]
    ended = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "would end the command without a verdict (line 3)" in ended.stderr
