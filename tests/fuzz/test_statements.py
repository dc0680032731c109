"""Verdicts of the engine on random statements at random points, against a second implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import perturb.vocab
from perturb.certify.point import PointVerdict, certify_links
from perturb.enclosure import Verdict
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link
from tests.fuzz.grammar import Grammar
from tests.fuzz.inputs import for_engine, random_inputs, shown
from tests.fuzz.oracle import Judged, Truth, judge
from tests.fuzz.points import Part, Point
from tests.fuzz.ranges import instances
from tests.fuzz.tower import Unsupported

CASES, DEEP = 2_000, 100_000
DECIDED = 0.98  # share of the statements with a certain truth other than an error that the engine must decide
CERTAIN = 0.9  # share of the statements whose truth the oracle must be certain of
SEED = 20_260_102
CLAIMED = {
    Verdict.HOLDS: Truth.HOLDS,
    Verdict.VIOLATED: Truth.VIOLATED,
    Verdict.VACUOUS: Truth.OUTSIDE,
    ValueError: Truth.ERROR,
    TypeError: Truth.ERROR,
}
# How a word is called in a tree, where that is not the name that users import.
TREE = {"absolute": "abs", "I": "eye", "largest": "max", "smallest": "min", "mul": "matmul", "power": "pow"}
TREE |= {"product": "prod", "total": "sum", "indices": "index"}
RELATIONS = {"given", "then"}
# Maxima over a sphere of many cones, and a mean, which tests/networks/relu computes in two ways that share no
# step.
TWO_WAYS = {
    "relu_norm",
    "relu_distance",
    "relu_singular_values",
    "operator_width",
    "mean_width",
    "relu_width",
}
# Words whose definitions tests/vocab holds them to, by equations or by numpy's and mpmath's ways.
BY_DEFINITION = set(
    [
        "adjugate",
        "ascending",
        "banded",
        "column",
        "column_sums",
        "complex_det",
        "complex_lam",
        "complex_matrix",
        "complex_moduli",
        "complex_s",
        "complex_trace",
        "descending",
        "eig_im",
        "eig_re",
        "eigenprojection",
        "eigenvector",
        "entrywise_abs",
        "entrywise_exp",
        "entrywise_power",
        "geometric_mean",
        "hermitian_permanent",
        "least_minor",
        "lower",
        "mat_log",
        "mat_power",
        "matching_distance",
        "ones",
        "ones_matrix",
        "pinv",
        "polar",
        "reshape",
        "row",
        "row_sums",
        "strict_lower",
        "unit",
    ]
)


@dataclass(frozen=True)
class Case:
    """A statement at a point."""

    hypotheses: list[Link]
    conclusions: list[Link]
    values: dict[str, Any]

    @property
    def links(self) -> list[Link]:
        return [*self.hypotheses, *self.conclusions]

    def nodes(self) -> set[Expr]:
        return {node for link in self.links for side in link.parts for node in side.walk()}

    def inputs(self) -> set[str]:
        return {node.payload[0] for node in self.nodes() if node.word.name == "input"}

    def replay(self) -> str:
        given, then = ([link.canonical() for link in part] for part in (self.hypotheses, self.conclusions))
        return f"given {given}\nthen  {then}\nat    {shown(self.values, self.inputs())}"


def statement(rng: np.random.Generator) -> tuple[list[Link], list[Link]]:
    """One that is not refused at its declaration (an index without a range)."""
    while True:
        try:
            return Grammar(rng).statement()
        except TypeError:
            continue


def cases(count: int, seed: int) -> Iterator[Case]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield Case(*statement(rng), random_inputs(rng))


def asked(case: Case) -> PointVerdict | type[Exception]:
    """The engine's answer. Anything but a verdict, ValueError or TypeError is a failure."""
    try:
        return certify_links(case.hypotheses, case.conclusions, for_engine(case.values))
    except (ValueError, TypeError) as error:
        return type(error)


def objection(case: Case, judged: Judged, found: PointVerdict | type[Exception]) -> str | None:
    """Why the answer cannot be right."""
    answer = found.verdict if isinstance(found, PointVerdict) else found
    if answer is Verdict.UNDECIDED:
        return None
    if CLAIMED[answer] not in judged.truths:
        return f"{answer} where only {sorted(t.value for t in judged.truths)} can be true"
    if isinstance(found, PointVerdict) and answer is Verdict.VIOLATED:
        return _witnessed(case, found)
    return None


def _witnessed(case: Case, found: PointVerdict) -> str | None:
    """The instance that the engine names is one, and is false."""
    assert found.failed is not None
    link, point = case.conclusions[found.failed], Point(case.values)
    env = {name: found.at[name] for name in link.free}
    if env not in instances(link, point.sizes):
        return f"violated at {env}, which is no instance"
    return None if Part.FALSE in point.relation(link, env) else f"violated at {env}, where it holds"


def second_look(case: Case, judged: Judged, found: PointVerdict | type[Exception]) -> str | None:
    """Where digits do not tell numbers apart, a verdict that needs them different is looked at by hand."""
    if len(judged.truths) == 1:
        return None
    same = judge(case.hypotheses, case.conclusions, case.values, same=True)
    problem = objection(case, same, found)
    return None if problem is None else f"{problem}, numbers that agree in every digit being equal"


def test_no_verdict_contradicts_the_second_implementation(deep: bool) -> None:
    seen, wrong = Counter[str](), []
    for case in cases(DEEP if deep else CASES, SEED):
        try:
            judged = judge(case.hypotheses, case.conclusions, case.values)
        except Unsupported:
            seen["left out"] += 1
            continue
        found = asked(case)
        problem = objection(case, judged, found) or second_look(case, judged, found)
        if problem is not None:
            wrong.append(f"{problem}\n{case.replay()}\nengine {found}\n")
        _count(seen, judged, found)
    assert not wrong, f"{len(wrong)} of {seen}\n" + "\n".join(wrong[:20])
    total = sum(seen[name] for name in ("certain", "uncertain"))
    assert seen["left out"] <= total / 50, seen
    assert seen["certain"] >= CERTAIN * total, seen
    assert seen["decided"] >= DECIDED * seen["to decide"], seen
    assert min(seen[t.value] for t in Truth) >= total / 100, seen


def _count(seen: Counter[str], judged: Judged, found: PointVerdict | type[Exception]) -> None:
    seen["certain" if len(judged.truths) == 1 else "uncertain"] += 1
    for truth in judged.truths:
        seen[truth.value] += 1
    if len(judged.truths) == 1 and Truth.ERROR not in judged.truths:
        seen["to decide"] += 1
        seen["decided"] += isinstance(found, PointVerdict) and found.verdict is not Verdict.UNDECIDED


def test_every_word_is_generated() -> None:
    rng, words = np.random.default_rng(SEED), set[str]()
    for _ in range(CASES):
        words |= {node.word.name for node in Case(*statement(rng), {}).nodes()}
    wanted = {TREE.get(name, name) for name in perturb.vocab.__all__} - RELATIONS - TWO_WAYS - BY_DEFINITION
    assert not wanted - words
