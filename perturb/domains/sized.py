"""The sizes of a statement: of which it speaks, and which of them are searched.

n = (a, b) with a < b is the statement for every n >= a, searched up to b; n = (a, a), or n = a, is the
statement for that size alone. An end may name another size: m = (1, "n") is m from 1 to n, for nothing is
searched "up to n". An integer input runs over its range and no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from perturb.domains.space import Range, Size, Sizes


def fixed(ends: Range) -> bool:
    """Is this the size itself, and not where a search begins and ends?"""
    return ends[0] == ends[1]


def spoken_of(ends: Range, value: int, sizes: Sizes, whole: bool = False) -> bool:
    """Is it a value that the statement speaks of? `whole`: both ends belong to the statement."""
    closed = whole or fixed(ends) or isinstance(ends[1], str)
    top = end(ends[1], sizes) if closed else value
    return end(ends[0], sizes) <= value <= top


def searched(ranges: Mapping[str, Range], sizes: Sizes) -> bool:
    """Do these sizes lie where the statement is searched?"""
    return all(spoken_of(ends, sizes[name], sizes, whole=True) for name, ends in ranges.items())


def beyond(ranges: Mapping[str, Range], sizes: Sizes) -> str:
    """n = 5 is beyond the sizes searched (n <= 3); empty for sizes that are."""
    far = {name: end(high, sizes) for name, (_, high) in ranges.items()}
    far = {name: high for name, high in far.items() if sizes[name] > high}
    here = ", ".join(f"{name} = {sizes[name]}" for name in far)
    most = ", ".join(f"{name} <= {high}" for name, high in far.items())
    return f"{here} {'is' if len(far) == 1 else 'are'} beyond the sizes searched ({most})" if far else ""


def said(ranges: Mapping[str, Range]) -> str:
    """every k, n >= 1, searched up to 5; m = 2; every j from 1 to n"""
    alike: dict[Range, list[str]] = {}
    for name, ends in ranges.items():
        alike.setdefault(ends, []).append(name)
    return "; ".join(_said(names, ends) for ends, names in alike.items())


def _said(names: list[str], ends: Range) -> str:
    low, high = ends
    if fixed(ends):
        return f"{' = '.join(names)} = {low}"
    every = f"every {', '.join(names)}"
    return (
        f"{every} from {low} to {high}"
        if isinstance(high, str)
        else f"{every} >= {low}, searched up to {high}"
    )


def assignments(ranges: Mapping[str, Range], chosen: dict[str, int]) -> Iterator[dict[str, int]]:
    """Sizes one after the other; one whose ends name another size waits for that one."""
    rest = [name for name in ranges if name not in chosen]
    if not rest:
        yield {name: chosen[name] for name in ranges}
        return
    ready = [n for n in rest if all(not isinstance(end, str) or end in chosen for end in ranges[n])]
    if not ready:
        raise ValueError(f"the ranges of {', '.join(rest)} wait for each other")
    low, high = ranges[ready[0]]
    for value in range(end(low, chosen), end(high, chosen) + 1):
        yield from assignments(ranges, {**chosen, ready[0]: value})


def end(given: Size, sizes: Sizes) -> int:
    return sizes[given] if isinstance(given, str) else given
