"""`perturb.referee`: the page of a referee on a statement, as the command of this name does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.api.examine import Target, each, seconds_of, seed_of
from perturb.laws.stats.account import Ledger
from perturb.pages.referee import Report
from perturb.results import chance
from perturb.results.refereed import SECONDS, refereed
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim


def referee(target: Statement | Target, seconds: float = SECONDS, seed: int = 0) -> Any:
    """All that can be found of a statement within the seconds, as a page to paste.

    The result is a `Report`: it prints as text, and gives `latex()`, `document()` (a file of LaTeX that
    compiles), `markdown()` and `rows()`; `found` has the parts. A target of the command line gives a sequence
    of them, each with so many seconds. Raises ValueError for a bad time or seed, or a statement without a
    meaning, LookupError for a target that names nothing.
    """
    seconds, seed = seconds_of(seconds), seed_of(seed)
    return each(target, lambda one: report(one, seconds, seed))


def report(
    one: Statement,
    seconds: float,
    seed: int,
    target: str = "",
    progress: Callable[[str], None] = lambda stage: None,
) -> Report:
    """The page of one statement; `target` is how it is named in the lines that do it again."""
    if isinstance(one, Claim):
        return Report(refereed(one, seconds, seed, progress), target, seed)
    progress("samples")
    looks = chance.PROFILES["quick"]
    return Report(chance.examine_law(one, Ledger(), looks, seed, seconds=seconds), target, seed)
