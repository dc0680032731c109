"""The command line as a process: exit codes, errors in workers, names of files, what `--help` loads."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import perturb
from perturb.cli import COMMANDS, main, terminal
from perturb.cli import __file__ as front
from perturb.results import say
from perturb.results.claims import stored_witness
from perturb.statements.catalogue import catalogue
from tests.certify.witness_cases import edited
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write
from tests.cli.processes import finish, start


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "true.py").write_text(files.true(), encoding="utf-8")
    (tmp_path / "false.py").write_text(files.COMMUTATOR, encoding="utf-8")
    return tmp_path


def test_a_refutation_and_its_replay(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "false.py", "--profile", "ci", "--json"))
    assert (code, err.strip()) == (1, "")
    record = json.loads(out)
    assert record["outcome"] == "refuted"
    code, out, _ = finish(start(folder, "replay", record["witness"]))
    assert code == 0
    assert "REFUTED, as saved" in out


def test_a_bad_target(folder: Path) -> None:
    code, out, err = finish(start(folder, "check", "missing.py"))
    assert (code, out) == (2, "")
    assert "no such file" in err
    assert "Traceback" not in err


def test_not_a_number_of_seconds(folder: Path) -> None:
    code, _, err = finish(start(folder, "check", "true.py", "--seconds", "nan"))
    assert code == 2
    assert "--seconds" in err


def test_the_installed_command_is_this_one() -> None:
    script = Path(sys.executable).with_name("perturb")
    if not script.exists():
        pytest.skip("perturb is not installed beside this interpreter")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("perturb")


def test_what_is_wrong_in_a_worker_is_one_line(folder: Path) -> None:
    """A statement between matrices of different shapes makes no sense, and one cannot be declared; the rest
    of the file is examined.
    """
    odd = files.body("yield then(kron(A, A), 'loewner', A + A.T)")
    nonsense = files.body("yield then(nonsense(A), '<=', 1)").replace("def stated", "def declared")
    parts = [odd, *[text.removeprefix(files.HEAD) for text in (nonsense, files.true(), files.false())]]
    (folder / "odd.py").write_text("".join(parts), encoding="utf-8")
    done = finish(start(folder, "check", "odd.py", "--profile", "ci", "--workers", "2", "--json"))
    code, out, err = done
    assert code == 2
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["me/submultiplicative", "me/small"]
    (line,) = [line for line in err.splitlines() if line.startswith("Error:")]
    assert "claim me/stated" in line
    assert "name 'nonsense' is not defined" in line
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["check", "mutants"])
def test_nothing_is_left_that_nobody_asked_for(command: str, tmp_path: Path) -> None:
    """Mutants left a folder of Hypothesis, with what it had read of all sources."""
    target = "classical/fan-hoffman"
    code, *_ = finish(start(tmp_path, command, target, "--seconds", "0.2", "--workers", "1"))
    assert code in (0, 1)
    assert list(tmp_path.iterdir()) == []


# What `perturb --help` costs: it loads neither the engine nor the libraries that the engine rests on.


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
            # `prove` and `derive` are packages, too: what one gets is the package, which calls the function.
            package = {"prove": perturb.prove, "derive": perturb.derive, "read": perturb.read}.get(name)
            assert getattr(perturb, name) is (package or found)
    assert set(perturb.__all__) <= set(dir(perturb))
    assert not hasattr(perturb, "no_such_name")


# Names of files, exit codes, counts: what scripts around the command line rest on.


# 5 is missed by all large matrices, so that the worst witness is another one than the simplest.
SMALL = files.false()


def test_names_of_witnesses(run: Run) -> None:
    """The claim and four digits of its fingerprint, so that a changed statement overwrites nothing."""
    (row,) = map(json.loads, run("check", write(SMALL), "--profile", "ci", "--json").stdout.splitlines())
    stem = f"me-small-{row['fingerprint'][:4]}"
    assert row["witness"] == f"witnesses/{stem}.json"
    assert {path.name for path in Path("witnesses").iterdir()} == {f"{stem}.json", f"{stem}-worst.json"}
    run("check", write(SMALL.replace("5)", "6)")), "--profile", "ci")
    assert len({path.name for path in Path("witnesses").iterdir()}) == 4


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (files.true(), 0, "2 statements: 2 survived; each outcome fits what is asserted"),
        (files.false(), 1, say.tally(["refuted", "survived"], [False])),
    ],
)
def test_a_count_is_the_last_word(text: str, code: int, said: str, run: Run) -> None:
    two = write(files.true().replace("def submultiplicative", "def another"), "two.py")
    done = run("check", write(text), two, "--profile", "ci", "--workers", "1")
    assert done.exit_code == code
    assert done.stdout.splitlines()[-1] == said
    assert said not in run("check", two, "--profile", "ci").stdout


@pytest.mark.parametrize(("text", "code"), [(files.true(), 0), (files.false(), 1)])
def test_an_attack(text: str, code: int, run: Run) -> None:
    """The margin is negative where the statement fails, and the sign is all that a reader looks for."""
    done = run("attack", write(text), "--seconds", "0.5")
    assert done.exit_code == code
    last = done.stdout.splitlines()[-1]
    found = re.fullmatch(r"  best margin (\S+) at .*; [\d,]+ drawn, [\d,]+ certified", last)
    assert found
    assert (float(found[1]) < 0) == bool(code)


def _refuted_on_a_special_domain() -> Path:
    claims = [c for c in catalogue().values() if c.status == "refuted" and stored_witness(c).exists()]
    found = (stored_witness(c) for c in claims)
    return next(path for path in found if len(json.loads(path.read_text())["membership"]) > 0)


def test_a_witness_that_has_lost_its_domain(run: Run) -> None:
    """It replays, for more is allowed to it, but it says nothing of the catalogue's statement."""
    kept = _refuted_on_a_special_domain().read_text(encoding="utf-8")
    Path("w.json").write_text(kept, encoding="utf-8")
    assert run("replay", "w.json").exit_code == 0
    edited(Path("w.json"), lambda data: data.update(membership=[]))
    done = run("replay", "w.json")
    assert "REFUTED, but the catalogue's " in done.stdout
    assert "as saved" not in done.stdout
    assert "is another statement than the one in this file" in done.stdout
    assert done.exit_code == 1


def test_a_witness_of_nothing(run: Run) -> None:
    """Of a point where the statement holds: damaged or made up, it refutes nothing."""
    kept = _refuted_on_a_special_domain().read_text(encoding="utf-8")
    Path("w.json").write_text(kept, encoding="utf-8")
    edited(Path("w.json"), lambda data: data.update(lhs="123456789"))
    done = run("replay", "w.json")
    assert "NOT REPRODUCED: not the violation that the file describes" in done.stdout
    assert done.exit_code == 1


@pytest.mark.parametrize(
    "command", [("report", "--check"), ("report",), ("simulate", "fig-4"), ("simulate", "fig-3")]
)
def test_a_missing_extra_is_said_before_any_work(command, monkeypatch, run: Run):
    found = terminal.find_spec
    monkeypatch.setattr(terminal, "find_spec", lambda name: None if name == "matplotlib" else found(name))
    refused(run(*command), "pages and figures need matplotlib: pip install 'perturb[report]'")
