"""One slow point does not outlast the limit: it is left, and counts as nothing."""

from __future__ import annotations

import math
import signal
import time
from typing import Any

import pytest

from perturb import claim, paper, then
from perturb.certify.point import PointVerdict
from perturb.domains import square
from perturb.search import found as seen
from perturb.search.alarm import TimeIsOver, limited
from perturb.search.attack import Effort, search
from perturb.vocab import s1


def forever(*_: Any) -> PointVerdict:
    while True:
        time.monotonic()


def test_a_computation_that_looks_at_no_clock_is_interrupted() -> None:
    with pytest.raises(TimeIsOver), limited(0.01):
        forever()
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0
    with limited(math.inf):
        pass


def test_a_point_that_takes_forever_ends_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    @claim(paper("test"), "norms", domain=square(n=(2, 2)))
    def norms(A: Any) -> Any:
        yield then(s1(A), ">=", 0)

    monkeypatch.setattr(seen, "certify", forever)
    found = search(norms, Effort(seconds=0.05))
    assert found.cut_short
    assert found.points == 0
