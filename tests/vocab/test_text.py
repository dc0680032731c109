"""A statement as text: canonical form and back, LaTeX."""

from __future__ import annotations

import re

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, settings
from hypothesis import given as for_all
from hypothesis import strategies as st

from perturb import indices
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import (
    I,
    T,
    descending,
    inv,
    kappa,
    larger,
    largest,
    length,
    partial_sums,
    s,
    smaller,
    sq,
    sqrt,
    total,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import unbounded
from perturb.vocab.grammar.tree import Expr, const, variable
from perturb.vocab.relations.decide import Gap, decide, holds
from perturb.vocab.relations.order import ALSO, MAJORIZED, Link, given, parse_link, then
from perturb.vocab.systems.certified import Exact
from perturb.vocab.systems.evaluate import Evaluation
from perturb.vocab.words.lists import constant_matrix

KINDS = {"A": Kind.MATRIX, "B": Kind.MATRIX, "v": Kind.VECTOR, "rho": Kind.SCALAR, "k": Kind.INTEGER}
A, B, V, RHO, K = [variable(name, kind) for name, kind in KINDS.items()]
CATALOGUE = catalogue()
offline = settings(derandomize=True, deadline=None, database=None, max_examples=100)


def links(c: Claim) -> list[Link]:
    return [*c.hypotheses, *c.conclusions, *c.domain.membership()]


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_text_of_a_claim(name: str) -> None:
    """Its canonical form reads back; LaTeX takes what pages show of it, with names and without."""
    c = CATALOGUE[name]
    reads_back(c)
    pieces = printed(c)
    for text in pieces:
        assert twice(text) is None, f"{twice(text)} in {text}"
    for text in (c.domain.describe(), *pieces):
        assert unbalanced(text) == ""
        assert not re.search(r"<|>", re.sub(r" [<>] ", "", text)), text
        assert not re.search(r"Fraction|fmpq|Kind|Expr|None|object|\bfloat|\d\.\d+e", text), text


def reads_back(c: Claim) -> None:
    for link in links(c):
        again = parse_link(link.canonical(), c.domain.kinds)
        assert again.canonical() == link.canonical()
        assert again.parts == link.parts  # equal trees are the same object
        assert again.free == link.free


def printed(c: Claim) -> list[str]:
    """All that a page shows of a statement, with names and without."""
    named = [link.latex(c.names) for link in links(c)]
    return [*named, *[link.latex() for link in links(c)], *[one.latex for one in c.definitions], *c.inputs]


def twice(text: str) -> str | None:
    """LaTeX refuses x_{1}_{i}, x^2^3 and x^2'; x_1^2 is one of each and fine."""
    found = re.search(r"_(\{[^{}]*\}|\w)_|\^(\{[^{}]*\}|\w)['^]", text)
    return found and found.group()


def test_the_check_of_subscripts_can_fail() -> None:
    assert [text for text in ("x_{1}_{i}", "x_1_2", "x^2^3", "x^{2}'", "x_1^2") if twice(text) is None] == [
        "x_1^2"
    ]


def test_components_of_named_vectors():
    W, b_1, y_hat = variable("W", Kind.MATRIX), variable("b_1", Kind.VECTOR), variable("y_hat", Kind.VECTOR)
    [link] = then(W @ y_hat + b_1, "<=", y_hat).links
    assert link.latex() == r"\left(W \hat{y}\right)_{i} + b_{1,i} \le \hat{y}_{i}"


def unbalanced(text: str) -> str:
    """What is wrong with the grouping of a LaTeX text, or nothing."""
    stack: list[str] = []
    closes = {"}": "{", r"\right": r"\left", r"\end": r"\begin"}
    for token in re.findall(r"\\left\b|\\right\b|\\begin\b|\\end\b|\\[{}]|[{}]", text):
        if token in closes.values():
            stack.append(token)
        elif token in closes and (not stack or stack.pop() != closes[token]):
            return f"{token} in {text}"
    return f"{stack} left open in {text}" if stack else ""


def test_a_number_of_a_vector_is_no_matter_of_its_components() -> None:
    assert then(length(V), "<=", V).links[0].latex() == r"\dim v \le v_{i}"
    assert then(largest(V), ">=", length(V) * V).links[0].latex() == r"\max_{j} v_{j} \ge \dim v \, v_{i}"


def test_the_check_of_balance_can_fail() -> None:
    for text in ("{", "}", r"\left(", r"\left( {\right) }", r"\begin{a}"):
        assert unbalanced(text) != ""
    assert unbalanced(r"\{ \frac{\left(a\right)}{b}") == ""


NUMBERS = st.one_of(
    st.integers(-9, 9).map(const),
    st.fractions(-3, 3, max_denominator=64).map(const),
    st.just(RHO),
    st.just(K),
)
i, j = indices("i j")
INDICES = st.one_of(st.integers(1, 4).map(const), st.sampled_from([i, j, i + j - 1, larger(i, j), K]))
CONSTANT = constant_matrix(fmpq_mat([[1, 2], [-3, 4]]) / 3)


def matrices_from(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda X, Y: X + Y, inner, inner),
        st.builds(lambda X, Y: X @ Y, inner, inner),
        st.builds(lambda c, X: c * I - X, NUMBERS, inner),
        inner.map(T),
        inner.map(inv),
    )


