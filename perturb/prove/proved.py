"""Is a proof accepted? And at which sizes, then, is a claim proved? The one place that says either.

Nothing is believed that stands beside a claim. Either the checker has accepted these very bytes in this run,
and the net found nothing against what they say; or the record that comes with the package says that this was
so before: it names proofs by the sha256 of their lines, and the checker by that of its sources. A record of
another checker is no record: the proofs are checked.

`proofs_of` is the one reader of proofs for verdict lines, pages and Python; `from_both_sides` says a constant
that is proved at a size, beside one a little below that is violated there.

Mutants that are true although they say more than their claim: their proofs for every matrix of a size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from perturb.prove import store
from perturb.prove.store import HOLDS, REFUSED, Checked, KeptProof, Unreadable, content, is_about
from perturb.sharpen.mutants import mutants
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind

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


def from_both_sides(
    claim: Claim, proofs: Sequence[Proof], left: float | None, witness: Mapping[str, object] | None
) -> str:
    """proved for n = 1, 2; at n = 2 the best within 1.0e-12

    `left` is the relative width between the printed constant and the refuted one, `witness` the values that
    refute it. A witness of another size than those proved says nothing of the best constant there.
    """
    text = phrase(proofs)
    if not text or left is None or witness is None:
        return text
    n = largest(claim, witness)
    if all(proof.n != n for proof in proofs):
        return text
    return f"{text}; at n = {n} the best within {left:.1e}"


def largest(claim: Claim, values: Mapping[str, object]) -> int:
    """The size that proofs call n: the largest of a point; 2 where there is none but numbers."""
    integers = {name for name, space in claim.domain.spaces.items() if space.kind is Kind.INTEGER}
    sizes = claim.domain.point(dict(values)).sizes
    return max((int(k) for name, k in sizes.items() if name not in integers), default=2)


def true_ones(claim: Claim) -> list[Claim]:
    """The mutants that the claim says are true, in the order of the statement."""
    return [one.claim for one in mutants(claim) if one.proof is not None] if claim.true_mutants else []


def named(identifier: str, known: Mapping[str, Statement]) -> Claim | None:
    """A claim of these by its id, or a mutant of one: `id!mutant`. None where there is none."""
    claim = known.get(identifier.partition(store.MUTANT)[0])
    if not isinstance(claim, Claim) or claim.id == identifier:
        return claim if isinstance(claim, Claim) else None
    return _mutants(claim).get(identifier)


@lru_cache(8)
def _mutants(claim: Claim) -> Mapping[str, Claim]:
    """All mutants of a claim, by id: a page asks for many of the same one."""
    return {one.claim.id: one.claim for one in mutants(claim)}


def save(claim: Claim, mutant: Claim, certificate: dict[str, Any], folder: Path = store.FOLDER) -> KeptProof:
    """Write the certificate of a mutant, which says of what statement it is one. OSError where it fails."""
    return store.save(mutant, {**certificate, "of": claim.fingerprint}, folder)


def sizes_of(claim: Claim, name: str, folder: Path = store.FOLDER) -> list[int]:
    """The sizes at which the mutant of this name is proved, of the claim as it is now."""
    if not any(store.find(claim, n, folder, name) for n in SIZES):
        return []
    mutant = named(f"{claim.id}{store.MUTANT}{name}", {claim.id: claim})
    return [] if mutant is None else [proof.n for proof in proofs_of(mutant, folder)]
