"""Ctrl-C at any line of adding a chunk up leaves a run with fewer draws."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count

from perturb.montecarlo import run, tally
from perturb.montecarlo.run import Keeper
from tests.montecarlo.plans import CHUNK, MANY


def test_an_interruption_while_chunks_are_added_up():
    """At any line: draws were counted without their sums, which gave wrong numbers, or a traceback."""
    files = {module.__file__ for module in (tally, sys.modules[Keeper.__module__])}
    few, left = replace(MANY, sizes=(2,), draws=2 * CHUNK, cases=({"r": 2},)), [0]
    whole = [run(few, draws=k * CHUNK).sizes for k in (1, 2)]

    def traced(frame, event, _):
        if frame.f_code.co_filename not in files or frame.f_code.co_name not in ("add", "plus", "_added"):
            return None
        left[0] -= event == "line"
        if left[0] == 0:
            raise KeyboardInterrupt
        return traced

    before, found = sys.gettrace(), []
    for lines in count(1):
        left[0] = lines
        sys.settrace(traced)
        try:
            found.append(run(few))
        finally:
            sys.settrace(before)
        if not found[-1].interrupted:
            break
    assert len(found) > 20
    assert all(results.sizes in ((), *whole) for results in found)
