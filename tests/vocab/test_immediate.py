"""Words on numpy arrays: what they mean in statements to nine digits, or NaN with a warning, or refused."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

from perturb import claim, paper, relations, then, vocab
from perturb.domains import square
from perturb.vocab import (
    T,
    block,
    cond,
    entries,
    fro,
    hadamard,
    inv,
    kappa,
    lam,
    lam_max,
    mat_exp,
    mat_sqrt,
    moduli,
    mul,
    numerical_radius,
    op,
    pinv,
    rank,
    relu_distance,
    relu_norm,
    s,
    s_min,
    s_star,
    sq,
    sqrt,
    trace,
)
from perturb.vocab.systems.elements import Elements, NotKnown
from perturb.vocab.systems.immediate import Counted
from tests.vocab.arrays import ZOO, arguments, enclosed, public_words, refused, right, tellable

JORDAN = np.array([[0.0, 10.0], [0.0, 0.0]])
A = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])


@pytest.mark.parametrize("word", [lam, lam_max, vocab.lam_min, mat_sqrt])
def test_a_matrix_that_is_not_symmetric_is_not_symmetrised(word: Any) -> None:
    with pytest.raises(ValueError, match="not symmetric: entries differ by 10"):
        word(JORDAN)
    almost = np.array([[2.0, 1.0], [1.0 + 2.0**-52, 2.0]])
    with pytest.raises(ValueError, match=r"differ by 2.2e-16; sym\(A\) is its symmetric part"):
        word(almost)
    assert np.isfinite(np.asarray(word(vocab.sym(almost)))).all()


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.array([["a"]]), "dtype <U1"),
        (np.array([[1, None]]), "dtype object"),
        (np.ones((2, 2), dtype=np.longdouble), "words take arrays of real float64 numbers"),
    ],
)
def test_what_is_no_array_of_real_numbers_is_refused(array: Any, said: str) -> None:
    with pytest.raises(TypeError, match=f"fro: argument 1 .*{said}"):
        fro(array)


def test_what_float64_does_not_hold_is_refused() -> None:
    assert s(np.array([[2**60]]))[1] == 2.0**60
    with pytest.raises(ValueError, match="beyond 2"):
        fro(np.array([[2**53 + 1]]))
    with pytest.raises(ValueError, match="no entries"):
        fro(np.ones((0, 2)))


@pytest.mark.parametrize("word", [inv, moduli, trace, lam, vocab.det, vocab.mat_exp, numerical_radius])
def test_a_matrix_that_is_not_square(word: Any) -> None:
    with pytest.raises(ValueError, match=r"3 x 2|not square"):
        word(A)


def test_shapes_are_not_stretched() -> None:
    """numpy would add a row to a column."""
    row, column = np.ones((1, 2)), np.ones((2, 1))
    for word in (
        lambda: hadamard(row, column),
        lambda: vocab.commutator(row, np.ones((2, 2))),
        lambda: vocab.larger(np.ones(1), np.ones(2)),
        lambda: block(row, row, row, column),
        lambda: mul(A, A),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 (of numpy's, too)
            word()


def test_components_count_from_one() -> None:
    """As in statements; what numpy makes of it counts as numpy does."""
    values, plain = s(A), np.linalg.svd(A, compute_uv=False)
    assert isinstance(values, Counted)
    assert [values[1], values[2]] == list(values) == list(plain)
    assert (values + values)[2] == 2 * plain[1] == np.asarray(values + values)[1]
    assert list(values[:1]) == [plain[0]]
    assert list(np.diff(values)) == [plain[1] - plain[0]]
    assert sqrt(sq(values))[2] == pytest.approx(plain[1])
    assert T(A)[1, 3] == A[2, 0]
    assert (T(A) @ A)[1, 2] == (A.T @ A)[0, 1]
    assert (A @ s(A))[3] == pytest.approx((A @ plain)[2])
    stacked = s(np.stack([A, 2 * A]))
    assert list(stacked[1]) == [plain[0], 2 * plain[0]]
    for wrong in (0, -1, 3):
        with pytest.raises(IndexError, match="counted from 1"):
            values[wrong]
    for wrong in (slice(1, 2), (1, 1), np.array([True, False])):
        with pytest.raises(TypeError, match="x\\[i\\] from 1"):
            values[wrong]
    with pytest.raises(TypeError, match="X\\[i, j\\] from 1"):
        T(A)[1]


def test_no_value_is_nan() -> None:
    singular = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    for found in (kappa(np.zeros((2, 2))), cond(singular), cond(np.zeros((2, 2))), vocab.log(np.float64(0))):
        assert np.isnan(found)
    for matrix in (inv(singular), mat_sqrt(np.diag([1.0, -1.0])), inv(np.stack([singular, np.eye(3)]))[1, 1]):
        assert np.isnan(matrix).any()
    assert inv(np.stack([singular, np.eye(3)]))[2, 2][1] == 1
    assert kappa(singular) < 100  # s_1 / s_2


def test_words_that_float64_only_screens_are_computed_in_balls() -> None:
    ring = np.array([[0.0, 1.0], [0.0, 0.0]])
    assert numerical_radius(ring) == pytest.approx(0.5, rel=1e-12)
    assert list(numerical_radius(np.stack([ring, 2 * ring]))) == pytest.approx([0.5, 1.0], rel=1e-12)
    B = np.array([[0.0, 1.0], [1.0, -1.0]])
    assert relu_norm(B) == pytest.approx(2**0.5, rel=1e-9)
    assert relu_distance(B, np.array([[0.0, 0.0], [0.0, -1.0]])) == pytest.approx(1, rel=1e-9)


def test_batches_meet_as_numpy_lets_them() -> None:
    one, many = np.arange(4.0).reshape(1, 2, 2), np.arange(24.0).reshape(3, 2, 2, 2)
    assert op(hadamard(one, many)).shape == (3, 2)
    assert np.array_equal(np.asarray(hadamard(one, many)), one * many)
    with pytest.raises(ValueError, match="broadcast"):
        hadamard(np.ones((2, 3, 2, 2)), np.ones((3, 2, 2, 2)))
    assert entries(A)[4] == A[1, 1]


def test_what_comes_back_is_no_view_of_the_argument() -> None:
    for word in (
        vocab.T,
        vocab.head,
        vocab.entries,
        vocab.diagonal,
        lambda X: vocab.reshape(X, 2, 3),
    ):
        X = np.arange(1.0, 7.0).reshape(3, 2)
        given = X[:, 0] if word is vocab.head else X
        found = np.asarray(word(given, 2) if word is vocab.head else word(given)).copy()
        kept = word(given, 2) if word is vocab.head else word(given)
        X[:] = 0
        assert np.array_equal(np.asarray(kept), found)


def test_a_spectrum_that_is_kept_is_of_the_array_as_it_is() -> None:
    X = np.diag([3.0, 2.0])
    assert list(s(X)) == [3, 2]
    X[0, 0] = 5.0
    assert list(s(X)) == [5, 2]
    assert list(lam(X)) == [5, 2]
    assert list(moduli(X)) == [5, 2]


def test_arrays_are_left_as_they_are() -> None:
    given = np.random.default_rng(2).normal(size=(3, 4, 4))
    given.flags.writeable = False
    copy = given.copy()
    for word in (inv, s, vocab.polar, vocab.mat_exp, vocab.adjugate, vocab.det, T, lambda X: mul(X, X)):
        word(given)
        word(given[:, ::-1, :2] if word in (T, s) else given[::2])
    assert np.array_equal(given, copy)


# On an array a word is the exact word to nine digits, or NaN with a warning where these are not known.


WORDS = public_words()
ROUGH = {"relu_distance", "relu_singular_values"}  # of which no more than some digits are ever known
BY_COMPONENTS = {"log", "gamma", "sqrt", "power", "slopes"}  # have a value where another component has none
SLOW = {
    "operator_width",
    "relu_width",
    "relu_norm",
    "numerical_radius",
    "mean_width",
    "spherical_width",
    *ROUGH,
}
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
ALWAYS_IN_BALLS |= {"spherical_width", "gamma"}
ALWAYS_IN_BALLS |= {"spectral_projection", "range_projection", "canonical_cosines", "canonical_sines"}
ALWAYS_IN_BALLS |= {"principal_sqrt", "principal_log", "principal_power"}


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
