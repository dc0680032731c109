"""On an array a word is the exact word to nine digits, or NaN with a warning where these are not known."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

from perturb import claim, paper, relations, then, vocab
from perturb.domains import square
from perturb.vocab import cond, inv, kappa, lam, mat_exp, mat_sqrt, pinv, rank, s, s_min, s_star
from perturb.vocab.systems.elements import Elements, NotKnown
from tests.vocab.arrays import ZOO, arguments, enclosed, public_words, refused, right, tellable

WORDS = public_words()
ROUGH = {"relu_distance", "relu_singular_values"}  # of which no more than some digits are ever known
BY_COMPONENTS = {"log", "sqrt", "power", "slopes"}  # have a value where another component has none
SLOW = {"operator_width", "relu_width", "relu_norm", "numerical_radius", "mean_width", *ROUGH}
words = pytest.mark.parametrize("name", sorted(WORDS))


def few(name: str) -> list[Any]:
    """The arrays, or some of them where a value takes a second."""
    return list(ZOO.values())[2 :: 10 if name in ROUGH else 5] if name in SLOW else list(ZOO.values())


def called(name: str, args: list[Any]) -> tuple[list[float], bool]:
    """The numbers, and whether a warning came with them."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = np.ravel(np.asarray(WORDS[name](*args), dtype=float)).tolist()
    assert all(issubclass(one.category, NotKnown) for one in said)
    return found, bool(said)


@words
def test_it_is_the_exact_word(name: str) -> None:
    """Graded, singular, clustered, huge: each number to 1e-9 of itself, and NaN only where one must."""
    met = 0
    for A in few(name):
        args = arguments(WORDS[name], A)
        if refused(WORDS[name], args):
            continue
        numbers, warned = called(name, args)
        balls = enclosed(WORDS[name], args)
        if balls is None:
            assert (any if name in BY_COMPONENTS else all)(map(math.isnan, numbers))
            assert not warned
            continue
        for x, ball in zip(numbers, balls, strict=True):
            assert right(x, ball) or (
                math.isnan(x) and not tellable(ball) and (warned or not ball.is_finite())
            )
            met += 1
    assert met


@words
def test_what_is_refused_in_a_statement_is_refused(name: str) -> None:
    for A in ZOO.values():
        args = arguments(WORDS[name], A)
        if name not in ROUGH and refused(WORDS[name], args):
            with pytest.raises(ValueError, match=r"symmetric|not|at most|rows"):
                called(name, args)


@words
def test_a_batch_is_its_members(name: str) -> None:
    """What float64 says of one member, and balls of another, does not depend on the rest."""
    if name in ROUGH or isinstance(WORDS[name](*arguments(WORDS[name], np.eye(4))), int):
        return
    members = [A for A in few(name) if not refused(WORDS[name], arguments(WORDS[name], A))]
    for part in (members[:9], members[9:]):
        if part:
            whole, _ = called(name, arguments(WORDS[name], np.stack(part)))
            single = [x for A in part for x in called(name, arguments(WORDS[name], A))[0]]
            np.testing.assert_allclose(whole, single, rtol=1e-9, equal_nan=True)


REGULAR = np.random.default_rng(3).normal(size=(300, 5, 5))
BETTER = REGULAR @ np.swapaxes(REGULAR, -1, -2) / 5
BETTER = (BETTER + np.swapaxes(BETTER, -1, -2)) / 2 + np.eye(5)
SOME = {"geometric_mean": 90, "polar": 60, "eigenprojection": 60, "adjugate": 30}
ALWAYS_IN_BALLS = {"numerical_radius", "relu_norm", "mean_width", "relu_width", *ROUGH}


