"""The cookbook: statements as people write them, each checked while the site is built."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from perturb.pages.markdown import fence, joined
from perturb.process.output import slug

FILE = "cookbook.md"
LEAD = (
    "Each recipe is a file: write yours beside it, and `perturb check FILE` answers, or Python where it is "
    "a script. What stands below each was printed when these pages were built, times left out; some "
    "statements are meant to fail, and then the answer is the simplest point found where they do. What the "
    "words mean is told in [the vocabulary](vocabulary.md), what can be quantified over in [the "
    "domains](domains.md)."
)
RUN = "from perturb.cli import main; main()"
CLOCK = re.compile(r",? \d+(\.\d+)? s$", re.M)
FITS = (0, 1)  # exit codes: all statuses fit, or one does not, as where a statement is meant to fail


def cookbook(folder: Path) -> str:
    """Markdown. Raises ValueError for a recipe that cannot be checked."""
    return joined("# Cookbook", LEAD, *map(_recipe, sorted(folder.glob("*.py"))))


def _recipe(path: Path) -> str:
    code = path.read_text(encoding="utf-8")
    title, text, rest = _parts(code)
    name = path.name.partition("_")[2]
    return joined(
        f"## {title} {{ #{slug(path.stem.partition('_')[2])} }}",
        text,
        fence(rest, f'python title="{name}"'),
        fence(f"$ {_command(code)} {name}\n{_answer(path, name, code)}", "console"),
    )


def _parts(code: str) -> tuple[str, str, str]:
    """Title and text of the docstring, and the code after it."""
    said = ast.parse(code).body[0]
    title, _, text = (ast.get_docstring(ast.parse(code)) or "").partition("\n\n")
    return title.rstrip("."), text, "\n".join(code.splitlines()[said.end_lineno or 0 :]).strip()


def _command(code: str) -> str:
    """What answers: a file that declares nothing is a script."""
    return "perturb check" if re.search("^@", code, re.M) else "python"


def _answer(path: Path, name: str, code: str) -> str:
    """What the command prints, run in a folder of its own, with the data that the recipe names."""
    check = ["-c", RUN, "check", "--profile", "brief", "--workers", "1"]
    with TemporaryDirectory(prefix="perturb-recipe-") as folder:
        shutil.copy(path, Path(folder) / name)
        for data in path.parent.glob("*.npz"):
            if f'"{data.name}"' in code:
                shutil.copy(data, folder)
        done = subprocess.run(
            [sys.executable, *(check if _command(code) == "perturb check" else []), name],
            cwd=folder,
            env={**os.environ, "COLUMNS": "100"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode not in FITS or (_command(code) == "python" and done.returncode):
        raise ValueError(f"{path}: {done.stderr.strip().splitlines()[-1]}")
    return CLOCK.sub("", done.stdout).rstrip()
