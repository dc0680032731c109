"""Is a proof accepted? The one place that says so, for every line that says "proved".

Nothing is believed that stands beside a claim. Either the checker has accepted these very bytes in this run,
and the net found nothing against what they say; or the record that comes with the package says that this was
so before: it names proofs by the sha256 of their lines, and the checker by that of its sources. A record of
another checker is no record: the proofs are checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from perturb.prove.content import HOLDS, REFUSED, Checked, Unreadable, content
from perturb.prove.store import KeptProof

RECORD = Path(__file__).with_name("accepted.txt")
CHECKER = Path(__file__).with_name("checker")


def judged(kept: KeptProof, again: bool = False, no_limits: bool = False, net: bool = True) -> Checked:
    """Is it accepted? With `again` the checker looks at it whatever the record says.

    One that takes more time or memory than a proof may ask for is refused, unless there are `no_limits`.
    """
    try:
        data = content(kept)
    except Unreadable as why:
        return Checked(REFUSED, str(why))
    name = hashlib.sha256(kept.raw).hexdigest()
    known = name in recorded()
    if known and not again:
        return Checked(HOLDS, "", data)
    asked = name, no_limits, net and not known
    if asked not in _done:
        # The prover and the search are loaded only where a proof is not in the record.
        _done[asked] = import_module("perturb.prove.judging").ruled(data, *asked[1:])
    return _done[asked]


_done: dict[tuple[str, bool, bool], Checked] = {}  # in this run


def recorded(record: Path = RECORD) -> frozenset[str]:
    """The proofs that the record of the package says were accepted by the checker as it is now."""
    head, *lines = _lines(record)
    return frozenset(line.split()[0] for line in lines) if head == f"checker {version()}" else frozenset()


@cache
def _lines(record: Path) -> list[str]:
    return record.read_text(encoding="utf-8").splitlines() if record.is_file() else [""]


@cache
def version() -> str:
    """Of the checker: the sha256 of its sources."""
    found = hashlib.sha256()
    for path in sorted(CHECKER.glob("*.py")):
        found.update(f"{path.name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def lines_of(proofs: Iterable[KeptProof], folder: Path) -> str:
    """The record of these proofs, in lines as `sha256sum` writes them; `folder` is where they are."""
    named = sorted((f"{one.file.relative_to(folder).as_posix()}#{one.id}", one.raw) for one in proofs)
    lines = [f"{hashlib.sha256(raw).hexdigest()}  {name}" for name, raw in named]
    return "\n".join([f"checker {version()}", *lines, ""])
