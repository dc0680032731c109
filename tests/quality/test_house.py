"""The house: imports, lengths of files, one name for one meaning, what is public and documented.

One word for one outcome: what console, JSON and Python can say stands in one table of the README.
"""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from rlcompleter import Completer

import pytest

import perturb
from perturb.cli.law import HEADLINES
from perturb.cli.replay import CODES
from perturb.cli.verdicts import COLOURS
from perturb.enclosure import Verdict
from perturb.pages.website.reference import MODULES, api, page
from perturb.pages.website.reference import public as public_documented
from perturb.process import public
from perturb.results import say
from perturb.statements.paper import Outcome

ROOT = Path(__file__).parents[2]
FOLDERS = ("perturb", "tests", "theorems", "simulations", "tools", "benchmarks")
LONGEST = 400
MOST_FILES = 2_100
# From the ground up: what a room imports stands before it.
ROOMS = (
    *("process", "numbers", "laws", "vocab", "domains", "statements", "certify", "search"),
    *("sharpen", "prove", "derive", "montecarlo", "results", "networks", "read", "pages", "api", "cli"),
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
    assert len(ROOMS) <= 18
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


# What is public: the names in `__all__` of the modules that the README lists, and nothing beside them.


TABLE = (ROOT / "README.md").read_text().partition("**What is public:**")[2].partition("\n\nCatalogue")[0]
ROWS = [line.split("|")[1] for line in TABLE.splitlines() if line.startswith("| `")]
PUBLIC = [name for row in ROWS for name in re.findall(r"`([a-z_.]+)`", row)]


def stated(path: Path) -> set[str]:
    """Names that a module defines at its top; a package also offers what it imports from below."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {name.id for t in targets for name in ast.walk(t) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.ImportFrom) and path.name == "__init__.py" and _below(node.module):
            found |= {alias.asname or alias.name for alias in node.names}
    return {name for name in found if not name.startswith("_")}


def _below(module: str | None) -> bool:
    return module is not None and module.startswith("perturb.") and module != "perturb.process"


@pytest.mark.parametrize("module", PUBLIC)
def test_a_public_module_exports_what_it_has_and_no_more(module: str) -> None:
    loaded = import_module(module)
    exported = list(loaded.__all__)
    assert len(exported) == len(set(exported))
    assert [name for name in exported if name.startswith("_") or not hasattr(loaded, name)] == []
    path = Path(str(loaded.__file__))
    assert stated(path) - set(exported) == set(), "neither in __all__ nor private by name"


def test_every_module_is_documented_or_not_offered() -> None:
    """`perturb.relu.` offered modules of its own use, `perturb.` no module that is public."""
    every = [found.name for found in pkgutil.walk_packages(perturb.__path__, "perturb.")]
    assert {*PUBLIC} - {*every} == {"perturb", *public.STANDS_IN}
    assert {*public.STANDS_IN.values()} <= {*every}
    homes = {home: short for short, home in public.STANDS_IN.items()}
    for name in every:
        package, _, last = name.rpartition(".")
        package = homes.get(package, package)
        if package in PUBLIC and not last.startswith("_"):
            offered = last in dir(import_module(package)) and last not in import_module(package).__all__
            assert offered == (name in PUBLIC), name


@pytest.mark.parametrize("module", PUBLIC)
def test_what_is_completed_is_public(module: str) -> None:
    loaded, found = import_module(module), list[str]()
    completer = Completer({"it": loaded})
    while word := completer.complete("it.", len(found)):
        found.append(word)
    found = [word.removeprefix("it.").rstrip("()") for word in found]
    assert {*found} == {*loaded.__all__, *public.below(module)}
    for name in public.below(module):  # modules, which are there once they are imported
        import_module(f"{module}.{name}")
    assert [name for name in found if not hasattr(loaded, name)] == []


def test_the_list_is_one() -> None:
    """The reference has only modules of the list; what README, recipes and notebook import is on it."""
    assert set(MODULES) <= set(PUBLIC) == set(public.MODULES)
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.py"), *(ROOT / "docs").glob("*.ipynb")]
    used = {m for path in texts for m in re.findall(r"from (perturb[\w.]*) import", path.read_text())}
    assert used - set(PUBLIC) == set()
    assert len(PUBLIC) == 14


def test_a_public_name_is_the_module_in_its_room() -> None:
    """Both are one module, whichever is asked for first, with all that is below it."""
    pairs = [*public.STANDS_IN.items(), ("perturb.weights.auditing", "perturb.networks.weights.auditing")]
    for short, home in pairs + [(home, short) for short, home in pairs]:
        code = (
            f"from importlib import import_module as get; a, b = get({short!r}), get({home!r})\n"
            f"assert a is b and a.__spec__.name == a.__name__\n"
            f"import perturb; assert eval({short!r}) is a"
        )
        subprocess.run([sys.executable, "-c", code], check=True)


# Each public name is documented where one looks for it: the reference, the vocabulary, its docstring.


VOCABULARY = "perturb.vocab"  # its page is reports/vocabulary.md


def test_every_public_module_has_a_page() -> None:
    """Strategies, assertions, files and counts of networks had none."""
    assert {*MODULES, VOCABULARY} == set(PUBLIC)
    pages = api()
    for module in MODULES:
        home = re.escape(import_module(module).__name__)
        assert re.findall(rf"^::: {home}\.(\w+)$", pages[page(module)], re.MULTILINE) == sorted(
            public_documented(module), key=str.lower
        )


def test_every_word_is_in_the_vocabulary() -> None:
    text = (ROOT / "reports" / "vocabulary.md").read_text(encoding="utf-8")
    missing = [name for name in import_module(VOCABULARY).__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_says_what_it_is(module: str) -> None:
    loaded = import_module(module)
    assert loaded.__doc__
    named = {name: getattr(loaded, name) for name in loaded.__all__}
    silent = [name for name, x in named.items() if callable(x) and not (x.__doc__ or "").strip()]
    assert silent == []


# One word for one outcome: what console, JSON and Python can say stands in one table of the README.


HOME = Path(perturb.__file__).parent
README = (HOME.parent / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("**Outcome.**")[2].partition('What "survived" takes')[0]
TABLE_OUTCOME_WORDS, _, POINTS = SECTION.partition("Of one point")
ROWS_OUTCOME_WORDS = re.findall(r"^\| `([a-z ]+)` \| ([^|]+) \|", TABLE_OUTCOME_WORDS, re.MULTILINE)
OUTCOMES = {word for word, _ in ROWS_OUTCOME_WORDS} | set(
    re.findall(r"; `([a-z ]+)` where", TABLE_OUTCOME_WORDS)
)


def attempts() -> set[str]:
    """What the prover calls its attempts, as it says it."""
    text = (HOME / "prove" / "prover.py").read_text()
    found = set(re.findall(r'(?:ended|Attempt)\(\s*"([a-z ]+)"', text))
    assert {"proved", "false", "timeout"} <= found
    return found


def test_every_outcome_is_in_the_table() -> None:
    """The prover said false and timeout of what is refuted and unresolved, goodness open."""
    said = {*Outcome, *COLOURS, *HEADLINES, *(set(CODES) - {"holds"})}
    said |= {say.attempted(word, "")[0] for word in attempts()}
    assert {str(word) for word in said} <= OUTCOMES
    assert {verdict.value for verdict in Verdict} <= set(re.findall(r"`([a-z]+)`", POINTS))


def test_no_word_has_two_meanings() -> None:
    """A word stands once for each kind of thing; of a point it is another one than of a statement."""
    assert len(ROWS_OUTCOME_WORDS) == len(set(ROWS_OUTCOME_WORDS))
    assert OUTCOMES & {verdict.value for verdict in Verdict} == {"vacuous"}


def test_nothing_is_shouted_in_another_word() -> None:
    shouts = re.compile(r"\b(VIOLATED|OPEN|FALSE|TIMEOUT|FAILED|REJECT|CONFIRMED)\b")
    files = [p for folder in ("cli", "api", "results") for p in (HOME / folder).glob("*.py")]
    texts = [
        (path.name, node.value)
        for path in [*files, HOME / "pytest_plugin.py", HOME / "testing.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [(name, text) for name, text in texts if shouts.search(text)] == []
