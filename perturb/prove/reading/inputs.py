"""The inputs of a statement as polynomials: their variables, constraints and variants, space by space."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flint import fmpq

from perturb.domains.space import Space
from perturb.prove.reading.matrix_words import diag, identity
from perturb.prove.reading.number_words import Column, Tableau
from perturb.prove.reading.path import AT_LEAST, EQUAL, MORE, Path, Scalar
from perturb.prove.reading.ring import Unsupported


class Input(NamedTuple):
    """A space by name, with its parameters as in FORMAT.md."""

    name: str
    space: str
    parameters: tuple[str, ...]
    turned: str = ""  # until it is simple: one of the names below

    @property
    def written(self) -> list[str]:
        return [self.name, self.space, *self.parameters]


def read(name: str, space: Space) -> Input:
    """By its form, which a claim has when it is lowered."""
    assert space.form, f"{name} is of no space that proofs know"
    return Input(name, space.form[0], space.form[1:])


def shape(given: Input, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """(m, n) or (k,)."""
    if given.space in ("scalar", "integer"):
        return ()
    count = 1 if given.space == "vector" else 2
    if given.space in ("orthogonal", "activation"):
        names: tuple[str, ...] = given.parameters[:1] * 2
    else:
        names = given.parameters[:count]
    return tuple(int(n) if n.isdigit() else sizes[n] for n in names)


# Diagonal, of singular values or eigenvalues in descending order; of the real and of the imaginary part of a
# complex matrix, upper triangular with a corner >= 0 and diagonal; zero.
SINGULAR, EIGEN, SCHUR, DIAGONAL, ZERO = "singular", "eigen", "schur", "diagonal", "zero"


MAKERS = {"pd": "positive_definite", "diagonal": "diagonal_matrices", "rank1": "of_rank", "rank2": "of_rank"}
PLANAR = {
    "general": ("u1", "u2", "v1", "v2"),
    "symmetric": ("u1", "v1", "v2"),
    "skew": ("u2",),
    "diagonal": ("u1", "v1"),
    "projection": ("v1", "v2"),
    "activation": (),
}
PLANAR |= {key: PLANAR["general"] for key in ("orthogonal", "contraction", "bounded", "rank1", "rank2")}
PLANAR |= {key: PLANAR["symmetric"] for key in ("psd", "pd")}


def variables(given: Input, sizes: Mapping[str, int]) -> list[str]:
    """The names of its real variables, those of all variants; none where it is beyond reach as it is."""
    sides, name = shape(given, sizes), given.name
    if not sides:
        return [called(name)] if given.space == "scalar" else []
    if given.turned == ZERO:
        return []
    if given.turned and given.turned != SCHUR:
        plane: dict[Any, list[str]] = {(2, 2): ["u1", "v1"], (1, 2): ["u1"], (2, 1): ["u1"]}
        places = plane.get(sides, [f"{k + 1}{k + 1}" for k in range(min(sides))])
        return [f"{name}.{place}" for place in places] if given.space != "orthogonal" else []
    if sides == (2, 2):
        return [f"{name}.{part}" for part in PLANAR[given.space]]
    if sides in ((2,), (1, 2), (2, 1)):
        return [f"{name}.u1", f"{name}.u2"]
    if len(sides) == 1:
        return [f"{name}.{k + 1}" for k in range(sides[0])]
    if sides != (1, 1) and given.space == "diagonal":
        return [f"{name}.{k + 1}{k + 1}" for k in range(sides[0])]
    if sides != (1, 1) and given.space not in ("general", "bounded"):
        return []  # it cannot be made
    return [f"{name}.{i + 1}{j + 1}" for i in range(sides[0]) for j in range(sides[1])]


def called(name: str) -> str:
    """The variable of a number: not the name of a root."""
    return f"{name}." if re.fullmatch(r"r\d+", name) else name


def made(path: Path, given: Input, sizes: Mapping[str, int]) -> Any:
    """The value of an input; its constraints are put on the list."""
    sides = shape(given, sizes)
    names = variables(given, sizes)
    if given.space == "integer":
        return path.number(sizes[given.name])
    gens = [Scalar(path.ring.variables[n]) for n in names]
    if given.space == "scalar":
        return _number(path, gens[0], given.parameters)
    if given.space == "vector":
        return Column(gens)
    if given.turned == ZERO:
        return Tableau([(path.number(0),) * sides[1]] * sides[0])
    if given.turned and given.turned != SCHUR:
        return _ordered(path, given, gens, sides)
    if sides == (1, 1):
        return Tableau([(_single(path, given, gens),)])
    if sides == (2, 2):
        A = _planar(path, given)
    elif given.space == "diagonal":
        A = diag(path, Column(gens))
    elif not gens:
        maker = MAKERS.get(given.space, given.space)
        here = f"{given.name} of {maker} at {sides[0]} x {sides[1]}"
        raise Unsupported(
            f"{here}; square() or rectangular() with what is used of {given.name} as hypotheses is known"
        )
    else:
        A = Tableau([tuple(gens[i * sides[1] : (i + 1) * sides[1]]) for i in range(sides[0])])
    if given.space == "bounded":
        _bounded(path, [x for row in A for x in row], fmpq(*_fraction(given.parameters[2])))
    return A


def _ordered(path: Path, given: Input, gens: list[Scalar], sides: tuple[int, ...]) -> Tableau:
    """A diagonal matrix, its entries in descending order; of an orthogonal one I."""
    if given.space == "orthogonal":
        return identity(path, sides[0])
    xs = gens
    if sides == (2, 2):
        u, v = gens
        xs = [Scalar(u.num + v.num), Scalar(u.num - v.num)]
    for k, x in enumerate(xs) if given.turned != DIAGONAL else ():
        for y in xs[k + 1 :]:
            path.put(x.num - y.num, AT_LEAST)
        if given.turned == SINGULAR:
            path.put(x.num, AT_LEAST)
    nought = path.number(0)
    rows = [[xs[i] if i == j < len(xs) else nought for j in range(sides[1])] for i in range(sides[0])]
    return Tableau([tuple(row) for row in rows])


def _fraction(text: str) -> tuple[int, int]:
    top, _, bottom = text.partition("/")
    return int(top), int(bottom or 1)


def _number(path: Path, x: Scalar, ends: tuple[str, ...]) -> Scalar:
    low, high = ends or ("", "")
    if low:
        path.put(x.num - fmpq(*_fraction(low)), AT_LEAST)
    if high:
        path.put(fmpq(*_fraction(high)) - x.num, AT_LEAST)
    return x


def _bounded(path: Path, values: list[Scalar], c: fmpq) -> None:
    for x in values:
        path.put(c - x.num, AT_LEAST)
        path.put(c + x.num, AT_LEAST)


def _single(path: Path, given: Input, gens: list[Scalar]) -> Scalar:
    """A 1 x 1 matrix."""
    if given.space in ("orthogonal", "projection", "activation"):
        second = {"orthogonal": fmpq(-1), "projection": fmpq(1)}
        first = 0 if given.space == "projection" else 1
        values = [first, second.get(given.space) or fmpq(*_fraction(given.parameters[-1]))]
        if given.space == "activation":
            values[1] = fmpq(*_fraction(given.parameters[1]))
        return path.number(values[path.variant(2)])
    if given.space == "skew":
        return path.number(0)
    x = gens[0]
    if given.space in ("psd", "pd"):
        path.put(x.num, AT_LEAST if given.space == "psd" else MORE)
    if given.space == "contraction":
        path.put(1 - x.num, AT_LEAST)
        path.put(1 + x.num, AT_LEAST)
    if given.space == "bounded":
        _bounded(path, [x], fmpq(*_fraction(given.parameters[2])))
    return x


def _planar(path: Path, given: Input) -> Tableau:
    """A 2 x 2 matrix."""
    ring, space = path.ring, given.space
    if space == "activation":
        eta = path.number(fmpq(*_fraction(given.parameters[1])))
        bits = path.variant(4)
        return diag(path, Column([eta if bits & 2 else path.number(1), eta if bits & 1 else path.number(1)]))
    parts = {p: ring.variables.get(f"{given.name}.{p}", ring.zero) for p in ("u1", "u2", "v1", "v2")}
    if space == "orthogonal":
        kept = ("u1", "u2") if path.variant(2) == 0 else ("v1", "v2")
        parts = {p: x if p in kept else ring.zero for p, x in parts.items()}
        path.put(path.squares([parts[p] for p in kept]) - 1, EQUAL)
    if space == "projection":
        which = path.variant(3)
        if which < 2:
            return identity(path, 2) if which else Tableau([(path.number(0),) * 2] * 2)
        parts["u1"] = ring.constant(fmpq(1, 2))
        path.put(path.squares([parts["v1"], parts["v2"]]) - fmpq(1, 4), EQUAL)
    u1, u2, v1, v2 = (parts[p] for p in ("u1", "u2", "v1", "v2"))
    if space in ("psd", "pd"):
        bits = AT_LEAST if space == "psd" else MORE
        path.put(u1, bits)
        path.put(u1 * u1 - v1 * v1 - v2 * v2, bits)
    if space == "rank1":
        path.put(path.squares([u1, u2]) - path.squares([v1, v2]), EQUAL)
    if space == "contraction":
        path.put(1 - path.root(path.squares([u1, u2])) - path.root(path.squares([v1, v2])), AT_LEAST)
    rows = ((u1 + v1, v2 - u2), (v2 + u2, u1 - v1))
    if given.turned == SCHUR:
        path.put(rows[1][0], EQUAL)
        path.put(rows[0][1], AT_LEAST)
    return Tableau([tuple(Scalar(x) for x in row) for row in rows])


def complex_variables(names: list[str]) -> list[str]:
    """Pairs X1, X2 of real variables."""
    return [n[:-1] for n in names if n.endswith(("u1", "v1")) and n[:-1] + "2" in names]