@words
def test_float64_answers_for_regular_arrays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Balls take a hundred times as long: they are left for few of 300 regular matrices."""
    word, asked = WORDS[name], []
    if name in ALWAYS_IN_BALLS or name.startswith(("complex", "hermitian")):
        return
    monkeypatch.setattr(Elements, "enclose", lambda self, k: asked.append(k))
    given = BETTER if refused(word, arguments(word, REGULAR[0])) else REGULAR
    args = arguments(word, np.abs(given) if name in ("log", "sqrt") else given)
    word(*([given, given[::-1]] if name == "matching_distance" else args))
    assert len(asked) <= SOME.get(name, 15)


@words
def test_the_bound_of_float64_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in SLOW:
        return
    rng, word = np.random.default_rng(11), WORDS[name]
    for n in (3, 4):
        G = rng.normal(size=(3, n, n)) * 2.0 ** rng.integers(-30, 30, (3, 1, 1))
        for A in (*G, *(G + np.swapaxes(G, -1, -2)), *(G @ np.swapaxes(G, -1, -2))):
            args = arguments(word, A)
            if (
                word.name != "reshape"
                and not refused(word, args)
                and (balls := enclosed(word, args)) is not None
            ):
                assert all(
                    right(x, b) or not tellable(b) for x, b in zip(called(name, args)[0], balls, strict=True)
                )


def test_the_cases_where_a_tolerance_was_hidden() -> None:
    assert np.asarray(pinv(np.diag([1, 1e-13]))).tolist() == [[1, 0], [0, 1e13]]
    hilbert = np.array([[1 / (i + j + 1) for j in range(12)] for i in range(12)])
    assert rank(hilbert) == 12
    assert kappa(hilbert) == pytest.approx(1.6818635041535032e16, rel=1e-9)
    thin = np.diag([1, 1e-17])
    assert kappa(thin) == cond(thin) == pytest.approx(1e17, rel=1e-9)
    assert inv(thin)[2, 2] == pytest.approx(1e17, rel=1e-9)
    assert s_star(np.diag([1, 1e-300]))[()] == pytest.approx(1e-300, rel=1e-9)
    assert np.asarray(mat_sqrt(np.diag([1, 1e-20]))).tolist() == [[1, 0], [0, 1e-10]]


def test_nought_is_nought() -> None:
    singular = np.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 9]])
    assert s_min(singular) == s(singular)[3] == 0
    assert rank(singular) == 2
    large = np.outer(np.arange(1.0, 31), np.arange(1.0, 31))  # beyond characteristic polynomials
    assert lam(large)[1] == pytest.approx(large.trace(), rel=1e-9)
    assert np.asarray(lam(large))[1:].tolist() == [0.0] * 29
    assert np.asarray(s(large))[1:].tolist() == [0.0] * 29
    assert vocab.matching_distance(singular, singular) == 0
    assert list(vocab.eig_re(ZOO["antisymmetric"])) == [0, 0, 0, 0]
    assert mat_exp(np.array([[1.0, 2.0], [0.0, 1e-9]]))[2, 1] == 0


def test_what_no_float64_is_near_is_nan_with_a_warning() -> None:
    for word, A in ((vocab.sq, np.array([1e200, 2.0])), (vocab.det, np.diag([1e200, 1e200]))):
        with pytest.warns(NotKnown, match=f"{word.name}: .*NaN"):
            assert np.isnan(np.ravel(word(A))[0])
    with pytest.warns(NotKnown, match="exp: 1 of 2 values have NaN"):
        found = vocab.exp(np.array([-800.0, 0.0]))
    assert math.isnan(found[1])
    assert found[2] == 1
    assert np.isnan(vocab.log(np.array([0.0, 1.0]))[1])  # which has no value: no warning


@claim(paper("own"), "(1)", domain=square(n=12))
def full_rank(A: Any) -> Any:
    yield then(rank(A), "<", vocab.cols(A))


@claim(paper("own"), "(2)", domain=square(n=2))
def well_conditioned(A: Any) -> Any:
    yield then(kappa(A), "<=", 1e16)


def test_a_claim_at_arrays_says_what_the_words_say() -> None:
    hilbert = np.array([[1 / (i + j + 1) for j in range(12)] for i in range(12)])
    assert full_rank(hilbert).verdict == "violated"
    assert rank(hilbert) == 12
    for second, verdict in ((1e-17, "violated"), (1e-15, "holds"), (0.0, "holds")):
        A = np.diag([1.0, second])
        assert relations(well_conditioned, A).verdict == verdict
        assert (kappa(A) <= 1e16) == (verdict == "holds")
