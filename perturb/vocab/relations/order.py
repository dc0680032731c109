"""Relations: `given` and `then` join trees by <=, <, >=, >, ==, !=, the Loewner order or majorization.

Canonical text is read back into them, so a saved statement can be decided again from its file alone.
Whether the parts of a relation fit each other is told by shapes alone, before any value: a statement whose
sizes do not fit is an error at every point, also where some part has no value, which may be met first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat

from perturb.enclosure import OPERATORS, Enclosure, Rigour, Verdict, compare
from perturb.vocab.complexes.relating import related
from perturb.vocab.grammar.kinds import Interval, Kind, exactly
from perturb.vocab.grammar.ranges import (
    Box,
    Extents,
    Relation,
    Shape,
    Sides,
    as_extents,
    assignments,
    exists,
    fit,
    index,
    indices,
    known,
    meaningful,
    shallow,
    unbounded,
)
from perturb.vocab.grammar.tree import INDEX, WORDS, Expr, as_expr, canonical, const, variable
from perturb.vocab.printing.plain import beside
from perturb.vocab.printing.symbols import BOUND, latex, symbol
from perturb.vocab.printing.terms import NAMELESS, Lexicon
from perturb.vocab.systems.facts import never_negative
from perturb.vocab.words.arithmetic import sqrt
from perturb.vocab.words.lists import Identity, constant_matrix, descending
from perturb.vocab.words.spectral import lam_min
from perturb.vocab.words.vector import partial_products, partial_sums, product, total

LOEWNER = ("≼", "loewner")
# x and y, of one length, by the k largest components of each, for every k: their sums, or products. In print
# the sign of the weak relation; the other two say beside it that the whole sums or products are equal.
# Products are for sides without negative components: a point where one has some is outside the statement.
MAJORIZED = {
    "majorized": (partial_sums, r"\prec_w", total),
    "weakly majorized": (partial_sums, r"\prec_w", None),
    "log-majorized": (partial_products, r"\prec_{w\log}", product),
    "weakly log-majorized": (partial_products, r"\prec_{w\log}", None),
}
ALSO = dict(zip(("≺", "≺_w", "≺_log", "≺_wlog"), MAJORIZED, strict=True))
JOINED = ", ".join((*OPERATORS, *map(repr, ("loewner", *MAJORIZED))))
PRECEQ = r"\preceq"
SIGNS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne"}


@dataclass(frozen=True)
class Link:
    """One relation lhs op rhs between scalars or, component by component, vectors.

    For the Loewner order A <= B the sides are 0 and lambda_min(B - A), for weak majorization the sums of the
    k largest components, k = 1, 2, ...; `shown` keeps the matrices or vectors, and `sign` what joins them.
    """

    lhs: Expr
    op: str
    rhs: Expr
    shown: tuple[Expr, Expr] | None = None
    sign: str = ""

    @property
    def parts(self) -> tuple[Expr, Expr]:
        return self.lhs, self.rhs

    @property
    def loewner(self) -> bool:
        return self.sign == PRECEQ

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(sorted(self.lhs.free | self.rhs.free))

    @property
    def component(self) -> str:
        """The subscript of a relation between vectors: a letter that none of its own indices has."""
        return next(letter for letter in BOUND if letter not in self.free)

    def subscript(self, names: Lexicon = NAMELESS) -> str | None:
        """The subscript that print gives a relation between vectors; None for numbers and for matrices."""
        between_vectors = Kind.VECTOR in (self.lhs.kind, self.rhs.kind) and self.shown is None
        return names.free(*self.free) if between_vectors and not self._equates_matrices else None

    def told(self, at: Mapping[str, int], names: Lexicon = NAMELESS) -> dict[str, int]:
        """Where an instance is, by the letters that print gives its indices (LaTeX).

        The components of matrices that are equated have none: they are counted as entries, row by row; in a
        majorization k says how many components are summed.
        """
        own = self.subscript(names) or ("k" if self.shown else "entry")
        return {own if name == self.component else symbol(name): k for name, k in at.items()}

    @property
    def _equates_matrices(self) -> bool:
        """Entry by entry, which is A = B."""
        whole = [side.word.name == "entries" or side is const(0) for side in self.parts]
        return self.op == "==" and all(whole) and self.lhs is not self.rhs

    def latex(self, names: Lexicon = NAMELESS) -> str:
        """The relation in print, terms that are named there by their names."""
        sides: Sequence[Expr] = self.shown or self.parts
        if self._equates_matrices:  # entry by entry, which is A = B
            sides = [side.args[0] if side.args else side for side in sides]
        names = beside(names, *self.parts)
        sign = self.sign or SIGNS[self.op]
        return f" {sign} ".join(latex(side, self.subscript(names), names) for side in sides)

    def canonical(self) -> str:
        return f"({self.op} {canonical(self.lhs)} {canonical(self.rhs)})"


@dataclass(frozen=True)
class Given:
    """A hypothesis; a point where it fails is outside the statement."""

    links: tuple[Link, ...]


@dataclass(frozen=True)
class Then:
    """A conclusion: a chain of relations, named a, b, c, ... from left to right."""

    links: tuple[Link, ...]


def given(*chain: Any) -> Given:
    """a hypothesis, yield given(a, "<", b, ...); a point where it fails is outside the statement

    Raises TypeError or ValueError for a malformed chain.
    """
    return Given(_links("given", chain))


def then(*chain: Any) -> Then:
    """a conclusion, yield then(a, "<=", b, "<=", c); "loewner" joins symmetric matrices, "majorized" vectors

    "weakly majorized" joins these too, "log-majorized" and "weakly log-majorized" those without a negative
    component.

    Raises TypeError or ValueError for a malformed chain.
    """
    return Then(_links("then", chain))


def _links(name: str, chain: tuple[Any, ...]) -> tuple[Link, ...]:
    if len(chain) < 3 or len(chain) % 2 == 0:
        raise TypeError(f"{name}(a, op, b, ...) takes sides joined by operators, not {len(chain)} arguments")
    if strange := [op for op in chain[1::2] if op not in (*OPERATORS, *LOEWNER, *MAJORIZED, *ALSO)]:
        raise ValueError(f"{name}: operator {strange[0]!r} is not one of {JOINED}")
    if any(isinstance(side, complex) or hasattr(side, "as_complex") for side in chain[0::2]):
        pairs = related(name, chain[0::2], chain[1::2], LOEWNER)
    else:
        pairs = list(zip(sides := _sides(chain[0::2]), chain[1::2], sides[1:], strict=False))
    links = [one for x, op, y in pairs for one in _related(name, as_expr(x), op, as_expr(y))]
    shallow(name, [side for link in links for side in link.parts])
    return ranged(name, tuple(links))


def _sides(values: tuple[Any, ...]) -> list[Expr]:
    """A bare multiple of the identity takes the size of the first matrix in the chain."""
    matrix = next((v for v in values if isinstance(v, Expr) and v.kind is Kind.MATRIX), None)
    if matrix is None:
        return [as_expr(v) for v in values]
    return [v.beside(matrix) if isinstance(v, Identity) else as_expr(v) for v in values]


def _related(name: str, lhs: Expr, op: Any, rhs: Expr) -> tuple[Link, ...]:
    known = ALSO.get(op, op)
    return _majorized(name, lhs, known, rhs) if known in MAJORIZED else (_link(name, lhs, op, rhs),)


def _majorized(name: str, lhs: Expr, op: str, rhs: Expr) -> tuple[Link, ...]:
    """Of products a hypothesis asks that no side is negative, where words alone do not tell; a conclusion
    asks for its root: undefined where the side is negative, it violates nothing there.
    """
    if lhs.kind is not Kind.VECTOR or rhs.kind is not Kind.VECTOR:
        raise TypeError(f"{name}: {op!r} joins two vectors, not a {lhs.kind.value} and a {rhs.kind.value}")
    running, sign, whole = MAJORIZED[op]
    small, large = (running(x if x.word.descending else descending(x)) for x in (lhs, rhs))
    weak = Link(small, "<=", large, (lhs, rhs), sign)
    full = () if whole is None else (Link(whole(lhs), "==", whole(rhs)),)
    signed = [x for x in dict.fromkeys((lhs, rhs)) if running is partial_products and not never_negative(x)]
    return (weak, *full, *(Link(x if name == "given" else sqrt(x), ">=", const(0)) for x in signed))


def _link(name: str, lhs: Expr, op: Any, rhs: Expr) -> Link:
    if op in LOEWNER:
        if lhs.kind is not Kind.MATRIX and lhs is const(0):
            return Link(const(0), "<=", lam_min(rhs), (lhs, rhs), PRECEQ)
        if Kind.MATRIX not in (lhs.kind, rhs.kind) or lhs.kind is not rhs.kind:
            raise TypeError(f"{name}: the Loewner order joins two matrices")
        return Link(const(0), "<=", lam_min(rhs - lhs), (lhs, rhs), PRECEQ)
    if Kind.MATRIX in (lhs.kind, rhs.kind):
        raise TypeError(
            f"{name}: {op} does not join matrices; use 'loewner', or entries(A) for an entrywise relation"
        )
    return Link(lhs, op, rhs)


def ranged(name: str, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Every index has one range and a finite one, declared or left by its subscripts; TypeError otherwise."""
    ends: dict[str, set[tuple[Expr, ...]]] = {}
    indexed = [side for link in links for side in link.parts if side.free]
    for node in {node for side in indexed for node in side.walk()}:
        if node.word is INDEX:
            ends.setdefault(node.payload[0], set()).add(node.args)
    for letter, found in sorted(ends.items()):
        if len(found) > 1:
            what = "stands for two different indices" if () in found else "has two different ranges"
            raise TypeError(f"{name}: {letter} {what}; give them two names")
    for lost in (letter for link in links for letter in unbounded(link)):
        raise TypeError(
            f"{name}: no finite range of index {lost} is seen; declare one, index({lost!r}, 1, n)"
        )
    return links


