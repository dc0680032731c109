"""Inputs in Coq: the names of their entries, what their spaces ask, and how the cases of a space are met."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from perturb.prove.kernel.speech import called
from perturb.prove.kernel.terms import NotExpressible

FREE = {"general", "vector", "scalar", "integer"}


def entry_names(name: str, extent: tuple[int, ...]) -> list[str]:
    """Row by row: A_12."""
    between = "_" if max(extent, default=0) > 9 else ""
    return [f"{name}_{between.join(map(str, at))}" for at in product(*[range(1, k + 1) for k in extent])]


def array(names: Sequence[str], extent: tuple[int, ...]) -> str:
    if len(extent) == 1:
        return f"[{'; '.join(names)}]"
    m, n = extent
    return f"[{'; '.join(array(names[i * n : (i + 1) * n], (n,)) for i in range(m))}]"


def space(name: str, kind: str, parameters: Sequence[str]) -> list[str]:
    """What the space of an input asks, in Coq."""
    A = called(name)
    number = [f"({p})" if p[:1] == "-" or "/" in p else p for p in parameters]
    if kind == "scalar" and number:
        low, high = number
        return [*([f"{low} <= {A}"] if low else []), *([f"{A} <= {high}"] if high else [])]
    if kind in FREE:
        return []
    one = {
        "symmetric": f"symmetric {A}", "skew": f"skew {A}", "psd": f"psd {A}", "pd": f"pd {A}",
        "diagonal": f"is_diagonal {A}", "orthogonal": f"orthogonal {A}", "contraction": f"contraction {A}",
        "projection": f"projection {A}", "rank1": f"rank_at_most 1 {A}", "rank2": f"rank_at_most 2 {A}",
    }  # fmt: skip
    if kind in one:
        return [one[kind]]
    if kind == "activation":
        return [f"activation {number[-1]} {A}"]
    if kind == "bounded":
        return [f"bounded {number[-1]} {A}"]
    raise NotExpressible(f"the space {kind}")


def made(path: Any, name: str, extent: tuple[int, ...], cases: Any, case: int) -> list[str]:
    """Say how an input is of a case of its space; the names of the hypotheses that are its conditions."""
    kind, *parameters = next(row for row in path.language.inputs if row[0] == name)[1:]
    A = called(name)
    H = f"D'{A}"
    if kind == "scalar":
        return [f"{H}{k}" for k in range(1, len(space(name, kind, parameters)) + 1)]
    if extent == (2, 2):
        from perturb.prove.kernel.planes import made_plane

        return made_plane(path, name, kind, cases, case)
    entries = entry_names(A, extent)
    if kind == "bounded":
        return bounded(path, entries, f"{H}1")
    if kind in ("general", "vector", "rank2") or (kind == "rank1" and 1 in extent):
        return []
    if extent != (1, 1):
        if kind == "diagonal":
            raise NotExpressible(f"a diagonal matrix with sides {extent[0]} and {extent[1]}")
        return []
    (a,) = entries
    if kind in ("symmetric", "diagonal"):
        return []
    if kind in ("psd", "pd"):
        path.say(f"assert (E'{A} := {kind}_11 _ {H}1).")
        return [f"E'{A}"]
    if kind == "contraction":
        path.say(f"destruct (contraction_11 _ {H}1) as [E'{A}1 E'{A}2].")
        return [f"E'{A}1", f"E'{A}2"]
    if kind == "skew":
        path.say(f"assert (E'{A} := skew_11 _ {H}1). subst {a}.")
        return []
    eta = "_ " if kind == "activation" else ""
    path.say(f"destruct ({kind}_11 {eta}_ {H}1) as [E'{A} | E'{A}]; subst {a}.")
    return []


def bounded(path: Any, entries: Sequence[str], H: str) -> list[str]:
    """Both bounds of each entry, the upper one first."""
    found = list[str]()
    rest = H
    for k, _ in enumerate(entries, 1):
        path.say(f"destruct (Forall_inv {rest}) as [{H}_{k}l {H}_{k}u].")
        path.say(f"assert ({H}_{k} := Forall_inv_tail {rest}).")
        rest = f"{H}_{k}"
        found += [f"{H}_{k}u", f"{H}_{k}l"]
    return found


def called_free(name: str) -> str:
    """.1 is L1'."""
    return f"L{name[1:]}'"


def coq_name(path: Any, name: str) -> str:
    if name[0] == "r" and name[1:].isdecimal():
        return f"r'{name[1:]}"
    if name.startswith("."):
        head, _, place = name[1:].partition(".")
        return f"L{head}'" + (f"_{path_place(path, '.' + head, place)}" if place else "")
    head, _, place = name.partition(".")
    if not place:
        return called(head)
    return f"{called(head)}_{path_place(path, head, place)}"


def path_place(path: Any, name: str, place: str) -> str:
    """The place of an entry; coordinates of a 2 x 2 matrix keep their names."""
    extents = {free: extent for free, extent in path.lets.values()}
    extent = extents.get(name) or path.language.extents[name]
    if place in ("u1", "u2") and extent != (2, 2):
        return entry_names("", extent)[int(place[1]) - 1].lstrip("_")
    return place
