"""Randomness of the searches: one stream for each statement, driver and index."""

from __future__ import annotations

import numpy as np

from perturb.statements.claim import Claim


def claim_stream(claim: Claim, driver: str, seed: int, index: int = 0) -> np.random.Generator:
    """Randomness keyed by (seed, statement, driver, index): another claim or driver changes nothing here."""
    key = [seed, int(claim.fingerprint, 16), int.from_bytes(driver.encode()), index]
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(key)))
