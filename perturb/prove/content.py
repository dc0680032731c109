"""What stands in a proof file, and what may become of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from perturb.prove.checker.check import LARGEST, parsed

# It is accepted, does not prove what it says, or is not judged at all.
HOLDS, REJECTED, REFUSED = "holds", "rejected", "refused"


class Checked(NamedTuple):
    """What becomes of a file, why it is not accepted, and the content of an accepted one."""

    outcome: str
    reason: str = ""
    data: Mapping[str, Any] = {}


class Unreadable(Exception):
    """No proof file, with the reason."""


def content(file: Path) -> tuple[bytes, dict[str, Any]]:
    """The bytes and what they say. Unreadable for what is no proof file, OSError."""
    if file.stat().st_size > LARGEST:
        raise Unreadable(f"longer than {LARGEST:,} bytes")
    if not file.is_file():
        raise Unreadable("not a file")
    raw = file.read_bytes()
    try:
        data = parsed(raw.decode())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict) or data.get("format") != 1 or "proofs" not in data:
        raise Unreadable("not the format of a proof")
    return raw, data
