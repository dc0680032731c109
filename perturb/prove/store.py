"""Stored proofs: where they are kept, read and written, and what they state.

Proofs: where they are kept, read and written. A line a proof, a file a file of theorems and size.

`content` is what a kept proof says, and `Checked` what may become of it.

What a stored proof states, read by the engine: a claim like any other, to be shown, compared, attacked.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import shlex
import stat
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from perturb.domains.complexes import skew_symmetric
from perturb.domains.domain import Domain, integer, rectangular, scalar, vector
from perturb.domains.spectra import contraction, orthogonal, projection
from perturb.domains.structured import (
    activation,
    bounded,
    diagonal_matrices,
    of_rank,
    positive_definite,
    psd,
    symmetric,
)
from perturb.process.output import alone, json_text, write_whole
from perturb.prove.checker.check import LARGEST, parsed
from perturb.prove.reading.lowering import lowered
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.vocab.relations.order import parse_link

FOLDER = Path("proofs")
LINES = ".jsonl"
MUTANT = "!"  # between the id of a claim and the name of its mutant
SESSION = "statements"  # in place of a file of theorems, of a claim that was made in a session
MOST = 10_000  # lines of a file
NO_FILE = "not a file"
LONG = f"longer than {LARGEST:,} bytes"
SIZE = re.compile(r"\.n([0-9]+)\.jsonl\Z")
# How `save` starts a line. No key stands twice in a proof: this is its id, or the line is none.
HEAD = re.compile(rb'\{"format": ?1, ?"id": ?"([^"\\\x00-\x1f]+)"')


@dataclass(frozen=True)
class KeptProof:
    """A proof as it is kept: a line of a file, with its newline, or the whole of a file that is no .jsonl.

    `id` is what the line says, empty where it says none and of a whole file; `wrong` is why this is no proof.
    """

    file: Path
    id: str = ""
    raw: bytes = field(default=b"", repr=False)
    wrong: str = ""
    line: int = 0

    @property
    def size(self) -> int | None:
        """The n that the name of the file says all of its lines are for."""
        found = SIZE.search(self.file.name)
        return int(found[1]) if found else None

    def __str__(self) -> str:
        """As `perturb replay` takes it."""
        if self.id:
            return f"{self.file}#{self.id}"
        return f"{self.file}, line {self.line}" if self.line else str(self.file)

    @property
    def quoted(self) -> str:
        """The same for a shell."""
        text = str(self)
        return text if re.fullmatch(r"[\w@%+=:,./-][\w@%+=:,./~#-]*", text, re.ASCII) else shlex.quote(text)


def place(claim: Claim, n: int, folder: Path = FOLDER) -> Path:
    """proofs/<paper>/<file of the claim>.n2.jsonl, of its mutants too."""
    stem = claim.file.stem if claim.file and claim.file.suffix == ".py" and claim.file.is_file() else SESSION
    return folder / claim.paper.key / f"{stem}.n{n}{LINES}"


def find(claim: Claim, n: int, folder: Path = FOLDER, mutant: str = "") -> KeptProof | None:
    """What is kept of a claim, or of its mutant of this name; None where nothing is."""
    identifier = f"{claim.id}{MUTANT}{mutant}" if mutant else claim.id
    try:
        return line_of(place(claim, n, folder), identifier)
    except (OSError, ValueError):
        return None


def save(claim: Claim, certificate: dict[str, Any], folder: Path = FOLDER) -> KeptProof:
    """Write a certificate, in place of what is kept of the claim. OSError where that is impossible."""
    return put(place(claim, certificate["n"], folder), claim.id, certificate)


def put(file: Path, own: str, data: Mapping[str, Any]) -> KeptProof:
    """Write the line of this id, in place of the one that the file has; lines by their ids. OSError."""
    text = json_text(data, strict=True, separators=(",", ":"), ensure_ascii=False)
    raw = f"{text}\n".encode()
    with alone(file.parent):
        there = file.read_bytes().split(b"\n") if file.exists() else []
        lines = [(_id_of(line), line + b"\n") for line in there if line]
        lines = [(identifier, line) for identifier, line in lines if identifier != own]
        lines.append((own, raw))
        write_whole(file, b"".join(line for _, line in sorted(lines, key=lambda pair: pair[0])))
    return KeptProof(file, own, raw)


def files(folder: Path = FOLDER) -> list[Path]:
    """Those of a folder of proofs, in order."""
    return sorted(folder.glob(f"*/*.n?{LINES}"))


def every(folder: Path = FOLDER) -> Iterator[KeptProof]:
    """All proofs of a folder, in order."""
    for file in files(folder):
        yield from proofs_in(file)


def named(text: str) -> Iterator[KeptProof]:
    """What FILE#ID or FILE names, at least one: where nothing can be read, one that says why."""
    name, mark, identifier = text.partition(f"{LINES}#")
    if not mark:
        yield from proofs_in(Path(text))
        return
    file = Path(name + LINES)
    try:
        found = line_of(file, identifier)
        yield found or KeptProof(file, identifier, wrong=f"the file has {_few(identifier, file)}")
    except OSError as error:
        yield KeptProof(file, wrong=error.strerror or str(error))


