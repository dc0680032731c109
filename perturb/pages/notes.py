"""Sentences written as in a program, s_1(M) >= rho^2, with their mathematics set."""

from __future__ import annotations

import re

from perturb.pages.markdown import inline, prose

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
