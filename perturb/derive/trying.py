"""A claim is tried, unless it is textbook or refuted; what was found is checked before it is said."""

from __future__ import annotations

import math
from collections.abc import Iterable
from time import monotonic

from perturb.derive.accepted import derivation_of
from perturb.derive.checker.check import check
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.deriver import Attempted, derive
from perturb.derive.header import header
from perturb.derive.known import Chosen, Citable
from perturb.process.pool import TimeIsOver, limited
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

KEPT = "this is the derivation that is kept, and accepted again: in the time it was not found anew"
OUTCOMES = ("derived", "textbook", "open", "unsupported", "refuted")
FINE = ("derived", "textbook")
CITED = "textbook, cited: a lemma itself, and never counted as derived"
GRACE = 2.0  # times the seconds that were asked for, and one more: then it is stopped where it is


def found_or_kept(
    claim: Claim, known: Citable, seconds: float = 30.0, chosen: Chosen = None, without: Iterable[str] = ()
) -> Attempted:
    """What is found now, else what is kept under ./proofs and accepted: that is said of the claim elsewhere.

    Where lemmas are chosen, or left out, only what is found now.
    """
    found = tried(claim, known, seconds, chosen, without)
    if found.outcome != "open" or chosen is not None or [*without]:
        return found
    kept = derivation_of(claim, known=known)
    return found if kept is None else Attempted("derived", found.seconds, dict(kept.data), why=KEPT)


def tried(
    claim: Claim, known: Citable, seconds: float = 30.0, chosen: Chosen = None, without: Iterable[str] = ()
) -> Attempted:
    """What becomes of a claim: one of OUTCOMES. A lemma is tried where lemmas for it are `chosen`."""
    if claim.lemma > 0 and chosen is None:
        return Attempted("textbook", 0.0, why=CITED)
    if claim.status is not None and claim.status.expects is Outcome.REFUTED:
        return Attempted("refuted", 0.0, why="people say that it is false: it is not tried")
    start = monotonic()
    try:
        own, base = header(claim)["fingerprint"], known.base(claim, chosen, without)
        for name, fingerprint in base.fingerprints(base.lemmas).items():
            if fingerprint == own and name != claim.id:
                return Attempted("textbook", 0.0, why=f"textbook, cited: it states what {name} states")
        with limited(GRACE * seconds + 1 if seconds < math.inf else math.inf):
            found = derive(claim, base, seconds)
        if found.data is not None:
            check(found.data, base, claim.lemma)
        return found
    except TimeIsOver:
        return Attempted("open", monotonic() - start, why="out of time")
    except Rejected as why:
        return Attempted("open", monotonic() - start, why=f"the checker rejects what was found: {why}")
    except (Unspoken, NoForm, RecursionError) as why:
        return Attempted("unsupported", monotonic() - start, why=str(why))