def proofs_in(file: Path) -> Iterator[KeptProof]:
    """The lines of a file, in its order, or the whole of one that is no .jsonl; as `named`."""
    try:
        if file.suffix != LINES:
            yield _whole(file)
            return
        with _opened(file) as (stream, lines):
            for line in lines:
                yield _taken(file, stream, line)
            if not lines:
                yield KeptProof(file, wrong="it is empty")
    except OSError as error:
        yield KeptProof(file, wrong=error.strerror or str(error))


class SeenLine(NamedTuple):
    """Where a line stands in its file, and why it is no proof, as far as that is seen without reading it."""

    number: int
    start: int
    length: int
    id: str
    wrong: str


Stamp = tuple[int, ...]
_known: dict[Path, tuple[Stamp, Sequence[SeenLine]]] = {}  # what was seen of files in this run


@contextmanager
def _opened(file: Path) -> Iterator[tuple[BinaryIO, Sequence[SeenLine]]]:
    """A file and its lines, found once while it does not change."""
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, NO_FILE)
    with file.open("rb") as stream:
        about, path = os.fstat(stream.fileno()), file.absolute()
        stamp = about.st_mtime_ns, about.st_size, about.st_ino
        known = _known.get(path)
        if known is None or known[0] != stamp:
            known = _known[path] = stamp, _lines(stream)
        yield stream, known[1]


def _lines(stream: BinaryIO) -> Sequence[SeenLine]:
    """Every line; two that have one id are both wrong. OSError for a file of too many."""
    found, start = list[SeenLine](), 0
    while raw := stream.readline(LARGEST + 1):
        length, end = len(raw), raw[-2:]
        while end[-1:] != b"\n" and (rest := stream.readline(LARGEST + 1)):
            length, end = length + len(rest), rest[-2:]
        number = len(found) + 1
        if number > MOST:
            raise OSError(errno.EFBIG, f"more than {MOST:,} lines")
        wrong = LONG if length > LARGEST else _cut(end)
        found.append(SeenLine(number, start, length, _id_of(raw, length), wrong))
        start += length
    counts = Counter(line.id for line in found if line.id)
    return [line._replace(wrong="two lines have this id") if counts[line.id] > 1 else line for line in found]


def _cut(end: bytes) -> str:
    """What is wrong with the last bytes of a line."""
    if end[-1:] != b"\n":
        return "its line has no end: the file was cut"
    return "its line ends in CR LF: the file was changed on its way" if end == b"\r\n" else ""


def _id_of(raw: bytes, length: int = 0) -> str:
    """What a line says its id is; empty where it says none."""
    try:
        if head := HEAD.match(raw):
            return head[1].decode()
        data = parsed(raw.decode()) if length <= LARGEST else None
    except (ValueError, RecursionError):
        return ""
    said = data.get("id") if isinstance(data, dict) else None
    return said if isinstance(said, str) else ""


def line_of(file: Path, identifier: str) -> KeptProof | None:
    """The line of this id. None where there is none, or OSError."""
    with _opened(file) as (stream, lines):
        hit = next((line for line in lines if line.id == identifier and identifier), None)
        return hit and _taken(file, stream, hit)


def _taken(file: Path, stream: BinaryIO, line: SeenLine) -> KeptProof:
    if line.wrong:
        return KeptProof(file, line.id, wrong=line.wrong, line=line.number)
    stream.seek(line.start)
    return KeptProof(file, line.id, stream.read(line.length), line=line.number)


def _whole(file: Path) -> KeptProof:
    about = file.stat()
    wrong = LONG if about.st_size > LARGEST else "" if stat.S_ISREG(about.st_mode) else NO_FILE
    return KeptProof(file, raw=b"" if wrong else file.read_bytes(), wrong=wrong)


