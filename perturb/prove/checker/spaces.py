"""The input spaces: their text in the domain; their elements as free coordinates with conditions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from perturb.prove.checker.definitions import SPACES
from perturb.prove.checker.numbers import RING, Ratio, rational, require
from perturb.prove.checker.paths import Trail

ALL = "u1 u2 v1 v2"
FILLED = SPACES.replace("SQUARE", r"\mathbb{R}^{%1 \times %2}").replace("ALL", ALL).strip().splitlines()
TABLE = {name: rest for name, *rest in (line.split(" :: ") for line in FILLED)}
GREEK = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
GREEK += "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
SIDES = {"scalar": (), "integer": (), "vector": (0,), "orthogonal": (0, 0), "activation": (0, 0)}


def symbol(name: str) -> str:
    """The letter in print."""
    for accent in ("tilde", "hat"):
        if name.endswith(f"_{accent}"):
            return rf"\{accent}{{{symbol(name[: -len(accent) - 1])}}}"
    digits = re.fullmatch(r"([A-Za-z]+)(\d+)", name)
    stem, tail = digits.groups() if digits else name.partition("_")[::2]
    head = "\\" + stem if stem in GREEK.split() else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    return f"{head}_{{{tail}}}" if tail else head


def row(space: str, parameters: Sequence[str]) -> tuple[list[str], list[str]]:
    """Of the table, and the parameters that are not empty."""
    require(" " not in space, "a space of this name")
    ends = parameters if space == "scalar" else ()
    fine = not ends or (len(ends) == 2 and any(ends)) if space == "scalar" else all(parameters)
    require(fine, f"the parameters of {space}")
    ended = [word for word, end in zip(("from", "to"), ends, strict=False) if end]
    return TABLE[" ".join([space, *ended])], [p for p in parameters if p]


def inhabited(space: str, parameters: Sequence[str]) -> bool:
    """Whether some number lies between the ends of a scalar, or of the entries of a bounded matrix."""
    low, high = (
        parameters if parameters and space == "scalar" else ("0", parameters[-1] if parameters else "")
    )
    return not low or not high or rational(low) <= rational(high)


def text(name: str, space: str, *parameters: str) -> str:
    """How the domain says it."""
    (template, *_), given = row(space, parameters)
    require(len(given) == len(set(re.findall(r"%\d", template))), f"the parameters of {space}")
    return filled(template, given).replace("{0}", symbol(name))


def filled(template: str, parameters: Sequence[str]) -> str:
    return re.sub(r"%(\d)", lambda found: parameters[int(found[1]) - 1], template)


def variants(space: str, parameters: Sequence[str], extent: tuple[int, ...]) -> list[str]:
    """The cases that the space is made of: free coordinates or a matrix, and conditions on it, called X.

    At sizes that the table does not have it is made of all matrices.
    """
    (_, *cases), given = row(space, parameters)
    larger = [on_diagonal(extent)] if space == "diagonal" else []
    cases = cases[:1] if extent in ((), (1, 1)) else cases[1:] if extent == (2, 2) else larger
    case = (cases or [ALL])[0]
    for i, j in product(*[range(1, k + 1) for k in extent]) if space == "bounded" else ():
        case += f" with (<= (entry X {i} {j}) %3) with (<= -%3 (entry X {i} {j}))"
    return filled(case, given).split(" or ")


def on_diagonal(extent: tuple[int, ...]) -> str:
    """The coordinates of a diagonal matrix."""
    plane: dict[Any, str] = {(2, 2): "u1 v1", (1, 2): "u1", (2, 1): "u1"}
    return plane.get(extent) or " ".join(f"{k}{k}" for k in range(1, min(extent) + 1))


def ordered(space: str, extent: tuple[int, ...]) -> list[str]:
    """The one case of a matrix that may be diagonal: I, or its singular values in descending order."""
    k = min(extent)
    if space == "orthogonal":
        return [f"matrix[{';'.join(','.join(str(int(i == j)) for j in range(k)) for i in range(k))}]"]
    x = [f"(entry X {i} {i})" for i in range(1, k + 1)]
    order = [f"(<= {y} {z})" for i, z in enumerate(x) for y in (*x[i + 1 :], "0")]
    return [" with ".join([on_diagonal(extent), *order])]


def eigenvalues(extent: tuple[int, ...]) -> list[str]:
    """The one case of a Hermitian matrix that may be diagonal: real, in descending order."""
    x = [f"(entry X {i} {i})" for i in range(1, extent[0] + 1)]
    order = [f"(<= {y} {z})" for z, y in pairwise(x)]
    return [" with ".join([on_diagonal(extent), *order])]


def zero(extent: tuple[int, ...]) -> list[str]:
    return [f"matrix[{';'.join([','.join(['0'] * extent[1])] * extent[0])}]"]


def schur() -> tuple[list[str], list[str]]:
    """Both parts of a complex 2 x 2 matrix that may be triangular, with a corner >= 0."""
    return [f"{ALL} with (== (entry X 2 1) 0) with (<= 0 (entry X 1 2))"], ["u1 v1"]


def general(F: Trail, name: str, extent: tuple[int, ...], free: str = ALL) -> Any:
    """A number, vector or matrix of variables. Two entries are one complex variable; a 2 x 2 matrix is
    z -> u z + v conj(z) with two, of whose coordinates only those that are `free` are variables."""
    if not extent:
        return Ratio(F.variable(f"{name}." if re.fullmatch(r"r\d+", name) else name), Counter())
    places = ["".join(map(str, at)) for at in product(*[range(1, k + 1) for k in extent])]
    if extent == (2, 2) or len(places) == 2:
        places = ALL.split()[: len(places)]
        F.complex |= {f"{name}.{z}" for z in "uv" if {f"{z}1", f"{z}2"} <= {*free.split()} & {*places}}
    fixed = dict.fromkeys(places, "0") if free != ALL or extent == (2, 2) else {}
    fixed |= dict(x.split("=") for x in free.split() if "=" in x)
    names = [place for place in places if place in free.split() or place not in fixed]
    x = [F.variable(f"{name}.{p}") if p in names else RING.constant(rational(fixed[p])) for p in places]
    if extent == (2, 2):
        x = [x[0] + x[2], x[3] - x[1], x[3] + x[1], x[0] - x[2]]
    entries, n = [Ratio(p, Counter()) for p in x], extent[-1]
    return entries if len(extent) == 1 else [entries[i : i + n] for i in range(0, len(entries), n)]
