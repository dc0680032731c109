"""Witness files, edited, truncated or with irrational entries: they replay exactly, or are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq, fmpz_poly

from perturb import given, then
from perturb.certify.replay import replay
from perturb.certify.witness import CorruptWitness, load, save, speaks_of
from perturb.domains import orthogonal, psd, scalar, symmetric, unit_vector
from perturb.domains.space import Point
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import field_of
from perturb.pages.markdown import value
from perturb.pages.records import WitnessFile
from perturb.pages.report.evidence import simplest
from perturb.results.claim_evidence import witness_markdown
from perturb.vocab import lam, lam_max, sqrt
from tests.certify.witness_cases import (
    declare,
    edited,
    made,
    on_command_line,
)

EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a number": lambda d: d["inputs"]["A"]["value"][0].__setitem__(1, "2"),
    "the statement": lambda d: d["conclusions"].__setitem__(1, "(<= 1 0)"),
    "a name": lambda d: d.__setitem__("claim", "test/other"),
    "the checksum": lambda d: d.__setitem__("checksum", "0" * 64),
    "no checksum": lambda d: d.pop("checksum"),
    "one more key": lambda d: d.__setitem__("note", "hello"),
}


@pytest.mark.parametrize("name", EDITS)
def test_edited_by_hand(name: str, saved: Path) -> None:
    path = edited(saved, EDITS[name], sign=False)
    with pytest.raises(CorruptWitness, match="checksum does not match"):
        load(path)
    assert on_command_line(path)[0] == 2


DAMAGE: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 4,
    "nul": b"\0" * 100,
    "text": b"hello",
    "a number": b"3",
    "a list": b"[]",
    "an object": b"{}",
    "another format": b'{"format": "perturb-witness/2"}',
    "nested": b"[" * 100_000,
    "nan": b"NaN",
    "lone surrogate": b'{"format": "perturb-witness/1", "claim": "\\ud800"}',
    "many digits": b"1" * 10_000,
}


@pytest.mark.parametrize("name", DAMAGE)
def test_not_a_witness(name: str, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_bytes(DAMAGE[name])
    with pytest.raises(CorruptWitness, match=r"w\.json"):
        load(path)
    code, output = on_command_line(path)
    assert code == 2
    assert "w.json" in output


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_truncated(share: float, saved: Path) -> None:
    content = saved.read_bytes()
    saved.write_bytes(content[: int(share * len(content)) - 2])
    with pytest.raises(CorruptWitness, match="not JSON"):
        load(saved)


def test_any_flipped_bit_is_noticed(saved: Path) -> None:
    content = saved.read_bytes()
    plain = json.loads(content)
    for position in range(0, len(content), 37):
        flipped = bytearray(content)
        flipped[position] ^= 2
        saved.write_bytes(bytes(flipped))
        try:
            same = json.loads(bytes(flipped)) == plain
        except ValueError:
            same = False
        if not same:
            with pytest.raises(CorruptWitness):
                load(saved)


@pytest.mark.parametrize("key", [k for k in made().data if k not in ("failed", "kernel", "bits")])
def test_missing_keys(key: str, saved: Path) -> None:
    with pytest.raises(CorruptWitness):
        load(edited(saved, lambda d: d.pop(key), sign=key != "checksum"))
    assert on_command_line(saved)[0] == 2


@pytest.mark.parametrize("wrong", [None, 3, "text", [1], {"a": 1}])
@pytest.mark.parametrize(
    "key", ["inputs", "membership", "hypotheses", "conclusions", "at", "lhs", "vary", "claim"]
)
def test_keys_of_the_wrong_kind(key: str, wrong: Any, saved: Path) -> None:
    path = edited(saved, lambda d: d.__setitem__(key, wrong))
    if on_command_line(path)[0] != 2:
        assert isinstance(wrong, str | list | dict)  # the right kind, with other content
        assert key in ("at", "lhs", "vary", "claim")


INPUTS: dict[str, Any] = {
    "nan": [["nan", "1"], ["0", "0"]],
    "ragged": [["0", "1"], ["0"]],
    "empty": [],
    "division by zero": [["1/0"]],
    "a text": "A",
    "none": None,
    "another shape": [["0", "1", "0"]],
}


@pytest.mark.parametrize("name", INPUTS)
def test_inputs_without_meaning(name: str, saved: Path) -> None:
    path = edited(saved, lambda d: d["inputs"]["A"].__setitem__("value", INPUTS[name]))
    assert on_command_line(path)[0] == 2


@pytest.mark.parametrize(
    "text", ["(<= 1", "(foo 1 2)", "(<= A A)", "(<= (nothing A) 1)", "(<= (s1 A B) 1)", 7]
)
def test_statements_without_meaning(text: Any, saved: Path) -> None:
    path = edited(saved, lambda d: d.__setitem__("conclusions", [text]))
    with pytest.raises(CorruptWitness):
        load(path)


# Witnesses with irrational entries: what is saved replays from the file alone, what is forged does not.


ROOT = field_of(fmpz_poly([-2, 0, 1]), fmpq(1), fmpq(2)).generator
CUBIC = field_of(fmpz_poly([-1, -1, 0, 1]), fmpq(1), fmpq(2)).generator


def circle(x: Any) -> Any:
    yield then(x[1] * x[2], "<", fmpq(1, 2))


def rotation(Q: Any) -> Any:
    yield then(abs(Q[1, 1]) + abs(Q[1, 2]), "<", sqrt(2))


def correlation(A: Any) -> Any:
    yield given(A[1, 1], "==", 1)
    yield given(A[2, 2], "==", 2)
    yield then(A[1, 2], "<", sqrt(2))


def cubic(t: Any) -> Any:
    yield then(t**3, "!=", t + 1)


def largest(A: Any) -> Any:
    yield then(lam_max(A), "!=", lam(A)[2] + 2 * sqrt(2))


HALF = ROOT / 2
CASES = {
    "circle": (declare(circle, unit_vector(n=(2, 2))), {"x": (HALF, HALF)}, "x = [sqrt(2)/2, sqrt(2)/2]"),
    "rotation": (
        declare(rotation, orthogonal(n=(2, 2))),
        {"Q": ExactMatrix(2, 2, [HALF, HALF, -HALF, HALF])},
        "Q = [[sqrt(2)/2, sqrt(2)/2], [-sqrt(2)/2, sqrt(2)/2]]",
    ),
    "semidefinite": (
        declare(correlation, psd(n=(2, 2))),
        {"A": ExactMatrix(2, 2, [1, ROOT, ROOT, 2])},
        "A = [[1, sqrt(2)], [sqrt(2), 2]]",
    ),
    "cubic": (declare(cubic, scalar()), {"t": CUBIC}, "t = root of x^3 - x - 1 in [1.3, 1.4]"),
    "eigenvalues": (
        declare(largest, symmetric(n=(2, 2))),
        {"A": ExactMatrix(2, 2, [0, ROOT, ROOT, 0])},
        "A = [[0, sqrt(2)], [sqrt(2), 0]]",
    ),
}


def saved_case(name: str, folder: Path) -> Path:
    claim, values, _ = CASES[name]
    sizes = {key: 2 for key in claim.domain.ranges}
    return save(made(claim, Point(sizes, values)), folder / "w.json")


@pytest.mark.parametrize("name", CASES)
def test_saved_and_replayed(name: str, tmp_path: Path) -> None:
    path = saved_case(name, tmp_path)
    found = load(path)
    assert replay(found).refutes
    assert speaks_of(found, CASES[name][0])
    code, output = on_command_line(path)
    assert code == 0
    assert CASES[name][2] in " ".join(output.split())
    assert "root" in json.loads(path.read_text())


@pytest.mark.parametrize("name", CASES)
def test_read_as_written(name: str, tmp_path: Path) -> None:
    _, values, _ = CASES[name]
    again = load(saved_case(name, tmp_path)).values
    assert again == values


def test_pages_and_notebooks_print_it(tmp_path: Path) -> None:
    path = saved_case("circle", tmp_path)
    (shown,) = witness_markdown(load(path))
    assert r"\tfrac{\sqrt{2}}{2} \\ \tfrac{\sqrt{2}}{2}" in shown
    page = WitnessFile("w.json", "w.json", json.loads(path.read_text()))
    assert value("x", page.inputs["x"]).count(r"\tfrac{\sqrt{2}}{2}") == 2
    claim, values, _ = CASES["circle"]
    assert page.point(claim).values == values
    assert "No check by hand" in simplest(claim, page, "page.md")


Edit = Callable[[dict[str, Any]], Any]


def root(**parts: Any) -> Edit:
    return lambda d: d["root"].update(parts)


def entry(value: Any) -> Edit:
    return lambda d: d["inputs"]["x"]["value"].__setitem__(0, value)


# x^16 = 2 (10^40 x - 1)^2, of which two roots are nearly 10^-40.
CLOSE = ["-2", f"4{'0' * 40}", f"-2{'0' * 80}", *["0"] * 13, "1"]
REFUSED: dict[str, tuple[Edit, str]] = {
    "no root in the interval": (root(between=["2", "3"]), "0 distinct real roots"),
    "two roots in it": (root(between=["-2", "2"]), "2 distinct real roots"),
    "an interval from right to left": (root(between=["2", "1"]), "0 distinct real roots"),
    "a square": (root(polynomial=["1", "0", "-4", "0", "4"]), "not irreducible"),
    "reducible": (root(polynomial=["-1", "0", "4"]), "not irreducible"),
    "linear": (root(polynomial=["-1", "2"]), "a list of 3 to 17 numbers"),
    "of a giant degree": (root(polynomial=["-2", *["0"] * 40, "1"]), "a list of 3 to 17 numbers"),
    "of giant coefficients": (root(polynomial=["-2", "0", "1" + "0" * 500]), "at most 100 digits"),
    "of roots close together": (root(polynomial=CLOSE, between=["0", "1"]), "closer together"),
    "digits of another script": (entry("\u0663/\u0665"), "is no exact number"),
    "no integers": (root(polynomial=["-1/2", "0", "1"]), "is no integer"),
    "no texts": (root(polynomial=[-1, 0, 2]), "is no exact number"),
    "a leading zero": (root(polynomial=["-1", "0", "2", "0"]), "leading coefficient"),
    "a wide decimal": (root(between=["0.7", "0.8"]), "is no exact number"),
    "one end": (root(between=["1/2"]), "a list of 2 to 2 numbers"),
    "another key": (root(approximately="0.7"), "expected"),
    "a root that is a list": (lambda d: d.__setitem__("root", ["-2", "0", "1"]), "expected"),
    "no root at all": (lambda d: d.pop("root"), "without a root r"),
    "an entry of too high a degree": (entry({"in r": ["0", "0", "1"]}), "a list of 1 to 2 numbers"),
    "an entry in another letter": (entry({"in s": ["0", "1"]}), "'in r' expected"),
    "an entry that is a text": (entry("sqrt(2)/2"), "is no exact number"),
    "an entry with a decimal": (entry({"in r": ["0", "0.5"]}), "is no exact number"),
    "a root for nothing": (lambda d: d["inputs"]["x"].update(value=["3/5", "4/5"]), "no entry is written in"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    change, said = REFUSED[name]
    path = edited(saved_case("circle", tmp_path), change)
    with pytest.raises(CorruptWitness, match=said):
        load(path)
    code, output = on_command_line(path)
    assert code == 2
    assert "Traceback" not in output


OUTSIDE: dict[str, Edit] = {
    "another polynomial": root(polynomial=["-1", "0", "3"], between=["1/2", "1"]),
    "its other root beside a rational entry": lambda d: (
        root(between=["-2", "-1"])(d),
        d["inputs"]["x"]["value"].__setitem__(0, "1/2"),
    ),
    "a third of it": entry({"in r": ["0", "1/3"]}),
    "a rational entry": entry("7071067811865475244/10000000000000000000"),
    "one of the two negative": entry({"in r": ["0", "-1"]}),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_not_reproduced(name: str, tmp_path: Path) -> None:
    path = edited(saved_case("circle", tmp_path), OUTSIDE[name])
    assert not replay(load(path)).refutes
    code, output = on_command_line(path)
    assert code == 1
    assert "NOT REPRODUCED" in output


def test_the_other_root_is_a_witness_too(tmp_path: Path) -> None:
    path = edited(saved_case("circle", tmp_path), root(between=["-2", "-1"]))
    assert replay(load(path)).refutes


def test_many_entries_are_refused(tmp_path: Path) -> None:
    long = [{"in r": ["0", "1"]}] * 401
    path = edited(saved_case("circle", tmp_path), lambda d: d["inputs"]["x"].update(value=long))
    with pytest.raises(CorruptWitness, match="more than 400 irrational entries"):
        load(path)
