"""Proof files written by hand: small statements, each rule of the format at least once."""

from __future__ import annotations

import hashlib
from typing import Any

SQUARE, SIZES = r"\mathbb{R}^{n \times n}", "[('n', (1, 4))]"
ONE = {"1": 1}


def proof(n: int, inputs: list[list[str]], domain: str, given: list[str], then: list[str], goals: Any) -> Any:
    """A file whose goals are the same at all of its sizes."""
    text = "\n".join([domain, SIZES, "; ".join(given), "; ".join(then)])
    return {
        "format": 1,
        "id": "mine/by-hand",
        "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12],
        "n": n,
        "domain": domain,
        "ranges": SIZES,
        "inputs": inputs,
        "given": given,
        "then": then,
        "defined": '"undefined"' not in repr(goals).replace("'", '"'),
        "proofs": [{"sizes": {"n": n}, "goals": goals}],
    }


def general(n: int, given: list[str], then: list[str], goals: Any) -> Any:
    return proof(n, [["A", "general", "n", "n"]], r"A \in " + SQUARE, given, then, goals)


def goal(tree: Any, use: tuple[int, ...] = (), gauges: tuple[Any, ...] = ()) -> Any:
    return {"use": list(use), "gauges": list(gauges), "tree": tree}


def identity(*terms: Any, equations: tuple[Any, ...] = (), **more: Any) -> Any:
    """A leaf; a term is (c, s, numbers)."""
    return {"close": {**more, "identity": {"sum": [list(t) for t in terms], "equations": list(equations)}}}


def trace_below_norm() -> Any:
    """tr A <= 2 s_1(A): (u1 - r1 - r2)^2 and what follows from r1^2 = |u|^2."""
    one = [(1, ONE, k) for k in ([0, 2], [1, 2], [1, 1])]
    leaf = identity(("1/4", ONE, [2, 2]), *one, (1, {"A.u2": 1}, []), (2, ONE, [0, 1]))
    return general(2, [], ["(<= (trace A) (mul 2 (s1 A)))"], [goal(leaf)])


def trace_below_norm_turned() -> Any:
    """The same with A.v rotated to the real line, the root r2 put in as A.v1, and two cases."""
    gauge = [{"weights": {"A.v": 1}, "fix": "A.v"}]
    steps = [{"root": "r2", "is": 3, "times": 1}]
    low = identity(("1/2", ONE, [2]), (1, ONE, [3]), (1, ONE, [4]))["close"]
    high = identity((1, ONE, [4, 4]), (2, ONE, [4, 0]), (1, {"A.u2": 1}, []))["close"]
    leaf = {"gauge": 0, "steps": steps, "split": {"A.u1": 1, "r1": -1}, "cases": {"<=": low, ">": high}}
    return general(2, [], ["(<= (trace A) (mul 2 (s1 A)))"], [goal({"close": leaf}, gauges=(gauge,))])


def scalar_case() -> Any:
    """|tr A| <= s_1(A) at n = 1: both sides are |a|, so -- in each case -- 0 > 0."""
    leaf = identity((1, ONE, [1]))
    return general(1, [], ["(<= (abs (trace A)) (s1 A))"], [goal({"ask": {">=": leaf, "<": leaf}})])


def determinant() -> Any:
    """2 det A <= |A|_F^2 without a root: 4 |v|^2 >= 0."""
    terms = (1, ONE, [0]), (4, {"A.v1": 1}, []), (4, {"A.v2": 1}, [])
    return general(2, [], ["(<= (mul 2 (det A)) (sum (sq (entries A))))"], [goal(identity(*terms))])


def condition() -> Any:
    """kappa(A) >= 1, undefined for A = 0."""
    above = identity((1, ONE, [3]), (2, ONE, [1]))
    below = identity((1, ONE, [3]), (2, ONE, [0]))
    small = identity((1, ONE, [3]), (1, ONE, [0]), (1, ONE, [1]))
    equal = {"ask": {"<": small, "=": {"undefined": 1}, ">": identity((1, ONE, [4]))}}
    return general(2, [], ["(<= 1 (kappa A))"], [goal({"ask": {">": above, "<": below, "=": equal}})])


def projections() -> Any:
    """tr P <= 2 for projections: 0, I, and those of rank 1."""
    tree = {
        "variant": [
            identity((1, ONE, [0]), (2, ONE, [])),
            identity((1, ONE, [0])),
            identity((1, ONE, [1]), (1, ONE, [])),
        ]
    }
    return proof(
        2,
        [["P", "projection", "n", "n"]],
        r"P = P^T = P^2 \in " + SQUARE,
        [],
        ["(<= (trace P) 2)"],
        [goal(tree)],
    )


def orthogonal() -> Any:
    """tr Q <= 2 for orthogonal Q; rotations by (1 - u1)^2 + u2^2 = 2 - 2 u1."""
    rotation = identity(
        (1, ONE, [1]), (1, {"A.u1": 1, "1": -1}, []), (1, {"A.u2": 1}, []), equations=([0, {"1": -1}],)
    )
    tree = {"variant": [rotation, identity((1, ONE, [1]), (2, ONE, []))]}
    return proof(2, [["A", "orthogonal", "n"]], r"A \in O(n)", [], ["(<= (trace A) 2)"], [goal(tree)])


def equality() -> Any:
    """tr A = tr A'."""
    return general(2, [], ["(== (trace A) (trace (T A)))"], [goal({"true": 1})])


def hypothesis() -> Any:
    """s_1(A) <= 1 implies s_1(A) < 2."""
    leaf = identity((1, ONE, [2]), (1, ONE, [3]), (1, ONE, []))
    return general(2, ["(<= (s1 A) 1)"], ["(< (s1 A) 2)"], [goal(leaf, use=(0,))])


HOLD = [
    trace_below_norm,
    trace_below_norm_turned,
    scalar_case,
    determinant,
    condition,
    projections,
    orthogonal,
    equality,
    hypothesis,
]
