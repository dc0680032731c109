"""Condition numbers with masks: the bounds are those of the catalogue, and the truth is below them."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.networks.weights import theory
from perturb.networks.weights.mask_bounds import MaskBound
from perturb.networks.weights.masks import MaskCase, Masked, with_skip, without_skip
from perturb.networks.weights.values import skew, values
from perturb.statements.catalogue import catalogue


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def residual(A: np.ndarray, rho: float = 1.0, **more: object) -> Masked:
    found = values(A), values(A + rho * np.eye(len(A))), skew(A)
    return with_skip(A, rho, found, **more)  # type: ignore[arg-type]


def exact_kappa(A: np.ndarray) -> mpmath.mpf:
    """Of the columns that are not 0, to 50 digits."""
    with mpmath.workdps(50):
        s = mpmath.svd_r(mpmath.matrix(A[:, A.any(axis=0)].tolist()), compute_uv=False)
        return max(s) / min(s)


@pytest.mark.parametrize("rho", [1.0, -2.0, 0.5])
@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_every_bound_that_applies_holds_for_every_mask(rng: np.random.Generator, n: int, rho: float) -> None:
    """All masks, at 50 digits; c so small that the printed hypotheses hold for some m."""
    A = rng.standard_normal((n, n)) * abs(rho) / (60 * n)
    found = residual(A, rho)
    applied = 0
    for case in found.cases:
        masks = [np.array([k not in dropped for k in range(n)]) for dropped in subsets(n, case.m)]
        worst = max(exact_kappa((A + rho * np.eye(n)) * keep) for keep in masks)
        assert float(case.truth.floats[0] or 0) <= worst * (1 + mpmath.mpf(10) ** -30)
        for b in case.bounds:
            if b.value is not None and b.value.hi is not None:
                applied += 1
                assert mpmath.mpf(int(b.value.hi.p)) / int(b.value.hi.q) >= worst
            assert not case.failed(b)
    assert applied >= 6


def subsets(n: int, m: int) -> list[set[int]]:
    from itertools import combinations

    return [set(x) for x in combinations(range(n), m)][:200]


def test_the_bounds_are_claims_of_the_catalogue() -> None:
    known = {key.removeprefix("riedi2022/") for key in catalogue()}
    for case in residual(np.eye(10) / 300).cases:
        assert {b.source for b in case.bounds} - {""} <= known


def test_a_printed_bound_by_hand() -> None:
    """(89) at n = 10, cn = 1/30: (1 + 1/30) / sqrt(1 - 22/30)."""
    case = next(c for c in residual(np.eye(10) / 300).cases if c.m == 5)
    (found,) = [b for b in case.bounds if b.source == "thm-31.89"]
    assert found.met is True
    assert found.value is not None
    assert found.value.floats == pytest.approx([(1 + 1 / 30) / (1 - 22 / 30) ** 0.5] * 2, rel=1e-12)
    assert float(found.rho or 0) == pytest.approx(2 * 11 * 10 / 300)


def test_a_hypothesis_that_does_not_hold_says_nothing() -> None:
    case = next(c for c in residual(np.ones((10, 10))).cases if c.m == 5)
    printed = [b for b in case.bounds if b.kind == "printed"]
    assert [b.met for b in printed] == [False] * 3
    assert [b.value for b in printed] == [None] * 3


def test_a_bound_below_a_mask_that_was_seen_has_failed() -> None:
    bound = MaskBound("", "", "printed", "", Enclosure(fmpq(1), fmpq(1)), Enclosure(fmpq(1), fmpq(2)), None)
    case = MaskCase(1, 3, "columns", "drawn", 1, Enclosure(fmpq(3), fmpq(4)), (bound,))
    assert case.failed(bound)
    assert case.loose(bound) == pytest.approx(2 / 3)


def test_rows_of_a_wide_matrix_and_of_a_tall_one(rng: np.random.Generator) -> None:
    """Orthonormal rows stay so; two rows in one direction are singular for the mask that keeps both."""
    wide = without_skip(np.eye(20, 40), values(np.eye(20, 40)))
    assert [(c.m, c.truth.floats) for c in wide.cases] == [
        (m, pytest.approx((1, 1), abs=1e-12)) for m in (2, 10)
    ]
    assert all(c.loose(b) == pytest.approx(1) for c in wide.cases for b in c.bounds)
    tall = rng.standard_normal((40, 20))
    assert all(not c.bounds for c in without_skip(tall, values(tall)).cases)


def test_masks_of_data_are_looked_at() -> None:
    """The one mask that data visit, of two rows that are nearly parallel."""
    A = np.array([[1.0, 0], [1, 1e-3], [0, 1]])
    found = without_skip(A, values(A), np.array([[True, True, False], [False, False, False]]))
    (case,) = [c for c in found.cases if c.source == "data"]
    assert case.m == 1
    assert case.truth.floats[0] == pytest.approx(2000, rel=1e-3)


def test_known_layers() -> None:
    """Nothing to mask in one number; zero weights leave the identity; without a skip they have no kappa."""
    assert [c.m for c in residual(np.array([[0.5]])).cases] == [0]
    zero = residual(np.zeros((20, 20)))
    assert all(c.truth.floats == pytest.approx((1, 1), abs=1e-12) for c in zero.cases)
    assert without_skip(np.zeros((20, 30)), values(np.zeros((20, 30)))).cases[0].truth.hi is None
    assert with_skip(np.eye(3), 0.0, (values(np.eye(3)), values(np.eye(3)), skew(np.eye(3)))).cases == ()


def test_what_the_sum_rounds_away_is_in_the_bars(rng: np.random.Generator) -> None:
    """A + 0.1 I has entries between floats: kappa of the exact sum lies in the bars of the one computed."""
    A = rng.standard_normal((4, 4)) * 1e-3 + np.diag([1e15, 1, 1, 1])
    (layer,) = theory([A], {"skip": {"0": 0.1}}).layers
    assert layer.masked is not None
    with mpmath.workdps(50):
        exact = mpmath.matrix(A.tolist()) + mpmath.mpf(0.1) * mpmath.eye(4)
        s = mpmath.svd_r(exact, compute_uv=False)
        low, high = layer.masked.cases[0].truth.floats
        assert low <= max(s) / min(s)
        assert high is None or max(s) / min(s) <= high


def test_only_masks_that_were_looked_at_are_counted() -> None:
    """Of data with more masks than are looked at; equal ones count once."""
    rng = np.random.default_rng(0)
    A = rng.standard_normal((12, 20))
    masks = rng.random((100, 12)) < 0.6
    many = [case for case in without_skip(A, values(A), masks).cases if case.source == "data"]
    one = [case for case in without_skip(A, values(A), masks[[0] * 9]).cases if case.source == "data"]
    assert [case.count for case in many] == [24]
    assert [case.count for case in one] == [1]
