"""What a kept proof says, and what may become of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from perturb.prove.checker.check import parsed
from perturb.prove.store import KeptProof

# It is accepted, does not prove what it says, or is not judged at all.
HOLDS, REJECTED, REFUSED = "holds", "rejected", "refused"


class Checked(NamedTuple):
    """What becomes of a proof, why it is not accepted, and the content of an accepted one."""

    outcome: str
    reason: str = ""
    data: Mapping[str, Any] = {}


class Unreadable(Exception):
    """No proof, with the reason."""


def content(kept: KeptProof) -> dict[str, Any]:
    """What it says. Unreadable for what is no proof, or another than its file and its line say."""
    if kept.wrong:
        raise Unreadable(kept.wrong)
    try:
        data = parsed(kept.raw.decode())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict) or data.get("format") != 1 or "proofs" not in data:
        raise Unreadable("not the format of a proof")
    if kept.line and data.get("id") != kept.id:
        raise Unreadable("it is of another id")
    if kept.size not in (None, data.get("n")):
        raise Unreadable(f"it is not for n = {kept.size}, as its file says")
    return data
