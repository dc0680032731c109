"""The picture of the laws of a chapter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb.laws.distributions import ScaledDistribution
from perturb.pages.figures import law as laws
from perturb.results.law_record import examined_law
from perturb.statements.paper import Outcome
from tests.small_laws import ALPHA, LIMIT, true, wide


def test_a_law_has_a_row_of_two_panels(found):
    drawn = laws.figure([(true, found["small/true"]), (wide, found["small/wide~law"])])
    left, right, second, _ = drawn.axes
    assert left.get_title(loc="left") == "small/true"
    assert right.get_title(loc="left") == "distance to the limit: consistent at alpha 1e-08"
    assert second.get_title(loc="left") == "small/wide~law"
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["n = 8, 8,000 draws", LIMIT.name]
    assert [text.get_text() for text in right.get_xticklabels()] == ["2", "8"]
    rate = next(line for line in right.get_lines() if "rate" in str(line.get_label()))
    assert list(rate.get_xdata()) == [2, 8]
    assert list(rate.get_ydata()) == [0.45, 0.1125]
    assert len(right.get_yticks()) >= 2


def test_one_size_and_no_rate_make_a_picture_too():
    alone = replace(true, sizes=(4,), rate=None, status=None)
    record = examined_law(alone, "ci", 0, ALPHA)
    assert record.outcome is Outcome.UNRESOLVED
    assert len(laws.figure([(alone, record)]).axes[1].get_yticks()) >= 2
    assert laws._ticks(0.22, 0.41) == pytest.approx([0.3, 0.4])


def test_a_stamp_names_all_that_is_drawn(found):
    record = found["small/true"]
    one_more = replace(record.histogram, below=record.histogram.below + 1)
    others = [replace(record, histogram=one_more), replace(record, checks=record.checks[:1])]
    others += [replace(record, outcome=Outcome.UNRESOLVED), replace(record, alpha=1e-7)]
    stamps = {laws.digest([(true, r)]) for r in (record, *others)}
    wider = replace(true, reference=ScaledDistribution(LIMIT, 1.001, LIMIT.name, "x"))
    stamps |= {laws.digest([(wider, record)]), laws.digest([(true, record), (true, record)])}
    assert len(stamps) == 7
