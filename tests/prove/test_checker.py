"""The checker: what holds is accepted, what is damaged or false is not; its words beside the engine's."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import ctx, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.prove.checker.check import MALFORMED, check, check_data
from perturb.prove.checker.numbers import Rejected, number
from perturb.prove.checker.paths import Stop
from perturb.prove.checker.statements import Statement
from perturb.prove.checker.text import Language, Shapes, Valuation
from perturb.prove.store import every
from perturb.vocab.grammar import ranges
from perturb.vocab.relations import decide
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, as_scalar
from tests.fuzz.grammar import for_engine, random_inputs
from tests.fuzz.test_statements import statement
from tests.prove.concrete import PRECISION, Follower
from tests.prove.damage import damaged, second_opinion
from tests.prove.handmade import HOLD, ONE, general, goal, identity, proof

STORED = list(every(Path(__file__).parents[2] / "proofs"))
SMALL = [one for one in STORED if len(one.raw) < 8_000]


def accepted(data: Any) -> bool:
    try:
        check_data(data)
    except (Rejected, *MALFORMED):
        return False
    return True


@pytest.mark.parametrize("made", HOLD, ids=lambda f: f.__name__)
def test_proofs_by_hand_hold(made: Callable[[], Any]) -> None:
    check_data(made())
    assert second_opinion(made(), random.Random(1))


@given(st.integers(0, 2**32))
def test_what_is_damaged_is_refused_or_still_holds(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(7):
        whole = json.loads(rng.choice(SMALL).raw) if SMALL and rng.random() < 0.5 else rng.choice(HOLD)()
        what, data = damaged(whole, rng)
        if accepted(data):
            same = [whole[key] == data[key] for key in ("domain", "ranges", "given", "then", "n", "inputs")]
            assert all(same), what
            assert second_opinion(data, rng), what


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "proof.json"
    path.write_text(text)
    return path


def test_no_file_makes_the_checker_crash(tmp_path: Path) -> None:
    good = json.dumps(HOLD[0]())
    deep = '{"close": {"split": {"1": 1}, "cases": {">": ' * 3000 + "{}" + "}}}" * 3000
    texts = [
        "",
        "[]",
        "3",
        '"x"',
        "{",
        good[:-1],
        good[: len(good) // 2],
        "[" * 3000,
        good.replace("1/4", "1" * 5000),
    ]
    texts += [good.replace('"tree": ', '"tree": ' + '{"ask": {">": ' * 3000), deep]
    for text in texts:
        with pytest.raises(Rejected):
            check(written(tmp_path, text))


def test_a_tree_of_depth_3000_is_refused_in_time() -> None:
    """Python objects are nested further than JSON is read."""
    leaf: Any = {"split": {"A.u1": 1}, "cases": {}}
    for _ in range(3000):
        leaf = {"split": {"A.u1": 1}, "cases": {"<": leaf, "=": leaf, ">": leaf}}
    data = HOLD[0]()
    data["proofs"][0]["goals"][0]["tree"] = {"close": leaf}
    assert not accepted(data)


SQUARE = r"\mathbb{R}^{n \times n}"


def test_a_polynomial_of_high_degree_does_not_run_over_into_the_next_variable() -> None:
    tower = "A.11"
    text = "(trace A)"
    for _ in range(16):
        text = f"(sq {text})"
    leaf = identity((1, ONE, [0]), (1, {tower: 1}, []))
    assert not accepted(general(1, [], [f"(<= {text} 0)"], [goal(leaf)]))


def false_ones() -> list[Any]:
    """Statements that are false, each with the certificate of somebody who wants to cheat."""
    strict = identity((1, ONE, [0]))
    turned = [{"weights": {"A.u": 1}, "fix": "A.u"}]
    still = [{"weights": {}, "fix": "A.u"}]
    both = [{"weights": {"A.u": 1, "A.v": 1}, "fix": "A.u"}, {"weights": {"A.u": 1, "A.v": 2}, "fix": "A.v"}]
    trace = "(<= 0 (trace A))"
    claim = general(2, [], [trace], [])
    found = []
    for gauge in (turned, still, both):
        data = copy.deepcopy(claim)
        leaf = identity((1, ONE, [0]), (2, ONE, [1]), gauge=0)
        data["proofs"][0]["goals"] = [goal(leaf, gauges=(gauge,))]
        found.append(data)
    for tree in (
        strict,
        {"true": 1},
        {"undefined": 1},
        {"outside": 1},
        {"ask": {}},
        {"variant": []},
        identity((1, ONE, [0]), (1, ONE, [0])),
        identity((0, ONE, []), (1, ONE, [0]), equations=([0, {"1": -1}],)),
        identity((-1, ONE, [0]), (1, ONE, [0])),
        identity((1, {}, [])),
        identity((1, ONE, [-1]), (2, ONE, [0])),
        {"close": {"split": {"A.u1": 1}, "cases": {}}},
        {
            "close": {
                "steps": [{"solve": "A.u1", "by": 0}],
                "identity": {"sum": [[1, ONE, [0]]], "equations": []},
            }
        },
        {"close": {"steps": [{"zero": "A.u1"}], "identity": {"sum": [[1, ONE, [0]]], "equations": []}}},
        {
            "close": {
                "steps": [{"root": "A.u1", "is": 0, "times": 1}],
                "identity": {"sum": [], "equations": []},
            }
        },
    ):
        data = copy.deepcopy(claim)
        data["proofs"][0]["goals"] = [goal(tree)]
        found.append(data)
    for change in ({"proofs": []}, {"n": 3}, {"then": []}, {"fingerprint": "0" * 12}):
        found.append({**HOLD[0](), **change})
    return found


@pytest.mark.parametrize("data", false_ones())
def test_nobody_proves_what_is_false(data: Any) -> None:
    assert not accepted(data)


def test_a_missing_case_of_a_space_is_refused() -> None:
    """tr P <= 1 is true of all projections but I."""
    tree = {"variant": [identity((1, ONE, [0]), (1, ONE, [])), identity((1, ONE, [1]))]}
    domain = r"P = P^T = P^2 \in " + SQUARE
    data = proof(2, [["P", "projection", "n", "n"]], domain, [], ["(<= (trace P) 1)"], [goal(tree)])
    assert not accepted(data)


def test_a_number_called_like_a_root_is_not_the_root() -> None:
    """r1 >= 0 is known of the root, not of the number r1."""
    domain = r"A \in " + SQUARE + r",\quad r_{1} \in \mathbb{R}"
    leaf = identity((1, ONE, [2]), (1, ONE, [0]))
    inputs = [["A", "general", "n", "n"], ["r1", "scalar"]]
    data = proof(2, inputs, domain, [], ["(<= 0 (add r1 (mul 0 (s1 A))))"], [goal(leaf)])
    assert not accepted(data)


def test_every_instance_is_asked_for() -> None:
    """s_i(A) <= s_1(A) holds for i = 1 without doubt: that alone is no proof."""
    leaf = identity((1, ONE, [2]))
    data = general(2, [], ["(<= (component (s A) i) (s1 A))"], [goal(leaf)])
    assert not accepted(data)
    second = {
        "ask": {">=": identity((1, ONE, [3]), (2, ONE, [1])), "<": identity((1, ONE, [3]), (2, ONE, [0]))}
    }
    data["proofs"][0]["goals"].append(goal(second))
    check_data(data)
    del second["ask"]["<"]
    assert not accepted(data)


def test_what_is_undefined_is_said() -> None:
    data = next(made() for made in HOLD if made.__name__ == "condition")
    assert data["defined"] is False
    data["defined"] = True
    assert not accepted(data)


def about_squares(*lets: str, then: str = "(<= (trace (matmul A A)) (mul 2 (s1 (matmul A A))))") -> Any:
    """tr A^2 <= 2 s_1(A^2), proved for every matrix in the place of A^2 as `trace_below_norm` is."""
    one = [(1, ONE, k) for k in ([0, 2], [1, 2], [1, 1])]
    leaf = identity(("1/4", ONE, [2, 2]), *one, (1, {".1.u2": 1}, []), (2, ONE, [0, 1]))
    return general(2, [], [then], [{**goal(leaf), "let": list(lets)}])


def test_a_part_may_be_any_matrix() -> None:
    check_data(about_squares("(matmul A A)"))
    assert second_opinion(about_squares("(matmul A A)"), random.Random(1))


@pytest.mark.parametrize("lets", [[], ["A"], ["(inv A)"], ["(matmul A i)"], ["(matmul A A) A"], ["(T A)"]])
def test_only_sums_and_products_of_inputs_that_occur_may(lets: list[str]) -> None:
    assert not accepted(about_squares(*lets))


def test_what_is_true_of_the_part_alone_is_not_known() -> None:
    """tr A^T A >= 0, but not of every matrix; nor is A^2 any matrix beside A."""
    assert not accepted(about_squares("(matmul A A)", then="(<= 0 (trace (matmul A A)))"))
    beside = "(<= (trace (matmul A A)) (mul 2 (s1 (matmul A (matmul A A)))))"
    assert not accepted(about_squares("(matmul A A)", then=beside))


def test_an_input_that_is_left_keeps_its_cases() -> None:
    """P D may be any matrix, but tr P <= 1 is still false of P = I."""
    domain = r"P = P^T = P^2 \in " + SQUARE
    leaf = identity((1, ONE, [0]), (1, ONE, []))
    made = {**goal({"variant": [leaf, leaf]}), "let": ["(matmul P P)"]}
    then = ["(<= (trace P) (add 1 (mul 0 (trace (matmul P P)))))"]
    assert not accepted(proof(2, [["P", "projection", "n", "n"]], domain, [], then, [made]))


# The checker's words beside the engine's, in random statements at random small inputs.


DEEP = settings().max_examples > 500
CASES = 20_000 if DEEP else 100


def exact(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def given_to_checker(x: Any) -> Any:
    """An input of the engine as a value of the checker."""
    if isinstance(x, fmpq_mat):
        return [[number(str(exact(x[i, j]))) for j in range(x.ncols())] for i in range(x.nrows())]
    if isinstance(x, tuple):
        return [number(str(exact(y))) for y in x]
    return x if isinstance(x, int) else number(str(exact(x)))


def zeros(x: Any) -> Any:
    return [zeros(y) for y in x] if isinstance(x, list) else number(0)


def by_engine(link: Link, inputs: Any) -> Any:
    """Both sides of all instances, or why there are none."""
    with ctx.workprec(200):
        read = Evaluation(CharPoly(inputs, 200))
        try:
            if not ranges.meaningful(link, decide.shapes_of(link, read)):
                return []
            return [tuple(to_arb(as_scalar(x)) for x in (i.lhs, i.rhs)) for i in decide.instances(link, read)]
        except Undefined:
            return "undefined"
        except Unavailable:
            return "open"
        except (ValueError, TypeError):
            return "wrong"


def by_checker(link: Link, inputs: dict[str, Any]) -> Any:
    follower, statement = object.__new__(Follower), object.__new__(Statement)
    follower.values = {}
    matrices = {name: x for name, x in inputs.items() if isinstance(x, list) and isinstance(x[0], list)}
    letters = {name: str(x) for name, x in inputs.items() if type(x) is int}
    letters |= {f"(rows {name})": str(len(x)) for name, x in matrices.items()}
    letters |= {f"(cols {name})": str(len(x[0])) for name, x in matrices.items()}
    Language.__init__(statement, set(inputs), letters)
    statement.shapes, path = Shapes(statement), Valuation(statement)
    statement.shapes.inputs = {name: zeros(x) for name, x in inputs.items()}
    path.inputs = inputs
    found, undefined = [], False
    for step in statement.instances(statement.parse(link.canonical())):
        while True:
            try:
                found.append(tuple(follower.scalar(x, path) for x in path.sides(*step)))
            except Stop as stop:
                kind, *what = stop.args
                if kind == "ask":
                    path.put(what[0], follower.sign(what[0], path))
                    continue
                undefined = True
            break
    return "undefined" if undefined else found


def compared(link: Link, inputs: dict[str, Any]) -> str:
    """What came of one relation. AssertionError where checker and engine differ."""
    theirs = by_engine(link, inputs)
    try:
        with ctx.workprec(PRECISION):
            ours = by_checker(link, {name: given_to_checker(x) for name, x in inputs.items()})
    except (Rejected, *MALFORMED):
        return "refused"
    if isinstance(theirs, str) or isinstance(ours, str):
        assert theirs == ours or theirs in ("open", "wrong"), (link.canonical(), inputs, theirs, ours)
        return str(theirs)
    assert len(theirs) == len(ours), (link.canonical(), inputs)
    for mine, balls in zip(ours, theirs, strict=True):
        same = all(a.overlaps(b) for a, b in zip(mine, balls, strict=True))
        assert same, (link.canonical(), inputs, mine, balls)
    return "agree"


def test_random_statements_have_the_engines_values() -> None:
    rng, seen = np.random.default_rng(20_260_103), Counter[str]()
    for _ in range(CASES):
        hypotheses, conclusions = statement(rng)
        inputs = for_engine(random_inputs(rng))
        seen.update(compared(link, inputs) for link in (*hypotheses, *conclusions))
    assert seen["agree"] > CASES / 4, seen
    assert seen["undefined"] > CASES / 100, seen
