"""Statements drawn from the whole vocabulary, and such as are one step away from another."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

import perturb.vocab
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import INDEX, WORDS, Expr, Word, const, indices, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.relations.order import Link

SHAPES = {
    **{"A": ("m", "k"), "B": ("k", "n"), "S": ("n", "n"), "I": ("n", "n"), "P": ("k", "k"), "J": (2, 2)},
    **{
        "v": ("n",),
        "w": ("k",),
        "e": ("n",),
        "s": ("k",),
        "r": (),
        "t": (),
        "T": (),
        "x": (),
        "i": None,
        "p": None,
    },
}
SIZES = ("m", "k", "n")
KIND_OF = {2: Kind.MATRIX, 1: Kind.VECTOR, 0: Kind.SCALAR}
INPUTS = [variable(n, Kind.INTEGER if s is None else KIND_OF[len(s)]) for n, s in SHAPES.items()]
j, q = indices("j q")
NUMBERS = [const(c) for c in (-2, -1, 0, 1, 2, 3, 10, Fraction(1, 2), Fraction(-1, 2), Fraction(2, 3))]
SIDES = Sides(SIZES, SHAPES, {"i": "i", "p": "p"})


def drawn_words() -> list[Word]:
    """All words of statements but the leaves, operators among them."""
    exported = [
        given for name in perturb.vocab.__all__ if isinstance(given := getattr(perturb.vocab, name), Word)
    ]
    operators = [WORDS[name] for name in ("add", "sub", "neg", "mul", "div", "component", "entry", "head")]
    hidden = [WORDS[name] for name in ("eye", "eye_rows", "column_matrix", "list", "larger", "smaller")]
    return sorted({*exported, *operators, *hidden}, key=lambda word: word.name)


def statement(rng: random.Random, words: list[Word]) -> Link:
    """A relation between two trees that the words take, of one to four levels."""
    sides = [
        _tree(rng, words, rng.choice((1, 2, 2, 3)), {Kind.SCALAR, Kind.INTEGER, Kind.VECTOR}) for _ in "ab"
    ]
    return Link(sides[0], rng.choice(("<=", "<", "==", "!=")), sides[1])


def _tree(rng: random.Random, words: list[Word], depth: int, kinds: set[Kind]) -> Expr:
    while True:
        made = _leaf(rng, kinds) if depth == 0 else _over(rng, words, depth)
        if made is not None and made.kind in kinds:
            return made


def _leaf(rng: random.Random, kinds: set[Kind]) -> Expr:
    leaves = [one for one in (*INPUTS, *NUMBERS, j, q) if one.kind in kinds]
    return rng.choice(leaves)


def _over(rng: random.Random, words: list[Word], depth: int) -> Expr | None:
    word = rng.choice(words)
    count = word.arity if word.arity is not None else 2
    below = [_tree(rng, words, rng.randrange(depth), _accepted(word, k)) for k in range(count)]
    return _made(word, below)


def _made(word: Word, args: Sequence[Expr]) -> Expr | None:
    """A tree, where the word takes these; a list takes numbers, which from_list sees to."""
    if word.name == "list" and any(one.kind not in (Kind.SCALAR, Kind.INTEGER) for one in args):
        return None
    with suppress(TypeError, ValueError):
        return word.node(*args)
    return None


def _accepted(word: Word, position: int) -> set[Kind]:
    if word.accepts is None:
        return (
            {Kind.INTEGER}
            if position and word.takes[position:] and "integer" in word.takes[position]
            else set(Kind)
        )
    wanted = word.accepts[position]
    return {wanted, Kind.INTEGER} if wanted is Kind.SCALAR else {wanted}


def neighbour(rng: random.Random, words: list[Word], link: Link) -> Link:
    """The relation with one node made otherwise: by another word or leaf, in another order, regrouped."""
    side = rng.randrange(2)
    sides = list(link.parts)
    sides[side] = _changed(rng, words, sides[side])
    return Link(sides[0], link.op, sides[1])


def _changed(rng: random.Random, words: list[Word], expr: Expr) -> Expr:
    if expr.args and expr.word is not INDEX and rng.random() < 0.7:
        k = rng.randrange(len(expr.args))
        args = [_changed(rng, words, a) if m == k else a for m, a in enumerate(expr.args)]
        made = _made(expr.word, args)
        return expr if made is None else made
    return next((made for _ in range(60) if (made := _otherwise(rng, words, expr)) is not None), expr)


def _otherwise(rng: random.Random, words: list[Word], expr: Expr) -> Expr | None:
    way = rng.randrange(4)
    made: Expr | None = None
    if way == 0:
        made = _made(rng.choice(words), expr.args)
    elif way == 1 and len(expr.args) > 1:
        made = _made(expr.word, expr.args[::-1])
    elif way == 2 and len(expr.args) == 2 and len(expr.args[0].args) == 2:  # (a b) c is a (b c)
        (a, b), c = expr.args[0].args, expr.args[1]
        inner = _made(expr.word, (b, c))
        made = _made(expr.args[0].word, (a, inner)) if inner is not None else None
    elif way == 3:
        made = _made(rng.choice(words), (expr,)) if rng.random() < 0.5 else _leaf(rng, {expr.kind})
    return made if made is not None and made.kind is expr.kind else None
