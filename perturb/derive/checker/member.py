"""The spaces of inputs: what their elements are in normal form, what holds of them, and what is one of them.

The text of a domain is checked against the table of the proof checker; a space that is not in it is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from perturb.derive.checker import doubles  # noqa: F401 (fills WORDS)
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.polynomials import ONE, Poly, number
from perturb.derive.checker.reading import NAME, WORDS, TermReader, Tree, Value, matrix, parsed, scalar
from perturb.derive.checker.spectra import lam_of, s_of
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.spaces import SIDES
from perturb.prove.checker.statements import ranges

Relation = tuple[Poly, str]  # a polynomial and how it is to 0: >=, > or ==
TRAITS = {
    "general": (),
    "symmetric": ("symmetric",),
    "skew": ("skew",),
    "psd": ("symmetric", "psd"),
    "pd": ("symmetric", "psd"),
    "orthogonal": ("orthogonal",),
    "projection": ("symmetric", "idempotent", "psd"),
    "activation 0": ("symmetric", "diagonal", "idempotent", "psd", "mask"),
    "activation -1": ("symmetric", "diagonal", "orthogonal", "signs"),
    "contraction": (),
    "bounded": (),
    "vector": (),
}


class Wording(NamedTuple):
    """A claim as text: its inputs, the ends of its sizes and integers, its relations as trees."""

    id: str
    inputs: list[list[str]]
    ends: Mapping[str, tuple[str, str]]
    given: list[Tree]
    then: list[Tree]


def statement(data: Any) -> Wording:
    """From its header; Unspoken where the text, the inputs and the fingerprint do not fit."""
    try:
        ends = ranges(data)
    except (Rejected, KeyError, TypeError, ValueError) as error:
        raise Unspoken(f"the text of the statement ({error})") from None
    given, then = [[parsed(line) for line in data[key]] for key in ("given", "then")]
    return Wording(str(data["id"]), data["inputs"], ends, given, then)


def integers(of: Wording) -> list[str]:
    return [name for name, space, *_ in of.inputs if space == "integer"]


def side(R: TermReader, end: str, names: Mapping[str, Poly]) -> Poly:
    return names[end] if NAME.fullmatch(end) else number(int(end))


def reader(of: Wording) -> TermReader:
    """With the inputs of the statement, and all that is known of sizes."""
    R = TermReader({})
    names = {name: R.atom("size", name) for name in of.ends if name not in integers(of)}
    for name, (low, high) in of.ends.items():
        if name in names and low == high and not NAME.fullmatch(low):
            names[name] = number(int(low))
    for name in integers(of):
        names[name] = R.atom("index", name)
        R.inputs[name] = names[name]
    for name, (low, high) in of.ends.items():
        if name in integers(of):
            known = [names[name] - side(R, low, names)]
            if NAME.fullmatch(high):
                known.append(side(R, high, names) - names[name])
        elif names[name].constant is None:
            known = [names[name] - ONE, names[name] - side(R, low, names)]
            if NAME.fullmatch(high) and low == high:
                known.append(side(R, high, names) - names[name])
        else:
            known = []
        R.always += [p for p in dict.fromkeys(known) if p]
    for name, space, *parameters in of.inputs:
        if space != "integer":
            R.inputs[name] = element(R, name, space, parameters, names)
    return R


def element(R: TermReader, name: str, space: str, parameters: list[str], names: Mapping[str, Poly]) -> Value:
    if space == "scalar":
        if parameters and parameters[0] and Fraction(parameters[0]) >= 0:
            R.nonneg_inputs.add(name)
        return R.atom("input", name)
    where = SIDES.get(space, (0, 1))
    rows, cols = [side(R, parameters[k], names) for k in (*where, *([] if len(where) > 1 else [-1]))][:2]
    if space == "vector":
        cols = ONE
    traits = traits_of(space, parameters)
    if space == "diagonal":
        traits = ("symmetric", "diagonal") if rows == cols else ()
    return R.one("input", name, sides=(rows, cols), traits=traits, vector=space == "vector")


def traits_of(space: str, parameters: list[str]) -> tuple[str, ...]:
    if space == "activation":
        return TRAITS.get(f"activation {parameters[1]}", ("symmetric", "diagonal"))
    if space not in TRAITS and space != "diagonal":
        raise Unspoken(f"the space {space}")
    return TRAITS.get(space, ())


def holds_of(R: TermReader, row: list[str], entry: Poly | None) -> list[Relation]:
    """What holds of an input because of its space, or of one of its entries."""
    name, space, *parameters = row
    x = R.inputs[name]
    if space == "scalar":
        return ends(scalar(x), parameters)
    if space == "pd":
        return [(scalar(R(("lam_min", name))), ">")]
    if space == "contraction":
        return [(ONE - scalar(R(("s1", name))), ">=")]
    if space != "bounded":
        return []
    bound = number(parameters[-1])
    if entry is None:
        return [(bound - scalar(R(("max_entry", name))), ">=")]
    return [(bound - entry, ">="), (bound + entry, ">=")]


def ends(x: Poly, parameters: list[str]) -> list[Relation]:
    low, high = parameters if parameters else ("", "")
    found: list[Relation] = [(x - number(low), ">=")] if low else []
    return [*found, (number(high) - x, ">=")] if high else found


def demands(R: TermReader, space: str, parameters: list[str], x: Value) -> list[Relation]:
    """What has to be shown of x for it to be of the space. Unspoken where it cannot be."""
    if space == "scalar":
        return ends(scalar(x), parameters)
    A = matrix(x)
    if space == "vector":
        if not A.vector:
            raise Unspoken("a matrix in the place of a vector")
        return []
    if A.vector:
        raise Unspoken("a vector in the place of a matrix")
    return MEMBERS[space](R, A, parameters) if space in MEMBERS else refuse(space)


def refuse(space: str) -> list[Relation]:
    raise Unspoken(f"a member of the space {space}")


def must(fine: bool, space: str) -> list[Relation]:
    return [] if fine else refuse(space)


def _definite(strict: bool) -> Callable[[TermReader, Matrix, list[str]], list[Relation]]:
    def demand(R: TermReader, A: Matrix, parameters: list[str]) -> list[Relation]:
        if not R.symmetric(A):
            return refuse("psd")
        if not strict and R.semidefinite(A):
            return []
        least = lam_of("n")(R, A)
        return [(least, ">" if strict else ">=")]

    return demand


def lettered(R: TermReader, A: Matrix, trait: str) -> bool:
    """Whether it is I, or one letter with this trait."""
    word = A.alone
    return word is not None and all(trait in R.traits[k] for k, _ in word) and len(word) < 2


def diagonal(R: TermReader, A: Matrix) -> bool:
    """Whether it is a sum of products of square diagonal letters and I."""
    return A.rows == A.cols and all({"diagonal", "symmetric"} <= R.traits[k] for w in A.terms for k, _ in w)


def all_lettered(R: TermReader, A: Matrix, trait: str) -> bool:
    return A.alone is not None and all(trait in R.traits[k] for k, _ in A.alone)


MEMBERS: dict[str, Callable[[TermReader, Matrix, list[str]], list[Relation]]] = {
    "general": lambda R, A, p: [],
    "symmetric": lambda R, A, p: must(R.symmetric(A), "symmetric"),
    "psd": _definite(strict=False),
    "pd": _definite(strict=True),
    "orthogonal": lambda R, A, p: must(all_lettered(R, A, "orthogonal"), "orthogonal"),
    "diagonal": lambda R, A, p: must(diagonal(R, A), "diagonal"),
    "projection": lambda R, A, p: must(lettered(R, A, "idempotent"), "projection"),
    "activation": lambda R, A, p: must(
        lettered(R, A, {"0": "mask", "-1": "signs"}.get(p[1], "none")), "activation"
    ),
    "contraction": lambda R, A, p: [(ONE - s_of("1")(R, A), ">=")],
    "bounded": lambda R, A, p: [(number(p[-1]) - scalar(WORDS["max_entry"](R, A)), ">=")],
}


def digest(data: Any) -> str:
    parts = data["domain"], data["ranges"], "; ".join(data["given"]), "; ".join(data["then"])
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
