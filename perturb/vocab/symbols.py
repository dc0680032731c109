"""The statement as text: LaTeX for people, a canonical form for fingerprints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from perturb.decimals import literal
from perturb.vocab.tree import CONST, INDEX, INPUT, Expr, const
from perturb.vocab.word import Kind

if TYPE_CHECKING:
    from perturb.vocab.terms import Lexicon

GREEK = frozenset(
    (
        "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
        + "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
    ).split()
)


BOUND = "ijklpq"
ZERO = const(0)
ATOM, RAISED, PRODUCT = 9, 3, 2  # the binding strength of a letter, of a power, of a product


def canonical(expr: Expr) -> str:
    """An s-expression in the primitive and derived words; equal statements give equal text."""
    if expr.word in (CONST, INPUT, INDEX) and not expr.args:
        return str(expr.payload[0])
    if expr.word is INDEX:
        return "(" + " ".join(["index", expr.payload[0], *[canonical(a) for a in expr.args]]) + ")"
    return "(" + " ".join([expr.word.name, *[canonical(a) for a in expr.args]]) + ")"


@cache
def symbol(name: str) -> str:
    """A Python name in print: rho -> \\rho, M_o -> M_o, y_hat -> \\hat{y}, W1 -> W_1."""
    for accent in ("tilde", "hat"):
        if name.endswith(f"_{accent}"):
            return rf"\{accent}{{{symbol(name[: -len(accent) - 1])}}}"
    stem, _, tail = name.partition("_")
    digits = re.fullmatch(r"([A-Za-z]+)(\d+)", stem)
    if digits and not tail:
        stem, tail = digits.group(1), digits.group(2)
    head = "\\" + stem if stem in GREEK else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    return f"{head}_{{{tail}}}" if tail else head


def number(value: Fraction) -> str:
    """A constant in LaTeX: what a float means as it is typed, with 10^k far from 1, else a fraction."""
    if value.denominator == 1:
        return str(value)
    head, _, power = (literal(value) or "").partition("e")
    if head:
        return rf"{head} \cdot 10^{{{int(power)}}}" if power else head
    sign, d = "-" if value < 0 else "", value.denominator
    below = f"2^{{{d.bit_length() - 1}}}" if d & (d - 1) == 0 and d > 4096 else str(d)
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{below}}}"


def latex(expr: Expr, index: str | None = None, names: Lexicon | None = None) -> str:
    """LaTeX of a tree; a vector is printed by its component `index` where there is one, a term by name."""
    return _render(expr, index, names)[0]


def _render(expr: Expr, index: str | None, names: Lexicon | None, outer: str = "") -> tuple[str, int]:
    """The text and how strongly it binds; the letters in `outer` stand for something around it."""
    notion = names.of(expr) if names is not None else None
    if names is not None and notion is not None:
        text = notion.shown(names)
        return (subscripted(text, index) if index and expr.kind is Kind.VECTOR else text), notion.level
    if expr.word is CONST:
        value = expr.payload[0]
        return number(value), ATOM if value >= 0 and value.denominator == 1 else PRODUCT
    if expr.word in (INPUT, INDEX):
        name = names.letter(expr.payload[0]) if names and expr.word is INPUT else symbol(expr.payload[0])
        return (subscripted(name, index) if index and expr.kind is Kind.VECTOR else name), level(name)
    if expr.word.name == "component":
        vector, position = expr.args
        return _render(vector, latex(position, None, names), names, outer)
    plain = _without_numbers(expr)
    if plain is not expr:
        return _render(plain, index, names, outer)
    if expr.word.name == "column_matrix":
        return _render(expr.args[0], None, names)
    template = expr.word.indexed if index and expr.word.indexed else expr.word.latex
    if callable(template):
        return template(*[latex(a, None, names) for a in expr.args]), expr.word.level
    args = expr.args
    if expr.word.name in ("larger", "smaller"):
        args = tuple(_operands(expr, expr, names))
        template = template.replace("{1:0}", ", ".join(f"{{{k}:0}}" for k in range(1, len(args))))
    taken = outer + "".join(re.findall(r"(?<![\\A-Za-z])[a-z](?![A-Za-z])", index or ""))
    bound = next((letter for letter in BOUND if letter not in (*expr.free, *taken)), BOUND[-1])
    within = taken + bound if "{b}" in template else taken
    parts = [_Part(arg, index, expr.word.level, bound, names, within) for arg in args]
    return _ranges(template.format(*parts, i=index or "", b=bound)), expr.word.level


def _ranges(text: str) -> str:
    """Rows 1..1 are row 1, rows 1+1.. are rows 2.., and all but the last n - 1 of n are the first."""
    if ".." not in text:
        return text
    text = re.sub(r"\b1\.\.([mn]) - \\left\(\1 - (\d+)\\right\)", r"1..\2", text)
    text = re.sub(r"\b(\d+)\+1\.\.", lambda k: f"{int(k[1]) + 1}..", text)
    return re.sub(r"\b1\.\.1\b", "1", text)


def _without_numbers(expr: Expr) -> Expr:
    """1x is x, 0x is 0, 0 + x is x, and x + (-2)y is x - 2y: what sums and differences leave behind."""
    if expr.word.name not in ("mul", "add"):
        return expr
    first, second = expr.args
    if expr.word.name == "mul" and first.word is CONST and first.payload[0] in (0, 1, -1):
        return {0: first, 1: second, -1: -second}[int(first.payload[0])]
    if expr.word.name == "add" and _without_numbers(first) is ZERO:
        return second
    negative = expr.word.name == "add" and second.word.name == "mul" and second.args[0].word is CONST
    if negative and second.args[0].payload[0] < 0:
        return first - const(-second.args[0].payload[0]) * second.args[1]
    return expr


def _operands(expr: Expr, top: Expr, names: Lexicon | None) -> Iterator[Expr]:
    """Those of a maximum of maxima, as far as these have no names."""
    named = names is not None and expr is not top and names.notions.get(expr)
    if expr.word is top.word and not named:
        for arg in expr.args:
            yield from _operands(arg, top, names)
    else:
        yield expr


@cache
def level(symbol: str) -> int:
    """How strongly a symbol binds: MD is a product, and one with an exponent takes no second."""
    if re.fullmatch(r"(?:[A-Za-z](?:_\w|\^\{[^{}]*\})* ?){2,}", symbol):
        return PRODUCT
    return RAISED if "^" in symbol else ATOM


def subscripted(name: str, index: str) -> str:
    """v_{i}, and b_{1,i}, z_{1,i}^{(2)}, x_{i}': LaTeX takes one subscript, before primes and exponents."""
    parts = re.fullmatch(r"(.*?)(?:_(?:\{([^{}]*)\}|(\w)))?((?:\^(?:\{[^{}]*\}|\w))?'*)", name)
    assert parts is not None, "each part but the first may be empty"
    own = parts[2] or parts[3]
    return f"{parts[1]}_{{{own + ',' if own else ''}{index}}}{parts[4]}"


class _Part:
    """An argument inside a template; the format says how strongly it must bind and which component it shows.

    {0} binds as strongly as the word itself, {0:2} at least at level 2, {0:+} is the right side of a minus.
    {0:2b} shows the component with a bound index of the word's own ({b} in the template), {0:2*} the whole
    vector, {0:2} the component that the word itself is asked for.
    """

    def __init__(
        self, expr: Expr, index: str | None, level: int, bound: str, names: Lexicon | None, outer: str
    ) -> None:
        self.expr, self.index, self.level, self.bound = expr, index, level, bound
        self.names, self.outer = names, outer

    def __format__(self, spec: str) -> str:
        level = 2 if spec == "+" else int(spec[0]) if spec else self.level
        index = {"b": self.bound, "*": None}.get(spec[1:], self.index)
        shown = index if self.expr.kind is Kind.VECTOR else None
        text, own = _render(self.expr, shown, self.names, self.outer)
        return text if own >= level else rf"\left({text}\right)"
