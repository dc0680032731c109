"""The tables of the Tracy-Widom distributions against determinants in balls, Painleve II and expansions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx
from mpmath import mp, mpf

from perturb.laws.distributions import tracy_widom
from perturb.laws.distributions.tracy_widom import edge
from tools.tracy_widom import cells, expansions
from tools.tracy_widom.determinants import Plan, determinants, plan

# In the scale of the determinants.
PLAIN = {1: tracy_widom(1), 2: tracy_widom(2), 4: tracy_widom(4, convention="goe")}


def reference(beta):
    """x, and log cdf, log sf, log pdf by determinants whose quadrature the tables do not share."""
    rows = json.loads((Path(__file__).parent / "tracy_widom_reference.json").read_text())
    mine = [row for row in rows if row["beta"] == beta]
    with mp.workdps(40):
        logs = {key: [mpf(row[key]) for row in mine] for key in ("logcdf", "logsf", "logpdf")}
    return np.array([row["x"] for row in mine]), logs


def gaps(values, exact):
    """Differences formed in 40 digits, so that the rounding of the reference does not hide any."""
    with mp.workdps(40):
        return np.array([float(mpf(float(v)) - e) for v, e in zip(values, exact, strict=True)])


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_cdf_error_holds_against_independent_determinants(beta):
    x, logs = reference(beta)
    with mp.workdps(40):
        cdf, sf = [mp.exp(v) for v in logs["logcdf"]], [mp.exp(v) for v in logs["logsf"]]
    dist = PLAIN[beta]
    assert np.abs(gaps(dist.cdf(x), cdf)).max() <= dist.cdf_error / 2
    assert np.abs(gaps(dist.sf(x), sf)).max() <= dist.cdf_error / 2


@pytest.mark.parametrize("beta", [1, 2, 4])
@pytest.mark.parametrize("key", ["logcdf", "logsf", "logpdf"])
def test_tails_hold_relatively_against_independent_determinants(beta, key):
    x, logs = reference(beta)
    values = getattr(PLAIN[beta], key)(x)
    assert (np.abs(gaps(values, logs[key])) <= 3e-13).all()
    plain = getattr(PLAIN[beta], key[3:])(x)  # the relative error is the error of the logarithm
    kept = plain > 1e-290
    with mp.workdps(40):
        relative = [float(mpf(float(p)) / mp.exp(e) - 1) for p, e in zip(plain, logs[key], strict=True)]
    assert kept.sum() > 35
    assert (np.abs(np.array(relative)[kept]) <= 5e-13).all()


def test_a_stored_cell_is_what_the_determinants_give():
    """One half unit of the tables, computed again from the beginning."""
    with ctx.workprec(cells.BITS):
        again = cells.narrow(
            cells.logarithms(cells.distribution_values(1)[2], upper=True), cells.refinement()
        )
    table = edge(2).right.table
    start = cells.NARROW_IN_WIDE - table.first
    assert np.array_equal(table.rows[start : start + cells.NARROW_IN_WIDE], np.array(again))


def test_the_second_quadrature_is_another_one():
    for s in (-17.0, -3.0, 0.0, 12.0):
        ours, other = plan(s), plan(s, other=True)
        assert ours.nodes < other.nodes
        assert ours.cut < other.cut
        assert ours.bits < other.bits


def test_the_tables_obey_painleve_two():
    """q = (2 log F_1 - log F_2)' and (log F_2)'' = -q^2; G = (F_1 + F_2 / F_1) / 2 (Tracy and Widom)."""
    x, w = np.polynomial.legendre.leggauss(40)
    F1, F2 = edge(1).left, edge(2).left
    for a, b in ((-17.0, -14.0), (-9.0, -7.0), (-4.5, -3.0)):
        s = (b - a) / 2 * (x + 1) + a
        q = 2 * F1.slope(s) - F2.slope(s)
        ends = F2.slope(np.array([a, b]))
        assert ends[0] - ends[1] == pytest.approx((b - a) / 2 * (w @ q**2), rel=1e-12)
        ratio = np.logaddexp(F1.value(s), F2.value(s) - F1.value(s)) - np.log(2)
        assert edge(4).left.value(s) == pytest.approx(ratio, rel=1e-14)


