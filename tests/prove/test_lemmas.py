"""Lemmas and declared steps: proved before they count; comparisons by squares, circles, lean files."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from perturb import claim, paper, then
from perturb.domains import square, together
from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Ratio, Rejected, X
from perturb.prove.prover import attempt
from perturb.prove.store import every
from perturb.prove.tidy import Leaf, earlier, lean, moved, numbers
from perturb.statements.argument import argument, home, step, therefore
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, kappa, s1
from tests.prove.handmade import HOLD, ONE, general, goal, identity, proof, trace_below_norm

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
        for bad_step in (
            {"circle": "U.u1", "by": 1},
            {"circle": "U.v1", "by": 0},
            {"circle": "U.u3", "by": 0},
        ):
            bad = copy.deepcopy(data)
            bad["proofs"][0]["goals"][0]["tree"]["variant"][0]["close"]["steps"] = [bad_step]
            assert not accepted(bad), bad_step
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


# Certificates without splits and questions that nothing rests on.


def split_around(close: Any, count: int) -> Any:
    """The same contradiction twice, in the cases of a split that neither uses."""
    inner = moved(close, lambda k: k + (k >= count))
    return {"split": {"A.u1": "1"}, "cases": {">": inner, "<=": copy.deepcopy(inner)}}


def test_a_split_that_no_case_uses_goes() -> None:
    whole = trace_below_norm()
    close = whole["proofs"][0]["goals"][0]["tree"]["close"]
    padded = split_around(split_around(close, 3), 3)
    check_data(general(2, [], whole["then"], [goal({"close": padded})]))
    assert {**lean(padded, 3), "steps": []} == {**close, "steps": []}


def test_a_split_that_both_cases_use_stays() -> None:
    (turned,) = [made() for made in HOLD if made.__name__ == "trace_below_norm_turned"]
    close = turned["proofs"][0]["goals"][0]["tree"]["close"]
    assert lean(close, 4) == close


def test_steps_that_add_an_equation_are_counted() -> None:
    """Solving for a root keeps what its rule said as an equation: the split after it has a number more."""
    inner = {"identity": {"sum": [["1", {"1": "1"}, [4]]], "equations": []}}
    both = {"split": {"A.u1": "1"}, "cases": {">": inner, "<=": inner}}
    assert "cases" not in lean({"steps": [{"solve": "r1", "by": 0}], **both}, 4)
    assert "cases" in lean({"steps": [{"solve": "A.u1", "by": 0}], **both}, 4)
    assert "cases" not in lean({"steps": [{"circle": "x", "by": 0}, {"solve": "x", "by": 1}], **both}, 4)


def test_a_leaf_moves_before_a_question_that_it_does_not_use() -> None:
    close = identity((1, ONE, [1, 5]), (1, ONE, [0]))["close"]
    found = earlier(Leaf(close, 4), 2, 0)
    assert found is not None
    assert numbers(found["close"]) == {0, 1, 3}
    assert found.count == 2
    assert earlier(Leaf(close, 4), 1, 0) is None  # it uses number 1
    rooted = identity((1, {"r2": 1}, [0]))["close"]
    assert earlier(Leaf(rooted, 4), 2, 1) is None
    assert earlier(Leaf(rooted, 4), 2, 2) is not None


# Declared steps: each is proved before it counts, and no step is believed.


ME = paper("steps")
TWO = together(A=square(), B=square(), n=(1, 3))


@claim(ME, "1", domain=TWO)
def product_of_shifted(A, B):
    yield then(s1((A + I) @ (B + I)), "<=", (1 + s1(A)) * (1 + s1(B)))


@argument(product_of_shifted)
def by_each_factor(goal, A, B):
    first, second = A + I, B + I
    signs = [step(0, "<=", s1(M), free=[M], by=[]) for M in (first, second)]
    bounds = [step(s1(M + I), "<=", 1 + s1(M), by=[]) for M in (A, B)]
    norm = step(s1(first @ second), "<=", s1(first) * s1(second), free=[first, second], by=[])
    yield from (*signs, *bounds, norm)
    yield therefore(free=[s1(A), s1(B), s1(first), s1(second), s1(first @ second)])


@claim(ME, "2", domain=TWO)
def false_by_a_false_step(A, B):
    yield then(s1(A @ B), "<=", s1(A) * s1(B) / 2)


@argument(false_by_a_false_step)
def by_wishing(goal, A, B):
    yield step(s1(A), "<=", s1(A) / 2)
    yield therefore(free=[s1(A), s1(B), s1(A @ B)])


@claim(ME, "3", domain=TWO)
def false_by_a_step_without_a_value(A, B):
    yield then(0, "<", s1(A))


@argument(false_by_a_step_without_a_value)
def by_what_is_undefined(goal, A, B):
    """kappa has no value at 0, where the conclusion is false."""
    yield step(1, "<=", kappa(A))
    yield therefore()


def test_steps_are_proved_one_after_the_other() -> None:
    found = attempt(product_of_shifted, 2, 20)
    assert found.outcome == "proved", found
    (proof,) = found.certificate["proofs"]
    assert [len(goal["lemmas"]) for goal in proof["goals"]] == [5]
    check_data(json.loads(json.dumps(found.certificate)))


@pytest.mark.parametrize("made", [false_by_a_false_step, false_by_a_step_without_a_value])
def test_what_is_false_is_not_proved_by_steps(made) -> None:
    assert attempt(made, 2, 3).outcome in ("open", "timeout", "false")


def test_a_statement_has_one_argument() -> None:
    assert home(product_of_shifted) == __name__
    with pytest.raises(ValueError, match="two arguments"):
        argument(product_of_shifted)(by_wishing)


def test_every_argument_of_the_catalogue_gives_steps() -> None:
    """The conclusion is the last step, and a step rests on those before it."""
    from perturb.prove.lemmas.carry_out import declared
    from perturb.prove.prover import Explorer
    from perturb.prove.reading.sized_claim import SizedClaim, assignments

    known = [one for one in catalogue().values() if home(one).startswith("theorems.")]
    assert len(known) > 20
    for one in known:
        *_, sizes = assignments(one.domain, 2)
        statement = SizedClaim(one, sizes)
        for each_goal in statement.goals():
            steps = declared(Explorer(statement, 0.0), each_goal)
            assert not steps or steps[-1].link is None, one.id
            for k, each in enumerate(steps):
                assert set(each.by or ()) <= set(steps[:k]), (one.id, k)
