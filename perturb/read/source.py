"""LaTeX as a flat list of tokens, by pylatexenc, each with its place in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pylatexenc.latexwalker import LatexWalker, LatexWalkerEndOfStream, LatexWalkerParseError

from perturb.read.errors import NotUnderstood, words_of

SPLIT = {
    "''": "''",
    "``": "``",
    "--": "--",
    "---": "---",
    '"': '"',
}  # specials that mathematics reads sign by sign


@dataclass(frozen=True)
class Mark:
    """One token of LaTeX. `kind`: char, macro, begin, end, open, close, dollar, inline, display, stop.

    `gap`: is there a blank before it? `pos` is where it begins; in the expansion of a macro, where that is.
    """

    kind: str
    text: str
    pos: int
    gap: bool = False

    def at(self, pos: int) -> Mark:
        return replace(self, pos=pos)


@dataclass(frozen=True)
class Piece:
    """A word (in small letters), a stop (a sign of punctuation, "item", "line"), or a formula (its marks)."""

    kind: str
    text: str
    pos: int
    marks: tuple[Mark, ...] = ()


KINDS = {
    "char": "char",
    "macro": "macro",
    "begin_environment": "begin",
    "end_environment": "end",
    "brace_open": "open",
    "brace_close": "close",
}
# What people type for a sign of LaTeX.
UNICODE = dict(
    zip(
        "≤≥≠≼≽×·−∈∞√∘⊗⊙⊕†∥‖…λσρκμνταβγδεηθφψωπξζχΣΛΠΩΓΔΘΦΨ≺≻",
        words_of(
            "le ge ne preceq succeq times cdot - in infty sqrt circ otimes odot oplus dagger | | ldots "
            "lambda sigma rho kappa mu nu tau alpha beta gamma delta epsilon eta theta phi psi omega pi "
            "xi zeta chi Sigma Lambda Pi Omega Gamma Delta Theta Phi Psi prec succ "
        ),
        strict=True,
    )
)

UNICODE |= dict(
    zip(
        "∑∏⟨⟩⪯⪰⊤∀∘•⋅", words_of("sum prod langle rangle preceq succeq top forall circ cdot cdot"), strict=True
    )
)
ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀᵏⁿ", "0123456789-+Tkn", strict=True))
BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₘ", "0123456789+-ijknm", strict=True))
FIELDS = dict(zip("ℝℂℕℤ", "RCNZ", strict=True))


def tokens(text: str) -> list[Mark]:
    """The tokens of a text, without comments. NotUnderstood where LaTeX itself is broken."""
    walker, pos, found, before = LatexWalker(text), 0, list[Mark](), False
    while pos < len(text.rstrip()):
        try:
            one: Any = walker.get_token(pos)
        except LatexWalkerEndOfStream:
            raise NotUnderstood("the text breaks off", pos) from None
        except LatexWalkerParseError as error:
            where = getattr(error, "pos", pos) or pos
            raise NotUnderstood(
                f"this is not LaTeX: {error.msg if hasattr(error, 'msg') else error}", where
            ) from None
        pos = one.pos + one.len
        if one.tok == "char" and (one.arg in ABOVE or one.arg in BELOW):
            found = _script(found, one, text)
        elif one.tok == "comment":
            before = before or bool(one.pre_space)  # the blank in front of it stays, that behind it does not
            continue
        else:
            first, *more = _marks(one, text)
            found += [replace(first, gap=first.gap or before), *more]
        before = False
    return found


def _script(found: list[Mark], one: Any, text: str) -> list[Mark]:
    """A sign above or below the line, with those before it in one group."""
    table, sign = (ABOVE, "^") if one.arg in ABOVE else (BELOW, "_")
    inner = Mark("char", table[one.arg], one.pos)
    if one.pos and text[one.pos - 1] in table:
        return [*found[:-1], inner, Mark("close", "}", one.pos)]
    return [
        *found,
        Mark("char", sign, one.pos),
        Mark("open", "{", one.pos),
        inner,
        Mark("close", "}", one.pos),
    ]


def _marks(one: Any, text: str) -> list[Mark]:
    gap = bool(one.pre_space)
    if one.tok in ("mathmode_inline", "mathmode_display"):
        kind = "dollar" if one.arg.startswith("$") else "inline" if one.arg in (r"\(", r"\)") else "display"
        if one.arg == "$$":
            return [Mark("dollar", "$", one.pos, gap), Mark("dollar", "$", one.pos + 1)]
        return [Mark(kind, one.arg, one.pos, gap)]
    if one.tok == "specials":
        signs = one.arg.specials_chars
        if signs == "~":
            return [Mark("macro", " ", one.pos, True)]
        if signs == "&":
            return [Mark("char", "&", one.pos, gap)]
        return [Mark("char", sign, one.pos + k, gap and not k) for k, sign in enumerate(signs)]
    if one.tok == "char" and one.arg in FIELDS:
        signs_ = (("macro", "mathbb"), ("open", "{"), ("char", FIELDS[one.arg]), ("close", "}"))
        return [Mark(kind, said, one.pos, gap and not k) for k, (kind, said) in enumerate(signs_)]
    if one.tok == "char" and one.arg in UNICODE:
        name = UNICODE[one.arg]
        return [Mark("char" if name == "-" else "macro", name, one.pos, gap)]
    return [Mark(KINDS[one.tok], one.arg, one.pos, gap)]


WRITTEN = {"macro": "\\{}", "begin": "\\begin{{{}}}", "end": "\\end{{{}}}"}


def latex(marks: Sequence[Mark]) -> str:
    """LaTeX of tokens, without comments; what a macro of the text stands for in its place."""
    found = ""
    for one in marks:
        said = WRITTEN.get(one.kind, "{}").format(one.text)
        name = found.rpartition("\\")[2]
        apart = name.isalpha() and "\\" in found and said[:1].isalpha()
        found += f" {said}" if found and (one.gap or apart) else said
    return found
