"""Recipes: statements are checked, scripts are run with the data that they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from perturb.pages.website.executed import cookbook

DOCS = Path(__file__).parents[3] / "docs" / "cookbook"


def recipe(folder: Path, code: str) -> Path:
    (folder / "01_mine.py").write_text(f'"""Mine."""\n\n{code}\n')
    return folder


def test_a_script_is_run(tmp_path: Path) -> None:
    text = cookbook(recipe(tmp_path, "print(6 * 7)"))
    assert "$ python mine.py\n42\n" in text


def test_a_script_that_fails_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"01_mine.py: ZeroDivisionError"):
        cookbook(recipe(tmp_path, "1 / 0"))


def test_the_audit_of_a_trained_network(tmp_path: Path) -> None:
    """The recipe with its data: certified lines, tests and estimates."""
    for place in DOCS.glob("11_*"):
        (tmp_path / place.name).write_bytes(place.read_bytes())
    for place in DOCS.glob("*.npz"):
        (tmp_path / place.name).write_bytes(place.read_bytes())
    text = cookbook(tmp_path)
    assert "$ python audit.py\nfc2: ReLU: s_0 [" in text
    for said in ("[proved]", "[test at 0.01]", "[estimate]", "learned: fc1.weight to fc2.weight"):
        assert said in text
