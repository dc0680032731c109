"""How far from equality a statement was seen, as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log

from perturb.results.records import SlackCounts

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