MATRICES = st.recursive(st.sampled_from([A, B, CONSTANT]), matrices_from, max_leaves=4)
VECTORS = st.one_of(st.just(V), MATRICES.map(s), MATRICES.map(lambda X: partial_sums(s(X))))


def scalars_from(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - p[1]),
        pair.map(lambda p: p[0] * p[1]),
        pair.map(lambda p: p[0] / p[1]),
        pair.map(lambda p: smaller(*p)),
        inner.map(lambda x: -x),
        inner.map(abs),
        inner.map(sq),
        inner.map(sqrt),
        inner.map(lambda x: x**3),
    )


LEAVES = st.one_of(
    NUMBERS, MATRICES.map(kappa), VECTORS.map(total), st.builds(lambda v, k: v[k], VECTORS, INDICES)
)
SCALARS = st.recursive(LEAVES, scalars_from, max_leaves=6)
LINKS = st.builds(
    Link, st.one_of(SCALARS, VECTORS), st.sampled_from(["<=", "<", ">=", ">", "==", "!="]), SCALARS
).filter(lambda link: not unbounded(link))  # v[i + j - 1] alone bounds neither i nor j: no statement


@offline
@for_all(LINKS)
def test_any_tree_reads_back(link: Link) -> None:
    again = parse_link(link.canonical(), KINDS)
    assert again.parts == link.parts
    assert again.op == link.op
    assert unbalanced(link.latex()) == ""


@offline
@for_all(LINKS, LINKS)
def test_different_trees_are_written_differently(one: Link, other: Link) -> None:
    same = one.parts == other.parts and one.op == other.op
    assert (one.canonical() == other.canonical()) == same


@offline
@for_all(LINKS, st.data())
def test_damaged_text_is_a_value_error(link: Link, data: st.DataObject) -> None:
    """Any text either reads as a relation that writes itself the same way, or raises ValueError."""
    text = link.canonical()
    cut = data.draw(st.integers(0, len(text) - 1))
    insert = data.draw(st.sampled_from(["", ")", "(", " ", "<=", "A", "s", "0/0", "matrix[1,2;3]", "nan"]))
    damaged = text[:cut] + insert + text[cut + data.draw(st.integers(0, 3)) :]
    assume(damaged != text)
    try:
        again = parse_link(damaged, KINDS)
    except ValueError:
        return
    assert parse_link(again.canonical(), KINDS).parts == again.parts


WRONG = [
    "",
    "A",
    "()",
    "(<= A",
    "<= A 1)",
    "(<= 1)",
    "(<= 1 2 3)",
    "(<= 1 2))",
    "(<= ( )",
    "(foo 1 2)",
    "(<= A A)",
    "(<= (s1) 1)",
    "(<= (s1 A B) 1)",
    "(<= (s1 v) 1)",
    "(<= (mul A B) 1)",
    "(<= (add 1 2 3) 1)",
    "(<= (unknown A) 1)",
    "(<= 1/0 1)",
    "(<= 1.5 1)",
    "(<= 1e9 1)",
    "(<= (trace (matrix[1,2;3])) 1)",
    "(<= (trace (matrix[1/0])) 1)",
    "(<= (trace (matrix[x])) 1)",
    "(<= (trace (matrix[])) 1)",
    "(<= " + "(neg " * 3_000 + "1" + ")" * 3_000 + " 1)",
]


