"""The command `perturb replay`: a witness file, decided again, or proofs of a file, checked again.

Proofs are checked by the checker that imports nothing of the prover; `perturb prove` prints of them with the
same words, from here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import click
from rich.markup import escape

from perturb.certify import witness
from perturb.certify.point import PointVerdict
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.cli.terminal import OUT, clear_errors
from perturb.process.pool import MEMORY, SECONDS, Exhausted, guarded
from perturb.prove import store
from perturb.prove.checker.check import LARGEST
from perturb.prove.proved import judged
from perturb.prove.proved import named as of_id
from perturb.prove.store import HOLDS, REFUSED, REJECTED, Checked, KeptProof, NotRead, is_about, stated
from perturb.results import say
from perturb.results.blocks import letters, spaces_in, stated_in, written_out
from perturb.results.blocks import stated as stated_by
from perturb.results.claim_evidence import inputs_line, there_line
from perturb.results.sheet import Block, Heading, Items, Paragraph, Title, tex
from perturb.statements.catalogue import catalogue, problems
from perturb.statements.claim import Claim, statement
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.quantifier import relation

TOLD = "perturb derive TARGET --tex tells a derivation"
MORE = "is a file of your own that needs more? perturb replay --no-limits"

Found = TypeVar("Found")


class Decided(NamedTuple):
    """What is printed of a file, and does it refute the statement in it, which is no other of that name."""

    lines: tuple[str, ...]
    refutes: bool


@click.command("replay")
@click.argument("named", metavar="FILE[#ID]", type=click.Path())
@click.option("--no-limits", is_flag=True, help="Take as much time and memory as it needs.")
@click.option("--tex", "as_tex", is_flag=True, help="A witness as LaTeX, with both sides in closed form.")
def command(named: str, no_limits: bool, as_tex: bool) -> None:
    """Decide a saved witness again from its FILE alone, by both kernels, or check saved proofs again.

    A FILE.jsonl has a proof a line: all of them are checked, or the one of an ID. Printed is the statement in
    the file, and whether the catalogue means that by its id.
    Exit code 0 when the violation is certified again, or the proof holds; 1 when not; 2 for a damaged
    file, and for one that asks for more than a second or half a gigabyte; of several proofs the highest.

    \b
    Examples:
      perturb replay witnesses/mine-commutator-4f1c.json
      perturb replay proofs/classical/forms.n2.jsonl
      perturb replay proofs/classical/forms.n2.jsonl#classical/fan-hoffman
    """
    file, proofs = Path(named), store.named(named)
    if file.is_dir():
        raise click.UsageError(say.visible(f"{file} is a folder: name one file, such as {_example(file)}"))
    if as_tex and (file.suffix == store.LINES or f"{store.LINES}#" in named or is_proof(file)):
        raise click.UsageError(say.visible(f"{file} holds proofs: --tex is for a witness; {TOLD}"))
    if file.suffix == store.LINES:
        sys.exit(check_all(proofs, no_limits))
    if f"{store.LINES}#" in named or is_proof(file):
        (kept,) = proofs
        sys.exit(check_again(kept, judged(kept, True, no_limits)))
    with clear_errors():
        catalogue()  # it is read once, and not in the time of the file
        found = _limited(lambda: as_latex(file) if as_tex else decided(file), file, no_limits)
        for line in found.lines:
            if as_tex:
                click.echo(line)
            else:
                OUT.print(line, highlight=False)
    sys.exit(0 if found.refutes else 1)


def _example(folder: Path) -> str:
    """The first file in a folder that may be a witness or a proof."""
    return str(next(iter(sorted(folder.glob("*.json*"))), folder / "NAME.json"))


def _limited(work: Callable[[], Found], file: Path, no_limits: bool) -> Found:
    """What the work finds. UsageError where it takes more than a file may ask for."""
    try:
        return work() if no_limits else cast(Found, guarded(work, SECONDS, MEMORY))
    except Exhausted as error:
        raise click.UsageError(say.visible(f"{file}: {error}; {MORE}")) from None


def decided(file: Path) -> Decided:
    """Read and decide a file. CorruptWitness for one that is no witness, OSError."""
    found = witness.load(file)
    replayed, known, foreign = _again(found)
    head = headline(file, found.claim, _word(replayed, foreign), known is not None, foreign)
    names = letters(found) if known is None or foreign else known.names
    said = _statement(found, names) if known is None or foreign else statement(known)
    far = "" if known is None or foreign else known.domain.beyond(known.domain.point(found.values))
    lines = (*said, *_lines(found, replayed, names), *([far] if far else []))
    rest = (f"  {escape(say.visible(line))}" for line in lines)
    return Decided((head, *rest), replayed.refutes and not foreign)


def _word(replayed: Replay, foreign: bool) -> str:
    if replayed.refutes:
        return "[bold red]REFUTED[/]" + ("" if foreign else ", as saved")
    elsewhere = "" if replayed.as_saved else ": not the violation that the file describes"
    return f"[bold yellow]NOT REPRODUCED[/]{elsewhere}"


def _lines(found: Witness, replayed: Replay, names: Lexicon) -> Iterator[str]:
    """The inputs, read from the file, and what was decided just now: nothing else that the file says."""
    yield inputs_line("witness", found)
    if replayed.violation is not None:
        link = found.links("conclusions")[replayed.violation.failed or 0]
        yield there_line(replayed.violation, link, names)
    yield f"in the domain: {'yes, certified' if replayed.member else 'NO'}"
    yield from map(_verdict, replayed.verdicts)


def _again(found: Witness) -> tuple[Replay, Claim | None, bool]:
    """Decided again, what the catalogue has of that name, and is it another statement?"""
    known = of_id(found.claim, {**catalogue(), **problems()})
    return replay(found), known, known is not None and not witness.speaks_of(found, known)


def as_latex(file: Path) -> Decided:
    """The same as LaTeX to paste: the statement, the verdicts of both kernels, the witness written out."""
    found = witness.load(file)
    replayed, known, foreign = _again(found)
    own = None if foreign else known  # a statement of the catalogue has names and letters
    names = letters(found) if own is None else own.names
    title = found.claim if own is not None else f"{file}, called {found.claim!a}"
    blocks: list[Block] = [Title(say.visible(title).replace("$", ""))]
    blocks += stated_in(found) if own is None else stated_by(own)
    blocks += [Heading("Decided again"), Paragraph(f"{_plain(replayed, foreign)}.")]
    blocks += [Items(tuple(_verdict(one) for one in replayed.verdicts))]
    if replayed.refutes and replayed.violation is not None:
        blocks += written_out(
            _as_found(found, replayed.violation), found.links("conclusions"), found.links("hypotheses"), names
        )
    return Decided((tex(blocks),), replayed.refutes and not foreign)


def _as_found(found: Witness, now: PointVerdict) -> Witness:
    """With what was decided just now in place of what the file says."""
    decided_now = {"failed": now.failed, "at": dict(now.at), "lhs": str(now.lhs), "rhs": str(now.rhs)}
    return Witness({**found.data, **decided_now})


def _plain(replayed: Replay, foreign: bool) -> str:
    """What came of it, and of which statement."""
    said = re.sub(r"\[/?[a-z ]*\]", "", _word(replayed, foreign)).capitalize()
    return f"{said}; the catalogue means another statement by this name" if foreign else said


def _statement(found: Witness, names: Lexicon) -> Iterator[str]:
    """Read from the file; what is asked of the domain as the machine reads it."""
    yield f"for all  {spaces_in(found)}"
    yield from (f"where    {link.canonical()}" for link in found.links("membership"))
    for title, part in (("given", "hypotheses"), ("then", "conclusions")):
        yield from (f"{title:6}   {readable(relation(link, names))}" for link in found.links(part))


def _verdict(verdict: PointVerdict) -> str:
    """kernel residual at 53 bits: violated; trusts Weyl."""
    detail = f" ({verdict.reason})" if verdict.reason else ""
    bits = f" at {verdict.bits} bits" if verdict.kernel != "exact" else ""
    trusts = f"; trusts {', '.join(sorted(verdict.trusts))}" if verdict.trusts else ""
    return f"kernel {verdict.kernel}{bits}: {verdict.verdict.value}{detail}{trusts}"


CODES = {HOLDS: 0, REJECTED: 1, REFUSED: 2}
SHOWN = 6  # assignments of sizes, of those that the proof is for


def is_proof(file: Path) -> bool:
    """Has the file the parts of a proof? What cannot be read is left to the reader of witnesses."""
    with suppress(OSError, ValueError, RecursionError):
        if not file.is_file() or file.stat().st_size > LARGEST:
            return False
        data = json.loads(file.read_text(encoding="utf-8"))
        return isinstance(data, dict) and "proofs" in data
    return False


def check_all(proofs: Iterable[KeptProof], no_limits: bool) -> int:
    """Say of each what the checker finds, one after another. The highest code, 2 where one is refused."""
    codes = []
    for kept in proofs:
        found = judged(kept, True, no_limits)
        if found.outcome == REFUSED:
            print_not_accepted(kept, found)
            codes.append(CODES[REFUSED])
        else:
            codes.append(check_again(kept, found))
    return max(codes)


def check_again(kept: KeptProof, found: Checked) -> int:
    """Say what the checker found, and of which statement. 0 when it accepts and the catalogue means no other
    statement by the id, else 1.

    UsageError for one that is refused.
    """
    if found.outcome == REFUSED:
        raise click.UsageError(say.visible(f"{kept}: {found.reason}"))
    if found.outcome == REJECTED:
        print_not_accepted(kept, found)
        return CODES[found.outcome]
    data = found.data
    try:
        lines = list(_proof_lines(data))
    except NotRead as why:
        print_not_accepted(kept, Checked(REJECTED, str(why)))
        return CODES[REJECTED]
    known = of_id(data["id"], catalogue())
    foreign = known is not None and not is_about(data, known)
    defined = "" if data["defined"] else ", wherever it has a value"
    proved = f"[bold green]PROVED[/] at n = {data['n']}{defined}"
    OUT.print(headline(kept, data["id"], proved, known is not None, foreign), highlight=False)
    for line in lines:
        OUT.print(f"  {escape(say.visible(line))}", highlight=False)
    return int(foreign)


def headline(file: Path | KeptProof, identifier: str, found: str, known: bool, foreign: bool) -> str:
    """What was found, said of an id only where the catalogue means this very statement by it."""
    called = escape(say.visible(identifier))
    if known and not foreign:
        return f"[bold]{called}[/]  {found}"
    place = f"[bold]{escape(say.visible(str(file)))}[/]  {found}"
    if foreign:
        return f"{place}, [red]but the catalogue's {called} is another statement than the one in this file[/]"
    return f"{place}: called {escape(ascii(identifier))}, which the catalogue has not"


def _proof_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The statement, read from the file, the sizes, and how much was checked."""
    yield from statement(stated(data))
    every = [", ".join(f"{name} = {k}" for name, k in one["sizes"].items()) for one in data["proofs"]]
    more = [f"and {len(every) - SHOWN} more"] if len(every) > SHOWN else []
    if any(every):
        yield f"proved   {'; '.join([*every[:SHOWN], *more])}"
    relations = sum(len(proof["goals"]) for proof in data["proofs"])
    yield f"the checker accepts every case of {relations} relation{'s' * (relations > 1)}"


def print_not_accepted(kept: KeptProof, found: Checked) -> None:
    """One line: the word, where it is kept, why; nothing in it steers the terminal."""
    said = f"{escape(say.visible(str(kept)))}: {escape(say.visible(found.reason))}"
    OUT.print(f"[bold red]{say.headline(found.outcome)}[/]  {said}", highlight=False)
