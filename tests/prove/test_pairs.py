"""Every two rules of the checker that meet in one file: where the statement holds, and where it is false.

A file of the second kind is what somebody writes who hopes that one rule hides something from the other.
The same of the words that are no more than formulas: true statements whose proofs are altered, near misses.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import pytest

from perturb import indices, paper, then
from perturb.domains import Domain, psd, square, symmetric, together
from perturb.prove.checker.check import check_data
from perturb.prove.judging import checked
from perturb.prove.prover import attempt
from perturb.prove.store import HOLDS
from perturb.statements.claim import Claim
from perturb.vocab import (
    det,
    eig_im,
    eig_re,
    eigenvector,
    entries,
    eye,
    fro,
    least_minor,
    mat_power,
    pinv,
    principal_power,
    principal_sqrt,
    rank,
    s1,
    schatten,
    spectral_projection,
    sq,
    total,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
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
from tests.prove.test_hostile_reader import again
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


# Words that are formulas.

A, (k,) = variable("A", Kind.MATRIX), indices("k")
ALL, EVEN, ABOVE = (together(A=space, n=2) for space in (square(), symmetric(), psd()))
ROOT, FIRST = principal_sqrt(A), spectral_projection(A, 1, 1)
Chain = tuple[Any, str, Any]

# True at n = 2; what is exchanged in the statement of the proof makes it false, or one that is not shown so.
TRUTHS: dict[str, tuple[Domain, Chain, list[tuple[str, str]]]] = {
    "pinv": (
        ALL,
        (trace(A @ pinv(A)), "==", rank(A)),
        [("(pinv A)", "(T A)"), ("(pinv A)", "(adjugate A)"), ("(rank A)", "2"), ("pinv A", "inv A")],
    ),
    "at most 2": (ALL, (trace(A @ pinv(A)), "<=", 2), [("(<=", "(=="), (" 2)", " 1)"), ("(<=", "(<")]),
    "real parts": (
        ALL,
        (total(eig_re(A)), "==", trace(A)),
        [("eig_re", "eig_im"), ("eig_re", "s"), ("eig_re", "moduli"), ("sum", "max")],
    ),
    "imaginary parts": (
        ALL,
        (eig_im(A)[1], ">=", 0),
        [("eig_im", "eig_re"), (" 1)", " 2)"), ("(>=", "(>"), ("(>=", "(==")],
    ),
    "falling": (
        ALL,
        (eig_re(A)[2], "<=", eig_re(A)[1]),
        [("(<=", "(<"), ("(<=", "(>=")],
    ),
    "eigenvector": (
        EVEN,
        (eigenvector(A, 1)[1], ">=", 0),
        [
            ("A 1) 1", "A 1) 2"),
            ("A 1) 1", "A 2) 2"),
            ("A 1", "A 3"),
            ("(>=", "(>"),
            ("A 1", "A (index i 2 1)"),
        ],
    ),
    "projection": (
        EVEN,
        (trace(FIRST), "==", 1),
        [("A 1 1", "A 1 2"), ("A 1 1", "A 2 1"), ("A 1 1", "A i j"), ("A 1 1", "A 1 k"), ("trace", "det")],
    ),
    "root": (
        ALL,
        (entries(ROOT @ ROOT), "==", entries(A)),
        [("principal_sqrt", "pinv"), ("(principal_sqrt A)", "(T A)"), ("(entries A)", "(entries (T A))")],
    ),
    "powers": (
        ALL,
        (entries(principal_power(A, -1) @ A), "==", entries(eye(A))),
        [
            ("(div 0", "(div 1"),
            ("inv", "pinv"),
            ("A) 1)", "A) 2)"),
            ("(eye A)", "A"),
        ],
    ),
    "minors": (
        ALL,
        (least_minor(A), "<=", det(A)),
        [("(<=", "(<"), ("(<=", "(>="), ("(det A)", "(trace A)"), ("(det A)", "(neg (det A))")],
    ),
}


def formulated(name: str, domain: Domain, chain: Chain, given: Chain | None = None) -> Claim:
    hypotheses = then(*given).links if given else ()
    return Claim(f"formulas/{name}", paper("formulas"), name, domain, hypotheses, then(*chain).links, "")


@cache
def proof_about(name: str) -> Any:
    return attempt(formulated(name, *TRUTHS[name][:2]), 2, 20).certificate


@pytest.mark.parametrize("name", TRUTHS)
def test_what_stands_for_a_formula_is_not_exchanged(name: str) -> None:
    real = proof_about(name)
    check_data(real)
    for change in TRUTHS[name][2]:
        forged = again(real, real["given"], [line.replace(*change, 1) for line in real["then"]])
        assert forged["then"] != real["then"], change
        assert checked(forged).outcome != HOLDS, change


@pytest.mark.parametrize("name", TRUTHS)
def test_what_is_said_of_a_formula_is_proved_in_all_of_its_cases(name: str) -> None:
    """Not with a case less or one that ends otherwise, or if it says otherwise whether all is defined."""
    real = proof_about(name)
    (proof,) = real["proofs"]
    made = proof["goals"][0]
    trees: list[Any] = [
        {"undefined": 1},
        {"outside": 1},
        {"close": {"identity": {"sum": [], "equations": []}}},
    ]
    asked = made["tree"].get("ask", {})
    trees += [{"ask": {key: part for key, part in asked.items() if key != left}} for left in asked]
    for tree in trees:
        forged = {**real, "proofs": [{**proof, "goals": [{**made, "tree": tree}, *proof["goals"][1:]]}]}
        for defined in (True, False):
            assert checked({**forged, "defined": defined}).outcome != HOLDS, (tree, defined)
    assert checked({**real, "defined": not real["defined"]}).outcome != HOLDS


# True but for matrices that are singular, 0, or have an eigenvalue twice.
MISSES: dict[str, tuple[Any, ...]] = {
    "pinv is inv": (ALL, (entries(A @ pinv(A)), "==", entries(eye(A)))),
    "pinv of 0": (ALL, (fro(pinv(A)), ">", 0)),
    "pinv of rank one": (ALL, (trace(pinv(A) @ A), "==", 2), (trace(A), "!=", 0)),
    "pinv of a square": (ALL, (trace(pinv(A @ A)), "==", trace(pinv(A) @ pinv(A)))),
    "lengths of pinv": (ALL, (s1(pinv(A)) * s1(A), ">=", 1)),
    "axis": (EVEN, (eigenvector(A, 1)[1], ">", 0)),
    "other axis": (EVEN, (eigenvector(A, k)[1], "<", 1)),
    "projected axis": (EVEN, (FIRST[1, 1], ">", 0)),
    "whole projection": (EVEN, (trace(spectral_projection(A, 1, 2)), "==", rank(A))),
    "twice": (ALL, (eig_im(A)[1], ">", 0), (sq(trace(A)), "<=", 4 * det(A))),
    "nonnegative minors": (ALL, (eig_re(A)[2], ">", 0), (least_minor(A), ">=", 0)),
    "least minor of 0": (ABOVE, (least_minor(A), "<", trace(A))),
    "root of a square": (ALL, (entries(principal_sqrt(A @ A)), "==", entries(A)), (trace(A), ">=", 0)),
    "power of 0": (ABOVE, (det(mat_power(A, 0)), "<=", fro(A))),
    "equal roots": (ALL, (det(ROOT), "<", sq(trace(ROOT)) / 4), (eig_im(A)[1], "==", 0)),
    "schatten of rank one": (ALL, (schatten(A, 4), "<", fro(A))),
}


@pytest.mark.parametrize("name", MISSES)
def test_a_near_miss_with_a_formula_is_not_proved(name: str) -> None:
    assert attempt(formulated(name, *MISSES[name]), 2, 5).outcome in ("false", "open", "timeout")
