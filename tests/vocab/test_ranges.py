"""Shapes and subscripts: what an index ranges over, what does not fit, subscripts count from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, indices, paper, then
from perturb.certify.point import screen
from perturb.certify.replay import replay
from perturb.certify.witness import make
from perturb.domains import integer, square, symmetric, together, vector
from perturb.domains.space import Batch, exact_value
from perturb.enclosure import Verdict
from perturb.vocab import (
    cols,
    det,
    diagonal,
    entries,
    head,
    inv,
    lam,
    largest,
    leading,
    length,
    rows,
    s,
    schur,
    sq,
    total,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import assignments, index, meaningful
from perturb.vocab.grammar.tree import WORDS, Expr, const, variable
from perturb.vocab.relations.order import Link, fits, left_out, parse_link
from perturb.vocab.systems.certified import Residual
from perturb.vocab.systems.evaluate import Evaluation
from tests.declared import at, declare
from tests.vocab.test_words import ALL_WORDS

i, j, k = indices("i j k")
A, v = variable("A", Kind.MATRIX), variable("v", Kind.VECTOR)
VECTORS = together(v=vector(), n=(1, 4))


def link(lhs: Expr, rhs: Any = 0) -> Link:
    return then(lhs, "<=", rhs).links[0]


def found(lhs: Expr, rhs: Any = 0, **shapes: Any) -> list[tuple[int, ...]]:
    return [tuple(pick.values()) for pick in assignments(link(lhs, rhs), {"A": (2, 3), "v": (3,), **shapes})]


RANGES: dict[str, tuple[Expr, list[tuple[int, ...]]]] = {
    "v[i]": (v[i], [(1,), (2,), (3,)]),
    "v[i-1]": (v[i - 1], [(2,), (3,), (4,)]),
    "v[i+1]": (v[i + 1], [(0,), (1,), (2,)]),
    "v[3-i]": (v[3 - i], [(0,), (1,), (2,)]),
    "v[2i]": (v[2 * i], [(1,)]),
    "v[2i-7]": (v[2 * i - 7], [(4,), (5,)]),
    "v[-i]": (v[-i], [(-3,), (-2,), (-1,)]),
    "v[i*i]": (v[sq(i)], [(-1,), (1,)]),
    "v[|i|]": (v[abs(i)], [(x,) for x in (-3, -2, -1, 1, 2, 3)]),
    "v[ij]": (
        v[i * j],
        [(-3, -1), (-2, -1), (-1, -3), (-1, -2), (-1, -1), (1, 1), (1, 2), (1, 3), (2, 1), (3, 1)],
    ),
    "v[i] + v[i+1]": (v[i] + v[i + 1], [(1,), (2,)]),
    "v[i] + v[j-i]": (v[i] + v[j - i], [(x, y) for x in (1, 2, 3) for y in range(x + 1, x + 4)]),
    "v[:k]": (total(v[:k]), [(0,), (1,), (2,), (3,)]),
    "v[:k][i]": (v[:k][i], [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]),
    "A[i, i]": (A[i, i], [(1,), (2,)]),
    "A[i, i+1]": (A[i, i + 1], [(1,), (2,)]),
    "block": (entries(leading(A, k))[i], [(1, 1), (1, 2), (2, 2), (3, 2), (4, 2)]),
    "constant in a block": (entries(leading(A, k))[4], [(2,)]),
    "row by row": (entries(A)[(i - 1) * cols(A) + j] - A[i, j], [(x, y) for x in (1, 2) for y in (1, 2, 3)]),
    "length inside": (v[length(head(v, k))] + v[k + 1], [(1,), (2,)]),
    "value of an index": (entries(i * A)[i], [(x,) for x in range(1, 7)]),
    "far away": (v[i + 10**400], [(x - 10**400,) for x in (1, 2, 3)]),
    "declared": (v[index("i", 2, 9)], [(2,), (3,)]),
    "declared by sizes": (v[index("i", rows(A), cols(A))], [(2,), (3,)]),
    "declared and empty": (v[index("i", 3, 2)], []),
    "nothing exists": (A[i, 7], []),
}


@pytest.mark.parametrize("name", RANGES)
def test_the_range_of_an_index(name: str) -> None:
    lhs, expected = RANGES[name]
    assert found(lhs) == expected


def test_a_subscript_without_an_index_must_exist() -> None:
    shapes = {"A": (2, 2), "v": (3,)}
    assert not meaningful(link(v[i], s(A)[3]), shapes)
    assert meaningful(link(v[i], s(A)[2]), shapes)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: then(v[i - i], "<=", 0), "no finite range of index i "),
        (lambda: then(v[i - j], "<=", i), "no finite range of index i "),
        (lambda: then(total(v[: (rows(A) - 2) * i]), "<=", 0), "no finite range of index i "),
        (lambda: then(leading(A, i - j), "loewner", leading(A, i - j)), "no finite range of index"),
        (lambda: then(v[index("k", 1, 1)], "<=", 0 * v[index("k", 1, 2)]), "k has two different ranges"),
        (lambda: given(v[index("k", 1, 1)], "<", 0, "<", v[index("k", 1, 2)]), "k has two different ranges"),
        (lambda: then(v[index("k", 1, 1)], "<=", v[k]), "k stands for two different indices"),
        (lambda: index("j", 1, k), "'j': its end k depends on another index"),
        (lambda: index("j", 1, 0.5), "'j': its end 1/2 is a scalar, not an integer"),
        (lambda: index("j", 1, s(A)[1]), "is a scalar, not an integer"),
    ],
)
def test_refused_at_declaration(build: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        build()


@pytest.mark.parametrize(
    "text",
    [
        "(<= (component v (index k 1 1)) (component v (index k 1 2)))",
        "(<= (component v (sub i i)) 0)",
        "(<= (component v i) j)",
    ],
)
def test_refused_in_a_file(text: str) -> None:
    with pytest.raises(ValueError, match=r"two different ranges|no finite range of index"):
        parse_link(text, {"v": Kind.VECTOR})


def first_of_a_block(A: Any) -> Any:
    yield then(entries(leading(A, k))[i], "<=", 0)


def shifted(v: Any) -> Any:
    yield then(v[i - 1], "<=", 0)


def assumed_of_blocks(A: Any) -> Any:
    yield given(entries(leading(A, k))[i], "<=", 0)
    yield then(largest(entries(A)), "<=", 0)


def assumed_of_the_diagonal(A: Any) -> Any:
    yield given(diagonal(A)[i - 1], "<=", 0)
    yield then(trace(A), "<=", 0)


def test_no_instance_is_left_out_of_a_conclusion() -> None:
    violated = at(declare(first_of_a_block), A=[[0, 0], [0, 1]])
    assert (violated.verdict, dict(violated.at)) == (Verdict.VIOLATED, {"i": 4, "k": 2})
    violated = at(declare(shifted, VECTORS), v=[0, 1])
    assert (violated.verdict, dict(violated.at)) == (Verdict.VIOLATED, {"i": 3})


@pytest.mark.parametrize("body", [assumed_of_blocks, assumed_of_the_diagonal])
def test_no_instance_is_left_out_of_a_hypothesis(body: Any) -> None:
    c = declare(body)
    for A in ([[0, 0], [0, 1]], [[-1, 0], [0, 2]], [[-1, -1], [-1, -1]], [[3]]):
        assert at(c, A=A).verdict is (Verdict.HOLDS if A[0][0] == A[-1][-1] == -1 else Verdict.VACUOUS)


def test_screening_tries_the_same_instances() -> None:
    c = declare(shifted, VECTORS)
    margin = screen(c, Batch({"n": 2}, {"v.x": np.array([[-1.0, -1.0], [-1.0, 1.0]])}, 2)).margin
    assert margin[0] > 0 > margin[1]


def test_a_witness_names_the_index_and_replays() -> None:
    c = declare(first_of_a_block)
    point = c.domain.point({"A": [[0, 0], [0, 1]]})
    witness = make(c, point, at(c, A=[[0, 0], [0, 1]]))
    assert witness.data["at"] == {"i": 4, "k": 2}
    assert replay(witness).refutes


def test_the_subscript_of_a_vector_relation_does_not_hide_an_index() -> None:
    def body(v: Any) -> Any:
        yield then(v[i] + 0 * v, "<=", 0)

    violated = at(declare(body, VECTORS), v=[0, 1])
    assert dict(violated.at) == {"i": 2, "j": 1}


def test_an_empty_range_is_vacuous_and_said_so() -> None:
    def body(A: Any) -> Any:
        yield then(A[i, i + 1], "<=", 0)

    nothing = at(declare(body), A=[[5]])
    assert (nothing.verdict, nothing.reason) == (Verdict.VACUOUS, "no instance at this size")


def test_a_hypothesis_without_a_meaning_puts_the_point_outside() -> None:
    def body(A: Any, v: Any) -> Any:
        yield given(v[i], "<=", s(A)[3])
        yield then(trace(A), "<", 0)

    outside = at(declare(body, together(A=square(), v=vector(), n=(1, 4))), A=[[0, 0], [0, 0]], v=[0, 0])
    assert (outside.verdict, outside.failed) == (Verdict.VACUOUS, None)
    assert "no meaning" in outside.reason


def test_an_integer_input_shifts_a_subscript() -> None:
    def body(v: Any, m: Any) -> Any:
        yield then(v[i - m], "<=", 0)

    c = declare(body, together(v=vector(), m=integer(-2, 2), n=(1, 4)))
    for m in (-2, 0, 2):
        violated = at(c, v=[0, 0, 1], m=m)
        assert (violated.verdict, dict(violated.at)) == (Verdict.VIOLATED, {"i": 3 + m})


# What shapes alone refuse is what an evaluation refuses for its shapes, word by word and part by part.


SHAPES: dict[Kind, list[tuple[int, ...] | int]] = {
    Kind.MATRIX: [(2, 2), (2, 3), (3, 2), (3, 3), (1, 3)],
    Kind.VECTOR: [(2,), (3,), (1,)],
    Kind.SCALAR: [()],
    Kind.INTEGER: [1],
}
# An evaluation says first that it has no value: of a complex matrix with an odd side.
PARTS = ("complex_det_re", "complex_det_im", "complex_permanent_re", "complex_permanent_im")
SAID_FIRST = {(name, (shape,)) for name in PARTS for shape in ((2, 3), (3, 2), (1, 3))}
A_FITS, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
v_fits, x_fits = variable("v", Kind.VECTOR), variable("x", Kind.SCALAR)
(i_fits,) = indices("i")
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
        (Link(trace(A_FITS - A_FITS) + x_fits, "<=", det(A_FITS)), True),
        (Link(x_fits, "<=", det(B)), False),
        (Link(x_fits, "<=", trace(A_FITS @ inv(A_FITS) @ B)), False),
        (Link(s(A_FITS), "<=", s(B)), False),
        (Link(head(s(A_FITS), 2), "<=", s(B)), True),
        (Link((schur(A_FITS, i_fits) @ lam(A_FITS))[i_fits * i_fits], "<=", x_fits), False),  # 2 x 2, 3 x 1
        (Link(trace(leading(A_FITS, i_fits) - leading(A_FITS, 2)), "<=", x_fits), False),  # at i = 1
        (Link((A_FITS @ v_fits)[5], "<=", x_fits), False),
        (Link(trace(leading(B, 3) - A_FITS), "<=", x_fits), True),  # no such block, so no difference
        (Link(trace(leading(B, 3)), "<=", det(B)), False),
        (Link(trace(leading(A_FITS - B, i_fits)) + s(B)[i_fits + 7], "<=", x_fits), False),  # anywhere
        (Link(trace(leading(A_FITS, i_fits) - A_FITS) + s(B)[i_fits + 7], "<=", x_fits), True),  # no instance
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
        (Link(rows(A_FITS), "==", cols(A_FITS)), False),
        (Link(rows(inv(A_FITS)), ">", 2 * rows(B)), True),
        (Link(diagonal(A_FITS)[i_fits], "<=", x_fits), False),
        (Link(diagonal(A_FITS)[4], "<=", x_fits), True),
        (Link(trace(A_FITS), "<", trace(A_FITS)), False),
    ],
)
def test_sizes_alone_keep_a_hypothesis_from_being_met(link: Link, out: bool) -> None:
    assert left_out(link, SIZES) is out


# Subscripts count from 1: what would count from 0 or from the end is refused where it is written.


(i_subscripts,) = indices("i")
WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("0", lambda A: lam(A)[0]),
    ("-1", lambda A: lam(A)[-1]),
    ("0", lambda A: A[0, 1]),
    ("-2", lambda A: A[1, -2]),
    ("0", lambda A: s(A)[const(0)]),
]


@pytest.mark.parametrize(("shown", "part"), WRONG)
def test_a_subscript_below_one_is_refused_at_declaration(shown: str, part: Callable[[Any], Any]) -> None:
    def body(A: Any) -> Any:
        yield then(part(A), ">=", 0)

    with pytest.raises(ValueError, match=rf"subscript \[{shown}\] does not exist: subscripts count from 1"):
        claim(paper("test"), "wrong", domain=symmetric(n=(2, 3)))(body)


def test_an_index_that_is_moved_down_starts_later() -> None:
    @claim(paper("test"), "right", domain=symmetric(n=(2, 3)))
    def right(A: Any) -> Any:
        yield then(lam(A)[i_subscripts], "<=", lam(A)[i_subscripts - 1])

    assert right.conclusions
