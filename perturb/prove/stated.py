"""What a stored proof states, read by the engine: a claim like any other, to be shown, compared, attacked."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Mapping
from typing import Any

from perturb.domains.domain import Domain, integer, rectangular, scalar, vector
from perturb.domains.spectra import contraction, orthogonal, projection
from perturb.domains.structured import (
    activation,
    bounded,
    diagonal_matrices,
    of_rank,
    positive_definite,
    psd,
    symmetric,
)
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper
from perturb.vocab.relations.order import parse_link

# A space of FORMAT.md by the parameters of its row: sides are names of sizes or numbers.
SPACES: Mapping[str, Callable[..., Domain]] = {
    "general": rectangular,
    "symmetric": lambda m, n: symmetric(m),
    "psd": lambda m, n: psd(m),
    "pd": lambda m, n: positive_definite(m),
    "diagonal": lambda m, n: diagonal_matrices(m),
    "contraction": lambda m, n: contraction(m),
    "projection": lambda m, n: projection(m),
    "orthogonal": orthogonal,
    "activation": lambda n, eta: activation(eta, n),
    "bounded": lambda m, n, c: bounded(c, m, n),
    "rank1": lambda m, n: of_rank(1, m, n),
    "rank2": lambda m, n: of_rank(2, m, n),
    "vector": vector,
    "scalar": lambda low="", high="": scalar(_end(low), _end(high)),
    "integer": integer,
}


def _end(text: Any) -> Any:
    """Of an interval: nothing where the row of an input has an empty text."""
    return None if text == "" else text


class NotRead(ValueError):
    """A statement that the engine does not read as the file writes it."""


def says(claim: Claim) -> dict[str, Any]:
    """What a proof of this claim says of its statement, but for its inputs."""
    return {
        "fingerprint": claim.fingerprint,
        "domain": claim.domain.describe(),
        "ranges": repr(sorted(claim.domain.all_ranges().items())),
        "given": [link.canonical() for link in claim.hypotheses],
        "then": [link.canonical() for link in claim.conclusions],
    }


def is_about(data: Mapping[str, Any], claim: Claim) -> bool:
    """Is the statement of a file that the checker accepts the one that the claim makes now? Text by text."""
    names = [row[0] for row in data["inputs"]]
    return names == list(claim.domain.spaces) and all(data.get(key) == x for key, x in says(claim).items())


def stated(data: Mapping[str, Any]) -> Claim:
    """The claim that a file makes, its texts read again. NotRead where that is not what the file writes."""
    try:
        claim = _read(data)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, SyntaxError) as error:
        raise NotRead(f"the engine does not read this statement: {str(error)[:80]}") from None
    if not is_about(data, claim):
        raise NotRead("the engine reads another statement from these texts")
    return claim


def _read(data: Mapping[str, Any]) -> Claim:
    spaces = {}
    for name, space, *parameters in data["inputs"]:
        sides = [int(p) if p.isdecimal() else p for p in parameters]
        spaces[name] = SPACES[space](*sides).spaces["_0"]
    ranges = {name: ends for name, ends in literal_eval(data["ranges"]) if name not in spaces}
    domain = Domain(spaces, ranges)
    given, then = ([parse_link(line, domain.kinds) for line in data[key]] for key in ("given", "then"))
    return Claim(data["id"], Paper("proof"), "", domain, tuple(given), tuple(then), "")