def _few(identifier: str, file: Path, most: int = 4) -> str:
    """The ids of a file that are most like this one, and how many more."""
    with _opened(file) as (_, lines):
        names = [line.id for line in lines if line.id]
    close = difflib.get_close_matches(identifier, names, n=most, cutoff=0)
    more = f" and {len(names) - len(close)} more" if len(names) > len(close) else ""
    return f"no proof of this id, but of {', '.join(close)}{more}" if close else "no proof in it"


# It is accepted, does not prove what it says, or is not judged at all.
HOLDS, REJECTED, REFUSED = "holds", "rejected", "refused"


class Checked(NamedTuple):
    """What becomes of a proof, why it is not accepted, and the content of an accepted one."""

    outcome: str
    reason: str = ""
    data: Mapping[str, Any] = {}


class Unreadable(Exception):
    """No proof, with the reason."""


def content(kept: KeptProof, key: str = "proofs", what: str = "proof") -> dict[str, Any]:
    """What it says. Unreadable for what is no proof, or another than its file and its line say.

    A derivation is a line of the same sort, with another `key`.
    """
    if kept.wrong:
        raise Unreadable(kept.wrong)
    try:
        data = parsed(kept.raw.decode())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON ({str(error)[:80]})") from None
    if not isinstance(data, dict) or data.get("format") != 1 or key not in data:
        raise Unreadable(f"not the format of a {what}")
    if kept.line and data.get("id") != kept.id:
        raise Unreadable("it is of another id")
    if kept.size not in (None, data.get("n")):
        raise Unreadable(f"it is not for n = {kept.size}, as its file says")
    return data


# A space of FORMAT.md by the parameters of its row: sides are names of sizes or numbers.
SPACES: Mapping[str, Callable[..., Domain]] = {
    "general": rectangular,
    "symmetric": lambda m, n: symmetric(m),
    "skew": lambda m, n: skew_symmetric(m),
    "psd": lambda m, n: psd(m),
    "pd": lambda m, n: positive_definite(m),
    "diagonal": lambda m, n: diagonal_matrices(m),
    "contraction": lambda m, n: contraction(m),
    "projection": lambda m, n: projection(m),
    "orthogonal": orthogonal,
    "activation": lambda n, eta: activation(eta, n),
    "bounded": lambda m, n, c: bounded(c, m, n),
    "rank1": lambda m, n: of_rank(1, m, n),
    "rank2": lambda m, n: of_rank(2, m, n),
    "vector": vector,
    "scalar": lambda low="", high="": scalar(_end(low), _end(high)),
    "integer": integer,
}


def _end(text: Any) -> Any:
    """Of an interval: nothing where the row of an input has an empty text."""
    return None if text == "" else text


class NotRead(ValueError):
    """A statement that the engine does not read as the file writes it."""


def says(claim: Claim) -> dict[str, Any]:
    """What a proof of this claim says of its statement, in the language of proofs, but for its inputs."""
    claim = lowered(claim)
    return {
        "fingerprint": claim.fingerprint,
        "domain": claim.domain.describe(),
        "ranges": repr(sorted(claim.domain.all_ranges().items())),
        "given": [link.canonical() for link in claim.hypotheses],
        "then": [link.canonical() for link in claim.conclusions],
    }


def is_about(data: Mapping[str, Any], claim: Claim) -> bool:
    """Is the statement of a file that the checker accepts the one that the claim makes now? Text by text."""
    names = [row[0] for row in data["inputs"]]
    return names == list(claim.domain.spaces) and all(data.get(key) == x for key, x in says(claim).items())


def stated(data: Mapping[str, Any]) -> Claim:
    """The claim that a file makes, its texts read again. NotRead where that is not what the file writes."""
    try:
        claim = _read(data)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, SyntaxError) as error:
        raise NotRead(f"the engine does not read this statement: {str(error)[:80]}") from None
    if not is_about(data, claim):
        raise NotRead("the engine reads another statement from these texts")
    return claim


def _read(data: Mapping[str, Any]) -> Claim:
    spaces = {}
    for name, space, *parameters in data["inputs"]:
        sides = [int(p) if p.isdecimal() else p for p in parameters]
        spaces[name] = SPACES[space](*sides).spaces["_0"]
    ranges = {name: ends for name, ends in literal_eval(data["ranges"]) if name not in spaces}
    domain = Domain(spaces, ranges)
    given, then = ([parse_link(line, domain.kinds) for line in data[key]] for key in ("given", "then"))
    return Claim(data["id"], Paper("proof"), "", domain, tuple(given), tuple(then), "")
