"""Pairs of files: one that holds, and beside it what a checker would accept that had forgotten one rule."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Rejected
from tests.prove.handmade import ONE, SQUARE, general, goal, identity, proof
from tests.prove.meeting import file, lemmas, same

ROTATED, VECTOR = (
    ([["U", "orthogonal", "n"]], r"U \in O(n)"),
    ([["x", "vector", "n"]], r"x \in \mathbb{R}^{n}"),
)
NUMBER = [["x", "scalar"]], r"x \in \mathbb{R}"
FIRST, SECOND = "(component x 1)", "(component x 2)"
NOTHING = (1, ONE, [])
C0, C1, C2, C3, C4 = ((1, ONE, [k]) for k in range(5))  # constraints


def about(about: Any, given: list[str], then: str, tree: Any, n: int = 2, **more: Any) -> Any:
    made = {**goal(tree, use=tuple(range(len(given)))), **more}
    return proof(n, *about, given, [then], [made])


def ranged(ranges: str, inputs: Any, domain: str, then: str, proofs: Any) -> Any:
    data = {**proof(1, inputs, domain, [], [then], []), "ranges": ranges, "proofs": proofs}
    text = "\n".join([domain, ranges, "", then])
    return {**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}


def counted(then: str, *leaves: Any, ranges: str = "[('k', (1, 2)), ('n', (1, 4))]", high: str = "2") -> Any:
    """About an integer k in 1..2; a leaf for each value."""
    proofs = [{"sizes": {"n": 1, "k": k + 1}, "goals": [goal(leaf)]} for k, leaf in enumerate(leaves)]
    domain = r"k \in \{1, \dots, " + high + r"\}"
    return ranged(ranges, [["k", "integer", "1", high]], domain, then, proofs)


def positive(domain: str, *more: Any) -> Any:
    leaf = identity(C0, C1)
    inputs = [["A", "pd", "n", "n"], *more]
    return proof(1, inputs, domain, [], ["(< 0 (entry A 1 1))"], [goal(leaf)])


def steps(*taken: Any, last: int = 3) -> Any:
    return identity((1, ONE, [last]), steps=list(taken))


AXIS, SOLVED = f"(== {SECOND} 0)", {"solve": "x.u2", "by": 0}
LENGTH = f"(<= (norm x) {FIRST})"
ROOT = {"root": "r1", "is": 1, "times": 1}
TURN = {"gauges": [[{"weights": {"x.u": 1}, "fix": "x.u"}]]}
EVERY, UNDEFINED = {"true": 1}, {"undefined": 1}
EIGEN = "(== (sum (lam A)) (trace A))"
ENTRY, INVERSE = "(mul (entry A 1 1) (entry A 1 1))", "(div 1 (entry A 1 1))"
ABOVE = identity(C2, C3)
NEVER = identity(C3, C0, C1)
SMALLEST = "(<= 0 (s_star A))"


def least(at_zero: Any) -> Any:
    return general(2, [], [SMALLEST], [goal({"ask": {">": ABOVE, "<": ABOVE, "=": at_zero}})])


def by_a_lemma(lemma: Any) -> Any:
    """a^2 > 0, and a lemma on 1/a."""
    closed = identity(C0, (1, {"A.11": 1}, []))
    tree = {"ask": {"=": UNDEFINED, "<": closed, ">": closed}}
    made = {**goal(tree, use=(0,)), "lemmas": [{"state": f"(== {INVERSE} {INVERSE})", "goal": lemma}]}
    return general(1, [], [f"(< 0 {ENTRY})"], [made])


PAIRS: dict[str, tuple[Any, Any]] = {
    "nothing is asserted": (
        general(2, [], ["(< 0 1)"], [goal(identity(C0, NOTHING))]),
        general(2, [], ["(<= (component (s A) 3) 0)"], []),
    ),
    "what is denied of < is >=": (
        general(1, [], ["(< 0 1)"], [goal(identity(C0, NOTHING))]),
        general(1, [], ["(< 0 0)"], [goal(identity(C0))]),
    ),
    "a variant is left out": (
        about(ROTATED, [], "(<= -1 (trace U))", {"variant": [identity(C0, (2, ONE, [])), identity(C0)]}, 1),
        about(ROTATED, [], "(<= 1 (trace U))", {"variant": [identity(C0)]}, 1),
    ),
    "an integer is left out": (
        counted("(<= k 2)", identity(C0, NOTHING), identity(C0)),
        counted("(<= k 1)", identity(C0)),
    ),
    "the range of an integer is another": (
        counted("(<= k 2)", identity(C0, NOTHING), identity(C0)),
        counted("(<= k 2)", identity(C0, NOTHING), identity(C0), high="3"),
    ),
    "ranges that cannot be read": (
        ranged(
            "[('n', (1, 4))]",
            [["A", "general", "n", "n"]],
            r"A \in " + SQUARE,
            "(< 0 1)",
            [{"sizes": {"n": 1}, "goals": [goal(identity(C0, NOTHING))]}],
        ),
        ranged(
            "[('n', (1, 4)), ('m', (1.5, 4))]",
            [["A", "general", "n", "n"]],
            r"A \in " + SQUARE,
            "(< 0 1)",
            [{"sizes": {"n": 1}, "goals": [goal(identity(C0, NOTHING))]}],
        ),
    ),
    "nothing is certainly positive": (
        general(2, [], ["(<= 0 (s1 A))"], [goal(identity(C0, C1, C2))]),
        general(2, [], ["(< 0 (s1 A))"], [goal(identity(C0, C1, C2))]),
    ),
    "a multiple of what is no equation": (
        general(1, [], ["(<= 0 1)"], [goal(identity(C0, NOTHING))]),
        general(1, [], ["(<= 1 0)"], [goal(identity(NOTHING, equations=([0, {"1": -1}],)))]),
    ),
    "another space": (positive(r"0 \prec A \in " + SQUARE), positive(r"A \in " + SQUARE)),
    "a name that occurs twice": (
        positive(r"0 \prec A \in " + SQUARE),
        positive(r"0 \prec A \in " + SQUARE + r",\quad A \in " + SQUARE, ["A", "general", "n", "n"]),
    ),
    "ends that are no ends": (
        proof(1, [["x", "scalar", "0", ""]], r"x \ge 0", [], ["(<= 0 x)"], [goal(identity(C0, C1))]),
        proof(1, [["x", "scalar", "0", "", ""]], r"x \ge 0", [], ["(<= 0 x)"], [goal(identity(C0, C1))]),
    ),
    "a name that is a coordinate": (
        positive(r"0 \prec A \in " + SQUARE),
        proof(
            1,
            [["A", "general", "n", "n"], ["A.11", "scalar", "0", ""]],
            r"A \in " + SQUARE + r",\quad \mathit{A.11} \ge 0",
            [],
            ["(<= 0 (entry A 1 1))"],
            [goal(identity(C0, C1))],
        ),
    ),
    "a root of something else": (
        about(VECTOR, [AXIS, f"(<= 0 {FIRST})"], LENGTH, steps(SOLVED, ROOT)),
        about(VECTOR, [f"(== {FIRST} {FIRST})", f"(<= 0 {FIRST})"], LENGTH, steps(ROOT)),
    ),
    "a root that is negative": (
        about(VECTOR, [AXIS, f"(<= 0 {FIRST})"], LENGTH, steps(SOLVED, ROOT)),
        about(VECTOR, [AXIS, f"(<= {FIRST} 0)"], LENGTH, steps(SOLVED, {**ROOT, "times": -1})),
    ),
    "what is solved for is a root": (
        about(
            VECTOR,
            ["(== (norm x) 1)"],
            f"(<= {FIRST} 1)",
            identity(
                (2, ONE, [2]),
                (1, {"x.u1": 1, "1": -1}, []),
                (1, {"x.u2": 1}, []),
                equations=([3, {"1": 1}],),
                steps=[{"solve": "r1", "by": 1}],
            ),
        ),
        about(
            VECTOR,
            ["(== (norm x) 1)"],
            f"(<= {FIRST} 0)",
            identity(C2, equations=([3, {"1": 1}],), steps=[{"solve": "r1", "by": 1}]),
        ),
    ),
    "an inequality is solved": (
        about(VECTOR, [AXIS], f"(<= {SECOND} 0)", steps(SOLVED, last=1)),
        about(VECTOR, [f"(<= 0 {SECOND})"], f"(<= {SECOND} 0)", steps(SOLVED, last=1)),
    ),
    "a gauge makes what may be 0 positive": (
        about(VECTOR, [], "(<= 0 (norm x))", identity(C0, C1), **TURN),
        about(VECTOR, [], "(< 0 (norm x))", identity(C1, C2, gauge=0, steps=[{**ROOT, "is": 2}]), **TURN),
    ),
    "the root of a negative number": (
        about(
            NUMBER,
            [],
            "(<= 0 (sqrt x))",
            {
                "ask": {
                    "<": UNDEFINED,
                    "=": identity(C1),
                    ">": identity(C1, C2),
                }
            },
        ),
        about(
            NUMBER,
            [],
            "(<= 0 (sqrt x))",
            {
                "ask": {
                    "<": identity(C0, (1, {"r1": 1}, [])),
                    "=": identity(C1),
                    ">": identity(C1, C2),
                }
            },
        ),
    ),
    "a divisor that is negative": (
        about(NUMBER, ["(< x 0)"], "(<= (div 1 x) 0)", identity(C1, NOTHING)),
        about(NUMBER, ["(< x 0)"], "(<= 0 (div 1 x))", identity(C1, NOTHING)),
    ),
    "eigenvalues of what is not symmetric": (
        general(2, [], [EIGEN], [goal({"ask": {"=": EVERY, "<": UNDEFINED, ">": UNDEFINED}})]),
        general(2, [], [EIGEN], [goal(EVERY)]),
    ),
    "entries of a matrix in the place of a vector": (
        general(2, [], ["(== (sum (entries A)) (sum (entries A)))"], [goal(EVERY)]),
        general(2, [], ["(== (length A) (rows A))"], [goal(EVERY)]),
    ),
    "a subscript that depends on the point": (
        general(1, [], ["(== (component (entries A) 1) (component (entries A) 1))"], [goal(EVERY)]),
        general(1, [], ["(<= (component (entries A) (add 1 (rank A))) 0)", "(== 0 0)"], [goal(EVERY)]),
    ),
    "the least of no singular values": (
        least({"ask": {"<": NEVER, "=": UNDEFINED, ">": identity(C3, C4)}}),
        least(NEVER),
    ),
    "a free part without a value": (
        general(1, [], [f"(== {INVERSE} {INVERSE})"], [{**goal(EVERY), "let": [INVERSE]}])
        | {"defined": False},
        by_a_lemma({**goal(EVERY), "let": [INVERSE]}),
    ),
    "an index without bounds": (
        general(1, [], ["(== (component (entries A) i) (component (entries A) i))"], [goal(EVERY)]),
        general(1, [], ["(== (component (entries A) (add i 0)) (component (entries A) (add i 0)))"], []),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_file_that_needs_a_rule_that_is_none_is_refused(name: str) -> None:
    holds, does_not = PAIRS[name]
    check_data(holds)
    with pytest.raises((Rejected, *MALFORMED)):
        check_data(does_not)


@pytest.mark.parametrize(
    "nowhere", ["(div 1 0)", "(trace (principal_sqrt (mul 0 A)))", "(norm (eigenvector (mul 0 A) 1))"]
)
def test_what_a_lemma_or_another_instance_says_does_not_make_up_for_an_instance_without_a_value(
    nowhere: str,
) -> None:
    """Every point is outside such a statement."""
    never, always = goal({"undefined": 1}), goal({"true": 1})
    with_lemma = file("A", f"(== {nowhere} 7)", lemmas(never, (same("(trace A)"), always), use=()))
    beside = file("A", [f"(== {nowhere} 7)", same("(trace A)")], never, always)
    for data in (with_lemma, beside):
        with pytest.raises(Rejected, match="nothing is asserted"):
            check_data(data | {"defined": False})
