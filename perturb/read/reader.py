"""The whole way: a text as a claim, with what was understood of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from perturb.domains.draws import corners
from perturb.enclosure import Verdict
from perturb.read.errors import NotUnderstood
from perturb.read.macros import expanded, taken_out
from perturb.read.pieces import pieces
from perturb.read.prose import story
from perturb.read.source import Mark, latex, tokens
from perturb.read.spaces import identifier
from perturb.read.theorem import around, statement
from perturb.read.understand import understand
from perturb.read.used import Understood
from perturb.read.written import Parts, body, file
from perturb.statements.claim import Claim
from perturb.vocab.relations.decide import decide
from perturb.vocab.systems.certified import Residual
from perturb.vocab.systems.evaluate import Evaluation

MOST = 10_000  # of the signs of one statement
FUNCTION = "statement"
SENSE = "say sizes that fit, and which matrices are square or symmetric"
BITS, CORNERS, POINTS = 64, 2, 24  # of the points at which a statement that was read is looked at


@dataclass(frozen=True)
class ReadStatement:
    """A text, the statement that it was understood as, its claim and the file of that."""

    text: str
    understood: Understood
    claim: Claim
    source: str


def read(
    text: str, readings: Mapping[str, str] | None = None, number: int | None = None, name: str = FUNCTION
) -> ReadStatement:
    """Reads a statement in LaTeX and English. NotUnderstood, with the place, for what is not understood.

    `readings` chooses a meaning of a sign that has several, as {r"\\|A\\|": "frobenius"}; `number` is which
    theorem environment, where the text has several.
    """
    for pos, sign in enumerate(text):
        if (sign < " " and sign not in "\n\r\t\f") or "\ud800" <= sign <= "\udfff":
            raise NotUnderstood("a sign that no text has", pos, repr(sign))
    try:
        return _read(text, readings or {}, number, name)
    except NotUnderstood:
        raise
    except RecursionError:
        raise NotUnderstood("the text is nested too deeply, or a formula has too many parts") from None
    except (ArithmeticError, LookupError, SyntaxError, TypeError, ValueError) as error:
        raise NotUnderstood(f"this is no statement: {error}") from None


def _read(text: str, readings: Mapping[str, str], number: int | None, name: str) -> ReadStatement:
    marks, macros = taken_out(tokens(text))
    whole = expanded(marks, macros)
    chosen = statement(whole, number)
    if len(chosen) > MOST:
        raise NotUnderstood(f"a statement of more than {MOST} signs is not read", chosen[0].pos)
    told = story(pieces(chosen))
    told.unread += around(whole, number)
    understood = understand(told, readings)
    source = python(understood, _own_text(text, chosen, whole, macros), name)
    claim = made(source)
    if why := senseless(claim):
        raise NotUnderstood(f"as it was read this has no meaning: {why}", cure=SENSE)
    return ReadStatement(text, understood, claim, source)


def _own_text(text: str, chosen: Sequence[Mark], whole: Sequence[Mark], macros: Collection[str]) -> str:
    """Of a file the statement alone, as it is typed there; without comments, and with what macros mean."""
    behind = (one.pos for one in whole if one.pos > chosen[-1].pos)
    own = text[chosen[0].pos : min(behind, default=len(text))].strip()
    return latex(chosen) if macros or "%" in own else own


def python(found: Understood, text: str, name: str = FUNCTION) -> str:
    """The file of the claim."""
    renamed = {one.name: identifier(one.name) for one in found.inputs}
    for one in found.inputs:
        if not (renamed[one.name].isidentifier() and one.name.isascii()):
            raise NotUnderstood(f"{one.name} is no name of a letter", one.pos, cure="take a plain letter")
    over_c = [one.name for one in found.inputs if one.complex]
    lines, used = body(found.hypotheses, found.conclusions, renamed, over_c)
    used.fractions |= found.fraction
    args = [renamed[one.name] for one in found.inputs]
    return file(Parts(name, args, found.domain, sorted(found.makers), lines, used, text))


def made(source: str) -> Claim:
    """The claim of a file that was just written."""
    names: dict[str, Any] = {"__name__": "read"}
    exec(compile(source, "<read>", "exec"), names)
    (found,) = [one for one in names.values() if isinstance(one, Claim)]
    return found


def senseless(claim: Claim) -> str:
    """Why a statement says nothing: parts whose sizes do not fit, eigenvalues of what need not be symmetric.

    Empty where it says something at plain points of small sizes.
    """
    try:
        for point in islice(corners(claim.domain, CORNERS), POINTS):
            field = Residual(point.values, BITS)
            values = Evaluation(field)
            met = (decide(link, field, values).verdict is not Verdict.VIOLATED for link in claim.hypotheses)
            for link in claim.conclusions if all(met) else ():
                decide(link, field, values)
    except ValueError as error:
        return str(error)
    return ""
