"""Steps that rest on each other by numbers: which are needed, and how they are numbered anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NESTED, CITED = ("above", "below", "steps"), ("by", "of", "up", "down")


def cites(step: dict[str, Any], k: int) -> list[int]:
    """The facts before a step, which is the k-th, that it names."""
    named = [x for key in CITED if type(x := step.get(key)) is int]
    if step["do"] == "combine":
        named = [j for _, ids, _ in step["terms"] for j in ids]
    inner = [j for key in NESTED for one in step.get(key, ()) for j in cites(one, k)]
    return [j for j in (*named, *inner) if j < k]


def renumbered(step: dict[str, Any], place: dict[int, int], k: int) -> dict[str, Any]:
    """With the numbers of facts before the k-th replaced; those within it follow on its own."""
    return renamed(step, lambda j: place[j] if j < k else place[k] + j - k)


def renamed(step: dict[str, Any], new: Callable[[int], int]) -> dict[str, Any]:
    found = {key: new(x) if key in CITED and type(x) is int else x for key, x in step.items()}
    if step["do"] == "combine":
        found["terms"] = [[c, [new(j) for j in ids], by] for c, ids, by in step["terms"]]
    for key in NESTED:
        if key in step:
            found[key] = [renamed(one, new) for one in step[key]]
    return found
