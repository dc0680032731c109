"""Exact samples to evaluate words on: each word says what it takes, the table where more is worth it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.domains.space import exact_value
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, WORDS, Expr, Word, as_expr, variable

Sample = dict[str, Any]
RECTANGULAR: dict[str, list[list[Any]]] = {
    "zero 2x3": [[0, 0, 0], [0, 0, 0]],
    "row": [[1, -2, 2]],
    "column": [[3], [0], [-4]],
    "wide": [[1, Fraction(1, 2), -3, 0], [2, 5, Fraction(-7, 4), 1]],
    "tall, rank one": [[1, 2], [-2, -4], [3, 6]],
}
SQUARE: dict[str, list[list[Any]]] = {
    "1x1": [[-3]],
    "zero": [[0, 0], [0, 0]],
    "identity": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "jordan": [[2, 1, 0], [0, 2, 1], [0, 0, 2]],
    "nilpotent": [[0, 1, 0], [0, 0, 1], [0, 0, 0]],
    "rank deficient": [[1, 2, 3], [2, 4, 6], [1, 0, 1]],
    "rotation": [[0, -1], [1, 0]],
    "dyadic": [[Fraction(3, 4), -1, 2], [Fraction(1, 8), 3, Fraction(-5, 2)], [1, Fraction(1, 2), -2]],
}
PSD: dict[str, list[list[Any]]] = {
    "1x1 psd": [[Fraction(9, 4)]],
    "zero psd": [[0, 0], [0, 0]],
    "identity psd": [[1, 0], [0, 1]],
    "repeated": [[1, 0, 0], [0, 1, 0], [0, 0, 2]],
    "ones": [[1, 1, 1], [1, 1, 1], [1, 1, 1]],
    "gram": [[5, Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 4)]],
}
SYMMETRIC: dict[str, list[list[Any]]] = {
    "indefinite": [[1, 2], [2, -3]],
    "swap": [[0, 1], [1, 0]],
    **PSD,
}
VECTORS: dict[str, list[Any]] = {
    "one component": [Fraction(3, 2)],
    "zeros": [0, 0, 0],
    "positive": [1, 2, Fraction(1, 4)],
    "signed": [-1, Fraction(5, 2), 0, -2],
}
LAYERS: dict[str, list[list[Any]]] = {
    "one row": [[3, -4]],
    "opposite": [[Fraction(3, 2)], [-2]],
    "obtuse": [[2, -1], [Fraction(-1, 2), 1]],
    "acute": [[1, 2, 0], [1, 0, 1]],
    "orthogonal": [[1, 1, 0], [0, 0, 0], [2, -2, 0], [0, 0, -1]],
}
SETS: dict[str, list[list[Any]]] = {
    "triangle": [[0, 0, 0, 1], [3, 0, 0, 1], [3, 4, 0, 1]],
    "on a line": [[1, 1], [2, 2], [1, 1], [4, 4]],
    "tetrahedron": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, Fraction(1, 2), 3]],
    "with a centre": [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 0], [0, 0, 2]],
}
NUMBERS = {"zero": 0, "one": 1, "square": Fraction(9, 4), "negative": Fraction(-1, 2), "three": 3}
HERMITIAN: dict[str, list[list[Any]]] = {
    "pauli": [[0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]],
    "shifted": [[3, 1, 0, 2], [1, 2, -2, 0], [0, -2, 3, 1], [2, 0, 1, 2]],
}
ZOOS: dict[str, Any] = {
    "hermitian": HERMITIAN,
    "any": RECTANGULAR | SQUARE | SYMMETRIC,
    "square": SQUARE | SYMMETRIC,
    "symmetric": SYMMETRIC,
    "psd": PSD,
    "vector": VECTORS,
    "number": NUMBERS,
    "layer": LAYERS,
    "set": SETS,
    "small": {"row": RECTANGULAR["row"], "obtuse": LAYERS["obtuse"]},
}
KINDS = {
    "A": Kind.MATRIX,
    "B": Kind.MATRIX,
    "t": Kind.MATRIX,
    "c": Kind.VECTOR,
    "v": Kind.VECTOR,
    "w": Kind.VECTOR,
}
KINDS |= {"x": Kind.SCALAR, "y": Kind.SCALAR}


def samples(zoo: str) -> list[Sample]:
    """Each member of a zoo with partners: B like A, t like its transpose, c one number a column; w, y."""
    if zoo == "vector":
        return [
            {"v": v, "w": [Fraction(1, 2) - x for x in v], "y": Fraction(-3, 2)} for v in VECTORS.values()
        ]
    if zoo == "number":
        return [{"x": x, "y": y} for x in NUMBERS.values() for y in (Fraction(-3, 2), 2)]
    found = []
    for A in ZOOS[zoo].values():
        B = [[x + Fraction(1, 2) for x in row] for row in A[::-1]]
        t = [list(column) for column in zip(*B, strict=True)]
        found.append({"A": A, "B": B, "t": t, "c": list(range(1, len(A[0]) + 1)), "y": Fraction(-3, 2)})
    return found


def exact(sample: Sample) -> Sample:
    return {name: exact_value(value, KINDS[name]) for name, value in sample.items()}


def array(value: Any) -> Any:
    return np.array(value, dtype=float)


Uses = list[tuple[str, tuple[Any, ...]]]
MATRIX: Uses = [("any", ("A",))]
PAIR: Uses = [("any", ("A", "B"))]
VECTOR: Uses = [("vector", ("v",))]
REAL: Uses = [("number", ("x",)), *VECTOR]
REALS: Uses = [("number", ("x", "y")), ("vector", ("v", "y")), ("vector", ("v", "w"))]

# Where more is worth a sample than what a word says of its arguments itself.
MORE: dict[str, Uses] = {
    **{f"complex_{key}": [("hermitian", ("A",))] for key in ("s", "lam", "moduli", "trace", "det")},
    "hermitian_permanent": [("hermitian", ("A",))],
    "complex_matrix": [("square", ("A", "B"))],
    **{key: [("psd", ("A",))] for key in ("mat_log", "mat_sqrt")},
    "mat_power": [("psd", ("A", p)) for p in (Fraction(1, 3), -2)],
    "geometric_mean": [("psd", ("A", "A"))],
    "weighted_geometric_mean": [("psd", ("A", "A", t)) for t in (Fraction(1, 3), "y")],
    "spectral_projection": [("symmetric", ("A", i, j)) for i, j in ((1, 1), (1, 2), (2, 2))],
    "polar": MATRIX,
    "entrywise_power": [("any", ("A", p)) for p in (2, Fraction(1, 2), -1)],
    "banded": [("any", ("A", k)) for k in (0, 1)],
    **{key: [("any", ("A", k)) for k in (1, 3)] for key in ("row", "column")},
    "reshape": [("any", ("A", 3, 2)), ("any", ("A", 1, 9)), ("vector", ("v", 2, 2))],
    "matpow": [("square", ("A", k)) for k in (0, 1, 3)],
    "matmul": [("any", ("A", "t")), ("any", ("A", "c"))],
    "kron": [("any", ("A", "t")), ("vector", ("v", "w"))],
    "block": [("any", ("A", "B", "B", "A"))],
    "schatten": [("any", ("A", p)) for p in (1, 2, 3, Fraction(3, 2))],
    "entry": [("any", ("A", 1, 1)), ("any", ("A", 2, 3))],
    **{key: [*PAIR, *REALS] for key in ("add", "sub")},
    "neg": [*MATRIX, *REAL],
    "mul": [("any", ("A", "y")), ("any", ("y", "A")), *REALS],
    "div": [("any", ("A", "y")), *REALS],
    "pow": [(zoo, (*args, p)) for zoo, args in REAL for p in (0, 2, 3, -1, Fraction(1, 2), Fraction(-3, 2))],
    **dict.fromkeys(("sqrt", "sq", "abs", "exp", "log", "gamma"), REAL),
    **dict.fromkeys(("larger", "smaller"), REALS),
    "slopes": [("vector", ("v", "y")), ("vector", ("w", "y"))],
    **{key: [("set", ("A",))] for key in ("mean_width", "spherical_width")},
    "relu_width": [("layer", ("A",))],
    "relu_singular_values": [("small", ("A",))],
    **{key: [("vector", ("v", k)) for k in (1, 3)] for key in ("component", "head")},
    "list": [("number", ("x", "y"))],
    "ones": [("number", (3,))],
    "ones_matrix": [("number", (2, 3))],
    "unit": [("number", (3, 2))],
}
NAMED = re.compile("matrix|vector|scalar|integer")
LETTERS = {Kind.MATRIX: "AB", Kind.VECTOR: "vw", Kind.SCALAR: "xy"}


def uses(word: Word) -> Uses:
    """Samples for a word: by its own account, matrices of the kind that it asks for, subscripts 1 and 2."""
    if word.name in MORE:
        return MORE[word.name]
    return [use for kinds in taken(word) for use in _uses(word, kinds)]


def taken(word: Word) -> list[tuple[Kind, ...]]:
    """The kinds of its arguments: one tuple, or one for each kind that the first may be."""
    if word.accepts is not None:
        return [word.accepts]
    if not word.takes:
        return [()]
    first, *rest = [
        [Kind[name.upper()] for name in NAMED.findall(text.replace("number", "scalar"))]
        for text in word.takes
    ]
    return [(kind, *[kinds[0] for kinds in rest]) for kind in first]


def _uses(word: Word, kinds: tuple[Kind, ...]) -> Uses:
    if Kind.MATRIX not in kinds:
        zoo = "vector" if Kind.VECTOR in kinds else "number"
        return [(zoo, tuple(_letters(kinds)))]
    below = {node.word for node in word.node(*_variables(kinds)).walk()}
    asks = word.symmetric_in or any(w.symmetric_in for w in below)
    zoo = "symmetric" if asks else "square" if any(w.square for w in below) else "any"
    zoos = ("psd", zoo) if asks and not word.symmetric_in else (zoo,)
    return [
        (zoo, tuple(_letters(kinds, k))) for zoo in zoos for k in ((1, 2) if Kind.INTEGER in kinds else (1,))
    ]


def _letters(kinds: tuple[Kind, ...], k: int = 1) -> Iterator[Any]:
    free = {kind: iter(letters) for kind, letters in LETTERS.items()}
    if Kind.MATRIX in kinds:
        free[Kind.SCALAR] = iter("y")
    for kind in kinds:
        yield k if kind is Kind.INTEGER else next(free[kind])


def _variables(kinds: tuple[Kind, ...]) -> Iterator[Expr]:
    for letter in _letters(kinds):
        yield variable(letter, KINDS[letter]) if isinstance(letter, str) else as_expr(letter)


USES = {
    name: uses(word)
    for name, word in WORDS.items()
    if word not in LEAVES and not name.startswith(("matrix[", "test "))
}
