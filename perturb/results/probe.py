"""Has a sampler changed behind its name? A few of its values at a fixed seed, kept in the record, show it."""

from __future__ import annotations

from dataclasses import replace

from perturb.montecarlo.chunk import Chunk, draw
from perturb.montecarlo.plan import first_of_case, first_of_law
from perturb.statements.chance import ChanceStatement, Law, Tail
from perturb.statements.recorded import Recorded
from perturb.types import AnyArray

NUMBER = 2**32 - 1  # of a chunk that no sample reaches
EVENTS, VALUES = 64, 4


def probe(statement: ChanceStatement) -> tuple[float, ...]:
    """Four values of a law or mean at its first size or case; for a tail how many of 64 draws are events.

    Of recorded runs how many have a yes, a set at a time.

    ValueError for a sampler that is broken.
    """
    if isinstance(statement, Recorded):
        return tuple(float((statement.answers(case) == 1).sum()) for case in statement.cases)
    if isinstance(statement, Law):
        first = first_of_law(statement, statement.sizes[0], seed=0)
    else:
        first = first_of_case(statement, statement.cases[0], seed=0)
    if isinstance(statement, Tail):
        return (float(_values(first, EVENTS).sum()),)
    return tuple(float(f"{value:.9g}") for value in _values(first, VALUES))


def _values(first: Chunk, count: int) -> AnyArray:
    return draw(replace(first, index=NUMBER, draws=count))[""]
