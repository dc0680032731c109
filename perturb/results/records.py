"""What is kept of an examination: one record a statement, without clocks or paths of a machine.

Equal searches give equal records. `id` and `fingerprint`, a hash of what is stated, say of which statement,
as it stood; `perturb report --check` refuses a record of another fingerprint than the statement has now.
What is known of the constants of a claim is kept from run to run: a recorded constant only ever improves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from perturb.certify.point import Certificate
from perturb.domains.space import written_values
from perturb.enclosure import Verdict
from perturb.search.shrink import complexity
from perturb.sharpen.directions import sites
from perturb.sharpen.kills import MutantRow
from perturb.sharpen.tighten import ConstantBracket, touches
from perturb.sharpen.wins import Win
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome, Status
from perturb.vocab.printing.symbols import latex

# Exact numbers as text, in a list for a vector, in a list of rows for a matrix.
Input = str | int | list[str] | list[list[str]]


@dataclass(frozen=True)
class HypothesisCounts:
    """Float64 points that met a hypothesis, and those that missed it."""

    met: int
    missed: int


@dataclass(frozen=True)
class VerdictCounts:
    """Certified points by their verdict; `vacuous` ones lie outside the hypotheses."""

    holds: int = 0
    violated: int = 0
    undecided: int = 0
    vacuous: int = 0


@dataclass(frozen=True)
class Tightest:
    """The point of least relative margin (three digits, negative where violated) that is no equality."""

    margin: str
    inputs: dict[str, Input]


@dataclass(frozen=True)
class SlackCounts:
    """Certified points by log10 of their relative margin, in bins of width 1/2 from `low` to `high`.

    The first bin also has what lies below it, the last what lies above; `equality` counts margins of 0.
    """

    low: int
    high: int
    counts: tuple[int, ...]
    equality: int
    tightest: Tightest | None

    @property
    def points(self) -> int:
        return sum(self.counts) + self.equality


@dataclass(frozen=True)
class ClaimRecord:
    """A claim as examined. `drawn`, `inside` and `hypotheses` count float64 points, which decide nothing.

    `points` has the certified points by where they come from, `undecided` the open ones by reason, `kernels`
    the decided ones by kernel@bits; `undefined` counts points where the statement has no value. `witness` and
    `worst` are names of files beside the theorem, `win` compares with what the claim sharpens.
    """

    id: str
    fingerprint: str
    status: Status | None
    outcome: Outcome
    agrees: bool
    note: str
    certificate: Certificate | None
    profile: str
    seed: int
    drawn: int
    inside: int
    floor: float
    hypotheses: tuple[HypothesisCounts, ...]
    points: dict[str, int]
    verdicts: VerdictCounts
    undecided: dict[str, int]
    undefined: int
    kernels: dict[str, int]
    slack: SlackCounts
    witness: str | None
    worst: str | None
    win: Win | None


@dataclass(frozen=True)
class LawCheck:
    """One size or case: the band [lo, hi] at `alpha`, what it is held against, what the draws have (`seen`).

    An end that is not known and the bound of a law without a rate are None, and so is n of a tail or mean.
    """

    at: str
    n: int | None
    draws: int
    seen: float
    lo: float | None
    hi: float | None
    op: str
    bound: float | None
    alpha: float
    verdict: Verdict


@dataclass(frozen=True)
class Histogram:
    """Counts of draws at size n in equal bins from low to high, and outside of them."""

    n: int
    low: float
    high: float
    counts: tuple[int, ...]
    below: int
    above: int

    @property
    def draws(self) -> int:
        return sum(self.counts) + self.below + self.above


@dataclass(frozen=True)
class LawRecord:
    """A law, tail or mean as it was examined, at error probability `alpha`.

    `usable` maps a tolerance to the first n from which on all sizes are certified within it. `exponent`: the
    least and largest p for which some c n^-p lies in all bands, None where the bands say nothing; an end that
    is not finite is None too. `probe`: a few values that show whether the sampler is still the same.
    """

    id: str
    kind: str
    fingerprint: str
    status: Status | None
    outcome: Outcome
    agrees: bool
    alpha: float
    profile: str
    seed: int
    draws: int
    checks: tuple[LawCheck, ...]
    usable: dict[str, int | None]
    exponent: tuple[float | None, float | None] | None
    fits_no_power: bool
    explanation: str
    histogram: Histogram | None
    probe: tuple[float, ...]


@dataclass(frozen=True)
class MutantsRecord:
    """The kill matrix of a claim, by the name of the mutant; `budget` is in seconds a mutant."""

    id: str
    fingerprint: str
    budget: float
    mutants: tuple[MutantRow, ...]


@dataclass(frozen=True)
class ConstantStep:
    """An improvement of a constant: from where on the statement is refuted, and what is left open."""

    refuted_from: str
    open: float


@dataclass(frozen=True)
class ConstantRow:
    """One constant: where it stands, from where on the claim is refuted (None: nowhere), by which point.

    `place` is the side in LaTeX and `path` tells equal numbers in it apart; `open` is the relative width of
    what is left; `fallen`: the printed constant itself is refuted. `history` has every improvement.
    """

    conclusion: int
    side: Literal["left", "right"]
    place: str
    printed: str
    refuted_from: str | None
    open: float
    witness: dict[str, Input] | None
    path: tuple[int, ...]
    fallen: bool
    history: tuple[ConstantStep, ...] = ()


@dataclass(frozen=True)
class Touch:
    """An input where two sides are equal: exactly, or to so many digits."""

    inputs: dict[str, Input]
    digits: int | None


@dataclass(frozen=True)
class ProblemRecord:
    """What all runs on a problem of the board found: processor seconds, certified points, the sizes.

    `margin` is the least relative margin above 1e-9 of a point where it holds, `equality` counts those below.
    """

    id: str
    fingerprint: str
    outcome: Outcome
    note: str
    runs: int
    seconds: float
    drawn: int
    verdicts: VerdictCounts
    equality: int
    sizes: tuple[str, ...]
    margin: float | None = None


@dataclass(frozen=True)
class ConstantsRecord:
    """How good the constants of a claim are, over all runs."""

    id: str
    fingerprint: str
    constants: tuple[ConstantRow, ...]
    touch: tuple[Touch, ...]


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
