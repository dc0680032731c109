"""Statements that are shown alike are the same statement.

Whether the symbols of a statement are clear is seen at a glance, or by printing all of them.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

import pytest

from perturb import claim, named, paper, term, then
from perturb.domains import square, together, vector
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import text
from perturb.vocab import (
    T,
    block,
    cols,
    complex_matrix,
    complex_s,
    entries,
    exp,
    fro,
    inv,
    larger,
    largest,
    mat_power,
    mat_sqrt,
    matpow,
    norm,
    op,
    partial_sums,
    rows,
    s,
    s1,
    sqrt,
    total,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const, variable
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import latex
from perturb.vocab.printing.terms import Lexicon, clear_at_a_glance, noting
from perturb.vocab.relations.order import Link
from perturb.vocab.relations.quantifier import relation
from perturb.vocab.words.matrix import eye
from tests.vocab.alike import meaning
from tests.vocab.statements_at_random import INPUTS, SIDES, drawn_words, neighbour, statement

COUNT, SEED = 10_000, 33
NAMES = Lexicon(sides=SIDES, indices=frozenset("jq"))
A, B, S, I_, P, J, v, w, e, s_, r, t, T_, x, i, p = INPUTS


@cache
def drawn() -> list[Link]:
    """Statements from the whole vocabulary, three of four a step away from another."""
    rng, words = random.Random(SEED), drawn_words()
    found: list[Link] = []
    while len(found) < COUNT:
        first = statement(rng, words)
        found += [first, *(neighbour(rng, words, first) for _ in range(3))]
    return found[:COUNT]


def look(link: Link) -> str:
    """What a terminal shows, without blanks: a reader does not count them."""
    return re.sub(r"\s", "", readable(link.latex(NAMES)))


def alike(links: Iterable[Link]) -> list[tuple[str, list[str]]]:
    """What is shown alike and says different things."""
    shown: dict[str, dict[object, str]] = defaultdict(dict)
    for link in links:
        shown[look(link)].setdefault(meaning(link, NAMES), link.canonical())
    return [(seen, list(found.values())) for seen, found in shown.items() if len(found) > 1]


def test_random_statements_that_are_shown_alike_say_the_same():
    assert alike(drawn()) == []


def test_the_statements_use_every_word_and_differ():
    used = {node.word.name for link in drawn() for side in link.parts for node in side.walk()}
    assert {word.name for word in drawn_words()} <= used
    assert len({link.canonical() for link in drawn()}) > 0.9 * COUNT


def test_the_comparison_can_fail():
    other = Link(t - (r - x), "<=", const(1)), Link(t - (r + x), "<=", const(1))
    assert alike(other) == []
    assert meaning(other[0], NAMES) != meaning(other[1], NAMES)


# Pairs that read alike once, or would where a printer counts brackets too few.
PAIRS: list[tuple[Expr, Expr]] = [
    (rows(A) + 0 * t, cols(A) + 0 * t),
    (norm(entries(S)), op(S)),
    (total(partial_sums(v)), total(total(v) * v)),
    (norm(partial_sums(v) * v), norm(total(v) * v)),
    (largest(v) * t, largest(v * t)),
    (t * const(-2), t - 2),
    (2 * const(3), const(23)),
    (r - (t - x), r - t - x),
    (r / (t / x), r / t / x),
    (-(r**2), (-r) ** 2),
    (abs(r) * t * abs(x), abs(r * abs(t) * x)),
    (norm(s_[1] * v), norm(s(S) * s_[1])),
    (op(s_[1] * (S + I_)), norm(s(S + I_))),
    (op(mat_power(S, 2)), op(matpow(S, 2))),
    (op(mat_sqrt(S)), op(mat_power(S, const(1) / 2))),
    (exp(t), e[1] ** t),
    (op(T(S)), op(mat_power(S, T_))),
    (fro(S - I_), fro(S - S @ I_)),
    (trace(A @ T(A) + 0 * A @ T(A)), trace(T(A) @ A)),
    (s(complex_matrix(S, I_))[1], complex_s(complex_matrix(S, I_))[1]),
    (total(exp(0 * v)), total(exp(0 * w))),
    (sqrt(v)[1], sqrt(v[1])),
    ((v / e + w)[1], v[1] / e[1] + w[1]),
    (op(eye(S)), op(eye(mat_sqrt(S)))),
    (rows(S) * t, rows(inv(S)) * t),
    (op(block(0 * A, 0 * A, 0 * A, 0 * A)), op(block(0 * B, 0 * B, 0 * B, 0 * B))),
    (op(block(S, 0 * S, 0 * S, I_)), op(block(S, 0 * S, 0 * inv(S), I_))),
    (op(block(S, 0 * S, I_, 0 * S)), op(block(S, 0 * A, I_, 0 * A))),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda tree: repr(tree))
def test_pairs_that_differ_are_shown_differently(one: Expr, other: Expr):
    seen = [re.sub(r"\s", "", readable(latex(tree, None, NAMES))) for tree in (one, other)]
    assert seen[0] != seen[1]


def test_no_two_statements_of_the_catalogue_are_shown_alike():
    """But for what says what they are called, and twins of one statement."""
    shown = defaultdict(set)
    for one in catalogue().values():
        relations = text(one).partition("\n")[2]
        shown[relations].add((one.domain.describe(), *one.canonical))
    assert [seen for seen, found in shown.items() if len(found) > 1] == []


def test_a_letter_of_print_is_none_of_the_statement():
    """The bound index and that of a relation between vectors stand for nothing else."""
    sides = Lexicon(sides=SIDES)
    assert readable(relation(Link(v, "<=", const(1)), sides)) == "vⱼ ≤ 1   for all 1 ≤ j ≤ n"
    assert readable(latex(total(v * i), None, sides)) == "∑ⱼ vⱼ i"


# Whether the symbols of a statement are clear is seen at a glance, or by printing all of them.


SAMPLE = paper("sample")


@term(r"\phi({0})")
def phi(t):
    return larger(t, 0 * t)


def glance(build, *inputs):
    """Is it clear at a glance what `build` names, beside inputs with these letters?"""
    with noting() as notes:
        build(variable("A", Kind.MATRIX), variable("x", Kind.VECTOR))
    return clear_at_a_glance(Lexicon({}, notes.notions), inputs)


def test_symbols_of_which_none_begins_another_are_clear():
    assert glance(lambda A, x: (named("N", A @ A), phi(x), phi(2 * x)), "A", "x")


@pytest.mark.parametrize(
    "build",
    [
        lambda A, x: (named("N", A @ A), named("N", T(A))),
        lambda A, x: (named(r"\phi(t)", 2 * x), phi(x)),
        lambda A, x: named("A", T(A)),
        lambda A, x: (named("N", A @ A), named("N_1", T(A))),  # clear, as printing shows
    ],
)
def test_where_one_begins_another_printing_decides(build):
    assert not glance(build, "A", "x")


def test_a_name_that_reads_like_a_call_is_refused():
    with pytest.raises(ValueError, match=r"stands for two things"):

        @claim(SAMPLE, "clash", domain=together(x=vector(), A=square(), n=(1, 2)))
        def clash(x, A):
            yield then(norm(named(r"\phi(t)", 2 * x)), "<=", norm(phi(A @ x)) + s1(A))
