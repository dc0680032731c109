"""The numbers of the entries of an errata sheet, by which other pages name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from perturb.statements.erratum import Erratum, Section


def numbered(errata: Sequence[Erratum]) -> dict[str, str]:
    """A1, A2, B1, ... by id; each paper counts for itself, and what the text excludes has no number."""
    counts: Counter[tuple[str, Section]] = Counter()
    names = {}
    for one in errata:
        if one.section is not Section.EXCLUDED:
            counts[one.paper.key, one.section] += 1
            names[one.id] = f"{one.section}{counts[one.paper.key, one.section]}"
    return names
