"""What the engine found of a claim: verdict, distance to equality, counts, and the witness against it.

How far from equality a statement was seen is a line of text (`told`, `sparkline`). Of a witness stand there
its inputs, the two sides, and how to check it by hand (`simplest`, `worst`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import ceil, log
from typing import Any

from perturb.numbers.numerals import sides
from perturb.pages.byhand.script import by_hand
from perturb.pages.markdown import fence, folded, inline, joined, prose, table, values
from perturb.pages.places import relative
from perturb.pages.records import (
    RED,
    WitnessFile,
    certificate,
    held,
    mismatch,
    outcome,
    violated,
)
from perturb.results import say
from perturb.results.records import ClaimRecord, SlackCounts
from perturb.results.store import current
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable
from perturb.vocab.systems.evaluate import is_rational

BARS = "▁▂▃▄▅▆▇█"
NONE = "·"
A_DECADE = 2  # bins of the record, of width 0.5 in log10


def told(slack: SlackCounts) -> str:
    """In words: how many points are equalities, and how far from one the others are."""
    equal = f"Both sides are equal at {slack.equality:,} of the {slack.points:,} points where it holds"
    margins, how = sparkline(slack), "a bar a power of ten, of logarithmic height"
    if not margins:
        return equal
    return f"{equal}; relative margins of the others: `{margins}` ({how})"


def sparkline(slack: SlackCounts) -> str:
    """`1e-16 ▁▁▂▅█▃ 1e0`: a bar for each power of ten between the ends; empty without margins."""
    counts = slack.counts
    decades = [sum(counts[k : k + A_DECADE]) for k in range(0, len(counts), A_DECADE)]
    filled = [k for k, count in enumerate(decades) if count]
    if not filled:
        return ""
    first, last = filled[0], filled[-1] + 1
    # The first bin of a record also collects everything below it.
    low = "0" if first == 0 else power(slack.low + first)
    return f"{low} {bars(decades[first:last])} {power(slack.low + last)}"


def power(exponent: float) -> str:
    return f"1e{exponent:g}"


def bars(counts: Sequence[int]) -> str:
    """A character a count, the tallest for the largest; a dot for none."""
    most = log(1 + max(counts, default=0)) or 1.0
    return "".join(BARS[ceil(len(BARS) * log(1 + c) / most - 1e-9) - 1] if c else NONE for c in counts)


def both_sides(claim: Claim, record: ClaimRecord | None) -> str:
    """What people say and what the engine found, in a line."""
    says = str(claim.status) if claim.status else "nothing asserted"
    finds = outcome(record) + (f" ({certificate(record)})" if certificate(record) else "")
    if record is not None and current(record, claim) is None:
        finds += "; of an older statement"
    mark = f"{RED} " if mismatch(record) else ""
    return f"People say: **{says}**. The engine found: {mark}**{finds}**."


def evidence(claim: Claim, record: ClaimRecord | None) -> str:
    """The distance to equality, and folded beneath it how the verdict was come by."""
    if record is None:
        return "Not computed yet: there is no record of this claim."
    counts = joined(
        f"Profile {record.profile}, seed {record.seed}, fingerprint `{claim.fingerprint}`. {_drawn(record)}",
        _counts(record),
        _hypotheses(claim, record),
    )
    return joined(prose(record.note), _slack(claim, record), folded("Points and verdicts", counts))


def _drawn(record: ClaimRecord) -> str:
    replayed = "The stored witness was decided again" if record.witness else ""
    if not record.drawn and not sum(record.points.values()):
        return f"{replayed}; the statement was not searched anew." if replayed else "Nothing was searched."
    return " ".join(part for part in (f"{replayed}." if replayed else "", _searched(record)) if part)


def _searched(record: ClaimRecord) -> str:
    """What decides comes first; the large numbers are float64 screening and are said to be."""
    broken = f", {violated(record):,} of them violations" if violated(record) else ""
    return (
        f"{held(record) + violated(record):,} certified points decided{broken}, of {record.drawn:,} points "
        f"drawn and {record.inside:,} of these inside the statement (vacuous below a share of "
        f"{record.floor:g}). Drawn and inside are float64 screening, which decides nothing."
    )


def _counts(record: ClaimRecord) -> str:
    counted = {
        "points": record.points,
        "verdicts": asdict(record.verdicts),
        "open because": record.undecided,
        "decided by": record.kernels,
    }
    rows = []
    for title, counts in counted.items():
        each = ", ".join(f"{name} {k:,}" for name, k in counts.items() if k)
        rows += [[title, each, f"{sum(counts.values()):,}"]] if each else []
    return table(["", "counts", "total"], rows, "llr") if rows else ""


def _hypotheses(claim: Claim, record: ClaimRecord) -> str:
    rows = [
        [inline(link.latex(claim.names)), f"{counts.met:,}", f"{counts.missed:,}"]
        for link, counts in zip(claim.hypotheses, record.hypotheses, strict=False)
        if counts.met or counts.missed
    ]
    return table(["hypothesis", "met", "missed"], rows, "lrr") if rows else ""


def _slack(claim: Claim, record: ClaimRecord) -> str:
    if not record.slack.points:
        return ""
    beside = f", beside {violated(record):,} violations" if violated(record) else ""
    lines = [f"{told(record.slack)}{beside}."]
    tightest = record.slack.tightest
    if tightest:
        worst = float(tightest.margin) < 0
        lead = "Worst violation of the search" if worst else "Tightest point that is not an equality"
        lines.append(f"{lead}: relative margin {tightest.margin}, at")
        lines.append(values(tightest.inputs, letters=claim.names.letters))
    return joined(*lines)


def simplest(claim: Claim, found: WitnessFile | None, page: str) -> str:
    """In the open, with the check by hand folded; empty without a witness."""
    if found is None:
        return ""
    return joined("**Simplest witness**", _shown(claim, found, page), _check(claim, found))


def worst(claim: Claim, found: WitnessFile | None, page: str) -> str:
    """Folded; empty without one."""
    return "" if found is None else folded("Worst witness", _shown(claim, found, page))


def _shown(claim: Claim, found: WitnessFile, page: str) -> str:
    content = found.content
    vary = content.get("vary") or []
    left, right = sides(str(content.get("lhs")), str(content.get("rhs")))
    return joined(
        values(found.inputs, vary, claim.names.letters),
        f"{_failed(claim, found)}: left side {left}, right side {right}; {_violation(content)}rigour "
        f"{content.get('rigour')}. [The file]({relative(found.from_reports, page)}) replays it."
        + (" Underlined entries may vary." if vary else ""),
    )


def _violation(content: Mapping[str, Any]) -> str:
    """Relative to the larger side a violation of x >= 0 is 1, which says nothing; to its terms it is less."""
    found = str(content.get("relative_violation"))
    empty = found == "1" and "0" in (content.get("lhs"), content.get("rhs"))
    return "" if empty else f"relative violation {found}, "


def _failed(claim: Claim, found: WitnessFile) -> str:
    number = found.content.get("failed") or 0
    letters = claim.conclusions[number].told(found.at, claim.names)
    at = ", ".join(f"{readable(letter)} = {k}" for letter, k in letters.items())
    return f"Conclusion {number + 1} fails{' at ' + at if at else ''}, certified by {_kernel(found)}"


def _kernel(found: WitnessFile) -> str:
    content = found.content
    return say.EXACT if found.is_exact else f"{content.get('kernel')} at {content.get('bits')} bits"


def _check(claim: Claim, found: WitnessFile) -> str:
    point = found.point(claim)
    rational = all(map(is_rational, point.values.values()))
    code = by_hand(claim, point, found.content.get("failed") or 0, found.at) if rational else None
    if code is None:
        return "No check by hand: fractions do not reach a quantity of this statement; replay the file."
    lead = "Paste it into Python; its last line says what it has shown."
    body = joined(lead, _code_names(claim), fence(code, "python"))
    return folded("Check by hand, with nothing but fractions", body)


def _code_names(claim: Claim) -> str:
    """What the code calls the inputs that are called otherwise in print."""
    other = [f"`{name}` is {inline(letter)}" for name, letter in claim.names.letters.items()]
    return f"In the code {', '.join(other)}." if other else ""
