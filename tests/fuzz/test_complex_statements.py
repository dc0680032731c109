"""Random statements with complex inputs at random points, against a second implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb import vocab as w
from perturb.certify.point import PointVerdict, certify_links
from perturb.domains import hermitian, psd, rectangular, scalar, square, symmetric, together, unitary, vector
from perturb.domains.space import exact_value
from perturb.enclosure import Verdict
from perturb.vocab.complexes.values import lifted
from perturb.vocab.grammar.tree import as_expr
from tests.fuzz import gaussian as gs
from tests.fuzz.complex_grammar import INPUT, NAMES, Grammar
from tests.fuzz.complex_statements import NAMED, Node, Point, Relation, Sub, judge, say, truth
from tests.fuzz.gaussian import Z
from tests.fuzz.oracle import Judged, Part, Truth
from tests.fuzz.test_statements import CERTAIN, CLAIMED, DECIDED
from tests.fuzz.tower import ZERO, Unsupported

CASES, DEEP, BLOCK = 2_000, 100_000, 1_000
SEED = 20_261_128
C: Any = {"field": "complex"}
DOMAIN = together(
    **{name: square(**C) for name in "AB"},
    **{"C": rectangular(**C), "K": hermitian(), "P": psd(**C), "U": unitary(), "a": vector("m", **C)},
    **{name: vector(**C) for name in "xy"},
    **{name: scalar(**C) for name in "zw"},
    **{"R": square(), "D": rectangular(), "S": symmetric(), "u": vector(), "t": scalar()},
    n=(1, 4),
    m=(1, 4),
)
TREES = dict(zip(NAMES, DOMAIN.arguments, strict=True))


# Points: Gaussian rationals, small, structured, degenerate, with ties.

UNIT_I = Z(ZERO, Fraction(1))
PHASES = [gs.UNITY, gs.neg(gs.UNITY), UNIT_I, gs.neg(UNIT_I), Z(Fraction(3, 5), Fraction(4, 5))]


def numbers(rng: np.random.Generator, count: int, over_c: bool = True) -> list[Z]:
    low, over = int(rng.choice([-3, -2, -1, 0])), int(rng.choice([1, 1, 1, 2, 3]))
    parts = [[Fraction(int(k), over) for k in pair] for pair in rng.integers(low, 4, (count, 2))]
    return [Z(x, y if over_c else ZERO) for x, y in parts]


def matrix(rng: np.random.Generator, m: int, n: int, over_c: bool = True) -> Any:
    G = [numbers(rng, n, over_c) for _ in range(m)]
    form = rng.random()
    if form < 0.05:
        return gs.each(lambda x: gs.NOUGHT)(G)
    if form < 0.12:
        return [[G[0][0] if i == j else gs.NOUGHT for j in range(n)] for i in range(m)]
    if form < 0.2:
        return [[x if j > i else gs.NOUGHT for j, x in enumerate(row)] for i, row in enumerate(G)]
    if form < 0.28:
        return gs.outer(numbers(rng, m, over_c), numbers(rng, n, over_c))
    if form < 0.34:
        return [[x if i == j else gs.NOUGHT for j, x in enumerate(row)] for i, row in enumerate(G)]
    if form < 0.38 and over_c and m == n == 2:
        return [[gs.UNITY, UNIT_I], [UNIT_I, gs.neg(gs.UNITY)]]
    if form < 0.42 and over_c:
        return gs.each(lambda x: Z(x.re))(G)
    if form < 0.46 and over_c and m == n:
        return rotation(rng, n)
    return G


def rotation(rng: np.random.Generator, n: int) -> Any:
    """A permutation with phases; of two rows also [[3/5, 4i/5], [4i/5, 3/5]]."""
    phases = [PHASES[int(k)] for k in rng.integers(0, 5, n)]
    order = rng.permutation(n) if rng.random() < 0.5 else np.arange(n)
    found = [[phases[i] if order[i] == j else gs.NOUGHT for j in range(n)] for i in range(n)]
    if n > 1 and rng.random() < 0.4:
        turn = gs.identity(n)
        turn[0][0] = turn[1][1] = Z(Fraction(3, 5))
        turn[0][1] = turn[1][0] = Z(ZERO, Fraction(4, 5))
        found = gs.times(turn, found)
    return found


def point(rng: np.random.Generator, m: int, n: int, names: set[str]) -> dict[str, Any]:
    """Values of the inputs of these names."""
    made: dict[str, Callable[[], Any]] = {
        **dict.fromkeys("AB", lambda: matrix(rng, n, n)),
        "C": lambda: matrix(rng, m, n),
        "D": lambda: matrix(rng, m, n, False),
        "R": lambda: matrix(rng, n, n, False),
        "K": lambda: (lambda X: gs.plus(X, gs.adjoint(X)))(matrix(rng, n, n)),
        "S": lambda: (lambda X: gs.plus(X, gs.transpose(X)))(matrix(rng, n, n, False)),
        "P": lambda: (lambda X: gs.times(gs.adjoint(X), X))(matrix(rng, n, n)),
        "U": lambda: rotation(rng, n),
        "a": lambda: numbers(rng, m),
        **dict.fromkeys("xy", lambda: numbers(rng, n)),
        "u": lambda: numbers(rng, n, False),
        **dict.fromkeys("zw", lambda: numbers(rng, 1)[0]),
        "t": lambda: numbers(rng, 1, False)[0],
    }
    return {name: made[name]() for name in sorted(names)}


def parts(values: dict[str, Any]) -> dict[str, Any]:
    """Real and imaginary parts, as the engine stores them."""
    found = {}
    for name, value in values.items():
        ends = ("_re", "_im") if INPUT[name].over_c else ("",)
        found |= {f"{name}{end}": gs.each(lambda x, k=k: x[k])(value) for k, end in enumerate(ends)}
    return found


def for_engine(values: dict[str, Any]) -> dict[str, Any]:
    return {name: exact_value(value, DOMAIN.spaces[name].kind) for name, value in parts(values).items()}


# A statement as a user writes it.

Spelling = Callable[..., Any]
SPELLINGS: dict[str, list[Spelling]] = {
    "add": [lambda x, y: x + y],
    "sub": [lambda x, y: x - y],
    "neg": [lambda x: -x],
    "mul": [lambda x, y: x * y, lambda x, y: y * x],
    "div": [lambda x, y: x / y],
    "pow": [lambda x, p: x**p],
    "abs": [abs, w.absolute],
    "H": [w.H, lambda x: x.H if hasattr(x, "H") else w.H(x)],
    "T": [w.T, lambda x: x.T],
    "matmul": [lambda x, y: x @ y],
    "outer": [lambda x, y: x @ w.H(y)],
    "plus_multiple": [lambda A, z: A + z * w.I, lambda A, z: w.I * z + A, lambda A, z: A - (-z) * w.I],
    "sum": [w.total],
    "max": [w.largest],
    "min": [w.smallest],
    "component": [lambda v, i: v[i]],
    "head": [lambda v, k: v[:k], w.head],
    "entry": [lambda A, i, j: A[i, j]],
}


def spelled(node: Any, rng: np.random.Generator) -> Any:
    if isinstance(node, Sub):
        return node.spelled
    if not isinstance(node, Node):
        return node
    if node.word == "input":
        return TREES[node.args[0]]
    if node.word == "const":
        return _constant(node.args[0])
    ways = SPELLINGS.get(node.word) or [getattr(w, node.word)]
    args = [spelled(arg, rng) for arg in node.args]
    if all(arg.word == "const" for arg in node.nodes):  # Python would compute with its own numbers
        args = [lifted(x) if isinstance(x, complex) else as_expr(x) for x in args]
    return ways[int(rng.integers(len(ways)))](*args)


def _constant(x: Any) -> Any:
    return NAMED[x][0] if isinstance(x, str) else x if isinstance(x, complex) else as_expr(x)


@dataclass(frozen=True)
class Case:
    """A statement at a point, each chain beside the links that the engine makes of it."""

    hypotheses: list[list[Relation]]
    conclusions: list[list[Relation]]
    values: dict[str, Any]
    links: tuple[list[Any], list[tuple[Any, Relation]]]

    @classmethod
    def of(cls, rng: np.random.Generator) -> Case:
        m, n = (int(k) for k in rng.choice([1, 2, 3, 4], 2, p=[0.25, 0.52, 0.2, 0.03]))
        hypotheses, conclusions = Grammar(rng, (m, n)).statement()
        relations = [rel for chain in (*hypotheses, *conclusions) for rel in chain]
        inputs = [node.args[0] for rel in relations for node in rel.nodes if node.word == "input"]
        values = point(rng, m, n, set(inputs))
        given_links = [link for chain in hypotheses for link in written(given, chain, rng)]
        then_links = [
            (link, rel) for chain in conclusions for rel in chain for link in written(then, [rel], rng)
        ]
        return cls(hypotheses, conclusions, values, (given_links, then_links))

    def judged(self, same: bool = False) -> Judged:
        flat = [[rel for chain in part for rel in chain] for part in (self.hypotheses, self.conclusions)]
        return judge(*flat, Point(self.values, same))

    def asked(self) -> PointVerdict | type[Exception]:
        try:
            return certify_links(self.links[0], [link for link, _ in self.links[1]], for_engine(self.values))
        except (ValueError, TypeError) as error:
            return type(error)

    def replay(self) -> str:
        said = [[" ".join(map(str, chain)) for chain in part] for part in (self.hypotheses, self.conclusions)]
        at = {name: shown(value) for name, value in self.values.items()}
        return f"given {said[0]}\nthen  {said[1]}\nat    {at}"


def shown(value: Any) -> str:
    return str(gs.each(lambda x: f"{x.re} + {x.im} i")(value)).replace("'", "")


def written(declare: Callable[..., Any], chain: list[Relation], rng: np.random.Generator) -> Any:
    joined = [spelled(chain[0].lhs, rng)]
    for rel in chain:
        joined += [rel.op, spelled(rel.rhs, rng)]
    return declare(*joined).links


def cases(first: int, last: int) -> Iterator[Case]:
    """Those of these numbers; each thousand has a stream of its own, so that they can be run in pieces."""
    for block in range(first // BLOCK, -(-last // BLOCK)):
        rng = np.random.default_rng([SEED, block])
        for number in range(block * BLOCK, min(last, (block + 1) * BLOCK)):
            case = accepted(rng)
            if number >= first:
                yield case


def accepted(rng: np.random.Generator) -> Case:
    """One that is not refused: of pi A there is no permanent and no rank."""
    while True:
        try:
            return Case.of(rng)
        except TypeError as why:
            if "is exact" not in str(why):
                raise


def objection(case: Case, judged: Judged, found: PointVerdict | type[Exception]) -> str | None:
    answer = found.verdict if isinstance(found, PointVerdict) else found
    if answer is Verdict.UNDECIDED:
        return None
    if CLAIMED[answer] not in judged.truths:
        return f"{answer} where only {sorted(t.value for t in judged.truths)} can be true"
    if isinstance(found, PointVerdict) and answer is Verdict.VIOLATED:
        link, rel = case.links[1][found.failed or 0]
        env = {name: found.at[name] for name in link.free}
        whole = len(env) == len(rel.free)
        if whole and Part.FALSE not in truth(rel, Point(case.values), env):
            return f"violated at {env}, where it holds"
    return None


def second_look(case: Case, judged: Judged, found: PointVerdict | type[Exception]) -> str | None:
    """Where digits do not tell numbers apart, a verdict that needs them different is looked at by hand."""
    if len(judged.truths) == 1:
        return None
    problem = objection(case, case.judged(same=True), found)
    return None if problem is None else f"{problem}, numbers that agree in every digit being equal"


def test_no_verdict_contradicts_the_second_implementation(deep: bool) -> None:
    seen, wrong = Counter[str](), []
    for case in cases(0, DEEP if deep else CASES):
        problem = look(case, seen)
        if problem is not None:
            wrong.append(problem)
    assert not wrong, f"{len(wrong)} of {seen}\n" + "\n".join(wrong[:20])
    total = seen["certain"] + seen["uncertain"]
    assert seen["left out"] <= total / 20, seen
    assert seen["certain"] >= CERTAIN * total, seen
    assert seen["decided"] >= DECIDED * seen["to decide"], seen
    assert min(seen[t.value] for t in Truth) >= total / 100, seen


def look(case: Case, seen: Counter[str]) -> str | None:
    """What is wrong with the engine's answer, and a count of what was seen."""
    try:
        judged = case.judged()
    except Unsupported:
        seen["left out"] += 1
        return None
    found = case.asked()
    _count(seen, judged, found)
    problem = objection(case, judged, found) or second_look(case, judged, found)
    return None if problem is None else f"{problem}\n{case.replay()}\nengine {found}\n"