def parse_link(text: str, kinds: Mapping[str, Kind]) -> Link:
    """The relation written by `Link.canonical`. Raises ValueError for anything else."""
    try:
        return _relation(text, kinds)
    except (TypeError, ZeroDivisionError, RecursionError) as error:
        raise ValueError(f"statement: {error}") from None


def _relation(text: str, kinds: Mapping[str, Kind]) -> Link:
    tokens = re.findall(r"\(|\)|[^\s()]+", text)
    if len(tokens) < 4 or tokens[0] != "(" or tokens[-1] != ")":
        raise ValueError(f"statement {text!r} is not a relation")
    op, rest = tokens[1], tokens[2:-1]
    if op not in OPERATORS:
        raise ValueError(f"statement: {op!r} is not one of {', '.join(OPERATORS)}")
    lhs, rest = read_tokens(rest, kinds)
    rhs, rest = read_tokens(rest, kinds)
    if rest:
        raise ValueError(f"statement {text!r} goes on after its end")
    if Kind.MATRIX in (lhs.kind, rhs.kind):
        raise ValueError(f"statement {text!r} relates matrices")
    return ranged("statement", (Link(lhs, op, rhs),))[0]


def read_tokens(tokens: list[str], kinds: Mapping[str, Kind]) -> tuple[Expr, list[str]]:
    """The first part that canonical text is made of, and the tokens after it."""
    if not tokens or tokens[0] == ")":
        raise ValueError("statement ends too early")
    if tokens[0] != "(":
        return _leaf(tokens[0], kinds), tokens[1:]
    if len(tokens) < 2:
        raise ValueError("statement ends too early")
    name, rest = tokens[1], tokens[2:]
    args: list[Expr] = []
    while rest and rest[0] != ")":
        arg, rest = read_tokens(rest, kinds)
        args.append(arg)
    if name == "index":
        return _index(args), rest[1:]
    if name.startswith("matrix["):
        return _constant(name), rest[1:]
    if name not in WORDS or not rest:
        raise ValueError(f"statement: unknown word {name!r}")
    return WORDS[name].node(*args), rest[1:]


