"""What the stored proofs say: the one reader of proof files for verdict lines and pages.

A file counts when it is about the statement as it is now (fingerprint); that it holds is what
`perturb prove --check` says of all files at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.domains.sized import reaches
from perturb.prove import store
from perturb.statements.claim import Claim

SIZES = (1, 2, 3)
ENDS = ("close", "undefined", "true", "outside")


@dataclass(frozen=True)
class Proof:
    """One stored proof: the size, how its case trees end, whether all is defined, what it cost."""

    n: int
    path: Path
    leaves: int
    splits: int
    degree: int
    defined: bool
    seconds: float


def proofs_of(claim: Claim, folder: Path = store.FOLDER) -> list[Proof]:
    """The stored proofs of a claim as it is now, small sizes first."""
    found = (_read(claim, n, store.place(claim, n, folder)) for n in SIZES)
    return [proof for proof in found if proof is not None]


def proofs(claims: Sequence[Claim], folder: Path = store.FOLDER) -> Mapping[str, list[Proof]]:
    """Those of all claims that have any, by id."""
    found = {claim.id: proofs_of(claim, folder) for claim in claims}
    return {identifier: known for identifier, known in found.items() if known}


def phrase(found: Sequence[Proof]) -> str:
    """proved for n = 1, 2"""
    return f"proved for n = {', '.join(str(proof.n) for proof in found)}" if found else ""


def _read(claim: Claim, n: int, path: Path) -> Proof | None:
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["fingerprint"] != claim.fingerprint or data["n"] != n or not reaches(claim.domain.ranges, n):
        return None
    trees = [goal["tree"] for proof in data["proofs"] for goal in proof["goals"]]
    ends = [end for tree in trees for end in _ends(tree)]
    closes = [part for end in ends if "close" in end for part in _closes(end["close"])]
    degree = max((_degree(part["identity"]) for part in closes if "identity" in part), default=0)
    splits = sum("split" in part for part in closes)
    return Proof(n, path, len(ends), splits, degree, data["defined"], data["seconds"])


def _ends(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The leaves of a case tree."""
    below = tree.get("variant") or list(tree.get("ask", {}).values())
    if not below:
        yield tree
    for part in below:
        yield from _ends(part)


def _closes(close: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A close and those in the cases of its splits."""
    yield close
    for part in close.get("cases", {}).values():
        yield from _closes(part)


def _degree(identity: dict[str, Any]) -> int:
    """The number of factors in the longest product, squares counted twice."""
    return max((len(factors) + 2 * _power(square) for _, square, factors in identity["sum"]), default=0)


def _power(square: Mapping[str, str]) -> int:
    """The degree of a polynomial as it is written."""
    return max((sum(_exponent(part) for part in m.split("*")) for m in square if m != "1"), default=0)


def _exponent(part: str) -> int:
    return int(part.partition("^")[2] or 1)
