"""Records of laws, tails and means: outcomes, bytes, histograms, ends."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq

from perturb.examine import chance_records
from perturb.stats.account import TOTAL
from tests.report.conftest import ALPHA, over, true, wide


def test_outcomes(found):
    outcomes = {name: (record["outcome"], record["agrees"]) for name, record in found.items()}
    assert outcomes == {
        "small/true": ("consistent", True),
        "small/wide~law": ("refuted", True),
        "small/tail": ("consistent", True),
        "small/mean": ("refuted", False),
    }


def test_a_law_is_measured_to_the_limit_of_draws_and_its_verdict_is_that_of_the_first_look(found):
    limit = chance_records.PROFILES["ci"].limit
    assert [check["draws"] for check in found["small/true"]["checks"]] == [limit, limit]
    short = chance_records.laws.examine_law(
        wide, chance_records.Ledger(ALPHA), chance_records.PROFILES["ci"], 0, ALPHA
    )
    assert len(short.checks[0].sample) < limit
    assert [c.verdict.value for c in short.checks] == [
        c["verdict"] for c in found["small/wide~law"]["checks"]
    ]


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(found):
    again = chance_records.examined(true, "ci", 0, ALPHA)
    assert json.dumps(again) == json.dumps(found["small/true"])
    assert chance_records.examined(true, "ci", 1, ALPHA)["histogram"] != again["histogram"]


def test_neither_neighbours_nor_workers_change_a_record():
    """Through processes, which find the statements in the catalogue; the parts of alpha add up."""
    names = ["limits/laurent-massart-lower", "limits/symmetrised-tail-too-thin"]
    together = {r["id"]: r for r in chance_records.run_all(names, "ci", 0, 2)}
    known = chance_records.catalogue()
    assert together == {name: chance_records.examined(known[name], "ci", 0, TOTAL / 100) for name in names}


def test_a_histogram_counts_every_draw_of_the_largest_size(found):
    shown = found["small/wide~law"]["histogram"]
    assert shown["n"] == 6
    drawn = found["small/wide~law"]["checks"][-1]["draws"]
    assert sum(shown["counts"]) + shown["below"] + shown["above"] == drawn
    assert shown["low"] < -3.5
    assert shown["high"] > 3.5
    assert all(isinstance(count, int) for count in shown["counts"])


def test_ends_are_rounded_outwards():
    third = fmpq(1, 3)
    down, up = chance_records._end(third, -1), chance_records._end(third, 1)
    assert fmpq(*down.as_integer_ratio()) < third < fmpq(*up.as_integer_ratio())
    assert up == np.nextafter(down, 1)
    assert chance_records._end(fmpq(1, 4), 1) == 0.25


def test_a_broken_sampler_is_named():
    broken = replace(over, sampler=lambda t, draws, rng: np.full(draws, np.nan))
    with pytest.raises(ValueError, match=r"small/tail: .*not finite"):
        chance_records.examined(broken, "ci", 0, ALPHA)