@pytest.mark.parametrize("text", WRONG, ids=lambda t: t[:40])
def test_parse_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"statement|invalid literal"):
        parse_link(text, KINDS)


# Majorization: the sums, or products, of the k largest components, for every k.


W = variable("w", Kind.VECTOR)
PAIRS = [  # v, w, and by which relations v is joined to w
    ((1, 1), (2, 0), {"majorized", "weakly majorized"}),
    ((0, 2), (2, 0), {*MAJORIZED}),
    ((1, 0), (1, 1), {"weakly majorized", "weakly log-majorized"}),
    ((2, 2), (4, 1), {"weakly majorized", "log-majorized", "weakly log-majorized"}),
    ((2, 2), (3, 1), {"majorized", "weakly majorized"}),
    ((3, 0), (2, 2), set()),
]


@pytest.mark.parametrize(("one", "other", "joined"), PAIRS)
def test_majorization_is_its_definition(
    one: tuple[int, ...], other: tuple[int, ...], joined: set[str]
) -> None:
    values = {"v": tuple(map(fmpq, one)), "w": tuple(map(fmpq, other))}
    for op in MAJORIZED:
        assert holds(then(V, op, W).links, values) is (op in joined), op


@pytest.mark.parametrize(("sign", "name"), ALSO.items())
def test_majorization_by_its_sign(sign: str, name: str) -> None:
    assert then(V, sign, W).links == then(V, name, W).links
    assert given(V, sign, W).links == given(V, name, W).links


@pytest.mark.parametrize("name", MAJORIZED)
def test_a_hypothesis_of_majorization_is_the_conclusion(name: str) -> None:
    """But for what each asks of a side that may be negative."""
    assert then(s(A), name, s(B)).links == given(s(A), name, s(B)).links
    both = zip(then(V, name, W).links, given(V, name, W).links, strict=True)
    assert all(one == other or one.lhs is sqrt(other.lhs) for one, other in both)
    assert "log" in name or then(V, name, W).links == given(V, name, W).links


NEGATIVE = [((-1, -1), (1, 1)), ((1, 1), (-1, -1)), ((0, -1), (0, 0)), ((1, 2), (2, -1))]


@pytest.mark.parametrize(("one", "other"), NEGATIVE)
@pytest.mark.parametrize("op", ["log-majorized", "weakly log-majorized"])
def test_products_are_not_compared_where_a_side_is_negative(
    op: str, one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """The point is outside: no hypothesis holds there, and no conclusion holds or is violated."""
    values = {"v": tuple(map(fmpq, one)), "w": tuple(map(fmpq, other))}
    assert not holds(given(V, op, W).links, values)
    field = Exact(values)
    found = [decide(link, field, Evaluation(field)) for link in then(V, op, W).links]
    assert Gap.UNDEFINED in [finding.gap for finding in found]


def test_nothing_is_asked_of_sides_that_are_never_negative() -> None:
    for side in (s(A), s(A) * s(B), 2 * s(A), abs(V), sq(V)):
        assert len(then(side, "weakly log-majorized", s(A)).links) == 1
    for side in (V, s(A) - s(B), -s(A)):
        assert len(then(side, "weakly log-majorized", side).links) == 2


def test_majorization_is_shown_as_such_and_written_in_sums() -> None:
    weak, whole = then(V, "majorized", s(A)).links
    assert (weak.latex(), whole.latex()) == (r"v \prec_w s(A)", r"\sum_{i} v_{i} = \sum_{i} s_{i}(A)")
    assert weak.canonical() == "(<= (partial_sums (descending v)) (partial_sums (s A)))"
    assert parse_link(weak.canonical(), KINDS).parts == (partial_sums(descending(V)), partial_sums(s(A)))
    log, asked = then(V, "weakly log-majorized", s(A)).links
    assert asked.canonical() == "(>= (sqrt v) 0)"
    assert log.latex() == r"v \prec_{w\log} s(A)"
    assert weak.told({"i": 2}) == {"k": 2}


@pytest.mark.parametrize(("one", "other"), [(A, V), (V, RHO), (A, B)])
def test_majorization_joins_vectors(one: Expr, other: Expr) -> None:
    with pytest.raises(TypeError, match="'majorized' joins two vectors, not a"):
        then(one, "majorized", other)


def test_an_unknown_relation_is_told_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"operator 'below' is not one of .* 'loewner', 'majorized'"):
        then(V, "below", W)
