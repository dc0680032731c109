"""Files by hand in which two rules of the checker meet."""

from __future__ import annotations

from typing import Any

from tests.prove import test_frames
from tests.prove.handmade import ONE, SQUARE, goal, identity, proof

TRUE = goal({"true": 1})
ROWS = test_frames.ROWS | {
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


def no_trace(name: str) -> Any:
    """tr X = 0 gives X = 0, by a lemma, if X may be diagonal with entries >= 0."""
    terms, equation = [(1, ONE, [5, 5]), (2, ONE, [1, 2])], [3, {f"{name}.u1": -2}]
    by = goal(identity(*terms, equations=(equation,)))
    made = lemmas(by, (f"(== (trace {name}) 0)", goal({"true": 1}, use=(0,))), use=(1,))
    made |= {"turn": {name: ["p", "q"]}, "diagonal": [name]}
    return file(name, f"(<= (fro {name}) 0)", made, given=(f"(== (trace {name}) 0)",))


def below_trace(name: str) -> Any:
    """|X|_F <= tr X by squares: 2 x_1 x_2 >= 0 where the entries of the diagonal are >= 0."""
    high, low = identity((1, ONE, [5]), (2, ONE, [1, 2])), identity(*[(1, ONE, [k]) for k in (4, 1, 2)])
    made = {**goal({"ask": {">=": high, "<": low}}), "turn": {name: ["p", "q"]}, "diagonal": [name]}
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
