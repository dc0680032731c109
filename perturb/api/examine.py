"""`perturb.check` and `perturb.attack`: a statement is examined, as the commands of these names do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from perturb.api.given import seconds_of, seed_of
from perturb.api.law import LawEvidence
from perturb.api.several import Target, each
from perturb.laws.stats.account import Ledger
from perturb.results import chance
from perturb.results.claims import Evidence, examine
from perturb.results.claims import attack as by_attack
from perturb.search.method import PROFILES, Effort
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim

UNLIMITED = 10**9


def check(
    target: Statement | Target, profile: str = "brief", seed: int = 0, seconds: float | None = None
) -> Any:
    """Attacks a statement and certifies what is found; the same seed finds the same.

    `target` is a claim, law, tail or mean: the result is its `Evidence` (`LawEvidence` where chance plays a
    part). Or it is what the command line takes, "my_claim.py", "my_claim.py::name", an id, "Lemma 20": then
    the result is a sequence with one entry for each statement. `profile` says how hard to try, as `perturb
    check --profile` does; `seconds` sets the time for each statement instead.

    Raises ValueError for an unknown profile, a bad time or seed, or a statement without a meaning,
    LookupError for a target that names nothing.
    """
    if profile not in PROFILES:
        raise ValueError(f"there is no profile {profile!r}; known are {', '.join(PROFILES)}")
    seed = seed_of(seed)
    effort = PROFILES[profile] if seconds is None else _within(PROFILES[profile], seconds)

    def ask(one: Statement) -> Evidence | LawEvidence:
        if isinstance(one, Claim):
            return examine(one, effort, seed)
        looks = chance.PROFILES[profile]
        looks = looks if seconds is None else replace(looks, limit=2**24)
        return LawEvidence(chance.examine_law(one, Ledger(), looks, seed, seconds=effort.seconds))

    return each(target, ask)


def attack(target: Claim | Target, seconds: float = 30.0, seed: int = 0) -> Any:
    """All of the time for the search for a violation, and then for a worse one; results as for `check`.

    Raises ValueError for a bad time or seed, LookupError for a target that names no claim.
    """
    effort, seed = _within(PROFILES["deep"], seconds), seed_of(seed)
    return each(target, lambda one: by_attack(one, effort, seed, lambda found: None, False), Claim)


def _within(effort: Effort, seconds: float) -> Effort:
    return replace(effort, rounds=UNLIMITED, climb_every=1, seconds=seconds_of(seconds))
