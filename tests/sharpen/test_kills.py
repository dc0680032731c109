"""The kill matrix: who killed a mutant first, at what cost, and what enters the score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb import claim, given, paper, then
from perturb.domains import square
from perturb.sharpen import kills
from perturb.sharpen.kills import MutantRow, Trial, by_attack, by_property, kill, only_defines, score
from perturb.sharpen.mutants import mutants
from perturb.statements.claim import Claim
from perturb.vocab import kappa, s1

MISSED, HIT = Trial(False, 60, 0.5), Trial(True, 7, 0.25)


@claim(paper("test"), "false of all but zero", domain=square(n=(1, 2)), status="proved")
def vanishing(A):
    yield then(s1(A), "<=", 0)


@claim(paper("test"), "true", domain=square(n=(1, 2)), status="proved")
def ratio(A):
    yield given(s1(A), ">", 0)
    yield then(kappa(A), ">=", 1)


def row(name: str = "m", **more) -> MutantRow:
    plain = MutantRow(name, False, False, True, "property", 7, 0.25, {"property": HIT}, None)
    return replace(plain, **more)


@pytest.mark.parametrize(
    ("trials", "by", "evaluations", "seconds"),
    [
        ({"property": HIT, "attack": HIT}, "property", 7, 0.25),
        ({"property": MISSED, "attack": HIT}, "attack", 67, 0.75),
        ({"property": MISSED, "attack": MISSED}, None, 120, 1.0),
    ],
)
def test_a_kill_costs_what_was_spent_up_to_it(monkeypatch, trials, by, evaluations, seconds):
    drivers = {name: lambda mutant, limit, trial=trial: trial for name, trial in trials.items()}
    monkeypatch.setattr(kills, "DRIVERS", drivers)
    found = kill(vanishing, 3.0)
    assert (found.by, found.evaluations, found.seconds) == (by, evaluations, seconds)
    assert found.trials == trials


@pytest.mark.usefixtures("counted_time")
@pytest.mark.parametrize("driver", [by_property, by_attack])
def test_a_driver_leaves_at_the_first_violation_and_finds_none_in_a_true_statement(driver):
    killed, survived = driver(vanishing, 3.0), driver(ratio, 0.05)
    assert killed.killed
    assert killed.evaluations >= 1
    assert not survived.killed
    assert survived.evaluations >= 1


def _named(of: Claim) -> dict:
    return {m.name: m for m in mutants(of)}


def test_a_hypothesis_that_keeps_terms_defined_is_told_from_one_that_matters():
    assert only_defines(_named(ratio)["hypothesis-1:dropped"], ratio)
    assert not only_defines(_named(ratio)["conclusion-1:strict"], ratio)


def test_the_score_counts_what_is_not_known_to_be_true():
    slow = row(seconds=0.75, by="attack", drivers={"property": MISSED, "attack": HIT})
    alive = row(killed=False, by=None, drivers={"property": MISSED, "attack": MISSED})
    known = [row(proved_true=True, killed=False, by=None), row(definedness=True, killed=False, by=None)]
    found = score([row(), slow, alive, *known])
    assert (found.counted, found.killed, found.proved_true, found.definedness) == (3, 2, 1, 1)
    assert found.by_driver == {"property": 1, "attack": 1}
    assert found.median_seconds == 0.5
    assert found.share == pytest.approx(2 / 3)
    assert alive.survives
    assert not any(one.survives for one in known)


def test_the_score_of_nothing():
    assert (score([]).share, score([]).median_seconds) == (1.0, None)
