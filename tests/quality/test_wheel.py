"""The wheel and the source distribution: what is in them, and that an install works outside the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from hypothesis import settings

from perturb.statements.catalogue import everything
from tests.cli import cli_files as files

ROOT = Path(__file__).parents[2]
wheel = pytest.importorskip("tools.wheel", reason="hatchling builds the wheel")
deep = pytest.mark.skipif(
    not (settings.default and settings.default.max_examples >= 2_000), reason="it takes a minute: make full"
)


def test_imports_between_modules_of_the_catalogue_are_renamed() -> None:
    text = "from theorems.a import B\nfrom theorems import C\n    from simulations.d import e\n"
    text += "from theoremsx import f\n"
    assert wheel.renamed(text).splitlines() == [
        "from perturb._catalogue.theorems.a import B",
        "from perturb._catalogue.theorems import C",
        "    from perturb._catalogue.simulations.d import e",
        "from theoremsx import f",
    ]
    with pytest.raises(ValueError, match=r"write from theorems\.\.\. import"):
        wheel.renamed("import theorems.a\n")


def test_every_module_of_the_catalogue_can_be_renamed() -> None:
    for folder in wheel.FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            assert "\nfrom theorems" not in wheel.renamed(path.read_text())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the wheel that is built from the source distribution, as an installer puts them."""
    place = tmp_path_factory.mktemp("built")
    hatch = [sys.executable, "-m", "hatchling", "build"]
    subprocess.run([*hatch, "-t", "sdist", "-d", place], cwd=ROOT, check=True, capture_output=True)
    (packed,) = place.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", packed, "-C", place], check=True)
    unpacked = place / packed.name.removesuffix(".tar.gz")
    subprocess.run([*hatch, "-t", "wheel", "-d", place], cwd=unpacked, check=True, capture_output=True)
    (made,) = place.glob("*.whl")
    zipfile.ZipFile(made).extractall(place / "site")
    return place / "site"


def run(installed: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command of the install: without `site`, so that the path file of the checkout is not read."""
    libraries = sysconfig.get_paths()["purelib"]
    code = f"import sys; sys.path[:0] = [{str(installed)!r}, '']; sys.path.append({libraries!r}); "
    code += "from perturb.cli import main; main(prog_name='perturb')"
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"COLUMNS": "200"}
    command = [sys.executable, "-S", "-c", code, *args]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@deep
def test_an_install_puts_one_package_into_the_namespace(installed: Path) -> None:
    assert sorted(path.name.partition("-")[0] for path in installed.iterdir()) == ["perturb", "perturb"]


@deep
def test_an_install_works_where_folders_have_the_same_names(installed: Path, tmp_path: Path) -> None:
    """The whole catalogue, a claim of one's own, its replay, and what needs an extra."""
    for name in wheel.FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('mine')\n")
    (tmp_path / "false.py").write_text(files.COMMUTATOR)
    listed = run(installed, tmp_path, "list", "--json")
    assert listed.returncode == 0, listed.stderr
    assert set(everything()) <= {row["id"] for row in json.loads(listed.stdout)}
    checked = run(installed, tmp_path, "check", "false.py", "refuted/weyl*", "--profile", "ci", "--json")
    assert checked.returncode == 1, checked.stderr
    first, *others = map(json.loads, checked.stdout.splitlines())
    assert (first["outcome"], {row["outcome"] for row in others}) == ("refuted", {"refuted"})
    assert all(row["source"] for row in (first, *others))
    assert run(installed, tmp_path, "replay", first["witness"]).returncode == 0
