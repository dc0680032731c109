"""Asking about one claim from Python, as `perturb check` does from a terminal."""

from __future__ import annotations

from perturb.examine.claims import Evidence, examine
from perturb.search.attack import PROFILES
from perturb.statements.claim import Claim


def check(claim: Claim, profile: str = "brief", seed: int = 0) -> Evidence:
    """Attacks a claim and certifies what is found; the same seed finds the same.

    `profile` says how hard to try, as `perturb check --profile` does. Raises ValueError for an unknown one.
    """
    if profile not in PROFILES:
        raise ValueError(f"there is no profile {profile!r}; known are {', '.join(PROFILES)}")
    return examine(claim, PROFILES[profile], seed)
