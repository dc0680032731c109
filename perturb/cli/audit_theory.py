"""What `perturb audit --theory` adds: progress and sentences, the object for JSON, the text of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from perturb.cli.ending import interrupted
from perturb.cli.terminal import OUT, bar
from perturb.say import visible
from perturb.weights.auditing import Audit
from perturb.weights.layer_theory import LayerTheory
from perturb.weights.theory import Theory, theory
from perturb.weights.theory_words import theory_sentences


def told(weights: Path, settings: Any, done: Audit, alpha: float, aloud: bool) -> Theory:
    """The theory of a file that was audited, each layer printed as soon as it is done."""
    count = 0
    with bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as shown:
        task = shown.add_task("theory", total=len(done.layers))

        def seen(one: LayerTheory) -> None:
            nonlocal count
            count += 1
            shown.advance(task)
            if aloud:
                OUT.print(escape(visible(f"{one.name}:")), highlight=False)
                for line in theory_sentences(one, alpha):
                    OUT.print(escape(visible(f"  {line}")), highlight=False)

        try:
            return theory(weights, settings, alpha=alpha, done=done, seen=seen)
        except KeyboardInterrupt:
            interrupted(f"the theory of {count} of {len(done.layers)} layers is done")


def theory_object(found: Theory | None) -> dict[str, Any]:
    """For JSON; empty without one."""
    return {} if found is None else {"theory": found.object()}


def theory_text(found: Theory | None) -> str:
    """The sections of the page; empty without one."""
    if found is None:
        return ""
    from perturb.weights.theory_page import theory_sections  # which loads what pages need

    return theory_sections(found)
