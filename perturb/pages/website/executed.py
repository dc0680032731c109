"""Pages that are run while the site is built: the cookbook and the tutorial.

The cookbook has statements as people write them, each checked; the tutorial is a notebook, kept as a script.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perturb.pages.markdown import fence, joined
from perturb.pages.website.page import FENCE, outside
from perturb.process.output import slug

COOKBOOK = "cookbook.md"
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


PAGE, NOTEBOOK = "tutorial.md", "tutorial.ipynb"
NOTE = f"[This page as a notebook]({NOTEBOOK})\n{{ .crumbs }}"
INDENTED = re.compile(r"(?:^    [^\n]*\n?)+", re.M)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def tutorial(script: Path) -> tuple[str, bytes]:
    """The page and the notebook. Raises ValueError that names the error of a cell."""
    import nbformat  # the tutorial needs the extra `site`, the cookbook does not
    from nbconvert import MarkdownExporter

    notebook = run(script)
    text, _ = MarkdownExporter().from_notebook_node(notebook)
    head, _, rest = text.strip().partition("\n")
    return f"{head}\n\n{NOTE}\n{fenced(rest)}\n", nbformat.writes(notebook).encode()


def run(script: Path) -> Any:
    """The notebook with its outputs and nothing that differs from run to run."""
    import jupytext
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = jupytext.read(script)
    with TemporaryDirectory(prefix="perturb-tutorial-") as folder:
        client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}})
        manager = client.create_kernel_manager()
        manager.transport, manager.ip = "ipc", f"{folder}/kernel"  # files instead of ports: nothing listens
        try:
            client.execute()
        except CellExecutionError as error:
            raise ValueError(f"{script}: {COLOURS.sub('', str(error)).strip().splitlines()[-1]}") from None
    return plain(notebook)


def plain(notebook: Any) -> Any:
    """Without clocks, random names of cells, and what is said of the machine."""
    import nbformat

    spec = notebook.metadata.get("kernelspec", {})
    notebook.metadata = nbformat.from_dict({"kernelspec": spec, "language_info": {"name": "python"}})
    for k, cell in enumerate(notebook.cells):
        cell.id, cell.metadata, cell.source = f"cell-{k}", nbformat.from_dict({}), cell.source.strip()
    return notebook


def fenced(text: str) -> str:
    """Outputs, which the exporter sets in by four spaces, as fences."""
    return outside(FENCE, text, partial(INDENTED.sub, _fence))


def _fence(found: re.Match[str]) -> str:
    lines = [line[4:] for line in found.group().rstrip().splitlines()]
    return "```text\n" + "\n".join(lines) + "\n```\n"
