"""Named terms: a definition carries its symbol in print; the statement itself does not change by it.

A name is never a part of a tree. While the body of a claim is read, `term` and `named` note which trees have
which names, and the printer shows the name in place of the tree. Words, canonical text and fingerprints see
the trees only.

Beneath a statement stand the definitions of the names that it uses: "where x = z + v / 8", each name once,
from the top down.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, wraps
from itertools import pairwise
from typing import Any, ParamSpec, Protocol, Self

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, as_expr, variable
from perturb.vocab.printing.extent import Sides
from perturb.vocab.printing.plain import Glossary
from perturb.vocab.printing.symbols import BOUND, latex, level, subscripted, symbol

PLACE = re.compile(r"\{(\d+)\}")
HEAD = re.compile(r"\\[A-Za-z]+|.?", re.DOTALL)  # the letter that a symbol begins with
LETTERS: tuple[str, ...] = (*BOUND, *"tuxyzabcdfgh", *BOUND.upper())
P = ParamSpec("P")


@dataclass(frozen=True, eq=False)
class Notion:
    """A symbol and what it stands for: `expr`, made with `args`, which the symbol shows as {0}, {1}.

    `general` is the same notion with parameters for these arguments, by which it is defined: phi(t) for
    phi(Wz + b). `words` say it in English; a `standard` one is notation that needs no definition.
    """

    symbol: str
    expr: Expr
    args: tuple[Any, ...] = ()
    general: Notion | None = None
    words: str = ""
    standard: bool = False
    plain: Expr | None = None  # the tree that is printed in place of this one

    @property
    def definition(self) -> Notion:
        return self.general or self

    @property
    def level(self) -> int:
        """How strongly the symbol binds."""
        return level(self.symbol)

    @cached_property
    def shown_args(self) -> list[Expr]:
        """The arguments that the symbol shows."""
        return [as_expr(self.args[int(k)]) for k in PLACE.findall(self.symbol)] if self.args else []

    def may_use(self, other: Notion) -> bool:
        """Does `other` show what it has of the parameters of this one? Else it would hide that it varies."""
        hidden = inputs_of(other.expr).intersection(self.shown_args)
        return hidden <= frozenset().union(*map(inputs_of, other.shown_args)) if hidden else True

    def shown(self, names: Glossary) -> str:
        """The symbol with its arguments, LaTeX."""
        if not self.args:
            return self.symbol
        return PLACE.sub(lambda place: self._argument(int(place[1]), names), self.symbol)

    def _argument(self, k: int, names: Glossary) -> str:
        return latex(as_expr(self.args[k]), None, names)


@dataclass(frozen=True)
class Lexicon:
    """The names in one claim: letters of inputs, sizes, indices; notions by tree, the most specific last."""

    letters: Mapping[str, str] = field(default_factory=dict)
    notions: Mapping[Expr, tuple[Notion, ...]] = field(default_factory=dict)
    sides: Sides | None = None
    indices: frozenset[str] = frozenset()
    said: frozenset[Expr] = frozenset()  # parts of the relation at hand
    used: dict[Notion, None] = field(default_factory=dict, compare=False, repr=False)

    def saying(self, parts: frozenset[Expr]) -> Self:
        """The same where these parts are printed."""
        return replace(self, said=parts)

    def of(self, expr: Expr) -> Notion | None:
        """What the tree is called, noting that this was asked for."""
        known = self.notions.get(expr)
        if not known:
            return None
        self.used.setdefault(known[-1].definition)
        return known[-1]

    def letter(self, name: str) -> str:
        """The input of this Python name in print."""
        return self.letters.get(name) or symbol(name)

    def size(self, expr: Expr, side: int) -> str | None:
        """What a side is called, where that is known."""
        return self.sides.of(expr, side) if self.sides else None

    @cached_property
    def _lasting(self) -> frozenset[str]:
        """The letters of inputs and sizes, and those that named terms begin with."""
        named = [one.symbol for found in self.notions.values() for one in found]
        inputs = map(self.letter, self.sides.shapes) if self.sides else ()
        sizes = self.sides.names if self.sides else ()
        return frozenset(HEAD.findall(text)[0] for text in (*self.letters.values(), *inputs, *sizes, *named))

    @cached_property
    def taken(self) -> frozenset[str]:
        """The letters that stand for something in the claim."""
        return self._lasting.union(map(symbol, self.indices))

    def free(self, *used: str) -> str:
        """A letter for an index of print's own, which stands for nothing else."""
        return next(letter for letter in LETTERS if letter not in self._lasting and letter not in used)

    def afresh(self) -> Lexicon:
        """The same names, none of them used so far."""
        return replace(self, used={})

    def unnamed(self) -> Lexicon:
        """The same letters, without names for terms; complex values are printed as they are written."""
        whole = {
            tree: tuple([one for one in found if one.plain is not None or tree.double])
            for tree, found in self.notions.items()
        }
        return replace(self, notions={tree: found for tree, found in whole.items() if found}, used={})

    def below(self, notion: Notion) -> Lexicon:
        """The names by which this notion is defined: its own tree is called what it was called before it."""
        known = self.notions[notion.expr]
        earlier = known[: known.index(notion)]
        notions = {tree: tuple(filter(notion.may_use, found)) for tree, found in self.notions.items()}
        return replace(self, notions={**notions, notion.expr: tuple(filter(notion.may_use, earlier))})


