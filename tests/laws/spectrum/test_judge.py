"""The eigenvalues of one matrix: a level that is kept, power, and what cannot be a spectrum at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from perturb.enclosure import Rigour
from perturb.laws.distributions import circular_law_radius, marchenko_pastur, quarter_circle, semicircle
from perturb.laws.spectrum.gaussian_spectra import Wishart
from perturb.laws.spectrum.judge import judge_spectrum
from perturb.laws.spectrum.limits import NoEnsemble


def gaussian(shape, beta, rng):
    real = rng.standard_normal(shape)
    return real if beta == 1 else (real + 1j * rng.standard_normal(shape)) / np.sqrt(2)


def wishart(n, m, beta, rng):
    X = gaussian((n, m), beta, rng)
    return np.linalg.eigvalsh(X @ X.conj().T / m)


def wigner(n, beta, rng):
    G = gaussian((n, n), beta, rng)
    return np.linalg.eigvalsh((G + G.conj().T) / np.sqrt(2 * n))


def radii(n, beta, rng):
    return np.abs(np.linalg.eigvals(gaussian((n, n), beta, rng))) / np.sqrt(n)


TRUE = {
    "wishart": (lambda rng: wishart(50, 100, 1, rng), marchenko_pastur(0.5), 1),
    "complex wishart": (lambda rng: wishart(50, 100, 2, rng), marchenko_pastur(0.5), 2),
    "square": (lambda rng: wishart(50, 50, 1, rng), marchenko_pastur(1), 1),
    "more rows": (lambda rng: wishart(50, 20, 1, rng), marchenko_pastur(2.5), 1),
    "singular values": (lambda rng: wishart(50, 50, 1, rng) ** 0.5, quarter_circle(), 1),
    "goe": (lambda rng: wigner(50, 1, rng), semicircle(), 1),
    "gue": (lambda rng: 2 * wigner(50, 2, rng), semicircle(4.0), 2),
    "radii": (lambda rng: radii(50, 1, rng), circular_law_radius(), 1),
    "complex radii": (lambda rng: radii(50, 2, rng), circular_law_radius(), 2),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_level_is_kept(name) -> None:
    """True spectra of dense matrices: no more are refuted than chance allows, but for 1e-9, and some are."""
    draw, law, beta = TRUE[name]
    rng, runs = np.random.default_rng(11), 250
    found = [judge_spectrum(draw(rng), law, 0.05, beta, 999).verdict == "refuted" for _ in range(runs)]
    assert 0 < sum(found) <= binom.isf(1e-9, runs, 0.05)


def test_a_true_wishart_matrix_is_not_refuted() -> None:
    """Of 40 seeds 16 were, at alpha 1e-6: the largest eigenvalue lies just outside the limit's support."""
    for seed in range(40):
        values = wishart(300, 600, 1, np.random.default_rng(seed))
        assert judge_spectrum(values, marchenko_pastur(0.5), 1e-6, draws=199).verdict == "not refuted"


def test_the_wrong_ratio_is_refuted() -> None:
    """At alpha .01 and n = 300 always; the limits say so at 1e-6, too."""
    rng = np.random.default_rng(12)
    for _ in range(20):
        values = wishart(300, 500, 1, rng)
        by_draws = judge_spectrum(values, marchenko_pastur(0.5), 0.01, draws=199)
        assert (by_draws.verdict, by_draws.rigour) == ("refuted", Rigour.CONFIDENCE)
        by_limit = judge_spectrum(values, marchenko_pastur(0.5), 1e-6, draws=199)
        assert (by_limit.verdict, by_limit.rigour) == ("refuted", Rigour.ASYMPTOTIC)


@pytest.mark.parametrize(
    ("values", "law", "beta", "told"),
    [
        (wishart(300, 600, 2, np.random.default_rng(1)), marchenko_pastur(0.5), 1, "spacings"),
        (np.append(wigner(200, 1, np.random.default_rng(2))[:-1], 2.6), semicircle(), 1, "largest"),
        (marchenko_pastur(0.5).rvs(200, np.random.default_rng(3)), marchenko_pastur(0.5), 1, "log det"),
        (radii(100, 1, np.random.default_rng(4)), circular_law_radius(), 2, "alone"),
        (
            np.append([0.0, 0.0], wishart(98, 98, 1, np.random.default_rng(5))),
            marchenko_pastur(1),
            1,
            "log det",
        ),
    ],
    ids=["complex for real", "a spike", "independent values", "real for complex", "two zeros too many"],
)
def test_what_is_off_is_told(values, law, beta, told) -> None:
    found = judge_spectrum(values, law, 0.01, beta, 499)
    assert found.verdict == "refuted"
    assert found.deviations[0].name.startswith(told)


def test_a_spike_is_refuted_far_below_the_reach_of_the_draws() -> None:
    spiked = np.append(wigner(200, 1, np.random.default_rng(6))[:-1], 2.6)
    found = judge_spectrum(spiked, semicircle(), 1e-9, draws=199)
    assert (found.verdict, found.by_draws) == ("refuted", 1 / 200)


