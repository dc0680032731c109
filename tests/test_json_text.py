"""One encoder for JSON: what is not finite is no number there."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import perturb
from perturb.process.output import json_text

HOME = Path(perturb.__file__).parent


def test_what_is_not_finite_is_null() -> None:
    found = json_text({"a": [1.5, float("inf"), {"b": (float("nan"), True, None)}], float("-inf"): "x"})
    assert json.loads(found) == {"a": [1.5, None, {"b": [None, True, None]}], "null": "x"}


def test_what_is_finite_is_written_as_json_writes_it() -> None:
    data = {"b": [1, 2.0, "ä", {"c": []}], "a": None}
    options = {"indent": 1, "sort_keys": True, "ensure_ascii": False}
    assert json_text(data, **options) == json.dumps(data, **options)


def test_what_is_read_back_refuses_it() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text([float("inf")], strict=True)


def test_nothing_else_writes_json() -> None:
    """An infinite likelihood was printed as Infinity, which is no JSON."""

    def written(path: Path) -> bool:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        calls = (n for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name))
        return any(n.value.id == "json" and n.attr in ("dump", "dumps", "JSONEncoder") for n in calls)

    assert [p.name for p in HOME.rglob("*.py") if written(p)] == ["output.py"]
