"""The command `perturb tighten`: how far the constants of a claim can be moved."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from perturb.cli import verdicts
from perturb.cli.terminal import ERR, OUT, clear_errors, unwritable
from perturb.cli.verdicts import alone, whole_files
from perturb.derive.known import Citable
from perturb.domains.pairs import joined
from perturb.process.ending import interrupted
from perturb.process.output import json_text
from perturb.process.signals import keeping
from perturb.prove.proved import from_both_sides, proofs_of
from perturb.results import say
from perturb.results.answers import constants, sentences
from perturb.results.between import SECONDS, Between, TwoSided
from perturb.results.claim_evidence import plain
from perturb.results.records import merged, row
from perturb.results.store import CONSTANTS, RecordError, Store, to_plain
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
@click.option(
    "--derive/--no-derive",
    "above",
    default=True,
    help="Derive constants, too: the best from above.  [default: derive]",
)
@click.option("--tell", "telling", is_flag=True, help="Tell derivations of better constants in sentences.")
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
    above: bool,
    telling: bool,
    as_json: bool,
    record: Path | None,
) -> None:
    """Find the best constants of a claim: from below a point refutes, from above a derivation for every n.

    Each constant is moved until the statement is certified false, and the best one is looked for with which
    it is derived. In a claim with free("c") it is the number for c that is asked for. A recorded constant
    only ever improves: a run that finds less leaves it as it is.

    \b
    Examples:
      perturb tighten my_claim.py::with_free_c --tell
      perturb tighten classical/boettcher-wenzel
      perturb tighten my_claim.py --seconds 60 --no-hints
      perturb tighten classical riedi2022 --record reports
    """
    with clear_errors():
        claims = select(targets, asking=True)
    found: list[Between] = []  # and not yet printed
    show = ConstantLines(telling, as_json)
    try:
        with keeping() as kept:
            store = Store(record) if record else None
            for claim in claims:
                with alone(claim):
                    kept_before = store.of(CONSTANTS, claim) if store and not claim.free else None
                    effort = TwoSided(seconds, seed, not no_hints, max(SECONDS, seconds or 0))
                    for one in constants(claim, show.known, effort, above):
                        found.append(one)
                        show.line(claim, one)
                        if store and not claim.free:
                            brackets = [each.bracket for each in found]
                            store.put(CONSTANTS, merged(claim, brackets, kept_before))
                    if store and claim.equality and not found and not claim.free:
                        store.put(CONSTANTS, merged(claim, [], kept_before))
                    show.table(claim, found)
                found = []
            verdicts.print_changed(ERR, claims)
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        show.rest(claim, found)
        raise unwritable(error, record or "output") from None
    if kept.interrupted:
        show.rest(claim, found)
        interrupted(f"finished constants are in {record}/records/constants.jsonl" if record else "")


class ConstantLines:
    """What is found, as a line of JSON each or as a table a claim."""

    def __init__(self, telling: bool, as_json: bool) -> None:
        self.telling, self.as_json, self.known = telling, as_json, Citable()

    def line(self, claim: Claim, one: Between) -> None:
        if self.as_json:
            click.echo(json_of(claim, one))

    def table(self, claim: Claim, found: list[Between]) -> None:
        if not self.as_json:
            print_constants(claim, found)
            for one in found if self.telling else ():
                for told in sentences(one, self.known):
                    OUT.print(escape(f"  {told}"), soft_wrap=True, highlight=False)

    def rest(self, claim: Claim, found: list[Between]) -> None:
        """What was found of a claim before a command ends early; as JSON it is printed already."""
        if found:
            self.table(claim, found)


def json_of(claim: Claim, one: Between) -> str:
    """One line a constant; what tells equal numbers apart and earlier runs are left to the record."""
    found = to_plain(row(claim, one.bracket))
    shown = {key: value for key, value in found.items() if key not in ("path", "fallen", "history")}
    if one.name:
        return json_text(
            {"id": claim.id, "free": one.name, **shown, "printed": None, **one.row()}, ensure_ascii=False
        )
    proved = from_both_sides(claim, proofs_of(claim), one.bracket.digits, found["witness"])
    return json_text({"id": claim.id, **shown, "proved": proved or None, **one.row()}, ensure_ascii=False)


def print_constants(claim: Claim, constants: list[Between]) -> None:
    if not constants:
        OUT.print(f"{claim.id}: no constants", highlight=False)
        return
    proofs = proofs_of(claim) if not claim.free else []
    heads = ["constant", "in", "refuted from", "open (relative)", *["for every matrix"] * bool(proofs)]
    table = Table(*heads, "witness", title=claim.id, box=None)
    for one in constants:
        bracket = one.bracket
        found = row(claim, bracket)
        known = bracket.refuted is not None
        end = say.refuted_from(bracket.refuted, bracket.printed) if known else "not refuted"
        inputs = joined(found.witness or {}, claim.domain.complex_inputs if found.witness else [])
        shown = ", ".join(f"{name} = {plain(v)}" for name, v in inputs.items())
        left = f"{bracket.digits:.1e}" if known else "all"
        proved = [from_both_sides(claim, proofs, found.open, found.witness)] if proofs else []
        table.add_row(
            one.name or say.constant(bracket.printed), readable(found.place), end, left, *proved, shown
        )
    OUT.print(table)
    for one in constants:
        if one.told:
            OUT.print(escape(f"  {one.told}"), highlight=False)
