"""Names, sizes and ranges are read in one way, and a proof speaks of the sizes of its statement alone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from perturb import then
from perturb.domains import rectangular
from perturb.domains import square as square_fixed_sizes
from perturb.prove import store
from perturb.prove.checker import statements
from perturb.prove.checker.check import check, check_data
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.spaces import symbol
from perturb.prove.proved import proofs_of
from perturb.prove.prover import attempt
from perturb.prove.reading.sized_claim import assignments
from perturb.vocab import sq, trace
from tests.declared import declare
from tests.prove.handmade import ONE, determinant, goal, identity
from tests.prove.test_rules import refused

TRUE = {"true": 1}


def file(inputs: list[list[str]], domain: str, ranges: str, then: list[str], *sizes: Any, **more: Any) -> Any:
    """At n = 1, unless it is said otherwise; every goal is true at once."""
    given = more.pop("given", [])
    text = "\n".join([domain, ranges, "; ".join(given), "; ".join(then)])
    proofs = [{"sizes": at, "goals": [goal(TRUE)] * len(then)} for at in sizes]
    found = {"format": 1, "id": "mine/names", "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}
    found |= {"n": 1, "domain": domain, "ranges": ranges, "inputs": inputs, "given": given, "then": then}
    return {**found, "defined": True, "proofs": proofs, **more}


def square(side: str, ranges: str, *sizes: Any, then: str = "(== (trace A) (trace A))", **more: Any) -> Any:
    domain = rf"A \in \mathbb{{R}}^{{{side} \times {side}}}"
    return file([["A", "general", side, side]], domain, ranges, [then], *sizes, **more)


def two(side: str, ranges: str, *sizes: Any, **more: Any) -> Any:
    """tr AB = tr A tr B, true at n = 1."""
    space = rf"\mathbb{{R}}^{{{side} \times {side}}}"
    inputs = [[name, "general", side, side] for name in "AB"]
    then = ["(== (trace (matmul A B)) (mul (trace A) (trace B)))"]
    return file(inputs, rf"A \in {space},\quad B \in {space}", ranges, then, *sizes, **more)


def test_a_size_is_not_named_by_a_digit() -> None:
    check_data(two("n", "[('n', (1, 4))]", {"n": 1}))
    for name in ("3", "12", "-3", "1/2", "", "n m", "n'"):
        assert refused(two(name, f"[('{name}', (1, 4))]", {name: 1})), name


@pytest.mark.parametrize("side", ["0", "-3", "01", "2.0", "1e0", "+1", " 1", "1_0", "²", "١", "True", "1/1"])
def test_a_side_is_a_positive_integer(side: str) -> None:
    """`1/1`, a digit of another script and a name that has no range are none; of -3 rows nothing is false."""
    assert refused(square(side, "[]", {}, n=2))
    assert refused(square(side, "[]", {}, n=2, then="(== (trace (mul 0 A)) 1)"))
    check_data(square("2", "[]", {}, n=2))


@pytest.mark.parametrize("low", ["0", "-1"])
def test_an_integer_that_is_a_side_is_positive(low: str) -> None:
    domain = rf"k \in \{{{low}, \dots, 1\}},\quad x \in \mathbb{{R}}^{{k}}"
    inputs, ranges = [["k", "integer", low, "1"], ["x", "vector", "k"]], f"[('k', ({low}, 1))]"
    sizes = [{"k": k} for k in range(int(low), 2)]
    assert refused(file(inputs, domain, ranges, ["(== (length x) (length x))"], *sizes, n=2))
    ones, ranges = [["k", "integer", "1", "1"], inputs[1]], "[('k', (1, 1))]"
    check_data(file(ones, domain.replace(low, "1", 1), ranges, ["(== (length x) 1)"], {"k": 1}, n=2))


RANGES = [
    "[('n', (1, 4)),]",
    "[('n', [1, 4])]",
    "[('n', (1.0, 4))]",
    "[('n', (True, 4))]",
    "[('n', (1, 1_0))]",
    "[('n', (01, 4))]",
    "[('n', (+1, 4))]",
    "[('n', (1, None))]",
    "[('n', (1, 'm'))] ",
    "[('n',  (1, 4))]",
    '[("n", (1, 4))]',
    "[('n', (1, 4)), ('n', (1, 4))]",
    "[('n', (1, 4)), ('m', (1, 4))]",
    "[('n', (1, 4, 5))]",
    "[(b'n', (1, 4))]",
    "{'n': (1, 4)}",
    "[('n', (1, 4))]\n",
    "[('n', (1, ４))]",
    "[('n', (1, 'n m'))]",
    "dict(n=(1, 4)).items()",
    "",
]


@pytest.mark.parametrize("ranges", RANGES)
def test_ranges_are_written_in_one_way(ranges: str) -> None:
    check_data(square("n", "[('n', (1, 4))]", {"n": 1}))
    assert refused(square("n", ranges, {"n": 1}))


def test_a_range_that_nobody_has_is_a_size_too() -> None:
    """So that what holds for one value is not said of all."""
    ranges = "[('m', (1, 2)), ('n', (1, 2))]"
    check_data(square("n", ranges, {"m": 1, "n": 1}))
    assert refused(square("n", ranges, {"m": 2, "n": 1}))
    assert refused(square("n", ranges, {"n": 1}))


def named(name: str, other: str = "y", then: str = "(== {0} {0})", ranges: str = "[]", **more: Any) -> Any:
    """Two numbers; the text of the domain is that of the format."""
    domain = rf"{symbol(name)} \in \mathbb{{R}},\quad {symbol(other)} \in \mathbb{{R}}"
    inputs = [[name, "scalar"], [other, "scalar"]]
    return file(inputs, domain, ranges, [then.format(name)], *more.pop("sizes", [{}]), **{"n": 2, **more})


@pytest.mark.parametrize("name", ["1", "x y", "x(", "", "x.u1", ".1", "x'", "х", "x̂", "x\n", "−1", "ｘ"])
def test_names_of_inputs_are_plain(name: str) -> None:
    check_data(named("x"))
    assert refused(named(name))


def test_two_inputs_do_not_look_alike() -> None:
    """x1 and x_1 print as one letter."""
    assert refused(named("x1", "x_1", "(== {0} {0})"))
    assert refused(named("x", "x_"))
    assert refused(named("x", "x"))
    check_data(named("x1", "x_2"))


def test_a_size_is_not_called_like_an_input_nor_an_index_like_a_size() -> None:
    """Of x the size nothing is said, and s_n would be every singular value, not the last one."""
    assert refused(named("x", ranges="[('x', (1, 4))]", sizes=[{"x": 1}], n=1))
    check_data(named("x", ranges="[('z', (1, 4))]", sizes=[{"z": 1}], n=1))
    last = "(== (component (entries A) {0}) (component (entries A) {0}))"
    check_data(square("n", "[('n', (1, 4))]", {"n": 1}, then=last.format("i")))
    assert refused(square("n", "[('n', (1, 4))]", {"n": 1}, then=last.format("n")))


@pytest.mark.parametrize("ends", [("2", "1"), ("1/2", "1/3"), ("0", "-1")])
def test_an_interval_is_not_empty(ends: tuple[str, str]) -> None:
    """Everything holds of the numbers between 2 and 1."""
    low, high = ends
    leaf = identity((1, ONE, [0]), (1, ONE, [1]), (1 if low != "1/2" else "1/6", ONE, []))
    for given, domain in ((ends, rf"x \in [{low}, {high}]"), (("0", "1"), r"x \in [0, 1]")):
        data = file([["x", "scalar", *given]], domain, "[]", ["(== x x)"], {}, n=2)
        assert refused(data) == (given == ends)
        data["proofs"][0]["goals"] = [goal(leaf)]
        assert refused(data)
    bound = [["C", "bounded", "n", "n", "-1"]], r"C \in [--1, -1]^{n \times n}"
    assert refused(file(*bound, "[('n', (1, 4))]", ["(== (trace C) (trace C))"], {"n": 1}))


TEXTS = [
    "(==  (trace A) 0)",
    "(== (trace A) (0))",
    "((==) (trace A) 0)",
    "(== (trace (A)) 0)",
    " (== (trace A) 0)",
]
TEXTS += [
    "(== (trace A) 0) ",
    "(==\n(trace A) 0)",
    "(==\u00a0(trace A) 0)",
    "(== (trace A)0)",
    "(==(trace A) 0)",
]
TEXTS += [
    "()",
    "",
    "(== (trace A) 0",
    "(== (trace A) 0))",
    "(== (trace A) 0) (== 0 0)",
    "(== (trace A) 0) ()",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_relation_is_written_in_one_way(text: str) -> None:
    zero = "(mul 0 A)"
    check_data(square("n", "[('n', (1, 4))]", {"n": 1}, then=f"(== (trace {zero}) 0)"))
    assert refused(square("n", "[('n', (1, 4))]", {"n": 1}, then=text.replace("A", zero)))


def test_more_sizes_than_can_be_tried_are_refused() -> None:
    for n in (10**9, 10**400, -1, 0):
        with pytest.raises(Rejected):
            check_data({**determinant(), "n": n})


TWICE = ['"n": 2', '"then": ["(< 0 1)"]', '"proofs": []', '"defined": true', '"id": "another"']


@pytest.mark.parametrize("key", TWICE)
@pytest.mark.parametrize("first", [True, False])
def test_no_key_stands_twice(key: str, first: bool, tmp_path: Any) -> None:
    whole = json.dumps(determinant())
    path = tmp_path / "proof.json"
    path.write_text("{" + key + ", " + whole[1:] if first else whole[:-1] + ", " + key + "}")
    with pytest.raises(Rejected, match="stands twice"):
        check(path)
    path.write_text(whole.replace('"sum": [[1', '"sum": [[NaN'))
    with pytest.raises(Rejected, match="malformed"):
        check(path)


@pytest.mark.parametrize("use", [[True], [-1], [1.0], ["0"], [1], [None]])
def test_a_hypothesis_is_named_by_its_number(use: Any) -> None:
    data = square("n", "[('n', (1, 4))]", {"n": 1}, given=["(== 0 0)"])
    data["proofs"][0]["goals"][0]["use"] = use
    assert refused(data)
    data["proofs"][0]["goals"][0]["use"] = [0]
    check_data(data)


# Of which sizes a proof may speak: those of the statement.


def squares(A: Any) -> Any:
    yield then(0, "<=", sq(trace(A)))


@pytest.mark.parametrize(
    ("range", "outcomes"),
    [(2, ["no size", "proved", "no size"]), ((2, 3), ["no size", "proved", "proved"])],
)
def test_a_fixed_size_has_a_proof_of_itself_alone(range: Any, outcomes: list[str]) -> None:
    claim = declare(squares, square_fixed_sizes(n=range))
    assert [attempt(claim, n, 20).outcome for n in (1, 2, 3)] == outcomes


def test_a_size_that_is_fixed_beside_one_that_is_not() -> None:
    domain = rectangular(m=2, n=(1, 3)).named(["A"])
    found = [[(z["m"], z["n"]) for z in assignments(domain, n)] for n in (1, 2, 3)]
    assert found == [[], [(2, 1), (2, 2)], [(2, 3)]]


def test_a_file_of_another_size_proves_nothing_of_a_fixed_one(tmp_path: Path) -> None:
    """The fingerprint is that of the statement; the size is none of its."""
    claim = declare(squares, square_fixed_sizes(n=2))
    made = attempt(claim, 2, 20).certificate
    assert made is not None
    store.save(claim, made, tmp_path)
    store.save(claim, {**made, "n": 3}, tmp_path)
    store.save(claim, {**made, "n": 1, "proofs": []}, tmp_path)
    assert [proof.n for proof in proofs_of(claim, tmp_path)] == [2]


def test_the_checker_knows_of_which_sizes_a_range_speaks() -> None:
    """m = 2 and every n >= 1: at n = 3 it has m = 2 alone; m = (1, 2) asks for every m."""
    data = {"inputs": [["A", "general", "m", "n"]], "given": [], "then": ["(<= 0 1)"], "n": 3}
    data |= {"domain": r"A \in \mathbb{R}^{m \times n}", "proofs": []}
    for low, expected in ((2, [(2, 3)]), (1, [(1, 3), (2, 3), (3, 1), (3, 2), (3, 3)])):
        data["ranges"] = f"[('m', ({low}, 2)), ('n', (1, 3))]"
        parts = data["domain"], data["ranges"], "", "(<= 0 1)"
        data["fingerprint"] = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]
        found = [(z["m"], z["n"]) for z in statements.assignments(data)]
        assert found == expected
