"""Find a derivation of a claim: of each conclusion, from facts at the terms of the statement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Wording, statement
from perturb.derive.experience import FEW, first
from perturb.derive.formulas import Notation
from perturb.derive.guided import Guided
from perturb.derive.header import header
from perturb.derive.lemmas import Base, Theorem
from perturb.derive.search import AT_ONCE, STAGES, ConclusionSearch
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.statements.claim import Claim
from perturb.statements.route import Citation, stops_of
from perturb.vocab.printing.readable import readable

GUIDED = 0.5  # of the time, for the way that is declared
SHARE = 0.4  # of the time, for the lemmas that derivations of statements like this one cite


@dataclass
class Attempted:
    """What was found about a claim."""

    outcome: str  # derived, open or unsupported
    seconds: float
    data: dict[str, Any] | None = None
    why: str = ""
    missing: list[str] = field(default_factory=list)


def derive(claim: Claim, base: Base, seconds: float = 30.0) -> Attempted:
    """A derivation of every conclusion, for all sizes from the declared ones on."""
    start = process_time()
    try:
        data = header(claim)
        of = statement(data)
        goals = []
        below = base.below(claim.lemma, claim.id)
        lemmas = [x for x in below if x.data["fingerprint"] != data["fingerprint"]]
        few = first(data, lemmas) if len(lemmas) > FEW else lemmas
        for k in range(len(of.then)):
            found, stuck = along(claim, base, lemmas, of, k, start + seconds)
            if found is not None:
                goals.append(found)
                continue
            for some, share, stages in ((few, SHARE, AT_ONCE), (lemmas, 1.0, STAGES)):
                now = process_time()
                last = now + share * (start + seconds - now)
                search = ConclusionSearch(Kernel(of, lambda name: base(name)[2]), k, some, last, stages)
                found = search.steps() if some or stages is STAGES else None
                if found is not None:
                    break
            if found is None:
                spent, say = process_time() - start, Notation(claim, k)
                lacks = [
                    f"{readable(say.fact(search.R, one))}, which {name} asks for"
                    for one, name in search.lacks()
                ]
                rest = search.rest()
                if rest is not None:
                    left = readable(say.fact(search.R, (rest, ">=")))
                    lacks.insert(0, f"{left}, with which it would follow")
                return Attempted("open", spent, why=f"conclusion {k + 1}{stuck}", missing=lacks)
            goals.append(found)
    except (Unspoken, NoForm) as error:
        return Attempted("unsupported", process_time() - start, why=str(error))
    except Rejected as error:
        return Attempted("unsupported", process_time() - start, why=str(error))
    cited = sorted({name for steps in goals for name in names_in(steps)})
    data |= {"goals": goals, "lemmas": base.fingerprints(cited)}
    return Attempted("derived", process_time() - start, data)


def along(
    claim: Claim, base: Base, lemmas: list[Theorem], of: Wording, k: int, end: float
) -> tuple[list[dict[str, Any]] | None, str]:
    """The derivation on the way that is declared, if there is one; else where it ends."""
    stops, usable = stops_of(claim, k), {x.id for x in lemmas}
    if not stops or not {x.lemma for x in stops if isinstance(x, Citation)} <= usable:
        return None, ""
    last = process_time() + GUIDED * (end - process_time())
    search = Guided(Kernel(of, lambda name: base(name)[2]), k, lemmas, last)
    found = search.along(stops)
    return found, f", stop {search.stuck} of its route" if found is None else ""


def names_in(steps: Iterable[Any]) -> set[str]:
    found = set[str]()
    for step in steps:
        if step["do"] == "lemma":
            found.add(step["name"])
        for key in ("above", "below", "steps"):
            found |= names_in(step.get(key, ()))
    return found
