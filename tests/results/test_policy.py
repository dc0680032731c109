"""What "survived" and "vacuous" mean, thin hypotheses, and what is left of a limit after a violation."""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perturb
from perturb import claim, given, paper, then
from perturb.certify.point import Certificate, PointVerdict, certify
from perturb.domains import square, vector
from perturb.domains.draws import draw
from perturb.laws.stats.account import CAMPAIGN, REPORTS, TOTAL, Ledger, Looks
from perturb.results import claims
from perturb.results.chance import PER_EVENT, SHARE, TOLERANCES, examine_law, share
from perturb.results.claim_evidence import Evidence, reached
from perturb.results.claims import ENOUGH, FLOOR, OPEN_SHARE, TimeLeft, attack, confirmed, examine
from perturb.search.found import CLOSE, SUSPICION, TOUCHING, SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.search.methods.listed import small_inputs
from perturb.search.shrink import complexity
from perturb.statements.catalogue import experiments
from perturb.statements.chance import limit_law, tail
from perturb.vocab import s1, trace
from perturb.vocab.systems.evaluate import DIGITS
from tests.declared import SOURCE, declare
from tests.laws.stats.plain_distributions import Uniform

README = (Path(perturb.__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def judged(
    monkeypatch: pytest.MonkeyPatch, op: str = "<=", nearest: float = math.inf, **seen: int
) -> Evidence:
    """What is said of a search that has seen so many points: holds, undecided, vacuous, doubtful, ..."""

    def body(A: Any) -> Any:
        yield then(s1(A), op, 5)

    def search(claim: Any, effort: Any, seed: int, first: bool, progress: Any, found: SearchResult) -> None:
        verdicts = {key: seen.get(key, 0) for key in ("holds", "undecided", "vacuous")}
        found.verdicts, found.kernels = Counter(verdicts), Counter({"residual@53": seen["holds"]})
        found.reasons = Counter({"precision": seen.get("undecided", 0)})
        found.doubtful, found.touching = seen.get("doubtful", 0), seen.get("touching", 0)
        found.agreed, found.near.open = seen.get("agreed", 0), nearest
        found.drawn, found.inside = seen.get("drawn", 1_000), seen.get("inside", 1_000)

    monkeypatch.setattr(claims, "search", search)
    return claims.attack(declare(body), PROFILES["ci"], 0, lambda found: None)


def test_twenty_points_must_hold(monkeypatch):
    assert judged(monkeypatch, holds=20).outcome == "survived"
    short = judged(monkeypatch, holds=19, undecided=2)
    assert short.outcome == "unresolved"
    assert short.note == "only 19 points certified, 20 are needed; 2 undecided: precision"


def test_the_weakest_kernel_is_named():
    """A point that rests on balls of 53 bits makes the whole no exacter than that, however few they are."""
    found = SearchResult(kernels=Counter({"exact": 300, "residual@106": 1, "charpoly@53": 1}))
    assert claims._weakest(found) == Certificate("charpoly", 53)
    assert claims._weakest(SearchResult(kernels=Counter({"exact": 3}))) == Certificate("exact", None)


def test_what_few_draws_meet_is_said_in_numbers(monkeypatch):
    seen = judged(monkeypatch, holds=9, vacuous=33, drawn=10_000, inside=50)
    assert seen.outcome == "unresolved"
    thin = "thin: 50 of 10,000 draws give the statement a value, 0.5 %"  # it has no hypotheses
    assert seen.note == f"only 9 points certified, 20 are needed; {thin}"


def test_points_that_agree_to_all_digits_stand_beside_those_that_hold(monkeypatch):
    assert judged(monkeypatch, holds=1, undecided=19, agreed=19).outcome == "survived"
    assert judged(monkeypatch, holds=1, undecided=18, agreed=18).outcome == "unresolved"
    nothing = judged(monkeypatch, holds=0, undecided=90, agreed=90)
    assert nothing.outcome == "unresolved"
    assert nothing.certificate is None
    assert judged(monkeypatch, holds=20, undecided=99, agreed=80).outcome == "survived"
    assert judged(monkeypatch, holds=20, undecided=100, agreed=40).outcome == "unresolved"


def test_one_open_point_away_from_equality_for_ten_that_hold(monkeypatch):
    assert judged(monkeypatch, holds=100, undecided=10, doubtful=10).outcome == "survived"
    over = judged(monkeypatch, holds=100, undecided=11, doubtful=11)
    assert over.outcome == "unresolved"
    assert over.note == "11 points undecided though not at equality: precision"


def test_more_hold_than_stay_open(monkeypatch):
    assert judged(monkeypatch, holds=100, undecided=99).outcome == "survived"
    as_many = judged(monkeypatch, holds=100, undecided=100)
    assert as_many.outcome == "unresolved"
    assert as_many.note.startswith("100 points certified, 100 undecided: more must be decided than are open")


@pytest.mark.parametrize("op", ["<", ">", "!="])
def test_a_strict_statement_must_not_touch(op, monkeypatch):
    assert judged(monkeypatch, op="<=", holds=100, undecided=1, touching=1).outcome == "survived"
    touched = judged(monkeypatch, op=op, holds=100, undecided=1, touching=1)
    assert touched.outcome == "unresolved"
    assert touched.note == "1 points touch a strict inequality to all digits and stay undecided"


@pytest.mark.parametrize("op", ["<", ">", "!="])
def test_a_strict_statement_does_not_come_close_to_equality(op, monkeypatch):
    close = judged(monkeypatch, op=op, holds=100, nearest=3.84e-18)
    assert close.outcome == "unresolved"
    assert close.note == "comes within 4e-18 of equality, which is neither found nor excluded"


def test_hypotheses_that_one_draw_in_a_hundred_meets(monkeypatch):
    assert judged(monkeypatch, holds=19, drawn=1_000, inside=10).outcome == "unresolved"
    assert judged(monkeypatch, holds=20, drawn=1_000, inside=9).outcome == "survived"
    assert judged(monkeypatch, holds=19, drawn=1_000, inside=9).outcome == "unresolved"
    assert judged(monkeypatch, holds=0, vacuous=5).outcome == "vacuous"
    assert judged(monkeypatch, holds=0, vacuous=5, undecided=1).outcome == "unresolved"


def test_the_readme_says_these_numbers():
    said = README.partition('What "survived" takes')[2].partition("**Status**")[0]
    assert re.findall(r"\b\d[\d.e-]*\b", said) == ["20", "60", "1e-9", "0.1", "1e-12", "4e-18", "0.01"]
    assert [ENOUGH, DIGITS, TOUCHING, OPEN_SHARE, CLOSE, FLOOR] == [20, 60, 1e-9, 0.1, 1e-12, 0.01]
    assert f"at least {ENOUGH} of them" in README
    assert f"spent how much of {TOTAL:.0e}".replace("e-06", "e-6") in README


def test_a_hundred_statements_share_the_alpha_of_a_run():
    """So that a verdict does not depend on its neighbours; a bigger run gets less each, never more in all."""
    assert pytest.approx(1e-8) == SHARE
    assert [share(n) for n in (0, 1, 100)] == [pytest.approx(1e-8)] * 3
    assert share(400) == pytest.approx(TOTAL / 400)


def test_one_alpha_for_all_reports():
    """Laws, tails and means spend at most their total, and all campaigns find a place."""
    assert TOTAL + len(experiments()) * CAMPAIGN <= REPORTS
    assert f"{REPORTS:.0e}".replace("e-05", "e-5") in README


def test_a_limit_is_usable_within_five_and_one_per_cent():
    assert TOLERANCES == (0.05, 0.01)


def test_a_tail_is_drawn_further_than_a_law():
    """A fair coin against its own probability stays open to the last look."""
    coin = tail(SOURCE, "a coin", cases=((1.0,),), bound=lambda x: 0.5, id="coin")(
        lambda x, draws, rng: rng.random(draws) < 0.5
    )
    drawn = examine_law(coin, Ledger(), Looks(100, 1_000)).checks[0].sample
    assert len(drawn) == PER_EVENT * 1_000 == 16_000
    even = limit_law(SOURCE, "even", limit=Uniform(), sizes=(1,), id="even")(
        lambda n, draws, rng: rng.random(draws)
    )
    assert len(examine_law(even, Ledger(), Looks(100, 1_000)).checks[0].sample) == 1_000


def test_a_small_negative_margin_of_a_float_is_rounding():
    """Suspects are certified first on the grid of small integers; -1e-12 is no suspect, -1e-8 is one."""
    assert -1e-8 < SUSPICION < -1e-12


# Hypotheses that hardly anything meets: named, counted, and said beside a claim that survived them.


ME = paper("test")
SMALL = Effort(rounds=6, batch=64, certified=4, corners=10, grid=500)


def test_vacuous_names_the_hypothesis_that_fails_with_counts_for_each() -> None:
    @claim(ME, "nothing", domain=square(n=(1, 3)))
    def nothing(A: Any) -> Any:
        yield given(trace(A), "<=", 1)
        yield given(s1(A), "<", 0)
        yield then(s1(A), ">", 5)

    evidence = examine(nothing, SMALL)
    assert evidence.outcome == "vacuous"
    drawn = f"{evidence.found.screened:,} draws"
    first, second = evidence.note.partition("; ")[2].split("; ")
    assert first.startswith("hypothesis 2, ")
    assert first.endswith(f" is met by 0 of {drawn}")
    assert second.startswith("hypothesis 1, ")
    assert second.endswith(f" is met by {evidence.found.met[0]:,} of {drawn}")


def test_a_claim_that_survived_on_few_draws_says_so() -> None:
    @claim(ME, "thin", domain=vector(3), equality=[[0, 0, k] for k in range(100, 130)])
    def thin(v: Any) -> Any:
        yield given(v[3], ">=", 100)
        yield then(v[3], ">=", 99)

    evidence = examine(thin, Effort(rounds=6, batch=1024, certified=4, corners=10, grid=500, climb_every=9))
    assert evidence.outcome == "survived"
    inside, drawn = evidence.found.inside, evidence.found.drawn
    assert inside < drawn / 100
    assert f"thin: {inside:,} of {drawn:,} draws meet the hypotheses, " in "\n".join(evidence.lines())


def test_a_search_cut_short_says_which_sizes_it_reached() -> None:
    @claim(ME, "any", domain=square(n=(1, 5)))
    def norms(A: Any) -> Any:
        yield then(s1(A), ">=", 0)

    evidence = attack(norms, Effort(rounds=0, corners=2, grid=10, seconds=1e-9), 0, lambda _: None)
    assert evidence.found.cut_short
    evidence.found.sizes = {(("n", 2), ("k", 1)), (("n", 4), ("k", 1))}
    assert "cut short by the clock; sizes reached: n = 2 to 4, k = 1" in "\n".join(evidence.lines())
    assert reached(SearchResult()) == ""
    evidence.found.sizes = {()}
    assert "  cut short by the clock" in evidence.lines()


# What is left of a limit in seconds after a violation was found: it is confirmed first, then simplified.


@claim(paper("test"), "norms", domain=square(n=(2, 2)))
def norms(A: Any) -> Any:
    yield then(s1(A), "<=", 1)


BATCH = draw(norms.domain, np.random.default_rng(1), 1, {"n": 2})
POINT = norms.domain.construct(BATCH.sizes, {key: 9 * x for key, x in BATCH.params_of(0).items()})
VIOLATION = (POINT, certify(norms, POINT))


def forever(*_: Any) -> PointVerdict:
    while True:
        time.perf_counter()


def test_a_confirmation_that_is_late_leaves_the_first_one() -> None:
    asked = []

    def confirm(c: Any, point: Any) -> PointVerdict:
        asked.append(point)
        return certify(c, point) if len(asked) == 1 else forever()

    left = TimeLeft(time.monotonic(), 1.0)
    assert confirmed(norms, [VIOLATION], left, confirm) == VIOLATION
    assert len(asked) == 2
    assert complexity(asked[1]) < complexity(POINT)


def test_the_first_confirmation_has_its_time_however_late_it_is() -> None:
    """On a busy machine a small witness was left unconfirmed."""
    late = TimeLeft(time.monotonic() - 99, 1.0)
    assert confirmed(norms, [VIOLATION], late, certify) == VIOLATION
    assert confirmed(norms, [VIOLATION], late, forever) is None
    assert confirmed(norms, [VIOLATION], TimeLeft(time.monotonic(), 1.0), forever) is None


def test_without_a_limit_the_simplest_point_alone_is_confirmed() -> None:
    asked = []

    def confirm(c: Any, point: Any) -> PointVerdict:
        asked.append(point)
        return certify(c, point)

    found = confirmed(norms, [VIOLATION], TimeLeft(0.0, float("inf")), confirm)
    assert found is not None
    assert asked == [found[0]]
    assert complexity(found[0]) < complexity(POINT)


def test_the_number_of_small_inputs_of_a_large_matrix_is_no_float() -> None:
    domain = square(count=2, n=(60, 60))
    batch = small_inputs(domain, {"n": 60}, 300, np.random.default_rng(0))
    assert batch.count >= 150
