"""Decimals in random statements, against a reading of their digits that shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.certify.point import certify_links
from perturb.domains import bounded, box, scalar
from perturb.enclosure import Verdict
from perturb.vocab import entries, then, total
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import as_expr, variable
from tests.fuzz.decimals import read
from tests.fuzz.inputs import for_engine
from tests.fuzz.oracle import Truth, judge

CASES, DEEP = 300, 20_000
t = variable("x", Kind.SCALAR)
TRUTHS = {Verdict.HOLDS: Truth.HOLDS, Verdict.VIOLATED: Truth.VIOLATED}


def written(rng: np.random.Generator) -> str:
    """What a person types: up to twelve digits, a point somewhere, now and then a power of ten."""
    digits = str(int(rng.integers(1, 10 ** int(rng.integers(1, 13)))))
    place = int(rng.integers(0, len(digits) + 1))
    power = f"e{int(rng.integers(-20, 21))}" if rng.random() < 0.3 else ""
    return f"{'-' if rng.random() < 0.3 else ''}{digits[:place] or '0'}.{digits[place:] or '0'}{power}"


FORMS: list[Callable[[list[float]], Any]] = [
    lambda c: c[0] * t + c[1] * t + t * c[2],
    lambda c: total([c[0] * t, t * c[1], c[2] * t]),
    lambda c: total(np.array(c) * t),
    lambda c: total(entries(as_expr(np.array([c])))) * t,
    lambda c: (as_expr(c[0]) + c[1] + c[2]) * t,
]


def test_sums_of_decimals(deep: bool) -> None:
    """a t + b t + c t beside d t with d the sum, exactly or off by a hair."""
    rng, seen = np.random.default_rng(20_261_126), set[Verdict]()
    for k in range(DEEP if deep else CASES):
        texts = [written(rng) for _ in range(3)]
        hair = Fraction(int(rng.integers(-1, 2)), 10 ** int(rng.integers(25, 60)))
        right = sum(map(read, texts), Fraction(0)) + hair
        op = ("<=", "<", ">=", ">", "==", "!=")[int(rng.integers(6))]
        lhs = FORMS[k % len(FORMS)]([float(text) for text in texts])
        found = certify_links((), then(lhs, op, right * t).links, for_engine({"x": Fraction(1, 3)})).verdict
        spelled = sum((read(text) * t for text in texts), start=as_expr(0))
        (truth,) = judge([], then(spelled, op, right * t).links, {"x": Fraction(1, 3)}).truths
        assert TRUTHS[found] is truth, (texts, op, hair)
        seen.add(found)
    assert len(seen) == 2


def test_bounds_of_domains(deep: bool) -> None:
    """The decimal itself belongs to the domain, the next number of 40 digits beyond it does not."""
    rng = np.random.default_rng(20_261_127)
    for _ in range(DEEP // 100 if deep else CASES // 3):
        text = written(rng).lstrip("-")
        top, hair = read(text), read(text) / 10**40
        for domain, point in (
            (scalar(-1, float(text)), lambda x: x),
            (box(-1, float(text)), lambda x: [x, x]),
            (bounded(float(text)), lambda x: [[x]]),
        ):
            inside = domain.named(["x"])
            assert inside.contains(inside.point({"x": point(str(top))}))
            assert not inside.contains(inside.point({"x": point(str(top + hair))}))