NAMELESS = Lexicon()


class Naming:
    """What is named while the body of one claim is read; `calls` holds one notion for each call of a term."""

    def __init__(self) -> None:
        self.notions: dict[Expr, tuple[Notion, ...]] = {}
        self.calls: dict[tuple[Any, ...], Notion] = {}

    def add(self, notion: Notion) -> None:
        self.notions[notion.expr] = (*self.notions.get(notion.expr, ()), notion)


_NOTES: ContextVar[Naming | None] = ContextVar("names of the claim that is being read", default=None)


@contextmanager
def noting() -> Iterator[Naming]:
    """Note what is named inside."""
    notes = Naming()
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def named(symbol: str, value: Any, words: str = "") -> Expr:
    """`value`, which statements show as `symbol` (LaTeX); `words` say in English what it is.

    Raises ValueError for a bare number, which would be called so wherever it stands.
    """
    expr, notes = as_expr(value), _NOTES.get()
    if expr.word is CONST:
        raise ValueError(f"named({symbol!r}, {value!r}): a number has no other name")
    if notes is not None and not any(n.symbol == symbol for n in notes.notions.get(expr, ())):
        notes.add(Notion(symbol, expr, words=words))
    return expr


def printed(tree: Expr, plain: Expr) -> None:
    """Print `plain` where the statement that is being read has `tree`: |z| for the root of two squares."""
    notes = _NOTES.get()
    if notes is None or tree is plain or tree.word in (CONST, INDEX, INPUT):
        return
    known = any(one.plain is plain for one in notes.notions.get(tree, ()))
    if not known and not _reaches(plain, tree, notes):
        notes.add(Notion("", tree, standard=True, plain=plain))


def _reaches(plain: Expr, tree: Expr, notes: Naming) -> bool:
    """Would the tree be printed within itself: r, as the real part of 1 r?"""
    left, seen = [plain], set[Expr]()
    while left:
        for one in left.pop().walk():
            if one is tree:
                return True
            if one not in seen:
                seen.add(one)
                left += [named.plain for named in notes.notions.get(one, ()) if named.plain is not None]
    return False


def term(symbol: str, *, standard: bool = False) -> Callable[[Callable[P, Expr]], Callable[P, Expr]]:
    """A definition that statements share, with its symbol in LaTeX; {0}, {1} show the arguments of a call.

    The function returns a tree as before. Pages show the symbol, and define it once, for parameters, beneath
    "where", with the first sentence of the docstring; `standard` notation is not defined. Raises ValueError
    for a place without an argument.
    """

    def declare(function: Callable[P, Expr]) -> Callable[P, Expr]:
        plain: Callable[..., Expr] = function
        header = inspect.signature(function)
        parameters = list(header.parameters)
        places = sorted({int(k) for k in PLACE.findall(symbol)})
        if places and places[-1] >= len(parameters):
            raise ValueError(f"term {symbol!r}: {function.__name__} has no argument {places[-1]}")
        words = _first_sentence(inspect.getdoc(function) or "")

        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> Expr:
            made, notes = function(*args, **kwargs), _NOTES.get()
            if notes is not None and isinstance(made, Expr):
                _note(notes, made, header.bind(*args, **kwargs).args)
            return made

        def _note(notes: Naming, made: Expr, args: tuple[Any, ...]) -> Notion | None:
            inside = {node for arg in args if isinstance(arg, Expr) for node in arg.walk()}
            if made in inside:  # an argument, handed back: it has its own name
                return None
            if (function, args) not in notes.calls:
                general = _general(notes, args)
                notion = Notion(symbol, made, args, general, words, standard)
                notes.calls[function, args] = notion
                notes.add(notion)
            return notes.calls[function, args]

        def _general(notes: Naming, args: tuple[Any, ...]) -> Notion | None:
            for number in (Kind.SCALAR, Kind.INTEGER):
                free = {k: _parameter(parameters[k], args[k], number) for k in places}
                taken = tuple(free.get(k, arg) for k, arg in enumerate(args))
                hidden = [arg for k, arg in enumerate(args) if k not in free]
                if taken != args and not _captures(free.values(), hidden):
                    with suppress(TypeError):  # a subscript or a size is an integer
                        return _note(notes, plain(*taken), taken)
            return None

        return called

    return declare


