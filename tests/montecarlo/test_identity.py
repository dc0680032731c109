"""A distribution is what its type and parameters are, whatever it is called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from perturb.enclosure import Verdict
from perturb.laws.distributions import (
    ScaledDistribution,
    kappa_2x2,
    marchenko_pastur,
    quarter_circle,
    semicircle,
    semicircle_sum,
    shifted_singular_values,
)
from perturb.laws.distributions.identity import identity
from perturb.montecarlo import Bins, Experiment, run
from perturb.montecarlo.judge import judge_panels
from perturb.pages.report.simulation import simulation_page

NEAR, FAR = (semicircle_sum([-a, a], [0.5, 0.5], 0.25) for a in (1.0, 3.0))


def right(n, draws, rng):
    return NEAR.rvs(draws, rng)


PLAN = Experiment(
    name="test/identity",
    title="two of one name",
    source="none",
    statistic=right,
    symbol="x",
    sizes=(1,),
    draws=4_000,
    bins=Bins(-5, 5, 20),
    reference=NEAR,
    contrast=FAR,
)


def verdict(plan):
    return judge_panels(plan, run(plan))[0][0].verdict


def test_the_contrast_does_not_replace_the_reference():
    assert verdict(PLAN) is Verdict.HOLDS
    assert verdict(replace(PLAN, reference=FAR, contrast=NEAR)) is Verdict.VIOLATED


def test_nor_does_one_of_the_same_name():
    """Somebody calls both by one name."""
    near, far = (ScaledDistribution(NEAR, f, "mine", "m") for f in (1.0, 3.0))
    plan = replace(PLAN, reference=near, contrast=far)
    assert verdict(plan) is Verdict.HOLDS
    assert verdict(replace(plan, reference=far, contrast=near)) is Verdict.VIOLATED
    assert "nearer to" in simulation_page(plan, run(plan))
    assert verdict(replace(plan, contrast=near)) is None  # nothing to tell apart


@pytest.mark.parametrize("make", [marchenko_pastur, semicircle, quarter_circle, shifted_singular_values])
def test_names_are_exact(make):
    one, other = make(0.3), make(float(np.nextafter(0.3, 1)))
    assert one.name != other.name
    assert identity(one) != identity(other)
    assert "0.3" in one.name


def test_atoms_are_part_of_the_name():
    assert NEAR.name != FAR.name
    many = [semicircle_sum(np.arange(50.0) * s, np.full(50, 0.02), 1.0).name for s in (1, 2)]
    assert many[0] != many[1]
    assert max(map(len, many)) < 60


def test_what_stored_runs_hold_does_not_move_with_the_files() -> None:
    text = identity(ScaledDistribution(semicircle(), 2.0, "mine", "m"))
    inner = "perturb.distributions.bulk.Semicircle(variance=1.0)"
    assert text == (
        f"perturb.distributions.scaled.ScaledDistribution(distribution={inner}, factor=2.0, label='mine', "
        "shift=0.0, symbol='m')"
    )
    assert identity(kappa_2x2()) == "perturb.distributions.kappa_2x2.Kappa2x2(field='real')"
