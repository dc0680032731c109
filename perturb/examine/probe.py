"""Has a sampler changed behind its name? A few of its values at a fixed seed, kept in the record, show it."""

from __future__ import annotations

import numpy as np

from perturb.montecarlo.chunk import chunk_stream
from perturb.statements.chance import ChanceStatement as Statement
from perturb.statements.chance import Law, Tail

NUMBER = 2**32 - 1  # of a chunk that no sample reaches
EVENTS, VALUES = 64, 4


def probe(statement: Statement) -> tuple[float, ...]:
    """Four values of a law or mean at its first size or case; for a tail how many of 64 draws are events."""
    count = EVENTS if isinstance(statement, Tail) else VALUES
    if isinstance(statement, Law):
        n = statement.sizes[0]
        values = statement.statistic(n, count, chunk_stream(statement.stream_key, 0, n, NUMBER))
    else:
        case = statement.cases[0]
        values = statement.sampler(*case, count, chunk_stream(statement.stream_key_of(case), 0, 0, NUMBER))
    kept = np.asarray(values, dtype=float)
    return (float(kept.sum()),) if isinstance(statement, Tail) else tuple(float(f"{v:.9g}") for v in kept)
