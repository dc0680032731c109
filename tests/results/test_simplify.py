"""What is left of a limit in seconds after a violation was found: it is confirmed first, then simplified."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from perturb import claim, paper, then
from perturb.certify.point import PointVerdict, certify
from perturb.domains import square
from perturb.domains.draws import draw
from perturb.results.claims import TimeLeft, confirmed
from perturb.search.methods.listed import small_inputs
from perturb.search.shrink import complexity
from perturb.vocab import s1


@claim(paper("test"), "norms", domain=square(n=(2, 2)))
def norms(A: Any) -> Any:
    yield then(s1(A), "<=", 1)


BATCH = draw(norms.domain, np.random.default_rng(1), 1, {"n": 2})
POINT = norms.domain.construct(BATCH.sizes, {key: 9 * x for key, x in BATCH.params_of(0).items()})
VIOLATION = (POINT, certify(norms, POINT))


def forever(*_: Any) -> PointVerdict:
    while True:
        time.perf_counter()


def test_a_confirmation_that_is_late_leaves_the_first_one() -> None:
    asked = []

    def confirm(c: Any, point: Any) -> PointVerdict:
        asked.append(point)
        return certify(c, point) if len(asked) == 1 else forever()

    left = TimeLeft(time.monotonic(), 1.0)
    assert confirmed(norms, [VIOLATION], left, confirm) == VIOLATION
    assert len(asked) == 2
    assert complexity(asked[1]) < complexity(POINT)


def test_the_first_confirmation_has_its_time_however_late_it_is() -> None:
    """On a busy machine a small witness was left unconfirmed."""
    late = TimeLeft(time.monotonic() - 99, 1.0)
    assert confirmed(norms, [VIOLATION], late, certify) == VIOLATION
    assert confirmed(norms, [VIOLATION], late, forever) is None
    assert confirmed(norms, [VIOLATION], TimeLeft(time.monotonic(), 1.0), forever) is None


def test_without_a_limit_the_simplest_point_alone_is_confirmed() -> None:
    asked = []

    def confirm(c: Any, point: Any) -> PointVerdict:
        asked.append(point)
        return certify(c, point)

    found = confirmed(norms, [VIOLATION], TimeLeft(0.0, float("inf")), confirm)
    assert found is not None
    assert asked == [found[0]]
    assert complexity(found[0]) < complexity(POINT)


def test_the_number_of_small_inputs_of_a_large_matrix_is_no_float() -> None:
    domain = square(count=2, n=(60, 60))
    batch = small_inputs(domain, {"n": 60}, 300, np.random.default_rng(0))
    assert batch.count >= 150
