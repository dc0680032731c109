"""What is judged is what was read: no cached bytecode, no second look at a file that has changed since."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import perturb
from perturb.cli import main
from perturb.process import sources
from perturb.statements.catalogue import again, catalogue, changed, load_statements
from perturb.statements.targets import statements

ROOT = Path(perturb.__file__).parent.parent
COMMAND = [sys.executable, "-c", "from perturb.cli import main; main(prog_name='perturb')"]
LIMIT = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import mul, s1
{above}

@claim(paper("{key}"), "a bound", domain=square(count=2, n=(1, 3)))
def product(A, B):
    yield then(s1(mul(A, B)), "<=", {factor} * s1(A) * s1(B))
"""
TRUE, FALSE = (LIMIT.format(key="me", above="", factor=factor) for factor in (2, 0))
FACED = """from multiprocessing import parent_process
from perturb import claim, paper, then
from perturb.domains import scalar

@claim(paper("me"), "two faces", domain=scalar())
def square(t):
    yield then(t**2, ">=", 10 if parent_process() is None else 0)
"""
SELF = "\nfrom pathlib import Path\nhere = Path(__file__)\n"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was read yet; Python caches bytecode, whatever the caller's shell says."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sources, "_read", {})


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Writes files that all have one time, below a folder that modules are imported from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = set(sys.modules)

    def put(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (10**9, 10**9))
        importlib.invalidate_caches()
        for mine in set(sys.modules) - loaded:
            if str(getattr(sys.modules[mine], "__file__", None)).startswith(str(tmp_path)):
                del sys.modules[mine]
        return path

    return put


Write = Callable[[str, str], Path]


def fingerprint(path: Path) -> str:
    (found,) = load_statements(path)
    return found.fingerprint


def test_a_file_of_the_same_size_and_time(write: Write) -> None:
    assert len(TRUE) == len(FALSE)
    before = fingerprint(write("c.py", TRUE))
    assert fingerprint(write("c.py", FALSE)) != before
    assert fingerprint(write("c.py", TRUE)) == before


def test_a_helper_of_the_same_size_and_time(write: Write) -> None:
    path = write("c.py", LIMIT.format(key="me", above="from helpers.factors import TWO", factor="TWO"))
    write("helpers/__init__.py", "")
    write("helpers/factors.py", "TWO = 2\n")
    before = fingerprint(path)
    write("helpers/factors.py", "TWO = 0\n")
    assert fingerprint(path) != before


