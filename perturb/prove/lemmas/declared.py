"""The steps that a statement declares, each proved by those before it, then the conclusion by them."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.prove.cases.undecided import NO_PROOF
from perturb.prove.lemmas.carry_out import key
from perturb.prove.lemmas.method import Proof, Prover
from perturb.prove.reading.free_parts import below, total
from perturb.prove.reading.sized_claim import Goal
from perturb.statements.argument import Aim, Inference, steps_of
from perturb.vocab.grammar.tree import WORDS, Expr, const

# A part that is not there: where a part may be anything, inputs that are not read are not made.
NOTHING = Expr(WORDS["neg"], (Expr(WORDS["neg"], (const(1),)),))


def declared(prover: Prover, goal: Goal) -> list[Inference]:
    """The steps of the claim for this instance of its conclusions."""
    own = prover.statement
    return steps_of(own.claim, Aim(goal.link, dict(goal.at), goal.component, own.sizes))


def by_declared_steps(prover: Prover, goal: Goal) -> Proof | None:
    """The certificate of a goal by its steps; None where it declares none or one of them fails."""
    try:
        return _proved(prover, goal)
    except NO_PROOF:
        return None


def _proved(prover: Prover, goal: Goal) -> Proof | None:
    steps = declared(prover, goal) if goal.link >= 0 else []
    if not steps:
        return None
    known = [one.link for one in steps if one.link is not None]
    statement = prover.statement.knowing(known)
    used = list(prover.statement.claim.hypotheses)
    valued = set(below([side for link in (*used, statement.goal(goal)) for side in link.parts]))
    made: list[tuple[Prover, Proof]] = []
    everywhere = True
    for k, one in enumerate(steps):
        now = goal if one.link is None else Goal(-1 - k, (), None)
        use = _use(one, steps[:k], len(used))
        free = [part for part in one.free if part.args]
        if not free and one.link is not None:
            free = [NOTHING]
        same = key(statement, now, use, free) if free and one.link is not None else None
        if same in prover.known:
            other, found = prover.known[same]
            made.append(
                (other, {**found, "use": [use[k] for k in found["use"]], "let": [str(part) for part in free]})
            )
        else:
            there = statement.assuming(now, use, free) if free else statement
            other = prover.beside(there)
            other.valued = valued  # no other part may lack a value
            made.append((other, other.one(now, use)))
            if same is not None and other.everywhere:  # else it rests on what has a value here
                found = made[-1][1]
                prover.known[same] = other, {**found, "use": [use.index(k) for k in found["use"]]}
        everywhere &= other.everywhere and all(total(part) for part in free)
        valued.update(below(list(one.link.parts)) if one.link is not None else ())
    prover.everywhere &= everywhere
    for other, _ in made:
        prover.leaves += other.leaves
    prover.concluded |= made[-1][0].concluded
    lemmas = [
        {"state": link.canonical(), "goal": part} for link, (_, part) in zip(known, made[:-1], strict=True)
    ]
    return {**made[-1][1], "lemmas": lemmas}


def _use(one: Inference, before: Sequence[Inference], first: int) -> list[int]:
    """The numbers of the hypotheses and of the steps that it may use."""
    chosen = range(first) if one.given is None else one.given
    lemmas = [k for k, step in enumerate(before) if one.by is None or step in one.by]
    return [*sorted(chosen), *[first + k for k in lemmas]]
