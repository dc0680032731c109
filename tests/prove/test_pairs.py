"""Every two rules of the checker that meet in one file: where the statement holds, and where it is false.

A file of the second kind is what somebody writes who hopes that one rule hides something from the other.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from perturb.prove.checker.check import check_data
from tests.prove.handmade import ONE, SQUARE, goal, identity, proof
from tests.prove.test_conditions import FREE, above_zero, reflections
from tests.prove.test_forgotten import refused
from tests.prove.test_frames import ROWS
from tests.prove.test_shared_walks import of_two_sizes

RULES = ["lets", "turns", "diagonals", "free", "squares", "walks", "lemmas", "sums", "instances"]
TRUE = goal({"true": 1})
ROWS = ROWS | {
    "D": (["D", "diagonal", "n", "n"], rf"D \in {SQUARE}\ \mathrm{{diagonal}}"),
    "J": (["J", "projection", "n", "n"], rf"J = J^T = J^2 \in {SQUARE}"),
}
PQ, SQUARED = {"A": ["p", "q"]}, {**TRUE, "squared": True}
ALONG = {**TRUE, "turn": PQ, "diagonal": ["A"]}
BOTH = goal({"ask": {">=": {"true": 1}, "<": {"true": 1}}})
AB, JA, BB, DD = "(matmul A B)", "(matmul J A)", "(matmul B B)", "(matmul D D)"
SUM, FALLING = "matrix[0,2,0;1,0,0;0,0,3]", "matrix[1,0,0;0,2,0;0,0,3]"  # both have singular values 3, 2, 1
A_TURNED = "(== (fro A) (fro (T A)))"
SMALL = "(== (s1 A) (fro A))"  # at n = 1 both are |a|, and a where A is diagonal
SIGNED = "(== (trace A) (s1 A))"
OTHER = "(== (fro (matmul A B)) (fro (matmul (T A) B)))"  # if A is diagonal
ONE_TURN = {**TRUE, "turn": {"A": ["p", "p"], "B": ["p", "c"]}, "diagonal": ["A"]}


def file(names: str, then: Any, *goals: Any, n: int = 2, given: tuple[str, ...] = ()) -> Any:
    """One goal for all where none is said, and one that stands for all of them where there is one."""
    inputs, domain = zip(*[ROWS[name] for name in names], strict=True)
    every = [then] if isinstance(then, str) else then
    made = list(goals or [TRUE]) * (1 if len(goals) > 1 else len(every))
    return proof(n, list(inputs), r",\quad ".join(domain), list(given), every, made)


def free(*parts: str, **more: Any) -> Any:
    return {**TRUE, "let": list(parts), **more}


def lemmas(last: Any, *pairs: tuple[str, Any], use: tuple[int, ...] = (0,)) -> Any:
    return {**last, "use": list(use), "lemmas": [{"state": s, "goal": g} for s, g in pairs]}


def same(part: str) -> str:
    return f"(== {part} {part})"


def leaf(*terms: Any, **more: Any) -> Any:
    return goal(identity(*[(c, ONE, k) for c, k in terms]), **more)


def no_trace(name: str, turn: list[str]) -> Any:
    """tr X = 0 gives X = 0, by a lemma, if X may be diagonal with entries >= 0."""
    terms, equation = [(1, ONE, [5, 5]), (2, ONE, [1, 2])], [3, {f"{name}.u1": -2}]
    by = goal(identity(*terms, equations=(equation,)))
    made = lemmas(by, (f"(== (trace {name}) 0)", goal({"true": 1}, use=(0,))), use=(1,))
    made |= {"turn": {name: turn}, "diagonal": [name]}
    return file(name, f"(<= (fro {name}) 0)", made, given=(f"(== (trace {name}) 0)",))


def below_trace(name: str) -> Any:
    """|X|_F <= tr X by squares: 2 x_1 x_2 >= 0 where the entries of the diagonal are >= 0."""
    high, low = identity((1, ONE, [5]), (2, ONE, [1, 2])), identity(*[(1, ONE, [k]) for k in (4, 1, 2)])
    made = {**goal({"ask": {">=": high, "<": low}}), "turn": {name: ["p", "p"]}, "diagonal": [name]}
    return file(name, f"(<= (fro {name}) (trace {name}))", {**made, "squared": True})


def doubled(name: str, inner: str) -> Any:
    """2 tr A'A >= 0 by a lemma, with a free part in the place of what it speaks of."""
    state = "(<= 0 (trace (matmul (T A) A)))"
    lemma = goal(identity((1, ONE, [0]), (1, {"A.11": 1}, [])))
    last = {**leaf((1, [1]), (2, [0])), "let": [inner]}
    return file("A", f"(<= 0 (mul 2 {name}))", lemmas(last, (state, lemma)), n=1)


PROJECTED = goal({"variant": [{"true": 1}] * 3})
SYMBOL = "(component (s {}) i)"
BELOW = [[6]], [[6], [0]], [[6], [1]]  # s_i <= s_1 of a diagonal matrix: 6 is the conclusion, denied
CIRCLE = lemmas(leaf((1, [0]), (1, [1])), ("(<= 0 (trace A))", leaf((1, [0]), (1, [1]), use=(0,))))
SQUARES = "(== (sq (trace A)) (sq (neg (trace A))))"
MINUS = "(== (trace A) (neg (trace A)))"

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
    ("turns", "lemmas"): (no_trace("P", ["p", "p"]), no_trace("A", ["p", "q"])),
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
    ("diagonals", "squares"): (below_trace("P"), below_trace("S")),
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
        file("A", f"(== {SYMBOL.format(SUM)} (component (lam {FALLING}) i))", *[TRUE] * 3),
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
