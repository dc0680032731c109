"""The methods of proof, in the order in which they are tried."""

from __future__ import annotations

from perturb.prove.cases.case_tree import LARGE
from perturb.prove.cases.undecided import NO_PROOF
from perturb.prove.lemmas.carry_out import GENERAL, by_declared_steps, by_plans
from perturb.prove.lemmas.chains import chains, one_by_one, stretched
from perturb.prove.lemmas.plans import Proof, ProofMethod, Prover
from perturb.prove.lemmas.weyl import grams, majorants, scaled, slopes
from perturb.prove.reading.sized_claim import Goal


def with_diagonal_inputs(prover: Prover, goal: Goal) -> Proof | None:
    """Where diagonal inputs make a large matrix small, at once."""
    whole = prover.statement
    if max(whole.sizes.values(), default=0) < LARGE or whole.turned(goal, prover.usable()) is None:
        return None
    other = prover.about(whole, GENERAL)
    try:
        found = other.one(goal)
    except NO_PROOF:
        return None
    prover.add(other)
    return found


def about_more_matrices(prover: Prover, goal: Goal) -> Proof | None:
    """With parts that may be any matrix: early, for a part of the time."""
    for general in prover.statement.generalised(goal, prover.usable()):
        other = prover.about(general, GENERAL)
        try:
            found = other.one(goal)
        except NO_PROOF:
            pass
        else:
            prover.add(other)
            return found
    return None


def as_it_is(prover: Prover, goal: Goal) -> Proof | None:
    """By its case tree. Open, OutOfTime or Unsupported where there is none: this method is the last one."""
    return prover.one(goal)


METHODS: tuple[ProofMethod, ...] = (
    by_declared_steps,
    with_diagonal_inputs,
    by_plans(chains, slopes, majorants, stretched, grams),  # many small steps
    about_more_matrices,
    by_plans(scaled, one_by_one),
    as_it_is,
)
