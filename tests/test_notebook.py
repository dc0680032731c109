"""The notebook of docs/ runs from top to bottom, and its results show themselves."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perturb
from perturb import Claim
from perturb.api.examine import Several
from perturb.laws.distributions import semicircle
from perturb.results.say import Told

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
    results = (statement, found, here, proved, constants, fit, names["ranking"], law, drawn, spectrum)
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
