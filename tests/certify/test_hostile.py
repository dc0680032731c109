"""Witness files with a right checksum and edited content, or mutated: what replays is a refutation."""

from __future__ import annotations

import json
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from perturb.certify.point import certify_links
from perturb.certify.replay import replay
from perturb.certify.witness import CorruptWitness, Witness, checksum, load, save
from perturb.cli.replay import MEMORY, decided
from perturb.enclosure import Verdict
from perturb.process.pool import Exhausted, guarded
from tests.certify.witness_cases import CASES, edited, made, on_command_line
from tests.fuzz.oracle import Truth, judge
from tests.fuzz.tower import Unsupported

Edit = Callable[[dict[str, Any]], Any]


def stated(text: str, part: str = "conclusions") -> Edit:
    return lambda d: d.__setitem__(part, [text])


def entry(text: Any) -> Edit:
    return lambda d: d["inputs"]["A"]["value"][0].__setitem__(0, text)


def nested(word: str, depth: int, leaf: str = "A") -> str:
    """f(f(...)) with the argument twice: kron doubles the number of digits of a side each time."""
    text = leaf
    for _ in range(depth):
        text = f"({word} {text} {text})" if word in ("kron", "add", "matmul") else f"({word} {text})"
    return text


DEEP = f"(<= {'(neg ' * 3000}1{')' * 3000} 0)"
EDITS: dict[str, Edit] = {
    "an exponent": entry("1e999999999"),
    "many digits": entry("1" * 10_000),
    "a float": entry(0.5),
    "a boolean": entry(True),
    "kronecker": stated(f"(<= (s1 {nested('kron', 6)}) 0)"),
    "depth": stated(DEEP),
    "a hypothesis that is deep": stated(DEEP, "hypotheses"),
    "division by zero": stated("(<= 1/0 0)"),
    "division by zero in a matrix": stated("(<= (s1 (matrix[1/0,1;1,1])) 0)"),
    "a range": stated("(<= (index k 1 1000000000) 0)"),
    "two ranges": stated("(<= (add (index k 1 30000) (index j 1 30000)) 0)"),
    "an exponent of a matrix": stated("(<= (s1 (matpow A 1000000000)) 0)"),
    "an exponent of a number": stated("(<= (pow 3 1000000000) 0)"),
    "squares of squares": stated(f"(<= {nested('sq', 60, '3')} 0)"),
    "a name that is not declared": stated("(<= B2 5)", "hypotheses"),
    "a subscript that is not declared": stated("(<= (component (s A) zz) 5)", "hypotheses"),
    "no instance": stated("(> (component (s A) zz) (component (s A) (add zz 9)))", "hypotheses"),
    "an index that is not used": lambda d: d.update(indices=["zz"]),
    "an index that is no name": lambda d: d.update(indices=[1]),
    "an input that reads as a number": lambda d: d["inputs"].update({"5": {"kind": "scalar", "value": "9"}}),
    "a matrix that is not declared": lambda d: d["inputs"].pop("B"),
    "a surrogate": lambda d: d.__setitem__("conclusions", ["(<= \ud800 0)"]),
    "sides divided by zero": lambda d: d.update(lhs="1/0"),
    "no relation failed": lambda d: d.pop("failed"),
    "a kernel that is a list": lambda d: d.update(kernel=[]),
    "no bits": lambda d: d.pop("kernel"),
}


@pytest.mark.parametrize("name", EDITS)
def test_it_is_refused_at_once(name: str, tmp_path: Path) -> None:
    path = edited(save(made(), tmp_path / "w.json"), EDITS[name])
    start = time.monotonic()
    code, said = on_command_line(path)
    assert code == 2, said
    assert "w.json" in said or "test/commuting" in said
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 2**21  # KiB: what is held, and a gigabyte
    assert time.monotonic() - start < 20  # two seconds of an idle machine


def test_what_a_file_says_steers_no_terminal(tmp_path: Path) -> None:
    path = save(made(), tmp_path / "w.json")
    _, said = on_command_line(edited(path, lambda d: d.update(claim="a\x1b[31m\ud800b", lhs="\x1b]0;x\x07")))
    assert "\x1b" not in said
    assert "\x07" not in said
    assert r"a\x1b[31m\ud800b" in said
    bad = edited(save(made(), tmp_path / "v.json"), stated("(<= \x1b[2J 0)"))
    assert "\x1b" not in on_command_line(bad)[1]


