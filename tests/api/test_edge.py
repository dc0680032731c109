"""Eigenvalues of small matrices without the option: no number of a limit is said of them as of draws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import perturb
from perturb.laws.distributions import marchenko_pastur, semicircle


@pytest.mark.parametrize(("n", "m"), [(20, 40), (40, 80), (60, 40), (60, 120), (100, 200)])
def test_a_small_spectrum_is_not_refuted_as_draws(n: int, m: int) -> None:
    """For 7 of 40 true matrices of 20 x 40 the largest value lay beyond the support of the limit."""
    found: Counter[str] = Counter()
    for seed in range(40):
        X = np.random.default_rng([seed, n]).standard_normal((n, m))
        judged = perturb.law(np.linalg.eigvalsh(X @ X.T / m), marchenko_pastur(n / m))
        found[judged.verdict] += 1
        assert judged.verdict != "unresolved" or "spectrum" in repr(judged)
    assert found["refuted"] == 0
    assert found["unresolved"] > 0


def test_of_the_semicircle_too() -> None:
    for seed in range(40):
        G = np.random.default_rng(seed).standard_normal((25, 25))
        values = np.linalg.eigvalsh((G + G.T) / 50**0.5)
        assert perturb.law(values, semicircle()).verdict != "refuted"


def test_values_far_beyond_or_elsewhere_are_refuted_as_ever() -> None:
    rng = np.random.default_rng(1)
    inside = marchenko_pastur(0.5).rvs(40, rng)
    assert perturb.law(np.append(inside, 4.5), marchenko_pastur(0.5)).verdict == "refuted"
    said = perturb.law(np.append(inside, 3.0), marchenko_pastur(0.5))
    assert said.verdict == "unresolved"
    assert "1 value lies beyond the support" in repr(said)
    assert perturb.law(np.append(rng.random(400) + 0.2, 2.95), marchenko_pastur(0.5)).verdict == "refuted"
