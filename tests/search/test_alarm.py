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
from perturb.search.attack import search
from perturb.search.method import Effort
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


def test_a_ring_that_is_told_of_late_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer ran out inside the block, the handler is called after it: nobody waits for it there."""
    before = signal.getsignal(signal.SIGALRM)
    with monkeypatch.context() as blocked:
        blocked.setattr(signal, "setitimer", lambda *_: (0.0, 0.0))
        with limited(0.01):
            pass
    late = signal.getsignal(signal.SIGALRM)
    assert callable(late)
    late(signal.SIGALRM, None)
    with limited(60.0):
        late(signal.SIGALRM, None)  # of the block before
    assert signal.getsignal(signal.SIGALRM) == before


def test_a_ring_at_any_place_stays_inside_its_block() -> None:
    """Thousands of rings around the end of a short block: each is caught by the try around it."""
    caught = 0
    for k in range(400):
        try:
            with limited(0.001):
                end = time.perf_counter() + 0.0009 + k * 1e-6
                while time.perf_counter() < end:
                    pass
        except TimeIsOver:
            caught += 1
        time.sleep(0)
    assert 0 < caught <= 400
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0


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
