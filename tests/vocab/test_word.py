"""What a declaration says of a word is true of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

import perturb
import perturb.vocab
from perturb import paper, then
from perturb.domains import square
from perturb.domains.space import exact_value
from perturb.numbers.errors import Undefined
from perturb.pages.byhand.script import STEPS
from perturb.pages.byhand.tables import Steps, Table
from perturb.pages.report.statement import find
from perturb.prove.judging import ruled
from perturb.prove.prover import attempt
from perturb.prove.store import HOLDS
from perturb.search.solvers.gradient import differentiable
from perturb.statements.claim import Claim
from perturb.vocab import s1, s_min
from perturb.vocab.grammar.elsewhere import instead
from perturb.vocab.grammar.kinds import Kind, When
from perturb.vocab.grammar.tree import WORDS, Expr, Word, as_expr, const, variable
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, Floats, nearest
from tests.samples import KINDS, USES, array, samples, taken, uses

TINY = 1e-9
Args = tuple[Any, ...]


pytestmark = pytest.mark.filterwarnings("ignore::perturb.vocab.systems.elements.NotKnown")


def declared(says: Callable[[Word], object]) -> pytest.MarkDecorator:
    """The words of the vocabulary of which something is declared."""
    names = [name for name in USES if says(WORDS[name])]
    assert names
    return pytest.mark.parametrize("name", names)


def cases(name: str, *zoos: str) -> Iterator[Args]:
    """Its arguments from the zoos of the table, or from `zoos` where they have such arguments."""
    for zoo, args in USES[name]:
        for drawn in zoos or (zoo,):
            for sample in samples(drawn):
                if all(a in sample for a in args if isinstance(a, str)):
                    yield tuple([array(sample[a]) if isinstance(a, str) else a for a in args])


def value(name: str, args: Args) -> Any:
    """NaN where there is none."""
    try:
        with np.errstate(all="ignore"):
            if any(isinstance(a, np.ndarray) for a in args):
                return WORDS[name](*args)
            return np.ravel(Evaluation(Floats({}))(WORDS[name].node(*map(as_expr, args))))
    except IndexError:
        return np.array(np.nan)


def nonneg(x: Any) -> bool:
    return not np.any(np.asarray(x) < -TINY)


def semidefinite(A: Any) -> bool:
    return np.isnan(A).any() or (np.allclose(A, A.T) and nonneg(np.linalg.eigvalsh(A)))


@declared(lambda word: word.nonneg)
def test_it_is_not_negative(name: str) -> None:
    when, zoos = WORDS[name].nonneg, list[str]()
    if when is When.SEMIDEFINITE:
        when, zoos = When.ALWAYS, ["psd"]
    assert when is not None
    met = [args for args in cases(name, *zoos) if when.met(args, nonneg)]
    assert met
    assert all(nonneg(value(name, args)) for args in met)


@declared(lambda word: word.semidefinite or word.symmetric)
def test_it_is_symmetric_and_semidefinite(name: str) -> None:
    word = WORDS[name]
    takes_matrices = "A" in USES[name][0][1]
    for args in cases(name, *(["psd"] if takes_matrices else [])):
        found = value(name, tuple([args[0]] * 2) if name in ("add", "hadamard", "kron") else args)
        if word.semidefinite and np.ndim(found) == 2 and (takes_matrices or nonneg(args[0])):
            assert semidefinite(found)
        if word.symmetric:
            assert np.allclose(found, found.T, equal_nan=True)


@declared(lambda word: word.mirror)
def test_the_transpose_of_its_value(name: str) -> None:
    word = WORDS[name]
    for args in cases(name):
        order = word.mirrored or range(len(args))
        flipped = tuple([np.transpose(args[k]) if np.ndim(args[k]) == 2 else args[k] for k in order])
        if any(np.ndim(a) == 1 for a in args):
            continue  # kron of vectors
        assert np.allclose(value(word.mirror or "", flipped), np.transpose(value(name, args)), equal_nan=True)


@declared(lambda word: word.linear)
def test_it_is_linear_in_its_matrices(name: str) -> None:
    for args in cases(name, "any"):
        doubled = tuple([2 * a if np.ndim(a) == 2 else a for a in args])
        assert np.allclose(value(name, doubled), 2 * value(name, args))


@declared(lambda word: word.invertible or word.keeps_rank)
def test_its_rank(name: str) -> None:
    for args in cases(name):
        found = np.atleast_2d(value(name, args))
        if np.ndim(args[0]) == 2 and np.isfinite(found).all():
            rank = np.linalg.matrix_rank(found, 1e-6)
            assert rank == (len(found) if WORDS[name].invertible else np.linalg.matrix_rank(args[0]))


@declared(lambda word: word.invariant)
def test_no_orthogonal_factor_changes_it(name: str) -> None:
    """Of P A Q and of P v as of A and of v, P and Q reflections at planes."""
    for (first, *rest), sample in ((args, sample) for zoo, args in USES[name] for sample in samples(zoo)):
        A = np.array(sample[first], dtype=object)
        node = WORDS[name].node(variable(first, KINDS[first]), *map(as_expr, rest))
        P, *Q = [np.eye(k, dtype=int) - np.full((k, k), Fraction(2, k)) for k in A.shape]
        assert np.allclose(certified(node, A), certified(node, P.dot(A).dot(*Q or [1])), equal_nan=True)


def certified(node: Expr, x: Any) -> Any:
    """At an exact input, of which its word is; NaN where there is no value."""
    name, kind = node.args[0].payload
    try:
        found = Evaluation(CharPoly({name: exact_value(x.tolist(), kind)}, 64))(node)
    except (Undefined, IndexError):
        return np.array(np.nan)
    return [nearest(x) for x in (found if isinstance(found, tuple) else (found,))]


@declared(lambda word: word.descending)
def test_it_descends(name: str) -> None:
    assert all(np.all(np.diff(value(name, args)) <= TINY) for args in cases(name))


@declared(lambda word: word.moves)
def test_which_way_it_moves(name: str) -> None:
    word, seen = WORDS[name], 0
    for args in cases(name, "number", "vector"):
        if any(np.ndim(a) > 1 for a in args):
            continue
        known = {f"x{k}": a for k, a in enumerate(args)}
        for k, move in enumerate(word.moves):
            way = move if isinstance(move, int) else move(partial(sign, known), *map(_tree, known, args))
            raised = tuple([a + 0.125 if position == k else a for position, a in enumerate(args)])
            if way and (k not in word.while_nonneg or nonneg(args[k])):
                seen += 1
                assert nonneg(way * (value(name, raised) - value(name, args)))
    assert seen


def _tree(name: str, x: Any) -> Expr:
    return const(x) if isinstance(x, int) else variable(name, Kind.VECTOR if np.ndim(x) else Kind.SCALAR)


def sign(known: dict[str, Any], expr: Expr) -> int:
    """The sign of an argument where all its components have it."""
    x = known.get(expr.payload[0], expr.payload[0])
    return 1 if np.all(x >= 0) else -1 if np.all(x <= 0) else 0


@pytest.fixture
def spread(monkeypatch: pytest.MonkeyPatch) -> Iterator[Word]:
    """A word with a body, as it would stand in a file of words."""
    monkeypatch.setattr(perturb.vocab, "__all__", [*perturb.vocab.__all__, "test_spread"])
    yield Word(
        "test_spread",
        Kind.SCALAR,
        r"\mathrm{{spread}}({0:0})",
        meaning="the largest less the smallest singular value",
        elsewhere="width of the spectrum",
        nonneg=When.ALWAYS,
        body=lambda A: s1(A) - s_min(A),
        accepts=(Kind.MATRIX,),
    )
    del WORDS["test_spread"]


def test_a_declaration_is_all_of_a_word(spread: Word) -> None:
    """It is offered, listed, found, enclosed, searched by slopes, shown by hand, proved and checked."""
    assert perturb.vocab.test_spread is spread
    del vars(perturb.vocab)["test_spread"]
    assert [row.name for row in find("width of the spectrum")] == ["test_spread"]
    assert "write test_spread" in instead("test_spread")
    assert taken(spread) == [(Kind.MATRIX,)]
    assert uses(spread) == [("any", ("A",))]
    assert float(spread(np.diag([3.0, 1.0]))) == 2.0
    (said,) = then(0, "<=", spread(variable("A", Kind.MATRIX))).links
    one = Claim("mine/spread", paper("mine"), "", square(n=(1, 3)).named(["A"]), (), (said,), "")
    assert differentiable(one)
    assert perturb.check(one, seconds=0.5).outcome == "survived"
    A = Table("A", [[Fraction(3), Fraction(0)], [Fraction(0), Fraction(1)]])
    by_hand = Evaluation(Steps({"A": A}, 15, set(), STEPS))(spread(variable("A", Kind.MATRIX)))
    assert (by_hand.lo.value, by_hand.hi.value) == (2, 2)
    found = attempt(one, 2, 10)
    assert found.certificate is not None
    assert found.certificate["then"] == ["(<= 0 (sub (s1 A) (s_min A)))"]
    assert ruled(found.certificate, no_limits=True, net=True).outcome == HOLDS