def _count(seen: Counter[str], judged: Judged, found: PointVerdict | type[Exception]) -> None:
    seen["certain" if len(judged.truths) == 1 else "uncertain"] += 1
    for one in judged.truths:
        seen[one.value] += 1
    if len(judged.truths) == 1 and Truth.ERROR not in judged.truths:
        seen["to decide"] += 1
        seen["decided"] += isinstance(found, PointVerdict) and found.verdict is not Verdict.UNDECIDED


# What the cases above found, kept; `T` is a tree of the input that is called so.

T = TREES
ONE: dict[str, Any] = {"A_re": [[1]], "A_im": [[1]]}
PAIR: dict[str, Any] = {"A_re": [[1, 0], [0, 1]], "A_im": [[0, 0], [0, 0]], "x_re": [1, 0], "x_im": [0, 1]}


@pytest.mark.parametrize(
    ("relation", "values", "verdict"),
    [
        # Every part of a statement must have a value, also one that an equation of real parts does not show.
        (lambda: then(w.imag(w.sqrt(T["t"]) + 1j * T["t"]), "==", 0), {"t": -1}, Verdict.VACUOUS),
        (lambda: then((1 / T["z"]) ** 0, "==", 2), {"z_re": 0, "z_im": 0}, Verdict.VACUOUS),
        (lambda: then(0j * w.log(T["t"]), "==", T["z"]), {"t": 0, "z_re": 1, "z_im": 0}, Verdict.VACUOUS),
        # No instance and no such component, in both equations of real parts.
        (lambda: then(T["u"][3], "==", 1j), {"u": [1, 2]}, Verdict.VACUOUS),
        (lambda: then(w.trace(T["A"] + T["u"][2] * w.I), "==", 0), {**ONE, "u": [1]}, Verdict.VACUOUS),
        (lambda: then(T["u"][1] * T["u"][3], "==", 1j), {"u": [1, 2, 3]}, Verdict.VIOLATED),
        # Vectors without components have the norm and the product 0; 0 A has the shape of A.
        (lambda: then(w.norm(T["x"][:0]), "==", 0), {"x_re": [1], "x_im": [1]}, Verdict.HOLDS),
        (lambda: then(w.H(T["x"][:0]) @ T["x"][:0], "==", 0), {"x_re": [1], "x_im": [1]}, Verdict.HOLDS),
        (lambda: then(w.op(0j * T["A"]), "==", 0), ONE, Verdict.HOLDS),
        # z x^* and the conjugate of x^* are rows like x^*.
        (lambda: then(w.norm((2j * T["x"].H) @ T["A"]), "==", w.sqrt(8)), PAIR, Verdict.HOLDS),
        (lambda: then(w.op(T["x"] @ (1j * T["x"].H)), "==", 2), PAIR, Verdict.HOLDS),
        (lambda: then(abs(w.conj(T["x"].H)[:2] @ T["x"]), "==", 0), PAIR, Verdict.HOLDS),
    ],
)
def test_found(relation: Callable[[], Any], values: dict[str, Any], verdict: Verdict) -> None:
    at = {name: exact_value(value, DOMAIN.spaces[name].kind) for name, value in values.items()}
    assert certify_links([], relation().links, at).verdict is verdict