def _leaf(token: str, kinds: Mapping[str, Kind]) -> Expr:
    if token in kinds:
        return variable(token, kinds[token])
    if re.fullmatch(r"-?\d+(/\d+)?", token):
        return const(Fraction(token))
    if re.fullmatch(r"[A-Za-z_]\w*", token):
        return indices(token)[0]
    raise ValueError(f"statement: {token!r} is neither a number nor a name")


def _index(args: list[Expr]) -> Expr:
    if len(args) != 3 or args[0].word is not INDEX:
        raise ValueError("statement: an index has a name and two ends")
    return index(args[0].payload[0], args[1], args[2])


def _constant(name: str) -> Expr:
    rows = [[fmpq(*map(int, x.split("/"))) for x in row.split(",")] for row in name[7:-1].split(";")]
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"statement: {name} is ragged")
    return constant_matrix(fmpq_mat(len(rows), len(rows[0]), [x for row in rows for x in row]))


def left_out(link: Link, shapes: Mapping[str, Shape]) -> bool:
    """Do the sizes alone keep a hypothesis from being met? A part does not exist, or sizes are compared."""
    if not meaningful(link, shapes):
        return True
    if any(side.kind is not Kind.INTEGER for side in link.parts):
        return False
    sizes, boxes = as_extents(shapes.items()), map(_box, assignments(link, shapes))
    sides = [[_number(known(side, sizes, box)) for side in link.parts] for box in boxes]
    return any(compare(lhs, link.op, rhs) is Verdict.VIOLATED for lhs, rhs in sides)


