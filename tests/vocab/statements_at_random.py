"""Statements drawn from the whole vocabulary, such as are one step away, and trees made otherwise.

Trees that print shows alike: 1x for x, x + (y + z) for (x + y) + z, f(v)_k for f(v_k). And what a statement
says at a point: the two sides of every instance, if any.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flint import ctx

import perturb.vocab
from perturb.domains.space import exact_value
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.vocab import column_matrix, entries, s1
from perturb.vocab import s as s_identities
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import CONST, INDEX, WORDS, Expr, Word, const, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.printing.plain import COMPONENTWISE
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.decide import shapes_of
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import CharPoly, Exact, Field
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange, as_scalar
from perturb.vocab.systems.facts import partial_parts

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
    plain = {"real", "imag", "conj", "H"}  # of complex numbers; of real inputs they say nothing
    every = {*exported, *operators, *hidden}
    return sorted((word for word in every if word.name not in plain), key=lambda word: word.name)


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
        said = "".join(word.takes[position : position + 1]).replace("number", "scalar or integer")
        return {kind for kind in Kind if kind.value in said} or set(Kind)
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


# Trees made otherwise by what print leaves out: 1x for x, x + (y + z) for (x + y) + z, f(v)_k for f(v_k).


Move = Callable[[Expr], Iterator[Expr]]
NUMBERS_IDENTITIES = (Kind.SCALAR, Kind.INTEGER)
SIDES_IDENTITIES = ("rows", "cols", "eye", "eye_rows")


def node(name: str, *args: Expr) -> Expr:
    return WORDS[name].node(*args)


def with_numbers(x: Expr) -> Iterator[Expr]:
    """1x, 0u + x, -(-1)x, x - 2y as x + (-2)y."""
    name = x.word.name
    yield const(1) * x
    for u in INPUTS:
        yield const(0) * u + x
        yield const(0) * node("sqrt", u) + x
    if name == "neg":
        yield const(-1) * x.args[0]
    if name == "sub" and x.args[1].word.name == "mul" and x.args[1].args[0].word is CONST:
        number, y = x.args[1].args
        yield x.args[0] + const(-number.payload[0]) * y
    if name == "mul" and x.args[0] is const(0):
        yield from (const(0) * u for u in INPUTS if u.kind is x.args[1].kind)
        yield const(0) * node("sqrt", x.args[1])


def regrouped(x: Expr) -> Iterator[Expr]:
    """(a b) c as a (b c), of sums, products and maxima."""
    if x.word.name in ("add", "sub", "mul", "matmul", "larger", "smaller") and len(x.args[0].args) == 2:
        (a, b), c = x.args[0].args, x.args[1]
        yield Expr(x.args[0].word, (a, Expr(x.word, (b, c))))
        if x.word.name in ("larger", "smaller"):
            yield node(x.word.name, a, node(x.word.name, b, c))


def defined(x: Expr) -> Iterator[Expr]:
    """What a word is: a square, s_1, a quotient of numbers, the entries of a column."""
    name = x.word.name
    if name == "sq":
        yield node("pow", x.args[0], const(2))
    if name == "s1":
        yield s_identities(x.args[0])[1]
    if name == "component" and x.args[0].word is s_identities and x.args[1] is const(1):
        yield s1(x.args[0].args[0])
    if x.word is CONST and isinstance(x.payload[0], Fraction) and x.payload[0].denominator > 1:
        yield const(x.payload[0].numerator) / const(x.payload[0].denominator)
    if x.kind is Kind.VECTOR:
        yield entries(column_matrix(x))


def sized(x: Expr) -> Iterator[Expr]:
    """The same side of another matrix."""
    if x.word.name in SIDES_IDENTITIES:
        for name in SIDES_IDENTITIES[:2] if x.kind is Kind.INTEGER else SIDES_IDENTITIES[2:]:
            for A in INPUTS:
                if A.kind is Kind.MATRIX:
                    yield node(name, A)
                    yield from (node(name, node(f, A)) for f in ("T", "inv", "mat_sqrt", "mat_exp"))
    if x.word.name == "block":
        zeros = [const(0) * A for A in (*INPUTS, *x.args, node("inv", INPUTS[2])) if A.kind is Kind.MATRIX]
        yield from (Expr(x.word, (*x.args[:k], zero, *x.args[k + 1 :])) for k in range(4) for zero in zeros)


def by_component(x: Expr) -> Iterator[Expr]:
    """f(v)_k as f(v_k), A[k, l] as a component of a row, of a column, of the diagonal."""
    if x.word.name == "component":
        vector, k = x.args
        if vector.word.name in COMPONENTWISE:
            yield Expr(vector.word, tuple([a[k] if a.kind is Kind.VECTOR else a for a in vector.args]))
        if vector.word.name in ("row", "column"):
            ends = (vector.args[1], k) if vector.word.name == "row" else (k, vector.args[1])
            yield node("entry", vector.args[0], *ends)
        if vector.word.name == "diagonal":
            yield node("entry", vector.args[0], k, k)
    if x.word.name in COMPONENTWISE and x.args[0].word.name == "component":
        v, k = x.args[0].args
        others = [a.args[0] if a.word.name == "component" and a.args[1] is k else a for a in x.args[1:]]
        yield node(x.word.name, v, *others)[k]


MOVES: tuple[Move, ...] = (with_numbers, regrouped, defined, sized, by_component)


def _otherwise_identities(x: Expr) -> Iterator[Expr]:
    """The tree with one of its nodes made otherwise."""
    for move in MOVES:
        made = iter(move(x))
        while True:
            with suppress(TypeError, ValueError):
                if (one := next(made, None)) is None:
                    break
                if (one.kind in NUMBERS_IDENTITIES) == (x.kind in NUMBERS_IDENTITIES) and one is not x:
                    yield one
                continue
            break
    for k, arg in enumerate(x.args if x.word.name != "index" else ()):
        for one in _otherwise_identities(arg):
            with suppress(TypeError, ValueError):
                yield x.word.node(*x.args[:k], one, *x.args[k + 1 :])


def made_otherwise(link: Link) -> Iterator[Link]:
    for lhs in _otherwise_identities(link.lhs):
        yield Link(lhs, link.op, link.rhs)
    for rhs in _otherwise_identities(link.rhs):
        yield Link(link.lhs, link.op, rhs)


# What a statement says at a point.

SYSTEMS = (CharPoly, Exact)
BITS = 64
UNDEFINED, MEANINGLESS, MISFIT = "undefined", "meaningless", "shapes that do not fit"
POOLS: tuple[tuple[Any, ...], ...] = (
    (0,),
    (0, 1),
    (1, 2, 3),
    (-1, 0, 1, 2),
    (Fraction(1, 2), -2, 3, Fraction(-5, 7), 1, 0),
)
Said = str | Mapping[frozenset[tuple[str, int]], tuple[Any, Any]]


def point(rng: random.Random) -> dict[str, Any]:
    """Exact inputs of random sizes: zero, signs, fractions, symmetric matrices."""
    sizes, pool = {name: rng.choice((1, 2, 3)) for name in SIZES}, rng.choice(POOLS)
    return {name: _value([sizes.get(str(d), d) for d in s or ()], s, rng, pool) for name, s in SHAPES.items()}


def _value(sides: Any, shape: Any, rng: random.Random, pool: tuple[Any, ...]) -> Any:
    if shape is None:
        return rng.choice((0, 1, 1, 2, 2, 3))
    table = [[str(rng.choice(pool)) for _ in range(sides[-1] if sides else 1)] for _ in range(3)]
    if len(sides) < 2:
        return exact_value(table[0] if sides else table[0][0], KIND_OF[len(sides)])
    m, n = sides
    mirrored = m == n and rng.random() < 0.5
    rows = [
        [table[min(i, j) if mirrored else i][max(i, j) if mirrored else j] for j in range(n)]
        for i in range(m)
    ]
    return exact_value(rows, Kind.MATRIX)


def said_evaluated(link: Link, system: Field, names: Lexicon) -> Said:
    """By the indices of each instance, told by their letters."""
    with ctx.workprec(system.bits):
        try:
            return _said(link, Evaluation(system), names)
        except Undefined:
            return UNDEFINED
        except (ValueError, OutOfRange):
            return MISFIT


def _said(link: Link, read: Evaluation, names: Lexicon) -> Said:
    shapes = shapes_of(link, read)
    if not ranges.meaningful(link, shapes):
        return MEANINGLESS
    found: dict[frozenset[tuple[str, int]], tuple[Any, Any]] = {}
    for at in ranges.assignments(link, shapes):
        for part in (part for side in link.parts for part in partial_parts(side)):
            _valued(part, read, at)
        sides = [_valued(side, read, at) for side in link.parts]
        lengths = {len(x) for x in sides if isinstance(x, tuple)}
        if len(lengths) > 1:
            return MISFIT
        for k in range(*lengths or {1}):
            here = {**at, link.component: k + 1} if lengths else at
            left, right = (x[k] if isinstance(x, tuple) else x for x in sides)
            found[frozenset(link.told(here, names).items())] = left, right
    return found


def _valued(part: Any, read: Evaluation, at: Mapping[str, int]) -> Any:
    try:
        return read(part, at)
    except Unavailable:  # by this system
        return None


def differs(one: Said, other: Said) -> bool:
    """Certainly: in existence, in instances, or in a value."""
    if MISFIT in (one, other) or _open(one) or _open(other):
        return False
    if isinstance(one, str) or isinstance(other, str):
        return one != other
    return one.keys() != other.keys() or any(
        not _meet(x, y) for key in one for x, y in zip(one[key], other[key], strict=True)
    )


def _open(said: Said) -> bool:
    """Has the system no way to a side?"""
    return not isinstance(said, str) and any(x is None for sides in said.values() for x in sides)


def _meet(x: Any, y: Any) -> bool:
    a, b = to_arb(as_scalar(x)), to_arb(as_scalar(y))
    return bool(a.overlaps(b)) if a.is_finite() and b.is_finite() else True


def differ_at(one: Link, other: Link, values: Mapping[str, Any], names: Lexicon) -> bool:
    """In one of the systems."""
    pairs = ([said_evaluated(link, make(values, BITS), names) for link in (one, other)] for make in SYSTEMS)
    return any(differs(*pair) for pair in pairs)