def test_a_package_of_claims_of_the_same_size_and_time(write: Write) -> None:
    write("strange-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    write("strange-1.dist-info/entry_points.txt", "[perturb.claims]\ncatalogue = strange\n")
    write("strange/__init__.py", "")
    found = []
    for factor in (2, 0):
        write("strange/products.py", LIMIT.format(key="strange", above="", factor=factor))
        found.append(catalogue()["strange/product"])
    assert found[0].fingerprint != found[1].fingerprint
    assert sources.sha256_of(found[1].file) == digest(Path("strange/products.py"))


def test_a_package_that_comes_later_is_found(write: Write) -> None:
    """Entry points are looked up once, until a folder of the path changes."""
    write("strange/__init__.py", "")
    write("strange/products.py", LIMIT.format(key="strange", above="", factor=2))
    assert "strange/product" not in catalogue()
    assert sources.installed(sources.CATALOGUE) is sources.installed(sources.CATALOGUE)
    write("strange-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    write("strange-1.dist-info/entry_points.txt", "[perturb.claims]\ncatalogue = strange\n")
    assert "strange/product" in catalogue()


def test_libraries_keep_their_bytecode(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what states something, and what lies beside it, is compiled anew."""
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    load_statements(write("c.py", "import colorsys\n" + TRUE))
    assert not any(s.name == "colorsys" for s in sources.read().values())
    assert not any(isinstance(finder, sources._Finder) for finder in sys.meta_path)


def run(*targets: str, **environment: str) -> tuple[int, list[dict[str, object]], str]:
    """`perturb check` of this code, in an environment that says nothing else."""
    path = os.pathsep.join((str(ROOT), str(Path.cwd())))
    environment |= {"HOME": str(Path.home()), "PATH": os.environ["PATH"], "PYTHONPATH": path}
    command = [*COMMAND, "check", *targets, "--profile", "ci", "--json", "--workers", "2"]
    done = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=120, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_command_after_an_edit_within_a_second(write: Write) -> None:
    """Also where the caller's shell says that no bytecode is written, but some was before."""
    shells: list[dict[str, str]] = [{}, {}, {"PYTHONDONTWRITEBYTECODE": "1"}]
    for text, outcome, shell in zip(
        (TRUE, FALSE, TRUE), ("survived", "refuted", "survived"), shells, strict=True
    ):
        path = write("c.py", text)
        _, (record,), err = run("c.py", **shell)
        assert (record["outcome"], record["source"], err) == (outcome, digest(path), "")


def test_files_that_change_and_vanish_while_they_are_checked(write: Write) -> None:
    """Workers judge what the parent has read; the run says in the end that it is no longer there."""
    vanish = f"{SELF}here.unlink(missing_ok=True)\n"
    paths = [
        write("changes.py", LIMIT.format(key="one", above=f"{SELF}here.write_text('')", factor=2)),
        write("vanishes.py", LIMIT.format(key="two", above=f"import lost{vanish}", factor=2)),
        write("lost.py", vanish),
    ]
    judged = {path: digest(path) for path in paths}
    code, records, err = run("changes.py", "vanishes.py", "refuted/weyl-off-by-one")
    assert (code, [r["outcome"] for r in records]) == (0, ["survived", "survived", "refuted"])
    weyl = catalogue()["refuted/weyl-off-by-one"]
    assert weyl.file is not None
    assert [r["source"] for r in records] == [judged[paths[0]], judged[paths[1]], digest(weyl.file)]
    assert records[2]["fingerprint"] == weyl.fingerprint
    said = [f"{path} is no longer what was judged: sha256 {was}" for path, was in judged.items()]
    assert sorted(err.splitlines()) == sorted(said)


def test_a_worker_runs_what_it_was_sent(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("c.py", TRUE)
    before = fingerprint(path)
    monkeypatch.setattr(sources, "_sent", {str(path): sources.read()[str(path)]})
    again.cache_clear()
    write("c.py", FALSE)
    assert again(str(path))["me/product"].fingerprint == before
    path.unlink()
    again.cache_clear()
    assert again(str(path))["me/product"].fingerprint == before


def test_a_file_that_states_something_else_each_time(write: Write) -> None:
    write("c.py", LIMIT.format(key="me", above="import os", factor="os.getpid()"))
    write("d.py", LIMIT.format(key="you", above="", factor="2"))
    done = CliRunner().invoke(main, ["check", "c.py", "d.py", "--profile", "ci", "--workers", "2"])
    assert done.exit_code == 2
    assert "claim me/product" in done.stderr
    assert "states something else each time" in done.stderr


def test_another_statement_is_no_proof(write: Write) -> None:
    """What was proved was t^2 >= 0 of the process that proves; what was called PROVED was t^2 >= 10."""
    write("c.py", FACED)
    done = CliRunner().invoke(main, ["prove", "c.py", "--n", "2"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "claim me/square" in done.stderr
    assert "states something else each time" in done.stderr
    assert not Path("proofs").exists()


def test_later_looks_see_the_lines_that_ran(write: Write) -> None:
    two = "def two():\n    return 2\n"
    path = write("c.py", f"{TRUE}\n\n{two}")
    (found,), judged = load_statements(path), digest(path)
    module = sys.modules["perturb_user_c"]
    write("c.py", "# another line\n" * 30)
    assert inspect.getsource(module.two) == two
    assert sources.sha256_of(found.file) == judged
    assert [s.file for s in changed([found])] == [str(path)]


def test_helpers_of_one_name_in_two_folders(tmp_path: Path) -> None:
    """Each file gets the helper beside it, in whatever order and by however many workers they are judged."""
    above = "import sys, os\nsys.path.insert(0, os.path.dirname(__file__))\nfrom beside import c"
    for key, c in (("true", 2), ("false", 0)):
        (tmp_path / key).mkdir()
        (tmp_path / key / "beside.py").write_text(f"c = {c}\n")
        (tmp_path / key / "claims.py").write_text(LIMIT.format(key=key, above=above, factor="c"))
    orders = (["true", "false"], ["false", "true"])
    for order, workers in product(orders, ("1", "2")):
        targets = [f"{key}/claims.py" for key in order]
        ran = subprocess.run(
            [*COMMAND, "check", *targets, "--json", "--profile", "ci", "--workers", workers],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        found = {r["id"]: r["outcome"] for r in map(json.loads, ran.stdout.splitlines())}
        assert found == {"true/product": "survived", "false/product": "refuted"}, ran.stderr
        assert ran.returncode == 1


def test_one_file_under_two_names_is_one_file(write: Callable[[str, str], Path]) -> None:
    path = write("mine.py", TRUE)
    assert len(statements([str(path), str(path.parent / "sub" / ".." / path.name)])) == 1
