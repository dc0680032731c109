"""A proof, judged here and now: by the checker, and by the net where nobody has attacked it before."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

from perturb.process.guard import MEMORY, PROOF_SECONDS, Exhausted, guarded
from perturb.process.output import json_text
from perturb.prove.checker import check
from perturb.prove.checker.numbers import Rejected
from perturb.prove.content import HOLDS, REFUSED, REJECTED, Checked
from perturb.prove.net import violation
from perturb.prove.prover import Attempt
from perturb.prove.stated import NotRead, is_about, stated
from perturb.statements.claim import Claim

NET_SECONDS = 10  # of processor time, eight times what the net takes for a stored proof
ANOTHER = "it is about another statement"
MORE = "is a file of your own that needs more? --no-limits"


def ruled(data: dict[str, Any], no_limits: bool = False, net: bool = True) -> Checked:
    """What the checker makes of the content of a file, and then the net."""
    for step, seconds in ((checked, PROOF_SECONDS), (attacked, NET_SECONDS))[: 1 + net]:
        work = partial(step, data)
        try:
            found: Checked = work() if no_limits else guarded(work, seconds, MEMORY)
        except Exhausted as error:
            return Checked(REFUSED, f"{error}; {MORE}")
        if found.outcome != HOLDS:
            return found
    return Checked(HOLDS, "", data)


def confirmed(claim: Claim, found: Attempt) -> Attempt:
    """An attempt to prove a claim: rejected where its certificate would not be accepted as a file of it."""
    if found.certificate is None:
        return found
    ruling = ruled(json.loads(json_text(found.certificate, strict=True)), no_limits=True)
    why = ruling.reason if ruling.outcome != HOLDS else "" if is_about(ruling.data, claim) else ANOTHER
    if not why:
        return found
    return replace(found, outcome=REJECTED, note=f"what was found is no proof: {why}", certificate=None)


def checked(data: dict[str, Any]) -> Checked:
    """By the checker alone; whatever stands in the data, this is an answer."""
    try:
        check.check_data(data)
    except Rejected as why:
        return Checked(REJECTED, str(why) or "rejected")
    except check.MALFORMED as error:
        return Checked(REFUSED, f"malformed: {type(error).__name__}: {str(error)[:80]}")
    return Checked(HOLDS)


def attacked(data: dict[str, Any]) -> Checked:
    """By the net alone: rejected where what is said to be proved is certified to be false."""
    try:
        found = violation(stated(data), data["n"])
    except NotRead as why:
        return Checked(REJECTED, str(why))
    return Checked(REJECTED, f"false at {found}") if found else Checked(HOLDS)