# float64: words on arrays of complex numbers.

OF_SQUARE = ("det trace permanent inv moduli eig_re spectral_radius s fro op nuclear " + "max_entry").split()
OF_HERMITIAN = ("lam lam_max lam_min mat_abs mat_exp numerical_radius " + "kappa").split()
OF_ANY = (
    "H T conj real imag s pinv entrywise_abs norm_1 norm_inf row_sums column_sums entries " + "rank"
).split()
WORDS = [
    *[say(word, INPUT["A"]) for word in OF_SQUARE],
    *[say(word, INPUT["K"]) for word in OF_HERMITIAN],
    *[say(word, INPUT["C"]) for word in OF_ANY],
    *[say(word, INPUT["A"], INPUT["B"]) for word in ("commutator", "hadamard", "kron")],
    *[say(word, INPUT["x"]) for word in ("norm", "norm_1", "norm_inf", "diag", "conj", "real", "imag")],
    say("ky_fan", INPUT["C"], Sub(1)),
]


def in_floats(value: Any) -> Any:
    return np.array(gs.each(lambda x: complex(*[float(getattr(p, "v", p)) for p in x]))(value))


@pytest.mark.filterwarnings("ignore::perturb.vocab.systems.elements.NotKnown")
def test_words_on_complex_arrays(deep: bool) -> None:
    """Nine digits of each part, or NaN."""
    rng, seen = np.random.default_rng(SEED), Counter[bool]()
    for _ in range(4_000 if deep else 150):
        node = WORDS[int(rng.integers(len(WORDS)))]
        values = point(rng, *[int(k) for k in rng.integers(1, 4, 2)], {arg.args[0] for arg in node.nodes})
        if any(part.denominator > 2 for value in values.values() for part in np.ravel(value)):
            continue  # arrays hold dyadic numbers
        try:
            truth_ = in_floats(Point(values).value(node, {}))
        except (gs.NoValue, Unsupported):
            continue
        arrays = [in_floats(values[arg.args[0]]) for arg in node.nodes]
        found = np.asarray(
            getattr(w, node.word)(*arrays, *[arg.c for arg in node.args if isinstance(arg, Sub)])
        )
        for part in (np.real, np.imag):
            told = ~np.isnan(part(found))
            gap = abs(part(found) - part(truth_))
            assert (gap <= 1e-9 * abs(part(truth_)) + 1e-300)[told].all(), (str(node), arrays, found, truth_)
            seen[bool(told.all())] += 1
    assert seen[True] > 9 * seen[False], seen


