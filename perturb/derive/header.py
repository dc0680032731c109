"""The text of a claim in a file: what the checker reads, and nothing else."""

from __future__ import annotations

from typing import Any

from perturb.derive.checker.member import digest
from perturb.prove.reading.inputs import read
from perturb.prove.reading.lowering import with_forms
from perturb.statements.claim import Claim


def header(claim: Claim) -> dict[str, Any]:
    """With inputs of spaces that have a form. Unspoken where one has none."""
    low = with_forms(claim)
    data: dict[str, Any] = {
        "format": 1,
        "id": claim.id,
        "domain": low.domain.describe(),
        "ranges": repr(sorted(low.domain.all_ranges().items())),
        "inputs": [read(name, space).written for name, space in low.domain.spaces.items()],
        "given": [link.canonical() for link in low.hypotheses],
        "then": [link.canonical() for link in low.conclusions],
    }
    return {**data, "fingerprint": digest(data)}
