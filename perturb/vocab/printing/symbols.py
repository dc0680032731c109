"""A tree in print, LaTeX, by the templates of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from perturb.numbers.numerals import literal
from perturb.vocab.grammar.kinds import AGAIN, Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, const
from perturb.vocab.printing.plain import (
    OF_COMPLEX,
    SAME,
    Glossary,
    as_real,
    beside,
    blocks,
    has_sides,
    is_column,
    operands,
    parts_ways,
    without_numbers,
)

GREEK = frozenset(
    (
        "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
        + "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
    ).split()
)


BOUND = "ijklpq"
BARS = {"|": r"\lvert", "‖": r"\lVert"}
SIDE = {"rows": 0, "cols": 1}
ARROWS = (r"^\downarrow", r"^\uparrow")
ADJOINT, FIELD = "{0:9}^*", r"^{{\mathbb{{C}}}}"
COMPONENTWISE = r"{0:3} \circ {1:3}"  # of two vectors that are shown whole
HALF = const(Fraction(1, 2))
OPEN_ENDED = re.compile(r"\\log (?!\\left\()")  # a name that takes what follows
# Letters of words that stand before a bracket: v (A + B) is a product, v(A + B) is not.
CALLING = re.compile(
    r"(?:\\(?:lambda|kappa|omega|Omega|phi)|(?<![\\A-Za-z])[srwdvPI])(?:[_^](?:\w|\{[^{}]*\}))*'*$"
)
ATOM, RAISED, PRODUCT, SUM = (
    9,
    3,
    2,
    1,
)  # the binding strength of a letter, of a power, of a product, of a sum


@cache
def symbol(name: str) -> str:
    """A Python name in print: rho -> \\rho, M_o -> M_o, y_hat -> \\hat{y}, W1 -> W_1."""
    if name == "1j":
        return r"\mathrm{i}"
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


def latex(expr: Expr, index: str | None = None, names: Glossary | None = None) -> str:
    """LaTeX of a tree; a vector is printed by its component `index` where there is one, a term by name."""
    return _render(expr, index, names and beside(names, expr))[0]


def _render(expr: Expr, index: str | None, names: Glossary | None, outer: str = "") -> tuple[str, int]:
    """The text and how strongly it binds; the letters in `outer` stand for something around it."""
    notion = names.of(expr) if names is not None else None
    if names is not None and notion is not None and notion.plain is not None:
        return _render(notion.plain, index, names, outer)
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
        at = latex(position, None, names)
        if parts_ways(vector, names):
            return rf"\left({_render(vector, None, names, outer)[0]}\right)_{{{at}}}", ATOM
        return _render(vector, at, names, outer)
    plain = without_numbers(expr)
    if plain is not expr:
        return _render(plain, index, names, outer)
    if expr.word.name == "entries" and expr.args[0].word.name == "column_matrix":
        return _render(expr.args[0].args[0], index, names, outer)
    if expr.word.name == "column_matrix" or (expr.word.name == "entries" and is_column(expr.args[0], names)):
        text, own = _render(expr.args[0], None, names, outer)
        if index is None or expr.kind is Kind.MATRIX:
            return text, own
        return (subscripted(text, index) if own == ATOM else rf"\left({text}\right)_{{{index}}}"), ATOM
    if expr.word.name in SIDE:
        return _side(expr.args[0], SIDE[expr.word.name], names)
    return _worded(expr, index, names, outer)


def _worded(expr: Expr, index: str | None, names: Glossary | None, outer: str) -> tuple[str, int]:
    """By the template of the word; a number has no component, whatever it is a number of."""
    word, args = expr.word, expr.args
    if word.name not in AGAIN | SAME | OF_COMPLEX:
        args = tuple(map(as_real, args))
    template = _template(expr, index, names)
    if word.name in ("larger", "smaller"):
        args = tuple(operands(expr, expr, names))
        template = template.replace("{1:0}", _listing(args[1:], 1))
    template = template.replace("{list}", _listing(args, 0))
    args = blocks(args) if word.name == "block" else args
    taken = outer + "".join(re.findall(r"(?<![\\A-Za-z])[a-z](?![A-Za-z])", index or ""))
    bound = _bound(expr, taken, names)
    within = taken + bound if "{b}" in template else taken
    shown = index if expr.kind is Kind.VECTOR else None
    parts = [_Part(arg, shown, word.level, bound, names, within) for arg in args]
    more: dict[str, _Side | _Times] = {
        name: _Side(args[0], k, names) for name, k in SIDE.items() if f"{{{name}" in template
    }
    if "{by}" in template:
        more["by"] = _Times(parts[0], parts[1], " " if word.name == "matmul" else r" \, ")
    text = _ranges(template.format(*parts, i=index or "", b=bound, **more))
    sorted_ = template.endswith(ARROWS) and RAISED  # LaTeX takes one exponent
    return text, SUM if template is COMPONENTWISE else min(word.level, sorted_ or word.level)


def _listing(args: Sequence[Expr], first: int) -> str:
    return ", ".join(f"{{{k}:0}}" for k in range(first, first + len(args)))


def _template(expr: Expr, index: str | None, names: Glossary | None) -> str:
    """How the word is printed here: e^x becomes exp(x) where an input is called e."""
    word, args = expr.word, expr.args
    if word.name == "T" and args[0].double:
        return ADJOINT
    if word.letter and names is not None and word.letter in names.taken:
        chosen = word.instead
    elif word.name == "mat_power" and (args[1].kind is Kind.INTEGER or args[1] is HALF):
        return word.instead  # A^2 is the product, of any matrix, and A^{1/2} the root, of singular ones, too
    elif word.name == "mul" and index is None and all(arg.kind is Kind.VECTOR for arg in args):
        return COMPONENTWISE
    else:
        chosen = word.latex
    if index and word.indexed:
        chosen = word.indexed.replace(word.latex, chosen)
    over_c = names is not None and any(one.double for one in names.notions)
    if over_c and word.letter == "I" and args[0].double:
        return chosen.partition("_")[0]  # of X + iY, beside which it stands: not of the double
    if word.name in OF_COMPLEX and over_c:
        chosen = chosen.replace(FIELD, "")  # all is complex there
    return chosen.partition("_")[0] if word.letter == "I" and _plain_identity(expr, names) else chosen


def _plain_identity(expr: Expr, names: Glossary | None) -> bool:
    """Does the identity go without its size: is there one size only, or none that is known?"""
    sides = names.sides if names is not None else None
    if sides is None:
        return True
    return has_sides(expr.args[0], names) and (sides.names == (sides.of(expr, 0),) or not sides.knows(expr))


def _bound(expr: Expr, taken: str, names: Glossary | None) -> str:
    """A letter for an index of the word's own."""
    if names is not None:
        return names.free(*expr.free, *taken)
    return next((letter for letter in BOUND if letter not in (*expr.free, *taken)), BOUND[-1])


