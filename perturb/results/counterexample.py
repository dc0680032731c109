r"""A witness written out for a reader: inputs as matrices, what the formula is made of there, both sides.

The sides are algebraic numbers in closed form where exact arithmetic finds them, else the balls that decided.
Everything is LaTeX, and read from the relations and the exact inputs alone: the same from a claim and a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq, fmpq_mat

from perturb.certify.witness import Witness
from perturb.enclosure import Verdict
from perturb.numbers.algebraic import Algebraic
from perturb.numbers.closed_form import closed_form, decimal, has_closed_form
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.numerals import latex as numeral
from perturb.numbers.numerals import short, sides
from perturb.process.pool import TimeIsOver, limited
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.printing.symbols import latex
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import Exact
from perturb.vocab.systems.evaluate import Evaluation, as_scalar

BITS = 64
STEPS, WIDEST, ENTRY = 8, 4, 24  # quantities that are shown, their rows and columns, signs of an entry
PLAIN = ("eye", "T", "entries", "row", "column")  # of these a reader asks for no value
SECONDS = 5.0  # for exact arithmetic, which may have no end in sight
SIGN = {"<=": ">", "<": r"\ge", ">=": "<", ">": r"\le", "==": r"\ne", "!=": "="}  # of what is the case there


@dataclass(frozen=True)
class Counterexample:
    """`inputs` and `steps` are formulas, `left` and `right` those of the sides, with their values, empty for
    a side that is a number; `compared` compares these. `exact`: both sides are exact numbers, not balls.
    """

    inputs: tuple[str, ...]
    steps: tuple[str, ...]
    left: str
    right: str
    compared: str
    at: str
    exact: bool

    @property
    def formulas(self) -> list[str]:
        """All of it, a line each."""
        return [*self.inputs, *self.steps, *filter(None, (self.left, self.right)), self.compared]


def counterexample(witness: Witness, link: Link, names: Lexicon) -> Counterexample:
    """Of a witness, and the relation that fails there."""
    data, at = witness.data, dict(witness.data["at"])
    given = tuple(f"{names.letter(name)} = {pmatrix(value)}" for name, value in witness.shown.items())
    told = ", ".join(f"{name} = {k}" for name, k in link.told(at, names).items())
    point = Exactly(witness.values, at)
    entry = point.entry(link)
    told = rf"\text{{entry }} ({entry})" if entry else told
    lhs, rhs = point.side(link.lhs, link), point.side(link.rhs, link)
    if lhs is None or rhs is None:
        values = [_within(side) for side in sides(data["lhs"], data["rhs"])]
        compared = rf"\text{{left}} {SIGN[link.op]} \text{{right, certified in balls}}"
    else:
        point.confirm(lhs, link.op, rhs)
        values = [f"= {_valued(x)}" for x in (lhs, rhs)]
        compared = f"{closed_form(lhs)} {SIGN[link.op]} {closed_form(rhs)}"
    left, right = (_headed(side, link, names, x, entry) for side, x in zip(link.parts, values, strict=True))
    exact = lhs is not None and rhs is not None
    return Counterexample(given, point.steps(link, names), left, right, compared, told, exact)


def pmatrix(value: Any) -> str:
    """LaTeX of a number, a vector (as a column) or a matrix, of texts: p/q, sqrt(2)/2."""
    if not isinstance(value, list):
        return number(str(value))
    rows = [row if isinstance(row, list) else [row] for row in value]
    return _pmatrix([[number(str(x)) for x in row] for row in rows])


def number(text: str) -> str:
    """LaTeX of one exact number as `readable` writes it."""
    if complex_ := re.fullmatch(r"(?:(.+) ([+-]) )?(-?)(.*?) ?i", text):
        real, sign, minus, size = complex_.groups()
        return (
            f"{number(real) + f' {sign} ' if real else ''}{minus}{number(size) if size else ''} \\mathrm{{i}}"
        )
    told = short(text)
    if told != text:
        return rf"\text{{{told}}}"
    over, slash, under = text.partition("/")
    if slash and over.lstrip("-").isdigit() and under.isdigit():
        return rf"{'-' if over[0] == '-' else ''}\tfrac{{{over.lstrip('-')}}}{{{under}}}"
    return numeral(text)


def _pmatrix(rows: Sequence[Sequence[str]]) -> str:
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def _headed(side: Expr, link: Link, names: Lexicon, value: str, entry: str = "") -> str:
    """The side in print and its value; empty for a number, which stands for itself."""
    if side.word is CONST:
        return ""
    if entry:
        return rf"\left({latex(side.args[0], None, names)}\right)_{{{entry}}} {value}"
    sums = "k" if link.shown and side.kind is Kind.VECTOR else None  # of a majorization: as `told` has it
    return f"{latex(side, link.subscript(names) or sums, names)} {value}"


def _valued(x: fmpq | Algebraic) -> str:
    """The closed form, with a decimal where it is not rational."""
    if isinstance(x, fmpq):
        return closed_form(x)
    return rf"{closed_form(x)} \approx {decimal(x)}" if has_closed_form(x) else closed_form(x)


def _within(ball: str) -> str:
    """A ball as it was certified, or a number that is rounded and says so."""
    if "about" in ball or "same" in ball:
        return rf"= \text{{{ball}}}"
    return rf"\in {ball}" if ball.startswith("[") else f"= {ball}"


class Exactly:
    """Parts of a statement at one exact point, in exact arithmetic; None for what that does not reach."""

    def __init__(self, values: Mapping[str, Any], at: Mapping[str, int]) -> None:
        self.at = at
        self.system = Exact(values, BITS)
        self.read = Evaluation(self.system)

    def entry(self, link: Link) -> str:
        """Row and column, where matrices are compared entry by entry; empty elsewhere."""
        whole = [side for side in link.parts if side.word.name == "entries"]
        other = all(side.word.name == "entries" or side.word is CONST for side in link.parts)
        matrix = self.value(whole[0].args[0]) if whole and other and link.component in self.at else None
        if not isinstance(matrix, fmpq_mat | ExactMatrix):
            return ""
        above, beside = divmod(self.at[link.component] - 1, matrix.ncols())
        return f"{above + 1}, {beside + 1}"

    def side(self, expr: Expr, link: Link) -> fmpq | Algebraic | None:
        """One side of an instance."""
        value = self.value(expr)
        if isinstance(value, tuple):
            value = value[self.at[link.component] - 1]
        found = as_scalar(value) if value is not None else None
        return None if found is None or isinstance(found, arb) else found

    def confirm(self, lhs: fmpq | Algebraic, op: str, rhs: fmpq | Algebraic) -> None:
        """AssertionError where exact arithmetic denies what was certified: a defect of the engine."""
        if self.system.decide(lhs, op, rhs) is not Verdict.VIOLATED:
            raise AssertionError(f"{lhs} {op} {rhs} holds in exact arithmetic, and is kept as a violation")

    def value(self, expr: Expr) -> Any:
        """The value of a part; None where exact arithmetic gives none, or not in time."""
        try:
            with limited(SECONDS), ctx.workprec(BITS):
                return self.read(expr, self.at)
        except (Unavailable, Undefined, TimeIsOver, ValueError, ArithmeticError):
            return None

    def steps(self, link: Link, names: Lexicon) -> tuple[str, ...]:
        """What the sides are made of, each with its value, inner parts first; a few that one can follow."""
        found: dict[str, None] = {}
        for side in link.parts:
            for node in _inside(side):
                shown = self.step(node, names)
                if shown:
                    found.setdefault(shown)
        return tuple(found)[-STEPS:]

    def step(self, node: Expr, names: Lexicon) -> str:
        """head = value; empty for what has no exact value, or one that no line holds."""
        value = _short(self.value(node))
        return f"{latex(node, None, names)} = {value}" if value else ""


def _inside(side: Expr) -> Iterator[Expr]:
    """The parts of a side that are worth a line, inner ones first: matrices, vectors, numbers of matrices."""
    for node in [*dict.fromkeys(_inner_first(side))]:
        if node is not side and _worth(node):
            yield node


def _inner_first(node: Expr) -> Iterator[Expr]:
    for part in node.args:
        yield from _inner_first(part)
    yield node


def _worth(node: Expr) -> bool:
    if node.word in (CONST, INPUT, INDEX) or node.free:
        return False
    if node.kind is Kind.MATRIX:
        return node.word.name not in PLAIN and any(part.word is INPUT for part in node.walk())
    of_matrices = any(part.kind is Kind.MATRIX for part in node.args)
    return of_matrices and node.word.name not in PLAIN if node.kind is Kind.VECTOR else not _of_numbers(node)


def _of_numbers(node: Expr) -> bool:
    return all(part.kind in (Kind.SCALAR, Kind.INTEGER) for part in node.args)


def _short(value: Any) -> str:
    """LaTeX of an exact value that fits into a line; empty for any other."""
    if isinstance(value, fmpq_mat | ExactMatrix):
        return _matrix(value.tolist()) if max(value.nrows(), value.ncols()) <= WIDEST else ""
    if isinstance(value, tuple):
        shown = [_entry(x) for x in value]
        return rf"\left({', '.join(shown)}\right)" if len(shown) <= WIDEST and all(shown) else ""
    return "" if value is None or isinstance(value, arb | int) else _entry(as_scalar(value), 3 * ENTRY)


def _matrix(rows: Sequence[Sequence[Any]]) -> str:
    shown = [[_entry(x) for x in row] for row in rows]
    return _pmatrix(shown) if all(all(row) for row in shown) else ""


def _entry(x: Any, most: int = ENTRY) -> str:
    """Empty for a ball, and for a number of many signs."""
    x = as_scalar(x)
    if not isinstance(x, fmpq | Algebraic) or (isinstance(x, Algebraic) and not has_closed_form(x)):
        return ""
    text = closed_form(x)
    return text if len(text) <= most else ""
