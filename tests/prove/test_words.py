"""The checker's words beside the engine's, in random statements at random small inputs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
from flint import ctx, fmpq_mat
from hypothesis import settings

from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.prove.checker.check import MALFORMED
from perturb.prove.checker.numbers import Rejected, number
from perturb.prove.checker.paths import Stop
from perturb.prove.checker.statements import Statement
from perturb.prove.checker.text import Language, Shapes, Valuation
from perturb.vocab.grammar import ranges
from perturb.vocab.relations import decide
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, as_scalar
from tests.fuzz.inputs import for_engine, random_inputs
from tests.fuzz.test_statements import statement
from tests.prove.concrete import PRECISION, Follower

DEEP = settings().max_examples > 500
CASES = 20_000 if DEEP else 100


def exact(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def given_to_checker(x: Any) -> Any:
    """An input of the engine as a value of the checker."""
    if isinstance(x, fmpq_mat):
        return [[number(str(exact(x[i, j]))) for j in range(x.ncols())] for i in range(x.nrows())]
    if isinstance(x, tuple):
        return [number(str(exact(y))) for y in x]
    return x if isinstance(x, int) else number(str(exact(x)))


def zeros(x: Any) -> Any:
    return [zeros(y) for y in x] if isinstance(x, list) else number(0)


def by_engine(link: Link, inputs: Any) -> Any:
    """Both sides of all instances, or why there are none."""
    with ctx.workprec(200):
        read = Evaluation(CharPoly(inputs, 200))
        try:
            if not ranges.meaningful(link, decide.shapes_of(link, read)):
                return []
            return [tuple(to_arb(as_scalar(x)) for x in (i.lhs, i.rhs)) for i in decide.instances(link, read)]
        except Undefined:
            return "undefined"
        except Unavailable:
            return "open"
        except (ValueError, TypeError):
            return "wrong"


def by_checker(link: Link, inputs: dict[str, Any]) -> Any:
    follower, statement = object.__new__(Follower), object.__new__(Statement)
    follower.values = {}
    matrices = {name: x for name, x in inputs.items() if isinstance(x, list) and isinstance(x[0], list)}
    letters = {name: str(x) for name, x in inputs.items() if type(x) is int}
    letters |= {f"(rows {name})": str(len(x)) for name, x in matrices.items()}
    letters |= {f"(cols {name})": str(len(x[0])) for name, x in matrices.items()}
    Language.__init__(statement, set(inputs), letters)
    statement.shapes, path = Shapes(statement), Valuation(statement)
    statement.shapes.inputs = {name: zeros(x) for name, x in inputs.items()}
    path.inputs = inputs
    found, undefined = [], False
    for step in statement.instances(statement.parse(link.canonical())):
        while True:
            try:
                found.append(tuple(follower.scalar(x, path) for x in path.sides(*step)))
            except Stop as stop:
                kind, *what = stop.args
                if kind == "ask":
                    path.put(what[0], follower.sign(what[0], path))
                    continue
                undefined = True
            break
    return "undefined" if undefined else found


def compared(link: Link, inputs: dict[str, Any]) -> str:
    """What came of one relation. AssertionError where checker and engine differ."""
    theirs = by_engine(link, inputs)
    try:
        with ctx.workprec(PRECISION):
            ours = by_checker(link, {name: given_to_checker(x) for name, x in inputs.items()})
    except (Rejected, *MALFORMED):
        return "refused"
    if isinstance(theirs, str) or isinstance(ours, str):
        assert theirs == ours or theirs in ("open", "wrong"), (link.canonical(), inputs, theirs, ours)
        return str(theirs)
    assert len(theirs) == len(ours), (link.canonical(), inputs)
    for mine, balls in zip(ours, theirs, strict=True):
        same = all(a.overlaps(b) for a, b in zip(mine, balls, strict=True))
        assert same, (link.canonical(), inputs, mine, balls)
    return "agree"


def test_random_statements_have_the_engines_values() -> None:
    rng, seen = np.random.default_rng(20_260_103), Counter[str]()
    for _ in range(CASES):
        hypotheses, conclusions = statement(rng)
        inputs = for_engine(random_inputs(rng))
        seen.update(compared(link, inputs) for link in (*hypotheses, *conclusions))
    assert seen["agree"] > CASES / 4, seen
    assert seen["undefined"] > CASES / 100, seen
