"""What the text says of trained networks, asked of thirty networks on each of three data sets.

The networks differ by their seed, which draws the weights at the start and the order of the examples; the
data and their two parts are the same for all. Widths are enclosures, so that a comparison of two can be open.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

TRAINED = Path(__file__).parent / "trained"
DATA = ("digits", "breast-cancer", "wine")
FEWEST = 5  # smaller sets of wrongly classified data say nothing of widths
Answer = bool | None


@cache
def networks(data):
    """The records of one data set, one a seed."""
    return tuple(lines(f"seeds-{data}"))


def lines(name):
    return [json.loads(line) for line in (TRAINED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def late(record):
    """What was observed of a network at the end of its training; None where too few data came out wrong."""
    seen = list(record["observed"].values())[-1]
    return seen if seen["count"] >= FEWEST and seen["wrong"] else None


def above(one, other, factor=1.0) -> Answer:
    """Is x > factor y, for x and y in [lo, hi]? None where the bands do not tell."""
    if one[0] > factor * other[1]:
        return True
    return False if one[1] <= factor * other[0] else None


def every(answers) -> Answer:
    answers = list(answers)
    if False in answers:
        return False
    return None if None in answers else True


def tops(record, kind):
    """The greatest bounds, those at k = 0, of the three layers."""
    return [bounds[0] for bounds in late(record)[kind]["bounds"]]


def widths(record, kind):
    return late(record)[kind]["widths"]


def ratio(record):
    """Middle of the width of correctly classified data over that of the others: inputs and three layers."""
    pairs = zip(widths(record, "correct"), widths(record, "wrong"), strict=True)
    return [sum(x) / sum(y) for x, y in pairs]


def first_below_second(record):
    return tops(record, "correct")[0] < tops(record, "correct")[1]


def second_below_third(record):
    return tops(record, "correct")[1] < tops(record, "correct")[2]


def greater_bound(record):
    return tops(record, "correct")[2] > tops(record, "wrong")[2]


def greater_bounds(record):
    return every(x > y for x, y in zip(tops(record, "correct"), tops(record, "wrong"), strict=True))


def wider(record):
    return above(widths(record, "correct")[3], widths(record, "wrong")[3])


def wider_everywhere(record):
    pairs = zip(widths(record, "correct")[1:], widths(record, "wrong")[1:], strict=True)
    return every(above(x, y) for x, y in pairs)


def much_wider(record):
    return above(widths(record, "correct")[3], widths(record, "wrong")[3], 1.5)


def deeper_is_wider(record):
    _, one, two, three = widths(record, "correct")
    return every([above(two, one), above(three, two)])


def inputs_alike(record):
    """Widths of the two sets of inputs within a tenth of each other."""
    x, y = widths(record, "correct")[0], widths(record, "wrong")[0]
    apart = [above(x, y, 1.1), above(y, x, 1.1)]
    return False if True in apart else None if None in apart else True


def inputs_wider(record):
    return above(widths(record, "correct")[0], widths(record, "wrong")[0])


def still_growing(record):
    first, last = ([*record["observed"].values()][i]["correct"]["widths"][3] for i in (0, -1))
    return above(last, first, 1.1)


def share(values):
    """Of |A|_F, what the largest singular value holds."""
    return values[0] / sum(x * x for x in values) ** 0.5


def dominates_more(record):
    pairs = zip(record["before"], record["after"], strict=True)
    return every(share(after) > share(before) for before, after in pairs)


def falls_faster(record):
    """At half the ranks: the bound over the greatest one, below the singular value over the first."""
    pairs = zip(late(record)["correct"]["bounds"], record["after"], strict=True)
    half = len(record["after"][0]) // 2
    return every(bounds[half] / bounds[0] < values[half] / values[0] for bounds, values in pairs)


def half_is_enough(record):
    """Half the ranks of all three layers cost at most a hundredth of the training part."""
    half = str(len(record["after"][0]) // 2)
    return record["truncated"][half][0] >= record["accuracy"][0] - 0.01


def aligned(record):
    return every(pair[0] > pair[1] for pair in record["aligned"] if len(pair) == 2)


# Item of the paper, what is asked of a network, in words.
ASKED: tuple[tuple[str, Callable[..., Answer], str], ...] = (
    ("num-layer-order-1", first_below_second, "greatest bound: layer 1 < layer 2"),
    ("num-layer-order-2", second_below_third, "greatest bound: layer 2 < layer 3"),
    ("num-correct-greater", greater_bound, "greatest bound larger for correct data, layer 3"),
    ("num-structural", greater_bounds, "the same in all three layers"),
    ("num-gmw-correct", wider, "width larger for correct data, layer 3"),
    ("num-gmw-diff", wider_everywhere, "the same in all three layers"),
    ("num-hyp-width", much_wider, "width larger by half at least, layer 3"),
    ("num-gmw-deeper", deeper_is_wider, "width grows from layer to layer"),
    ("num-gmw-converge", still_growing, "width of layer 3 still grows late"),
    ("fig-4.input", inputs_alike, "widths of inputs within a tenth"),
    ("fig-4.input", inputs_wider, "width of inputs larger for correct data"),
    ("num-hyp-dominate", dominates_more, r"$\sigma_0$ dominates more than before, all layers"),
    ("num-hyp-drop", falls_faster, r"bounds fall faster than $\sigma_k$, all layers"),
    ("num-hyp-lowrank", half_is_enough, "half the ranks cost at most 0.01"),
    ("num-hyp-cause", aligned, "large singular values act more on correct data, all layers"),
)


def counted(data, question):
    """How many networks say yes, and how many no; the others are open."""
    answers = [question(record) for record in networks(data) if late(record)]
    return answers.count(True), answers.count(False), len(answers)
