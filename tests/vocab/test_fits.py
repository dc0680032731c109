"""What shapes alone refuse is what an evaluation refuses for its shapes, word by word and part by part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from perturb import indices
from perturb.domains.exact import exact_value
from perturb.vocab import cols, det, diagonal, head, inv, lam, leading, rows, s, schur, trace
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, variable
from perturb.vocab.relations.order import Link, fits, left_out
from perturb.vocab.systems.certified import Residual
from perturb.vocab.systems.evaluate import Evaluation
from tests.vocab.test_words import ALL_WORDS

SHAPES: dict[Kind, list[tuple[int, ...] | int]] = {
    Kind.MATRIX: [(2, 2), (2, 3), (3, 2), (3, 3), (1, 3)],
    Kind.VECTOR: [(2,), (3,), (1,)],
    Kind.SCALAR: [()],
    Kind.INTEGER: [1],
}
# An evaluation says first that it has no value: of a complex matrix with an odd side.
SAID_FIRST = {("complex_s", ((2, 3),)), ("complex_s", ((3, 2),)), ("complex_s", ((1, 3),))}
A, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
v, x = variable("v", Kind.VECTOR), variable("x", Kind.SCALAR)
(i,) = indices("i")
SIZES: Any = {"A": (3, 3), "B": (2, 3), "v": (2,), "x": ()}


def uses(name: str) -> Iterator[Expr]:
    """The word with arguments of every kind that it takes."""
    for kinds in product(SHAPES, repeat=WORDS[name].arity or 0):
        try:
            yield WORDS[name].node(*[variable(f"x{k}", kind) for k, kind in enumerate(kinds)])
        except TypeError:
            continue


def value(kind: Kind, shape: Any) -> Any:
    if kind is Kind.VECTOR:
        return exact_value([k + 1 for k in range(shape[0])], kind)
    if kind is Kind.MATRIX:
        entries = [[1 + (j == k) + (j + k) ** 2 % 3 for k in range(shape[1])] for j in range(shape[0])]
        return exact_value(entries, kind)
    return exact_value(1, kind)


def refused(node: Expr, shapes: dict[str, Any]) -> bool:
    try:
        fits(Link(node, "==", node), shapes)
    except ValueError:
        return True
    return False


def refused_at(node: Expr, values: dict[str, Any]) -> bool:
    try:
        Evaluation(Residual(values))(node)
    except ValueError:
        return True
    except (ArithmeticError, IndexError):
        return False
    return False


@pytest.mark.parametrize("name", sorted(ALL_WORDS))
def test_a_word_refuses_the_same_shapes_with_values_and_without(name: str) -> None:
    for node in uses(name):
        for shapes in product(*[SHAPES[arg.kind] for arg in node.args]):
            names = [arg.payload[0] for arg in node.args]
            values = {arg.payload[0]: value(arg.kind, s) for arg, s in zip(node.args, shapes, strict=True)}
            found = refused(node, dict(zip(names, shapes, strict=True)))
            assert found is ((name, shapes) in SAID_FIRST or refused_at(node, values)), shapes


@pytest.mark.parametrize(
    ("link", "fitting"),
    [
        (Link(trace(A - A) + x, "<=", det(A)), True),
        (Link(x, "<=", det(B)), False),
        (Link(x, "<=", trace(A @ inv(A) @ B)), False),
        (Link(s(A), "<=", s(B)), False),
        (Link(head(s(A), 2), "<=", s(B)), True),
        (Link((schur(A, i) @ lam(A))[i * i], "<=", x), False),  # i = 1: 2 x 2 and 3 x 1
        (Link(trace(leading(A, i) - leading(A, 2)), "<=", x), False),  # at i = 1
        (Link((A @ v)[5], "<=", x), False),
        (Link(trace(leading(B, 3) - A), "<=", x), True),  # no such block, so no difference
        (Link(trace(leading(B, 3)), "<=", det(B)), False),
        (Link(trace(leading(A - B, i)) + s(B)[i + 7], "<=", x), False),  # without an index, so anywhere
        (Link(trace(leading(A, i) - A) + s(B)[i + 7], "<=", x), True),  # no instance
    ],
)
def test_parts_fit_in_every_instance(link: Link, fitting: bool) -> None:
    if fitting:
        fits(link, SIZES)
        return
    with pytest.raises(ValueError, match=r"do not fit|is needed, not|of lengths"):
        fits(link, SIZES)


@pytest.mark.parametrize(
    ("link", "out"),
    [
        (Link(rows(B), "==", cols(B)), True),
        (Link(rows(A), "==", cols(A)), False),
        (Link(rows(inv(A)), ">", 2 * rows(B)), True),
        (Link(diagonal(A)[i], "<=", x), False),
        (Link(diagonal(A)[4], "<=", x), True),
        (Link(trace(A), "<", trace(A)), False),
    ],
)
def test_sizes_alone_keep_a_hypothesis_from_being_met(link: Link, out: bool) -> None:
    assert left_out(link, SIZES) is out
