"""ReLU behind a layer, whole files, and condition numbers with masks below their bounds."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import mpmath
import numpy as np
import pytest
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.networks.relu import operator_width, relu_width_bounds
from perturb.networks.weights import checkpoints, network_sentences, theory
from perturb.networks.weights.layer_theory import linear_width, relu_layer
from perturb.networks.weights.mask_bounds import MaskBound
from perturb.networks.weights.masks import MaskCase, Masked, with_skip, without_skip
from perturb.networks.weights.sentences import theory_sentences
from perturb.networks.weights.values import skew, values
from perturb.pages.weights.audit_page import theory_sections
from perturb.statements.catalogue import catalogue

RNG = np.random.default_rng(3)
LAYERS = [
    np.eye(4),
    np.ones((1, 1)),
    np.array([[1.0, 2], [3, 4], [-5, 6]]),
    RNG.standard_normal((6, 9)),
    RNG.standard_normal((30, 7)),
    1e-200 * RNG.standard_normal((5, 5)),
]


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


@pytest.mark.parametrize("A", LAYERS, ids=lambda A: f"{A.shape}")
def test_the_relu_layer_agrees_with_the_engines(A: np.ndarray) -> None:
    own = relu_layer(A, values(A))
    width, bounds = operator_width(A), relu_width_bounds(A)
    assert max(own.linear_width.lo, width.lo) <= min(own.linear_width.hi, width.hi)
    assert max(own.width.lo, bounds.lo) <= min(own.width.hi, bounds.hi)
    s = np.linalg.svd(A, compute_uv=False)
    low, high = own.norm.floats
    assert s[0] / sqrt(2) * (1 - 1e-9) <= low <= high <= s[0] * (1 + 1e-9)
    assert len(own.bounds) == len(s)


def test_s_0_of_known_layers() -> None:
    """The identity: 1. Rows a and -a: |a|, which is s_1 / sqrt 2. All entries positive: s_1."""
    a = np.array([[3.0, 4]])
    for A, value in ((np.eye(5), 1.0), (np.vstack([a, -a]), 5.0), (np.ones((30, 30)), 30.0)):
        assert relu_layer(A, values(A)).norm.floats == pytest.approx((value, value), rel=1e-4)


@pytest.mark.parametrize("m", [25, 60])
def test_the_attained_end_of_s_0_is_attained(rng: np.random.Generator, m: int) -> None:
    """Many rows: an x of the unit ball has |ReLU(Ax)| above the lower end, at 50 digits."""
    A = rng.standard_normal((m, 8))
    low = relu_layer(A, values(A)).norm.floats[0]
    X = rng.standard_normal((20000, 8))
    best = X[np.argmax(np.linalg.norm(np.maximum(X @ A.T, 0), axis=1) / np.linalg.norm(X, axis=1))]
    for _ in range(500):
        best = A.T @ np.maximum(A @ best, 0)
        best /= np.linalg.norm(best)
    with mpmath.workdps(50):
        image = mpmath.matrix(A.tolist()) * mpmath.matrix(best.tolist())
        seen = mpmath.norm([max(x, 0) for x in image]) / mpmath.norm(best.tolist())
    assert low <= seen * (1 + mpmath.mpf(2) ** -14)


def test_the_width_against_50_digits() -> None:
    """2 E |diag(s) g| for s = (3, 4), 2 sqrt(2/pi) 4 E(1 - (3/4)^2), the complete elliptic integral."""
    with mpmath.workdps(50):
        exact = 2 * mpmath.sqrt(2 / mpmath.pi) * 4 * mpmath.ellipe(1 - mpmath.mpf(9) / 16)
    found = linear_width(values(np.diag([3.0, 4])))
    low, high = (mpmath.mpf(int(x.p)) / int(x.q) for x in (found.lo, found.hi))
    assert low <= exact <= high <= low * (1 + mpmath.mpf(10) ** -12)


KERNEL = {"convolution": {"kernel": {}}}
NETWORK = {
    "first": RNG.standard_normal((40, 20)) / 6,
    "second": RNG.standard_normal((40, 40)) / 200,
    "kernel": RNG.standard_normal((4, 3, 2, 2)),
    "zero": np.zeros((20, 20)),
    "column": np.ones((4, 1)),
    "one": np.ones((1, 1)),
    "bias": np.zeros(4),
}


def test_every_layer_is_answered_and_says_what_it_rests_on() -> None:
    told = []
    found = theory(NETWORK, KERNEL | {"skip": {"second": 1.0}}, seen=lambda one: told.append(one.name))
    assert told == [one.name for one in found.layers] == [k for k in NETWORK if k != "bias"]
    for one in found.layers:
        for line in theory_sentences(one, found.alpha):
            left_out = line in one.omitted
            assert left_out or line.endswith("]"), line
    second = found.layers[1]
    assert second.masked is not None
    assert not second.masked.supposed
    assert [case.m for case in second.masked.cases] == [0, 4, 20]
    assert found.layers[2].masked is None
    assert "masks are left out" in found.layers[2].omitted[0]


def test_the_table_the_object_and_the_page() -> None:
    found = theory(NETWORK, KERNEL | {"order": [k for k in NETWORK if k != "bias"]})
    frame = found.to_frame()
    assert list(frame["layer"]) == [k for k in NETWORK if k != "bias"]
    assert frame.loc[1, "kappa_MD_worst_seen"] > 1
    assert set(found.object()["sentences"]) == set(frame["layer"])
    text = theory_sections(found)
    assert "Theorem 31 (89)" in text
    assert "had it a skip, at rho = 1" in text
    assert "nan" not in text


def test_layers_that_are_not_finite_hide_no_others(tmp_path: Path) -> None:
    """A file with NaN in one layer: the other is answered, and why there is no network and no movement."""
    good = {"a": np.eye(20), "b": np.full((20, 20), np.nan)}
    np.savez(tmp_path / "w.npz", **good)
    found = theory(tmp_path / "w.npz", {"order": ["a", "b"]})
    assert [one.name for one in found.layers] == ["a"]
    assert found.network.why_not == "b: entry (0, 0) is nan"
    assert "b: entry" in next(network_sentences(found.network))
    (step,) = checkpoints([tmp_path / "w.npz", tmp_path / "w.npz"])
    assert ([one.layer for one in step.moved], step.missing) == (["a"], ("b",))


def test_what_is_said_of_relu_is_left_out_behind_others() -> None:
    found = theory([np.eye(3), np.eye(3), np.eye(3)], {"activation": {"1": "leaky_relu"}, "skip": {"2": 1.0}})
    first, second, third = found.layers
    assert first.relu is not None
    assert (second.relu, second.masked) == (None, None)
    assert third.masked is None  # its D is that of the layer before
    assert third.relu is not None
    text = theory_sections(found)
    assert "1: leaky_relu behind it" in text.replace("\\_", "_")
    assert "relu_s_0_low" not in found.rows()[1]


def test_the_least_rho_is_that_of_every_number_of_zeros() -> None:
    """(91) asks for 2 cn (1 + 2m) < 1: c = 0.1, n = 20, so 4 (1 + 2m) for m = 2 and m = 10."""
    text = theory_sections(theory([np.full((20, 20), 0.1)], {"skip": {"0": 1.0}}))
    (row,) = (line for line in text.splitlines() if line.startswith("| Theorem 31 (91)"))
    assert "| 20 to 84 |" in row


# Condition numbers with masks: the bounds are those of the catalogue, and the truth is below them.


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
