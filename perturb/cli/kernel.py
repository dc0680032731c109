"""The command `perturb kernel`: stored proofs as files of Coq, and what Coq says of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.markup import escape

from perturb.cli.terminal import OUT, clear_errors
from perturb.prove import store
from perturb.prove.kernel import coq, ledger
from perturb.prove.store import KeptProof
from perturb.statements.targets import statements

COLOURS = {coq.ACCEPTED: "bold green", coq.REJECTED: "bold red"}


@click.command("kernel")
@click.argument("targets", nargs=-1, metavar="[TARGET...]")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), default=Path("build/kernel"),
    show_default=True,
    help="Where the .v files go.",
)  # fmt: skip
@click.option("--n", "size", type=click.IntRange(1, 3), help="Proofs of this size alone.")
@click.option(
    "--seconds", type=click.FloatRange(min=1), default=coq.SECONDS, show_default=True, help="A file."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Files at a time.")
@click.option("--check", is_flag=True, help="Exit with code 2 where Coq is missing.")
@click.option("--changed", is_flag=True, help="Only what ./proofs/kernel.jsonl has no answer for.")
def command(
    targets: tuple[str, ...],
    output: Path,
    size: int | None,
    seconds: float,
    jobs: int,
    check: bool,
    changed: bool,
) -> None:
    """Write stored proofs as theorems of Coq, with proofs that its kernel checks where coqc is installed.

    A TARGET is FILE[#ID] of a stored proof, or names claims; by default all in ./proofs. A theorem is
    quantified over all real entries and reads like the claim; its words are defined in perturb.v. What Coq
    said of proofs of ./proofs is kept in ./proofs/kernel.jsonl. Exit code 0 when all are accepted, 1 when one
    is not (it took too long, it cannot be expressed, Coq refuses it or is missing), 2 for bad input.

    \b
    Examples:
      perturb kernel classical/weyl-additive
      perturb kernel proofs/classical/products.n2.jsonl -o build/kernel
      perturb kernel --changed
    """
    there = bool(coq.version())
    if check and not there:
        raise click.UsageError(coq.HOW)
    with clear_errors():
        proofs = [kept for kept in _proofs(targets) if size is None or kept.size in (size, None)]
        wrong = [kept for kept in proofs if kept.wrong]
        if wrong:
            raise click.BadParameter(f"{wrong[0]}: {wrong[0].wrong}", param_hint="TARGET")
        if not proofs:
            raise click.BadParameter(
                "no stored proof of it in ./proofs: perturb prove makes one", param_hint="TARGET"
            )
    records = ledger.read()
    if changed:
        proofs = [kept for kept in proofs if not ledger.known(kept, records)]
    counts = dict[str, int]()
    try:
        for one in ledger.run(proofs, output, there, seconds, jobs):
            outcome, reason, took = one.answer
            counts[outcome] = counts.get(outcome, 0) + 1
            colour = COLOURS.get(outcome, "yellow")
            more = f"  {reason}" if reason else f"  {took:.1f} s  {one.file}" if there else f"  {one.file}"
            OUT.print(f"{escape(str(one.kept))}  n = {one.n}  [{colour}]{outcome}[/]{escape(more)}")
            if there and one.kept.file.is_relative_to(store.FOLDER):
                records[one.kept.id, one.n] = one.record()
                ledger.save(records)
    except store.Unreadable as error:
        raise click.BadParameter(str(error), param_hint="TARGET") from None
    except OSError as error:
        raise click.UsageError(str(error)) from None
    OUT.print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "nothing to do")
    if not there:
        OUT.print(coq.HOW)
    sys.exit(0 if set(counts) <= {coq.ACCEPTED} else 1)


def _proofs(targets: tuple[str, ...]) -> Iterator[KeptProof]:
    """Files by their names; claims by theirs, at every size that is kept."""
    if not targets:
        yield from store.every()
    claims = [target for target in targets if store.LINES not in target and not target.endswith(".json")]
    for target in targets:
        if target not in claims:
            yield from store.named(target)
    for one in statements(claims) if claims else ():
        for n in (1, 2, 3):
            kept = store.find(one, n) if hasattr(one, "domain") else None  # type: ignore[arg-type]
            if kept is not None:
                yield kept
