r"""A short page as a value: headings, paragraphs, formulas, lists; told as LaTeX, as Markdown and as text.

Formulas in paragraphs stand between dollar signs; all else in them is plain text, and is escaped where a form
asks for it. `document` makes a file of LaTeX that compiles by itself, with a mark above what is to be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db
from pylatexenc.latexencode import RULE_REGEX, UnicodeToLatexConversionRule, UnicodeToLatexEncoder
from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError

from perturb.vocab.printing.readable import prose, readable

PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb,amsthm}
\usepackage[margin=25mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\begin{document}
% ---- what is to be pasted begins here; it needs amsmath, amssymb and amsthm
"""
END = "% ---- and ends here\n\\end{document}\n"
RELATIONS = {"<=": "≤", ">=": "≥", "!=": "≠"}
FORMULA = re.compile(r"\$([^$]*)\$")
DISPLAYED = re.compile(r"\\\[(.*?)\\\]|\$\$(.*?)\$\$", re.S)  # a formula on a line of its own
DOLLAR = "\ue024"  # a dollar that is a sign, and begins no formula
COMMAND = re.compile(r"\\([A-Za-z]+)")
KNOWN = frozenset(  # what the encoder has no sign for
    (
        "left right operatorname ne neq quad qquad mathrm mathbf limits nolimits arg cot coth csc deg det "
        + "dim gcd hom ker lg Pr sec Re Im colon big Big bigl bigr Bigl Bigr bigg biggl biggr begin end "
        + "boldsymbol textstyle displaystyle underset overset"
    ).split()
)
# What no formula may have: comments and the like, scripts of nothing, two scripts at one place. Columns stand
# in matrices alone.
COLUMN = re.compile(r"\\begin\{\w+\}[^$]*?\\end\{\w+\}")
AMISS = re.compile(r"(?<!\\)[%#&]|[^ -~]|[_^]\s*(?:[_^}]|$)|([_^])(?:\{[^{}]*\}|\\[A-Za-z]+|[^\\{}])\s*\1")
LEFT, RIGHT = re.compile(r"\\left(?![A-Za-z])"), re.compile(r"\\right(?![A-Za-z])")
# Letters that a terminal shows above and below the line, where a sentence has a formula in Unicode.
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀⁿᵏ", "0123456789+-Tnk")
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₘ", "0123456789+-ijknm")


@dataclass(frozen=True)
class Title:
    """What the page is about; the first block."""

    text: str


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Plain text with formulas between dollar signs."""

    text: str


@dataclass(frozen=True)
class Display:
    """Formulas, a line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Items:
    """Sentences such as those of a paragraph; `numbered` where others refer to them."""

    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Code:
    """Lines to type, as they are."""

    text: str


Block = Title | Heading | Paragraph | Display | Items | Code


def tex(blocks: Sequence[Block]) -> str:
    """LaTeX to paste, without a preamble."""
    return "\n".join(_tex(block) for block in blocks) + "\n"


def document(pages: Sequence[str]) -> str:
    """A file of LaTeX that compiles, from pages that are LaTeX; a new page each."""
    return PREAMBLE + "\\clearpage\n".join(pages) + END


