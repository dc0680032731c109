"""The whole way: a text as a claim, with what was understood of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perturb.read.errors import NotUnderstood
from perturb.read.macros import expanded, taken_out
from perturb.read.pieces import pieces
from perturb.read.prose import story
from perturb.read.source import tokens
from perturb.read.spaces import identifier
from perturb.read.theorem import statement
from perturb.read.understand import understand
from perturb.read.used import Understood
from perturb.read.written import Parts, body, file
from perturb.statements.claim import Claim

FUNCTION = "statement"


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
    marks, macros = taken_out(tokens(text))
    told = story(pieces(statement(expanded(marks, macros), number)))
    try:
        understood = understand(told, readings or {})
    except (TypeError, ValueError) as error:
        if isinstance(error, NotUnderstood):
            raise
        raise NotUnderstood(f"this is no statement: {error}") from None
    source = python(understood, text, name)
    return ReadStatement(text, understood, made(source), source)


def python(found: Understood, text: str, name: str = FUNCTION) -> str:
    """The file of the claim."""
    renamed = {one.name: identifier(one.name) for one in found.inputs}
    lines, used = body(found.hypotheses, found.conclusions, renamed)
    used.fractions |= found.fraction
    args = [renamed[one.name] for one in found.inputs]
    return file(Parts(name, args, found.domain, sorted(found.makers), lines, used, text))


def made(source: str) -> Claim:
    """The claim of a file that was just written."""
    names: dict[str, Any] = {"__name__": "read"}
    exec(compile(source, "<read>", "exec"), names)
    (found,) = [one for one in names.values() if isinstance(one, Claim)]
    return found
