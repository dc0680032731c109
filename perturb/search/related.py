"""Points that refuted other statements of a paper, as seeds against this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from perturb.certify.witness import Witness, load
from perturb.domains.exact import Point
from perturb.statements.claim import Claim


def related(claim: Claim) -> Iterator[Point]:
    """Stored witnesses beside the claim's own file whose inputs have the same kinds, by position, and sizes
    that are searched: which files lie there must not decide of which sizes the verdict speaks.
    """
    folder = claim.file.parent / "witnesses" if claim.file else None
    for path in sorted(folder.glob("*.json")) if folder else ():
        # A file that is damaged, or inputs that do not fit, are no seeds.
        with suppress(ValueError):
            stored = _stored(path, path.stat().st_mtime_ns)
            if stored.claim != claim.id and list(stored.kinds.values()) == list(claim.domain.kinds.values()):
                point = claim.domain.point(dict(zip(claim.domain.kinds, stored.values.values(), strict=True)))
                if claim.domain.searches(point) and claim.domain.contains(point):
                    yield point


@lru_cache(maxsize=1024)
def _stored(path: Path, changed: int) -> Witness:
    """The witness in a file that was changed then: every claim of a paper asks for all files of the paper."""
    return load(path)
