"""Files and text: written whole, JSON, encodings of sources, tables, and the notebook of docs/."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perturb
from perturb import Claim
from perturb.api.examine import Several
from perturb.laws.distributions import semicircle
from perturb.process import sources
from perturb.process.output import digest, drawn_from, frame, json_text, slug, write_whole
from perturb.results.say import Told
from perturb.statements.catalogue import BadTarget, load_statements
from tests.cli import cli_files as files


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for content, kept in (
        ("longer than the next", b"longer than the next"),
        ("é", b"\xc3\xa9"),
        (b"\0", b"\0"),
    ):
        write_whole(path, content)
        assert path.read_bytes() == kept
    assert os.listdir(tmp_path) == ["a.txt"]
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_breaks_off_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def replace(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(type(error)) as caught:
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]
    if isinstance(caught.value, OSError):
        assert (caught.value.errno, caught.value.filename) == (28, str(path))


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "none" / "a.txt", "")
    assert caught.value.filename == str(tmp_path / "none" / "a.txt")


def test_names_and_digests() -> None:
    assert slug("riedi2022/thm-22.76a~corrected") == "riedi2022-thm-22.76a-corrected"
    assert digest({"a": 1, "b": [2, 3]}) == digest({"b": [2, 3], "a": 1}) != digest({"a": 1, "b": [3, 2]})
    assert len(digest(None)) == 16


def test_a_stamp_is_that_of_a_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    assert not drawn_from("abc", path)
    path.write_bytes(b"..abc..")
    assert drawn_from("abc", path)
    assert not drawn_from("abd", path)


# One encoder for JSON: what is not finite is no number there.


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


# The bytes of a file of claims: encodings that Python reads, and what is no text.


ACCENTED = files.true("Lemma de M\xe9ray")


@pytest.mark.parametrize(
    "data",
    [
        ACCENTED.encode(),
        b"\xef\xbb\xbf" + ACCENTED.encode(),
        b"# -*- coding: latin-1 -*-\n" + ACCENTED.encode("latin-1"),
        ACCENTED.replace("\n", "\r\n").encode(),
    ],
)
def test_encodings_that_python_reads(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "c.py"
    path.write_bytes(data)
    (found,) = load_statements(path)
    assert found.label == "Lemma de M\xe9ray"
    assert sources.sha256_of(path) == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ACCENTED.encode("latin-1"), "'utf-8' codec can't decode byte 0xe9"),
        (b"x = 1\0\n" + ACCENTED.encode(), "null bytes"),
        (ACCENTED.encode("utf-16"), "Error"),
        (b"# coding: klingon\n" + ACCENTED.encode(), "klingon"),
        (b"\xef\xbb\xbf# coding: latin-1\n" + ACCENTED.encode(), "encoding"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "c.py"
    path.write_bytes(data)
    with pytest.raises(BadTarget, match=r"c\.py.*Error: ") as caught:
        load_statements(path)
    assert message in str(caught.value)


# Rows as a pandas table, and what is said where pandas is missing.


def test_rows_of_dicts_and_of_tuples() -> None:
    assert frame([{"a": 1, "b": 2}, {"a": 3}])["a"].tolist() == [1, 3]
    table = frame([(1, 2), (3, 4)], ["x", "y"])
    assert (list(table), table["y"].tolist()) == (["x", "y"], [2, 4])


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'perturb\[report\]'"):
        frame([])


# The notebook of docs/ runs from top to bottom, and its results show themselves.


NOTEBOOK = Path(__file__).parents[1] / "docs" / "python.ipynb"


def cells() -> list[str]:
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in found)  # outputs are of the reader's own run
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, Any], place: Path) -> Any:
    """The value of the last expression of a cell, as a notebook shows it."""
    *before, last = ast.parse(source).body
    # A statement reads its own source: it has to be in a file.
    place.write_text(source, encoding="utf-8")
    exec(compile(ast.Module(before, []), str(place), "exec"), names)
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), str(place), "eval"), names)


def test_every_cell_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [run(source, names, tmp_path / f"cell{k}.py") for k, source in enumerate(cells())]
    assert len(shown) == 10
    statement, found, here, proved, constants, values, fit, law, drawn, matrix = shown
    spectrum = perturb.law(np.linspace(-1.9, 1.9, 30), semicircle(), spectrum=True, draws=99)
    derived = perturb.derive(names["norms"], seconds=5)
    page = perturb.referee(names["norms"], seconds=5)
    later = (names["ranking"], law, drawn, spectrum, derived, page)
    results = (statement, found, here, proved, constants, fit, *later)
    for one in results:
        assert one._repr_markdown_()
        assert len(repr(one).splitlines()) > 1
    # Every kind of result that Python gives is among them.
    assert {type(one) for one in results} - {Claim} == set(Told.__subclasses__()) - {Several}
    for one in results[1:]:
        assert len(one.to_frame()) > 0
    assert found.outcome == "refuted"
    assert here.verdict == "violated"
    assert proved.sizes == (1, 2)
    assert values[0] == pytest.approx(45**0.5)
    assert fit.verdict == "refuted"
    assert "scale" in repr(fit)
    assert matrix.tolist() in ([[4]], [[6]])
