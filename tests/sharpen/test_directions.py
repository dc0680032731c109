"""Signs and directions, read off the words."""

from __future__ import annotations

import pytest

from perturb import given
from perturb.domains import integer, positive_definite, scalar, square, together
from perturb.sharpen.directions import Signs
from perturb.vocab import T, det, fro, lam_max, lam_min, s1, s_min, sq
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        (lambda A, P, t, k: s1(A), True),
        (lambda A, P, t, k: det(A), False),
        (lambda A, P, t, k: det(P), True),
        (lambda A, P, t, k: lam_min(T(A) @ A), True),
        (lambda A, P, t, k: lam_max(T(A) + A), False),
        (lambda A, P, t, k: t * fro(A) + k, True),
        (lambda A, P, t, k: t - 1, False),
        (lambda A, P, t, k: 1 - s_min(A), True),
        (lambda A, P, t, k: 1 - s1(A), False),
    ],
)
def test_signs(term, wanted):
    domain = together(A=square(), P=positive_definite(), t=scalar(0), k=integer(1, "n"), n=(1, 3))
    A, P, t, k = (variable(name, kind) for name, kind in domain.kinds.items())
    known = given(s_min(A), "<=", 1).links
    assert Signs(domain, known).nonneg(term(A, P, t, k)) is wanted


def test_directions():
    domain = scalar().named(["x"])
    x = variable("x", Kind.SCALAR)
    directions = Signs(domain).directions
    assert directions(sq(x)) == (0,)
    assert directions(sq(abs(x))) == (1,)
    assert directions(x - abs(x)) == (1, -1)
    assert directions(-2 * x) == (0, -1)
    assert directions(abs(x) / sq(x)) == (1, -1)
    assert directions(abs(x) / x) == (0, 0)