def test_what_is_no_file(tmp_path: Path) -> None:
    for path in (Path("/dev/zero"), tmp_path):
        with pytest.raises(CorruptWitness, match="not a file"):
            load(path)
    long = tmp_path / "w.json"
    long.write_bytes(b" " * (2**22 + 1))
    with pytest.raises(CorruptWitness, match="longer than"):
        load(long)


def test_limits_end_what_nobody_foresaw() -> None:
    def loop() -> None:
        while True:
            pass

    with pytest.raises(Exhausted, match="1 s of processor time"):
        guarded(loop, 1, MEMORY)
    with pytest.raises(Exhausted, match="512 MB"):
        guarded(lambda: len(bytearray(2**31)), 5, MEMORY)
    with pytest.raises(ValueError, match="no"):
        guarded(lambda: int("no"), 1, MEMORY)
    assert guarded(lambda: 3, 1, MEMORY) == 3


TEXTS = [
    "0",
    "1",
    "-1",
    "A",
    "zz",
    "1/0",
    "(s1 A)",
    "(index k 1 3)",
    "(kron A A)",
    "(matpow A 3)",
    "1e9",
    "\ud800",
]
VALUES: list[Any] = [*TEXTS, None, 0, -1, 10**30, 0.5, True, [], {}, [["1"]], ["1", "2"], "x" * 50]


