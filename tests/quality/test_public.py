"""What is public: the names in `__all__` of the modules that the README lists, and nothing beside them."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from rlcompleter import Completer

import pytest

import perturb
from perturb.pages.website.reference import MODULES
from perturb.process import public

ROOT = Path(__file__).parents[2]
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
