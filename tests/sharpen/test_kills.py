"""The kill matrix; which constants a claim has, and which way makes it stronger, by signs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb import claim, given, paper, then
from perturb.domains import integer, positive_definite, scalar, square, symmetric, together
from perturb.sharpen import kills
from perturb.sharpen.directions import Signs, sites, stronger
from perturb.sharpen.kills import MutantRow, Trial, by_attack, by_property, kill, only_defines, score
from perturb.sharpen.mutants import mutants
from perturb.sharpen.tighten import tighten
from perturb.statements.claim import Claim
from perturb.vocab import (
    T,
    det,
    fro,
    kappa,
    lam_max,
    lam_min,
    rows,
    s,
    s1,
    s_min,
    sq,
    trace,
    upper_right,
    without_rows,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import index
from perturb.vocab.grammar.tree import variable
from tests.sharpen.test_tighten import NORMS, declare

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


# Which constants a claim has, and which way makes it stronger.


def test_constants_of_inequalities_only():
    assert [(s.side, s.value) for s in sites(NORMS)] == [(0, 2), (1, 3)]
    assert sites(declare(lambda A: (2 * trace(A), "==", 2 * trace(A)))) == []
    assert sites(declare(lambda A: (0, "<=", s1(A)))) == []
    assumed = declare(lambda A: (s1(A), "<=", fro(A)), assuming=[lambda A: (s1(A), "<", 5)])
    assert [(s.side, s.path, s.value) for s in sites(assumed)] == [(1, (), 1)]


def test_subscripts_sizes_and_declared_ranges_are_no_constants():
    def rows_left_out(A):
        k = index("k", 1, rows(A) - 1)
        return s(A)[k], ">=", 3 * s(without_rows(A, k))[k], ">=", s1(upper_right(A, 2))

    claimed = declare(rows_left_out)
    assert [(x.link, x.side, x.value) for x in sites(claimed)] == [(0, 1, 3), (1, 0, 3)]
    assert tighten(declare(lambda A: rows_left_out(A)[:3]), sites(claimed)[0], 0.2).printed == 3


def test_the_direction_that_makes_a_claim_stronger():
    assert [stronger(NORMS, site) for site in sites(NORMS)] == [(1,), (-1,)]
    below = declare(lambda A: (3 * fro(A), ">=", 2 * s1(A)))
    assert [stronger(below, site) for site in sites(below)] == [(-1,), (1,)]
    unclear = declare(lambda A: (lam_max(A), "<=", 2 * lam_max(A)), domain=symmetric(n=(1, 2)))
    assert stronger(unclear, sites(unclear)[0]) == (-1, 1)


# Signs and directions, read off the words.


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        (lambda A, P, t, k: s1(A), True),
        (lambda A, P, t, k: det(A), False),
        (lambda A, P, t, k: det(P), True),
        (lambda A, P, t, k: lam_min(T(A) @ A), True),
        (lambda A, P, t, k: lam_max(T(A) + A), False),
        (lambda A, P, t, k: t * fro(A) + k, True),
        (lambda A, P, t, k: t - 1, False),
        (lambda A, P, t, k: 1 - s_min(A), True),
        (lambda A, P, t, k: 1 - s1(A), False),
    ],
)
def test_signs(term, wanted):
    domain = together(A=square(), P=positive_definite(), t=scalar(0), k=integer(1, "n"), n=(1, 3))
    A, P, t, k = (variable(name, kind) for name, kind in domain.kinds.items())
    known = given(s_min(A), "<=", 1).links
    assert Signs(domain, known).nonneg(term(A, P, t, k)) is wanted


def test_directions():
    domain = scalar().named(["x"])
    x = variable("x", Kind.SCALAR)
    directions = Signs(domain).directions
    assert directions(sq(x)) == (0,)
    assert directions(sq(abs(x))) == (1,)
    assert directions(x - abs(x)) == (1, -1)
    assert directions(-2 * x) == (0, -1)
    assert directions(abs(x) / sq(x)) == (1, -1)
    assert directions(abs(x) / x) == (0, 0)