def mutated(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One to four changes: of a token of a relation, of a value anywhere, of a key."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.randint(1, 4)):
        rng.choice((_token, _value, _value, _key))(data, rng)
    return data


def _token(data: dict[str, Any], rng: random.Random) -> None:
    part = data.get(rng.choice(("membership", "hypotheses", "conclusions")))
    if isinstance(part, list) and part and isinstance(part[0], str):
        k = rng.randrange(len(part))
        tokens = str(part[k]).replace("(", "( ").replace(")", " )").split() or ["0"]
        others = [t for t in tokens if t not in "()"] or ["0"]
        tokens[rng.randrange(len(tokens))] = rng.choice((*TEXTS, *others, "", "( neg"))
        part[k] = " ".join(tokens).replace("( ", "(").replace(" )", ")")


def _value(data: dict[str, Any], rng: random.Random) -> None:
    place: Any = data
    while isinstance(place, dict | list) and place:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.2:
            place[key] = deepcopy(rng.choice(VALUES))
            return
        place = place[key]


def _key(data: dict[str, Any], rng: random.Random) -> None:
    data.pop(rng.choice(list(data)), None) if rng.random() < 0.5 else data.update({rng.choice(TEXTS): 1})


def outcome(path: Path) -> str:
    try:
        return "refuted" if decided(path).refutes else "not reproduced"
    except CorruptWitness:
        return "refused"


def test_any_mutation_is_refused_or_decided(tmp_path: Path) -> None:
    """Never another error, never a hang."""
    count = 10**5 if settings.default and settings.default.max_examples >= 2_000 else 120
    witnesses = [json.loads(json.dumps(dict(made(c, p).data))) for c, p in CASES.values()]
    seen: dict[str, int] = {}
    for k in range(0, count, 100):
        rng, batch = random.Random(k), min(100, count - k)
        files = []
        for i in range(batch):
            path = tmp_path / f"{i}.json"
            path.write_text(json.dumps(mutated(rng.choice(witnesses), rng)), encoding="utf-8")
            files.append(edited(path, lambda d: None))
        for path in files:
            try:
                found = outcome(path)
            except Exception as error:
                raise AssertionError(f"seed {k}: {path.read_text()}") from error
            seen[found] = seen.get(found, 0) + 1
    assert seen["refused"] > 0.3 * count
    assert seen["refuted"] > 0


def test_an_index_that_the_file_declares_is_read(tmp_path: Path) -> None:
    """Else the five files above could be refused for another reason."""
    path = edited(save(made(), tmp_path / "w.json"), stated("(<= (component (s A) zz) 5)", "hypotheses"))
    assert replay(load(edited(path, lambda d: d.update(indices=["zz"])))).refutes
    found = made(*CASES["every index"])
    assert found.data["indices"] == ["i", "j"]
    assert replay(load(save(found, tmp_path / "v.json"))).refutes


def test_a_replay_that_refutes_is_right(tmp_path: Path) -> None:
    """What is decided is the statement in the file, whoever wrote it."""
    path = edited(save(made(), tmp_path / "w.json"), stated("(<= 0 1)"))
    assert not replay(load(path)).refutes


# Mutated witness files, with the sides that their author would have written: what replays is a refutation.


SECONDS, MEMORY_FORGED = 2, 2**20  # of processor time a file; KiB beyond what is held


def forged(data: dict[str, Any]) -> dict[str, Any]:
    """The file with the violation that is there, if there is one, and a checksum that fits."""
    parts = Witness(data).links("hypotheses"), Witness(data).links("conclusions")
    found = certify_links(*parts, Witness(data).values)
    if found.verdict is Verdict.VIOLATED:
        data |= {"failed": found.failed, "at": dict(found.at), "lhs": str(found.lhs), "rhs": str(found.rhs)}
    return data


def written(path: Path, data: dict[str, Any]) -> Path:
    """With a checksum that fits, if one can be made of what is in the file."""
    data.pop("checksum", None)
    path.write_text(json.dumps({**data, "checksum": checksum(data)}), encoding="utf-8")
    return path


def exact(value: Any, kind: str) -> Any:
    if isinstance(value, list):
        return [exact(x, kind) for x in value]
    return int(value) if kind == "integer" else Fraction(value)


def truths(path: Path) -> frozenset[Truth]:
    """What the second implementation allows of the statement in a file, its domain being a hypothesis."""
    found = load(path)
    values = {name: exact(e["value"], e["kind"]) for name, e in found.data["inputs"].items()}
    given = [*found.links("membership"), *found.links("hypotheses")]
    return judge(given, found.links("conclusions"), values).truths


def files(count: int, folder: Path) -> Iterator[tuple[int, Path]]:
    """Each with the seed that makes it again; half of them are forged where that is possible."""
    witnesses = [json.loads(json.dumps(dict(made(c, p).data))) for c, p in CASES.values()]
    for seed in range(count):
        rng = random.Random(seed)
        data = mutated(rng.choice(witnesses), rng)
        path = written(folder / "w.json", data)
        if seed % 2:
            with suppress(CorruptWitness, ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
                written(path, forged(dict(load(path).data)))
        yield seed, path


def outcome_forged(path: Path) -> str:
    try:
        if not decided(path).refutes:
            return "not reproduced"
    except CorruptWitness:
        return "refused"
    try:
        return "refuted" if Truth.VIOLATED in truths(path) else "WRONG"
    except Unsupported:
        return "not judged"


@pytest.mark.parametrize("value", ["0", ["0"], ["12", "34"]])
def test_a_text_is_no_matrix(value: Any, tmp_path: Path) -> None:
    """Found by the test below: letters were read as entries."""
    data = json.loads(json.dumps(dict(made(*CASES["semidefinite"]).data)))
    data["inputs"]["A"]["value"] = value
    with pytest.raises(CorruptWitness, match="is not a matrix"):
        load(written(tmp_path / "w.json", data))


def test_what_replays_is_a_refutation(tmp_path: Path) -> None:
    """No file has a wrong verdict, or takes two seconds or a gigabyte."""
    count = 10**5 if settings.default and settings.default.max_examples >= 2_000 else 100
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen, slowest = Counter[str](), 0.0
    for seed, path in files(count, tmp_path):
        start = time.process_time()
        found = outcome_forged(path)
        seen[found] += 1
        slowest = max(slowest, time.process_time() - start)
        assert found != "WRONG", f"seed {seed}: {path.read_text()}"
        assert slowest < SECONDS, f"seed {seed}: {slowest} s: {path.read_text()}"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < MEMORY_FORGED
    assert seen["refuted"] > 0.05 * count, seen
    assert seen["not judged"] < 0.2 * seen["refuted"], seen
