"""LaTeX as MathML, which browsers set without a script, and the font that they set it in.

The font has the brackets and roots of mathematics, and is cut down to what formulas use.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from latex2mathml.converter import convert
from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor

from perturb.pages.website.page import FENCE, outside

FONT = "assets/stix-two-math.woff"
BEARER, SOURCE = "ziamath", "fonts/STIXTwoMath-Regular.ttf"  # SIL Open Font License
SIGNS = (
    (0x20, 0x17F),  # Latin
    (0x2B0, 0x3FF),  # accents, Greek
    (0x2000, 0x23FF),  # punctuation, letters such as R, arrows, operators, parts of brackets
    (0x25A0, 0x25FF),  # squares
    (0x27C0, 0x2AFF),  # more brackets and operators
    (0x1D400, 0x1D7FF),  # the alphabets of mathematics
)


def woff() -> bytes:
    """The font as browsers read it; the same bytes at each call."""
    options = Options()
    options.flavor, options.layout_features, options.recalc_timestamp = "woff", ["*"], False
    options.name_IDs = ["*"]  # its licence stays with it
    font = TTFont(_source(), recalcTimestamp=False)
    cut = Subsetter(options)
    cut.populate(unicodes=[sign for low, high in SIGNS for sign in range(low, high + 1)])
    cut.subset(font)
    font.flavor = "woff"
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def _source() -> Path:
    """The font within the package that brings it along, of which nothing else is used or loaded."""
    found = find_spec(BEARER)
    if found is None or found.origin is None:
        raise ValueError(f"the font of formulas is in {BEARER}, which is not installed")
    return Path(found.origin).parent / SOURCE


# GitHub's two spellings of a formula within a line; in a table a bar is escaped.
INLINE = r"\$`([^`]+)`\$|(?<![\\$\w])\$(?=[^\s$`])([^$\n]*[^\s$\\])\$(?!\w)"
FENCED = re.compile(r"^```math\n(.*?)\n```$", re.S | re.M)
WIDE = 40  # characters of LaTeX from which a formula within a line may be wider than a phone
# Bars of norms and moduli come without a side: browsers would stretch them as if they stood between terms.
BARS = re.compile(r'<mo(?: stretchy="false")?>(&#x02016;|&#x0007C;)</mo>')
UPRIGHT = r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>'
SEPARATOR = re.compile(r", ?\\(?:quad|qquad) |\\qquad (?=\\text)")


class BadFormula(ValueError):
    """LaTeX that cannot be set; the message quotes it."""


@cache
def mathml(tex: str, display: bool = False) -> str:
    """One <math> element. Raises BadFormula where a command is unknown."""
    try:
        found = convert(tex, display="block" if display else "inline")
    except Exception as error:  # the library has an exception of its own for each mistake
        raise BadFormula(f"{type(error).__name__} in the formula {tex}") from None
    if "\\" in found.replace("<mo>\\</mo>", ""):
        raise BadFormula(f"a command that is not known in the formula {tex}")
    return BARS.sub(UPRIGHT, str(found).replace(' display="inline"', ""))


def displayed(tex: str) -> str:
    """A formula on a line of its own; a list of formulas breaks between its members."""
    parts = "".join(f"<span>{mathml(part, True)}</span>" for part in pieces(tex))
    return f'<div class="formula" data-search-exclude>{parts}</div>'


def inline(tex: str) -> str:
    wide = " formula-wide" if len(tex) > WIDE else ""
    return f'<span class="formula-inline{wide}" data-search-exclude>{mathml(tex)}</span>'


def pieces(tex: str) -> list[str]:
    """The formulas of a list, cut where no bracket is open; each keeps its comma."""
    cuts, depth, start = [], 0, 0
    for token in re.finditer(r"\\begin|\\end|\\left|\\right|(?<!\\)[{}]|" + SEPARATOR.pattern, tex):
        word = token.group()
        if word[0] == "," or word.startswith(r"\qquad"):
            if depth == 0:
                cuts.append(tex[start : token.start()].strip() + (r",\;" if word[0] == "," else ""))
                start = token.end()
        else:
            depth += 1 if word in ("{", r"\begin", r"\left") else -1
    return [*cuts, tex[start:]]


def fence(source: str, *_: Any, **__: Any) -> str:
    """A fence `math`, as the extension for fences asks for it."""
    return displayed(source.strip())


def check(name: str, text: str) -> None:
    """Raises BadFormula, with the page's name, for the first formula of a page that cannot be set."""
    try:
        for found in FENCED.finditer(text):
            displayed(found.group(1).strip())
        for found in re.finditer(INLINE, outside(FENCE, text, str, lambda fence: "")):
            inline(_unescaped(found))
    except BadFormula as error:
        raise BadFormula(f"{name}: {error}") from None


def _unescaped(found: re.Match[str]) -> str:
    return str(found.group(1) or found.group(2)).replace(r"\|", "|")


class _Inline(InlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | str, int, int]:
        return self.md.htmlStash.store(inline(_unescaped(m))), m.start(0), m.end(0)


class Formulas(Extension):
    """Formulas within a line."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.inlinePatterns.register(_Inline(INLINE, md), "formula", 195)  # before code spans, at 190


def makeExtension() -> Formulas:
    """What Python-Markdown calls of a module that is named as an extension."""
    return Formulas()
