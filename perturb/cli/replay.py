"""The command `perturb replay`: a witness file, decided again, or proofs of a file, checked again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import click
from rich.markup import escape

from perturb.certify import witness
from perturb.certify.point import PointVerdict
from perturb.certify.replay import Replay, replay
from perturb.certify.witness import Witness
from perturb.cli.replay_proof import check_again, check_all, headline, is_proof
from perturb.cli.terminal import OUT, clear_errors
from perturb.process.guard import MEMORY, SECONDS, Exhausted, guarded
from perturb.prove import store
from perturb.prove.accepted import judged
from perturb.prove.true_mutants import named as of_id
from perturb.results import say
from perturb.results.claim_evidence import inputs_line, there_line
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import statement
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.quantifier import relation

MORE = "is a file of your own that needs more? perturb replay --no-limits"

Found = TypeVar("Found")


class Decided(NamedTuple):
    """What is printed of a file, and does it refute the statement in it, which is no other of that name."""

    lines: tuple[str, ...]
    refutes: bool


@click.command("replay")
@click.argument("named", metavar="FILE[#ID]", type=click.Path())
@click.option("--no-limits", is_flag=True, help="Take as much time and memory as it needs.")
def command(named: str, no_limits: bool) -> None:
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
    if file.suffix == store.LINES:
        sys.exit(check_all(proofs, no_limits))
    if f"{store.LINES}#" in named or is_proof(file):
        (kept,) = proofs
        sys.exit(check_again(kept, judged(kept, True, no_limits)))
    with clear_errors():
        catalogue()  # it is read once, and not in the time of the file
        found = _limited(lambda: decided(file), file, no_limits)
        for line in found.lines:
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
    replayed, known = replay(found), of_id(found.claim, catalogue())
    foreign = known is not None and not witness.speaks_of(found, known)
    head = headline(file, found.claim, _word(replayed, foreign), known is not None, foreign)
    names = Lexicon({name: symbol(name) for name in found.kinds}) if known is None or foreign else known.names
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


def _statement(found: Witness, names: Lexicon) -> Iterator[str]:
    """Read from the file; what is asked of the domain as the machine reads it."""
    yield f"for all  {', '.join(f'{name} ({kind.value})' for name, kind in found.kinds.items())}"
    yield from (f"where    {link.canonical()}" for link in found.links("membership"))
    for title, part in (("given", "hypotheses"), ("then", "conclusions")):
        yield from (f"{title:6}   {readable(relation(link, names))}" for link in found.links(part))


def _verdict(verdict: PointVerdict) -> str:
    """kernel residual at 53 bits: violated; trusts Weyl."""
    detail = f" ({verdict.reason})" if verdict.reason else ""
    bits = f" at {verdict.bits} bits" if verdict.kernel != "exact" else ""
    trusts = f"; trusts {', '.join(sorted(verdict.trusts))}" if verdict.trusts else ""
    return f"kernel {verdict.kernel}{bits}: {verdict.verdict.value}{detail}{trusts}"
