"""Lemmas that say the same of other parts are proved once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perturb.prove import inputs
from perturb.prove.general import names, read
from perturb.prove.statement import Goal, SizedClaim
from perturb.vocab.grammar.tree import Expr


def needed(statement: SizedClaim, goal: Goal, lemmas: Sequence[int], parts: Sequence[Expr]) -> list[int]:
    """The hypotheses that speak of what a lemma speaks of outside the parts; all for a conclusion."""
    given = range(len(statement.claim.hypotheses))
    if goal.link >= 0:
        return [*given]
    links = [statement.goal(goal), *[statement.given(k) for k in lemmas]]
    own = read([side for link in links for side in link.parts], parts)
    return [k for k in given if own & names(statement.given(k).parts)]


def key(statement: SizedClaim, goal: Goal, use: Sequence[int], parts: Sequence[Expr]) -> Any:
    """What a proof with these parts depends on: relations with the parts as .1, .2, ..., and inputs."""
    links = [statement.goal(goal), *[statement.given(k) for k in use]]
    named = sorted(((str(part), f".{k}") for k, part in enumerate(parts, 1)), key=lambda two: -len(two[0]))
    texts = []
    for text in [link.canonical() for link in links]:
        for part, name in named:
            text = text.replace(part, name)
        texts.append(text)
    if any(word in text for text in texts for word in ("(rows ", "(cols ")):
        texts.append(repr(sorted(statement.sizes.items())))
    made = statement.assuming(goal, use, parts).made
    return tuple(texts), tuple((one, inputs.shape(one, statement.sizes)) for one in made)
