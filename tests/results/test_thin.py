"""Hypotheses that hardly anything meets: named, counted, and said beside a claim that survived them."""

from __future__ import annotations

from typing import Any

from perturb import claim, given, paper, then
from perturb.domains import square, vector
from perturb.results.claim_evidence import reached
from perturb.results.claims import attack, examine
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.vocab import s1, trace

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