def _parameter(name: str, value: Any, number: Kind) -> Any:
    """What stands for an argument in the definition, of the kind `number` for one.

    An index stands for itself, and so does an input that is called like the parameter.
    """
    if isinstance(value, Expr) and (value.word is INDEX or value.payload == (name, value.kind)):
        return value
    kind = as_expr(value).kind
    return variable(name, number if kind in (Kind.INTEGER, Kind.SCALAR) else kind)


@cache
def inputs_of(expr: Expr) -> frozenset[Expr]:
    """The inputs that a tree mentions."""
    return frozenset((expr,)) if expr.word is INPUT else frozenset().union(*map(inputs_of, expr.args))


def _captures(free: Iterable[Expr], hidden: Sequence[Any]) -> bool:
    """Is a parameter called like something in an argument that the symbol does not show?"""
    mentioned = {node.payload[0] for arg in hidden if isinstance(arg, Expr) for node in inputs_of(arg)}
    return any(p.word is INPUT and p.payload[0] in mentioned for p in free)


def _first_sentence(doc: str) -> str:
    """Without its full stop, on one line."""
    return re.split(r"\.(?:\s|$)", " ".join(doc.split()), maxsplit=1)[0]


# What makes a vector of so many vectors that reads the same without components.
LINEAR = {"add": 2, "sub": 2, "neg": 1, "matmul": 1, "mul": 1, "div": 1, "vec_rows": 0, "vec_columns": 0}


class Typeset(Protocol):
    """What is shown with names, and notes in them which it uses: a relation."""

    def latex(self, names: Lexicon) -> str: ...


@dataclass(frozen=True)
class Definition:
    """`symbol` = `body` in LaTeX, and in words where the statement's author gave some."""

    symbol: str
    body: str
    words: str

    @property
    def latex(self) -> str:
        return f"{self.symbol} = {self.body}"


def definitions(links: Sequence[Typeset], names: Lexicon, inputs: Sequence[str] = ()) -> list[Definition]:
    """Those that the links use, then those that these use, and so on. `inputs` are symbols that are taken.

    Raises ValueError when one symbol stands for two things.
    """
    seen = names.afresh()
    for link in links if names.notions else ():
        link.latex(seen)
    found: dict[str, Definition] = {}
    done = 0
    while done < len(seen.used):
        notion = list(seen.used)[done]
        done += 1
        if not notion.standard:
            symbol, one = notion.shown(seen), _definition(notion, seen)
            if symbol in inputs or found.get(symbol, one) != one:  # cols(A) and cols(B) may both be n
                other = f"{found[symbol].body} and" if symbol in found else "an input and"
                raise ValueError(f"{symbol} stands for two things: {other} {one.body}")
            found[symbol] = one
    return list(found.values())


def clear_at_a_glance(names: Lexicon, inputs: Sequence[str]) -> bool:
    """Is it certain, before anything is printed, that `definitions` finds no symbol with two meanings?

    A symbol in print begins with what stands before its first argument, so two are alike only where one such
    beginning begins the other. Most statements are clear by that, and printing takes far longer.
    """
    notions = {one.definition for found in names.notions.values() for one in found}
    begins = sorted(PLACE.split(one.symbol)[0] for one in notions if not one.standard)
    apart = not any(longer.startswith(begin) for begin, longer in pairwise(begins))
    return apart and not any(letter.startswith(begin) for letter in inputs for begin in begins)


def _definition(notion: Notion, names: Lexicon) -> Definition:
    below = names.below(notion)
    index = None if _reads_whole(notion.expr, below) else names.free(*notion.expr.free)
    symbol = notion.shown(names)
    return Definition(
        subscripted(symbol, index) if index else symbol, latex(notion.expr, index, below), notion.words
    )


def _reads_whole(expr: Expr, names: Lexicon) -> bool:
    """All but vectors that are made component by component: of s_i(A), by a root, a product, a sum with 1."""
    if expr.kind is not Kind.VECTOR or names.notions.get(expr):
        return True
    vectors = [arg for arg in expr.args if arg.kind is Kind.VECTOR]
    linear = expr.word is INPUT or LINEAR.get(expr.word.name) == len(vectors)
    return linear and all(_reads_whole(arg, names) for arg in vectors)