def test_the_rank_is_exact_at_its_smallest() -> None:
    """alpha = 1/(draws + 1) is what so many draws reach, no less."""
    far = np.linspace(5, 9, 20)
    assert judge_spectrum(far, semicircle(), 1 / 100, draws=99).rigour is Rigour.CONFIDENCE
    assert judge_spectrum(far, semicircle(), 0.0099, draws=99).rigour is Rigour.ASYMPTOTIC
    assert judge_spectrum(far, semicircle(), 1 / 100, draws=99).by_draws == 1 / 100


def test_a_limit_refutes_only_what_lies_beyond_all_draws() -> None:
    """Whatever an approximation says far out, its level is that of the draws at most."""
    found = judge_spectrum(np.linspace(5, 9, 20), semicircle(), 1e-6, draws=99)
    assert (found.verdict, found.by_draws) == ("refuted", 1 / 100)
    assert replace(found, by_draws=2 / 100).verdict == "not refuted"


def test_a_limit_does_not_speak_of_few_values() -> None:
    found = judge_spectrum([5.0, 6.0], semicircle(), 1e-6, draws=99)
    assert (found.verdict, found.by_limit) == ("unresolved", None)
    assert judge_spectrum([5.0, 6.0], semicircle(), 0.05, draws=99).verdict == "refuted"


def test_zeros_and_signs() -> None:
    values = wishart(60, 30, 1, np.random.default_rng(7))
    assert judge_spectrum(values, marchenko_pastur(2.0), 0.01, draws=199).verdict == "not refuted"
    X = np.random.default_rng(7).standard_normal((60, 30)).astype(np.float32)
    single = np.linalg.eigvalsh(X @ X.T / 30)  # its zeros are 1e-8
    assert judge_spectrum(single, marchenko_pastur(2.0), 0.01, draws=199).verdict == "not refuted"
    few = judge_spectrum(values[20:], marchenko_pastur(2.0), 1e-6)
    assert (few.verdict, few.rigour) == ("refuted", Rigour.EXACT)
    assert few.impossible == "20 of 40 values must be 0, and 10 are"
    negative = judge_spectrum([-1.0, 2.0, 3.0], quarter_circle(), 0.1)
    assert (negative.verdict, negative.impossible) == ("refuted", "1 of 3 values are negative")


@pytest.mark.parametrize("scale", [1e-300, 1e200, 4e307])
@pytest.mark.parametrize(
    "law", [marchenko_pastur(0.5), semicircle(), quarter_circle(), circular_law_radius()]
)
def test_values_of_any_size(law, scale) -> None:
    values = scale * wishart(30, 60, 1, np.random.default_rng(8))
    found = judge_spectrum(values, law, 1e-6, draws=99)
    assert (found.verdict, found.by_draws) == ("refuted", 1 / 100)


def test_bad_input() -> None:
    with pytest.raises(NoEnsemble, match="a spectrum is drawn here up to 10,000"):
        judge_spectrum(np.arange(10_001.0), semicircle(), 0.01)
    with pytest.raises(NoEnsemble, match=r"draws must lie between 19 and 10\^6"):
        judge_spectrum(np.arange(10.0), semicircle(), 0.01, draws=3)
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1"):
        judge_spectrum(np.arange(10.0), semicircle(), 1.5)


@pytest.mark.parametrize(("n", "m"), [(600, 600), (200, 130)])
@pytest.mark.parametrize("divided", [False, True])
def test_a_true_spectrum_that_was_computed_in_float32_is_not_refuted(n, m, divided) -> None:
    """The 600th eigenvalue and the 70 zeros are roundings; so they are after a division in float64."""
    X = np.random.default_rng(6).standard_normal((n, m)).astype(np.float32)
    found = np.linalg.eigvalsh(X @ X.T).astype(float) / m if divided else np.linalg.eigvalsh(X @ X.T / m)
    assert found.dtype == (float if divided else np.float32)
    assert judge_spectrum(found, marchenko_pastur(n / m), 0.01, 1, 999).verdict == "not refuted"


def test_a_limit_far_from_normal_is_not_taken_at_its_word() -> None:
    """Of quaternion 10 x 10 matrices one in 170 was as unlikely as 1e-6, were the statistics normal."""
    law, rng = marchenko_pastur(1), np.random.default_rng(3)
    rows = Wishart(10, 10, 4).draw(2_000, rng)
    found = [judge_spectrum(x, law, 1e-6, 4, 999).by_limit for x in rows]
    assert sum(p <= 1e-6 for p in found) == 0
    assert judge_spectrum(rows[0] + 9, law, 1e-6, 4, 999).verdict == "refuted"


@pytest.mark.parametrize(
    "wrong", [{"draws": 99.5}, {"draws": True}, {"draws": "99"}, {"beta": True}, {"beta": "2"}]
)
def test_numbers_that_are_not_whole_are_told(wrong) -> None:
    with pytest.raises(NoEnsemble, match="whole number"):
        judge_spectrum(np.arange(5.0), semicircle(), 0.01, **wrong)
