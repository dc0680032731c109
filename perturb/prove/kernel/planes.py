"""Inputs of two rows and columns: z -> u z + v conj(z), and what a space says of u and v."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perturb.prove.kernel.speech import called
from perturb.prove.kernel.terms import NotExpressible

# The coordinates that a lemma of facts.v gives, and its conditions; a line a variant of the space.
COORDINATES = {
    "symmetric": [("u1 v1 v2", 0)],
    "skew": [("u2", 0)],
    "psd": [("u1 v1 v2", 2)],
    "pd": [("u1 v1 v2", 2)],
    "diagonal": [("u1 v1", 0)],
    "orthogonal": [("u1 u2", 1), ("v1 v2", 1)],
    "rank1": [("u1 u2 v1 v2", 1)],
    "projection": [("", 0), ("", 0), ("v1 v2", 1)],
    "activation": [("", 0)] * 4,
}
ENTRIES = ["11", "12", "21", "22"]


def plane_of(name: str, entries: Sequence[str]) -> list[str]:
    """The coordinates of any matrix."""
    coordinates = " & ".join(f"{name}_{x}" for x in ["u1", "u2", "v1", "v2"])
    equal = " & ".join(f"E'{k}" for k in ENTRIES)
    ends = " ".join(entries)
    return [f"destruct (plane {ends}) as ({coordinates} & {equal}). subst {ends}."]


def made_plane(path: Any, name: str, kind: str, cases: Any, case: int) -> list[str]:
    """Say how a 2 x 2 input is of a case of its space; the names of the conditions' hypotheses."""
    A = called(name)
    entries, H = [f"{A}_{k}" for k in ENTRIES], f"D'{A}1"
    ends = " ".join(entries)
    if kind in ("general", "rank2", "bounded", "contraction"):
        path.lines += plane_of(A, entries)
        if kind == "contraction":
            return [f"!{H}"]
        return bounds(path, H, A) if kind == "bounded" else []
    if kind not in COORDINATES:
        raise NotExpressible(f"the space {kind} at 2 x 2")
    patterns, names = [], list[list[str]]()
    for coordinates, conditions in COORDINATES[kind]:
        own = [f"K'{A}{k}" for k in range(1, conditions + 1)]
        parts = [*[f"{A}_{x}" for x in coordinates.split()], *[f"E'{k}" for k in ENTRIES], *own]
        patterns.append(f"({' & '.join(parts)})")
        names.append(own)
    eta = "_ " if kind == "activation" else ""
    path.say(f"destruct ({kind}_22 {eta}_ _ _ _ {H}) as {nested(patterns)}; subst {ends}.")
    return names[case]


def nested(patterns: Sequence[str]) -> str:
    if len(patterns) == 1:
        return patterns[0]
    return f"[{patterns[0]} | {nested(patterns[1:])}]"


def bounds(path: Any, H: str, A: str) -> list[str]:
    found, rest = list[str](), H
    for k in ENTRIES:
        path.say(
            f"destruct (Forall_inv {rest}) as [B'{A}{k}l B'{A}{k}u]. assert "
            f"(B'{A}{k} := Forall_inv_tail {rest})."
        )
        rest = f"B'{A}{k}"
        found += [f"{rest}u", f"{rest}l"]
    return found
