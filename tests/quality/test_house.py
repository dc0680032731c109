"""The house: which package imports which, how long a file is, and that one name has one meaning."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from perturb.process import public

ROOT = Path(__file__).parents[2]
FOLDERS = ("perturb", "tests", "theorems", "simulations", "tools", "benchmarks")
LONGEST = 400
MOST_FILES = 2200
# From the ground up: what a room imports stands before it.
ROOMS = (
    *("process", "numbers", "laws", "vocab", "domains", "statements", "certify", "search"),
    *("sharpen", "prove", "montecarlo", "results", "networks", "pages", "api", "cli"),
)
DOORS = {f"perturb.{name}" for name in ("__main__", "testing", "pytest_plugin", "strategies")}
ENGINE = sorted((ROOT / "perturb").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """What a file imports, wherever in it: at its top, for type checking only, or inside a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import, which is not followed here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def homes() -> dict[str, str]:
    """By what an import may say, the module that it loads: a package for the names in its __init__.py."""
    own = {module(path): module(path) for path in ENGINE}
    return own | {short: home for short, home in public.STANDS_IN.items()}


def between_files() -> dict[str, set[str]]:
    """What each file of the engine imports of the others."""
    known = homes()
    found: dict[str, set[str]] = {}
    for path in ENGINE:
        names = {known.get(name) or known.get(name.rpartition(".")[0]) for name in imported(path)}
        found[module(path)] = {name for name in names if name} - {module(path)}
    return found


def room(name: str) -> str:
    """The package of perturb that a module belongs to; a module at the top is one of its own."""
    top, first = [*name.split("."), ""][:2]
    inside = (ROOT / top / first).is_dir() or (ROOT / top / f"{first}.py").is_file()
    return f"{top}.{first}" if top == "perturb" and first and inside and first != "__init__" else top


def arrows() -> dict[str, set[str]]:
    """What each room of perturb imports; "perturb" stands for the public names in its __init__.py."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in ENGINE:
        own = room(module(path))
        found[own] |= {room(name) for name in imported(path) if name.split(".")[0] in FOLDERS} - {own}
    return found


def in_circles(graph: Mapping[str, set[str]]) -> str:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " <- ".join(error.args[1])
    return ""


def test_the_house_has_its_rooms() -> None:
    """A new room has its place in the order, and a reason."""
    assert {path.parent.name for path in (ROOT / "perturb").glob("*/__init__.py")} == {*ROOMS}
    assert len(ROOMS) <= 16
    assert len([*(ROOT / "perturb").glob("*.py")]) <= 9


def test_no_import_climbs_back() -> None:
    """A room imports what stands before it in the order, and the names and types at the top."""
    order = {f"perturb.{name}": place for place, name in enumerate(ROOMS)}
    climbs = [
        f"{own} imports {name}"
        for own, names in arrows().items()
        for name in names
        if own in order and (order.get(name, -1) > order[own] or name in DOORS)
    ]
    assert not climbs, climbs


def test_no_circle_of_files_or_rooms() -> None:
    assert not in_circles(between_files())
    assert not in_circles(arrows())


def test_a_circle_is_seen() -> None:
    assert in_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) in {"b <- c <- b", "c <- b <- c"}


def test_every_package_says_its_job() -> None:
    """In the docstring of its __init__.py: what it does, what it may import, where to start reading."""
    inits = [path for path in ENGINE if path.name == "__init__.py"]
    silent = [module(path) for path in inits if not ast.get_docstring(ast.parse(path.read_text()))]
    assert not silent, silent


def test_the_repository_stays_small() -> None:
    """Proofs stand in one file a theorem file and size, rows of benchmarks in records."""
    folders = [ROOT / name for name in (*FOLDERS, "docs", "proofs", "reports")]
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    every = [path for path in files if "__pycache__" not in path.parts]
    assert len(every) <= MOST_FILES


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
