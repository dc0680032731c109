"""What the experiment on (9) and (10) is made of: errors, starts and restarts."""

from __future__ import annotations

import numpy as np

from simulations.dittmer2019 import method_laws, method_record
from simulations.dittmer2019.method import best_of_random, outcome, sphere
from theorems.dittmer2019.laws_method import errors, fitted, truncated

RNG = np.random.default_rng


def test_a_direction_that_is_forgotten_shows_the_certain_lower_bound():
    """L of rank k sends v_k to 0: at v_k or -v_k the error is at least sigma_k/sqrt(2)."""
    A = RNG(0).standard_normal((5, 4, 4))
    svd = np.linalg.svd(A)
    for k in (1, 2, 3):
        W, M = truncated(svd, k)
        v = svd[2][:, k, :, None]
        seen = errors(A, W @ M, np.concatenate([v, -v], axis=2)).max(axis=1)
        assert (seen >= svd[1][:, k] / 2**0.5 * (1 - 1e-12)).all()
        assert (seen <= svd[1][:, k] * (1 + 1e-12)).all()


def test_the_restart_with_the_least_sum_is_taken():
    A, X = RNG(1).standard_normal((3, 4, 4)) / 2, sphere(3, 4, 50, RNG(2))
    best = (errors(A, best_of_random(A, X, 1, RNG(3)), X) ** 2).sum(axis=1)
    rng = RNG(3)
    starts = [(rng.standard_normal((3, 4, 1)), rng.standard_normal((3, 1, 4)) / 2) for _ in range(3)]
    sums = [(errors(A, fitted(A, X, *start, 200, 0.05), X) ** 2).sum(axis=1) for start in starts]
    assert np.allclose(best, np.min(sums, axis=0))
    assert (np.ptp(sums, axis=0) > 1e-3).any()


def test_few_points_report_less_than_many():
    cases = [{"points": points, "rank": "n/2", "start": "SVD"} for points in (10, 500)]
    few, many = (outcome(10, 8, RNG(4), **case) for case in cases)
    assert few["ratio"].mean() < many["ratio"].mean()
    assert few["below"].all()
    assert not (many["below"] & many["above"]).any()


def test_the_record_is_whole_and_a_block_of_it_comes_out_again():
    assert not method_record.missing()
    for (_, n, start), ratio in method_record.kept().items():
        assert len(ratio) == method_record.COUNTS[start][n]
        assert (ratio > 0).all()
    again = method_record.reported("signs", 50, "SVD", 8, [method_record.SEED, 2, 50, 0])
    np.testing.assert_allclose(again, method_record.kept()["signs", 50, "SVD"][:8], rtol=1e-3)


def test_matrices_of_the_record_are_what_their_laws_say():
    rng = RNG(6)
    Q = method_record.LAWS["orthogonal"](2, 6, rng)
    assert np.allclose(Q @ Q.swapaxes(1, 2), np.eye(6))
    assert (np.linalg.matrix_rank(method_record.LAWS["of rank n/2"](3, 6, rng)) == 3).all()
    assert (np.linalg.matrix_rank(method_record.LAWS["signs"](5, 4, rng)) == 4).all()


def test_a_verdict_says_on_which_side_of_one_half_the_band_lies():
    orthogonal = [method_laws.verdict(("orthogonal", n, "SVD"), "below") for n in (4, 10, 50, 300)]
    assert orthogonal == ["consistent", "consistent", "refuted", "refuted"]
    assert method_laws.verdict(("Gaussian", 10, "SVD"), "below") == "unresolved"
    assert method_laws.band(("Gaussian", 4, "SVD"), "above")[0] == 0
