"""Everything that is said of a layer, beside 50 digits: 100 small layers, 1,000 with the deep profile."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import settings
from mpmath import mp, mpf

from perturb.enclosure import Enclosure
from perturb.networks.weights import values
from perturb.types import FloatArray
from tests.networks.weights.small_layers import KINDS, drawn, true_values

LAYERS = 1_000 if settings().max_examples >= 2_000 else 100


def inside(found: Enclosure, true: Any, room: Any = 0) -> bool:
    return (found.lo is None or _mpf(found.lo) <= true + room) and (
        found.hi is None or true - room <= _mpf(found.hi)
    )


def _mpf(x: fmpq) -> Any:
    return mpf(int(x.p)) / mpf(int(x.q))


@pytest.mark.parametrize("part", range(10))
def test_numbers_agree_with_fifty_digits(part: int) -> None:
    rng = np.random.default_rng(part)
    for k in range(LAYERS // 10):
        shape = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
        kind = KINDS[(part + 10 * k) % len(KINDS)]
        with mp.workdps(50):
            wrong = disagreement(drawn(kind, shape, rng), int(rng.integers(-9, -1)))
        assert not wrong, (kind, shape, part, k, wrong)


def disagreement(A: FloatArray, digits: int) -> str:
    """What is outside its bars; "" where all is inside. What is 0 has 50 digits of its own noise."""
    found, truth = values(A), true_values(A)
    noise = truth[0] * mpf(10) ** -50
    for i, true in enumerate(truth):
        if not inside(found.enclosure(i), true, noise):
            return f"s_{i + 1}"
    total = mp.sqrt(sum(mpf(x) ** 2 for x in A.ravel().tolist()))
    if not inside(found.frobenius, total):
        return "frobenius"
    if truth[0] == 0:
        return "" if found.rank(10.0**digits) == (0, 0) and found.condition.hi is None else "of zero"
    if not inside(found.stable_rank, (total / truth[0]) ** 2, mpf(10) ** -40):
        return "stable rank"
    if truth[-1] > 100 * noise:
        if not inside(found.condition, truth[0] / truth[-1], truth[0] / truth[-1] * mpf(10) ** -20):
            return "kappa"
    elif found.condition.hi is not None:
        return "kappa of a singular matrix"
    least, most = found.rank(10.0**digits)
    above = sum(1 for x in truth if x > truth[0] * mpf(10.0**digits))
    return "" if least <= above <= most else "rank"


def test_bars_are_narrow() -> None:
    """Some u of the largest value, whatever the scale."""
    for kind in ("independent", "tiny", "huge"):
        found = values(drawn(kind, (5, 5), np.random.default_rng(0)))
        assert float(found.radius.max()) <= 1e-13 * float(found.values[0])
    assert math.isclose(
        values(np.full((2, 2), 2.0**-1074)).high[0], 2.0**-1073, rel_tol=1e-12, abs_tol=1e-323
    )
