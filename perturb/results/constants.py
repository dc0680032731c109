"""What is known of the constants of a claim, kept from run to run: a recorded constant only ever improves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perturb.domains.exact import written_values
from perturb.results.records import ConstantRow, ConstantsRecord, ConstantStep, Touch
from perturb.search.shrink import complexity
from perturb.sharpen.directions import sites
from perturb.sharpen.tighten import ConstantBracket, touches
from perturb.statements.claim import Claim
from perturb.vocab.printing.symbols import latex


def merged(
    claim: Claim, brackets: Sequence[ConstantBracket], before: ConstantsRecord | None
) -> ConstantsRecord:
    """What is better now than before, and what an earlier run knows of the constants still to come."""
    old = before.constants if before else ()
    now = [improved(old, row(claim, bracket)) for bracket in brackets]
    still_there = [which(row(claim, ConstantBracket(site))) for site in sites(claim)]
    done = [which(found) for found in now]
    rows = [*now, *[found for found in old if which(found) in still_there and which(found) not in done]]
    witnesses = [claim.domain.point(found.witness) for found in rows if found.witness]
    points = [*claim.equality, *sorted(witnesses, key=complexity)]
    touch = tuple(Touch(written_values(p.values), digits) for p, digits in touches(claim, points))
    return ConstantsRecord(claim.id, claim.fingerprint, tuple(rows), touch)


def row(claim: Claim, bracket: ConstantBracket) -> ConstantRow:
    """A bracket as plain data, without a history."""
    site, point = bracket.site, bracket.witness
    return ConstantRow(
        conclusion=site.link + 1,
        side="right" if site.side else "left",
        place=latex(claim.conclusions[site.link].parts[site.side], "i", claim.names),
        printed=str(bracket.printed),
        refuted_from=str(bracket.refuted) if bracket.refuted is not None else None,
        open=bracket.digits,
        witness=written_values(point.values) if point else None,
        path=tuple(site.path),
        fallen=bracket.fallen,
    )


def which(found: ConstantRow) -> tuple[object, ...]:
    """Equal for two rows of one constant."""
    return found.conclusion, found.side, found.path, found.printed


def improved(old: Sequence[ConstantRow], new: ConstantRow) -> ConstantRow:
    """The better of what is recorded of a constant and what was found now, with every improvement so far."""
    before = next((found for found in old if which(found) == which(new)), None)
    if before is not None and _rank(new) >= _rank(before):
        return before
    step = () if new.refuted_from is None else (ConstantStep(new.refuted_from, new.open),)
    return replace(new, history=(*(before.history if before else ()), *step))


def _rank(found: ConstantRow) -> tuple[int, float]:
    """Smaller is better: a fallen constant first, the further the better, else the least that is open."""
    if found.fallen:
        return 0, -found.open
    return (1, found.open) if found.refuted_from is not None else (2, 0.0)
