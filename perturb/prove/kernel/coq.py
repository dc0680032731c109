"""Run Coq on a file, and what it answers of it, read strictly."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
LIBRARY = ("perturb.v", "facts.v")
HOW = "Coq is not installed here: apt-get install --no-install-recommends coq"
SECONDS = 120.0  # a file
# The axioms of Coq's real numbers, and no other.
ALLOWED = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
CLOSED = "Closed under the global context"
FORBIDDEN = re.compile(
    r"\b(Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Admitted|admit|Abort|Unset|Set|Load|Declare"
    r"|Redirect|native_compute|Notation|Infix|Extract\w*|give_up|bypass_check|Module|Section|Definition|Fixpoint"
    r"|Instance|Reset|Back)\b"
)
ACCEPTED, TIMED_OUT, NOT_EXPRESSIBLE, REJECTED = "accepted", "timed out", "not expressible", "rejected"


class CoqAnswer(NamedTuple):
    """What becomes of a file: why it is not accepted, and the seconds that Coq took."""

    outcome: str
    reason: str = ""
    seconds: float = 0.0


@cache
def version() -> str:
    """Of the coqc that is found, empty without one."""
    where = shutil.which("coqc")
    if where is None:
        return ""
    said = subprocess.run([where, "--print-version"], capture_output=True, text=True, check=False).stdout
    return said.split()[0] if said.split() else ""


@cache
def generator() -> str:
    """A digest of what writes the files, library included, and of the checker that it follows."""
    files = [*HERE.glob("*.py"), *HERE.glob("*.v"), *(HERE.parent / "checker").glob("*.py")]
    whole = b"".join(path.name.encode() + path.read_bytes() for path in sorted(files))
    return hashlib.sha256(whole).hexdigest()[:16]


def library(folder: Path) -> Path:
    """The compiled library, made where it is not there yet. OSError where Coq does not make it."""
    home = folder / f"library-{generator()}"
    if not (home / "done").exists():
        home.mkdir(parents=True, exist_ok=True)
        for name in LIBRARY:
            shutil.copyfile(HERE / name, home / name)
            done = subprocess.run(
                ["coqc", "-q", "-Q", ".", "Perturb", name],
                cwd=home,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise OSError(f"coqc does not compile {name}: {done.stderr.strip()[:200]}")
        (home / "done").touch()
    return home


def plain(text: str) -> str:
    """What in a file is forbidden, empty where nothing is; the comment at its top is harmless."""
    _, _, body = text.partition("*)")
    found = FORBIDDEN.search(body)
    return found[0] if found else "a comment or a text" if "(*" in body or '"' in body else ""


def asked(output: str) -> list[set[str]] | None:
    """The axioms of each `Print Assumptions`; None for what cannot be read."""
    blocks = list[set[str]]()
    listing = False
    for line in output.splitlines():
        if line == CLOSED:
            blocks.append(set())
            listing = False
        elif line == "Axioms:":
            blocks.append(set())
            listing = True
        elif listing and line[:1].isspace():
            continue
        elif listing and (name := re.fullmatch(r"([A-Za-z_][\w.']*)(?: :.*)?", line)):
            blocks[-1].add(name[1])
        else:
            return None
    return blocks


def compiled(file: Path, theorems: int, home: Path, seconds: float = SECONDS) -> CoqAnswer:
    """Is a file accepted, with so many theorems?"""
    if what := plain(file.read_text(encoding="utf-8")):
        return CoqAnswer(REJECTED, f"the file holds {what}")
    start = time.monotonic()
    command = ["coqc", "-q", "-noglob", "-Q", str(home.resolve()), "Perturb", file.name]
    try:
        done = subprocess.run(
            command, cwd=file.parent, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return CoqAnswer(TIMED_OUT, f"more than {seconds:g} seconds", seconds)
    finally:
        for ending in (".vo", ".vok", ".vos", ".glob"):
            file.with_suffix(ending).unlink(missing_ok=True)
        file.with_name(f".{file.stem}.aux").unlink(missing_ok=True)
    took = time.monotonic() - start
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        place = lines[0].rpartition("line ")[2].rstrip(":") if lines else ""
        why = next((line for line in lines if line.startswith("Error")), "Error")
        return CoqAnswer(REJECTED, f"line {place}: {' '.join(why.split())[:120]}", took)
    blocks = asked(done.stdout)
    if blocks is None or len(blocks) != theorems or theorems == 0:
        return CoqAnswer(REJECTED, "the answer of Print Assumptions cannot be read", took)
    if more := set().union(*blocks) - ALLOWED:
        return CoqAnswer(REJECTED, f"the axiom {min(more)}", took)
    return CoqAnswer(ACCEPTED, "", took)
