"""What `perturb --help` costs: it loads neither the engine nor the libraries that the engine rests on."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import perturb
from perturb.cli import COMMANDS, main
from perturb.cli import __file__ as front

HEAVY = {"flint", "hypothesis", "matplotlib", "mpmath", "numpy", "pandas", "rich", "scipy"}
OWN = {"perturb.statements", "perturb.vocab", "perturb.results", "perturb.process.pool"}
OWN |= {"theorems", "simulations"}
ROOT = str(Path(perturb.__file__).parent.parent)


def loaded(*args: str) -> set[str]:
    """The modules in memory at the end of a command."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print('loaded:', *sys.modules))\n"
        f"sys.path.insert(0, {ROOT!r})\n"
        "from perturb.cli import main\n"
        f"sys.argv = ['perturb', *{list(args)!r}]\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


@pytest.mark.parametrize("args", [("--help",), ("-h",), ("--version",), ("new", "c.py")])
def test_what_needs_no_engine_loads_none(args: tuple[str, ...], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    modules = loaded(*args)
    assert "perturb.cli" in modules
    assert modules & (HEAVY | OWN) == set()


def test_a_command_loads_what_it_needs() -> None:
    """The list above can be wrong only if these have other names."""
    modules = loaded("show", "classical/weyl-additive")
    assert {"numpy", "flint", "rich", "perturb.statements", "perturb.vocab", "theorems"} <= modules
    assert "matplotlib" not in modules


def test_each_command_has_a_file_and_each_file_a_line() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        found = main.get_command(context, name)
        assert found is not None
        assert found.name == name
    files = {path.stem for path in Path(front).parent.glob("*.py") if "\n@click.command(" in path.read_text()}
    assert files == {name if name != "list" else "listing" for name in COMMANDS}
    assert main.get_command(context, "nothing") is None


def test_the_public_names_are_those_that_the_types_show() -> None:
    """What a type checker reads, what is exported and what is loaded are three lists of the same names."""
    tree = ast.parse(Path(perturb.__file__).read_text(encoding="utf-8"))
    (typed,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        node.module: tuple(alias.name for alias in node.names)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
    }
    assert seen == perturb._HOMES
    assert sorted(name for names in perturb._HOMES.values() for name in names) == sorted(perturb.__all__)
    for module, names in perturb._HOMES.items():
        for name in names:
            found = getattr(import_module(module), name)
            # `prove` is a package, too: what one gets is the package, which calls the function.
            assert getattr(perturb, name) is (perturb.prove if name == "prove" else found)
    assert set(perturb.__all__) <= set(dir(perturb))
    assert not hasattr(perturb, "no_such_name")
