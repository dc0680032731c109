"""The command `perturb tighten`: how far the constants of a claim can be moved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from perturb.adversary.tighten import ConstantBracket, sites, touches
from perturb.adversary.tighten import tighten as tighten_site
from perturb.cli import console
from perturb.cli.ending import interrupted
from perturb.cli.terminal import ERR, OUT, clear_errors, unwritable
from perturb.domains.base import Point
from perturb.domains.exact import written
from perturb.examine import history
from perturb.search.shrink import complexity
from perturb.statements.claim import Claim
from perturb.statements.targets import select
from perturb.vocab.symbols import latex


@click.command("tighten")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=1e6),
    default=20.0,
    show_default=True,
    help="Time for each constant.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--no-hints", is_flag=True, help="Do not use the equality cases that the claim declares.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a constant.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the best of each constant in DIR/records/constants, for the report.",
)
def command(
    targets: tuple[str, ...], seconds: float, seed: int, no_hints: bool, as_json: bool, record: Path | None
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
    try:
        for claim in claims:
            before = history.read(claim, history.CONSTANTS, record) if record else None
            brackets: list[ConstantBracket] = []
            for site in sites(claim):
                brackets.append(tighten_site(claim, site, seconds, seed, not no_hints))
                if as_json:
                    click.echo(json.dumps(row(claim, brackets[-1]), ensure_ascii=False))
                if record:
                    keep(claim, brackets, before, record)
            if record and claim.equality and not brackets:
                keep(claim, [], before, record)
            if not as_json:
                print_brackets(claim, brackets)
        console.print_changed(ERR, claims)
    except history.RecordError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(error, record or "output") from None
    except (ValueError, TypeError) as error:
        raise click.UsageError(f"claim {claim.id}: {error}") from None
    except KeyboardInterrupt:
        interrupted(f"finished constants are under {record}/records/constants" if record else "")


def keep(
    claim: Claim, brackets: Sequence[ConstantBracket], before: Mapping[str, Any] | None, folder: Path
) -> None:
    """Record what is better than before, and what an earlier run knows of the constants still to come."""
    old = list(before["constants"]) if before else []
    now = [history.improved(old, plain(claim, bracket)) for bracket in brackets]
    later = [found for found in old if not any(history.same(found, n) for n in now)]
    rows = [
        *now,
        *[r for r in later if any(history.same(r, plain(claim, ConstantBracket(s))) for s in sites(claim))],
    ]
    witnesses = [claim.domain.point(r["witness"]) for r in rows if r["witness"]]
    points = [*claim.equality, *sorted(witnesses, key=complexity)]
    touch = [{"inputs": inputs(point), "digits": digits} for point, digits in touches(claim, points)]
    history.write(claim, history.CONSTANTS, folder, {"constants": rows, "touch": touch})


def plain(claim: Claim, bracket: ConstantBracket) -> dict[str, Any]:
    """One constant as it is recorded: `path` tells equal numbers in one side apart."""
    own = {key: value for key, value in row(claim, bracket).items() if key != "id"}
    return {**own, "path": list(bracket.site.path), "fallen": bracket.fallen}


def inputs(point: Point) -> dict[str, Any]:
    return {name: written(value) for name, value in point.values.items()}


def row(claim: Claim, bracket: ConstantBracket) -> dict[str, object]:
    """One constant as plain data."""
    point = bracket.witness
    return {
        "id": claim.id,
        "conclusion": bracket.site.link + 1,
        "side": ("left", "right")[bracket.site.side],
        "place": place(claim, bracket),
        "printed": str(bracket.printed),
        "refuted_from": str(bracket.refuted) if bracket.refuted is not None else None,
        "open": bracket.digits,
        "witness": inputs(point) if point else None,
    }


def place(claim: Claim, bracket: ConstantBracket) -> str:
    """The side in which the constant stands, in LaTeX."""
    return latex(claim.conclusions[bracket.site.link].parts[bracket.site.side], "i")


def print_brackets(claim: Claim, brackets: list[ConstantBracket]) -> None:
    if not brackets:
        OUT.print(f"{claim.id}: no constants", highlight=False)
        return
    table = Table("constant", "in", "refuted from", "open (relative)", "witness", title=claim.id, box=None)
    for bracket in brackets:
        found = row(claim, bracket)
        end = f"{float(bracket.refuted):.12g}" if bracket.refuted is not None else "not refuted"
        point = found["witness"] if isinstance(found["witness"], dict) else {}
        shown = ", ".join(f"{name} = {console.plain(v)}" for name, v in point.items())
        left = f"{bracket.digits:.1e}" if bracket.refuted is not None else "all"
        table.add_row(str(bracket.printed), str(found["place"]), end, left, shown)
    OUT.print(table)
