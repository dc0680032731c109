"""Statements and derivations made by hand, to be offered to the checker."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from perturb import claim, indices, paper
from perturb.derive.checker.check import check
from perturb.derive.header import header
from perturb.derive.lemmas import Base
from perturb.prove.checker.numbers import Rejected
from perturb.statements.claim import Claim

P = paper("forged", "Forged", "Nobody", "2026")
i, j, k = indices("i j k")
Step = dict[str, Any]


def stated(domain: Any, body: Callable[..., Any], rank: int = 0, name: str = "statement") -> Claim:
    body.__name__ = name
    made: Claim = claim(P, name, id=name, status="proved", domain=domain, lemma=rank)(body)
    return made


def verify(of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    """As a file that is read from its text."""
    base = Base(lemmas)
    assert not base.refused
    cited = base.fingerprints(sorted(base.lemmas))
    data = {**header(of), "goals": [*goals], "lemmas": cited}
    check(json.loads(json.dumps(data)), base, of.lemma)


def refused(why: str, of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    with pytest.raises(Rejected, match=why or None):
        verify(of, *goals, lemmas=lemmas)


def places(x: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of every part of a file, the keys that lead to it."""
    yield at
    for key, y in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ():
        yield from places(y, (*at, key))
