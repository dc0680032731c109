"""Is a proof file accepted? The one place that says so, for every line that says "proved".

Nothing is believed that stands beside a claim. Either the checker has accepted these very bytes in this run,
and the net found nothing against what they say; or the record that comes with the package says that this was
so before: it names files by their sha256, and the checker by that of its sources. A record of another
checker is no record: the files are checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from perturb.guard import MEMORY, PROOF_SECONDS, Exhausted, guarded
from perturb.prove.checker import check
from perturb.prove.checker.check import LARGEST, MALFORMED
from perturb.prove.checker.numbers import Rejected
from perturb.prove.net import violation
from perturb.prove.prover import Attempt
from perturb.prove.stated import NotRead, stated

# What happens to a proof file: it is accepted, does not prove what it says, or is not judged at all.
HOLDS, REJECTED, REFUSED = "holds", "rejected", "refused"
NET_SECONDS = 10  # of processor time, eight times what the net takes for a stored proof
RECORD = Path(__file__).with_name("accepted.txt")
CHECKER = Path(check.__file__).parent
MORE = "is a file of your own that needs more? --no-limits"


class Unreadable(Exception):
    """No proof file, with the reason."""


class Checked(NamedTuple):
    """What becomes of a file, why it is not accepted, and the content of an accepted one."""

    outcome: str
    reason: str = ""
    data: Mapping[str, Any] = {}


def judged(file: Path, again: bool = False, no_limits: bool = False, net: bool = True) -> Checked:
    """Is the file accepted? With `again` the checker looks at it whatever the record says.

    A file that takes more time or memory than a file may ask for is refused, unless there are `no_limits`.
    """
    try:
        raw, data = _content(file)
    except Unreadable as why:
        return Checked(REFUSED, str(why))
    except OSError as error:
        return Checked(REFUSED, error.strerror or str(error))
    name = hashlib.sha256(raw).hexdigest()
    known = name in recorded()
    if known and not again:
        return Checked(HOLDS, "", data)
    asked = name, no_limits, net and not known
    if asked not in _done:
        _done[asked] = ruled(data, *asked[1:])
    return _done[asked]


_done: dict[tuple[str, bool, bool], Checked] = {}  # in this run


def ruled(data: dict[str, Any], no_limits: bool = False, net: bool = True) -> Checked:
    """What the checker makes of the content of a file, and then the net."""
    for step, seconds in ((checked, PROOF_SECONDS), (attacked, NET_SECONDS))[: 1 + net]:
        work = partial(step, data)
        try:
            found: Checked = work() if no_limits else guarded(work, seconds, MEMORY)
        except Exhausted as error:
            return Checked(REFUSED, f"{error}; {MORE}")
        if found.outcome != HOLDS:
            return found
    return Checked(HOLDS, "", data)


def confirmed(found: Attempt) -> Attempt:
    """An attempt to prove: rejected where its certificate is not accepted, as a file would be."""
    if found.certificate is None:
        return found
    ruling = ruled(json.loads(json.dumps(found.certificate)), no_limits=True)
    if ruling.outcome == HOLDS:
        return found
    return replace(
        found, outcome=REJECTED, note=f"what was found is no proof: {ruling.reason}", certificate=None
    )


def checked(data: dict[str, Any]) -> Checked:
    """By the checker alone; whatever stands in the data, this is an answer."""
    try:
        check.check_data(data)
    except Rejected as why:
        return Checked(REJECTED, str(why) or "rejected")
    except MALFORMED as error:
        return Checked(REFUSED, f"malformed: {type(error).__name__}: {str(error)[:80]}")
    return Checked(HOLDS)


def attacked(data: dict[str, Any]) -> Checked:
    """By the net alone: rejected where what is said to be proved is certified to be false."""
    try:
        found = violation(stated(data), data["n"])
    except NotRead as why:
        return Checked(REJECTED, str(why))
    return Checked(REJECTED, f"false at {found}") if found else Checked(HOLDS)


def _content(file: Path) -> tuple[bytes, dict[str, Any]]:
    """The bytes and what they say. Unreadable for what is no proof file, OSError."""
    if file.stat().st_size > LARGEST:
        raise Unreadable(f"longer than {LARGEST:,} bytes")
    if not file.is_file():
        raise Unreadable("not a file")
    raw = file.read_bytes()
    try:
        data = json.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict) or data.get("format") != 1 or "proofs" not in data:
        raise Unreadable("not the format of a proof")
    return raw, data


def recorded(record: Path = RECORD) -> frozenset[str]:
    """The files that the record of the package says were accepted by the checker as it is now."""
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


def lines_of(files: Iterable[Path], folder: Path) -> str:
    """The record of these files, in lines as `sha256sum` writes them; `folder` is where they are."""
    named = sorted((path.relative_to(folder).as_posix(), path) for path in files)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}" for name, path in named]
    return "\n".join([f"checker {version()}", *lines, ""])
