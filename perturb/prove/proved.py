"""At which sizes a claim is proved: the one reader of proofs for verdict lines, pages and Python.

A proof counts when it is accepted (`perturb.prove.accepted`) and what it states is what the claim states now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perturb.prove import store
from perturb.prove.accepted import judged
from perturb.prove.content import HOLDS
from perturb.prove.stated import is_about
from perturb.statements.claim import Claim

SIZES = (1, 2, 3)
ENDS = ("close", "undefined", "true", "outside")


@dataclass(frozen=True)
class Proof:
    """One accepted proof: the size, how its case trees end, whether all is defined, what it cost to find."""

    n: int
    kept: store.KeptProof
    leaves: int
    splits: int
    degree: int
    defined: bool
    seconds: float


def proofs_of(claim: Claim, folder: Path = store.FOLDER) -> list[Proof]:
    """The accepted proofs of a claim, or of a mutant, as it is now; small sizes first."""
    found = (_read(claim, n, store.find(claim, n, folder)) for n in SIZES)
    return [proof for proof in found if proof is not None]


def proofs(claims: Sequence[Claim], folder: Path = store.FOLDER) -> Mapping[str, list[Proof]]:
    """Those of all claims that have any, by id."""
    found = {claim.id: proofs_of(claim, folder) for claim in claims}
    return {identifier: known for identifier, known in found.items() if known}


def phrase(found: Sequence[Proof]) -> str:
    """proved for n = 1, 2"""
    return f"proved for n = {', '.join(str(proof.n) for proof in found)}" if found else ""


def _read(claim: Claim, n: int, kept: store.KeptProof | None) -> Proof | None:
    if kept is None:
        return None
    outcome, _, data = judged(kept)
    if outcome != HOLDS or data["n"] != n or not is_about(data, claim):
        return None
    trees = [goal["tree"] for proof in data["proofs"] for goal in proof["goals"]]
    ends = [end for tree in trees for end in _ends(tree)]
    closes = [part for end in ends if "close" in end for part in _closes(end["close"])]
    degree = max((_degree(part["identity"]) for part in closes if "identity" in part), default=0)
    splits = sum("split" in part for part in closes)
    return Proof(n, kept, len(ends), splits, degree, data["defined"], _seconds(data))


def _seconds(data: Mapping[str, Any]) -> float:
    """For people, and no part of the proof: 0 where a file does not say it."""
    said = data.get("seconds")
    return said if isinstance(said, int | float) else 0.0


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
