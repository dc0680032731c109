"""What Coq said of stored proofs: proofs/kernel.jsonl, a line a proof."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from perturb.process.output import json_text, write_whole
from perturb.prove import store
from perturb.prove.checker.check import MALFORMED
from perturb.prove.kernel import coq
from perturb.prove.kernel.coq import NOT_EXPRESSIBLE, CoqAnswer
from perturb.prove.kernel.terms import NotExpressible
from perturb.prove.kernel.theorem import written

LEDGER = Path("kernel.jsonl")  # below the folder of proofs
Key = tuple[str, int]


class KernelTold(NamedTuple):
    """A proof, the file that was written for it (none where it is not expressible), and what Coq said."""

    kept: store.KeptProof
    n: int
    file: Path | None
    statement: str
    answer: CoqAnswer

    def record(self) -> dict[str, Any]:
        outcome, reason, seconds = self.answer
        found = {
            "id": self.kept.id,
            "n": self.n,
            "certificate": certificate(self.kept),
            "statement": self.statement,
        }
        found |= {"generator": coq.generator(), "coq": coq.version(), "seconds": round(seconds, 1)}
        return {**found, "outcome": outcome, **({"reason": reason} if reason else {})}


def certificate(kept: store.KeptProof) -> str:
    return hashlib.sha256(kept.raw).hexdigest()[:16]


def digest(text: str) -> str:
    """Of the statements of the theorems in a file."""
    found = re.findall(r"^Theorem .*?(?=^Proof\.)", text, re.DOTALL | re.MULTILINE)
    return hashlib.sha256("".join(found).encode()).hexdigest()[:16]


def read(folder: Path = store.FOLDER) -> dict[Key, dict[str, Any]]:
    """The ledger of a folder of proofs; lines that are none are passed over."""
    found = dict[Key, dict[str, Any]]()
    path = folder / LEDGER
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            data = json.loads(line)
            found[data["id"], data["n"]] = data
        except (ValueError, LookupError, TypeError):
            continue
    return found


def save(records: Mapping[Key, Mapping[str, Any]], folder: Path = store.FOLDER) -> None:
    """Write the ledger, by ids and sizes. OSError where that is impossible."""
    lines = [json_text(records[key], strict=True, separators=(",", ":")) for key in sorted(records)]
    write_whole(folder / LEDGER, "".join(f"{line}\n" for line in lines))


def accepted(kept: store.KeptProof, records: Mapping[Key, Mapping[str, Any]]) -> bool:
    """Has Coq accepted a theorem from these very bytes?"""
    found = records.get((kept.id, kept.size or 0), {})
    return found.get("outcome") == coq.ACCEPTED and found.get("certificate") == certificate(kept)


def known(kept: store.KeptProof, records: Mapping[Key, Mapping[str, Any]]) -> bool:
    """Whether the ledger has an answer that a run would give again."""
    found = records.get((kept.id, kept.size or 0), {})
    same = found.get("certificate") == certificate(kept) and found.get("generator") == coq.generator()
    return same and found.get("coq") == coq.version()


def file_of(kept: store.KeptProof, n: int, folder: Path) -> Path:
    """A name that Coq takes."""
    stem = re.sub(r"\W", "_", kept.id or kept.file.stem, flags=re.ASCII)
    return folder / f"{stem}_n{n}_{certificate(kept)[:6]}.v"


def told(kept: store.KeptProof, folder: Path, home: Path | None, seconds: float) -> KernelTold:
    """Write the file of a proof, and where there is a library compile it. Unreadable for what is no proof."""
    data = store.content(kept)
    n = data["n"]
    try:
        text, names = written(data)
    except NotExpressible as error:
        return KernelTold(kept, n, None, "", CoqAnswer(NOT_EXPRESSIBLE, str(error)))
    except MALFORMED as error:
        return KernelTold(
            kept, n, None, "", CoqAnswer(NOT_EXPRESSIBLE, f"{type(error).__name__}: {str(error)[:80]}")
        )
    file = file_of(kept, n, folder)
    write_whole(file, text)
    answer = CoqAnswer("written") if home is None else coq.compiled(file, len(names), home, seconds)
    return KernelTold(kept, n, file, digest(text), answer)


def run(
    proofs: Iterable[store.KeptProof], folder: Path, check: bool, seconds: float, jobs: int
) -> Iterator[KernelTold]:
    """Each proof, some at a time. OSError where Coq does not make the library, or files cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    home = coq.library(folder) if check else None
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda kept: told(kept, folder, home, seconds), proofs)
