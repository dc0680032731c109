"""Which letters a statement has, and that every one that is introduced is used."""

from __future__ import annotations

from dataclasses import dataclass, field

from perturb.read.errors import NotUnderstood
from perturb.read.inputs import InputRead, bases
from perturb.read.relations import Chain
from perturb.read.scope import Scope
from perturb.read.story import Story
from perturb.vocab.grammar.ranges import index, indices
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.free import exchanged
from perturb.vocab.words.lists import Identity


@dataclass
class Understood:
    """A statement with all that a report says of it."""

    inputs: list[InputRead]
    domain: str
    makers: set[str]
    hypotheses: list[Chain]
    conclusions: list[Chain]
    scope: Scope
    story: Story
    fraction: bool = False
    names: dict[str, str] = field(default_factory=dict)


def letters(found: list[Chain]) -> set[str]:
    return {name for chain in found for side in chain if isinstance(side, Expr) for name in side.free}


def renamed(chain: Chain, name: str, fresh: str) -> Chain:
    nodes = {
        n
        for side in chain
        if isinstance(side, Expr)
        for n in side.walk()
        if n.word.name == "index" and n.payload[0] == name
    }
    by = {n: (index(fresh, *n.args) if n.args else indices(fresh)[0]) for n in nodes}
    return [exchanged(side, by) if isinstance(side, Expr) else side for side in chain]


def all_used(found: Understood) -> None:
    """Every letter that is introduced enters the statement."""
    texts = [
        side
        for chain in (*found.hypotheses, *found.conclusions)
        for side in chain
        if not isinstance(side, str)
    ]
    mentioned = {
        n.payload[0]
        for side in texts
        for n in (side.factor if isinstance(side, Identity) else side).walk()
        if n.word.name == "input"
    }
    words = {n.word.name for side in texts if isinstance(side, Expr) for n in side.walk()}
    if "by modulus" in found.story.flags and words & {"lam", "complex_lam"}:
        raise NotUnderstood(
            "of eigenvalues by their moduli only |\\lambda_i| is read", found.story.stated[0].pos
        )
    for one in found.inputs:
        if one.name not in mentioned and len(found.inputs) > 1:
            raise NotUnderstood(f"{one.name} is introduced and not used", one.pos, cure="leave it out")
    for name, (_, pos) in found.story.defined.items():
        if name not in found.scope.used and name not in found.story.optional:
            raise NotUnderstood(f"{name} is defined and not used", pos, cure="leave it out")
    for name, function in found.story.functions.items():
        if name not in found.scope.used:
            raise NotUnderstood(f"{name} is defined and not used", function.pos, cure="leave it out")
    for name, run in found.story.runs.items():
        if (
            name not in letters(found.hypotheses) | letters(found.conclusions)
            and name not in found.scope.sizes
            and name not in bound_names(found)
        ):
            raise NotUnderstood(f"the index {name} is quantified and not used", run.pos, cure="leave it out")
    for wish in found.scope.wanted:
        if wish not in found.scope.asked and wish not in found.scope.inputs:
            raise NotUnderstood(f"the reading of {wish} is not asked for", 0, wish)


def bound_names(found: Understood) -> set[str]:
    return {letter.name for one in found.story.stated for letter in bases(one.node)}
