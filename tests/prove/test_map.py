"""The page that walks a claim through the prover says what the prover does."""

from __future__ import annotations

import doctest
from pathlib import Path

from perturb.prove import prover

PAGE = Path(prover.__file__).with_name("MAP.md")
FOLDERS = [PAGE.parent, *(path for path in PAGE.parent.iterdir() if path.is_dir())]


def test_what_the_page_prints_is_real():
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 30
    assert not found.failed


def test_the_page_names_every_file_of_the_prover():
    text = PAGE.read_text(encoding="utf-8")
    names = {
        path.name
        for folder in FOLDERS
        if folder.name != "checker"
        for path in folder.glob("*.py")
        if path.name != "__init__.py"
    }
    assert not sorted(name for name in names if name not in text)
