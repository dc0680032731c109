"""Confirmations: what a seed that was drawn after a rate had been fixed says of the law, kept beside it.

A rate that no source prints may have been chosen with samples in view, so those samples are no test of it.
`confirmed.jsonl`, in the folder of the file that declares the law, holds one line a law: the day its rate was
fixed, the day and the seed of the confirmation, and what that seed gave. `tools/confirm_rates.py` adds lines;
a law whose rate has changed since has another fingerprint, and needs a new one.
"""

from __future__ import annotations

import inspect
import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perturb.statements.chance import Law

NAME = "confirmed.jsonl"


@dataclass(frozen=True)
class Confirmation:
    """`fixed` and `drawn` are days, ISO 8601; `checks` (where, draws, lo, hi, bound) of the distances."""

    id: str
    fingerprint: str
    fixed: str
    drawn: str
    seed: int
    alpha: float
    outcome: str
    checks: tuple[tuple[str, int, float, float, float], ...]


def rate_is_ours(law: Law) -> bool:
    """Is there a rate, and does its source name it, or its constant, as ours?"""
    return law.rate is not None and "ours" in law.rate_source


def folder(law: Law) -> Path:
    """Of the file that declares the law, or else of its statistic."""
    return Path(law.file or inspect.getfile(law.statistic)).parent


def confirmation(law: Law) -> Confirmation | None:
    """That of the rate as it stands; None where there is none."""
    found = attempts(law)
    return found[-1] if found else None


def attempts(law: Law) -> tuple[Confirmation, ...]:
    """All of the rate as it stands, whatever they found, the first one first; each has spent its alpha."""
    if not rate_is_ours(law):
        return ()
    lines = kept(folder(law) / NAME)
    return tuple(one for one in lines if (one.id, one.fingerprint) == (law.id, law.fingerprint))


@cache
def kept(path: Path) -> tuple[Confirmation, ...]:
    """The lines of a file."""
    if not path.is_file():
        return ()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(Confirmation(**line | {"checks": tuple(map(tuple, line["checks"]))}) for line in lines)


def sentence(law: Law) -> str:
    """For a page: that the rate is ours since when, and what a later seed gave; empty for another's rate."""
    if not rate_is_ours(law):
        return ""
    found = confirmation(law)
    if found is None:
        return "No seed drawn after it was fixed confirms it yet."
    at, draws, lo, hi, bound = max(found.checks, key=lambda check: (check[2] > check[4], check[3] / check[4]))
    band = f"[{math.floor(1e4 * lo) / 1e4:.4f}, {math.ceil(1e4 * hi) / 1e4:.4f}]"
    return (
        f"It was fixed by {found.fixed} and stands; the seed {found.seed}, drawn on {found.drawn}, finds "
        f"the law {found.outcome} at alpha {found.alpha:.0e}: at {at} the distance is in {band} from "
        f"{draws:,} draws, beside the rate {bound:.4g}.{_before(law)}"
    )


def _before(law: Law) -> str:
    """What earlier seeds gave, or earlier looks at the same one."""
    told = [f"{one.outcome} with the seed {one.seed} at alpha {one.alpha:.0e}" for one in attempts(law)[:-1]]
    return f" Before that it was {', then '.join(told)}." if told else ""