def test_left_constant():
    """log F_2 = -|s|^3 / 12 - log|s| / 8 + log 2 / 24 + zeta'(-1) + 3 / (64 |s|^3) + O(s^-6)."""
    s = np.array([-15.0, -19.0, -40.0])
    y, zeta = np.abs(s), -0.16542114370045092
    lead = -(y**3) / 12 - np.log(y) / 8 + np.log(2) / 24 + zeta + 3 / (64 * y**3)
    assert (np.abs(tracy_widom(2).logcdf(s) - lead) < 1 / y**6 + 1e-15 * y**3).all()


@pytest.mark.parametrize("s", [12.0, 19.0, 25.0, 60.0])
def test_right_tail_is_the_first_trace(s):
    """1 - F_1 ~ int_s^inf Ai / 2 and 1 - F_2 ~ tr K with K the Airy kernel on (s, inf)."""
    with mp.workdps(400):
        first = mp.log(mp.airyai(s, derivative=-1) * -1 / 2 + mpf(1) / 6)
        ai, slope = mp.airyai(s), mp.airyai(s, derivative=1)
        trace = (2 * s**2 * ai**2 - 2 * s * slope**2 - ai * slope) / 3
        assert float(tracy_widom(1).logsf(s) - first) == pytest.approx(0, abs=3e-13)
        assert float(tracy_widom(2).logsf(s) - mp.log(trace)) == pytest.approx(0, abs=3e-13)


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_expansions_continue_the_tables(beta):
    for tail in (edge(beta).left, edge(beta).right):
        end = tail.table.low if tail.left else tail.table.high
        both = np.nextafter(end, [-np.inf, np.inf])
        expected = np.diff(both) * tail.slope(both)[0]
        assert np.diff(tail.value(both)) == pytest.approx(expected, abs=2e-13)
        assert np.diff(tail.slope(both)) == pytest.approx(0, abs=1e-12)


def test_expansions_start_as_published():
    """Baik, Buckingham, DiFranco, Commun. Math. Phys. 280, 463 (2008): F_2 and F_1 at minus infinity."""
    with mp.workdps(30):
        assert float(expansions.left(2)[5]) == 3 / 64
        assert expansions.left(1)[4] == pytest.approx(-1 / (24 * 2**0.5), rel=1e-15)
        assert float(expansions.left(1)[3]) == pytest.approx(
            -11 / 48 * np.log(2) - 0.16542114370045092 / 2, rel=1e-14
        )


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_fast_tables_agree_with_the_tails_they_come_from(beta):
    fast = edge(beta).central
    s = np.random.default_rng(5).uniform(fast.low, fast.high, 100_000)
    assert np.abs(fast(s) - edge(beta).cdf(s)).max() <= 4e-16
    assert edge(beta).cdf(np.array([fast.low]))[0] < 0.001
    assert edge(beta).sf(np.array([fast.high]))[0] < 0.001


def test_a_wrong_table_is_seen():
    """The comparison with the reference can fail: a table off by 1e-12 in one coefficient shows."""
    x, logs = reference(2)
    table = edge(2).left.table
    rows = table.rows.copy()
    rows[:, 2] += 1e-12
    broken = type(table)(table.first, table.per_unit, rows)
    inside = (x >= table.low) & (x < table.high)
    exact = [e for e, keep in zip(logs["logcdf"], inside, strict=True) if keep]
    assert np.abs(gaps(broken(x[inside]), exact)).max() > 2e-13
    assert np.abs(gaps(table(x[inside]), exact)).max() < 2e-13


def test_quadrature_of_too_few_nodes_is_seen():
    coarse = determinants(arb(-3), Plan(14, 24, 100))[0]
    fine = determinants(arb(-3), plan(-3.0))[0]
    assert abs(float(coarse) - float(fine)) > 1e-6
