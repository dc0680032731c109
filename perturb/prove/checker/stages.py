"""The lemmas of a goal, one after the other, and then the goal by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perturb.prove.checker.polynomials import Budget, Rejected
from perturb.prove.checker.speech import Speech, Step
from perturb.prove.checker.statements import Node, below


def stages(
    statement: Speech, sizes: dict[str, int], given: Step, goal: Any, budget: Budget
) -> Iterator[tuple[list[Step], Step, Any, set[Node]]]:
    """The lemmas of a goal and then itself: the hypotheses used, what is to hold, the goal, valued parts.

    These have a value wherever the instance says something: parts of hypotheses, conclusion, earlier lemmas.
    A lemma is a hypothesis for what comes after it, numbered after those of the statement.
    """
    known = [[*statement.steps(relation, sizes, budget)] for relation in statement.given]
    said = [*[step for steps in known for step in steps[:1]], given]
    valued = {part for relation, *_ in said for side in relation[1:] for part in below(side)}
    for lemma in goal.get("lemmas", []):
        step = statement.lemma(lemma["state"], sizes, budget)
        yield used(known, lemma["goal"]), step, lemma["goal"], valued
        known.append([step])
        valued.update(part for side in step[0][1:] for part in below(side))
    yield used(known, goal), given, goal, valued


def used(known: list[list[Step]], goal: Any) -> list[Step]:
    use = goal["use"]
    if any(type(k) is not int or k < 0 for k in use) or use != sorted(set(use)):
        raise Rejected("the hypotheses that are used")
    return [step for k in use for step in known[k]]