def _box(at: Mapping[str, int]) -> Box:
    return {name: exactly(k) for name, k in at.items()}


def _number(found: Interval) -> Enclosure:
    low, high = (fmpq(end) if isinstance(end, int) else None for end in found)
    return Enclosure(low, high, rigour=Rigour.EXACT)


def fits(link: Relation, shapes: Mapping[str, Shape]) -> None:
    """ValueError where the parts of some instance do not fit at these shapes of the inputs."""
    why = _unfit(link.parts, tuple(sorted(shapes.items())))
    if why is not None:
        raise ValueError(why)


class _Sides(NamedTuple):
    """The two sides of a relation, for the ranges of its indices."""

    parts: tuple[Expr, Expr]


@lru_cache(maxsize=1024)
def _unfit(parts: tuple[Expr, Expr], shapes: tuple[tuple[str, Shape], ...]) -> str | None:
    """What does not fit: a part without indices, or in an instance a part with some."""
    link, memo = _Sides(parts), dict[Expr, Any]()
    try:
        _fit_closed(parts, as_extents(shapes), memo)
        if meaningful(link, dict(shapes)):
            for at in assignments(link, dict(shapes)):
                _fit_instance(parts, as_extents(shapes), _box(at), dict(memo))
    except ValueError as error:
        return str(error)
    return None


def _fit_closed(parts: tuple[Expr, Expr], sizes: Extents, memo: dict[Expr, Any]) -> None:
    """A part made of one that does not exist is not there either: nothing is asked of it."""
    gone: set[Expr] = set()
    for node in computed(parts):
        if not node.free:
            if any([_defined(arg) in gone for arg in node.args]) or not exists(node, sizes, {}):
                gone.add(node)
            else:
                fit(node, [_exact(known(arg, sizes, {}, memo)) for arg in node.args])


def _fit_instance(parts: tuple[Expr, Expr], sizes: Extents, box: Box, memo: dict[Expr, Any]) -> None:
    for node in computed(parts):
        if node.free:
            fit(node, [_exact(known(arg, sizes, box, memo)) for arg in node.args])
    between([_exact(known(side, sizes, box, memo)) for side in parts if side.kind is Kind.VECTOR])


def between(lengths: Sequence[Sides]) -> None:
    """ValueError for a relation between vectors of two lengths."""
    if len(set(lengths)) > 1:
        raise ValueError(f"a relation between vectors of lengths {sorted({n for (n,) in lengths})}")


def _exact(sides: Any) -> Sides:
    """The sides of a vector or matrix where all indices have values; of a number none."""
    return () if isinstance(sides, Interval) else tuple([int(side.lo) for side in sides])


@lru_cache(maxsize=1024)
def computed(parts: tuple[Expr, Expr]) -> tuple[Expr, ...]:
    """What an evaluation looks at, arguments first: of a derived word its definition alone."""
    found: dict[Expr, None] = {}

    def visit(expr: Expr) -> None:
        if expr not in found:
            for below in expr.args if expr.expansion is None else (expr.expansion,):
                visit(below)
            found[expr] = None

    for side in parts:
        visit(side)
    return tuple([node for node in found if node.expansion is None])


def _defined(expr: Expr) -> Expr:
    """The definition of a derived word."""
    while expr.expansion is not None:
        expr = expr.expansion
    return expr
