"""Statements that are shown alike say the same at every point: in value, and in what has a value at all."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from perturb.vocab import T, block, cols, inv, mat_sqrt, op, s, s1, sq, total
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.printing.readable import readable
from perturb.vocab.relations.order import Link
from perturb.vocab.relations.quantifier import relation
from perturb.vocab.words.arithmetic import larger, sqrt
from perturb.vocab.words.matrix import eye
from tests.vocab.statements_at_random import (
    INPUTS,
    MISFIT,
    POOLS,
    SYSTEMS,
    UNDEFINED,
    differ_at,
    made_otherwise,
    point,
    said_evaluated,
)
from tests.vocab.test_alike import NAMES, drawn

TRIED, POINTS = 300, 4
A, B, S, I_, P, J, v, w, e, s_, r, t, T_, x, i, p = INPUTS


def shown(link: Link) -> str:
    return readable(relation(link, NAMES))


@cache
def alike() -> tuple[tuple[Link, Link], ...]:
    """Pairs of different texts: those that were drawn, and statements with a node that is made otherwise."""
    groups: dict[str, dict[str, Link]] = defaultdict(dict)
    for link in drawn():
        groups[shown(link)].setdefault(link.canonical(), link)
    pairs = [(one, other) for one, *more in map(list, map(dict.values, groups.values())) for other in more]
    rng = random.Random(33)
    return (*pairs, *[(link, one) for link in rng.sample(drawn(), TRIED) for one in _another(link, rng)])


def _another(link: Link, rng: random.Random) -> Iterator[Link]:
    """One of those that are shown alike, if any of a few is."""
    ways = list(made_otherwise(link))
    for one in rng.sample(ways, min(len(ways), 12)):
        if one.canonical() != link.canonical() and shown(one) == shown(link):
            yield one
            return


def test_what_is_shown_alike_says_the_same_at_every_point() -> None:
    rng = random.Random(1)
    pairs = alike()
    differ = [
        (shown(one), one.canonical(), other.canonical())
        for one, other in pairs
        if any(differ_at(one, other, point(rng), NAMES) for _ in range(POINTS))
    ]
    assert len(pairs) > TRIED
    assert differ == []


def test_points_tell_much() -> None:
    """Of the statements that are compared most have instances, and many have no value somewhere."""
    rng = random.Random(2)
    heard = [said_evaluated(one, make(point(rng), 64), NAMES) for one, _ in alike() for make in SYSTEMS]
    assert sum(not isinstance(one, str) and len(one) > 0 for one in heard) > len(heard) / 4
    assert heard.count(UNDEFINED) > len(heard) / 20
    assert heard.count(MISFIT) < len(heard) / 2


# One pair for each identity by which print leaves something out.
SAME: list[tuple[Expr, Expr]] = [
    (1 * t, t),
    (-1 * t, -t),
    (0 * x + t, t),
    (t + const(-2) * x, t - 2 * x),
    ((t + x) + r, t + (x + r)),
    (larger(larger(t, x), r), larger(t, larger(x, r))),
    (op((A @ B) @ S), op(A @ (B @ S))),
    (sq(t), t**2),
    (s1(A), s(A)[1]),
    (const(2) / const(3), const(2) / 3),
    (cols(A) * t, cols(T(B)) * t),
    ((v + e)[1], v[1] + e[1]),
    ((v / t)[1], v[1] / t),
    (op(eye(mat_sqrt(P)) + mat_sqrt(P)), op(eye(P) + mat_sqrt(P))),
    (op(block(S, 0 * S, 0 * S, I_)), op(block(S, 0 * I_, 0 * I_, I_))),
]
OTHERS: list[tuple[Expr, Expr]] = [
    (total(sqrt(0 * v + 1)), total(sqrt(0 * w + 1))),
    (sqrt(v)[1], sqrt(v[1])),
    (op(eye(S)), op(eye(mat_sqrt(S)))),
    (cols(inv(S)) * t, cols(S) * t),
    (op(block(S, 0 * S, 0 * inv(S), I_)), op(block(S, 0 * S, 0 * S, I_))),
]


def pair(one: Expr, other: Expr) -> tuple[Link, Link]:
    return Link(one, "<=", const(1)), Link(other, "<=", const(1))


@pytest.mark.parametrize(("one", "other"), SAME, ids=repr)
def test_an_identity_holds_in_value_and_in_existence(one: Expr, other: Expr) -> None:
    left, right = pair(one, other)
    assert left.canonical() != right.canonical() or one is other
    assert shown(left) == shown(right)
    rng = random.Random(3)
    assert not any(differ_at(left, right, point(rng), NAMES) for _ in range(20 * len(POOLS)))


@pytest.mark.parametrize(("one", "other"), OTHERS, ids=repr)
def test_the_points_tell_others_apart(one: Expr, other: Expr) -> None:
    left, right = pair(one, other)
    assert shown(left) != shown(right)
    rng = random.Random(4)
    assert any(differ_at(left, right, point(rng), NAMES) for _ in range(20 * len(POOLS)))
