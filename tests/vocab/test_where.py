"""Whether the symbols of a statement are clear is seen at a glance, or by printing all of them."""

from __future__ import annotations

import pytest

from perturb import claim, named, paper, term, then
from perturb.domains import square, together, vector
from perturb.vocab import T, larger, norm, s1
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.printing.terms import Lexicon, clear_at_a_glance, noting

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
