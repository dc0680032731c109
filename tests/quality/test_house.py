"""The house: which package imports which, how long a file is, and that one name has one meaning."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("perturb", "tests", "theorems", "simulations", "tools", "benchmarks")
LONGEST = 400
ENGINE = sorted((ROOT / "perturb").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """What a file imports, wherever in it: at its top, for type checking only, or inside a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import, which is not followed here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(module: str) -> str:
    """The package of perturb that a module belongs to; a module at the top is one of its own."""
    top, name = [*module.split("."), ""][:2]
    inside = (ROOT / top / name).is_dir() or (ROOT / top / f"{name}.py").is_file()
    return f"{top}.{name}" if top == "perturb" and name and inside and name != "__init__" else top


def arrows() -> dict[str, set[str]]:
    """What each package of perturb imports; "perturb" stands for the public names in its __init__.py."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in ENGINE:
        own = room(".".join(path.relative_to(ROOT).with_suffix("").parts))
        found[own] |= {room(name) for name in imported(path) if name.split(".")[0] in FOLDERS} - {own}
    return found


def test_no_circle_between_packages() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        raise AssertionError(f"imports run in a circle: {' <- '.join(error.args[1])}") from None


def test_the_engine_knows_no_theorem_and_nothing_knows_the_command_line() -> None:
    barred = {"theorems", "simulations", "perturb.cli"}
    engine = {own: targets for own, targets in arrows().items() if own != "perturb.__main__"}
    found = [f"{own} imports {name}" for own, targets in engine.items() for name in targets & barred]
    assert not found, found


def test_no_file_is_long() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    long = {name: lines for name, lines in lengths.items() if lines > LONGEST}
    assert not long, f"more than {LONGEST} lines: {long}"


def test_no_two_classes_have_one_name() -> None:
    classes = (node for path in ENGINE for node in ast.walk(ast.parse(path.read_text())))
    counts = Counter(node.name for node in classes if isinstance(node, ast.ClassDef))
    twice = [name for name, times in counts.items() if times > 1]
    assert not twice, f"two classes of one name: {twice}"
