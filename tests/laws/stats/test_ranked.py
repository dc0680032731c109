"""Which known distributions fit: all draws decide, and no draw outvotes the others."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from perturb import law
from perturb.cli.law import command
from perturb.laws.distributions import marchenko_pastur, semicircle
from perturb.laws.stats.fit import ENOUGH, thinned
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.ranked import ranked
from perturb.laws.stats.slips import LEAST, MOST, likelihood


def test_nine_thousand_bad_values_of_a_million_are_found():
    """Without a distribution 100,000 draws were looked at, "1,000,000 draws" printed, and they passed."""
    draws = semicircle().rvs(10**6, np.random.default_rng(1))
    found = law(draws)
    assert (found.verdict, found.found[0].judged.draws) == ("not refuted", 10**6)
    assert found.found[0].judged.observed == goodness_of_fit(draws, semicircle(), 1e-6).observed
    draws[:9_000] = 0.0
    assert law(draws, "semicircle").verdict == "refuted"
    assert law(draws).verdict == "refuted"


def test_all_draws_that_are_printed_decide():
    draws = semicircle().rvs(2_000, np.random.default_rng(2))
    found = law(draws)
    assert found.found[0].judged.draws == found.draws == 2_000


@pytest.mark.parametrize("zero", [0.0, -1e-17])
def test_a_zero_does_not_rank_the_worst_first(zero, tmp_path):
    """Where a density has a pole a single 0 made the likelihood infinite: printed as Infinity, no JSON."""
    pole = marchenko_pastur(1)
    draws = np.append(pole.rvs(400, np.random.default_rng(3)), zero)
    plain, with_zero = ranked(draws[:-1], 1e-6), ranked(draws, 1e-6)
    assert with_zero[0].distribution.name == plain[0].distribution.name == pole.name
    assert all(np.isfinite(one.likelihood) for one in with_zero)
    np.save(tmp_path / "draws.npy", draws)

    def refuse(word):
        raise AssertionError(word)

    told = CliRunner().invoke(command, [str(tmp_path / "draws.npy"), "--json"])
    assert json.loads(told.output, parse_constant=refuse)["found"][0]["distribution"] == pole.name


def test_one_draw_does_not_outvote_all_others():
    x = np.linspace(0.5, 2.5, 99)
    plain = likelihood(x, marchenko_pastur(1), None)
    assert likelihood(np.append(x, 0.0), marchenko_pastur(1), None) < plain + (MOST + 2) / 100
    assert likelihood(np.append(x, 9.0), marchenko_pastur(1), None) > plain + (LEAST - 2) / 100
    assert np.isfinite(likelihood(np.zeros(3), marchenko_pastur(1), None))


def test_an_atom_counts_by_its_mass():
    draws = marchenko_pastur(2.0).rvs(4_000, np.random.default_rng(4))
    right, wrong = (likelihood(draws, marchenko_pastur(c), None) for c in (2.0, 2.5))
    assert right > wrong > -5


def test_a_fitted_parameter_costs():
    draws = semicircle().rvs(1_000, np.random.default_rng(5))
    cost = likelihood(draws, semicircle(), None) - likelihood(draws, semicircle(), None, 2)
    assert cost == pytest.approx(np.log(1_000) / 1_000)


def test_a_fit_to_order_statistics():
    x = np.random.default_rng(6).permutation(3 * ENOUGH) * 1.0
    kept = thinned(x)
    assert (len(kept), kept[0], kept[-1]) == (ENOUGH, 0.0, 3 * ENOUGH - 1.0)
    assert np.array_equal(thinned(x[:50]), np.sort(x[:50]))
