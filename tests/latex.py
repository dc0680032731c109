"""Does a file of LaTeX compile? By pdflatex where that is installed, and else by what can be read of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError

SPECIAL = re.compile(r"(?<!\\)[_^&#]")


def broken(page: str) -> list[str]:
    """What is wrong with a file: signs beyond ASCII, groups and environments that do not close, signs that
    mean something outside formulas. Empty where nothing is seen.
    """
    found = [f"beyond ASCII: {sign}" for sign in sorted(set(page)) if ord(sign) > 127]
    try:
        LatexWalker(page, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        return [*found, str(error)]
    lines = page.replace(r"\$", "").splitlines()
    found += [f"a formula does not end: {line}" for line in lines if line.count("$") % 2]
    plain = re.sub(r"(?s)\\begin\{verbatim\}.*?\\end\{verbatim\}|%[^\n]*", "", page.replace(r"\%", ""))
    plain = re.sub(
        r"(?s)\\\[.*?\\\]|\$[^$]*\$|\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\}", "", plain.replace(r"\$", "")
    )
    return found + [f"outside a formula: {line}" for line in plain.splitlines() if SPECIAL.search(line)]


def compiled(page: str, folder: Path) -> str:
    """What pdflatex complains about; empty where it makes a PDF. The caller skips where there is none."""
    file = folder / "page.tex"
    file.write_text(page, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", file.name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    return "" if (folder / "page.pdf").exists() and done.returncode == 0 else done.stdout[-2000:]


HAS_PDFLATEX = shutil.which("pdflatex") is not None
