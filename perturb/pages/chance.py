"""Records of the laws, tails and means that the catalogue states, and what of them is out of date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from perturb.process.output import slug
from perturb.results.probe import probe
from perturb.results.records import LawRecord
from perturb.results.store import current
from perturb.statements.chance import ChanceStatement, Law


def apart(statements: Sequence[ChanceStatement]) -> None:
    """ValueError when two statements would share their place."""
    twice = [name for name, k in Counter(slug(s.id) for s in statements).items() if k > 1]
    if twice:
        raise ValueError(f"two statements have one place: {', '.join(twice)}")


def pictured(statement: ChanceStatement, record: LawRecord | None) -> bool:
    """A law whose record holds a histogram."""
    return isinstance(statement, Law) and record is not None and record.histogram is not None


def stale(statements: Sequence[ChanceStatement], records: Mapping[str, LawRecord]) -> list[str]:
    """Records that are missing, of an older statement or sampler, or of none, one line each."""
    known = {s.id for s in statements}
    strangers = [f"{which}: a record of no law, tail or mean" for which in sorted(records.keys() - known)]
    return [line for s in statements for line in _record(s, records.get(s.id))] + strangers


def _record(statement: ChanceStatement, record: LawRecord | None) -> list[str]:
    if record is None:
        return [f"{statement.id}: no record"]
    if current(record, statement) is None:
        return [f"{statement.id}: the statement has changed since its record (fingerprint)"]
    if not np.allclose(record.probe, probe(statement), rtol=1e-6, atol=0):
        return [f"{statement.id}: its sampler gives other values than at the time of its record"]
    if record.status is not statement.status:
        return [f"{statement.id}: the status has changed since its record"]
    return []