def test_what_has_no_order_is_refused() -> None:
    """Complex numbers hidden in real words and relations, however they are made."""
    rng = np.random.default_rng(SEED)
    hidden: list[Callable[[Any], Any]] = [
        lambda z: then(0, "<", 2 * z),
        lambda z: given(T["t"], ">=", z, ">=", 0),
        lambda z: w.larger(z, T["t"]),
        lambda z: w.largest(z * T["u"]),
        lambda z: then(z * T["u"], "<=", T["u"]),
        lambda z: then(w.total(z * T["u"]), ">", 0),
        lambda z: then(w.diag(z * T["u"]), "<=", 0),
        lambda z: then(z * T["u"], "majorized", T["u"]),
        lambda z: then(z * T["u"], "loewner", T["u"]),
        lambda z: then(0, "loewner", z),
        lambda z: w.sqrt(z),
        lambda z: w.exp(z) + w.log(z),
        lambda z: T["t"] ** z + T["z"] ** (z / 2),
        lambda z: w.mat_power(T["P"], z),
        lambda z: w.schatten(T["A"], z),
    ]
    nodes = [Grammar(rng, (2, 2)).number(2) for _ in range(300)]
    for k, node in enumerate(node for node in nodes if node.over_c):
        with pytest.raises(TypeError):
            hidden[k % len(hidden)](spelled(node, rng))
