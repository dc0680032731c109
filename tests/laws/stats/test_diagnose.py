"""Verdicts on samples and what explains a wrong one: each slip is made, found again and undone."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom

from perturb.laws.distributions import tracy_widom as tracy_widom_slips
from perturb.laws.distributions.gaussian_largest import GaussianLargest
from perturb.laws.distributions.names import at_size, named_distribution, parse
from perturb.laws.distributions.tracy_widom import tracy_widom
from perturb.laws.stats.diagnose import diagnose
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.slips import affine, diagonals, edge, largest_with, likelihood, power, sizes, slips
from tests.laws.stats.plain_distributions import Logistic, Uniform

ALPHA = 1e-6
N = 100
TW1 = parse("tracy-widom-1")
GOE = GaussianLargest(1, N)
DRAWS = GOE.rvs(4_000, np.random.default_rng(1))
RAW = 2 * sqrt(N) + DRAWS / N ** (1 / 6)  # largest eigenvalues
SECOND = tracy_widom(4, convention="goe").rvs(4_000, np.random.default_rng(4)) - 0.108


def dense(n: int, draws: int, diagonal: float, seed: int):
    """n^(1/6) (largest - 2 sqrt(n)), entries of variance 1 and `diagonal`."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(0, draws, 100):
        H = np.tril(rng.standard_normal((100, n, n)), -1)
        H = H + H.swapaxes(1, 2)
        H[:, range(n), range(n)] = sqrt(diagonal) * rng.standard_normal((100, n))
        found.append(np.linalg.eigvalsh(H)[:, -1])
    return n ** (1 / 6) * (np.concatenate(found) - 2 * sqrt(n))


def first(sample, asked: str = "tracy-widom-1", n: int | None = N):
    """Kind and text of the best explanation."""
    named = parse(asked)
    held = (at_size(named, n) if n else None) or named.distribution()
    found = diagnose(sample, named, held, ALPHA, n)
    return (found[0].kind, found[0].text) if found else None


def test_the_mean_of_F_keeps_its_alpha():
    """4,000 true samples of 40: the mean alone, and both together, are wrong as rarely as they say."""
    rng = np.random.default_rng(2)
    judged = [goodness_of_fit(rng.random(40), Uniform(), 0.4) for _ in range(4_000)]
    assert 0 < sum(j.moved for j in judged) <= binom.isf(1e-9, 4_000, 0.2)
    assert 0 < sum(j.verdict == "refuted" for j in judged) <= binom.isf(1e-9, 4_000, 0.4)


def test_the_mean_sees_a_shift_that_the_band_does_not():
    sample = (np.arange(4_000) + 0.5) / 4_000
    judged = goodness_of_fit(sample**1.11, Uniform(), ALPHA)
    assert judged.interval[0] == 0
    assert judged.moved
    assert judged.verdict == "refuted"


def test_a_dense_matrix_is_not_called_tridiagonal():
    """Variance 1 on the diagonal moves the largest eigenvalue of a dense matrix, to first order."""
    for n, seed in ((100, 33), (100, 34), (100, 35)):
        exact = GaussianLargest(1, n)
        wrong = exact.rvs(2_000, np.random.default_rng(seed)) - n ** (-1 / 3)
        found = diagnose(wrong, TW1, exact, ALPHA, n)
        assert found[0].text.endswith("on the diagonal, dense matrix")
        assert found == sorted(found, key=lambda e: -round(e.likelihood, 6))


def test_the_likelihood_of_a_change():
    """If 2 X + 1 is logistic, X has its density at 2 x + 1, doubled."""
    x = np.array([-0.3, 0.0, 4.0])
    found = likelihood(x, Logistic(), lambda v: 2 * v + 1)
    assert found == pytest.approx(float(np.mean(Logistic().logpdf(2 * x + 1) + np.log(2))), rel=1e-9)
    assert likelihood(np.array([0.5, 7.0]), Uniform(), None) == -25.0


