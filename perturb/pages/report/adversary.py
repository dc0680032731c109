"""What the adversary says of a claim: its mutants, its constants, its hypotheses, where it is an equality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10
from pathlib import Path

from perturb.pages.markdown import folded, inline, joined, prose, table, values
from perturb.pages.records import RED
from perturb.prove.proved import Proof, from_both_sides, sizes_of
from perturb.prove.store import FOLDER
from perturb.results import say
from perturb.results.records import ConstantRow, ConstantsRecord, MutantsRecord
from perturb.results.store import CONSTANTS, MUTANTS, Store, current
from perturb.sharpen.kills import MutantRow, Score, score
from perturb.sharpen.tighten import ATTAINED
from perturb.statements.claim import Claim
from perturb.vocab.printing.symbols import latex

DOMAIN = "domain:rim"


@dataclass(frozen=True)
class Notes:
    """The records of the adversary for one claim, None where there are none of the statement as it stands."""

    mutants: MutantsRecord | None = None
    constants: ConstantsRecord | None = None

    @property
    def rows(self) -> tuple[MutantRow, ...]:
        return self.mutants.mutants if self.mutants else ()


def read_notes(claims: Sequence[Claim], store: Store) -> dict[str, Notes]:
    """By claim id. Raises ValueError that names a line that is no such record."""
    mutants, constants = store.read(MUTANTS), store.read(CONSTANTS)
    return {c.id: Notes(current(mutants.get(c.id), c), current(constants.get(c.id), c)) for c in claims}


def blocks(claim: Claim, notes: Notes, proofs: Sequence[Proof] = (), folder: Path = FOLDER) -> str:
    """Folded blocks of a section; nothing where there are no records. `folder` has the stored proofs."""
    constants = _constants(claim, notes, proofs)
    parts = [_mutants(claim, notes, folder), constants, _hypotheses(claim, notes), _touches(claim, notes)]
    return joined(*parts) if any(parts) else ""


def _mutants(claim: Claim, notes: Notes, folder: Path) -> str:
    if notes.mutants is None or not notes.rows:
        return ""
    rows = [
        [f"`{line.mutant}`", fate(line, sizes_of(claim, line.mutant, folder)), f"{line.evaluations:,}"]
        for line in sorted(notes.rows, key=_survivors_first)
    ]
    found = score(notes.rows)
    body = joined(
        "The statement made a little too strong in one place; a mutant is killed when it is certified false. "
        f"{scored(found)} At most {notes.mutants.budget:g} s a mutant.",
        table(["Mutant", "Killed by", "Evaluations"], rows, "llr"),
    )
    return folded(f"Mutants: {found.killed:,} of {found.counted:,} killed", body)


def _survivors_first(line: MutantRow) -> tuple[int, str]:
    if line.proof is not None:
        return 3, line.mutant
    return (2 if line.killed else 1 if line.definedness else 0), line.mutant


def fate(line: MutantRow, sizes: Sequence[int] = ()) -> str:
    """What became of a mutant, proved at these sizes; red is one that is said to be true and was refuted."""
    if line.proof is not None:
        said = f"nothing, for it is true: {prose(line.proof)}"
        said += f"; proved for n = {', '.join(map(str, sizes))}" if sizes else ""
        return f"{RED} {line.by}, although it is said to be true" if line.killed else said
    if line.definedness:
        return "nothing: what it admits is undefined"
    return str(line.by) if line.killed else "**nothing: it survives**"


def scored(found: Score) -> str:
    """The score as a sentence, each driver for itself."""
    each = ", ".join(f"{name} {n:,}" for name, n in found.by_driver.items())
    return f"{found.killed:,} of {found.counted:,} killed; each driver for itself: {each}."


def _hypotheses(claim: Claim, notes: Notes) -> str:
    by_name = {line.mutant: line for line in notes.rows}
    rows = [
        [inline(link.latex(claim.names)), need(by_name[f"hypothesis-{k}:dropped"])]
        for k, link in enumerate(claim.hypotheses, 1)
        if f"hypothesis-{k}:dropped" in by_name
    ]
    for name in (name for name in by_name if name.startswith(DOMAIN)):
        which = name.removeprefix(DOMAIN).removeprefix("-")
        rows.append([f"domain of `{which}`" if which else "the domain", need(by_name[name])])
    if not rows:
        return ""
    lead = "Each is dropped in turn, and the rest is attacked."
    return folded("Is each hypothesis needed?", joined(lead, table(["Hypothesis", "Needed"], rows)))


def need(line: MutantRow) -> str:
    """Is the hypothesis needed, by what became of the statement without it?"""
    if line.killed:
        return f"{RED} needed, although a proof says it is not" if line.proved_true else "needed"
    if line.proof is not None:
        return f"not needed: {prose(line.proof)}"
    if line.definedness:
        return "keeps the statement defined"
    return f"not needed, as far as the engine can see: {line.evaluations:,} points"


CONSTANT_HEAD = ["Printed", "In", "Refuted from", "Open (relative)", "Attained", "History"]


def _constants(claim: Claim, notes: Notes, proofs: Sequence[Proof]) -> str:
    if notes.constants is None or not notes.constants.constants:
        return ""
    rows = [_constant(claim, row) for row in notes.constants.constants]
    head, align = CONSTANT_HEAD, "llrrll"
    if proofs:
        head, align = [*head, "For every matrix"], f"{align}l"
        for cells, row in zip(rows, notes.constants.constants, strict=True):
            cells.append(from_both_sides(claim, proofs, row.open, row.witness))
    body = joined(
        "Each constant is moved until the statement is certified false. Between what is printed and what is "
        "refuted the best constant lies; it is attained where next to nothing is open.",
        table(head, rows, align),
    )
    return folded("Constants", body)


def _constant(claim: Claim, row: ConstantRow) -> list[str]:
    side = claim.conclusions[row.conclusion - 1].parts[row.side == "right"]
    where = f"conclusion {row.conclusion}, {row.side}: {inline(latex(side, 'i', claim.names))}"
    if row.refuted_from is None:
        return [row.printed, where, "not refuted", "all", "not known", ""]
    steps = [shown(step.refuted_from, row.printed, step.open) for step in row.history]
    attained = "yes" if row.open <= ATTAINED else "not found"
    return [
        row.printed,
        where,
        shown(row.refuted_from, row.printed, row.open),
        "none" if row.fallen else f"{row.open:.1e}",
        "the printed one is refuted" if row.fallen else attained,
        " → ".join(dict.fromkeys(steps)),
    ]


def shown(refuted: str, printed: str, left: float) -> str:
    """A constant with as many digits as tell it from the printed one, at most 15."""
    digits = 6 if left <= 0 else min(15, max(6, ceil(-log10(left)) + 1))
    return say.refuted_from(Fraction(refuted), Fraction(printed), digits)


def _touches(claim: Claim, notes: Notes) -> str:
    if notes.constants is None or not notes.constants.touch:
        return ""
    lines = []
    for row in notes.constants.touch:
        digits = row.digits
        lines.append(values(row.inputs, letters=claim.names.letters))
        lines.append("Exactly equal." if digits is None else f"Equal to {digits} digits.")
    return folded("Inputs where both sides of a relation are equal", joined(*lines))
