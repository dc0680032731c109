"""Random statements at random points against a second implementation: verdicts, instances, decimals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import perturb.vocab
from perturb.certify.point import PointVerdict, certify_links
from perturb.domains import bounded, box, scalar
from perturb.enclosure import Verdict
from perturb.vocab import entries, head, indices, leading, s, then, total
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import assignments
from perturb.vocab.grammar.tree import WORDS, Expr, as_expr, variable
from perturb.vocab.relations.order import Link
from tests.fuzz.grammar import A, Grammar, V, for_engine, random_inputs, random_sides, random_sizes, shown
from tests.fuzz.oracle import Judged, Part, Point, Truth, judge
from tests.fuzz.ranges import BOX, REACH, Mismatch, Sizes, TooMany, has_meaning, instances
from tests.fuzz.tower import Unsupported, read

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
    "spherical_width",
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
        "complex_det_im",
        "complex_det_re",
        "complex_lam",
        "complex_moduli",
        "complex_permanent_im",
        "complex_permanent_re",
        "complex_s",
        "descending",
        "eig_im",
        "eig_re",
        "eigenprojection",
        "eigenvector",
        "entrywise_abs",
        "entrywise_exp",
        "entrywise_power",
        "gamma",
        "hermitian_permanent",
        "least_minor",
        "lower",
        "mat_log",
        "matching_distance",
        "ones",
        "ones_matrix",
        "pinv",
        "principal_log",
        "principal_sqrt",
        "reshape",
        "row",
        "row_sums",
        "spectral_projection",
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
    assert not {name for name in wanted - words if WORDS[name].body is None}  # a body is a definition


# The instances of a relation, against trying every integer.


SIZES = 1  # sizes that each statement is asked at
STATEMENTS, DEEP_RANGES = 2_000, 100_000
i, j, k = indices("i j k")


def declare(rng: np.random.Generator) -> Link | None:
    """None where the declaration is refused: an index without a finite range."""
    lhs, rhs = random_sides(rng)
    try:
        return then(lhs, "<=", rhs).links[0]
    except TypeError:
        return None


def compare(link: Link, sizes: dict[str, Any], seen: Counter[str]) -> None:
    """A relation without a meaning at this size (v[9] of a short v in it) has no instances to speak of."""
    try:
        if not has_meaning(link, Sizes(sizes)):
            seen["no meaning"] += 1
            return
        expected = instances(link, Sizes(sizes))
        if not _inside(expected, REACH):  # i i - j beside a long vector: the box was too small
            expected = instances(link, Sizes(sizes), 4 * BOX)
    except (Mismatch, TooMany) as why:
        seen[type(why).__name__] += 1
        return
    found = [dict(env) for env in assignments(link, sizes)]
    replay = f"{link.canonical()} at {sizes}"
    assert _inside(expected, 4 * REACH), f"accepted, not finite: {replay}"
    assert found == expected, f"{replay}:\n engine {found}\n tried  {expected}"
    seen["empty" if not expected else "some"] += 1


def _inside(found: list[dict[str, int]], reach: int) -> bool:
    return all(abs(x) <= reach for env in found for x in env.values())


def test_instances_are_what_trying_every_integer_finds(deep: bool) -> None:
    rng, seen = np.random.default_rng(20_260_101), Counter[str]()
    for _ in range(DEEP_RANGES if deep else STATEMENTS):
        link = declare(rng)
        seen["accepted" if link is not None else "refused"] += 1
        if link is not None and link.free:
            for _ in range(SIZES):
                compare(link, random_sizes(rng), seen)
    assert seen["accepted"] >= 2 * seen["refused"], seen
    assert seen["some"] >= seen["accepted"] / 4, seen
    assert seen["empty"] >= seen["accepted"] / 10, seen
    assert seen["TooMany"] <= seen["accepted"] / 100, seen


@pytest.mark.parametrize(
    ("side", "sizes", "expected"),
    [
        (V[i + 1], {"v": (3,)}, [{"i": 0}, {"i": 1}, {"i": 2}]),
        (V[i - 1], {"v": (2,)}, [{"i": 2}, {"i": 3}]),
        (V[2 * i], {"v": (4,)}, [{"i": 1}, {"i": 2}]),
        (s(A)[i + 4], {"A": (2, 3)}, [{"i": -3}, {"i": -2}]),
        (A[i, j] + V[i - j + 1], {"A": (2, 2), "v": (1,)}, [{"i": 1, "j": 1}, {"i": 2, "j": 2}]),
        (entries(leading(A, k))[4], {"A": (3, 2)}, [{"k": 2}]),
        (entries(leading(A, k))[4], {"A": (3, 1)}, []),
        (head(V, i)[j], {"v": (2,)}, [{"i": 1, "j": 1}, {"i": 2, "j": 1}, {"i": 2, "j": 2}]),
    ],
)
def test_instances_counted_by_hand(side: Any, sizes: dict[str, Any], expected: list[dict[str, int]]) -> None:
    link = then(side, "<=", 0).links[0]
    assert instances(link, Sizes(sizes)) == expected
    assert [dict(env) for env in assignments(link, sizes)] == expected


# Decimals in random statements, against a reading of their digits that shares nothing with the engine.


CASES_DECIMALS, DEEP_DECIMALS = 300, 20_000
t = variable("x", Kind.SCALAR)
TRUTHS = {Verdict.HOLDS: Truth.HOLDS, Verdict.VIOLATED: Truth.VIOLATED}


def written(rng: np.random.Generator) -> str:
    """What a person types: up to twelve digits, a point somewhere, now and then a power of ten."""
    digits = str(int(rng.integers(1, 10 ** int(rng.integers(1, 13)))))
    place = int(rng.integers(0, len(digits) + 1))
    power = f"e{int(rng.integers(-20, 21))}" if rng.random() < 0.3 else ""
    return f"{'-' if rng.random() < 0.3 else ''}{digits[:place] or '0'}.{digits[place:] or '0'}{power}"


FORMS: list[Callable[[list[float]], Any]] = [
    lambda c: c[0] * t + c[1] * t + t * c[2],
    lambda c: total([c[0] * t, t * c[1], c[2] * t]),
    lambda c: total(np.array(c) * t),
    lambda c: total(entries(as_expr(np.array([c])))) * t,
    lambda c: (as_expr(c[0]) + c[1] + c[2]) * t,
]


def test_sums_of_decimals(deep: bool) -> None:
    """a t + b t + c t beside d t with d the sum, exactly or off by a hair."""
    rng, seen = np.random.default_rng(20_261_126), set[Verdict]()
    for k in range(DEEP_DECIMALS if deep else CASES_DECIMALS):
        texts = [written(rng) for _ in range(3)]
        hair = Fraction(int(rng.integers(-1, 2)), 10 ** int(rng.integers(25, 60)))
        right = sum(map(read, texts), Fraction(0)) + hair
        op = ("<=", "<", ">=", ">", "==", "!=")[int(rng.integers(6))]
        lhs = FORMS[k % len(FORMS)]([float(text) for text in texts])
        found = certify_links((), then(lhs, op, right * t).links, for_engine({"x": Fraction(1, 3)})).verdict
        spelled = sum((read(text) * t for text in texts), start=as_expr(0))
        (truth,) = judge([], then(spelled, op, right * t).links, {"x": Fraction(1, 3)}).truths
        assert TRUTHS[found] is truth, (texts, op, hair)
        seen.add(found)
    assert len(seen) == 2


def test_bounds_of_domains(deep: bool) -> None:
    """The decimal itself belongs to the domain, the next number of 40 digits beyond it does not."""
    rng = np.random.default_rng(20_261_127)
    for _ in range(DEEP_DECIMALS // 100 if deep else CASES_DECIMALS // 3):
        text = written(rng).lstrip("-")
        top, hair = read(text), read(text) / 10**40
        for domain, point in (
            (scalar(-1, float(text)), lambda x: x),
            (box(-1, float(text)), lambda x: [x, x]),
            (bounded(float(text)), lambda x: [[x]]),
        ):
            inside = domain.named(["x"])
            assert inside.contains(inside.point({"x": point(str(top))}))
            assert not inside.contains(inside.point({"x": point(str(top + hair))}))
