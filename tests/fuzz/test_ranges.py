"""The instances of a relation, against trying every integer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from perturb.vocab import entries, head, indices, leading, s, then
from perturb.vocab.grammar.ranges import assignments
from perturb.vocab.relations.order import Link
from tests.fuzz.ranges import BOX, REACH, Mismatch, Sizes, TooMany, has_meaning, instances
from tests.fuzz.subscripts import A, V, random_sides, random_sizes

SIZES = 1  # sizes that each statement is asked at
STATEMENTS, DEEP = 2_000, 100_000
i, j, k = indices("i j k")


def declare(rng: np.random.Generator) -> Link | None:
    """None where the declaration is refused: an index without a finite range."""
    lhs, rhs = random_sides(rng)
    try:
        return then(lhs, "<=", rhs).links[0]
    except TypeError:
        return None


def compare(link: Link, sizes: dict[str, Any], seen: Counter[str]) -> None:
    """A relation without a meaning at this size (v[9] of a short v in it) has no instances to speak of."""
    try:
        if not has_meaning(link, Sizes(sizes)):
            seen["no meaning"] += 1
            return
        expected = instances(link, Sizes(sizes))
        if not _inside(expected, REACH):  # i i - j beside a long vector: the box was too small
            expected = instances(link, Sizes(sizes), 4 * BOX)
    except (Mismatch, TooMany) as why:
        seen[type(why).__name__] += 1
        return
    found = [dict(env) for env in assignments(link, sizes)]
    replay = f"{link.canonical()} at {sizes}"
    assert _inside(expected, 4 * REACH), f"accepted, not finite: {replay}"
    assert found == expected, f"{replay}:\n engine {found}\n tried  {expected}"
    seen["empty" if not expected else "some"] += 1


def _inside(found: list[dict[str, int]], reach: int) -> bool:
    return all(abs(x) <= reach for env in found for x in env.values())


def test_instances_are_what_trying_every_integer_finds(deep: bool) -> None:
    rng, seen = np.random.default_rng(20_260_101), Counter[str]()
    for _ in range(DEEP if deep else STATEMENTS):
        link = declare(rng)
        seen["accepted" if link is not None else "refused"] += 1
        if link is not None and link.free:
            for _ in range(SIZES):
                compare(link, random_sizes(rng), seen)
    assert seen["accepted"] >= 2 * seen["refused"], seen
    assert seen["some"] >= seen["accepted"] / 4, seen
    assert seen["empty"] >= seen["accepted"] / 10, seen
    assert seen["TooMany"] <= seen["accepted"] / 100, seen


@pytest.mark.parametrize(
    ("side", "sizes", "expected"),
    [
        (V[i + 1], {"v": (3,)}, [{"i": 0}, {"i": 1}, {"i": 2}]),
        (V[i - 1], {"v": (2,)}, [{"i": 2}, {"i": 3}]),
        (V[2 * i], {"v": (4,)}, [{"i": 1}, {"i": 2}]),
        (s(A)[i + 4], {"A": (2, 3)}, [{"i": -3}, {"i": -2}]),
        (A[i, j] + V[i - j + 1], {"A": (2, 2), "v": (1,)}, [{"i": 1, "j": 1}, {"i": 2, "j": 2}]),
        (entries(leading(A, k))[4], {"A": (3, 2)}, [{"k": 2}]),
        (entries(leading(A, k))[4], {"A": (3, 1)}, []),
        (head(V, i)[j], {"v": (2,)}, [{"i": 1, "j": 1}, {"i": 2, "j": 1}, {"i": 2, "j": 2}]),
    ],
)
def test_instances_counted_by_hand(side: Any, sizes: dict[str, Any], expected: list[dict[str, int]]) -> None:
    link = then(side, "<=", 0).links[0]
    assert instances(link, Sizes(sizes)) == expected
    assert [dict(env) for env in assignments(link, sizes)] == expected