def test_half_the_variance_on_the_diagonal():
    """The published slip: 4,000 dense draws at n = 100, alpha 1e-6; the mean moves by -n^(-1/3) = -0.215."""
    wrong = dense(N, 4_000, 1.0, 5)
    judged = goodness_of_fit(wrong, GOE, ALPHA)
    assert judged.verdict == "refuted"
    assert judged.interval[0] > 0
    assert judged.moved
    assert wrong.mean() - GOE.mean() == pytest.approx(-(N ** (-1 / 3)), abs=5 * 1.25 / sqrt(4_000))
    found = diagnose(wrong, TW1, GOE, ALPHA, N)
    assert "variance 1 instead of 2 on the diagonal, dense matrix" in {e.text for e in found}
    assert {e.kind for e in found} == {"diagonal"}


def test_the_right_diagonal_is_consistent():
    right = dense(40, 2_000, 2.0, 6)
    assert goodness_of_fit(right, GaussianLargest(1, 40), ALPHA).verdict == "not refuted"
    assert diagnose(right, TW1, GaussianLargest(1, 40), ALPHA, 40) == []


def test_the_diagonal_of_the_tridiagonal_model():
    """Draws of our own, from full matrices."""
    n, rng = 50, np.random.default_rng(7)
    i, H = np.arange(n), np.zeros((2_000, n, n))
    H[:, i, i] = rng.standard_normal((2_000, n))
    H[:, i[1:], i[:-1]] = np.sqrt(rng.chisquare(n - i[1:], (2_000, n - 1)))
    wrong = n ** (1 / 6) * (np.linalg.eigvalsh(H)[:, -1] - 2 * sqrt(n))
    assert goodness_of_fit(wrong, GaussianLargest(1, n), ALPHA).verdict == "refuted"
    found = diagnose(wrong, TW1, GaussianLargest(1, n), ALPHA, n)
    assert "variance 1 instead of 2 on the diagonal, tridiagonal model" in {e.text for e in found}


@pytest.mark.parametrize("beta", [1, 2])
def test_our_tridiagonal_draws(beta):
    """With the right diagonal they follow the exact one, at n below and above the rows that are kept."""
    for n in (1, 5, 150):
        judged = goodness_of_fit(largest_with(beta, n, 1.0), GaussianLargest(beta, n), 1e-9)
        assert judged.verdict == "not refuted"


