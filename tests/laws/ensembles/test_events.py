"""Events at and about their thresholds: decided by spans, then by balls, and open only where neither can."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from flint import arb, ctx

from perturb.laws.ensembles import certified, spectra
from perturb.laws.ensembles.ends import Extent, Singular, Symmetric
from perturb.laws.ensembles.events import holds, settled
from perturb.laws.ensembles.truth import Span, at_most, less, square
from perturb.laws.stats.bins import OPEN


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
