"""Complex inputs: A is the pair A_re, A_im of real ones, X and Y of X + iY.

The two are spaces of a domain like others, so everything that draws, shrinks, encloses and stores real inputs
does it with complex ones. What makes one of the pair stands in `complexes`; here is what belongs together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from perturb.domains.space import Space

ENDS = ("_re", "_im")


def pair_of(head: str) -> tuple[str, str]:
    """The names of the parts of a complex input."""
    return f"{head}{ENDS[0]}", f"{head}{ENDS[1]}"


def heads(spaces: Mapping[str, Space]) -> dict[str, tuple[str, ...]]:
    """The inputs, and the spaces of each: (A,) of a real one, (A_re, A_im) of a complex one."""
    found: dict[str, tuple[str, ...]] = {}
    for name, space in spaces.items():
        head = space.head(name)
        found[head] = (*found.get(head, ()), name)
    return found


def called(spaces: Mapping[str, Space], names: Sequence[str], others: Sequence[str] = ()) -> dict[str, Space]:
    """The spaces under the names of the inputs. TypeError where a name of a part is that of another input.

    `others` are the names of what stands beside them.
    """
    own: dict[str, Space] = {}
    for name, (head, parts) in zip(names, heads(spaces).items(), strict=True):
        for part in parts:
            full = name + part[len(head) :]
            if full in own or (full != name and full in (*names, *others)):
                raise TypeError(f"{full} is a part of the complex input {name}; rename the other one")
            own[full] = spaces[part]
    return own


def separated(values: Mapping[str, Any], whole: Mapping[str, Sequence[str]]) -> Mapping[str, Any]:
    """Complex data by parts: {"A": [[1j]]} is {"A_re": [[0]], "A_im": [[1]]}; parts that are given stay."""
    found: dict[str, Any] = {}
    pairs = {head: parts for head, parts in whole.items() if len(parts) == 2}
    for name, value in values.items():
        if name in pairs:
            found |= dict(zip(pairs[name], (_part(value, 0), _part(value, 1)), strict=True))
        else:
            found[name] = value
    return found


def _part(data: Any, k: int) -> Any:
    if isinstance(data, np.ndarray):
        return _part(data.tolist(), k)
    if isinstance(data, list | tuple):
        return [_part(x, k) for x in data]
    if isinstance(data, complex):
        return (data.real, data.imag)[k]
    return data if k == 0 else 0


def turnable(whole: Mapping[str, Sequence[str]], spaces: Mapping[str, Space]) -> list[tuple[str, str]]:
    """The parameters of complex inputs that may be anything, of the real and of the imaginary part."""
    free: list[tuple[str, str]] = []
    for parts in whole.values():
        own = [list(spaces[part].named_params(part)) for part in parts]
        plain = all(spaces[part].wider is None and not spaces[part].common for part in parts)
        if len(parts) == 2 and plain:
            free.append((own[0][0], own[1][0]))
    return free


def joined(shown: Mapping[str, Any], pairs: Iterable[str]) -> dict[str, Any]:
    """Written values with the parts of each pair as one, its numbers as a + bi: for people."""
    found: dict[str, Any] = {}
    parts = {f"{head}{end}": head for head in pairs for end in ENDS}
    for name, value in shown.items():
        head = parts.get(name)
        if head is None:
            found[name] = value
        elif head not in found:
            found[head] = _together(*[shown[f"{head}{end}"] for end in ENDS])
    return found


def _together(x: Any, y: Any) -> Any:
    if isinstance(x, list | tuple):
        return [_together(a, b) for a, b in zip(x, y, strict=True)]
    return gaussian(str(x), str(y))


def gaussian(x: str, y: str) -> str:
    """1 + 2i of the texts of two real numbers: 0, 3, -i, 1/2 - i/3 written 1/2 - 1/3 i."""
    if y == "0":
        return x
    size = y.removeprefix("-")
    unit = "i" if size == "1" else f"{size}i" if size.isdecimal() else f"{size} i"
    sign = "-" if y.startswith("-") else ""
    return f"{sign}{unit}" if x == "0" else f"{x} {sign or '+'} {unit}"
