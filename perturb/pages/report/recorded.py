"""What is said of recorded runs: the verdict by sets, and how many runs of each have a yes."""

from __future__ import annotations

from perturb.enclosure import Verdict
from perturb.results import say
from perturb.results.records import LawCheck, LawRecord

WORDS = {Verdict.HOLDS: "holds", Verdict.VIOLATED: "violated", Verdict.UNDECIDED: "open"}
SIDES = {">=": "at least", "<=": "at most"}


def by_set(record: LawRecord) -> str:
    """violated at digits, open at wine; consistent where it holds for every set of runs."""
    told = [
        f"{word} at {', '.join(names)}"
        for kind, word in ((Verdict.VIOLATED, "violated"), (Verdict.UNDECIDED, "open"))
        if (names := [_set(check) for check in record.checks if check.verdict is kind])
    ]
    return ", ".join(told) or "consistent"


def run_words(record: LawRecord) -> str:
    """digits: 16 of 30 (7 open), band [21 %, 93 %], open; ...; asked at least 50 % of the runs."""
    told = [f"{_yes(check)}, {WORDS[check.verdict]}" for check in record.checks]
    first = record.checks[0]
    return f"{'; '.join(told)}; asked {wanted(first.op, first.bound, True)} of the runs"


def wanted(op: str, bound: float | None, share: bool) -> str:
    """At least 99 %; at most 0.1026."""
    if bound is None:
        return "nothing"
    value = say.percent(bound) if share else say.number(bound)
    return f"{SIDES.get(op, op)} {value}"


def _yes(check: LawCheck) -> str:
    """How many runs of one set have a yes; the band is that of the chance of one."""
    unknown = check.at.partition(", ")[2]
    yes = f"{round(check.seen * check.draws)} of {check.draws}" + (f" ({unknown})" if unknown else "")
    return f"{_set(check)}: {yes}, band {say.percents(check.lo, check.hi)}"


def _set(check: LawCheck) -> str:
    return check.at.partition(", ")[0]
