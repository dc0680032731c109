"""The statement as text: LaTeX for people, a canonical form for fingerprints."""

from __future__ import annotations

import re
from fractions import Fraction

from perturb.vocab.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.word import Kind

GREEK = frozenset(
    (
        "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
        + "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
    ).split()
)


BOUND = "ijklpq"


def canonical(expr: Expr) -> str:
    """An s-expression in the primitive and derived words; equal statements give equal text."""
    if expr.word in (CONST, INPUT, INDEX) and not expr.args:
        return str(expr.payload[0])
    if expr.word is INDEX:
        return "(" + " ".join(["index", expr.payload[0], *[canonical(a) for a in expr.args]]) + ")"
    return "(" + " ".join([expr.word.name, *[canonical(a) for a in expr.args]]) + ")"


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
    if value.denominator == 1:
        return str(value)
    if value.denominator & (value.denominator - 1) == 0 and value.denominator > 4096:
        return f"{float(value):.17g}"
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def latex(expr: Expr, index: str | None = None) -> str:
    """LaTeX of a tree; a vector is printed by its component `index` where one is given."""
    return _render(expr, index)[0]


def _render(expr: Expr, index: str | None) -> tuple[str, int]:
    if expr.word is CONST:
        value = expr.payload[0]
        return number(value), 9 if value >= 0 and value.denominator == 1 else 2
    if expr.word in (INPUT, INDEX):
        name = symbol(expr.payload[0])
        return (_component(name, index) if index and expr.kind is Kind.VECTOR else name), 9
    if expr.word.name == "component":
        vector, position = expr.args
        return _render(vector, latex(position))
    template = expr.word.indexed if index and expr.word.indexed else expr.word.latex
    bound = next(letter for letter in BOUND if letter != index and letter not in expr.free)
    parts = [_Part(arg, index, expr.word.level, bound) for arg in expr.args]
    if callable(template):
        return template(*[latex(a) for a in expr.args]), expr.word.level
    return template.format(*parts, i=index or "", b=parts[0].bound if parts else ""), expr.word.level


def _component(name: str, index: str) -> str:
    """v_{i}, and b_{1,i}: LaTeX does not take a second subscript."""
    return f"{name[:-1]},{index}}}" if re.search(r"_\{\w+\}$", name) else f"{name}_{{{index}}}"


class _Part:
    """An argument inside a template; the format says how strongly it must bind and which component it shows.

    {0} binds as strongly as the word itself, {0:2} at least at level 2, {0:+} is the right side of a minus.
    {0:2b} shows the component with a bound index of the word's own ({b} in the template), {0:2*} the whole
    vector, {0:2} the component that the word itself is asked for.
    """

    def __init__(self, expr: Expr, index: str | None, level: int, bound: str) -> None:
        self.expr, self.index, self.level, self.bound = expr, index, level, bound

    def __format__(self, spec: str) -> str:
        level = 2 if spec == "+" else int(spec[0]) if spec else self.level
        index = {"b": self.bound, "*": None}.get(spec[1:], self.index)
        text, own = _render(self.expr, index if self.expr.kind is Kind.VECTOR else None)
        return text if own >= level else rf"\left({text}\right)"
