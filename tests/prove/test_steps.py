"""Declared steps: each is proved before it counts, and no step is believed."""

from __future__ import annotations

import json

import pytest

from perturb import claim, paper, then
from perturb.domains import square, together
from perturb.prove.checker.check import check_data
from perturb.prove.prover import attempt
from perturb.statements.argument import argument, home, step, therefore
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, kappa, s1

ME = paper("steps")
TWO = together(A=square(), B=square(), n=(1, 3))


@claim(ME, "1", domain=TWO)
def product_of_shifted(A, B):
    yield then(s1((A + I) @ (B + I)), "<=", (1 + s1(A)) * (1 + s1(B)))


@argument(product_of_shifted)
def by_each_factor(goal, A, B):
    first, second = A + I, B + I
    signs = [step(0, "<=", s1(M), free=[M], by=[]) for M in (first, second)]
    bounds = [step(s1(M + I), "<=", 1 + s1(M), by=[]) for M in (A, B)]
    norm = step(s1(first @ second), "<=", s1(first) * s1(second), free=[first, second], by=[])
    yield from (*signs, *bounds, norm)
    yield therefore(free=[s1(A), s1(B), s1(first), s1(second), s1(first @ second)])


@claim(ME, "2", domain=TWO)
def false_by_a_false_step(A, B):
    yield then(s1(A @ B), "<=", s1(A) * s1(B) / 2)


@argument(false_by_a_false_step)
def by_wishing(goal, A, B):
    yield step(s1(A), "<=", s1(A) / 2)
    yield therefore(free=[s1(A), s1(B), s1(A @ B)])


@claim(ME, "3", domain=TWO)
def false_by_a_step_without_a_value(A, B):
    yield then(0, "<", s1(A))


@argument(false_by_a_step_without_a_value)
def by_what_is_undefined(goal, A, B):
    """kappa has no value at 0, where the conclusion is false."""
    yield step(1, "<=", kappa(A))
    yield therefore()


def test_steps_are_proved_one_after_the_other() -> None:
    found = attempt(product_of_shifted, 2, 20)
    assert found.outcome == "proved", found
    (proof,) = found.certificate["proofs"]
    assert [len(goal["lemmas"]) for goal in proof["goals"]] == [5]
    check_data(json.loads(json.dumps(found.certificate)))


@pytest.mark.parametrize("made", [false_by_a_false_step, false_by_a_step_without_a_value])
def test_what_is_false_is_not_proved_by_steps(made) -> None:
    assert attempt(made, 2, 3).outcome in ("open", "timeout", "false")


def test_a_statement_has_one_argument() -> None:
    assert home(product_of_shifted) == __name__
    with pytest.raises(ValueError, match="two arguments"):
        argument(product_of_shifted)(by_wishing)


def test_every_argument_of_the_catalogue_gives_steps() -> None:
    """The conclusion is the last step, and a step rests on those before it."""
    from perturb.prove.lemmas.carry_out import declared
    from perturb.prove.prover import Explorer
    from perturb.prove.reading.sized_claim import SizedClaim, assignments

    known = [one for one in catalogue().values() if home(one).startswith("theorems.")]
    assert len(known) > 20
    for one in known:
        *_, sizes = assignments(one.domain, 2)
        statement = SizedClaim(one, sizes)
        for goal in statement.goals():
            steps = declared(Explorer(statement, 0.0), goal)
            assert not steps or steps[-1].link is None, one.id
            for k, each in enumerate(steps):
                assert set(each.by or ()) <= set(steps[:k]), (one.id, k)
