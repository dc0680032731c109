"""Points that no kernel decides: how a search keeps them from taking all of its time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from perturb import claim, paper, then
from perturb.domains import psd
from perturb.domains.draws import draw
from perturb.search.attack import search
from perturb.search.found import OPAQUE, SearchResult, certify_best
from perturb.search.method import PROFILES, Effort
from perturb.vocab import cols, exp, lam_max, larger, sqrt

ME = paper("test")
BRIEF = replace(PROFILES["brief"], corners=30)


@claim(ME, "one number", domain=psd(n=(1, 3)))
def one_number(A: Any) -> Any:
    """Equal at n = 1, which no kernel sees."""
    more = (cols(A) - 1) * (1 + larger(0, lam_max(A)))
    yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3)) + more)


def test_a_size_at_which_nothing_is_decided_gets_a_quarter_of_its_batches() -> None:
    found = search(one_number, BRIEF)
    least, *others = ({"n": n} for n in (1, 2, 3))
    assert found.opaque(least)
    assert not any(found.opaque(sizes) for sizes in others)
    assert found.left_open[(("n", 1),)] < 2 * OPAQUE + BRIEF.corners < found.decided[(("n", 2),)]
    assert found.verdicts["undecided"] == found.left_open.total()


@pytest.mark.parametrize("share", [0.4, 0.6])
def test_equalities_are_not_looked_for_when_most_points_are_open(share: float) -> None:
    """The tightest points of a batch, all of them equal to all digits, are left out."""
    found = SearchResult()
    found.verdicts.update(undecided=int(100 * share), holds=100 - int(100 * share))
    batch = draw(one_number.domain, np.random.default_rng(1), 64, {"n": 1})
    before = found.points
    for _ in certify_best(one_number, batch, 8, "random", found, np.random.default_rng(2)):
        pass
    assert (found.points - before <= 4) == (share > 0.5)


@pytest.mark.usefixtures("counted_time")
def test_corners_leave_time_for_the_rest() -> None:
    found = search(one_number, Effort(rounds=10**9, corners=10**4, seconds=0.05))
    assert found.cut_short
    assert found.origins["corners"] < found.points / 2
