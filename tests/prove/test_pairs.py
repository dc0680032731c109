"""Every two rules of the checker that meet in one file: where the statement holds, and where it is false.

A file of the second kind is what somebody writes who hopes that one rule hides something from the other.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from perturb.prove.checker.check import check_data
from tests.prove.meeting import (
    A_TURNED,
    AB,
    ALONG,
    BB,
    BELOW,
    BOTH,
    CIRCLE,
    DD,
    FALLING,
    JA,
    MINUS,
    ONE_TURN,
    OTHER,
    PQ,
    PROJECTED,
    SIGNED,
    SMALL,
    SQUARED,
    SQUARES,
    SUM,
    SYMBOL,
    TRUE,
    below_trace,
    doubled,
    file,
    free,
    leaf,
    lemmas,
    no_trace,
    same,
)
from tests.prove.test_rules import FREE, above_zero, of_two_sizes, reflections, refused

RULES = ["lets", "turns", "diagonals", "free", "squares", "walks", "lemmas", "sums", "instances"]

PAIRS: dict[tuple[str, str], tuple[Any, Any]] = {
    ("lets", "turns"): (
        file("AB", f"(== (add (fro A) (trace {AB})) (add (fro (T A)) (trace {AB})))", ALONG | {"let": [AB]}),
        reflections("(<= (trace (matmul (T Q) P)) 0)", "(<= (det Q) 0)", let=["(det Q)"]),
    ),
    ("lets", "diagonals"): (
        file("AB", f"(== (add (s1 A) (trace {AB})) (add (fro A) (trace {AB})))", ALONG | {"let": [AB]}, n=1),
        above_zero(let=[FREE]),
    ),
    ("lets", "free"): (
        file("JA", f"(== (trace {JA}) (trace (T {JA})))", free(JA)),
        file("JA", f"(== (trace J) (add 1 (mul 0 (trace {JA}))))", free(JA)),
    ),
    ("lets", "squares"): (
        file(
            "A", "(== (abs (trace A)) (abs (neg (trace A))))", BOTH | {"let": ["(trace A)"], "squared": True}
        ),
        file("A", "(== (trace A) (abs (trace A)))", BOTH | {"let": ["(trace A)"], "squared": True}),
    ),
    ("lets", "walks"): (
        file("AB", [same(f"(trace {AB})"), same(f"(trace {BB})")], free(AB), free(BB)),
        file("AB", [same(f"(trace {AB})"), f"(== (trace {AB}) (trace {BB}))"], free(AB), free(AB, BB)),
    ),
    ("lets", "lemmas"): (
        doubled("(trace (matmul (T A) A))", "(trace (matmul (T A) A))"),
        doubled("(trace A)", "(trace A)"),
    ),
    ("lets", "sums"): (
        file("AB", f"(== (add (nuclear {SUM}) (trace {AB})) (add 6 (trace {AB})))", free(AB), n=3),
        file("A", "(== (rank (mul 0 A)) 3)", free("(mul 0 A)"), n=3),
    ),
    ("lets", "instances"): (
        file("AB", f"(== (entry {AB} i i) (entry (T {AB}) i i))", free(AB), free(AB)),
        file("AB", f"(== (entry {AB} i i) (entry {AB} 1 1))", *[free(f"(entry {AB} 1 1)")] * 2),
    ),
    ("turns", "diagonals"): (
        file(
            "AB",
            "(== (mul (fro A) (fro B)) (mul (fro B) (fro A)))",
            TRUE | {"turn": PQ | {"B": ["b", "c"]}, "diagonal": ["A", "B"]},
        ),
        file("AB", OTHER, ONE_TURN),
    ),
    ("turns", "free"): (
        file("AB", f"(== (trace {AB}) (trace (T {AB})))", ALONG | {"let": [AB]}),
        file(
            "AB",
            f"(== (trace {AB}) (fro {AB}))",
            free(AB, turn={".1": ["p", "q"]}, diagonal=[".1"]),
        ),
    ),
    ("turns", "squares"): (
        file("A", SMALL, ALONG | {"squared": True}, n=1),
        file("A", SIGNED, ALONG | {"squared": True}, n=1),
    ),
    ("turns", "walks"): (
        file("A", [SMALL, SMALL], ALONG, n=1),
        file("A", [SMALL, SIGNED], ALONG, n=1),
    ),
    ("turns", "lemmas"): (file("A", SMALL, lemmas(ALONG, (A_TURNED, ALONG)), n=1), no_trace("A")),
    ("turns", "sums"): (
        file("A", "(== (nuclear A) (nuclear (T A)))", ALONG, n=3),
        file("A", "(== (nuclear A) (sum (diagonal A)))", ALONG, n=3),
    ),
    ("turns", "instances"): (
        file("A", f"(== {SYMBOL.format('A')} {SYMBOL.format('(T A)')})", *[ALONG] * 3, n=3),
        file("A", f"(== {SYMBOL.format('A')} (entry A i i))", *[ALONG] * 3, n=3),
    ),
    ("diagonals", "free"): (
        file(
            "AB",
            f"(== (add (fro A) (trace {BB})) (add (fro (T A)) (trace {BB})))",
            free(BB, turn=PQ | {"B": ["b", "c"]}, diagonal=["A", "B"]),
        ),
        file(
            "B", f"(== (trace {BB}) (sum (sq (entries B))))", free(BB, turn={"B": ["b", "c"]}, diagonal=["B"])
        ),
    ),
    ("diagonals", "squares"): (
        file("A", "(<= (fro A) (s1 A))", ALONG | leaf((1, [1])) | {"squared": True}, n=1),
        below_trace("A"),
    ),
    ("diagonals", "walks"): (
        file("A", [SMALL, SMALL], ALONG, BOTH, n=1),
        file("A", [SMALL, SIGNED], ALONG, TRUE, n=1),
    ),
    ("diagonals", "lemmas"): (
        file("A", SMALL, lemmas(ALONG, (SMALL, ALONG)), n=1),
        file("AB", OTHER, lemmas(TRUE, (OTHER, ONE_TURN))),
    ),
    ("diagonals", "sums"): (
        file("A", "(<= (mul 3 (s_min A)) (nuclear A))", ALONG | leaf((1, [6]), (1, [1]), (1, [3])), n=3),
        file("A", "(<= (mul 3 (s1 A)) (nuclear A))", ALONG | leaf((1, [6]), (1, [1]), (1, [3])), n=3),
    ),
    ("diagonals", "instances"): (
        file(
            "A",
            f"(<= {SYMBOL.format('A')} (s1 A))",
            *[ALONG | leaf(*[(1, k) for k in b]) for b in BELOW],
            n=3,
        ),
        file(
            "A",
            f"(>= {SYMBOL.format('A')} (s1 A))",
            *[ALONG | leaf(*[(1, k) for k in b]) for b in BELOW],
            n=3,
        ),
    ),
    ("free", "squares"): (
        file("JA", f"(== (sq (trace {JA})) (sq (neg (trace {JA}))))", free(JA, squared=True)),
        file("JA", f"(== (trace {JA}) (neg (trace {JA})))", free(JA, squared=True)),
    ),
    ("free", "walks"): (
        of_two_sizes("(<= (norm (entries (T A))) (norm (entries (T A))))", "(T A)"),
        of_two_sizes("(<= (norm (entries (T A))) (s1 (T A)))", "(T A)"),
    ),
    ("free", "lemmas"): (
        file("JA", same(f"(trace {JA})"), lemmas(free(JA), (same("(trace J)"), PROJECTED), use=())),
        file("JA", f"(== 0 (trace {JA}))", lemmas(free(JA), ("(== 0 (trace J))", free("(mul 1 J)")))),
    ),
    ("free", "sums"): (
        file("D", f"(== (trace {DD}) (trace (T {DD})))", free(DD), n=3),
        file("D", f"(== (rank {DD}) 3)", free(DD), n=3),
    ),
    ("free", "instances"): (
        file("JA", f"(== (entry {JA} i j) (entry (T {JA}) j i))", *[free(JA)] * 4),
        file("JA", f"(== (entry {JA} i j) (entry {JA} j i))", *[free(JA)] * 4),
    ),
    ("squares", "walks"): (
        file("A", [SQUARES, SQUARES], SQUARED),
        file("A", [SQUARES, MINUS], SQUARED),
    ),
    ("squares", "lemmas"): (
        file("A", SQUARES, lemmas(TRUE, (SQUARES, SQUARED))),
        file("A", MINUS, lemmas(TRUE, (MINUS, SQUARED))),
    ),
    ("squares", "sums"): (
        file("A", f"(== 6 (nuclear {SUM}))", SQUARED),
        file("A", f"(== -6 (nuclear {SUM}))", SQUARED),
    ),
    ("squares", "instances"): (
        file("x", "(== (sq x) (sq (neg x)))", *[SQUARED] * 2),
        file("x", "(== x (neg x))", *[SQUARED] * 2),
    ),
    ("walks", "lemmas"): (
        file("A", [A_TURNED, A_TURNED], lemmas(TRUE, (A_TURNED, TRUE))),
        file("A", ["(<= 0 (s1 A))", "(<= 0 (trace A))"], leaf((1, [0]), (1, [1]), (1, [2])), CIRCLE),
    ),
    ("walks", "sums"): (
        file("A", [f"(== (nuclear {SUM}) 6)", f"(== (nuclear {FALLING}) 6)"], TRUE),
        file("A", [f"(== (nuclear {SUM}) 6)", "(== (nuclear matrix[0,2,0;1,0,0;0,0,2]) 6)"], TRUE),
    ),
    ("walks", "instances"): (
        file("A", f"(== {SYMBOL.format(SUM)} {SYMBOL.format(FALLING)})", *[TRUE] * 3),
        file("A", f"(== {SYMBOL.format(SUM)} (entry {FALLING} i i))", *[TRUE] * 3),
    ),
    ("lemmas", "sums"): (
        file("A", f"(== (add 1 (nuclear {SUM})) 7)", lemmas(TRUE, (f"(== (nuclear {SUM}) 6)", TRUE))),
        file("A", f"(== (nuclear {SUM}) 5)", lemmas(TRUE, (f"(== (nuclear {SUM}) 5)", TRUE))),
    ),
    ("lemmas", "instances"): (
        file("A", "(== (entry A i i) (entry (T A) i i))", *[lemmas(TRUE, (same("(entry A 1 1)"), TRUE))] * 2),
        file("A", "(== (entry A i i) 0)", *[lemmas(TRUE, ("(== (entry A i i) 0)", TRUE))] * 2),
    ),
    ("sums", "instances"): (
        file("A", f"(== {SYMBOL.format(SUM)} {SYMBOL.format(f'(T {SUM})')})", *[TRUE] * 3),
        file("A", f"(== {SYMBOL.format(SUM)} 3)", *[TRUE] * 3),
    ),
}


def test_no_pair_is_left_out() -> None:
    assert [*PAIRS] == [*combinations(RULES, 2)]


@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_two_rules_that_meet_prove_what_holds_and_nothing_else(pair: tuple[str, str]) -> None:
    holds, false = PAIRS[pair]
    check_data(holds)
    assert refused(false)
