"""Records of laws, tails and means: what is kept of an examination, and that nothing around it changes it."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from perturb.laws.stats.account import TOTAL, Ledger
from perturb.process.pool import processes
from perturb.results.chance import PROFILES, examine_law
from perturb.results.law_record import examined_law, probe
from perturb.results.plain import to_plain
from perturb.results.run import run_all
from perturb.statements.catalogue import laws
from tests.small_laws import ALL, ALPHA, average, over, true, wide


@pytest.fixture(scope="module")
def found():
    return {s.id: examined_law(s, "ci", 0, ALPHA) for s in ALL}


def test_outcomes(found):
    assert {name: (record.outcome, record.agrees) for name, record in found.items()} == {
        "small/true": ("consistent", True),
        "small/wide~law": ("refuted", True),
        "small/tail": ("consistent", True),
        "small/mean": ("refuted", False),
    }


def test_a_law_is_measured_to_the_limit_of_draws_and_its_verdict_is_that_of_the_first_look(found):
    limit = PROFILES["ci"].limit
    assert [check.draws for check in found["small/true"].checks] == [limit, limit]
    short = examine_law(wide, Ledger(ALPHA), PROFILES["ci"], 0, ALPHA)
    assert len(short.checks[0].sample) < limit
    assert [c.verdict for c in short.checks] == [c.verdict for c in found["small/wide~law"].checks]


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(found):
    again = examined_law(true, "ci", 0, ALPHA)
    assert json.dumps(to_plain(again)) == json.dumps(to_plain(found["small/true"]))
    assert examined_law(true, "ci", 1, ALPHA).histogram != again.histogram


def test_neither_neighbours_nor_workers_change_a_record():
    """Through processes, which find the statements in the catalogue; the parts of alpha add up."""
    names = ["limits/laurent-massart-lower", "limits/symmetrised-tail-too-thin"]
    with processes(2) as pool:
        together = {r.id: r for r in run_all([*names, "refuted/weyl-same-index"], "ci", 0, pool)}
    assert together.pop("refuted/weyl-same-index").outcome == "refuted"
    assert together == {name: examined_law(laws()[name], "ci", 0, TOTAL / 100) for name in names}


def test_a_histogram_counts_every_draw_of_the_largest_size(found):
    shown, last = found["small/wide~law"].histogram, found["small/wide~law"].checks[-1]
    assert shown.n == last.n == 6
    assert shown.draws == last.draws
    assert shown.low < -3.5
    assert shown.high > 3.5
    assert all(type(count) is int for count in shown.counts)


def test_a_probe_shows_another_sampler():
    assert len(probe(true)) == len(probe(average)) == 4
    assert probe(over) == probe(over)
    assert 20 < probe(over)[0] < 44
    assert probe(replace(true, statistic=lambda n, draws, rng: 2 * true.statistic(n, draws, rng))) != probe(
        true
    )


def test_a_broken_sampler_is_named():
    broken = replace(over, sampler=lambda t, draws, rng: np.full(draws, np.nan))
    with pytest.raises(ValueError, match=r"small/tail: .*an event must be boolean"):
        examined_law(broken, "ci", 0, ALPHA)
