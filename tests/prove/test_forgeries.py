"""Forged, damaged and mutated proof files: each has a verdict, the right one, a line and a code."""

from __future__ import annotations

import copy
import json
import random
import resource
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import settings

from perturb.cli import main
from perturb.cli.replay import CODES
from perturb.process.pool import Exhausted
from perturb.prove import judging, proved
from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.spaces import symbol
from perturb.prove.checker.statements import Statement
from perturb.prove.store import HOLDS, LARGEST, proofs_in
from tests.prove.damage import damaged, second_opinion
from tests.prove.handmade import (
    HOLD,
    ONE,
    SQUARE,
    determinant,
    general,
    goal,
    identity,
    proof,
    trace_below_norm,
)
from tests.prove.meeting import SMALL, file, lemmas, same
from tests.prove.test_checker import SMALL as SMALL_MUTATED_FILES
from tests.prove.test_refusals import C0, C1, NOTHING
from tests.prove.test_rules import refused

TRUE, EMPTY = goal({"true": 1}), goal({"undefined": 1})
STRICT = goal(identity(C0))
NEVER = goal(identity(C0, C1))
UNSAID = "(== (div 1 0) (div 1 0))"
WHOLE = "[('n', (1, 4))]"


def one(then: str, *goals: Any, n: int = 2, given: tuple[str, ...] = (), **more: Any) -> Any:
    return {**general(n, list(given), [then], list(goals or [TRUE])), **more}


def tree(then: str, leaf: Any, **more: Any) -> Any:
    return one(then, {**goal(leaf), **more})


