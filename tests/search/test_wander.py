"""The random stage: longer climbs where work is left, sizes where margins fall, away from equality."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perturb import claim, paper, then
from perturb.certify.screen import screen
from perturb.domains import vector
from perturb.domains.exact import Batch
from perturb.search.attack import search
from perturb.search.method import Effort
from perturb.search.solvers.climb import climb
from perturb.vocab import sq

ME = paper("test")
LITTLE = {"batch": 32, "certified": 2, "corners": 5, "grid": 100, "climb_every": 1}


@claim(ME, "a narrow valley", domain=vector(4))
def valley(v: Any) -> Any:
    """False near one point alone, along Rosenbrock's valley: a short climb does not get there."""
    a, b, c, d = (v[k] - Fraction(1, 7) for k in (1, 2, 3, 4))
    walls = sq(b - sq(a)) + sq(c - sq(b)) + sq(d - sq(c))
    floor = sq(1 - a) + sq(1 - b) + sq(1 - c)
    yield then(100 * walls + floor + Fraction(3, 2), ">=", Fraction(1500001, 10**6))


@claim(ME, "a saddle out of sight", domain=vector(2))
def saddle(v: Any) -> Any:
    """Equality at 0 attracts; the way to the violation beyond |v_2| = 2 leads through it."""
    yield then(1 + sq(v[1]) + v[2] ** 4 - v[2] ** 6 / 4, ">=", 1)


def test_one_short_climb_ends_in_a_valley_and_later_ones_reach_its_end() -> None:
    assert not search(valley, Effort(rounds=1, **LITTLE)).violations
    assert search(valley, Effort(rounds=16, **LITTLE)).violations
    assert search(valley, Effort(rounds=16, longest=4, **LITTLE)).violations


def test_a_climb_that_keeps_away_from_equality_leaves_along_the_flattest_direction() -> None:
    near = np.random.default_rng(0).standard_normal((32, 2)) / 4
    batch = Batch({}, {"v.x": near}, 32)
    ended = climb(saddle, batch, np.random.default_rng(1), 120)
    left = climb(saddle, batch, np.random.default_rng(1), 120, [np.zeros(2)])
    assert ended is not None
    assert left is not None
    assert 0 <= screen(saddle, ended).margin[0] < 1e-6
    assert screen(saddle, left).margin[0] < -0.1
    assert abs(left.params["v.x"][0, 1]) > 2


def test_the_same_work_gives_the_same_points_whatever_the_clock() -> None:
    once, again = (search(valley, Effort(rounds=4, longest=2, **LITTLE), seed=3) for _ in range(2))
    assert [str(p.values) for p, _ in once.violations] == [str(p.values) for p, _ in again.violations]
    assert once.margins == again.margins
