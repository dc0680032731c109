"""What the source prints, before what was examined of it."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.report.markdown import display, joined
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.printed import Printed, cited, printed


def as_printed(statement: Claim | Law | Bound) -> str:
    """The formulas of the source, and apart from them those that it says in words; empty without any."""
    found = printed(statement)
    exact = [one for one in found if not one.in_words]
    return joined(
        *_block("**Printed**", "", exact),
        *_block("**Printed** in words", ", as a formula", [one for one in found if one.in_words]),
    ).strip()


def examined(statement: Claim | Law | Bound) -> str:
    """What leads over to the statement that is checked; empty where nothing printed stands before it."""
    if not printed(statement):
        return ""
    if isinstance(statement, Claim) and statement.corrects:
        return "**Examined in its place**"
    if isinstance(statement, Claim) and statement.sharpens:
        return "**Examined as its sharper form**"
    return "**Examined as**"


def _block(lead: str, how: str, found: Sequence[Printed]) -> list[str]:
    """A lead that says where, and the formulas."""
    if not found:
        return []
    places = dict.fromkeys(cited(one.item) for one in found if one.item)
    where = f" ({'; '.join(places)})" if places else ""
    return [f"{lead}{where}{how}:", *[display(line) for one in found for line in one.lines]]