SLIPS = {
    "sign": (-DRAWS, "sign", "minus the values"),
    "sqrt 2": (DRAWS * sqrt(2), "scale", "fits sqrt(2) GOE largest"),
    "half": (DRAWS / 2, "scale", "fits 1/2 GOE largest"),
    "raw": (RAW, "raw", "raw largest eigenvalues, off-diagonal variance 1,"),
    "raw of variance 2": (RAW * sqrt(2), "raw", "raw largest eigenvalues, off-diagonal variance 2,"),
    "raw of variance 1/n": (RAW / sqrt(N), "raw", "raw largest eigenvalues, off-diagonal variance 1/n,"),
    "smallest": (-RAW, "raw", "raw smallest eigenvalues, off-diagonal variance 1,"),
    "not centred": (RAW * N ** (1 / 6), "centring", "not centred"),
    "centred wrongly": (N ** (1 / 6) * (RAW - sqrt(8 * N)), "centring", "centred at sqrt(8 n)"),
    "variance 2": (N ** (1 / 6) * (sqrt(2) * RAW - 2 * sqrt(N)), "centring", "off-diagonal variance 2, but"),
    "factor n^(1/6)": (RAW - 2 * sqrt(N), "scale", "n^(1/6) is missing"),
    "factor n^(2/3)": (RAW / sqrt(N) - 2, "scale", "n^(2/3) is missing"),
    "wrong factor": (N ** (2 / 3) * (RAW - 2 * sqrt(N)), "scale", "n^(2/3) where n^(1/6)"),
    "other factor": (N ** (1 / 6) * (RAW / sqrt(N) - 2), "scale", "n^(1/6) where n^(2/3) belongs"),
    "beta 2": (GaussianLargest(2, N).rvs(4_000, np.random.default_rng(3)), "beta", "fits GUE largest"),
    "second": (SECOND, "k-th eigenvalue", "second"),
    "another distribution": (
        named_distribution("semicircle").rvs(4_000, np.random.default_rng(5)),
        "distribution",
        "fits semicircle",
    ),
    "shift": (DRAWS + 0.7, "centring", "fits 0.6"),
    "shift and scale": (7 * DRAWS + 3, "centring and scale", "GOE largest, n = 100, fitted itself"),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_slips_at_the_edge(name):
    sample, kind, text = SLIPS[name]
    found = first(sample)
    assert found is not None
    assert found[0] == kind
    assert text in found[1]


def test_a_factor_goes_along():
    """For sqrt(2) TW_1 (the matrix K + K') raw values are those of off-diagonal variance 2."""
    raw = first(RAW * sqrt(2), "sqrt(2)*tracy-widom-1")
    assert raw[1].startswith("raw largest eigenvalues, off-diagonal variance 2,")
    assert first(DRAWS, "sqrt(2)*tracy-widom-1")[1] == "fits 1/sqrt(2) sqrt(2) GOE largest, n = 100"
    assert first(DRAWS * sqrt(2), "sqrt(2)*tracy-widom-1") is None


def test_without_n():
    """A right sample is off the limit: the sizes at which it is right are named; raw values tell their n."""
    kind, text = first(DRAWS, n=None)
    assert kind == "finite n"
    assert "n = 20 to 200" in text
    assert first(RAW, n=None) == ("raw", "raw largest eigenvalues at n = 100, off-diagonal variance 1")
    both = RAW * sqrt(2)
    assert first(both, n=None)[1].endswith("n = 100, off-diagonal variance 2")
    assert first(both, "sqrt(2)*tracy-widom-1", None)[1].endswith("n = 100, off-diagonal variance 2")
    assert first(-RAW, n=None)[1].startswith("raw smallest eigenvalues at n = 100")


KAPPA = named_distribution("edelman").rvs(3_000, np.random.default_rng(8))
COMPLEX = named_distribution("edelman:complex").rvs(3_000, np.random.default_rng(1))
RATIO = named_distribution("marchenko-pastur:2").rvs(3_000, np.random.default_rng(2))
NARROW = named_distribution("marchenko-pastur:0.4").rvs(3_000, np.random.default_rng(2))
SMALL = named_distribution("smallest-singular").rvs(3_000, np.random.default_rng(9))


@pytest.mark.parametrize(
    ("sample", "asked", "n", "text"),
    [
        (RATIO, "marchenko-pastur:0.5", None, "fits Marchenko-Pastur at ratio 2"),
        (RATIO, "marchenko-pastur:1", None, "fits the ratio 2"),
        (NARROW, "marchenko-pastur:0.5", None, "fits the ratio 0.4"),
        (3 * NARROW, "marchenko-pastur:0.7", None, "fits the ratio 0.401 at variance 3.01"),
        (KAPPA * 50, "edelman", 50, "a factor 1/n is missing"),
        (KAPPA**2, "edelman", None, "the square roots of the values"),
        (1 / KAPPA, "edelman", None, "the reciprocals of the values"),
        (COMPLEX, "edelman", None, "kappa/n, complex"),
        (SMALL, "smallest-singular:complex", None, "fits limit of n s_n^2, real"),
        (np.sqrt(SMALL), "smallest-singular", None, "the squares of the values"),
        (np.sqrt(SMALL / 50), "smallest-singular", 50, "these are s_n, not n s_n^2"),
        (np.sqrt(SMALL) / 50, "smallest-singular", 50, "entries of variance 1/n"),
    ],
)  # fmt: skip
def test_slips_of_singular_values(sample, asked, n, text):
    assert text in first(sample, asked, n)[1]


def test_the_mean_of_F_with_atoms():
    """Halfway up each jump it is 1/2 as well."""
    ratio = named_distribution("marchenko-pastur:2")
    judged = goodness_of_fit(ratio.rvs(3_000, np.random.default_rng(2)), ratio, ALPHA)
    assert judged.verdict == "not refuted"
    assert abs(judged.offset) < judged.slack
    more = np.r_[ratio.rvs(3_000, np.random.default_rng(2)), np.zeros(900)]
    assert goodness_of_fit(more, ratio, ALPHA).moved


def test_no_explanation():
    sample = np.r_[np.zeros(500), np.ones(500), np.linspace(-90, 70, 100) ** 3]
    assert diagnose(sample, TW1, tracy_widom(1), ALPHA) == []


@pytest.mark.parametrize(("alpha", "tolerance", "word"), [(0, None, "alpha"), (1e-6, 1.0, "tolerance")])
def test_bad_numbers(alpha, tolerance, word):
    with pytest.raises(ValueError, match=word):
        goodness_of_fit(np.arange(3.0), Uniform(), alpha, tolerance)


def test_the_right_variance_is_no_slip():
    assert {slip.text.split()[1] for slip in diagonals(TW1, N)} == {"0", "0.5", "1", "4"}
    assert {slip.text.split()[1] for slip in diagonals(parse("tracy-widom-2"), N)} == {"0", "0.5", "2", "4"}


def test_the_order_of_the_values_does_not_matter():
    """A sorted file: its first values are its smallest."""
    found = first(np.sort(sqrt(2) * DRAWS))
    assert found is not None
    assert found[0] == "scale"
    assert "sqrt(2) GOE" in found[1]
    found = first(np.sort(sqrt(2) * GOE.rvs(120_000, np.random.default_rng(5))))  # more than are looked at
    assert found is not None
    assert "sqrt(2) GOE" in found[1]


def test_nan_is_no_sample_of_a_law():
    with pytest.raises(ValueError, match="1 of 3 values are NaN"):
        goodness_of_fit(np.array([0.1, np.nan, 0.2]), Uniform(), ALPHA)


# Each slip is undone by its own change: made on purpose, and taken back.


N_SLIPS, C = 64, sqrt(2)
L = np.array([14.0, 15.5, 16.0, 17.25])  # largest eigenvalues for entries of variance 1 off the diagonal
RIGHT = C * N_SLIPS ** (1 / 6) * (L - 2 * sqrt(N_SLIPS))

SLIPPED = {
    "raw largest eigenvalues, off-diagonal variance 2, neither centred nor scaled": sqrt(2) * L,
    "raw largest eigenvalues, off-diagonal variance 1/n, neither centred nor scaled": L / sqrt(N_SLIPS),
    "off-diagonal variance 4, but centred at 2 sqrt(n)": N_SLIPS ** (1 / 6) * (2 * L - 2 * sqrt(N_SLIPS)),
    "scaled by n^(1/6) but not centred": C * N_SLIPS ** (1 / 6) * L,
    "centred at sqrt(n)": N_SLIPS ** (1 / 6) * (C * L - sqrt(N_SLIPS)),
    "the factor n^(1/6) is missing": RIGHT / N_SLIPS ** (1 / 6),
    "the factor n^(2/3) is missing (entries of variance 1/n)": RIGHT / N_SLIPS ** (2 / 3),
    "factor n^(2/3) where n^(1/6) belongs": RIGHT * sqrt(N_SLIPS),
}


@pytest.mark.parametrize("text", SLIPPED)
def test_a_slip_at_the_edge_is_taken_back(text):
    (slip,) = [one for one in edge(C, N_SLIPS) if one.text == text]
    np.testing.assert_allclose(slip.change(SLIPPED[text]), RIGHT, rtol=1e-12, atol=1e-12)


def test_the_smallest_eigenvalue_is_minus_the_largest():
    found = {one.text: one for one in slips(parse("sqrt(2)*tracy-widom-1"), tracy_widom_slips(1), N_SLIPS)}
    raw = "raw smallest eigenvalues, off-diagonal variance 2, neither centred nor scaled"
    np.testing.assert_allclose(found[raw].change(-sqrt(2) * L), RIGHT, rtol=1e-12, atol=1e-12)
    shifted = found["minus sign, and the factor n^(1/6) is missing"]
    assert shifted.kind == "sign"
    np.testing.assert_allclose(shifted.change(-RIGHT / N_SLIPS ** (1 / 6)), RIGHT, rtol=1e-12)


def test_the_right_variance_on_the_diagonal_is_no_slip():
    texts = [one.text for one in diagonals(parse("tracy-widom-1"), N_SLIPS)]
    assert len(texts) == 4
    assert not any("variance 2 instead" in text for text in texts)


def test_powers_of_the_size():
    found = {one.text: one.change for one in sizes("smallest-singular", N_SLIPS)}
    s = np.array([0.01, 0.3])
    np.testing.assert_allclose(found["these are s_n, not n s_n^2"](s), N_SLIPS * s**2)
    np.testing.assert_allclose(found["a factor n is missing"](s / N_SLIPS), s)
    assert "these are s_n, not n s_n^2" not in {one.text for one in sizes("edelman", N_SLIPS)}


def test_changes():
    assert affine(2.0, 1.0)(3.0) == 7.0
    assert power(4.0, 0.5)(9.0) == 6.0
    with np.errstate(invalid="ignore"):
        assert np.isnan(power(1.0, 0.5)(np.array(-1.0)))


def test_without_the_size_only_sign_scale_and_power_are_tried():
    named = parse("marchenko-pastur:0.5")
    assert {one.kind for one in slips(named, named.distribution(), None)} == {"sign", "scale", "power"}


# Another variance on the diagonal: the model whose draws they are is the first hint.


@pytest.mark.parametrize(("n", "beta"), [(20, 1), (40, 1), (20, 2)])
def test_dense_and_tridiagonal_matrices_are_told_apart(n, beta):
    """Draws of both; at n = 20 the first order of perturbation theory is off by a fifth: 10 of 12 samples of
    dense matrices were called tridiagonal.
    """
    named, exact = parse(f"tracy-widom-{beta}"), GaussianLargest(beta, n)
    variance = 1.0 if beta == 1 else 2.0
    rng, i = np.random.default_rng(n + beta), np.arange(n)
    for _ in range(3 if (n, beta) == (20, 1) else 1):
        X = rng.standard_normal((2, 3_000, n, n))
        X = X[0] if beta == 1 else (X[0] + 1j * X[1]) / sqrt(2)
        X = (X + X.conj().swapaxes(1, 2)) / sqrt(2)
        X[:, i, i] = sqrt(variance) * rng.standard_normal((3_000, n))
        dense_ones = n ** (1 / 6) * (np.linalg.eigvalsh(X)[:, -1] - 2 * sqrt(n))
        assert diagnose(dense_ones, named, exact, ALPHA, n)[0].text.endswith("on the diagonal, dense matrix")
        H = np.zeros((3_000, n, n))
        H[:, i, i] = sqrt(variance) * rng.standard_normal((3_000, n))
        H[:, i[1:], i[:-1]] = np.sqrt(rng.chisquare(beta * (n - i[1:]), (3_000, n - 1)) / beta)
        model = n ** (1 / 6) * (np.linalg.eigvalsh(H)[:, -1] - 2 * sqrt(n))
        assert diagnose(model, named, exact, ALPHA, n)[0].text.endswith("on the diagonal, tridiagonal model")
