"""The eigenvalues of one matrix: a level that is kept, power, drawn spectra, and what names them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, ks_2samp

from perturb.enclosure import Rigour
from perturb.laws.distributions import (
    circular_law_radius,
    marchenko_pastur,
    quarter_circle,
    semicircle,
    tracy_widom,
)
from perturb.laws.distributions.names import named_distribution
from perturb.laws.ensembles.spectra import LARGE
from perturb.laws.spectrum.gaussian_spectra import (
    MANY,
    Ginibre,
    Wigner,
    Wishart,
    _eigenvalues,
    alone,
    normal_score,
)
from perturb.laws.spectrum.judge import NoEnsemble, asked, judge_spectrum, null, spacing_ratio, table


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


# Spectra that are drawn: those of dense matrices, with the fluctuations that theorems give them.


ALL = [Wigner(200, 1), Wigner(200, 2), Wigner(200, 4), Wishart(100, 250, 1), Wishart(150, 150, 2)]
DRAWS = 1_500


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_traces_of_chebyshev_polynomials_have_the_variance_of_johansson(one) -> None:
    """k / (2 beta), whatever the ensemble: only the ends of the support count. Six standard deviations."""
    found = table(one, one.draw(DRAWS, np.random.default_rng(1)))
    spread = found.of(tuple(f"sum of T_{k}" for k in (1, 2, 3))).var(axis=0)
    assert spread == pytest.approx(np.array([1, 2, 3]) / (2 * one.beta), rel=6 * (2 / DRAWS) ** 0.5)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_means_are_shifted_as_bai_and_silverstein_say(one) -> None:
    """By (2/beta - 1)/2 for even degrees and not for odd ones, beside n times the limit's."""
    found = table(one, one.draw(DRAWS, np.random.default_rng(2)))
    t = one.centred(one.limit.ppf((np.arange(10**5) + 0.5) / 10**5))
    for k in (1, 2, 3):
        column = found.of((f"sum of T_{k}",))[:, 0]
        expected = one.n * np.cos(k * np.arccos(t.clip(-1, 1))).mean() + (k == 2) * (1 / one.beta - 0.5)
        error = 6 * column.std() / DRAWS**0.5
        assert column.mean() == pytest.approx(expected, abs=error + 2.5 / one.n**0.9)


def dense(one, rng: np.random.Generator) -> np.ndarray:
    shape = (one.n, getattr(one, "m", one.n))
    X = rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if one.beta == 2 else 0)
    X = X / np.sqrt(one.beta)
    if isinstance(one, Ginibre):
        return np.sort(np.abs(np.linalg.eigvals(X))) / np.sqrt(one.n)
    if isinstance(one, Wishart):
        return np.linalg.eigvalsh(X @ X.conj().T / one.m)
    return np.linalg.eigvalsh((X + X.conj().T) / np.sqrt(2 * one.n))


@pytest.mark.parametrize(
    "one",
    [Wigner(20, 1), Wigner(20, 2), Wishart(20, 30, 1), Wishart(20, 20, 2), Ginibre(20, 2), Ginibre(20, 1)],
    ids=lambda one: one.name,
)
def test_draws_are_as_those_of_dense_matrices(one) -> None:
    rng = np.random.default_rng(3)
    ours = table(one, one.draw(1_000, rng))
    other = table(one, np.stack([dense(one, rng) for _ in range(1_000)]))
    for k, name in enumerate(ours.names):
        assert ks_2samp(ours.values[:, k], other.values[:, k]).pvalue > 1e-9, name


def test_conjugate_pairs_are_no_spread() -> None:
    values = np.abs(np.linalg.eigvals(np.random.default_rng(4).standard_normal((30, 30))))
    real = int(alone(np.sort(values)[None])[0])
    assert 0 < real < 20
    assert real % 2 == 0
    assert alone(np.arange(1.0, 9.0)[None])[0] == 8