ZERO, TRACE = "(== (trace A) 0)", "(<= 0 (trace A))"
AT_ONCE: dict[str, Any] = {
    # a constant matrix that ends otherwise than it reads
    "matrix without an end": one("(== (entry matrix[12 1 1) 1)", n=1),
    "matrix with something after it": one("(== (entry matrix[1]2 1 1) 1)"),
    "empty matrix": one("(== (entry matrix[] 1 1) 0)"),
    "uneven matrix": one("(== (entry matrix[1;2,3] 1 1) 1)"),
    "matrix of another script": one("(== (entry matrix[١] 1 1) 1)"),
    # larger matrices with two entries in a row or a column
    "a row of two": one("(== (nuclear matrix[1,1,0;0,0,0;0,0,0]) 2)"),
    "a column of two": one("(== (nuclear matrix[1,0,0;1,0,0;0,0,0]) 2)"),
    "a rank of two": one("(== (rank matrix[1,1,0;0,0,0;0,0,0]) 2)"),
    # arguments that nobody reads
    "component of two": one("(== (component (s A) 1 2) (s1 A))"),
    "singular values of two": one("(== (component (s A A) 1) (s1 A))"),
    "norm of two": one("(== (norm (entries A A)) (fro A))"),
    "rows of two": one("(== (rows A A) (rows A))"),
    "three sides": one("(== 0 0 1)"),
    "a word alone": one("(== trace trace)"),
    # statements without a value anywhere
    "no value": one(UNSAID, EMPTY, defined=False),
    "no value at any answer": one("(<= (div 1 (mul 0 (trace A))) 0)", goal({"undefined": 1}), defined=False),
    "always outside": one("(== 0 1)", goal({"outside": 1}, use=(0,)), given=("(!= 0 0)",)),
    "a subscript beyond": one("(== (component (s A) 3) 7)"),
    "an index without values": one("(== (component (s A) (index i 2 1)) 7)"),
    # look-alikes and names
    "a Cyrillic A": one("(== (trace А) (trace А))"),
    "a wide digit": one("(== (entry A １ 1) (entry A 1 1))"),
    "a zero-width space": one("(== (trace A\u200b) 0)"),
    "an operator that looks like <=": one("(≤ 0 1)"),
    "a word of another script": one("(== (trасе A) 0)"),
    "a free part by its name": one("(== .1 .1)"),
    "a free part of a free part": tree("(== (trace (T A)) (trace .1))", {"true": 1}, let=["(T A)"]),
    "a variable by its name": one("(== A.u1 A.u1)"),
    "a root by its name": one("(<= 0 (add r1 (mul 0 (s1 A))))"),
    # answers, leaves and steps
    "two ends of one tree": tree(ZERO, {"true": 1, "close": identity(C0)["close"]}),
    "no end of a tree": tree(ZERO, {}),
    "an end that says more": tree(ZERO, {"true": 1, "undefined": 1}),
    "a leaf that is a list": tree(ZERO, [{"true": 1}]),
    "answers of a list": tree(TRACE, {"ask": [{"true": 1}] * 3}),
    "answers of other signs": tree(ZERO, {"ask": {"<": {"true": 1}, "!=": {"true": 1}}}),
    "a variant where there is none": tree(ZERO, {"variant": [{"true": 1}]}),
    "a split without an end": tree(TRACE, {"close": {"split": {"1": 1}, "cases": {">": {}}}}),
    "a weight that is no number": tree(TRACE, identity((True, ONE, [0]))),
    "a weight of two": tree(TRACE, identity(("1/2/3", ONE, [0]))),
    "a weight in words": tree(TRACE, identity(("1e3", ONE, [0]))),
    "a weight with a blank": tree(TRACE, identity(("1 ", ONE, [0]))),
    "a square that is no polynomial": tree(TRACE, identity((1, "1", [0]))),
    "a constraint from behind": tree(TRACE, identity((1, ONE, [-1]), (1, ONE, [0]))),
    "a constraint by a truth": tree(TRACE, identity((1, ONE, [False]))),
    "an equation times itself": tree(TRACE, identity((1, ONE, [0]), equations=([0, {"1": -1}],))),
    "a step without a name": tree(TRACE, identity(C0, steps=[{"by": 0}])),
    "two steps in one": tree(TRACE, identity(C0, steps=[{"solve": "A.u1", "circle": "A.u1", "by": 0}])),
    "a variable is 0": tree(TRACE, identity(C0, steps=[{"zero": "A.u1"}])),
    "a gauge from behind": one(TRACE, goal(identity(C0, gauge=-1))),
    "a gauge in a case": tree(
        TRACE, {"close": {"split": {"1": 1}, "cases": dict.fromkeys("<=>", identity(C0, gauge=0)["close"])}}
    ),
    "a gauge of one coordinate": one(
        TRACE, goal(identity(C0, gauge=0), gauges=([{"weights": {"A.u1": 1}, "fix": "A.u1"}],))
    ),
    # lets, turns, lemmas
    "an input is anything": tree("(== (trace A) (trace A))", {"true": 1}, let=["A"]),
    "a number is anything": tree("(== (mul 1 2) (mul 1 3))", {"true": 1}, let=["(mul 1 2)", "(mul 1 3)"]),
    "what is solved for is anything": tree("(== (trace A') 0)", {"true": 1}, let=["(trace A')"]),
    "a relation is anything": tree(ZERO, {"true": 1}, let=[ZERO]),
    "diagonal without a turn": tree("(== (fro A) (fro A))", {"true": 1}, diagonal=["A"]),
    "a turn of what is not there": tree(SMALL, {"true": 1}, turn={"B": ["p", "q"]}, diagonal=["B"]),
    "a vector is diagonal": file("x", same("(norm x)"), {**TRUE, "turn": {"x": ["p"]}, "diagonal": ["x"]}),
    "a lemma about itself": one(ZERO, lemmas({**TRUE}, (ZERO, {**TRUE, "use": [0]}))),
    "a lemma without a goal": one(ZERO, {**TRUE, "lemmas": [{"state": ZERO}], "use": [0]}),
    "a lemma without a statement": one(
        ZERO, {**TRUE, "lemmas": [{"goal": {**TRUE, "use": [0]}}], "use": [0]}
    ),
    "a lemma on no instance": one(ZERO, lemmas(TRUE, ("(== (trace A) (component (s A) 3))", TRUE))),
    "a lemma on a matrix": one(ZERO, lemmas(TRUE, ("(== A (mul 0 A))", TRUE))),
    "squares of a sign": tree("(== -1 1)", {"true": 1}, squared=True),
    "squares of zero": tree("(< 0 0)", identity(C0), squared=True),
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_forgery_is_refused(name: str) -> None:
    assert refused(AT_ONCE[name])


NAMES = [
    "X",
    "s",
    "length",
    "rows",
    "sqrt",
    "component",
    "det",
    "entry",
    "matrix",
    "add",
    "u1",
    "index",
    "r1",
    "_",
    "T",
]


@pytest.mark.parametrize("name", NAMES)
def test_an_input_may_have_the_name_of_a_word(name: str) -> None:
    """tr P >= 0 of a semidefinite P, by its conditions; P_12 >= 0 is not among them."""
    domain = rf"0 \preceq {symbol(name)} \in {SQUARE}"

    def about(then: str) -> Any:
        made = goal(identity((1, ONE, [2]), (2, ONE, [0])))
        return proof(2, [[name, "psd", "n", "n"]], domain, [], [then], [made])

    check_data(about(f"(<= 0 (trace {name}))"))
    assert refused(about(f"(<= 0 (entry {name} 1 2))"))
    assert refused(about(f"(<= 0 (neg (trace {name})))"))


FILES = [made() for made in HOLD]
STRANGE: list[Any] = [None, True, 1.5, -1, "", "x", [], {}, [[]], {"1": 1}, 10**400, "\ud800", [None]]


@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_nothing_that_is_no_proof_ends_otherwise_than_in_a_refusal(value: Any) -> None:
    """Whatever stands in the place of a part of a file, or of a goal."""
    for data in FILES:
        for holder in ((), ("proofs",), ("proofs", 0), ("proofs", 0, "goals"), ("proofs", 0, "goals", 0)):
            inner = data
            for key in holder:
                inner = inner[key]
            for key in list(inner if isinstance(inner, dict) else range(len(inner))):
                forged = copy.deepcopy(data)
                place = forged
                for step in holder:
                    place = place[step]
                place[key] = value
                try:
                    check_data(forged)
                except (Rejected, *MALFORMED):
                    continue
                # a text is an id, and nothing is taken from lists that are empty in another way
                assert key in ("gauges", "id", "use") or forged == data, (key, value)


@pytest.mark.parametrize("name", ["rows", "length", "add", "mul", "index"])
def test_an_input_that_is_called_like_a_word_is_no_subscript(name: str) -> None:
    """At an input of 0 there would be one value of the index, for which alone the relation would be asked."""
    domain = rf"{symbol(name)} \in \mathbb{{R}}"
    data = proof(2, [[name, "scalar"]], domain, [], [same(name)], [TRUE])
    check_data(data)
    assert not Statement(data, {"n": 2}).integral(name)
    for then in (f"(== (index i 1 (add 1 {name})) 1)", f"(== (index i {name} 1) 1)"):
        for goals in ([], [TRUE], [TRUE, TRUE]):
            assert refused(proof(2, [[name, "scalar"]], domain, [], [then], goals))


def test_bounds_of_indices_are_those_of_the_whole_statement() -> None:
    """An index that two subscripts share lies in both; one that hides in a hypothesis is another one."""
    short = "(== (component (s A) (index i 1 1)) (component (s A) i))"
    check_data(general(2, [], [short], [TRUE]))
    assert refused(general(2, [], [short.replace("(component (s A) i)", "(s1 (T A))", 1)], [TRUE, TRUE]))
    given = "(<= (component (entries A) i) 0)"
    leaf = identity((1, ONE, [4]), (1, ONE, [0]))
    held = proof(2, [["A", "general", "n", "n"]], rf"A \in {SQUARE}", [given], ["(<= (entry A 1 1) 0)"], [])
    held["proofs"][0]["goals"] = [goal(leaf, use=(0,))]
    check_data(held)
    held["proofs"][0]["goals"] = [goal(leaf)]
    assert refused(held)


def test_a_file_without_relations_or_with_more_than_are_asked_for_is_refused() -> None:
    for change in (
        {"then": []},
        {"proofs": [*determinant()["proofs"], *determinant()["proofs"]]},
        {"proofs": [{"sizes": {"n": 2, "m": 1}, "goals": [TRUE]}]},
        {"proofs": [{"sizes": {"n": 1}, "goals": [TRUE]}]},
        {"n": 2.0},
        {"n": True},
        {"n": "2"},
        {"format": True},
        {"format": 1.0},
        {"defined": 1},
    ):
        assert refused({**determinant(), **change}), change
    assert refused(one("(< 0 1)", goal(identity(C0, NOTHING)), NEVER))
    check_data(one("(< 0 1)", goal(identity(C0, NOTHING))))


# `perturb prove --check` on files of somebody else: a line each, and a code that tells which kind.


DEEP = "[" * 3000 + "]" * 3000
REFUSED: dict[str, str | bytes] = {
    "cut": json.dumps(determinant())[:-9],
    "text": "hello",
    "binary": b"\0\xff",
    "list": "[]",
    "witness": '{"format": "perturb-witness/1"}',
    "no keys": '{"format": 1, "proofs": []}',
    "depth": f'{{"format": 1, "proofs": {DEEP}}}',
    "long": " " * (LARGEST + 1),
}


def checked(tmp_path: Path, *contents: Any) -> tuple[int, list[str]]:
    paths = []
    for k, content in enumerate(contents):
        paths.append(tmp_path / f"{k}.json")
        text = content if isinstance(content, str | bytes) else json.dumps(content)
        paths[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
    done = CliRunner().invoke(main, ["prove", "--check", *map(str, paths)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output.splitlines()


def broken() -> dict[str, Any]:
    return {**trace_below_norm(), "then": ["(<= (trace A) (s1 A))"]}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """Before, it had the code of a proof that does not hold."""
    code, (line, count) = checked(tmp_path, REFUSED[name])
    assert (code, line[:9]) == (2, "REFUSED  ")
    assert count == "0 of 1 proofs hold"


def test_what_does_not_hold_is_rejected_and_the_others_are_checked(tmp_path: Path) -> None:
    code, said = checked(tmp_path, broken(), determinant())
    assert (code, said[0][:10], said[1:]) == (1, "REJECTED  ", ["1 of 2 proofs hold"])
    code, said = checked(tmp_path, "hello", broken(), determinant())
    assert (code, [line.split()[0] for line in said]) == (2, ["REFUSED", "REJECTED", "1"])
    assert checked(tmp_path, determinant()) == (0, ["1 of 1 proofs hold"])
    endless = json.dumps(determinant()).replace('"n": 2', '"n": 1e999999999')
    assert checked(tmp_path, endless) == (
        1,
        [f"REJECTED  {tmp_path / '0.json'}: another format", "0 of 1 proofs hold"],
    )


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    checked(tmp_path, determinant(), broken())
    done = CliRunner().invoke(main, ["prove", "--check", str(tmp_path), str(tmp_path / "none.json")])
    assert (done.exit_code, done.output.splitlines()[-1]) == (2, "1 of 3 proofs hold")
    assert "none.json: No such file or directory" in done.output
    done = CliRunner().invoke(main, ["replay", str(tmp_path)])
    assert (done.exit_code, "is a folder: name one file, such as" in done.output) == (2, True)


def test_one_that_asks_for_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(work: Any, seconds: int, memory: int) -> Any:
        raise Exhausted(f"more than {seconds} s of processor time or {memory >> 20} MB of memory")

    monkeypatch.setattr(judging, "guarded", exhausted)
    monkeypatch.setattr("perturb.prove.proved._done", {})
    code, said = checked(tmp_path, determinant())
    assert (code, "more than 2 s of processor time or 512 MB of memory" in said[0]) == (2, True)


def test_what_a_file_says_steers_no_terminal(tmp_path: Path) -> None:
    steering = {**determinant(), "inputs": [["A", "\x1b[31m\nB"]]}
    code, said = checked(tmp_path, steering)
    assert (code != 0, len(said), "\x1b" in "".join(said)) == (True, 2, False)


# Stored proofs, changed where their structure allows it: each file has a verdict, the right one.


SECONDS, MEMORY = 2, 2**20  # of processor time a file; KiB beyond what is held
SAYS = ("domain", "ranges", "given", "then", "n", "inputs")  # what is claimed to be proved


def mutated(whole: dict[str, Any], rng: random.Random) -> tuple[list[str], Any]:
    """One to three changes; a quarter of them beside the proofs, which are by far the most of a file."""
    data, done = dict(whole), []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.25 and isinstance(data, dict):
            proofs = {key: data.pop(key) for key in ("proofs",) if key in data}
            what, data = damaged(data, rng)
            data |= proofs
        else:
            what, data = damaged(data, rng)
        done.append(what)
    return done, data


def judged(data: Any, rng: random.Random) -> bool:
    """By the second opinion; at random numbers that it can divide by."""
    for _ in range(5):
        with suppress(ZeroDivisionError):
            return second_opinion(data, rng)
    return True


def test_what_is_accepted_proves_what_was_proved(tmp_path: Path) -> None:
    """Any other statement is refused; no file takes two seconds or a gigabyte, or ends in another error."""
    stored = [json.loads(one.raw) for one in SMALL_MUTATED_FILES]
    held, path = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, tmp_path / "p.json"
    seen, slowest = Counter[str](), 0.0
    for seed in range(10**5 if settings.default and settings.default.max_examples >= 2_000 else 60):
        rng = random.Random(seed)
        whole = rng.choice(stored)
        what, data = mutated(whole, rng)
        path.write_text(json.dumps(data))
        start = time.process_time()
        (kept,) = proofs_in(path)
        found = proved.judged(kept, again=True, no_limits=True, net=False)
        slowest = max(slowest, time.process_time() - start)
        assert slowest < SECONDS, (seed, what)
        assert found.outcome in CODES
        seen[found.outcome] += 1
        if found.outcome == HOLDS:
            assert [key for key in SAYS if whole[key] != data[key]] == [], (seed, what)
            assert judged(data, rng), (seed, what)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < MEMORY
    assert min(seen.values()) > 0.02 * seen.total(), seen
    assert len(seen) == len(CODES)
