"""Parts of matrices: float64 and exact forms against slices of numpy, and what does not exist."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from perturb.vocab.grammar.intervals import Interval, exactly
from perturb.vocab.systems.evaluate import OutOfRange
from perturb.vocab.words import parts as words

NUMBERS = np.arange(1, 13).reshape(3, 4)
EXACT = fmpq_mat([[fmpq(int(x)) for x in row] for row in NUMBERS])
# The part of a 3 x 4 matrix, and the k for which there is one.
PARTS = {
    "leading": (lambda A, k: A[:k, :k], range(1, 4)),
    "trailing": (lambda A, k: A[k:, k:], range(3)),
    "upper_right": (lambda A, k: A[:k, k:], range(1, 4)),
    "lower_left": (lambda A, k: A[k:, :k], range(1, 3)),
    "without_columns": (lambda A, k: A[:, : 4 - k], range(4)),
    "without_rows": (lambda A, k: A[: 3 - k, :], range(3)),
}
each = pytest.mark.parametrize("name", PARTS)


def array(A: fmpq_mat) -> list[list[int]]:
    return [[int(x.p) for x in row] for row in A.tolist()]


@each
def test_both_forms_cut_what_numpy_cuts(name) -> None:
    word, (cut, there) = getattr(words, name), PARTS[name]
    for k in there:
        wanted = cut(NUMBERS, k)
        assert np.array_equal(word(NUMBERS.astype(float), k), wanted)
        assert array(word.certified(None, EXACT, k)) == wanted.tolist()
        rows, cols = word.shape((exactly(3), exactly(4)), exactly(k))
        assert (rows, cols) == tuple(map(exactly, wanted.shape))


@each
def test_another_k_has_no_part_and_the_declared_subscripts_say_which(name) -> None:
    word, (_, there) = getattr(words, name), PARTS[name]
    assert word.allowed([3, 4]) == [Interval(there[0], there[-1])]
    for k in {-1, 0, 3, 4, 5} - {*there}:
        with pytest.raises(OutOfRange):
            word.certified(None, EXACT, k)
        with pytest.raises(OutOfRange):
            word.floats(NUMBERS[None].astype(float), k)


@each
def test_the_mirror_of_a_part_is_the_part_of_the_transpose(name) -> None:
    word, (_, there) = getattr(words, name), PARTS[name]
    if word.mirror is not None:
        other = getattr(words, word.mirror)
        for k in there:
            assert word.certified(None, EXACT, k).transpose() == other.certified(None, EXACT.transpose(), k)


def test_four_blocks_make_the_matrix_again() -> None:
    for k in (1, 2):
        parts = [getattr(words, name) for name in ("leading", "upper_right", "lower_left", "trailing")]
        exact = [word.certified(None, EXACT, k) for word in parts]
        assert words.block.certified(None, *exact) == EXACT
        floats = [word(NUMBERS.astype(float), k) for word in parts]
        assert np.array_equal(words.block(*floats), NUMBERS)
        turned = [exact[j].transpose() for j in words.block.mirrored]
        assert words.block.certified(None, *turned) == EXACT.transpose()
    with pytest.raises(ValueError, match="do not fit"):
        words.block.certified(None, EXACT, EXACT.transpose(), EXACT, EXACT)


def test_the_schur_complement_splits_the_determinant() -> None:
    A = np.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]])
    for k in (1, 2):
        product = np.linalg.det(A[:k, :k]) * np.linalg.det(words.schur(A, k))
        assert product == pytest.approx(np.linalg.det(A))
