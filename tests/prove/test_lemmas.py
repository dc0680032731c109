"""Lemmas inside a proof, comparisons by squares, circles as rules: what they may not do."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Ratio, Rejected, X
from perturb.prove.store import every
from tests.prove.handmade import ONE, general, goal, identity, proof

ROOT = Path(__file__).parents[2]
BY_LEMMAS = "riedi2022/lem-29.87", 2


def accepted(data: Any) -> bool:
    try:
        check_data(data)
    except (Rejected, *MALFORMED):
        return False
    return True


def stored() -> tuple[Any, Any]:
    """A proof by lemmas, and its goal."""
    (data,) = [json.loads(one.raw) for one in every(ROOT / "proofs") if (one.id, one.size) == BY_LEMMAS]
    return data, data["proofs"][0]["goals"][0]


def test_a_proof_by_lemmas_holds() -> None:
    data, found = stored()
    assert len(found["lemmas"]) > 2
    check_data(data)


@pytest.mark.parametrize("k", range(4))
def test_no_lemma_can_be_left_out_or_exchanged(k: int) -> None:
    data, found = stored()
    last = copy.deepcopy(found["lemmas"])
    del found["lemmas"][k]
    assert not accepted(data)
    found["lemmas"] = [*last[:k], {**last[k], "state": last[k - 1]["state"]}, *last[k + 1 :]]
    assert not accepted(data)


def test_a_lemma_does_not_use_itself_or_a_later_one() -> None:
    data, found = stored()
    for k, lemma in enumerate(found["lemmas"]):
        kept = lemma["goal"]["use"]
        for later in range(len(data["given"]) + k, len(data["given"]) + len(found["lemmas"]) + 2):
            lemma["goal"]["use"] = [*kept, later]
            assert not accepted(data), (k, later)
        lemma["goal"]["use"] = kept


TRACE = "(<= (trace A) (mul 2 (s1 A)))"


# Constraints 0 and 1: the roots in s_1 are not negative; 2: what is used; 3: the conclusion is false.
BY_WHAT_IT_SAYS = {**goal(identity((1, ONE, [2]), (1, ONE, [3]))), "use": [0]}


def circular(state: str) -> Any:
    """A lemma that is what is to be proved, closed by itself."""
    lemma = {"state": state, "goal": BY_WHAT_IT_SAYS}
    return general(2, [], [TRACE], [{**BY_WHAT_IT_SAYS, "lemmas": [lemma]}])


def test_what_is_given_closes_what_says_the_same() -> None:
    """So it is only for the order of its lemmas that a circular proof is not accepted."""
    check_data(general(2, [TRACE], [TRACE], [BY_WHAT_IT_SAYS]))


@pytest.mark.parametrize(
    "state",
    [
        TRACE,
        "(<= (trace (inv A)) 0)",
        "(<= (div 1 (trace A)) 0)",
        "(<= (entries A) 0)",
        "(<= (component (s A) i) 0)",
        "(< 0 0)",
        "(<= (div 1 0) 0)",
    ],
)
def test_nobody_proves_by_a_lemma_that_is_not_proved(state: str) -> None:
    assert not accepted(circular(state))


INVERSE = "(== (trace (inv A)) (trace (inv A)))"
SQUARE = {**identity((1, ONE, [0]), (1, {"A.11": 1}, []))}


def beside(then: str, lemma: Any, last: Any, **more: Any) -> Any:
    """At n = 1 a conclusion that uses one lemma on the inverse of A."""
    made = {**goal(last), "use": [0], "lemmas": [{"state": INVERSE, "goal": lemma}], **more}
    return general(1, [], [then], [made])


def test_a_lemma_without_a_value_proves_nothing_there() -> None:
    """a^2 > 0 is false at a = 0, where a lemma on 1/a, equal to itself, has no value."""
    last = {"ask": {"=": {"undefined": 1}, "<": SQUARE, ">": SQUARE}}
    lemma = goal({"ask": {"=": {"undefined": 1}, "<": {"true": 1}, ">": {"true": 1}}})
    square = "(< 0 (mul (entry A 1 1) (entry A 1 1)))"
    assert not accepted(beside(square, lemma, last))
    with pytest.raises(Rejected, match="undefined in a lemma"):
        check_data(beside(square, lemma, last))
    free = {**goal({"true": 1}), "let": ["(inv A)"]}
    with pytest.raises(Rejected, match="may have no value"):
        check_data(beside(square, free, last))


def test_a_lemma_may_lack_a_value_where_the_conclusion_does() -> None:
    """1/a = 1/a by a lemma that says so, with 1/a computed and with 1/a as any number."""
    ends = {"ask": {"=": {"undefined": 1}, "<": {"true": 1}, ">": {"true": 1}}}
    check_data(beside(INVERSE, goal(ends), ends))
    free = {**goal({"true": 1}), "let": ["(inv A)"]}
    check_data(beside(INVERSE, free, {"true": 1}, let=["(inv A)"], tree={"true": 1}) | {"defined": False})
    assert not accepted(beside(INVERSE, free, {"true": 1}, let=["(inv A)"]) | {"defined": True})


@pytest.mark.parametrize("squared", [True, False, 1, "yes"])
def test_squares_do_not_forget_signs(squared: Any) -> None:
    """s_1 <= -2 s_1 is false of all but 0, though s_1^2 <= 4 s_1^2."""
    for leaf in (
        identity((1, ONE, [2]), (3, {"r1": 1}, []), (3, {"r2": 1}, []), (6, ONE, [0, 1])),
        {
            "ask": {
                ">=": identity((1, ONE, [3]), (1, ONE, [0]), (1, ONE, [1])),
                "<": identity((1, ONE, [3]), (3, {"r1": 1}, []), (3, {"r2": 1}, []), (6, ONE, [0, 1])),
            }
        },
    ):
        made = {**goal(leaf), "squared": squared}
        assert not accepted(general(2, [], ["(<= (s1 A) (mul -2 (s1 A)))"], [made]))


def test_squares_prove_what_is_true() -> None:
    """|A|_F <= 2 s_1(A): of the roots only their squares are left."""
    leaf = identity((1, ONE, [3]), (2, {"r2": 1}, []), (2, {"r3": 1}, []), (8, ONE, [1, 2]))
    made = {**goal(leaf), "squared": True}
    check_data(general(2, [], ["(<= (fro A) (mul 2 (s1 A)))"], [made]))
    bare = {**made, "squared": False}
    assert not accepted(general(2, [], ["(<= (fro A) (mul 2 (s1 A)))"], [bare]))


def turned(then: str, *steps: Any, variants: int = 2, **end: Any) -> Any:
    """A statement about a rotation or reflection U, the same leaf for both."""
    leaf = {"close": {"steps": list(steps), **end}}
    domain, inputs = r"U \in O(n)", [["U", "orthogonal", "n"]]
    return proof(2, inputs, domain, [], [then], [goal({"variant": [leaf] * variants})])


def test_a_circle_is_a_rule() -> None:
    """(u1 - u2)^2 <= 2 on the unit circle: 2 - (u1 - u2)^2 is (u1 + u2)^2 there."""
    found = [
        turned(
            "(<= (sq (add (entry U 1 1) (entry U 1 2))) 2)",
            {"circle": f"U.{name}", "by": 0},
            identity={"sum": [[1, ONE, [1]], [1, {"U.u1": 1, "U.u2": 1}, []]], "equations": []},
        )
        for name in ("u1", "u2")
    ]
    for data in found:
        first, second = data["proofs"][0]["goals"][0]["tree"]["variant"]
        reflection = json.loads(json.dumps(second).replace("U.u", "U.v"))
        square = reflection["close"]["identity"]["sum"][1][1]
        square["U.v2"] = -1
        data["proofs"][0]["goals"][0]["tree"]["variant"] = [first, reflection]
        check_data(data)
        for step in ({"circle": "U.u1", "by": 1}, {"circle": "U.v1", "by": 0}, {"circle": "U.u3", "by": 0}):
            bad = copy.deepcopy(data)
            bad["proofs"][0]["goals"][0]["tree"]["variant"][0]["close"]["steps"] = [step]
            assert not accepted(bad), step
        twice = copy.deepcopy(data)
        steps = twice["proofs"][0]["goals"][0]["tree"]["variant"][0]["close"]["steps"]
        steps.append({"circle": "U.u1" if steps[0]["circle"] == "U.u2" else "U.u2", "by": 0})
        assert not accepted(twice)


def test_what_has_a_rule_may_be_negative() -> None:
    """u2 = 0 gives u1^2 = 1, and not u1 = 1: U = -I."""
    domain, inputs = r"U \in O(n)", [["U", "orthogonal", "n"]]
    given = ["(== (entry U 1 2) 0)", "(<= 0 1)"]

    def leaf(z: str, last: list[Any]) -> Any:
        steps = [{"solve": f"U.{z}2", "by": 1}, {"circle": f"U.{z}1", "by": 0}, *last]
        return {
            "close": {"steps": steps, "identity": {"sum": [[1, ONE, [2]], [1, ONE, [3]]], "equations": []}}
        }

    tree = {"variant": [leaf(z, [{"root": f"U.{z}1", "is": 2, "times": 1}]) for z in "uv"]}
    made = {**goal(tree), "use": [0, 1]}
    with pytest.raises(Rejected, match="may be negative"):
        check_data(proof(2, inputs, domain, given, ["(<= 0 (entry U 1 1))"], [made]))


@pytest.mark.parametrize("place", [0, 1, 47])
def test_no_power_runs_over_into_the_next_variable(place: int) -> None:
    """Exponents have as many bits as they need: 16 would turn x^(2^16) into another variable."""
    x = X[place]
    for _ in range(70):
        x = x * x
    assert x == X[place] ** 2**70
    assert [k for k, e in enumerate(x.degrees()) if e] == [place]
    wide = sum(X) ** 4
    with pytest.raises(Rejected, match="too many terms"):
        Ratio(wide, Counter()) * Ratio(wide, Counter())
