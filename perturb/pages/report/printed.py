"""What the source prints, before what was examined of it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from perturb.pages.markdown import display, joined
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.printed import Printed, Shown, cited, printed


def as_printed(statement: Shown) -> str:
    """The formulas of the source, each with its place; empty without any."""
    blocks = groupby(printed(statement), key=_lead)
    return joined(*[joined(lead, *_displayed(found)) for lead, found in blocks]).strip()


def examined(statement: Claim | Law | Bound) -> str:
    """What leads over to the statement that is checked; empty where nothing printed stands before it."""
    if not printed(statement):
        return ""
    if isinstance(statement, Claim) and statement.corrects:
        return "**Examined in its place**"
    if isinstance(statement, Claim) and statement.sharpens:
        return "**Examined in a sharper form**"
    return "**Examined as**"


def _lead(one: Printed) -> str:
    """What a source says in words is told from its formulas."""
    where = f", {cited(one.item)}" if one.item else ""
    return f"**Printed** in words{where}, as a formula:" if one.in_words else f"**Printed**{where}:"


def _displayed(found: Iterable[Printed]) -> list[str]:
    return [display(line) for one in found for line in one.lines]
