"""docs/map.md is true: its rooms, their order and what it names are there; the way of a claim is short."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from types import FrameType

import pytest
from click.testing import CliRunner

from perturb.cli import main
from tests.quality.test_house import ROOMS

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    lines = MAP.partition(heading)[2].splitlines()
    table = [line for line in lines[lines.index(next(x for x in lines if x.startswith("|"))) :]]
    ends = next((k for k, line in enumerate(table) if not line.startswith("|")), len(table))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:ends]]


def test_the_rooms_are_those_of_the_house() -> None:
    assert [row[0].strip(" `|") for row in rows("# The map")] == [f"perturb/{room}" for room in ROOMS]
    for room, job, start in rows("# The map"):
        assert job
        assert start.strip(" `|").startswith(room.strip(" `|")), "a room is read from its own file"


def test_what_it_names_is_there() -> None:
    named = re.findall(r"`((?:perturb|tests|theorems|tools|simulations|docs)/[\w./]*)`", MAP)
    assert len(named) > 60
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert all((ROOT / name).is_file() or (ROOT / name).is_dir() for name in named)


def test_the_heads_of_packages_name_files_that_are_there() -> None:
    missing = []
    for file in sorted((ROOT / "perturb").rglob("__init__.py")):
        head = ast.get_docstring(ast.parse(file.read_text())) or ""
        near = (file.parent, ROOT / "perturb", ROOT)
        named = re.findall(r"[\w/]+\.(?:py|md)\b", head)
        missing += [f"{file}: {name}" for name in named if not any((at / name).exists() for at in near)]
    assert missing == []


def test_it_says_what_to_open_for_the_commonest_changes() -> None:
    changes = rows("## To change X, open Y")
    assert len(changes) >= 10
    assert all("`" in place for _, place in changes)


def test_tables_stand_where_it_says() -> None:
    """A family of interchangeable things: the table of them, in the file that the map names for it."""
    for name, file in (
        ("METHODS", "perturb/search/attack.py"),
        ("METHODS", "perturb/prove/lemmas/methods.py"),
        ("KINDS", "perturb/pages/render.py"),
        ("READERS", "perturb/networks/files/tensors.py"),
    ):
        assert file in MAP
        assert re.search(rf"^{name}\b.* = ", (ROOT / file).read_text(), re.MULTILINE), file


CLAIM = '''
from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import fro

@claim(paper("me", "A note"), "(7)", domain=square(count=2, n=(2, 4)))
def commutator(A, B):
    """With one constant or another."""
    yield then(fro(A @ B - B @ A), "<=", CONSTANT * fro(A) * fro(B))
'''
MOST_ENTERED = 50


@pytest.mark.parametrize(("constant", "outcome"), [("1.4142", "REFUTED"), ("2", "SURVIVED")])
def test_a_claim_enters_few_files(
    constant: str, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its way from the command line to a verdict; what is loaded and never called is none of them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIM.replace("CONSTANT", constant))
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        inside = frame.f_code.co_filename.removeprefix(f"{ROOT}/perturb/")
        if event == "call" and inside != frame.f_code.co_filename and frame.f_code.co_name != "<module>":
            entered.add(inside)

    asked = ["check", "mine.py", "--seconds", "4"]
    first = CliRunner().invoke(main, asked)  # which loads what is loaded when it is first used
    sys.setprofile(note)
    try:
        again = CliRunner().invoke(main, asked)
    finally:
        sys.setprofile(None)
    assert outcome in first.output
    assert again.exit_code == first.exit_code == (outcome == "REFUTED")
    assert {"certify/point.py", "vocab/relations/decide.py"} <= entered
    assert len(entered) <= MOST_ENTERED, sorted(entered)
