"""LaTeX as a terminal can show it: letters, scripts and signs of Unicode, fractions on the line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from pylatexenc.latex2text import get_default_latex_context_db as texts
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexSpecialsNode,
    LatexWalker,
)
from pylatexenc.latexwalker import get_default_latex_context_db as grammar
from pylatexenc.macrospec import LatexContextDb, std_macro

RAISED = str.maketrans(
    "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW×*'",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂˣ*'",
)
LOWERED = str.maketrans("0123456789+-=()aehijklmnoprstuvxβγρφϕχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ")
ACCENTS = {"tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302", "dot": "\u0307"}
ACCENTS |= {"bar": "\u0305", "overline": "\u0305", "underline": "\u0332", "vec": "\u20d7"}
# A wide blank and none at all, until the narrow ones are counted, and the end of a cell.
WIDE, TIGHT, CELL = "\u2003", "\u2060", "\u241f"
SIGNS = {"lVert": "‖", "rVert": f"{TIGHT}‖", "lvert": "|", "rvert": f"{TIGHT}|", "|": "‖", "\\": "; "}
SIGNS |= {"le": "≤", "ge": "≥", "ne": "≠", "simeq": "≃", "dots": "…", "ldots": "…", "cdots": "⋯"}
SIGNS |= {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "{": "{", "}": "}", "quad": WIDE, "qquad": WIDE}
SIGNS |= {"implies": "⟹", "iff": "⟺", "left": "", "right": TIGHT, "big": "", "Big": "", "limits": ""}
SIGNS |= {"textstyle": "", "displaystyle": ""}
OPENING = ("lVert", "lvert", "left", "big", "Big")
RELATION = re.compile(r" *((?::=|[=<>≤≥≠≈≃∼∈∉≼≺⟹⟺→⊂⊆])(?:_\w+)?) *")
LOOSE = re.compile(r"(?<![A-Za-z]{2}) | (?!\w)")  # a blank that parts no name from what follows it
FACTOR = re.compile(r"[\w√∑∏∫‖(\[{·⊗]")  # what a fraction before it would swallow
LETTER = r"[^\W\d_][\u0300-\u036f\u20d7]*['*₀-₎ₐ-ₜᵢᵣᵤᵥⱼᵦ-ᵪ⁰-⁾ᴬ-ᵡ]*"
SIMPLE = re.compile(rf"\d+(?:\.\d+)?|(?:{LETTER})")  # a number, or one letter with its scripts
CALLED = re.compile(rf"√?(?:{SIMPLE.pattern}|[A-Za-z]{{2,}})?")  # or a name or a root, before its argument
FRACTIONS, STYLES = ("frac", "dfrac", "tfrac"), {"mathbb": "DOUBLE-STRUCK", "mathcal": "SCRIPT"}
Node = Any


@lru_cache(maxsize=4096)
def readable(latex: str) -> str:
    """One line of Unicode for a formula in LaTeX, without dollar signs: s₁(M) ≤ √(1+τ)/(1-s)."""
    nodes, *_ = LatexWalker(latex, latex_context=_grammar(), tolerant_parsing=True).get_latex_nodes()
    text = re.sub(r" +", " ", RELATION.sub(r" \1 ", _row(nodes)))
    text = re.sub(rf" *{TIGHT}", "", text)
    text = re.sub(r"_\{[^{}]*\}", lambda script: LOOSE.sub("", script[0]), text)
    text = re.sub(r" ?([∘⊗]) ", r" \1 ", text)
    text = re.sub(r"(√\d+)(?=[^\W\d])", r"\1 ", text)
    text = re.sub(rf" ?{WIDE}[ {WIDE}]*", "   ", re.sub(r" ([,;)\]])", r"\1", text))
    return unicodedata.normalize("NFC", text.strip())


def prose(text: str) -> str:
    """A text with formulas between dollar signs."""
    return re.sub(r"\$([^$]*)\$", lambda formula: readable(formula[1]), text)


@cache
def _grammar() -> LatexContextDb:
    """What takes how many arguments."""
    known = grammar()
    one = [*ACCENTS, "text", "mathrm", "mathit", "mathbb", "mathcal", "mathbf", "operatorname", "xrightarrow"]
    taking = [std_macro(name, False, 1) for name in one] + [std_macro(name, False, 2) for name in FRACTIONS]
    known.add_context_category("perturb", taking, prepend=True)
    return known


@cache
def _signs() -> LatexContextDb:
    """What the names of letters and signs stand for."""
    return texts()


def _row(nodes: Sequence[Node]) -> str:
    """Nodes side by side; a fraction beside a factor has brackets."""
    text, held, blank = "", "", ""
    for piece, is_fraction in _pieces(nodes):
        if held and not piece.strip(" "):
            blank += piece
            continue
        if held:
            text += (f"({held})" if FACTOR.match(piece) or is_fraction else held) + blank
        held = blank = ""
        if is_fraction and not re.search(r"[\w)\]‖] *$", text):
            held = piece
        else:
            text += f"({piece})" if is_fraction else piece
    return text + held + blank


def _pieces(nodes: Sequence[Node]) -> Iterator[tuple[str, bool]]:
    """The text of each node, scripts where they belong, and whether it is a fraction."""
    script = ""
    for node in _single(nodes):
        if isinstance(node, str) and node in "_^":
            script = node
        elif script:
            worded = not isinstance(node, str) and "\\" in node.latex_verbatim()
            yield _script(script, _shown(node), worded), False
            script = ""
        else:
            yield _shown(node), isinstance(node, LatexMacroNode) and node.macroname in FRACTIONS


def _single(nodes: Sequence[Node]) -> Iterator[Node]:
    """Characters one by one, as a script takes the next one; other nodes as they are."""
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield from re.sub(r"\s+", " ", node.chars)
        elif node is not None:
            yield node


def _script(sign: str, text: str, worded: bool = False) -> str:
    """A script in small letters where Unicode has them all: x², s_min, A^(1/2); a word stays one."""
    text = text.strip()
    tight, table = text.replace(" ", ""), RAISED if sign == "^" else LOWERED
    word = worded and re.fullmatch(r"[A-Za-z.]{2,}", text)
    if text and not word and all(ord(char) in table for char in tight):
        return tight.translate(table)
    if re.fullmatch(r"\w+|.", text):
        return f"{sign}{text}"
    return f"^({text})" if sign == "^" else f"_{{{text}}}"


def _shown(node: Node) -> str:
    if isinstance(node, str):
        return node
    if isinstance(node, LatexGroupNode):
        return _row(node.nodelist)
    if isinstance(node, LatexEnvironmentNode):
        return _environment(node.environmentname, node.nodelist)
    if isinstance(node, LatexSpecialsNode):
        return {"&": CELL, "~": " "}.get(node.specials_chars, str(node.specials_chars))
    return _macro(node) if isinstance(node, LatexMacroNode) else str(node.latex_verbatim())


def _environment(name: str, nodes: Sequence[Node]) -> str:
    """[a, b; c, d] for a matrix, {a, b; c, d} for cases; the lines of a display one behind the other."""
    rows = [[cell.strip() for cell in row.split(CELL)] for row in _row(nodes).split(SIGNS["\\"])]
    if name == "cases" or name.endswith(("matrix", "array")):
        inside = "; ".join(", ".join(row) for row in rows)
        return f"{{{inside}}}" if name == "cases" else f"[{inside}]"
    return WIDE.join(" ".join(row) for row in rows)


def _macro(node: LatexMacroNode) -> str:
    name = node.macroname
    shown = [_row([arg]) for arg in (node.nodeargd.argnlist if node.nodeargd else ()) if arg is not None]
    if name in SIGNS:
        return SIGNS[name] + "".join(shown) + _blank(node)
    if name in ACCENTS and shown:
        return "".join(c + ACCENTS[name] if unicodedata.category(c) in ("Lu", "Ll") else c for c in shown[0])
    if name in FRACTIONS and len(shown) == 2:
        return f"{_bracketed(shown[0], CALLED)}/{_bracketed(shown[1], CALLED)}"
    if name == "sqrt" and shown:
        return "".join(_script("^", index) for index in shown[:-1]) + "√" + _bracketed(shown[-1], SIMPLE)
    if name == "xrightarrow" and shown:
        return f" {shown[0].strip()}⟶ "
    return _letter(name, shown[0]) if name in STYLES and shown else _named(node, shown)


def _blank(node: LatexMacroNode) -> str:
    """The blank behind a name in LaTeX, but not behind an opening bar."""
    return " " if node.macro_post_space and node.macroname not in OPENING else ""


def _bracketed(text: str, single: re.Pattern[str]) -> str:
    text = text.strip()
    head = single.match(text)
    rest = text[head.end() :] if head else text
    plain = (head and not rest) or (single is CALLED and _bracket(rest)) or _bracket(text)
    return text if plain else f"({text})"


def _bracket(text: str) -> bool:
    """Is this one pair of brackets with all between them?"""
    ends = {"(": ")", "[": "]", "|": "|", "‖": "‖"}
    if len(text) < 2 or ends.get(text[0]) != text[-1]:
        return False
    if text[0] in "|‖":
        return text[0] not in text[1:-1]
    depths = list(accumulate((char == text[0]) - (char == text[-1]) for char in text))
    return 0 not in depths[:-1]


def _letter(name: str, letter: str) -> str:
    """ℝ and 𝒟, by their names in Unicode."""
    for kind in (f"MATHEMATICAL {STYLES[name]}", STYLES[name]):
        with suppress(KeyError):
            return unicodedata.lookup(f"{kind} CAPITAL {letter}")
    return letter


def _named(node: LatexMacroNode, shown: Sequence[str]) -> str:
    """A letter or sign by its name, a function by its own: ρ, ∑, max."""
    if shown:
        return "".join(shown)
    spec = _signs().get_macro_spec(node.macroname)
    sign = spec.simplify_repl if spec is not None and isinstance(spec.simplify_repl, str) else ""
    return (sign or str(node.macroname)) + _blank(node)
