"""A plan carried out: its lemmas are proved like conclusions, and then the goal by them.

A plan with ways is carried out from the goal backwards: only lemmas that are used are proved, by only what
they use. Lemmas that say the same of other parts are proved once. So are the steps that a statement declares:
each is proved by those before it, then the conclusion by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perturb.prove.cases.undecided import NO_PROOF
from perturb.prove.lemmas.plans import Plan, Planner, Proof, ProofMethod, Prover, Sought, Way
from perturb.prove.reading import inputs
from perturb.prove.reading.free_parts import below, names, read, total
from perturb.prove.reading.sized_claim import Goal, SizedClaim
from perturb.statements.argument import Aim, Inference, steps_of
from perturb.vocab.grammar.tree import WORDS, Expr, const

LEMMA = 0.2  # of the time, for a lemma
GENERAL = 0.4  # of the time, for a statement about more matrices
GOAL, STEP = 0.4, 0.6  # of the time, backwards


def by_plans(*planners: Planner) -> ProofMethod:
    """The method of the first plan of these that leads to a proof."""

    def method(prover: Prover, goal: Goal) -> Proof | None:
        if goal.link < 0:
            return None
        sought = Sought.of(prover.statement, goal)
        plans = (plan for planner in planners for plan in planner(sought))
        return next((proof for plan in plans if (proof := carried_out(prover, goal, plan))), None)

    return method


def carried_out(prover: Prover, goal: Goal, plan: Plan) -> Proof | None:
    """The lemmas, and then the goal by them; None where one of these fails."""
    try:
        if plan.ways is None:
            provers, found = Forwards(prover, plan).proved(goal)
        else:
            provers, found = Backwards(prover, plan, plan.ways).proved(goal)
    except NO_PROOF:
        return None
    prover.concluded |= provers[0].concluded
    for one in provers:
        prover.everywhere &= one.everywhere
        prover.leaves += one.leaves
    return found


class Forwards:
    """Lemma by lemma, each by those before it; Unfinished or Unsupported where a step fails."""

    def __init__(self, prover: Prover, plan: Plan) -> None:
        self.prover, self.plan = prover, plan
        self.statement = prover.statement.knowing(plan.lemmas)

    def proved(self, goal: Goal) -> tuple[list[Prover], Proof]:
        """The provers, that of the goal first, and the certificate of the goal with its lemmas."""
        proved = [self._lemma(k) for k in range(len(self.plan.lemmas))]
        last, found = self._by(goal, len(self.plan.lemmas), GENERAL)
        written = [
            {"state": link.canonical(), "goal": part}
            for link, (_, part) in zip(self.plan.lemmas, proved, strict=True)
        ]
        return [last, *[one for one, _ in proved]], {**found, "lemmas": written}

    def _lemma(self, k: int) -> tuple[Prover, Proof]:
        """By the lemmas before it where they speak of the same parts, else by itself."""
        goal = Goal(-1 - k, (), None)
        if k:
            try:
                return self._by(goal, k, LEMMA)
            except NO_PROOF:
                pass
        other = self.prover.about(self.statement, LEMMA)
        return other, other.goal(goal)

    def _by(self, goal: Goal, count: int, share: float) -> tuple[Prover, Proof]:
        """With the hypotheses, the first lemmas, and parts that may be anything."""
        first = len(self.prover.statement.claim.hypotheses)
        use = [*self.prover.usable(), *range(first, first + count)]
        other = self.prover.about(self.statement.assuming(goal, use, self.plan.parts), share)
        return other, other.one(goal, use)


class Backwards:
    """The lemmas of a plan and its goal; Unfinished or Unsupported where a step fails."""

    def __init__(self, prover: Prover, plan: Plan, ways: list[Way]) -> None:
        self.prover, self.plan, self.ways = prover, plan, ways
        self.statement = prover.statement.knowing(plan.lemmas)
        self.before = len(self.statement.claim.hypotheses)

    def proved(self, goal: Goal) -> tuple[list[Prover], Proof]:
        """The provers, that of the goal first, and the certificate of the goal with its lemmas."""
        by, found = self._thrifty(goal, self.ways[-1], GOAL)
        provers, proofs = [by], {len(self.plan.lemmas): found}
        for k in range(len(self.plan.lemmas) - 1, -1, -1):
            if any(self.before + k in proof["use"] for proof in proofs.values()):
                by, proofs[k] = self._remembered(Goal(-1 - k, (), None), self.ways[k])
                provers.append(by)
        *kept, _ = sorted(proofs)
        number = {self.before + k: self.before + place for place, k in enumerate(kept)}
        for k, proof in proofs.items():
            proofs[k] = {**proof, "use": [number.get(one, one) for one in proof["use"]]}
        lemmas = [{"state": self.plan.lemmas[k].canonical(), "goal": proofs[k]} for k in kept]
        return provers, {**proofs[len(self.plan.lemmas)], "lemmas": lemmas}

    def _remembered(self, goal: Goal, way: Way) -> tuple[Prover, Proof]:
        """As a lemma was proved that says the same; else anew."""
        use, known = self._numbers(goal, way), self.prover.known
        same = key(self.statement, goal, use, way.parts)
        if same not in known:
            by, found = self._thrifty(goal, way, STEP)
            known[same] = by, {**found, "use": [use.index(k) for k in found["use"]]}
        by, found = known[same]
        return by, {**found, "use": [use[k] for k in found["use"]], "let": [str(part) for part in way.parts]}

    def _thrifty(self, goal: Goal, way: Way, share: float) -> tuple[Prover, Proof]:
        """By the lemmas that a first proof has used."""
        by, found = self._by(goal, way, share)
        used = [k - self.before for k in by.used_of(found["use"]) if k >= self.before]
        if len(used) == len(way.use):
            return by, found
        try:
            return self._by(goal, Way(way.parts, used), share)
        except NO_PROOF:
            return by, found

    def _by(self, goal: Goal, way: Way, share: float) -> tuple[Prover, Proof]:
        use = self._numbers(goal, way)
        other = self.prover.about(self.statement.assuming(goal, use, way.parts), share)
        return other, other.one(goal, use)

    def _numbers(self, goal: Goal, way: Way) -> list[int]:
        """Of the hypotheses and lemmas that are used."""
        lemmas = [self.before + k for k in sorted(way.use)]
        return [*needed(self.statement, goal, lemmas, way.parts), *lemmas]


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