def test_spacings_tell_the_symmetry() -> None:
    """Means of Y. Y. Atas et al., Phys. Rev. Lett. 110 (2013); of independent values 2 log 2 - 1."""
    found = [
        spacing_ratio(Wigner(200, beta).draw(200, np.random.default_rng(5))).mean() for beta in (1, 2, 4)
    ]
    assert found == pytest.approx([0.5307, 0.5996, 0.6744], abs=0.01)
    apart = spacing_ratio(np.sort(np.random.default_rng(6).random((200, 200)), axis=1)).mean()
    assert apart == pytest.approx(2 * np.log(2) - 1, abs=0.01)
    assert np.isnan(spacing_ratio(np.ones((1, 2)))).all()
    assert spacing_ratio(np.ones((1, 5)))[0] == 0


def test_normal_scores() -> None:
    law = tracy_widom(1)
    x = law.rvs(2_000, np.random.default_rng(7))
    score = normal_score(law, x)
    assert abs(score.mean()) < 6 / 2_000**0.5
    assert np.isfinite(normal_score(law, np.array([-1e4, 1e4]))).all()
    assert np.all(np.diff(normal_score(law, np.linspace(-8, 8, 50))) > 0)


def test_the_draws_are_always_the_same() -> None:
    null.cache_clear()
    first = null(Wigner(30, 1), 100).values
    null.cache_clear()
    assert np.array_equal(first, null(Wigner(30, 1), 100).values)


@pytest.mark.parametrize("draws", [3, MANY])
@pytest.mark.parametrize("n", [7, LARGE + 2])
def test_eigenvalues_side_by_side_and_one_by_one(n, draws) -> None:
    rng = np.random.default_rng(8)
    a, b2 = rng.standard_normal((n, draws)), rng.random((n - 1, draws))
    found = _eigenvalues(a, b2)
    for k in (0, draws - 1):
        b = np.sqrt(b2[:, k])
        expected = np.linalg.eigvalsh(np.diag(a[:, k]) + np.diag(b, 1) + np.diag(b, -1))
        assert found[k] == pytest.approx(expected, abs=1e-11)


# Which matrix a distribution speaks of, once n values are its spectrum.


def test_ensembles_of_limits() -> None:
    assert asked(semicircle(4.0), 50).ensemble == Wigner(50, 1)
    assert asked(quarter_circle(), 50, 2).ensemble == Wishart(50, 50, 2)
    assert asked(circular_law_radius(), 50).ensemble == Ginibre(50, 1)
    assert asked(marchenko_pastur(0.5), 300).ensemble == Wishart(300, 600, 1)


def test_values_go_into_the_units_of_the_ensemble() -> None:
    x = np.array([3.0, 1.0, 2.0])
    assert asked(semicircle(4.0), 3).units(x) == pytest.approx([0.5, 1, 1.5])
    assert asked(quarter_circle(4.0), 3).units(x) == pytest.approx([0.25, 1, 2.25])
    assert asked(named_distribution("2*marchenko-pastur:0.5,3"), 3).units(x) == pytest.approx(np.sort(x) / 6)


def test_more_rows_than_columns() -> None:
    found = asked(marchenko_pastur(2.0), 300)
    assert (found.ensemble, found.zeros) == (Wishart(150, 300, 1), 150)
    assert "150 are 0" in found.note
    X = np.random.default_rng(0).standard_normal((6, 3))
    wide = np.linalg.eigvalsh(X.T @ X / 6)
    assert asked(marchenko_pastur(2.0), 6).units(np.linalg.eigvalsh(X @ X.T / 3))[3:] == pytest.approx(wide)


def test_columns_that_are_no_integer_are_said() -> None:
    found = asked(marchenko_pastur(0.3), 50)
    assert found.ensemble == Wishart(50, 167, 1)
    assert found.note == "50/0.3 = 166.667 columns, rounded to 167"
    assert asked(marchenko_pastur(0.5), 50).note == ""


@pytest.mark.parametrize(
    ("distribution", "n", "beta", "message"),
    [
        (tracy_widom(1), 50, 1, "no spectrum of one matrix is known here for TW_1; it is for semicircle"),
        (semicircle(), 50, 3, "beta = 3 is none of 1, 2, 4"),
        (circular_law_radius(), 50, 4, "beta = 4 is none of 1, 2 for radius"),
        (marchenko_pastur(1000.0), 50, 1, "50 values at ratio 1000 would be of a matrix of 0.05 columns"),
    ],
)
def test_what_has_none(distribution, n, beta, message) -> None:
    with pytest.raises(NoEnsemble, match=message):
        asked(distribution, n, beta)
