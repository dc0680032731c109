"""Certified radii, exact counts of pivots, and events at their thresholds: decided, or open."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.laws.ensembles import certified, ends, pivots, spectra
from perturb.laws.ensembles.ends import Extent, Singular, Squares, Symmetric
from perturb.laws.ensembles.events import holds, settled
from perturb.laws.ensembles.pivots import squares_at_most
from perturb.laws.ensembles.truth import Span, at_most, less, square
from perturb.laws.stats.bins import OPEN
from perturb.numbers import charpoly
from perturb.numbers.scalar import to_arb


def rational(W):
    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in W.tolist()])


def off(values, exact, radius):
    """Every exact value lies within its radius of the float, and the radius is a small one."""
    with ctx.workprec(200):
        for v, x, r in zip(values.tolist(), exact, radius.tolist(), strict=True):
            assert abs(to_arb(x) - v) <= r
    return radius.max()


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 2), (5, 5), (6, 3), (3, 6)])
def test_singular_values_lie_within_their_radius(m, n):
    A = np.random.default_rng(1).standard_normal((3, m, n))
    found = certified.singular_values(A)
    for a, s, r in zip(A, found.values, found.radius, strict=True):
        assert off(s, charpoly.singular_values(rational(a)), r) < 1e-12


def test_eigenvalues_lie_within_their_radius():
    A = np.random.default_rng(2).integers(-9, 9, (3, 6, 6)).astype(float)
    S = A + A.swapaxes(1, 2)
    found = certified.symmetric_eigenvalues(S)
    for s, w, r in zip(S, found.values, found.radius, strict=True):
        assert off(w, charpoly.symmetric_eigenvalues(rational(s))[::-1], r) < 1e-11


# U, d, V' spoilt so that one of the three residuals alone tells.
SPOILT = {
    "d": lambda P, d, Vt: (P, d * (1 + 1e-7), Vt),
    "V and d": lambda P, d, Vt: (P, d * (1 + 1e-7), Vt * (1 + 1e-7)),
    "U and d": lambda P, d, Vt: (P * (1 - 1e-7), d * (1 + 1e-7), Vt),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_radius_covers_wrong_factors(spoil, monkeypatch):
    svd = np.linalg.svd
    A = np.random.default_rng(3).standard_normal((2, 4, 4))
    monkeypatch.setattr(np.linalg, "svd", lambda A, full_matrices: spoil(*svd(A, False)))
    found = certified.singular_values(A)
    for a, s, r in zip(A, found.values, found.radius, strict=True):
        assert 1e-8 < off(s, charpoly.singular_values(rational(a)), r) < 1e-4


def test_a_radius_covers_wrong_eigenvalues(monkeypatch):
    eigh = np.linalg.eigh
    S = np.diag([1.0, 2.0, 3.0])[None]

    def spoilt(S):
        d, V = eigh(S)
        return d * (1 + 1e-7), V

    monkeypatch.setattr(np.linalg, "eigh", spoilt)
    found = certified.symmetric_eigenvalues(S)
    assert 1e-8 < off(found.values[0], [fmpq(k) for k in (1, 2, 3)], found.radius[0]) < 1e-4


def test_eigenvectors_that_repeat_prove_nothing(monkeypatch):
    """S V = V D holds, yet an eigenvalue is missing."""
    S = np.diag([1.0, 2.0])[None]
    V = np.array([[[1.0, 1.0], [0.0, 0.0]]])
    monkeypatch.setattr(np.linalg, "eigh", lambda S: (np.ones((1, 2)), V))
    assert np.isinf(certified.symmetric_eigenvalues(S).radius).all()


def test_values_out_of_order_prove_nothing(monkeypatch):
    svd = np.linalg.svd

    def reversed_svd(A, full_matrices):
        P, d, Vt = svd(A, full_matrices=full_matrices)
        return P[:, :, ::-1], d[:, ::-1], Vt[:, ::-1]

    monkeypatch.setattr(np.linalg, "svd", reversed_svd)
    assert np.isinf(certified.singular_values(np.diag([1.0, 2.0])[None]).radius).all()


@pytest.mark.parametrize("statistic", ["s_1", "s_n", "tau", "tau_low"])
@pytest.mark.parametrize("op", ["<", "<=", ">", ">="])
def test_counts_are_those_of_the_integers(statistic, op):
    """Diagonal matrices with entries -1, 0, 1, 2: half of the samples sit exactly on the threshold."""
    diagonals = np.array([[1, 0], [1, 1], [2, 1], [0, 0], [2, 2], [1, -1]], dtype=float)
    W = np.array([np.diag(d) for d in diagonals])
    values = {
        "s_1": np.abs(diagonals).max(axis=1), "s_n": np.abs(diagonals).min(axis=1),
        "tau": 2 * diagonals.max(axis=1), "tau_low": 2 * diagonals.min(axis=1),
    }[statistic]  # fmt: skip
    threshold = 1.0 if statistic.startswith("s") else 2.0
    compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}[op]
    expected = int(compare(values, threshold).sum())
    found = certified.count_certified(statistic, op, threshold, W)
    assert (found.yes, found.no) == (expected, len(W) - expected)
    assert found.adjudicated >= (values == threshold).sum() > 0


def test_a_sample_one_bit_from_the_threshold_is_decided():
    """The float sum of 1/2 + 2^-60 and 1/2 is 1; exactly it is more."""
    W = np.array([[[0.0, 0.5 + 2.0**-53], [0.5, 0.0]], [[0.0, 0.5], [0.5, 0.0]]])
    assert certified.count_certified("tau", ">", 1.0, W)[:2] == (1, 1)


def test_most_samples_need_no_exact_arithmetic():
    W = np.random.default_rng(4).standard_normal((500, 10, 10)) / 20
    found = certified.count_certified("tau", ">", 0.5, W)
    assert found.yes + found.no == 500
    assert found.adjudicated == 0
    assert found.yes == (np.linalg.eigvalsh(W + W.swapaxes(1, 2))[:, -1] > 0.5).sum()


def test_bad_input_is_named():
    W = np.zeros((1, 2, 2))
    with pytest.raises(ValueError, match="op = '='"):
        certified.count_certified("tau", "=", 0.0, W)
    with pytest.raises(ValueError, match="statistic = 'x'"):
        certified.count_certified("x", "<", 0.0, W)
    with pytest.raises(ValueError, match="threshold = nan"):
        certified.count_certified("tau", "<", float("nan"), W)
    with pytest.raises(ValueError, match="not finite"):
        certified.singular_values(W + np.inf)
    with pytest.raises(ValueError, match="between"):
        certified.singular_values(W + 1e-300)
    with pytest.raises(ValueError, match="symmetric"):
        certified.symmetric_eigenvalues(np.array([[[0.0, 1.0], [0.0, 0.0]]]))


def test_several_thresholds_at_once():
    """As counted one by one; a threshold that is an eigenvalue goes to exact arithmetic."""
    W = np.random.default_rng(4).integers(-2, 3, size=(40, 3, 3)).astype(float)
    W[0] = np.diag([1.0, 0.0, 0.0])
    found = certified.decided("tau", ">=", [-1.0, 2.0, 5.0], W)
    assert found.holds.shape == (40, 3)
    for j, threshold in enumerate((-1.0, 2.0, 5.0)):
        assert found.holds[:, j].sum() == certified.count_certified("tau", ">=", threshold, W).yes
    assert found.holds[0].tolist() == [True, True, False]
    assert found.adjudicated >= 1


# Whole spectra and counts of pivots, beside balls of many bits, and where rounding alone would decide.


@pytest.mark.parametrize("n", [1, 2, 6])
def test_squares_hold_what_balls_hold(n):
    A = np.random.default_rng(n).standard_normal((4, n, n))
    for one in (Squares(A), Squares(A, np.eye(n)), Squares(A * 0), Squares(np.round(A))):
        for k in range(4):
            with ctx.workprec(200):
                for ball, span in zip(one.balls(k), one.spans, strict=True):
                    assert not ball < float(span.lo[k])
                    assert not ball > float(span.hi[k])
                    assert span.hi[k] - span.lo[k] < 1e-11


def factors(n, r, draws=40):
    rng = np.random.default_rng([n, r])
    return rng.standard_normal((draws, n, r)), rng.standard_normal((draws, r, n))


@pytest.mark.parametrize(("n", "r"), [(1, 1), (5, 3), (6, 6), (4, 40)])
def test_every_value_is_on_its_side(n, r):
    """At thresholds of every size; zeros of a product of low rank are at most all of them."""
    W, M = factors(n, r)
    s = np.linalg.svd(W @ M, compute_uv=False) ** 2
    for k in range(n):
        at, found = np.full(40, k), s[:, k]
        for threshold in (1e-9, 0.1, 3.0, 100.0):
            column = squares_at_most(W, M, at, found, arb(threshold))
            assert column.dtype == bool
            assert (column == (found <= threshold)).all()


def test_values_that_are_wrong_change_no_answer():
    """What LAPACK finds says only where to look first."""
    W, M = factors(5, 5)
    s = np.linalg.svd(W @ M, compute_uv=False) ** 2
    at = np.full(40, 2)
    right = squares_at_most(W, M, at, s[:, 2], arb(2))
    assert (squares_at_most(W, M, at, 100 - s[:, 2], arb(2)) == right).all()
    assert 0 < right.sum() < 40


def test_a_square_within_the_last_bits_of_its_threshold_is_decided():
    """The square of 1 + 2^-52 is above 1 + 2^-51 by 2^-104: floats take them for equal."""
    W, M = np.array([[[1 + 2.0**-52]]]), np.ones((1, 1, 1))
    at, found = np.zeros(1, dtype=int), np.ones(1)
    end = 1 + fmpq(1, 2**51)
    with ctx.workprec(200):
        assert not squares_at_most(W, M, at, found, arb(end)).any()
        assert squares_at_most(W, M, at, found, arb(end + fmpq(1, 2**103))).all()


def test_pivots_of_either_sign_are_counted():
    G = np.array([[[2.0, 1], [1, -3]], [[0, 1], [1, 0]]])
    above, e = pivots._positive(G, np.zeros(2))
    assert above[0] == 1
    assert e[0] < 1e-14
    assert not np.isfinite(e[1])  # a pivot that is 0 says nothing


def test_without_its_radii_the_spans_miss(monkeypatch):
    A = np.random.default_rng(5).standard_normal((50, 6, 6)) * [1, 1, 1, 1e-7, 1e-7, 1e-7]
    assert misses(A) == 0
    monkeypatch.setattr(ends.certified, "symmetric_eigenvalues", _without_radius)
    monkeypatch.setattr(ends.certified, "U", 0.0)
    assert misses(A) > 25


def misses(A):
    found = Squares(A)
    with ctx.workprec(200):
        return sum(
            any(
                x < float(y.lo[k]) or x > float(y.hi[k])
                for x, y in zip(found.balls(k), found.spans, strict=True)
            )
            for k in range(len(A))
        )


def _without_radius(S):
    values = np.linalg.eigvalsh(S)
    return ends.certified.Spectra(values, np.zeros_like(values))


# Events at and about their thresholds: decided by spans, then by balls, and open only where neither can.


def matrices(n, kind, rng):
    A = rng.standard_normal((12, n, n))
    if kind == "zero":
        A[1:] *= 0
    if kind == "rank one":
        A = A[:, :, :1] @ A[:, :1, :]
    if kind == "whole":
        A = np.round(A)
    return A


@pytest.mark.parametrize(
    ("n", "kind"), [*product((1, 2, 5), ("normal", "zero", "rank one", "whole")), (26, "normal")]
)
def test_ends_hold_what_balls_of_many_bits_hold(n, kind):
    A = matrices(n, kind, np.random.default_rng(n))
    found = [Singular(A), Singular(A, np.eye(n)), Symmetric(A), Singular(A[:, :, :1]), Singular(A[:, :1])]
    for one in found:
        for k in range(3):
            with ctx.workprec(53 if n > 20 else 200):
                for ball, span in zip(one.balls(k), one.spans, strict=True):
                    assert not ball < float(span.lo[k])
                    assert not ball > float(span.hi[k])
                    if kind == "normal":  # else a vector may miss, and balls decide
                        assert span.hi[k] - span.lo[k] < 1e-6


@pytest.mark.parametrize("n", [6, 30])
def test_wrong_values_and_factors_widen_and_never_move(n, monkeypatch):
    A = np.random.default_rng(n).standard_normal((4, n, n))
    truth = [Singular(A).balls(k) for k in range(4)]
    for spoilt in (0.5, 2.0, np.nan):
        one = Singular(A)
        one.__dict__["values"] = Extent(*(spoilt * value for value in Singular(A).values))
        if spoilt == 2.0:
            monkeypatch.setattr(np.linalg, "cholesky", lambda M, upper: np.triu(1.01 * M))
        for k, balls in enumerate(truth):
            for ball, span in zip(balls, one.spans, strict=True):
                assert float(ball.upper()) >= span.lo[k]
                assert float(ball.lower()) <= span.hi[k]


def test_what_rounds_to_its_threshold_is_decided():
    """The singular values of [[1, e], [e, 1]] are 1 + e and 1 - e, and float64 finds 1 for both."""
    A = np.array([[[1, e], [e, 1]] for e in (2.0**-60, -(2.0**-60))])
    one = {"s": Singular(A)}
    assert one["s"].values.largest.tolist() == one["s"].values.smallest.tolist() == [1, 1]
    found = settled(lambda s: {"up": at_most(s.largest, 1), "low": at_most(1, s.smallest)}, one, dict)
    assert [column.tolist() for column in found.values()] == [[False, False]] * 2


def test_what_balls_cannot_decide_is_open():
    """s_1 of a shear is the golden ratio; no ball tells it from (1 + sqrt(5)) / 2."""
    A = np.array([[[1.0, 1], [0, 1]], [[2, 0], [0, 1]]])
    golden = lambda: {"golden": (1 + arb(5).sqrt()) / 2}  # noqa: E731
    found = settled(lambda s, golden: {"x": at_most(s.largest, golden)}, {"s": Singular(A)}, golden)
    assert found["x"].tolist() == [OPEN, 0]


def test_a_column_of_zeros_is_seen_without_balls(monkeypatch):
    """No factorisation comes to its end there, and every draw went to balls: sixty times the time."""
    A = np.random.default_rng(3).standard_normal((5, 4, 4))
    A[:, :, 1] = 0
    monkeypatch.setattr(Singular, "balls", lambda *_: pytest.fail("balls"))
    assert not holds(lambda s: less(0, s.smallest - 1), {"s": Singular(A)}).any()
    assert Singular(A).spans.smallest.hi.max() < 1e-12


def test_a_violation_within_the_old_room_is_seen():
    """kappa = 1 + 1e-13 is not at most 1, which a comparison with room for roundings has taken it for."""
    A = np.diag([1 + 1e-13, 1.0])[None]
    found = settled(lambda s: {"x": at_most(s.largest, s.smallest)}, {"s": Singular(A)}, dict)["x"]
    assert found.tolist() == [False]
    assert A[0, 0, 0] <= 1 + 1e-12


def test_spans_hold_every_value():
    """Against 40,000 points of the operands, with ends of every sign."""
    rng = np.random.default_rng(0)
    lo = rng.standard_normal((2, 200))
    hi = lo + np.abs(rng.standard_normal((2, 200))) * (rng.random(200) < 0.7)
    x, y = Span(lo[0], hi[0]), Span(lo[1], hi[1])
    u, v = (lo + (hi - lo) * t for t in (rng.random((200, 1, 1)), rng.random((200, 1, 1))))
    for p, q in ((u[:, 0], u[:, 1]), (v[:, 0], u[:, 1])):
        cases = [(x + y, p + q), (x - y, p - q), (x * y, p * q), (2 - x, 2 - p), (square(x), p * p)]
        for span, value in [*cases, (x / y, p / q)]:
            known = ~np.isnan(span.lo)
            assert ((span.lo <= value) & (value <= span.hi))[:, known].all()
            assert known.mean() > 0.3


def test_what_says_nothing_decides_nothing():
    nothing = Span(np.array([np.nan]), np.array([np.nan]))
    unsigned = Span(0.0, 1.0) / Span(-1.0, 1.0)
    for truth in (at_most(nothing, 1), less(1, nothing), at_most(nothing * 0, 1), at_most(unsigned, 5)):
        assert truth.open.all()


@pytest.mark.parametrize("n", [2, 30])
def test_an_event_of_one_end_pays_for_one_end_and_one_product(n, monkeypatch):
    """Both ends were factorised for either, and A'A was made twice: paid 2.6 times the values."""
    count = {"shifted": 0, "gram": 0}

    def counted(name, f):
        def g(*args):
            count[name] += 1
            return f(*args)

        return g

    monkeypatch.setattr(certified, "_shifted", counted("shifted", certified._shifted))
    monkeypatch.setattr("perturb.laws.ensembles.ends.small_gram", counted("gram", spectra.small_gram))
    monkeypatch.setattr(spectra, "small_gram", counted("gram", spectra.small_gram))
    one = Singular(np.random.default_rng(n).standard_normal((50, 2 * n, n)))
    holds(lambda s, end: at_most(s.smallest, end), {"s": one}, lambda: {"end": arb(1) / 3})
    assert count == {"shifted": 1, "gram": 1}
    assert (one.values.largest == spectra.singular_values(one.A)[:, 0]).all()