def markdown(blocks: Sequence[Block]) -> str:
    """Markdown with formulas between dollar signs, as notebooks and GitHub set them."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def text(blocks: Sequence[Block]) -> list[str]:
    """Lines for a terminal."""
    return [line for block in blocks for line in _text(block)]


def escaped(plain: str) -> str:
    """LaTeX of plain text; relations as they are typed are signs."""
    for typed, sign in RELATIONS.items():
        plain = plain.replace(typed, sign)
    return str(_encoder().unicode_to_latex(plain)).replace('"', "''")


def in_sentence(sentence: str, escape: Callable[[str], str], formula: Callable[[str], str]) -> str:
    """What stands outside the dollar signs escaped, what stands within them as a formula."""
    parts, start = [], 0
    for found in FORMULA.finditer(sentence):
        parts += [escape(sentence[start : found.start()]), formula(found[1])]
        start = found.end()
    return "".join([*parts, escape(sentence[start:])])


def typed(text: str) -> str:
    """What a person wrote, with its formulas where all of them can be set; else its dollars are signs."""
    text = DISPLAYED.sub(
        lambda found: f"${''.join(filter(None, found.groups())).strip()}$", text.replace(r"\$", DOLLAR)
    )
    whole = text.count("$") % 2 == 0 and all(map(_sets, FORMULA.findall(text)))
    return text if whole else text.replace("$", DOLLAR)


def _sets(formula: str) -> bool:
    """Is it LaTeX that stands by itself? "5 and " between two prices is none."""
    outside = COLUMN.sub(lambda found: found[0].replace("&", " "), formula)
    if not formula or formula != formula.strip() or AMISS.search(outside):
        return False
    try:
        LatexWalker(f"${formula}$", tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError:
        return False
    known = get_default_latex_context_db()
    none = known.get_macro_spec("")
    return len(LEFT.findall(formula)) == len(RIGHT.findall(formula)) and all(
        name in KNOWN or known.get_macro_spec(name) is not none for name in COMMAND.findall(formula)
    )


@cache
def _encoder() -> UnicodeToLatexEncoder:
    """With letters above and below the line; what it does not know is a question mark."""

    def scripts(sign: str, letters: str, table: dict[int, int]) -> UnicodeToLatexConversionRule:
        def shown(found: re.Match[str]) -> str:
            return rf"\ensuremath{{{sign}{{{found[0].translate(table)}}}}}"

        return UnicodeToLatexConversionRule(RULE_REGEX, [(re.compile(f"[{letters}]+"), shown)])

    own = [
        UnicodeToLatexConversionRule(RULE_REGEX, [(re.compile(DOLLAR), lambda found: r"\$")]),
        scripts("^", "".join(map(chr, RAISED)), RAISED),
        scripts("_", "".join(map(chr, LOWERED)), LOWERED),
    ]
    return UnicodeToLatexEncoder(
        conversion_rules=[*own, "defaults"],
        replacement_latex_protection="braces-after-macro",
        unknown_char_policy=lambda sign: "?",
        unknown_char_warning=False,
    )


def _tex(block: Block) -> str:
    match block:
        case Title(said):
            return rf"\section*{{{_sentence(said)}}}"
        case Heading(said):
            return rf"\paragraph{{{_sentence(said)}.}}"
        case Paragraph(said):
            return f"{_sentence(said)}\n"
        case Display(lines):
            return "\n".join(rf"\[ {line} \]" for line in lines)
        case Items(texts, numbered):
            kind = "enumerate" if numbered else "itemize"
            body = "\n".join(
                rf"\item {{}}{_sentence(one)}" for one in texts
            )  # what begins with [ is no label
            return f"\\begin{{{kind}}}\n{body}\n\\end{{{kind}}}"
        case Code(said):
            plain = said.rstrip().encode("ascii", "replace").decode()  # there no sign can be escaped
            return f"\\begin{{verbatim}}\n{plain}\n\\end{{verbatim}}"


def _sentence(said: str) -> str:
    return in_sentence(said, escaped, lambda formula: f"${formula}$")


def _markdown(block: Block) -> str:
    match block:
        case Title(said):
            return f"# {_plain(said)}"
        case Heading(said):
            return f"## {_plain(said)}"
        case Paragraph(said):
            return _plain(said)
        case Display(lines):
            return "\n\n".join(f"$${line}$$" for line in lines)
        case Items(texts, numbered):
            return "\n".join(
                f"{f'{k}.' if numbered else '-'} {_plain(one)}" for k, one in enumerate(texts, 1)
            )
        case Code(said):
            return f"```\n{said.rstrip()}\n```"


def _plain(said: str) -> str:
    """What Markdown would take for markup is escaped."""
    return in_sentence(
        said, lambda part: re.sub(r"([*<\[\]`\\]|(?<!\w)_)", r"\\\1", part), lambda formula: f"${formula}$"
    ).replace(DOLLAR, r"\$")


def _text(block: Block) -> list[str]:
    return [line.replace(DOLLAR, "$") for line in _lines(block)]


def _lines(block: Block) -> list[str]:
    match block:
        case Title(said):
            return [prose(said)]
        case Heading(said):
            return ["", prose(said).upper()]
        case Paragraph(said):
            return [f"  {prose(said)}"]
        case Display(lines):
            return [f"    {readable(line)}" for line in lines]
        case Items(texts, numbered):
            return [f"  {f'({k})' if numbered else '-'} {prose(one)}" for k, one in enumerate(texts, 1)]
        case Code(said):
            return [f"    {line}" for line in said.rstrip().splitlines()]
