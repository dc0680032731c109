"""Edited, truncated and foreign files are refused; they never replay as a refutation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perturb.certify.witness import CorruptWitness, load
from tests.certify.witness_cases import (
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
