"""Time goes to the sizes whose margins fall: of random batches, and of solutions of equations."""

from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.domains import vector
from perturb.search.found import EVEN, SearchResult, Sizing
from perturb.search.method import Effort
from perturb.search.methods import solve
from perturb.vocab import sq, total

ME = paper("test")


@claim(ME, "sizes", domain=vector(n=(1, 4)))
def sizes(v: Any) -> Any:
    yield given(total(v), "==", 1)
    yield then(sq(v[1]), ">=", 0)


def test_half_of_the_later_batches_go_where_margins_fall() -> None:
    sizing, rng, chosen = Sizing(sizes), np.random.default_rng(0), []
    for number in range(EVEN + 200):
        which = sizing.next(number, rng)
        chosen.append(which)
        sizing.saw(which, 0.5**number if which == 2 else 1.0)
    assert chosen[EVEN:].count(2) > 90
    assert all(chosen[EVEN:].count(k) > 5 for k in (0, 1, 3))


def solved_sizes(rounds: int, falls: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes in turn at which equations are solved, when margins fall at one of them alone."""
    found, chosen = SearchResult(), []

    def one(system: Any, *rest: Any) -> Any:
        n = system.fixed.sizes["n"]
        chosen.append(n)
        found.best[(("n", n),)] = (0.5 ** len(chosen) if n == falls else 1.0), None
        yield

    monkeypatch.setattr(solve, "_round", one)
    for _ in solve.solved(sizes, Effort(solved=rounds), 0, found):
        pass
    return chosen


def test_the_first_solutions_are_of_all_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solved_sizes(1, 3, monkeypatch) == [1, 2, 3, 4]


def test_further_solutions_are_where_margins_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = solved_sizes(20, 3, monkeypatch)
    assert len(chosen) == 80
    assert chosen[4::2] == [n % 4 + 1 for n in range(38)]
    assert chosen[5::2].count(3) > 25


def test_what_cannot_be_solved_gets_no_turn_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "WIDE", 3)
    chosen = solved_sizes(20, 1, monkeypatch)
    assert 4 not in chosen
    assert chosen.count(1) > 35
