"""The witness against a claim: its inputs, the two sides, and how to check it by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perturb.certify.sides import sides
from perturb.pages.byhand.script import by_hand
from perturb.pages.markdown import fence, folded, inline, joined, values
from perturb.pages.places import relative
from perturb.pages.records import WitnessFile
from perturb.results import say
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable
from perturb.vocab.systems.evaluate import is_rational


def simplest(claim: Claim, found: WitnessFile | None, page: str) -> str:
    """In the open, with the check by hand folded; empty without a witness."""
    if found is None:
        return ""
    return joined("**Simplest witness**", _shown(claim, found, page), _check(claim, found))


def worst(claim: Claim, found: WitnessFile | None, page: str) -> str:
    """Folded; empty without one."""
    return "" if found is None else folded("Worst witness", _shown(claim, found, page))


def _shown(claim: Claim, found: WitnessFile, page: str) -> str:
    content = found.content
    vary = content.get("vary") or []
    left, right = sides(str(content.get("lhs")), str(content.get("rhs")))
    return joined(
        values(found.inputs, vary, claim.names.letters),
        f"{_failed(claim, found)}: left side {left}, right side {right}; {_violation(content)}rigour "
        f"{content.get('rigour')}. [The file]({relative(found.from_reports, page)}) replays it."
        + (" Underlined entries may vary." if vary else ""),
    )


def _violation(content: Mapping[str, Any]) -> str:
    """Relative to the larger side a violation of x >= 0 is 1, which says nothing; to its terms it is less."""
    found = str(content.get("relative_violation"))
    empty = found == "1" and "0" in (content.get("lhs"), content.get("rhs"))
    return "" if empty else f"relative violation {found}, "


def _failed(claim: Claim, found: WitnessFile) -> str:
    number = found.content.get("failed") or 0
    letters = claim.conclusions[number].told(found.at, claim.names)
    at = ", ".join(f"{readable(letter)} = {k}" for letter, k in letters.items())
    return f"Conclusion {number + 1} fails{' at ' + at if at else ''}, certified by {_kernel(found)}"


def _kernel(found: WitnessFile) -> str:
    content = found.content
    return say.EXACT if found.is_exact else f"{content.get('kernel')} at {content.get('bits')} bits"


def _check(claim: Claim, found: WitnessFile) -> str:
    point = found.point(claim)
    rational = all(map(is_rational, point.values.values()))
    code = by_hand(claim, point, found.content.get("failed") or 0, found.at) if rational else None
    if code is None:
        return "No check by hand: fractions do not reach a quantity of this statement; replay the file."
    lead = "Paste it into Python; its last line says what it has shown."
    body = joined(lead, _code_names(claim), fence(code, "python"))
    return folded("Check by hand, with nothing but fractions", body)


def _code_names(claim: Claim) -> str:
    """What the code calls the inputs that are called otherwise in print."""
    other = [f"`{name}` is {inline(letter)}" for name, letter in claim.names.letters.items()]
    return f"In the code {', '.join(other)}." if other else ""