def _side(A: Expr, side: int, names: Glossary | None) -> tuple[str, int]:
    """The number of rows or columns: by the letters of the domain, in words where these do not tell it.

    Of a part that may not exist it is said which, unless the relation says it elsewhere.
    """
    name = names.size(A, side) if names is not None and has_sides(A, names) else None
    text = name or rf"\mathrm{{{'cols' if side else 'rows'}}}\left({latex(A, None, names)}\right)"
    return text, level(text) if name else ATOM


def _ranges(text: str) -> str:
    """Rows 1..1 are row 1, rows 1+1.. are rows 2.., and all but the last n - 1 of n are the first.

    The first row of the first column is a number, [1, 1]; [1..1, 1..1] is a matrix with one entry.
    """
    if ".." not in text:
        return text
    text = re.sub(r"\b1\.\.(.+?) - \\left\(\1 - (\d+)\\right\)", r"1..\2", text)
    text = re.sub(r"(?<=\[)(\d+)\+1\.\.|(?<=, )(\d+)\+1\.\.", lambda k: f"{int(k[1] or k[2]) + 1}..", text)
    return re.sub(r"(?<!\[1\.\.1, )\b1\.\.1(?=[\],])(?!, 1\.\.1\])", "1", text)


@cache
def level(symbol: str) -> int:
    """How strongly a symbol binds: MD is a product, n - 1 a sum, one with an exponent takes no second."""
    bare = re.sub(r"\{[^{}]*\}|\([^()]*\)", "", symbol)
    if re.search(r".[-+]|^-", bare):
        return SUM
    if re.fullmatch(r"(?:[A-Za-z](?:_\w|\^\{[^{}]*\})* ?){2,}|\d+ .*", symbol):
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
    vector, {0:2} the component that the word itself is asked for. {0:0|} and {0:0‖} stand between bars, where
    others of the kind need brackets, and {0:2>} behind a sign, where what begins with a minus does, {0:9(}
    behind a name, whose argument a bracket in the front alone would be taken for: log ((x)_1). {0:2<} is
    before a factor, where a name without brackets would take that for its argument: (log t) r.
    """

    def __init__(
        self, expr: Expr, index: str | None, level: int, bound: str, names: Glossary | None, outer: str
    ) -> None:
        self.expr, self.index, self.level, self.bound = expr, index, level, bound
        self.names, self.outer = names, outer

    def __format__(self, spec: str) -> str:
        level = 2 if spec == "+" else int(spec[0]) if spec else self.level
        index = {"b": self.bound, "*": None}.get(spec[1:].strip("|‖>(<"), self.index)
        shown = index if self.expr.kind is Kind.VECTOR else None
        text, own = _render(self.expr, shown, self.names, self.outer)
        sign = spec[-1:]
        apart = (sign in ("+", ">") and text[0] == "-") or (sign in BARS and BARS[sign] in text)
        apart = apart or (sign == "<" and OPEN_ENDED.search(_outside(text)) is not None)
        apart = apart or (sign == "(" and text[0] == "(" and not text.endswith(")"))
        return rf"\left({text}\right)" if own < level or apart else text


def _outside(text: str) -> str:
    """What stands in no braces and in no brackets."""
    depth, kept = 0, []
    for piece in re.split(r"(\\left\(|\\right\)|[{}])", text):
        depth -= piece in ("}", r"\right)")
        kept += [piece] if depth == 0 or (depth == 1 and piece == r"\left(") else []
        depth += piece in ("{", r"\left(")
    return "".join(kept)


class _Side:
    """The number of rows or columns of the first argument inside a template."""

    def __init__(self, A: Expr, side: int, names: Glossary | None) -> None:
        self.A, self.side, self.names = A, side, names

    def __format__(self, spec: str) -> str:
        text, own = _side(self.A, self.side, self.names)
        return text if own >= int(spec or 0) else rf"\left({text}\right)"


class _Times:
    """What stands between two factors: a dot where a number would go on, or a call begin."""

    def __init__(self, left: _Part, right: _Part, plain: str) -> None:
        self.left, self.right, self.plain = left, right, plain

    def __format__(self, spec: str) -> str:
        right = f"{self.right:2>}"
        digit = re.match(r"\\frac\{\d|\d", right)
        called = right.startswith(r"\left(") and CALLING.search(f"{self.left:2}")
        return r" \cdot " if digit or called else self.plain
