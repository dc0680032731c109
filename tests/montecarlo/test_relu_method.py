"""The sampler of (9) and (10): it fits, and what it reports is a maximum over the inputs."""

from __future__ import annotations

import numpy as np
import pytest

from theorems.dittmer2019 import laws_method as method


@pytest.fixture
def drawn():
    return method.layers(10, 20, np.random.default_rng(0))


def test_the_truncated_svd_of_full_rank_is_exact(drawn):
    A, X, svd = drawn
    W, M = method.truncated(svd, 4)
    assert method.errors(A, W @ M, X).max() < 1e-12


def test_the_sum_falls_below_that_of_the_start(drawn):
    A, X, svd = drawn
    W, M = method.truncated(svd, 2)
    before = (method.errors(A, W @ M, X) ** 2).sum(axis=1)
    after = (method.errors(A, method.fitted(A, X, W, M), X) ** 2).sum(axis=1)
    assert (after < before).all()
    assert np.median(after / before) < 0.5


def test_an_error_is_at_most_the_next_singular_value(drawn):
    """Lemma 5 for the start, and for the inputs: they have length 1."""
    A, X, svd = drawn
    W, M = method.truncated(svd, 2)
    assert (method.errors(A, W @ M, X).max(axis=1) <= svd[1][:, 2] + 1e-12).all()
