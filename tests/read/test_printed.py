"""What `perturb show --tex` prints is read back: the relations of the catalogue, and relations at random.

A thirtieth of both in the default profile, all of them in the deep one. `not_back.txt` lists the claims with
a relation that is not read back to the same, and why: "another tree" is one that groups products otherwise,
has a list for a column of numbers, or an index without the range that stands beside the formula.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import const
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link
from tests.read import printed
from tests.vocab.statements_at_random import KIND_OF, SHAPES, SIDES, differ_at, drawn_words, point, statement

DEEP = settings().max_examples >= 2_000
COUNT, SEED = 10_000, 77
PART = 1 if DEEP else 30
NOT_BACK = dict(
    line.split(": ", 1) for line in (Path(__file__).parent / "not_back.txt").read_text().splitlines()
)
MOST = 2  # claims that are not read back in full
# Of doubles: statements of complex inputs print them without the field; those of real ones do not need them.
BESIDE_THE_FIELD = (
    *("complex_fro", "complex_rank", "complex_norm", "complex_re", "complex_im", "complex_abs"),
    *("complex_det_re", "complex_det_im", "complex_permanent_re", "complex_permanent_im"),
)
SQUARE = ("least_minor", "degrees", "hermitian_permanent")  # words whose bodies ask for square matrices
BACK = 0.985  # of relations at random
NAMES = Lexicon(sides=SIDES, indices=frozenset("jq"))
KINDS = {name: Kind.INTEGER if s is None else KIND_OF[len(s)] for name, s in SHAPES.items()}
BOXES = {name: s or () for name, s in SHAPES.items()}
# Where print itself says two things: moduli of a symmetric matrix, a part that may not exist and is asked for
# its size.
TWICE = ("moduli", "eye", "eye_rows", "rows", "cols", "length")


def catalogued() -> list[Claim]:
    """The claims of this run, by their ids."""
    every = [claim for _, claim in sorted(catalogue().items())]
    return every[::PART]


def outcomes(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Why relations of a claim are not read back."""
    names, found = replace(claim.names.unnamed(), letters={}), claim.domain.spaces
    symmetric = [name for name, space in found.items() if (space.form or ("",))[0] in printed.SYMMETRIC]
    shapes = {name: space.shape for name, space in found.items()}
    said = set()
    for link in (*claim.hypotheses, *claim.conclusions):
        if link.shown is None or link.loewner:
            letters = printed.scope(shapes, claim.domain.kinds, symmetric, link.free)
            said.add(printed.outcome(link, names, letters, monkeypatch))
    return said - {"same", "alike"}


@pytest.mark.parametrize("claim", catalogued(), ids=lambda claim: claim.id)
def test_a_claim_of_the_catalogue_is_read_back(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "; ".join(sorted(outcomes(claim, monkeypatch))) == NOT_BACK.get(claim.id, "")


def test_few_claims_are_not_read_back() -> None:
    assert len(NOT_BACK) <= MOST
    assert NOT_BACK.keys() <= catalogue().keys()


def test_what_is_read_back_at_random_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text, or one with the same values; or it is refused.

    Of those without sense nothing is asked: they are read or refused.
    """
    words = [word for word in drawn_words() if word.name not in BESIDE_THE_FIELD]
    rng, back, drawn = random.Random(SEED), 0, 0
    for _ in range(COUNT // PART):
        link = statement(rng, words)
        drawn += not without_sense(link)
        scope = printed.scope(BOXES, KINDS, ["S"], "jq")
        found = printed.outcome(link, NAMES, scope, monkeypatch)
        back += found in ("same", "alike")
        if found == "another tree" and not without_sense(link):
            assert not differs(link) or any(word in link.canonical() for word in TWICE), link.latex(NAMES)
    assert back >= BACK * drawn


def without_sense(link: Link) -> bool:
    """Is a column taken for a square matrix, or something divided by 0?"""
    below = [(x.word, x.args) for side in link.parts for x in side.walk() if x.args]
    square = any(
        (word.square or word.name in SQUARE) and args[0].word.name == "column_matrix" for word, args in below
    )
    return square or any(word.name == "div" and args[1] is const(0) for word, args in below)


def differs(link: Link) -> bool:
    """Has what is read back certainly another value at some of six points?"""
    found = printed.read_again(link.latex(NAMES), printed.scope(BOXES, KINDS, ["S"], "jq"))
    rng = random.Random(1)
    return len(found) != 1 or any(differ_at(found[0], link, point(rng), NAMES) for _ in range(6))
