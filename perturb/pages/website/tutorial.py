"""The tutorial: a notebook, kept as a script, run while the site is built."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import MarkdownExporter

from perturb.pages.website.dialect import FENCE, outside

PAGE, NOTEBOOK = "tutorial.md", "tutorial.ipynb"
NOTE = f"[This page as a notebook]({NOTEBOOK})\n{{ .crumbs }}"
INDENTED = re.compile(r"(?:^    [^\n]*\n?)+", re.M)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def tutorial(script: Path) -> tuple[str, bytes]:
    """The page and the notebook. Raises ValueError that names the error of a cell."""
    notebook = run(script)
    text, _ = MarkdownExporter().from_notebook_node(notebook)
    head, _, rest = text.strip().partition("\n")
    return f"{head}\n\n{NOTE}\n{fenced(rest)}\n", nbformat.writes(notebook).encode()


def run(script: Path) -> Any:
    """The notebook with its outputs and nothing that differs from run to run."""
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
