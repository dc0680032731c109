"""One slow point does not outlast the limit: it is left, and counts as nothing."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
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


def _busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def _first(work: Callable[[], object]) -> None:
    work()
    _busy(60)


def test_an_import_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that was being loaded when the alarm rang was missing from then on, or half there."""
    text = (
        "import time\nend = time.monotonic() + 0.1\nwhile time.monotonic() < end:\n    pass\nwhole = True\n"
    )
    (tmp_path / "slow_to_load.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TimeIsOver), limited(0.01):
        _first(lambda: import_module("slow_to_load"))
    assert sys.modules.pop("slow_to_load").whole


def test_an_alarm_in_a_finaliser_rings_afterwards(capsys: pytest.CaptureFixture[str]) -> None:
    """Python printed it with a traceback, and the limit was none any more."""

    class Slow:
        def __del__(self) -> None:
            _busy(0.1)

    with pytest.raises(TimeIsOver), limited(0.01):
        _first(Slow)
    assert capsys.readouterr().err == ""
