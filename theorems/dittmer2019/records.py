"""The records of trained networks, and comparisons of what they hold.

Thirty networks on each of three data sets, and thirty pruned ones on digits. They differ by their seed, which
draws the weights at the start and the order of the examples; the data and their two parts are the same for
all. Widths are enclosures, so that a comparison of two can be open.
"""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path

TRAINED = Path(__file__).parents[2] / "simulations" / "dittmer2019" / "trained"
DATA = ("digits", "breast-cancer", "wine")
FEWEST = 5  # smaller sets of wrongly classified data say nothing of widths


@cache
def lines(name):
    """The records of one file, one a line: of a seed, or of a named network."""
    text = (TRAINED / f"{name}.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def networks(data):
    """Of one data set, those with enough wrongly classified data at the end."""
    return tuple(record for record in lines(f"seeds-{data}") if late(record))


NINETY = {data: partial(networks, data) for data in DATA}
PRUNED = {"digits": partial(lines, "seeds-pruned")}


def late(record):
    """What was observed of a network at the end of its training; None where too few data came out wrong."""
    seen = list(record["observed"].values())[-1]
    return seen if seen["count"] >= FEWEST and seen["wrong"] else None


def above(one, other, factor=1.0):
    """Is x > factor y, for x and y in [lo, hi]? None where the bands do not tell."""
    if one[0] > factor * other[1]:
        return True
    return False if one[1] <= factor * other[0] else None


def every(answers):
    """One no is a no, else one open answer is open."""
    answers = list(answers)
    if False in answers:
        return False
    return None if None in answers else True


def most(answers):
    """Two of three, say."""
    answers = list(answers)
    return 2 * sum(answers) > len(answers)


def bounds(record, kind="correct"):
    """Of the three layers, by k: upper bounds of s_{k,X} over the correctly or wrongly classified data."""
    return late(record)[kind]["bounds"]


def widths(record, kind):
    """Of the inputs and of what the three layers make of them: (lo, hi)."""
    return late(record)[kind]["widths"]


def wider_by(record, factor=1.0):
    """In each of the three layers: is the width of correctly classified data so many times the other?"""
    pairs = zip(widths(record, "correct")[1:], widths(record, "wrong")[1:], strict=True)
    return [above(x, y, factor) for x, y in pairs]


def ratio(record):
    """Middle of the width of correctly classified data over that of the others: inputs and three layers."""
    pairs = zip(widths(record, "correct"), widths(record, "wrong"), strict=True)
    return [sum(x) / sum(y) for x, y in pairs]
