"""Which lemmas are tried first: those that derivations of statements with the same words cite.

It orders a search and nothing else: what is kept is read, accepted or not, and none of it is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any

from perturb.derive import store
from perturb.derive.checker.reading import parsed
from perturb.derive.lemmas import Theorem
from perturb.prove.store import FOLDER

FEW = 14  # lemmas
NEAR = 3  # the power of how alike two statements are: those that are most alike count


def words(data: Mapping[str, Any]) -> frozenset[str]:
    """The words and the spaces of a statement, each hypothesis apart from the conclusions."""
    found = {f"in {space}" for _, space, *_ in data["inputs"]}
    for key in ("given", "then"):
        waiting = [parsed(line) for line in data[key]]
        while waiting:
            tree = waiting.pop()
            if not isinstance(tree, str):
                found.add(tree[0] if key == "then" else f"if {tree[0]}")
                waiting += tree[1:]
    return frozenset(found)


@lru_cache(maxsize=4)
def kept(folder: Path = FOLDER) -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """The id, the words and the lemmas of each derivation that is kept."""
    found = []
    for one in store.every(folder):
        try:
            data = store.content(one)
            found.append((str(data["id"]), words(data), frozenset(data["lemmas"])))
        except (ValueError, LookupError, TypeError):
            continue
    return tuple(found)


def first(data: Mapping[str, Any], lemmas: Iterable[Theorem], folder: Path = FOLDER) -> list[Theorem]:
    """Of the lemmas those beside the statement, and the few that other statements like it lean on most."""
    lemmas = [*lemmas]
    own, others = words(data), [one for one in kept(folder.absolute()) if one[0] != data["id"]]
    seen = Counter(word for _, theirs, _ in others for word in theirs)
    weight = {word: log((1 + len(others)) / n) for word, n in seen.items()}
    worth = Counter[str]()
    for _, theirs, cited in others:
        alike = sum(weight.get(word, 0.0) for word in own & theirs)
        either = sum(weight.get(word, 0.0) for word in own | theirs)
        for name in cited if either else ():
            worth[name] += (alike / either) ** NEAR  # type: ignore[assignment]
    paper = str(data["id"]).partition("/")[0]
    beside = [x for x in lemmas if x.id.partition("/")[0] == paper]
    beside = beside if len(beside) < FEW else []
    order = sorted((x for x in lemmas if worth[x.id]), key=lambda x: (-worth[x.id], x.id))
    return [*beside, *[x for x in order if x not in beside]][:FEW]
