"""Which constants a claim has, and which way makes it stronger."""

from __future__ import annotations

from perturb.domains import symmetric
from perturb.sharpen.directions import sites, stronger
from perturb.sharpen.tighten import tighten
from perturb.vocab import fro, lam_max, rows, s, s1, trace, upper_right, without_rows
from perturb.vocab.grammar.tree import index
from tests.sharpen.test_tighten import NORMS, declare


def test_constants_of_inequalities_only():
    assert [(s.side, s.value) for s in sites(NORMS)] == [(0, 2), (1, 3)]
    assert sites(declare(lambda A: (2 * trace(A), "==", 2 * trace(A)))) == []
    assert sites(declare(lambda A: (0, "<=", s1(A)))) == []
    assumed = declare(lambda A: (s1(A), "<=", fro(A)), assuming=[lambda A: (s1(A), "<", 5)])
    assert [(s.side, s.path, s.value) for s in sites(assumed)] == [(1, (), 1)]


def test_subscripts_sizes_and_declared_ranges_are_no_constants():
    def rows_left_out(A):
        k = index("k", 1, rows(A) - 1)
        return s(A)[k], ">=", 3 * s(without_rows(A, k))[k], ">=", s1(upper_right(A, 2))

    claimed = declare(rows_left_out)
    assert [(x.link, x.side, x.value) for x in sites(claimed)] == [(0, 1, 3), (1, 0, 3)]
    assert tighten(declare(lambda A: rows_left_out(A)[:3]), sites(claimed)[0], 0.2).printed == 3


def test_the_direction_that_makes_a_claim_stronger():
    assert [stronger(NORMS, site) for site in sites(NORMS)] == [(1,), (-1,)]
    below = declare(lambda A: (3 * fro(A), ">=", 2 * s1(A)))
    assert [stronger(below, site) for site in sites(below)] == [(-1,), (1,)]
    unclear = declare(lambda A: (lam_max(A), "<=", 2 * lam_max(A)), domain=symmetric(n=(1, 2)))
    assert stronger(unclear, sites(unclear)[0]) == (-1, 1)
