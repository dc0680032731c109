"""Markdown as GitHub renders it: tables, formulas in `math` fences (nothing inside them is unescaped).

`note` is for sentences written as in a program, s_1(M) >= rho^2: their mathematics is set.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from perturb.numbers.numerals import latex
from perturb.vocab.printing.symbols import symbol

LONGEST = 300  # visible signs of a displayed formula
# Commands that set what stands beside them and show nothing of their own.
LAYOUT = (
    "left|right|big|Big|bigl|bigr|frac|tfrac|dfrac|sqrt|overline|underline|tilde|hat|bar|widehat|widetilde|"
    "mathit|mathrm|mathbb|mathbf|mathcal|operatorname|text|quad|qquad|limits|displaystyle|label|tag"
)
SILENT = re.compile(rf"\\(?:begin|end)\{{\w+\*?\}}|\\(?:{LAYOUT})(?![A-Za-z])|\\[,;:! ]|\\\\")
COMMAND = re.compile(r"\\[A-Za-z]+|\\.")
NO_LETTERS: Mapping[str, str] = {}


def table(head: Sequence[str], rows: Sequence[Sequence[str]], align: str = "") -> str:
    """`align` has one letter a column, l or r."""
    marks = [("---:" if letter == "r" else "---") for letter in align.ljust(len(head), "l")]
    return "\n".join("| " + " | ".join(map(cell, row)) + " |" for row in (head, marks, *rows))


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def prose(text: str) -> str:
    """Plain text: what markdown would take for markup is escaped."""
    return re.sub(r"([*<\[\]`]|(?<!\w)_)", r"\\\1", text)


def display(tex: str) -> str:
    return f"```math\n{tex}\n```"


def inline(tex: str) -> str:
    return f"$`{tex}`$"


def formulas(text: str) -> str:
    """Markdown whose formulas stand between dollar signs, in the form that GitHub leaves alone."""
    return re.sub(r"\$([^$`]+)\$", lambda found: inline(found[1]), text)


def wrapped(text: str, width: int = 320) -> str:
    """Lines of at most `width` characters where the words allow; formulas, code and links stay whole.

    No line begins with what markdown would take for a list, a heading or a quotation.
    """
    whole = re.sub(r"\$?`[^`]*`\$?|\[[^\]]*\]\([^)]*\)", lambda found: found[0].replace(" ", "\0"), text)
    whole = re.sub(r" (?=(?:\d+[.)]|[-+*#>]+) )", "\0", whole)
    lines = textwrap.fill(whole, width, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")


def fence(code: str, language: str = "") -> str:
    return f"```{language}\n{code.rstrip()}\n```"


def folded(summary: str, body: str) -> str:
    """A block that a reader opens; nothing for an empty one."""
    return f"<details><summary>{summary}</summary>\n\n{body.strip()}\n\n</details>" if body.strip() else ""


def section(title: str, anchor: str, depth: int = 0) -> str:
    """A heading with a place of its own; depth 0 is a section of the page, deeper ones stand beneath it."""
    return f'<a id="{anchor}"></a>\n\n{"#" * min(2 + depth, 6)} {title}'


def joined(*parts: str) -> str:
    """Blocks of a page, apart by an empty line; empty ones are left out."""
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def entry(text: str) -> str:
    """LaTeX of one exact number: denominators that are large powers of two are printed as such."""
    if "sqrt" in text or "root" in text:
        return latex(text)
    x = Fraction(text)
    if x.denominator == 1:
        return str(x.numerator)
    sign, d = "-" if x < 0 else "", x.denominator
    below = f"2^{{{d.bit_length() - 1}}}" if d & (d - 1) == 0 and d > 1024 else str(d)
    return rf"{sign}\tfrac{{{abs(x.numerator)}}}{{{below}}}"


def value(name: str, given: Any, vary: Sequence[str] = (), letters: Mapping[str, str] = NO_LETTERS) -> str:
    """LaTeX of `name = value`; entries named in `vary` as A[1,2] or v[1] are underlined, and `letters` says
    what an input is called other than by its name.
    """
    return f"{letters.get(name) or symbol(name)} = {exact(given, name, vary)}"


def exact(given: Any, name: str = "", vary: Sequence[str] = ()) -> str:
    """LaTeX of exact numbers: one, a column, or a matrix by its rows."""
    if not isinstance(given, list):
        return _marked(str(given), name in vary)
    if given and isinstance(given[0], list):
        rows = [
            [_marked(str(x), f"{name}[{i},{j}]" in vary) for j, x in enumerate(row, 1)]
            for i, row in enumerate(given, 1)
        ]
        return bmatrix(rows)
    return bmatrix([[_marked(str(x), f"{name}[{k}]" in vary)] for k, x in enumerate(given, 1)])


def values(
    given: Mapping[str, Any], vary: Sequence[str] = (), letters: Mapping[str, str] = NO_LETTERS
) -> str:
    """Inputs and their values, displayed together; those that no line of a page holds, as text beneath."""
    shown = {name: value(name, x, vary, letters) for name, x in given.items()}
    long = [name for name, tex in shown.items() if visible_length(tex) > LONGEST]
    lines = packed([tex for name, tex in shown.items() if name not in long], r",\quad ")
    plain = "\n".join(f"{name} = {_plain(given[name])}" for name in long)
    return joined(*map(display, lines), fence(plain) if plain else "").rstrip()


def packed(formulas: Sequence[str], between: str, longest: int = LONGEST) -> list[str]:
    """As few formulas as hold these, none of them too long unless one is so by itself."""
    lines: list[str] = []
    for tex in formulas:
        if lines and visible_length(lines[-1] + between + tex) <= longest:
            lines[-1] += between + tex
        else:
            lines.append(tex)
    return lines


def _plain(given: Any) -> str:
    """Rows of a matrix beneath each other, as one would type them."""
    if not (isinstance(given, list) and given and isinstance(given[0], list)):
        return f"[{', '.join(map(str, given))}]" if isinstance(given, list) else str(given)
    return "[" + ",\n ".join(f"[{', '.join(map(str, row))}]" for row in given) + "]"


def _marked(text: str, may_vary: bool) -> str:
    return rf"\underline{{{entry(text)}}}" if may_vary else entry(text)


def bmatrix(rows: Sequence[Sequence[str]]) -> str:
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def visible_length(tex: str) -> int:
    """The signs that a reader sees: a letter, a digit, an operator, a bracket, a Greek letter count one.

    Braces, spaces, alignment and layout (fractions, roots, accents, sizes of brackets, fonts) count nothing.
    """
    signs = COMMAND.sub("x", SILENT.sub("", tex))
    return len(re.sub(r"[\s{}_^&~]", "", signs))


GREEK = "alpha beta gamma delta epsilon eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega"
LETTERS = dict(zip([*GREEK.split(), "Delta"], "αβγδεηθκλμνξπρστφχψωΔ", strict=True))
NAME = "|".join(LETTERS)
GROUP = r"\((?:[^()]|\([^()]*\))*\)"
INDEX = rf"_(?:[A-Za-z]+|\d+[a-z]?|{GROUP}|\{{[^{{}}]*\}})"
POWER = rf"\^(?:T\b|-?\d+\b|[a-z]\b|\*|{GROUP})(?!\w)"
# A letter with what hangs on it, a power of a short product, what stands after a bracket, a root of something
# simple, a relation.
TOKEN = re.compile(
    rf"(?P<letter>(?<![\w\\`.])(?:{NAME}|[A-Za-z])(?![A-Za-z]))(?P<index>{INDEX})?(?P<prime>'+)?(?P<power>{POWER})?"
    rf"|(?<![\w\\`.])(?P<base>\d+[A-Za-z]{{0,2}}|[A-Za-z]{{2}})(?P<raised>{POWER})"
    rf"|(?<=[)\]|])(?P<after>{INDEX})?(?P<above>{POWER})?|(?<!\w)sqrt\((?P<root>[^()]*)\)|(?<=[\s\w)\]|])(?P<sign><=|>=|!=|->)"
)
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→"}
PLAIN = re.compile(rf"(?<![\w\\])(?:{NAME})(?![A-Za-z])|(?<=[\s\w)\]|])(?:<=|>=|!=|->)(?=[\s\w(])")


def note(text: str) -> str:
    """Markdown of a sentence: what is mathematics beyond doubt is set, all else stays as it is written."""
    out, start = [], 0
    for found in TOKEN.finditer(text):
        if shown := _shown(found):
            out += [prose(text[start : found.start()]), shown]
            start = found.end()
    return "".join([*out, prose(text[start:])])


def heading(text: str) -> str:
    """Plain text of a title with Greek letters and relations as signs; lists of contents know no formulas."""
    return PLAIN.sub(lambda found: LETTERS.get(found[0]) or SIGNS[found[0]], text)


def _shown(found: re.Match[str]) -> str:
    """Empty for what may as well be a word: a letter by itself."""
    if found["sign"]:
        return SIGNS[found["sign"]]
    if found["root"] is not None:
        return inline(rf"\sqrt{{{found['root']}}}") if re.fullmatch(r"[\w /+-]+", found["root"]) else ""
    if found["base"]:
        return inline(rf"{found['base']}^{{{_inside(found['raised'][1:])}}}")
    if found["after"] or found["above"]:
        return inline("{}" + _hanging(found["after"], found["above"]))
    letter, greek = found["letter"] or "", found["letter"] in LETTERS
    if not (found["index"] or found["power"] or greek):
        return ""
    return inline(("\\" if greek else "") + letter + _hanging(found["index"], found["power"], found["prime"]))


def _hanging(index: str | None, power: str | None, prime: str | None = None) -> str:
    below = f"_{{{_index(index[1:])}}}" if index else ""
    above = r"\prime" * len(prime or "") + (_inside(power[1:]) if power else "")
    return below + (f"^{{{above}}}" if above else "")


def _index(text: str) -> str:
    """min and max are operators, ij two indices, other words upright."""
    if text in ("min", "max"):
        return rf"\{text}"
    word = len(text) > 1 and text.isalpha() and not set(text) <= set("ijklmn")
    return rf"\mathrm{{{text}}}" if word else _inside(text)


def _inside(text: str) -> str:
    """Without the brackets that hold it together, in LaTeX."""
    held = text[1:-1] if text[:1] in ("(", "{") else text
    named = re.sub(rf"(?<![\w\\])(?:{NAME})(?![A-Za-z])", lambda one: rf"\{one[0]}", held)
    return re.sub(r"sqrt\(([^()]*)\)", r"\\sqrt{\1}", named).replace("<=", r"\le ").replace("*", r"\ast ")
