"""The command `perturb tighten`: how far the constants of a claim can be moved."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from perturb.cli import verdicts
from perturb.cli.terminal import ERR, OUT, clear_errors, unwritable
from perturb.cli.verdicts import alone, whole_files
from perturb.process.ending import interrupted
from perturb.process.output import json_text
from perturb.process.signals import keeping
from perturb.prove.proved import from_both_sides, proofs_of
from perturb.results import say
from perturb.results.claim_evidence import plain
from perturb.results.records import merged, row
from perturb.results.store import CONSTANTS, RecordError, Store, to_plain
from perturb.sharpen.directions import sites
from perturb.sharpen.tighten import ConstantBracket
from perturb.sharpen.tighten import tighten as tighten_site
from perturb.statements.claim import Claim
from perturb.statements.targets import select
from perturb.vocab.printing.readable import readable


@click.command("tighten")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=1e6),
    help="Time for each constant.  [default: the work of `check` at both ends, and 20 s]",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--no-hints", is_flag=True, help="Do not use the equality cases that the claim declares.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a constant.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the best of each constant in DIR/records/constants.jsonl, for the report.",
)
@whole_files
def command(
    targets: tuple[str, ...],
    seconds: float | None,
    seed: int,
    no_hints: bool,
    as_json: bool,
    record: Path | None,
) -> None:
    """Find how far each constant of a claim can be moved before the statement is certified false.

    A recorded constant only ever improves: a run that finds less leaves it as it is.

    \b
    Examples:
      perturb tighten classical/boettcher-wenzel
      perturb tighten my_claim.py --seconds 60 --no-hints
      perturb tighten classical riedi2022 --record reports
    """
    with clear_errors():
        claims = select(targets)
    brackets: list[ConstantBracket] = []  # found and not yet printed
    try:
        with keeping() as kept:
            store = Store(record) if record else None
            for claim in claims:
                with alone(claim):
                    before = store.of(CONSTANTS, claim) if store else None
                    for site in sites(claim):
                        brackets.append(tighten_site(claim, site, seconds, seed, not no_hints))
                        if as_json:
                            click.echo(json_of(claim, brackets[-1]))
                        if store:
                            store.put(CONSTANTS, merged(claim, brackets, before))
                    if store and claim.equality and not brackets:
                        store.put(CONSTANTS, merged(claim, [], before))
                    if not as_json:
                        print_brackets(claim, brackets)
                brackets = []
            verdicts.print_changed(ERR, claims)
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        print_rest(claim, brackets, as_json)
        raise unwritable(error, record or "output") from None
    if kept.interrupted:
        print_rest(claim, brackets, as_json)
        interrupted(f"finished constants are in {record}/records/constants.jsonl" if record else "")


def print_rest(claim: Claim, brackets: list[ConstantBracket], as_json: bool) -> None:
    """What was found of a claim before a command ends early; as JSON it is printed already."""
    if brackets and not as_json:
        print_brackets(claim, brackets)


def json_of(claim: Claim, bracket: ConstantBracket) -> str:
    """One line a constant; what tells equal numbers apart and earlier runs are left to the record."""
    found = to_plain(row(claim, bracket))
    shown = {key: value for key, value in found.items() if key not in ("path", "fallen", "history")}
    proved = from_both_sides(claim, proofs_of(claim), bracket.digits, found["witness"])
    return json_text({"id": claim.id, **shown, "proved": proved or None}, ensure_ascii=False)


def print_brackets(claim: Claim, brackets: list[ConstantBracket]) -> None:
    if not brackets:
        OUT.print(f"{claim.id}: no constants", highlight=False)
        return
    proofs = proofs_of(claim)
    heads = ["constant", "in", "refuted from", "open (relative)", *["for every matrix"] * bool(proofs)]
    table = Table(*heads, "witness", title=claim.id, box=None)
    for bracket in brackets:
        found = row(claim, bracket)
        known = bracket.refuted is not None
        end = say.refuted_from(bracket.refuted, bracket.printed) if known else "not refuted"
        shown = ", ".join(f"{name} = {plain(v)}" for name, v in (found.witness or {}).items())
        left = f"{bracket.digits:.1e}" if known else "all"
        proved = [from_both_sides(claim, proofs, found.open, found.witness)] if proofs else []
        table.add_row(say.constant(bracket.printed), readable(found.place), end, left, *proved, shown)
    OUT.print(table)
